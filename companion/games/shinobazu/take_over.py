"""Entering a Shinobazu position: the round, the cards in front of seats, discards, points and turn.

Any moment of the turns can be entered, and the beginning of a battle, which also stands for a battle or duel that is
going on or decided. In depth `scores` it is the beginning of a round. Not entered are the past that audits would need
(who laid which discard, who led the earlier rounds) and records of cards that lie open or were discarded unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.contract.game_ui import Choice, Counts, Entered, Entering, Field, Holds, Step, TakeOver, Things
from companion.games.shinobazu.facts import terms
from companion.games.table.placed import NONE, Form, chosen, listed, number, plain
from companion.i18n import Translator
from referee.core.game import Position
from referee.core.values import Seat
from referee.shinobazu.cards import CARDS, COLOURS, HAND
from referee.shinobazu.moves import END, Options
from referee.shinobazu.positions.model import OpenTable, lying

SETS = 99


class EnteredTable(NamedTuple):
    """What has been entered of a table, field by field; values for which other fields leave no place do not count."""

    values: Entered

    @property
    def set(self) -> int:
        return number(self.values, "set", "set", 1)

    @property
    def round(self) -> int:
        return int(self.values.get("round") or 1)

    @property
    def lead(self) -> str | None:
        return chosen(self.values, "lead")

    @property
    def discards(self) -> tuple[str, ...]:
        return listed(self.values, "discards") if self.round > 1 else ()

    @property
    def unseen(self) -> int:
        return number(self.values, "unseen", "unseen") if self.round > 1 else 0

    @property
    def returned(self) -> tuple[str, ...]:
        return listed(self.values, "returned") if self.set > 1 else ()

    @property
    def carried(self) -> tuple[str, ...]:
        return listed(self.values, "carried") if self.round > 1 else ()

    def returned_to(self, card: str) -> str | None:
        return chosen(self.values, f"returned_to.{card}")

    def carried_before(self, card: str) -> str | None:
        return chosen(self.values, f"carried_before.{card}")

    def carried_by(self, card: str) -> str | None:
        return chosen(self.values, f"carried_by.{card}") or self.carried_before(card)

    def laid_by(self, seat: str) -> str | None:
        """Return who laid the card of this round in front of a seat; None if there is none."""
        return chosen(self.values, f"laid_by.{seat}") if self.lead is not None else None

    def declared(self, seat: str) -> str | None:
        return chosen(self.values, f"declared.{seat}") if self.laid_by(seat) is not None else None


K = "shinobazu.screen.take_over."


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the steps for what lies open, in the order in which one reads a table."""
    t, given, plays = entering.t, EnteredTable(entering.table), entering.options.depth == "plays"
    kept = _plays(entering, given) if plays else _kept(entering, given)
    discards = _discards(entering, given) if plays else ()
    steps = (
        Step(t(f"{K}at"), tuple(_at(t, plays)), t(f"{K}at_about")),
        Step(t(f"{K}fronts"), tuple(kept), t(f"{K}fronts_about")),
        Step(t(f"{K}discarded"), tuple(discards), t(f"{K}discarded_about")),
        Step(t(f"{K}points_turn"), tuple(_points(entering, given))),
    )
    return tuple(step for step in steps if step.fields)


def _at(t: Translator, plays: bool) -> Iterator[Field]:
    yield Counts(key="set", title=t(f"{K}set"), rows=(("set", ""),), least=1, most=SETS, at="set")
    rounds = tuple((str(n), str(n)) for n in range(1, HAND + 1))
    yield Choice(key="round", title=t(f"{K}round"), values=rounds, at="round", holds="number")
    if plays:
        colours = tuple((colour, t(f"shinobazu.colour.{colour}")) for colour in COLOURS)
        values = ((NONE, t(f"{K}no_lead")), *colours)
        yield Choice(key="lead", title=t(f"{K}lead"), values=values, at="lead", nothing=NONE)


