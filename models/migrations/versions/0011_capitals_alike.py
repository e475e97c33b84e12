"""Names that look alike only in capitals belong to one person as well."""

from __future__ import annotations

from models.migrations.names import tidy_names

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tidy_names()


def downgrade() -> None:
    """Leave names as they are: the previous version accepts them too."""
