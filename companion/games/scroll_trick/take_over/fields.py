"""The fields: of what lies open, and of what a seat alone knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract.take_over import Choice, Counts, Entering, Field, Step, Things
from companion.games.scroll_trick.take_over.given import GIVEN, HELD, TRICKS, Given, K, read
from companion.games.scroll_trick.terms import terms
from companion.i18n import Translator, num
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SHADOW, TILES, VALUES, deck
from referee.scroll_trick.moves import CONTEST, ROUND
from referee.scroll_trick.positions.model import OPENED


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the moment and what was captured; where cards lie open, these and the scrolls on them."""
    at = read(entering.options, entering.seats, entering.table)
    steps = [_step(entering.t, "moment", _moment(entering, at)), _step(entering.t, "captured", _captured(entering, at))]
    if at.phase in OPENED:
        steps.append(_step(entering.t, "cards", _cards(entering, at)))
        scrolls = tuple(_scrolls(entering.t, at))
        steps += [_step(entering.t, "scrolls", scrolls)] if scrolls else []
    return tuple(steps)


def _step(t: Translator, name: str, fields: Iterator[Field] | tuple[Field, ...]) -> Step:
    return Step(t(f"{K}{name}"), tuple(fields), t(f"{K}{name}_about"))


def _moment(entering: Entering, at: Given) -> Iterator[Field]:
    t, who = entering.t, _who(entering, at.people)
    rounds = tuple((str(n + 1), num(n + 1)) for n in range(ROUNDS))
    yield Choice(key="round", title=t(f"{K}round"), values=rounds, at="round", holds="number")
    phases = tuple((p, t(f"{K}phase.{p}")) for p in _phases(at))
    yield Choice(key="phase", title=t(f"{K}phase"), values=phases, at="phase")
    yield Choice(key="marker", title=t(f"{K}marker"), values=who, at="marker")
    if at.phase == "between":
        yield Choice(key="moved", title=t(f"{K}moved"), values=tuple((v, t(f"{K}{v}")) for v in (HELD, GIVEN)))
        if at.plays:
            yield Things(key="drawn", title=t(f"{K}drawn"), values=who, most=len(who), at="seats.*.drawn")
    if at.two and at.moved:
        yield Choice(key="first", title=t(f"{K}first"), values=who, at="first")
    if at.phase in ROUND - {"trump"}:
        kinds = tuple((kind, terms(t, "kind", kind) or kind) for kind in entering.options.kinds)
        yield Choice(key="trump", title=t(f"{K}trump"), values=kinds, at="trump")
    if at.phase in CONTEST:
        yield Choice(key="leader", title=t(f"{K}leader"), values=_who(entering, at.seats), at="leader")
    if at.phase == "score":
        yield Counts(key="entries", title=t(f"{K}entries"), rows=((TRICKS, ""),), most=HAND, at="entries")


def _phases(at: Given) -> Iterator[str]:
    """Yield the moments that there are, in the order of play."""
    if at.plays:
        yield from ("deal", "trump", *(("shadow",) if at.two else ()), "open", "place")
        yield from (("turn",) if at.round > 1 else ())
        yield from ("trick", "resolve", *(("refill",) if at.two else ()))
    else:
        yield "score"
    if at.round < ROUNDS:
        yield "between"
    elif at.options.final_tie == "table":
        yield "tie"


def _captured(entering: Entering, at: Given) -> Iterator[Field]:
    t = entering.t
    for seat, name in _who(entering, at.seats):
        yield _worths(f"captured.{seat}", t(f"{K}captured_of", name=name), TILES, f"seats.{seat}.captured")
        if at.tells_round and at.round > 1:
            yield _worths(f"in_round.{seat}", t(f"{K}in_round_of", name=name), TILES, f"seats.{seat}.in_round")


def _cards(entering: Entering, at: Given) -> Iterator[Field]:
    t = entering.t
    for seat, name in _who(entering, at.seats):
        key, title = f"cards.{seat}", t(f"{K}cards_of", name=name)
        yield Things(key=key, title=title, values=_named(t, at.free(key)), most=OPEN, ordered=True)
    if at.phase == "place":
        who, title = _who(entering, at.people), t(f"{K}placed")
        yield Things(key="placed", title=title, values=who, most=len(who), at="seats.*.placed")
    if at.phase in ("trick", "resolve"):
        values = _named(t, at.free("now"))
        yield Things(key="now", title=t(f"{K}now"), values=values, most=len(at.seats), ordered=True)
    if at.phase in CONTEST:
        values = _named(t, at.free("discards"))
        yield Things(key="discards", title=t(f"{K}discards"), values=values, most=len(values), at="discards")


def _scrolls(t: Translator, at: Given) -> Iterator[Field]:
    played = [card for seat, card in at.now if seat != SHADOW]
    for key, cards in (("opened", played), ("up", at.turned), ("start", at.first_three if at.discards else [])):
        if cards:
            yield Things(key=key, title=t(f"{K}{key}"), values=_named(t, cards), most=len(cards))
    for card in at.up:
        yield Choice(key=f"value.{card}", title=t(f"{K}value_on", card=_name(t, card)), values=_values())


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the step in which a seat enters its hand and its scrolls; it may leave all of it empty."""
    at = read(entering.options, entering.seats, entering.table)
    fields = tuple(_secret(entering.t, at, seat))
    return (_step(entering.t, "secret", fields),) if fields else ()


def _secret(t: Translator, at: Given, seat: str) -> Iterator[Field]:
    if at.phase in ROUND:
        closed = [card for card in deck(at.options.kinds, at.options.numbers) if card not in at.cards(seat)]
        yield Things(key="hand", title=t(f"{K}hand"), values=_named(t, closed), most=HAND)
    down = at.face_down(seat)
    for card in down:
        yield Choice(key=f"note.{card}", title=t(f"{K}note_on", card=_name(t, card)), values=_values())
    if at.waits(seat) or (at.round > 1 and down):
        yield _worths("held", t(f"{K}held_scrolls"), OPEN, "held")


def _who(entering: Entering, seats: Sequence[str]) -> tuple[tuple[str, str], ...]:
    names = {seat.seat: seat.name for seat in entering.seats} | {SHADOW: entering.t("scroll_trick.shadow")}
    return tuple((seat, names[seat]) for seat in seats)


def _values() -> tuple[tuple[str, str], ...]:
    return tuple((str(value), f"+{value}" if value > 0 else num(value)) for value in VALUES)


def _worths(key: str, title: str, most: int, at: str) -> Things:
    return Things(key=key, title=title, values=_values(), most=most, copies=most, at=at, holds="number")


def _named(t: Translator, cards: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((card, _name(t, card)) for card in cards)


def _name(t: Translator, card: str) -> str:
    return terms(t, "card", card) or card
