"""Names that look alike in capitals alone are one person's as well."""

from __future__ import annotations

from models.migrations.names import tidy_names

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tidy_names()


def downgrade() -> None:
    """Leave names as they are: the version before takes them too."""
