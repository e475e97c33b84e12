"""Entering a Scorpion table in depth `scores`: all of it lies open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.contract.game_ui import Choice, Counts, Entered, Entering, Field, Step, Things
from companion.games.scorpion.facts import find
from companion.games.scorpion.take_over import fields
from companion.games.scorpion.take_over.fields import (
    FINDS,
    LETTERS,
    K,
    discard,
    guard_roles,
    level,
    moment,
    searches,
    who,
)
from companion.games.table.placed import NONE, Form, plain
from companion.ui.words import begun
from referee.core.values import Seat
from referee.scorpion.cards import TOTALS
from referee.scorpion.options import Options
from referee.scorpion.parts import Scores
from referee.scorpion.positions.model import OpenTable
from referee.scorpion.scores import RUNNING
from referee.scorpion.state import LIMIT

Json = dict[str, Any]
GUARDS = ("sword", "spear", "drunk", "guards_in_passage", "guards_went_in", "sleepers", "woken")
USED = ("cards_used", "kenjutsu_used", "hand_used", "drawn_used", "passage_entries")
STATUSES = ("hidden", "passage", "escaped", "dead", "due")
SEARCHED = 80
MANY = 40


def table(e: Entering) -> tuple[Step, ...]:
    """Return the steps in which such a table is entered."""
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
    yield Counts(key="guards", title=t(f"{K}guards"), rows=tuple(labels.items()), most=MANY, at="scores")
    front = (("front", t(f"{K}front")),)
    yield Counts(key=f"cards.{first}", title=t(f"{K}cards"), rows=front, most=LIMIT, at=f"stocks.{first}")
    yield discard(t, first, t(f"{K}discard", who=t("scorpion.role.guards")))
    rows = tuple((row, t(f"{K}{row}")) for row in USED)
    yield Counts(key="used", title=t(f"{K}used"), rows=rows, most=TOTALS["guards"], at="*")
    names = (("guards", begun(t("scorpion.role.guards"))),)
    yield Things(key="focused", title=t(f"{K}focused"), values=names, most=2, copies=2, at="focused")


def _character(e: Entering, one: str) -> Iterator[Field]:
    t = e.t
    at = f"scores.characters.{one}"
    known = tuple((status, begun(t(f"{K}status.{status}"))) for status in STATUSES)
    yield Choice(key=f"status.{one}", title=t(f"{K}status"), values=known, at=f"characters.{one}.status")
    yield from fields.asked(e, one)
    letters = tuple((x, x) for x in LETTERS)
    yield Things(
        key=f"letters.{one}", title=t(f"{K}letters"), values=letters, most=len(LETTERS), at=f"{at}.letters"
    )
    missions = ((NONE, t(f"{K}none")), *letters)
    yield Choice(key=f"mission.{one}", title=t(f"{K}mission"), values=missions, at=f"{at}.mission", nothing=NONE)
    rows = tuple((row, t(f"{K}{row}")) for row in ("went_in", "came_out"))
    yield Counts(key=f"inside.{one}", title=t(f"{K}inside"), rows=rows, most=20, at=at, holds="some")


def _finds(e: Entering) -> Things:
    values = tuple((kind, find(e.t, kind)) for kind in FINDS)
    return Things(
        key="found", title=e.t(f"{K}finds"), values=values, most=SEARCHED, copies=SEARCHED, ordered=True,
        at="scores.found",
    )  # fmt: skip


def begin(options: Options, seats: Sequence[Seat]) -> Json:
    """Return the table as the set-up left it, in an early turn."""
    figures = options.sentries + 2 * options.patrol_count
    numbers = {"sword": (figures + 1) // 2, "spear": figures // 2, "sleepers": options.sleepers}
    found: Json = {"turn": {"turn": 2}, "alert": "0", "drawn_at": "0", "guards": numbers}
    return found | fields.begun_intruders(options)


def position(form: Form, options: Options, seats: Sequence[Seat], values: Entered) -> Json:
    """Return the table as JSON."""
    names = who(options, values)
    lists = {"stocks": [{"role": role} for role in guard_roles(options, seats)]}
    people_ = {"characters": [{"who": one} for one in names]}
    scores = {"characters": [{"who": one} for one in names]}
    found = form.table(values, {"phase": RUNNING, **lists, **people_, "scores": scores})
    found["scores"]["drawn_used"] = found.pop("drawn_used")
    found["characters"] = [fields.described(one) for one in found["characters"]]
    return found


def entered(form: Form, options: Options, seats: Sequence[Seat], table: OpenTable) -> Json:
    """Return the values of a table; before the start, the initial ones."""
    if not table.stocks:
        return begin(options, seats)
    stands = plain(table.model_copy(update={"scores": table.scores or Scores()}))
    stands["drawn_used"] = stands["scores"]["drawn_used"]
    stands["characters"] = [fields.standing(one) for one in stands["characters"]]
    return form.entered(stands, {"wolf": table.characters[0].who} if options.lone_wolf != "off" else {})