def _plays(entering: Entering, given: EnteredTable) -> Iterator[Field]:
    """Yield the fields of returned and carried cards and, by seat, of this round's card and its declaration."""
    t, people = entering.t, entering.people
    if given.set > 1:
        yield _cards(t, "returned", t(f"{K}returned"), min(HAND * len(people), len(CARDS)))
    for card in given.returned:
        yield Choice(key=f"returned_to.{card}", title=t(f"{K}returned_to", card=_said(t, card)), values=people)
    if given.round > 1:
        yield _cards(t, "carried", t(f"{K}carried"), len(people) * (given.round - 1), ordered=True)
    for card in given.carried:
        yield Choice(key=f"carried_before.{card}", title=t(f"{K}carried_before", card=_said(t, card)), values=people)
        yield Choice(key=f"carried_by.{card}", title=t(f"{K}carried_by", card=_said(t, card)), values=people)
    for seat, name in people:
        if given.lead is not None:
            title = t(f"{K}laid_by", name=name)
            yield Choice(key=f"laid_by.{seat}", title=title, values=((NONE, t(f"{K}no_card")), *people))
        if given.laid_by(seat) is not None:
            choices = tuple((choice, t(f"{K}{choice}")) for choice in (NONE, "fight", "pass"))
            title, at = t(f"{K}declared", name=name), f"seats.{seat}.declared"
            yield Choice(key=f"declared.{seat}", title=title, values=choices, at=at, nothing=NONE)


def _kept(entering: Entering, given: EnteredTable) -> Iterator[Field]:
    if given.round > 1:
        title, most = entering.t(f"{K}kept"), given.round - 1
        yield Counts(key="kept", title=title, rows=entering.people, most=most, at="seats.*.kept")


def _discards(entering: Entering, given: EnteredTable) -> Iterator[Field]:
    if given.round > 1:
        t, most = entering.t, len(entering.seats) * (given.round - 1)
        yield _cards(t, "discards", t(f"{K}discards"), most)
        yield Counts(key="unseen", title=t(f"{K}unseen"), rows=(("unseen", ""),), most=most)


def _points(entering: Entering, given: EnteredTable) -> Iterator[Field]:
    t, people = entering.t, entering.people
    points = t(f"{K}points")
    yield Counts(key="points", title=points, rows=people, most=END - 1, total=True, at="seats.*.points")
    begun = given.lead is not None or entering.options.depth == "scores"
    yield Choice(key="start", title=t(f"{K}started" if begun else f"{K}turn"), values=people, at="start")


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the step of a hand, and of the card that the seat has laid face down; both may be left out."""
    if entering.options.depth == "scores":
        return ()
    t, given = entering.t, EnteredTable(entering.table)
    laid = any(given.laid_by(other.seat) == seat for other in entering.seats)
    seen = {*given.discards, *given.carried}
    fields: list[Field] = []
    if size := HAND + 1 - given.round - laid:
        fields.append(_cards(t, "hand", t(f"{K}hand"), size, seen, at="hand"))
    if laid:
        fields.append(_cards(t, "laid", t(f"{K}own_laid"), 1, seen, at="laid", holds="first"))
    return (Step(t(f"{K}own"), tuple(fields), t(f"{K}own_about")),) if fields else ()


def _cards(
    t: Translator, key: str, title: str, most: int, seen: Any = (), *, ordered: bool = False, at: str = "",
    holds: Holds = "text",
) -> Things:  # fmt: skip
    values = tuple((card, _said(t, card)) for card in CARDS if card not in seen)
    return Things(key=key, title=title, values=values, most=most, ordered=ordered, at=at, holds=holds)


def _said(t: Translator, card: str) -> str:
    return terms(t, "card", card) or card


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the beginning of the second set, before anybody has laid."""
    return {
        "set": {"set": 2},
        "round": "1",
        "lead": NONE,
        "points": {seat.seat: 0 for seat in seats},
        "start": options.start or seats[0].seat,
    }


