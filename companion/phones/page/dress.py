"""How a page is dressed: fonts, theme and background."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

import flet as ft

from companion.boards.drawing import drawing_of
from companion.contract.offered import ui_of
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import ArchivePage, GamePage, KeptMatch, OwnerPage, Page, PersonPage
from companion.ui import theme
from companion.ui.fonts import needs, page_fonts
from companion.ui.look import Look


def dress(page: ft.Page, look: Look, more: frozenset[str]) -> None:
    """Give a page its fonts, theme and background; `more` are the faces that it needs beside."""
    fonts = page_fonts(web=bool(page.web), more=more)
    if page.fonts != fonts:
        page.fonts = fonts
    page.theme = page.dark_theme = theme.flet_theme(look)
    page.theme_mode = ft.ThemeMode.DARK if look.mode == "dark" else ft.ThemeMode.LIGHT
    page.bgcolor = look.p.background


def rare(snap: Snapshot) -> frozenset[str]:
    """Return which more faces the names and notes need that this phone shows."""
    # Asked at every drawing, mostly of a table, on which nothing else is written.
    names = tuple([seat.name for seat in snap.match.seats]) if snap.match is not None else ()
    more = snap.home or snap.history or snap.draft or snap.log or snap.boards or snap.editor or snap.page
    played = snap.match is not None and ui_of(snap.match.game).board
    board = getattr(snap.view, "__dict__", {}).get("board") if played else None
    return _rare_names(names).union(
        *(map(needs, _people_wrote(snap)) if more else ()), _rare_board(board.hash) if board is not None else ()
    )


@lru_cache(maxsize=128)
def _rare_names(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(needs, names))


@lru_cache(maxsize=32)
def _rare_board(board: str) -> frozenset[str]:
    """Return which the names of a board's zones need: boards are traced by people too."""
    try:
        return frozenset().union(*(needs(zone.name.ja) for zone in drawing_of(board).board.zones))
    except LookupError:
        return frozenset()


def _people_wrote(snap: Snapshot) -> Iterator[str]:
    """What people typed elsewhere; our own words are all in the core face."""
    cards = chain(snap.home, snap.history.matches if snap.history else ())
    yield from (seat.name for card in cards for seat in card.seats)
    if snap.history is not None:
        yield from (player.name for player in snap.history.players)
        yield snap.history.search
    if snap.draft is not None:
        yield from snap.draft.names
    yield from (line.note for line in snap.log)
    yield from (card.ja for card in snap.boards)
    yield from _named_on(snap.page)
    if snap.editor is not None:
        yield from (zone.name.ja for zone in snap.editor.bench.sketch.zones.values())


def _named_on(page: Page | None) -> Iterator[str]:
    """The names on a page of figures."""
    if isinstance(page, PersonPage):
        yield page.name
        yield from (rival.name for rival in page.figures.against)
        yield from (name for _, name in page.others)
    elif isinstance(page, GamePage):
        yield from (name for name, _ in page.figures.last.curves)
    elif isinstance(page, KeptMatch):
        yield from (name for name, _ in page.course.curves)
    elif isinstance(page, ArchivePage):
        yield from (name for _, name in page.left_out)
        yield from (name for name, _ in page.refused)
    elif isinstance(page, OwnerPage):
        yield from (each.name + each.into for each in page.tidied)
