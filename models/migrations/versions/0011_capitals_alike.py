"""Names that look alike in capitals alone are one person's as well."""

from __future__ import annotations

from alembic import op

from models.migrations.names import name_players, name_seats

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().as_sql:
        return  # it prints statements: a new database has no names
    name_players()
    name_seats()


def downgrade() -> None:
    """Leave names as they are: the version before takes them too."""
