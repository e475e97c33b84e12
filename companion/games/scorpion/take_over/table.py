"""The fields of the table and of each seat, in the order in which one looks around."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.game_ui import YES, Choice, Counts, Entering, Field, Holds, Step, Things, Zones
from companion.games.scorpion.facts import find
from companion.games.scorpion.take_over import fields as people
from companion.games.scorpion.take_over import results
from companion.games.scorpion.take_over.fields import (
    FINDS,
    FLAGS,
    LETTERS,
    SHARED,
    STATUSES,
    WEAPONS,
    Guard,
    K,
    behinds,
    cards,
    discard,
    groups,
    guard_roles,
    guards,
    keeps_paper,
    level,
    moment,
    on_the_map,
    own,
    owners,
    phase,
    searches,
    who,
    yes_no,
)
from companion.games.table.placed import NONE, chosen, number
from companion.i18n import Translator
from companion.ui.words import begun
from referee.board.board import Board
from referee.scorpion.cards import TOTALS
from referee.scorpion.moves import PASSAGE
from referee.scorpion.setup.begin import board_of, roles_of, usable_mark_zones
from referee.scorpion.setup.guards import BEDS
from referee.scorpion.state import LIMIT, MOST_DRUNK, OF_A_WEAPON, SIDES, TURNS

ROPES = 24
SEARCHED = 60


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the steps for what lies open."""
    if entering.options.depth == "scores":
        return results.table(entering)
    return tuple(step for step in _steps(entering) if step.fields)


def _steps(e: Entering) -> Iterator[Step]:
    t, board = e.t, board_of(e.options)
    yield Step(t(f"{K}moment"), tuple(moment(e)), t(f"{K}about.moment"))
    yield Step(t(f"{K}guards"), tuple(_guards(e, board)), t(f"{K}about.guards"))
    yield Step(t(f"{K}patrols"), tuple(_patrols(e, board)), t(f"{K}about.patrols"))
    yield Step(t(f"{K}cards"), tuple(_cards(e)))
    for one in who(e.options, e.table):
        yield Step(t(f"scorpion.{one}"), tuple(_character(e, one, board)))
    most = {"nothing": SEARCHED, "trap": 2, "hidden_sentry": 2}
    finds = (Zones(key=f"finds.{x}", title=find(t, x), zones=board.ids, most=most.get(x, 1)) for x in FINDS)
    yield Step(t(f"{K}finds"), tuple(finds), t(f"{K}about.finds"))
    yield Step(t(f"{K}turn"), tuple(_this_turn(e)), t(f"{K}about.turn"))
    yield Step(t(f"{K}passage"), tuple(_passages(e, board)), t(f"{K}about.ropes"))


