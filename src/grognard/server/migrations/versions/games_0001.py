"""Games, seats, actions and snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _games()
    _seats()
    _actions()
    _snapshots()


def downgrade() -> None:
    for table in ("snapshots", "actions", "seats", "games"):
        op.drop_table(table)


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("dice", sa.String(8), nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("fork_of", sa.String(16), nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
        sa.Column("changed", sa.String(20), nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    op.create_index("seats_token", "seats", ["token"], unique=True)


def _actions() -> None:
    op.create_table(
        "actions",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("party", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("takes", sa.Text, nullable=False),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
    )


def _snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("stamp", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("log", sa.LargeBinary, nullable=False),
    )
