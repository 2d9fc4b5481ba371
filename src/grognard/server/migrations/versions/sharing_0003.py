"""Seats that were given away by a link, and links for those who only watch."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("away", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("invite", sa.String(64), nullable=False, server_default=""))
    op.add_column("games", sa.Column("watch", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("away")
        seats.drop_column("invite")
    with op.batch_alter_table("games") as games:
        games.drop_column("watch")
