"""How Alembic runs the migrations: in the connection and the transaction it is given."""

from alembic import context

from caravanserai.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
