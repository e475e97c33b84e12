"""The boards of this host: bundled ones, those imported or finished here, and each phone's own sketches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boards.tracing.boards import board_of as traced
from companion.boards.tracing.boards import loaded
from companion.boards.tracing.sketch import Untraceable
from companion.contract.snapshot import BoardCard
from models import NoSuchBoard, Store
from referee.board.board import Board
from referee.board.checks import BadBoard
from referee.board.reading import BUNDLED, bundled, read_board


class NotThere(LookupError):
    """There is no board with this id for this phone, or it can no longer be read."""


def shelf(store: Store, maker: str) -> tuple[BoardCard, ...]:
    """Return all boards that a phone may see: `maker` is the hash of its key, empty if it has none.

    Ids are, for example, `nijo` for a bundled board, `b7` for one kept on this host, `s7` for a sketch.
    """
    ours = [_card(id, "ours", bundled(id)) for id in BUNDLED]
    kept = []
    for record in store.boards.all():
        zones = record.document.get("zones")
        kept.append(BoardCard(f"b{record.id}", "kept", record.name, record.name, len(zones) if zones else 0))
    mine = [
        BoardCard(f"s{r.id}", "sketch", r.name, r.name, len(r.document.get("zones", ())), r.photo)
        for r in (store.sketches.of(maker) if maker else ())
    ]
    return (*ours, *kept, *mine)


def _card(id: str, kind: str, board: Board) -> BoardCard:
    return BoardCard(id, kind, board.name.text("en"), board.name.text("ja"), len(board.zones))  # type: ignore[arg-type]


def board_of(store: Store, maker: str, id: str) -> Board:
    """Return a board of the library; a sketch as far as it is drawn. Raises `NotThere`."""
    if id in BUNDLED:
        return bundled(id)
    number = id[1:]
    if not number.isdecimal() or len(number) > 9:
        raise NotThere(id)
    try:
        if id[0] == "b":
            return read_board(store.boards.get(int(number)).document)
        if id[0] == "s" and maker:
            return traced(loaded(store.sketches.get(maker, int(number)).document))
    except (NoSuchBoard, BadBoard, Untraceable):
        raise NotThere(id) from None
    raise NotThere(id)


def called(option: Any, lang: str) -> str:
    """Return the name of the board in a match's option: a bundled one's id, or a whole document."""
    if isinstance(option, Mapping):
        name = option.get("name")
        known = name if isinstance(name, Mapping) else {}
        both = (known.get("ja"), known.get("en")) if lang == "ja" else (known.get("en"), known.get("ja"))
        return str(both[0] or both[1] or option.get("id", ""))
    return bundled(option if option in BUNDLED else BUNDLED[0]).name.text(lang)
