"""Names that look alike belong to one person, and no name has invisible characters."""

from __future__ import annotations

from models.migrations.names import tidy_names

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tidy_names()


def downgrade() -> None:
    """Leave names as they are: the previous version accepts them too."""
