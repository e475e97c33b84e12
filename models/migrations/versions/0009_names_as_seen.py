"""Names that look alike are one person's, and no name holds what nobody can see."""

from __future__ import annotations

from alembic import op

from models.migrations.names import name_players, name_seats

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().as_sql:
        return  # it prints statements: a new database has no names
    name_players()
    name_seats()


def downgrade() -> None:
    """Leave names as they are: the version before takes them too."""
