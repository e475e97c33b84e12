"""Names that look alike are one person's, and no name holds what nobody can see."""

from __future__ import annotations

from models.migrations.names import tidy_names

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tidy_names()


def downgrade() -> None:
    """Leave names as they are: the version before takes them too."""
