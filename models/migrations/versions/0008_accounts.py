"""What statistics remember of ended matches, and people who are left out of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("account", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_account")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_account_match_id_match")),
    )
    op.create_table(
        "left_out",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_left_out")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_left_out_player_id_player")),
    )


def downgrade() -> None:
    op.drop_table("left_out")
    op.drop_table("account")
