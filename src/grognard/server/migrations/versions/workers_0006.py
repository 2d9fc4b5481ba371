"""Several processes on one database: how often a game was changed, and the queue of the bots."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "errands",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("lane", sa.String(8), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_index("errands_queue", "errands", ["lane", "rank", "since"])


def downgrade() -> None:
    op.drop_table("errands")
    op.drop_column("games", "changes")
