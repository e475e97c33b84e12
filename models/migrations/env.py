"""Alembic's entry point: runs the migrations on the given connection, inside its transaction."""

from __future__ import annotations

from alembic import context

from models.tables import METADATA

if context.is_offline_mode():
    context.configure(dialect_name=context.config.attributes["dialect"], target_metadata=METADATA, literal_binds=True)
else:
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        transactional_ddl=True,
    )

with context.begin_transaction():
    context.run_migrations()
