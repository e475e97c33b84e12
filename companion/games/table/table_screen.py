"""What a game gives its table: all that is its own of it. The rest is the same in every game."""

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
"""A row of "More": icon, title, what it does in a few words, what happens."""
Change = tuple[str, str, dict[str, Any] | None]
"""What an entry may become: a value to choose it by, its words, the new move; None strikes it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScreen(Generic[C]):
    """A game's table: what each phone shows of it."""

    context: type[C]
    pick: Pick
    """What is chosen on a phone at first."""
    moment: Callable[[Any], str]
    """Names the moment of a view, so that a choice made for an earlier one can be told from one made now."""
    awaited: Callable[[C], Awaited]
    """Whom the table waits for, and what for, in words that everybody may read."""

    seat: Callable[[C], Screen]
    """What a seat's phone shows while the match is on."""
    ended: Callable[[C], Screen]
    """What every phone shows after it."""
    outcome: Callable[[C], Controls] = outcome
    """Who has won, above the analysis."""
    replay: Callable[[C], Controls] | None = None
    """The match once more, where its game can be watched so."""
    seek: Callable[[C, int], Mapping[str, Any]] | None = None
    """What is chosen when the replay stands at an entry of the journal."""
    puzzle_map: Callable[[C, Puzzle], MapFacts] | None = None
    """The map of a puzzle, as it lay open at that moment."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """The colours of an analysis' curves by their marks, where the game has its own."""
    public: Callable[[C], tuple[Controls, Controls]]
    """What the table display shows, left and right; the game master's screen while it is covered."""
    lessons: Mapping[str, str] = field(default_factory=dict)
    """For a first game: the clauses of the sentences `teach.<ask>`, by the last part of what is asked, or `wait`."""
    names_place: bool = True
    """Whether the strip of a wide table display says where the match is."""

    sheets: Mapping[str, Callable[[C], ft.Control | None]] = field(default_factory=dict)
    """The game's own sheets of any phone by name; None for one that may not be open now."""
    rows: Callable[[C], Sequence[Row]] = lambda _: ()
    """What "More" offers besides the usual."""

    advice: Mapping[str, str] = field(default_factory=dict)
    """What to do after a refusal: the kind of sentence `advice.<kind>`, by its reason (`refusal.advising`)."""
    clears: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What is chosen no longer after a refusal: fields of the choices, by the kind of advice."""
    still: Callable[[C, Move], str] = lambda *_: ""
    """What is still to be done after a declaration was refused for a reason without advice."""
    what: Callable[[C, Move], str] = lambda *_: ""
    """What was declared, in a few words; empty where the words of its type will do."""
    insteads: Callable[[C, Move], tuple[Instead, ...]] = lambda *_: ()
    """What may be declared instead."""
    counted: Callable[[C], tuple[Instead, ...]] = lambda _: ()
    """What to do where a refusal rests on what the box should hold, by one of `Notes.counted`, and the box differs."""

    all_open: Callable[[C], Controls]
    """What the game master sees: everything, all seats' secrets too."""
    findings: Callable[[C], Controls] = lambda _: []
    """What audits have proved."""
    answering: Callable[[C], Screen]
    """The choices of the seat `ctx.acting`, or with none of the table, and the dock that declares them."""
    ruling: Callable[[C], ft.Control]
    """The sheet of the game's house ruling."""
    changes: Callable[[C, Move], Sequence[Change]] = lambda *_: ()
    """What an entry may be corrected into."""
    relearnt: Callable[[C], Controls] = lambda _: []
    """In what a correction that is being prepared would change what can be known."""
    master_sheets: Mapping[str, Callable[[C], ft.Control | None]] = field(default_factory=dict)
    """Further sheets of the game master."""
