"""The sheets of a Scorpion match: boards, and each seat's secret sheet, empty or filled in from the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.boards.drawing import BoardDrawing, drawing_of
from companion.games.scorpion.facts import roles_of
from companion.i18n import Translator
from companion.printing.board_pdf import name_of, sheets_of_four
from companion.printing.match_pdf import Sheet, one, sheets_pdf
from companion.printing.paper import A4, Paper
from referee.board.board import Board
from referee.board.reading import BUNDLED, bundled, read_board
from referee.scorpion.state import SIDES
from referee.scorpion.views.view_model import IntruderView, MarksView, View

BLANK: Mapping[str, Sequence[str]] = {
    "guards": ("objective_zones", "trap_zones", "hidden_zones", "sleepers"),
    "intruders": ("mission", "start", "passage", "wounds"),
}
"""What each side writes down."""


def empty_sheet(role: str, name: str, t: Translator) -> Sheet:
    """Return the empty sheet of a seat. `role` is the seat's role."""
    side = SIDES[role]
    rows = tuple((t(f"print.fact.{key}"), "") for key in BLANK[side])
    return Sheet(t(f"print.role.{role}"), name, t(f"print.about.{side}"), t(f"print.turns.{side}"), facts=rows)


def sheet_of(view: View, seat: str, t: Translator) -> Sheet:
    """Return a seat's sheet for the present state, from that seat's own view.

    A view without the seat's secrets, such as a covered phone's, gives what everybody knows.
    """
    player = next(p for p in view.players if p.seat == seat)
    blank = empty_sheet(player.role, player.name, t)
    about = t("print.as_of", turn=view.turn, alert=t(f"print.alert.{view.alert}"))
    figures = [(f.zone, f.id.lstrip("g0")) for f in view.figures]
    if SIDES[player.role] == "guards":
        own = view.guards[0] if view.guards else None
        seen = [(c.zone, letter(c.who)) for c in view.characters if c.zone]
        turns = {note.turn: "" for note in view.found}
        for note in view.found:
            turns[note.turn] = f"{turns[note.turn]} {note.zone}: {found(note.found, t)}".strip()
        return Sheet(
            blank.title, blank.who, about, t("print.turns.found"), turns,
            guard_facts(own.marks, t) if own else blank.facts,
            (*figures, *seen, *(marks_on_map(own.marks) if own else ())),
        )  # fmt: skip
    mine = _mine(view, seat)
    return Sheet(
        blank.title, blank.who, about, blank.turns, walks(mine), intruder_facts(view, mine, t) or blank.facts,
        (*figures, *((c.zone, letter(c.who)) for c in mine if c.zone)),
        tuple(walk.zones for c in mine for walk in c.walks),
    )  # fmt: skip


def letter(who: str) -> str:
    return {"ninja": "N", "traitor": "T"}.get(who, "?")


def found(what: str, t: Translator) -> str:
    """Return in a few words what a searched zone contained."""
    key = f"print.found.{what}"
    return t(key) if t.has(key) else what


def _mine(view: View, seat: str) -> tuple[IntruderView, ...]:
    if view.intruders is None:
        return ()
    played = {c.who for c in view.characters if c.seat == seat}
    own = tuple(c for c in view.intruders.characters if c.who in played)
    return own or view.intruders.characters


def walks(mine: Sequence[IntruderView]) -> dict[int, str]:
    """Return the paths of a seat's intruders by turn."""
    ways: dict[int, str] = {}
    for c in mine:
        for walk in c.walks:
            way = " ".join(walk.zones)
            said = f"{letter(c.who)}: {way}" if len(mine) > 1 else way
            ways[walk.turn] = f"{ways[walk.turn]} {said}" if walk.turn in ways else said
    return ways


def intruder_facts(view: View, mine: Sequence[IntruderView], t: Translator) -> tuple[tuple[str, str], ...]:
    """Return what an intruder player writes down, filled in."""
    rows: list[tuple[str, str]] = []
    wounds = {c.who: c.wounds for c in view.characters}
    for c in mine:
        before = f"{t(f'print.role.{c.who}')}: " if len(mine) > 1 else ""
        noted = {"mission": c.mission, "start": c.start, "wounds": str(wounds.get(c.who, 0)), "cards": str(c.hand_size)}
        rows += [(before + t(f"print.fact.{fact}"), value or "") for fact, value in noted.items()]
    if rows and view.intruders is not None:
        ends = " ".join(zone for passage in view.intruders.passages for zone in passage.entrances)
        rows.append((t("print.fact.passage"), ends))
    return tuple(rows)


def guard_facts(marks: MarksView, t: Translator) -> tuple[tuple[str, str], ...]:
    """Return what a guard player writes down, filled in."""
    objectives = " ".join(f"{name}:{zone}" for name, zone in marks.objectives.items())
    return (
        (t("print.fact.objective_zones"), objectives),
        (t("print.fact.trap_zones"), " ".join(marks.traps)),
        (t("print.fact.hidden_zones"), " ".join(marks.hidden)),
        (t("print.fact.sleepers"), " ".join(f"{zone}:{n}" for zone, n in marks.sleepers.items())),
    )


def marks_on_map(marks: MarksView) -> tuple[tuple[str, str], ...]:
    return (
        *((zone, name) for name, zone in marks.objectives.items()),
        *((zone, "T") for zone in marks.traps),
        *((zone, "H") for zone in marks.hidden),
        *((zone, f"S{n}") for zone, n in marks.sleepers.items() if n),
    )


def blank_sheets(names: Sequence[str], options: Mapping[str, Any], t: Translator) -> bytes:
    """Return a board on four sheets to be glued, and an empty secret sheet for each seat.

    Raises `BadBoard` or `NoBoard` for a board that cannot be played on.
    """
    drawing = BoardDrawing(_board(options.get("board", BUNDLED[0])))
    page = Paper(A4, name_of(drawing, t))
    sheets_of_four(page, drawing, t)
    roles = roles_of([f"p{n}" for n in range(1, len(names) + 1)], options)
    for name, role in zip(names, roles, strict=False):
        page.next_page()
        one(page, drawing, empty_sheet(role, name, t), t)
    return page.done()


def seat_sheet(view: View, seat: str, t: Translator) -> bytes:
    return sheets_pdf(drawing_of(view.board.hash), [sheet_of(view, seat, t)], t)


def _board(option: Any) -> Board:
    return bundled(option) if isinstance(option, str) else read_board(option)
