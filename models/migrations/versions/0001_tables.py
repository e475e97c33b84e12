"""Players, matches, seats, journals and boards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def at_most(table: str, column: str, most: int) -> sa.CheckConstraint:
    length = sa.func.char_length(sa.literal_column(column))
    return sa.CheckConstraint(length <= most, name=op.f(f"ck_{table}_{column}_length"))


def one_of(table: str, column: str, *words: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(sa.literal_column(column).in_(words), name=op.f(f"ck_{table}_{column}_word"))


def upgrade() -> None:
    op.create_table(
        "board",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("source_hash", sa.String(200), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_board")),
        at_most("board", "name", 40),
        sa.UniqueConstraint("source_hash", name=op.f("uq_board_source_hash")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("game_master", sa.String(10), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("started", MOMENT),
        sa.Column("ended", MOMENT),
        sa.Column("seconds", sa.Integer()),
        sa.Column("result", sa.JSON()),
        sa.Column("host_key", sa.String(200)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        one_of("match", "status", "lobby", "running", "ended", "closed"),
        one_of("match", "game_master", "none", "referee", "observer"),
        sa.UniqueConstraint("code", name=op.f("uq_match_code")),
    )
    op.create_index(op.f("ix_match_status_created"), "match", ["status", "created"])
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(720), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        at_most("player", "name", 40),
        sa.UniqueConstraint("key", name=op.f("uq_player_key")),
    )
    op.create_table(
        "journal_entry",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("actor", sa.String(40), nullable=False),
        sa.Column("act", sa.JSON(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_journal_entry")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_journal_entry_number_from_one")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_journal_entry_match_id_match")),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer()),
        sa.Column("key_hash", sa.String(200)),
        sa.Column("pin_hash", sa.String(200)),
        sa.Column("claimed", MOMENT),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat")),
        at_most("seat", "name", 40),
        one_of("seat", "kind", "player", "gm"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])


def downgrade() -> None:
    for table in ("seat", "journal_entry", "player", "match", "board"):
        op.drop_table(table)
