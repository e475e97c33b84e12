"""The fields: of what lies open, and of what a seat alone knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.contract.take_over import Choice, Counts, Entering, Field, Holds, Step, Things
from companion.games.shinobazu.take_over.given import SETS, Given
from companion.games.shinobazu.terms import terms
from companion.games.table.entered import NONE
from companion.i18n import Translator
from referee.shinobazu.model import CARDS, COLOURS, END, HAND

K = "shinobazu.screen.take_over."


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the steps of what lies open, in the order in which one reads a table."""
    t, given, plays = entering.t, Given(entering.table), entering.options.depth == "plays"
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


def _plays(entering: Entering, given: Given) -> Iterator[Field]:
    """Yield what has returned to hands, what was carried, and by seat the card of this round and its declaration."""
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


def _kept(entering: Entering, given: Given) -> Iterator[Field]:
    if given.round > 1:
        title, most = entering.t(f"{K}kept"), given.round - 1
        yield Counts(key="kept", title=title, rows=entering.people, most=most, at="seats.*.kept")


def _discards(entering: Entering, given: Given) -> Iterator[Field]:
    if given.round > 1:
        t, most = entering.t, len(entering.seats) * (given.round - 1)
        yield _cards(t, "discards", t(f"{K}discards"), most)
        yield Counts(key="unseen", title=t(f"{K}unseen"), rows=(("unseen", ""),), most=most)


def _points(entering: Entering, given: Given) -> Iterator[Field]:
    t, people = entering.t, entering.people
    points = t(f"{K}points")
    yield Counts(key="points", title=points, rows=people, most=END - 1, total=True, at="seats.*.points")
    begun = given.lead is not None or entering.options.depth == "scores"
    yield Choice(key="start", title=t(f"{K}started" if begun else f"{K}turn"), values=people, at="start")


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the step of a hand, and of the card that the seat has laid face down; both may stay unsaid."""
    if entering.options.depth == "scores":
        return ()
    t, given = entering.t, Given(entering.table)
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
