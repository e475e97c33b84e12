"""How a Scorpion table of results alone is entered: all of it lies open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.contract.take_over import Choice, Counts, Entered, Entering, Field, Step, Things
from companion.games.scorpion.take_over import people
from companion.games.scorpion.take_over.fields import cards, find, level, moment, searches
from companion.games.scorpion.take_over.given import FINDS, LETTERS, K, guard_roles, who
from companion.games.scorpion.take_over.people import each
from companion.games.table.entered import NONE, chosen, counted, listed, number, without_nothing
from companion.ui.words.sentences import begun
from referee.core.values import Seat
from referee.scorpion.cards import TOTALS
from referee.scorpion.options import Options
from referee.scorpion.positions.open_table import OpenTable
from referee.scorpion.scores.state import RUNNING
from referee.scorpion.state import LIMIT
from referee.scorpion.trackers import ScoredCharacter, Scores

Json = dict[str, Any]
GUARDS = ("sword", "spear", "drunk", "guards_in_passage", "guards_went_in", "sleepers", "woken")
USED = ("cards_used", "kenjutsu_used", "hand_used", "drawn_used", "passage_entries")
STATUSES = ("hidden", "passage", "escaped", "dead", "due")
SEARCHED = 80
MANY = 40


def table(e: Entering) -> tuple[Step, ...]:
    """Return the steps in which a table of results is entered."""
    t = e.t
    characters = (
        Step(t(f"scorpion.{one}"), tuple(_character(e, one)), t(f"{K}about.results")) for one in who(e.options, e.table)
    )
    return (
        Step(t(f"{K}moment"), tuple(moment(e)), t(f"{K}about.moment")),
        Step(t(f"{K}guards"), tuple(_guards(e))),
        *characters,
        Step(t(f"{K}finds"), (_finds(e), searches(e))),
        Step(t(f"{K}turn"), (level(t, "drawn_at"),)),
    )


def _guards(e: Entering) -> Iterator[Field]:
    t, first = e.t, guard_roles(e.options, e.seats)[0]
    labels = {row: begun(t(f"scorpion.weapon.{row}")) for row in GUARDS[:2]}
    labels |= {row: t(f"{K}n.{row}") for row in GUARDS[2:]}
    yield Counts(key="guards", title=t(f"{K}guards"), rows=tuple(labels.items()), most=MANY)
    yield Counts(key=f"cards.{first}", title=t(f"{K}cards"), rows=(("front", t(f"{K}front")),), most=LIMIT)
    title, pile = t(f"{K}discard", who=t("scorpion.role.guards")), f"discard.{first}"
    yield Things(key=pile, title=title, values=cards(t, "guards"), most=TOTALS["guards"], copies=TOTALS["guards"])
    rows = tuple((row, t(f"{K}{row}")) for row in USED)
    yield Counts(key="used", title=t(f"{K}used"), rows=rows, most=TOTALS["guards"])
    names = tuple((role, begun(t(f"scorpion.role.{role}"))) for role in ("guards",))
    yield Things(key="focused", title=t(f"{K}focused"), values=names, most=2, copies=2)


def _character(e: Entering, one: str) -> Iterator[Field]:
    t = e.t
    known = tuple((status, begun(t(f"{K}status.{status}"))) for status in STATUSES)
    yield Choice(key=f"status.{one}", title=t(f"{K}status"), values=known)
    yield from people.asked(e, one)
    letters = tuple((x, x) for x in LETTERS)
    yield Things(key=f"letters.{one}", title=t(f"{K}letters"), values=letters, most=len(LETTERS))
    yield Choice(key=f"mission.{one}", title=t(f"{K}mission"), values=((NONE, t(f"{K}none")), *letters))
    rows = tuple((row, t(f"{K}{row}")) for row in ("went_in", "came_out"))
    yield Counts(key=f"inside.{one}", title=t(f"{K}inside"), rows=rows, most=20)


def _finds(e: Entering) -> Things:
    values = tuple((kind, find(e.t, kind)) for kind in FINDS)
    return Things(key="found", title=e.t(f"{K}finds"), values=values, most=SEARCHED, copies=SEARCHED, ordered=True)


def begin(options: Options, seats: Sequence[Seat]) -> Json:
    """Return the table as the set-up left it, in an early turn."""
    figures = options.sentries + 2 * options.patrol_count
    numbers = {"sword": (figures + 1) // 2, "spear": figures // 2, "sleepers": options.sleepers}
    found: Json = {"turn": {"turn": 2}, "alert": "0", "drawn_at": "0", "guards": numbers}
    hands = {"ninja": options.ninja_hand, "traitor": options.traitor_hand}
    for one in who(options, {}):
        found |= {f"status.{one}": "hidden", f"life.{one}": {"life": 1}}
        if one in hands:
            found[f"numbers.{one}"] = {"hand_size": hands[one], "died": 0}
    return found | ({"wolf": who(options, {})[0]} if options.lone_wolf != "off" else {})


def position(options: Options, seats: Sequence[Seat], values: Entered) -> Json:
    """Return the table as JSON."""
    roles = guard_roles(options, seats)
    front = number(values, f"cards.{roles[0]}", "front")
    stocks: list[Json] = [{"role": role} for role in roles]
    stocks[0] |= {"front": front, "discard": counted(listed(values, f"discard.{roles[0]}"))}
    names = who(options, values)
    scores: Json = {row: number(values, "guards", row) for row in GUARDS}
    scores |= {"drawn_used": number(values, "used", "drawn_used"), "found": list(listed(values, "found"))}
    scores["characters"] = [
        without_nothing(
            {
                "who": one,
                "letters": list(listed(values, f"letters.{one}")),
                "mission": chosen(values, f"mission.{one}"),
                "went_in": number(values, f"inside.{one}", "went_in") or None,
                "came_out": number(values, f"inside.{one}", "came_out") or None,
            }
        )
        for one in names
    ]
    used = {row: number(values, "used", row) for row in USED if row != "drawn_used"}
    return {
        "phase": RUNNING,
        "turn": number(values, "turn", "turn", 1),
        **{row: int(chosen(values, row) or 0) for row in ("alert", "drawn_at")},
        "stocks": stocks,
        "characters": [people.described(values, one, roles) for one in names],
        **used,
        "focused": list(listed(values, "focused")),
        "searches": list(listed(values, "searches")),
        "scores": scores,
    }


def entered(options: Options, seats: Sequence[Seat], table: OpenTable) -> Json:
    """Return the values of a table; before the start, those that it begins with."""
    kept = table.scores or Scores()
    if not table.stocks:
        return begin(options, seats)
    first = table.stocks[0]
    found: Json = {
        "turn": {"turn": table.turn},
        "alert": str(table.alert),
        "drawn_at": str(table.drawn_at),
        "guards": {row: getattr(kept, row) for row in GUARDS},
        f"cards.{first.role}": {"front": first.front},
        f"discard.{first.role}": each(first.discard),
        "used": {row: getattr(kept if row == "drawn_used" else table, row) for row in USED},
        "focused": list(table.focused),
        "searches": list(table.searches),
        "found": list(kept.found),
    }
    if options.lone_wolf != "off":
        found["wolf"] = table.characters[0].who
    for one in table.characters:
        found |= people.values_of(one)
    for scored in kept.characters:
        found |= _scored(scored)
    return {key: value for key, value in found.items() if value not in (None, [], {})}


def _scored(one: ScoredCharacter) -> Json:
    inside = {"went_in": one.went_in or 0, "came_out": one.came_out or 0}
    return {f"letters.{one.who}": list(one.letters), f"mission.{one.who}": one.mission, f"inside.{one.who}": inside}
