"""Run by Alembic: brings the database that the store is connected to up to date."""

from typing import Any

from alembic import context

from grognard.server.models import Base


def migrate(config: Any) -> None:
    """Run the migrations on the connection that the store gives."""
    context.configure(
        connection=config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite cannot alter a table in place
    )
    with context.begin_transaction():
        context.run_migrations()


_config = getattr(context, "config", None)
if _config is not None:  # it is there while Alembic runs, not when a module is merely looked at
    migrate(_config)
