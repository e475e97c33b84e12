"""What is asked of one seat: the guards' marks and cards, or the secret map, missions and hands."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.take_over import Choice, Counts, Entering, Field, Holds, Step, Things, Zones
from companion.games.scorpion.take_over.fields import cards, yes_no
from companion.games.scorpion.take_over.given import LETTERS, K, keeps_paper, on_the_map, own, phase
from companion.games.scorpion.take_over.table import ROPES
from companion.games.table.entered import chosen, number
from referee.board.board import Board
from referee.scorpion.setup.begin import board_of, roles_of, usable_mark_zones
from referee.scorpion.setup.guards import BEDS
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
        marks = [_zones(f"mark.{x}", x, usable, f"marks.objectives.{x}", holds="first") for x in LETTERS]
        marks.append(_zones("traps", t(f"{K}traps"), usable, "marks.traps", most=2))
        marks.append(_zones("hidden", t(f"{K}hidden"), usable, "marks.hidden", most=2))
        barracks = board.in_order(board.barracks)
        beds, title, at = len(barracks) * BEDS, t(f"{K}sleepers"), "marks.sleepers"
        marks.append(_zones("sleepers", title, barracks, at, most=beds, copies=BEDS, holds="counts"))
        yield Step(t(f"{K}marks"), tuple(marks), t(f"{K}about.marks"))
    if e.options.guard_cards == "entered":
        held: list[Field] = []
        for key, size in (("hand", "hand_size"), ("drawn", "drawn_size")):
            most = number(e.table, f"cards.{role}", size)
            if most and (key == "hand" or phase(e.table) == "alert"):
                title = t(f"{K}{key}")
                held.append(_hand(key, title, cards(t, "guards"), most, 36, key))
        yield Step(t(f"{K}hand"), tuple(held))


def _intruders(e: Entering, seat: str, board: Board) -> Iterator[Step]:
    t, values = e.t, e.table
    mine = own(e.options, e.seats, values, seat)
    if "intruder" in mine:
        names = tuple((name, t(f"scorpion.{name}")) for name in ("ninja", "traitor"))
        yield Step(t(f"{K}plays"), (Choice(key="plays", title=t(f"{K}plays"), values=names, at="plays"),))
    if keeps_paper(e.options, e.seats, seat):
        fields = [field for one in on_the_map(e.options, e.seats, values, seat) for field in _place(e, one, board)]
        entrances = board.in_order(board.entrance_zones)
        fields.append(_zones("entrances", t(f"{K}entrances"), entrances, "map.entrances", most=2, copies=2))
        for one in on_the_map(e.options, e.seats, values, seat):
            title = t(f"{K}ropes_of", who=t(f"scorpion.{one}"))
            fields.append(Zones(key=f"ropes.{one}", title=title, zones=board.ids, most=2 * ROPES, copies=ROPES))
        yield Step(t(f"{K}map"), tuple(fields), t(f"{K}about.map"))
    for one in mine:
        letters = tuple((x, x) for x in LETTERS)
        at = f"characters.{one}"
        mission = Choice(key=f"mission.{one}", title=t(f"{K}mission"), values=letters, at=f"{at}.mission")
        held: list[Field] = [mission]
        if e.options.intruder_cards == "entered":
            most = number(values, f"numbers.{one}", "hand_size") if one != "intruder" else 12
            title = t(f"{K}hand")
            if most:
                held.append(_hand(f"hand.{one}", title, cards(t, one), most, 12, f"{at}.hand"))
        yield Step(t(f"scorpion.{one}"), tuple(held))


def _place(e: Entering, one: str, board: Board) -> Iterator[Field]:
    t, name = e.t, e.t(f"scorpion.{one}")
    status, now = chosen(e.table, f"status.{one}"), phase(e.table)
    at = f"map.places.{one}"
    decoy = status == "passage" and e.options.passage_bluff == "figure_shown"
    if decoy:
        title = t(f"{K}decoy", who=name)
        yield Counts(key=f"decoy.{one}", title=title, rows=(("turn", ""),), most=20, at=f"{at}.decoy")
    if status == "hidden" or decoy:
        yield _zones(f"zone.{one}", t(f"{K}zone", who=name), board.ids, f"{at}.zone", holds="first")
    if status in PLAYING:
        title = t(f"{K}noise", who=name)
        yield Counts(key=f"noise.{one}", title=title, rows=(("noise", ""),), most=3, at=f"{at}.noise")
    if now == "intruders" and status in (*PLAYING, "escaped"):
        yield yes_no(t, f"locked.{one}", t(f"{K}locked", who=name), f"{at}.locked")
        yield _zones(f"touched.{one}", t(f"{K}touched", who=name), board.ids, f"{at}.touched", most=4)
    if e.options.alert_on_mission_when == "entered" and e.options.alert_on_mission != "0":
        yield yes_no(t, f"entered.{one}", t(f"{K}mission_entered", who=name), f"{at}.mission_entered")


def _zones(
    key: str, title: str, zones: tuple[str, ...], at: str, *, most: int = 1, copies: int = 1, holds: Holds = "text"
) -> Zones:
    return Zones(key=key, title=title, zones=zones, most=most, copies=copies, at=at, holds=holds)


def _hand(key: str, title: str, values: tuple[tuple[str, str], ...], most: int, copies: int, at: str) -> Things:
    return Things(key=key, title=title, values=values, most=most, copies=copies, at=at, holds="counts")
