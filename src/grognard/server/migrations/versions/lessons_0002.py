"""The lesson that a game follows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    lesson = sa.Column("lesson", sa.String(64), nullable=False, server_default="")
    op.add_column("games", lesson)


def downgrade() -> None:
    with op.batch_alter_table("games") as games:
        games.drop_column("lesson")
