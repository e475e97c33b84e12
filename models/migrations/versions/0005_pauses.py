"""When the game master stopped play, and let it go on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pause",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pause")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_pause_match_id_match")),
    )
    op.create_index(op.f("ix_pause_match_id"), "pause", ["match_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_pause_match_id"), table_name="pause")
    op.drop_table("pause")