def position(
    options: Options, seats: Sequence[Seat], table_: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position as JSON."""
    given, plays = EnteredTable(table_), options.depth == "plays"
    form, done = Form(options, seats, table, secret), plays and all(given.declared(seat.seat) for seat in seats)
    begun: dict[str, Any] = {"phase": "battle" if done or not plays else "turns"}
    begun["seats"] = [_seat(given, seat.seat) if plays else {} for seat in seats]
    if plays:
        begun["discards"] = [*({"card": card} for card in given.discards), *({} for _ in range(given.unseen))]
    known = {seat: form.secret(table_, seat, own) for seat, own in secrets.items()}
    return {"table": form.table(table_, begun), "secrets": {seat: own for seat, own in known.items() if own}}


def _seat(given: EnteredTable, seat: str) -> dict[str, Any]:
    front: list[dict[str, Any]] = [
        {"card": card, "carried": True} | _by(seat, given.carried_by(card))
        for card in given.carried
        if given.carried_before(card) == seat
    ]
    laid_by = given.laid_by(seat)
    if laid_by is not None:
        front.append(_by(seat, laid_by))
    return {"front": front, "returned": [card for card in given.returned if given.returned_to(card) == seat]}


def _by(seat: str, laid_by: str | None) -> dict[str, Any]:
    return {"laid_by": laid_by} if laid_by not in (None, seat) else {}


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the entered values of a position."""
    lies: OpenTable = position.table
    form, stands = Form(options, seats, table, secret), plain(lies)
    stands["set"] = min(lies.set, SETS)
    for seat, points in zip(stands["seats"], _before(lies, seats).values(), strict=True):
        seat["points"] = points
    found = form.entered(stands, dict(_by_hand(lies, seats)) if options.depth == "plays" else {})
    own = {seat: form.entered_secret(plain(known), found, seat, {}) for seat, known in position.secrets.items()}
    return found, {seat: known for seat, known in own.items() if known}


def _by_hand(table: OpenTable, seats: Sequence[Seat]) -> Iterator[tuple[str, Any]]:
    """Yield the values of the cards' fields: discards, returned and carried cards, and who laid in front of whom."""
    yield "discards", [card.card for card in table.discards if card.card is not None]
    yield "unseen", {"unseen": sum(card.card is None for card in table.discards)}
    carried = [lies for lies in lying(table, seats) if lies.card.carried and lies.card.card is not None]
    returned = {card: seat.seat for seat, it in zip(seats, table.seats, strict=True) for card in it.returned}
    yield "returned", list(returned)
    yield "carried", [lies.card.card for lies in carried]
    yield from ((f"returned_to.{card}", seat) for card, seat in returned.items())
    yield from ((f"carried_before.{lies.card.card}", lies.owner) for lies in carried)
    yield from ((f"carried_by.{lies.card.card}", lies.laid_by) for lies in carried)
    now = {lies.owner: lies.laid_by for lies in lying(table, seats) if not lies.card.carried}
    yield from ((f"laid_by.{seat.seat}", now.get(seat.seat, NONE)) for seat in seats)


def _before(table: OpenTable, seats: Sequence[Seat]) -> dict[str, int]:
    """Return the points before the battle of this round; a winner with 0 now may have had 1."""
    points = {
        seat.seat: it.points if it.before is None else it.before for seat, it in zip(seats, table.seats, strict=True)
    }
    for changes in _changes(table, seats):
        for seat, change in changes.items():
            points[seat] = max(points[seat] - change, 0) if points[seat] or change > 0 else 0
    return {seat: min(each, END - 1) for seat, each in points.items()}


def _changes(table: OpenTable, seats: Sequence[Seat]) -> Iterator[dict[str, int]]:
    """Yield the changes of points in a round of depth `scores`: by its duel, then by its battle."""
    scored = table.scored
    if scored is None:
        return
    if scored.refused_duel is not None:
        yield {scored.refused_duel.target: scored.refused_duel.after - scored.refused_duel.before}
    elif scored.duel is not None:
        gone = [
            seat.seat
            for seat, it in zip(seats, table.seats, strict=True)
            if it.declared == "pass" and not it.stays and scored.duel != "three"
        ]
        yield {seat: 1 if seat in scored.gained else -1 for seat in (scored.losers[0], *gone)}
    yield dict.fromkeys(scored.losers, 1) | ({scored.winner: -1} if scored.winner is not None else {})


TAKE_OVER = TakeOver(
    table=table,
    secret=secret,
    begin=begin,
    position=position,
    entered=entered,
    moment=("phase", "challenged", "accepted"),
)
