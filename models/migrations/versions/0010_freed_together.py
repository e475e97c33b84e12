"""Which seats agree to free another, whose phone is lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("freeing", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.drop_column("freeing")
