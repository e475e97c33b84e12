"""Boards while they are being traced, with the photos under them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sketch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(200), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("photo", sa.LargeBinary()),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sketch")),
        sa.CheckConstraint(sa.func.char_length(sa.literal_column("name")) <= 40, name=op.f("ck_sketch_name_length")),
    )
    op.create_index(op.f("ix_sketch_owner"), "sketch", ["owner"])


def downgrade() -> None:
    op.drop_index(op.f("ix_sketch_owner"), table_name="sketch")
    op.drop_table("sketch")
