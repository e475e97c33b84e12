"""What is asked of one seat: the guards' marks and cards, or the secret map, missions and hands."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.take_over import Choice, Counts, Entering, Field, Step, Things, Zones
from companion.games.scorpion.take_over.fields import cards, yes_no
from companion.games.scorpion.take_over.given import LETTERS, K, keeps_paper, on_the_map, own, phase
from companion.games.scorpion.take_over.table import ROPES
from companion.games.table.entered import chosen, number
from referee.board.board import Board
from referee.scorpion.setup.begin import board_of, roles_of, usable_mark_zones
from referee.scorpion.setup.marks import BEDS
from referee.scorpion.state import SIDES

PLAYING = ("hidden", "visible", "passage")


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the steps in which a seat enters what it alone knows."""
    if entering.options.depth == "scores":
        return ()
    role = roles_of(entering.options, entering.seats)[seat]
    board = board_of(entering.options)
    steps = _guards(entering, seat, role, board) if SIDES[role] == "guards" else _intruders(entering, seat, board)
    return tuple(step for step in steps if step.fields)


def _guards(e: Entering, seat: str, role: str, board: Board) -> Iterator[Step]:
    t = e.t
    if keeps_paper(e.options, e.seats, seat):
        usable = usable_mark_zones(e.options, board)
        marks = [Zones(key=f"mark.{x}", title=x, zones=usable, most=1) for x in LETTERS]
        marks.append(Zones(key="traps", title=t(f"{K}traps"), zones=usable, most=2))
        marks.append(Zones(key="hidden", title=t(f"{K}hidden"), zones=usable, most=2))
        barracks = board.in_order(board.barracks)
        beds = len(barracks) * BEDS
        marks.append(Zones(key="sleepers", title=t(f"{K}sleepers"), zones=barracks, most=beds, copies=BEDS))
        yield Step(t(f"{K}marks"), tuple(marks), t(f"{K}about.marks"))
    if e.options.guard_cards == "entered":
        held: list[Field] = []
        for key, size in (("hand", "hand_size"), ("drawn", "drawn_size")):
            most = number(e.table, f"cards.{role}", size)
            if most and (key == "hand" or phase(e.table) == "alert"):
                title = t(f"{K}{key}")
                held.append(Things(key=key, title=title, values=cards(t, "guards"), most=most, copies=36))
        yield Step(t(f"{K}hand"), tuple(held))


def _intruders(e: Entering, seat: str, board: Board) -> Iterator[Step]:
    t, values = e.t, e.table
    mine = own(e.options, e.seats, values, seat)
    if "intruder" in mine:
        names = tuple((name, t(f"scorpion.{name}")) for name in ("ninja", "traitor"))
        yield Step(t(f"{K}plays"), (Choice(key="plays", title=t(f"{K}plays"), values=names),))
    if keeps_paper(e.options, e.seats, seat):
        fields = [field for one in on_the_map(e.options, e.seats, values, seat) for field in _place(e, one, board)]
        entrances = board.in_order(board.entrance_zones)
        fields.append(Zones(key="entrances", title=t(f"{K}entrances"), zones=entrances, most=2, copies=2))
        for one in on_the_map(e.options, e.seats, values, seat):
            title = t(f"{K}ropes_of", who=t(f"scorpion.{one}"))
            fields.append(Zones(key=f"ropes.{one}", title=title, zones=board.ids, most=2 * ROPES, copies=ROPES))
        yield Step(t(f"{K}map"), tuple(fields), t(f"{K}about.map"))
    for one in mine:
        letters = tuple((x, x) for x in LETTERS)
        held: list[Field] = [Choice(key=f"mission.{one}", title=t(f"{K}mission"), values=letters)]
        if e.options.intruder_cards == "entered":
            most = number(values, f"numbers.{one}", "hand_size") if one != "intruder" else 12
            title = t(f"{K}hand")
            if most:
                held.append(Things(key=f"hand.{one}", title=title, values=cards(t, one), most=most, copies=12))
        yield Step(t(f"scorpion.{one}"), tuple(held))


def _place(e: Entering, one: str, board: Board) -> Iterator[Field]:
    t, name = e.t, e.t(f"scorpion.{one}")
    status, now = chosen(e.table, f"status.{one}"), phase(e.table)
    decoy = status == "passage" and e.options.passage_bluff == "figure_shown"
    if decoy:
        yield Counts(key=f"decoy.{one}", title=t(f"{K}decoy", who=name), rows=(("turn", ""),), most=20)
    if status == "hidden" or decoy:
        yield Zones(key=f"zone.{one}", title=t(f"{K}zone", who=name), zones=board.ids, most=1)
    if status in PLAYING:
        yield Counts(key=f"noise.{one}", title=t(f"{K}noise", who=name), rows=(("noise", ""),), most=3)
    if now == "intruders" and status in (*PLAYING, "escaped"):
        yield yes_no(t, f"locked.{one}", t(f"{K}locked", who=name))
        yield Zones(key=f"touched.{one}", title=t(f"{K}touched", who=name), zones=board.ids, most=4)
    if e.options.alert_on_mission_when == "entered" and e.options.alert_on_mission != "0":
        yield yes_no(t, f"entered.{one}", t(f"{K}mission_entered", who=name))
