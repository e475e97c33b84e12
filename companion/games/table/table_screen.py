"""What a game defines of its table; the rest is the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import flet as ft

from companion.games.table.context import Ctx, Pick, Screen
from companion.games.table.end import outcome
from companion.games.table.frame import Awaited
from companion.ui import Act
from companion.ui.map.drawing import MapFacts
from companion.ui.sheets import Instead
from referee.core.analysis import Puzzle

C = TypeVar("C", bound=Ctx)
Controls = list[ft.Control]
Move = Mapping[str, Any]
Row = tuple[ft.IconData, str, str, Act]
"""A row of "More": icon, title, a few words about it, its act."""
Change = tuple[str, str, dict[str, Any] | None]
"""What an entry may become: its value in the choice, its words, the new move; None strikes it out."""


def others(move: Move, field: str, words: Mapping[Any, str]) -> list[Change]:
    """Return what an entry may become: the other values that a field of its move may have, given with their words."""
    return [(str(each), said, {**move, field: each}) for each, said in words.items() if each != move.get(field)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScreen(Generic[C]):
    """A game's table: what each phone shows of it."""

    context: type[C]
    pick: Pick
    """The initial pick."""
    moment: Callable[[Any], str]
    """Returns a name of the moment of a view, by which picks made at an earlier moment are recognised."""
    awaited: Callable[[C], Awaited]
    """Returns whom the table waits for, and what for, in words that everybody may read."""

    seat: Callable[[C], Screen]
    """Returns a seat's screen during the match."""
    ended: Callable[[C], Screen]
    """Returns every phone's screen after the end."""
    outcome: Callable[[C], Controls] = outcome
    """Returns who has won, above the analysis."""
    replay: Callable[[C], Controls] | None = None
    """Returns the replay, in games that have one."""
    seek: Callable[[C, int], Mapping[str, Any]] | None = None
    """Returns the changes of the pick that show an entry of the journal in the replay."""
    puzzle_map: Callable[[C, Puzzle], MapFacts] | None = None
    """Returns the map of a puzzle, as it lay open at its moment."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """The colours of an analysis' curves by their marks, where the game has its own."""
    public: Callable[[C], tuple[Controls, Controls]]
    """Returns the table display's left and right columns; also the game master's covered screen."""
    lessons: Mapping[str, str] = field(default_factory=dict)
    """Lessons for first-time players: the clauses of the sentences `teach.<ask>`, by the ask's last part or `wait`."""
    place_is_named: bool = True
    """Whether the strip of a wide table display shows the progress of the match."""

    sheets: Mapping[str, Callable[[C], ft.Control | None]] = field(default_factory=dict)
    """The game's own sheets of any phone by name; each returns None if it may not be open now."""
    rows: Callable[[C], Sequence[Row]] = lambda _: ()
    """Returns the game's own rows of "More"."""

    advice: Mapping[str, str] = field(default_factory=dict)
    """Advice after a refusal: the kind of sentence `advice.<kind>`, by the reason (`menu.advising`)."""
    clears: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The fields of the pick to clear after a refusal, by the kind of advice."""
    still: Callable[[C, Move], str] = lambda *_: ""
    """Returns what is still to be done after a refusal for a reason without advice."""
    what: Callable[[C, Move], str] = lambda *_: ""
    """Returns in a few words what was declared; empty if the words of its type will do."""
    insteads: Callable[[C, Move], tuple[Instead, ...]] = lambda *_: ()
    """Returns what may be declared instead."""
    counted: Callable[[C], tuple[Instead, ...]] = lambda _: ()
    """Returns what to do if the box differs from what a refusal rests on, for a reason in `Notes.counted`."""

    all_open: Callable[[C], Controls]
    """Returns the game master's screen: everything, including all seats' secrets."""
    findings: Callable[[C], Controls] = lambda _: []
    """Returns the findings of audits."""
    answering: Callable[[C], Screen]
    """Returns the choices of the seat `ctx.acting`, or without one of the table, and the dock that declares them."""
    ruling: Callable[[C], ft.Control]
    """Returns the sheet of the game's house ruling."""
    changes: Callable[[C, Move], Sequence[Change]] = lambda *_: ()
    """Returns what an entry may be corrected to."""
    relearnt: Callable[[C], Controls] = lambda _: []
    """Returns what a prepared correction would change in what can be known."""
    master_sheets: Mapping[str, Callable[[C], ft.Control | None]] = field(default_factory=dict)
    """Further sheets of the game master."""
