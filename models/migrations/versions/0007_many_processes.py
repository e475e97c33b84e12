"""What several processes have to tell each other: what changed, who is there, wrong PINs, files on their way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "change",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_change")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_change_match_id_match")),
    )
    op.create_table(
        "attendance",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("process", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "process", "seat", name=op.f("pk_attendance")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_attendance_match_id_match")),
    )
    op.create_table(
        "pin_tries",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("shut_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_pin_tries")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_pin_tries_match_id_match")),
    )
    op.create_table(
        "parcel",
        sa.Column("token", sa.String(length=200), nullable=False),
        sa.Column("largest", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_parcel")),
    )


def downgrade() -> None:
    for table in ("parcel", "pin_tries", "attendance", "change"):
        op.drop_table(table)
