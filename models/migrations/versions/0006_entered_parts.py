"""Positions while they are entered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "entered_part",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("entered", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "part", name=op.f("pk_entered_part")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_entered_part_match_id_match")),
    )


def downgrade() -> None:
    op.drop_table("entered_part")
