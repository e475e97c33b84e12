"""Answers that are kept until their time has come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_act",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("actor", sa.String(40), nullable=False),
        sa.Column("act", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_kept_act")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_kept_act_match_id_match")),
    )


def downgrade() -> None:
    op.drop_table("kept_act")
