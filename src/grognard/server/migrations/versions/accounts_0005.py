"""The club: accounts, challenges, matches, ratings, notices and what waits to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = (
    "accounts", "sessions", "letter_keys", "attempts", "audit", "challenges", "matches",
    "match_seats", "bonds", "ratings", "notices", "outbox",
)  # fmt: skip


def upgrade() -> None:
    _people()
    _challenges()
    _matches()
    _bonds()
    _post()


def _people() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("handle", sa.String(64), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("wishes", sa.Text, nullable=False),
        sa.Column("away_since", sa.Double, nullable=False),
        sa.Column("away_left", sa.Double, nullable=False),
        sa.Column("away_year", sa.Integer, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
    )
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])
    op.create_table(
        "letter_keys",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_index("ix_letter_keys_account_id", "letter_keys", ["account_id"])
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(160), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("attempts_who", "attempts", ["who", "at"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
    )
    op.create_index("ix_audit_at", "audit", ["at"])


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("to_id", sa.String(16), nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("watched", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("ix_challenges_account_id", "challenges", ["account_id"])
    op.create_index("ix_challenges_state", "challenges", ["state"])
    op.create_index("ix_challenges_to_id", "challenges", ["to_id"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("watch", sa.String(64), nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("ended", sa.String(12), nullable=False),
        sa.Column("winner", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("ix_matches_ended", "matches", ["ended"])
    op.create_table(
        "match_seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("asked", sa.Boolean, nullable=False),
        sa.Column("offer", sa.String(32), nullable=False),
        sa.Column("left", sa.Double, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("stopped", sa.Double, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("before", sa.Double),
        sa.Column("after", sa.Double),
    )
    op.create_index("ix_match_seats_account_id", "match_seats", ["account_id"])
    op.create_index("ix_match_seats_deadline", "match_seats", ["deadline"])


def _bonds() -> None:
    op.create_table(
        "bonds",
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("other_id", sa.String(16), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("box", sa.String(64), primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
    )


def _post() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("who", sa.String(24), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False),
    )
    op.create_index("ix_notices_account_id", "notices", ["account_id"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
