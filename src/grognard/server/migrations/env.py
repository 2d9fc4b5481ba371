"""Run by Alembic: brings the database that the store is connected to up to date."""

from alembic import context

from grognard.server.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite cannot alter a table in place
)
with context.begin_transaction():
    context.run_migrations()