def _guards(e: Entering, board: Board) -> Iterator[Field]:
    t, ids = e.t, board.ids
    for weapon in WEAPONS:
        title = t(f"{K}sentries", weapon=t(f"scorpion.weapon.{weapon}"))
        yield Zones(key=f"sentries.{weapon}", title=title, zones=ids, most=OF_A_WEAPON, copies=OF_A_WEAPON)
    yield Zones(key="patrols", title=t(f"{K}patrols"), zones=ids, most=LIMIT // 2, copies=LIMIT // 2)
    for weapon in WEAPONS:
        title = t(f"{K}drunk", weapon=t(f"scorpion.weapon.{weapon}"))
        yield Zones(key=f"drunk.{weapon}", title=title, zones=ids, most=MOST_DRUNK, copies=MOST_DRUNK)
    kinds = {weapon: begun(t(f"scorpion.weapon.{weapon}")) for weapon in WEAPONS}
    kinds |= {"patrols": t(f"{K}patrols"), "drunk": begun(t("scorpion.unit.drunk"))}
    rows = tuple(
        (f"{owner or SHARED}.{kind}", label if owner is None else f"{t(f'scorpion.{owner}')}: {label}")
        for owner in owners(e.options)
        for kind, label in kinds.items()
    )
    yield Counts(key="inside", title=t(f"{K}inside"), rows=rows, most=OF_A_WEAPON)


def _patrols(e: Entering, board: Board) -> Iterator[Field]:
    t = e.t
    armed = tuple((weapon, begun(t(f"scorpion.weapon.{weapon}"))) for weapon in WEAPONS)
    for group in groups(e.options, e.table):
        zone = t(f"{K}inside") if group.zone == PASSAGE else group.zone
        about = {"n": group.n + 1, "zone": zone}
        yield Counts(key=f"patrol.{group.n}", title=t(f"{K}patrol", **about), rows=armed, most=OF_A_WEAPON)
        if group.zone in board.route.zones:
            facings = tuple((behind or NONE, behind or t(f"{K}all_ahead")) for behind in behinds(board, group.zone))
            yield Choice(key=f"behind.{group.n}", title=t(f"{K}behind", **about), values=facings)


def _passages(e: Entering, board: Board) -> Iterator[Field]:
    t, zones = e.t, board.in_order(board.entrance_zones)
    for owner in owners(e.options):
        title = t(f"{K}found") if owner is None else t(f"{K}found_of", who=t(f"scorpion.{owner}"))
        yield Zones(key=f"found.{owner or SHARED}", title=title, zones=zones, most=2, copies=2)
    if e.options.passage_reuse == "no":
        rows = tuple((row, t(f"{K}{row}")) for row in ("passage_entries", "passage_swords"))
        yield Counts(key="entries", title=t(f"{K}entries"), rows=rows, most=40, at="*")
    if e.options.ropes_discoverable != "off":
        yield Zones(key="ropes", title=t(f"{K}ropes"), zones=board.ids, most=2 * ROPES, copies=ROPES)


def _cards(e: Entering) -> Iterator[Field]:
    t, now = e.t, phase(e.table)
    for role in guard_roles(e.options, e.seats):
        rows = ["hand_size", "deck_size", "front"]
        rows += ["drawn_size"] if now == "alert" else []
        rows += ["hand_used"] if now in ("cards", "patrol", "intruders") else []
        labels = tuple((row, t(f"{K}{row}")) for row in rows)
        name, most = t(f"scorpion.role.{role}"), TOTALS["guards"]
        yield Counts(key=f"cards.{role}", title=name, rows=labels, most=most, at=f"stocks.{role}")
        yield discard(t, role, t(f"{K}discard", who=name))
    if now == "alert":
        yield yes_no(t, "drew", t(f"{K}drew"))


def _character(e: Entering, one: str, board: Board) -> Iterator[Field]:
    t, status = e.t, chosen(e.table, f"status.{one}")
    known = tuple((name, begun(t(f"{K}status.{name}"))) for name in STATUSES)
    yield Choice(key=f"status.{one}", title=t(f"{K}status"), values=known, at=f"characters.{one}.status")
    if status == "visible":
        figure, at = t(f"{K}figure"), f"characters.{one}.zone"
        yield Zones(key=f"at.{one}", title=figure, zones=board.ids, most=1, at=at, holds="first")
    yield from people.asked(e, one)


def _this_turn(e: Entering) -> Iterator[Field]:
    t, now, standing = e.t, phase(e.table), guards(e.options, e.table)
    named = tuple((one.id, _guard(t, one)) for one in standing)
    for flag in FLAGS if named else ():
        if flag == "woken" or now != "start":
            yield Things(key=flag, title=t(f"{K}{flag}"), values=named, most=len(named))
    drunk = tuple((one.id, _guard(t, one)) for one in standing if one.drunk)
    if drunk and e.options.sake_duration != "game":
        yield Counts(key="sober", title=t(f"{K}sober"), rows=drunk, most=TURNS)
    if now != "alert" or chosen(e.table, "drew") == YES:
        yield level(t, "drawn_at")
    roles = guard_roles(e.options, e.seats)
    if now == "start":
        rows = tuple((role, t(f"{K}bonus_cards", who=t(f"scorpion.role.{role}"))) for role in roles)
        rows += (("sleepers", t(f"{K}bonus_sleepers")),)
        due = t(f"{K}due")
        yield Counts(key="due", title=due, rows=rows, most=TOTALS["guards"], at="bonus_cards_due", holds="some")
        return
    rows = tuple((row, t(f"{K}{row}")) for row in ("cards_used", "kenjutsu_used"))
    yield Counts(key="used", title=t(f"{K}used"), rows=rows, most=TOTALS["guards"], at="*")
    if now != "alert":
        names = tuple((role, begun(t(f"scorpion.role.{role}"))) for role in roles)
        yield Things(key="focused", title=t(f"{K}focused"), values=names, most=len(names), at="focused")
    if now == "intruders":
        yield searches(e)


def _guard(t: Translator, one: Guard) -> str:
    zone = t(f"{K}inside") if one.zone == PASSAGE else one.zone
    kind = t("scorpion.unit.drunk") if one.drunk else t(f"scorpion.weapon.{one.weapon}")
    return f"{one.id} {zone} {kind}"


PLAYING = ("hidden", "visible", "passage")


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the steps for what a seat alone knows."""
    if entering.options.depth == "scores":
        return ()
    role = roles_of(entering.options, entering.seats)[seat]
    board = board_of(entering.options)
    steps = _guards_own(entering, seat, role, board) if SIDES[role] == "guards" else _intruders(entering, seat, board)
    return tuple(step for step in steps if step.fields)


def _guards_own(e: Entering, seat: str, role: str, board: Board) -> Iterator[Step]:
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
