"""The boards that come with Metsuke, read from its assets: what the command line aside, alone in the referee reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from referee.board.board import Board
from referee.board.reading import read_board
from referee.core.rulebook.catalogues import read_catalogue, text_of

BUNDLED: Final = ("nijo",)
"""The ids of the boards that come with Metsuke; the first is the one that is played on unless another is chosen."""

_TOP = Path(__file__).resolve().parents[2]


class NoBoard(LookupError):
    """No board of this id comes with Metsuke, or its file is not where it should be."""


def assets(top: Path = _TOP) -> Path:
    """Return the folder of boards and words: inside `companion` once installed, else beside the packages."""
    installed = top / "companion" / "_assets"
    return installed if installed.is_dir() else top / "assets"


def bundled(id: str = BUNDLED[0]) -> Board:
    """Return a board that comes with Metsuke, read once. Raises `NoBoard`."""
    if id not in BUNDLED:
        shown = id if id.isprintable() and len(id) <= 40 else "?"
        raise NoBoard(f"no board {shown!r}; the boards are: {', '.join(BUNDLED)}")
    return _read(id)


@lru_cache
def _read(id: str) -> Board:
    file = assets() / "boards" / f"{id}.json"
    try:
        return read_board(file.read_bytes())
    except OSError as missing:
        raise NoBoard(f"the board {id!r} cannot be read from {file}: {missing.strerror}") from None


def words(lang: str) -> Callable[[str, Mapping[str, Any]], str]:
    """Return what gives the text of a key about boards for its parameters; without a catalogue it is the key itself."""
    file = assets() / "locale" / lang / "LC_MESSAGES" / "app.po"
    texts = read_catalogue(file) if file.is_file() else {}
    return lambda key, params: text_of(texts.get(key, key), params)
