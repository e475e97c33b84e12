"""Entering a Scroll Trick position: the moment, captured scrolls, open cards, the scrolls on them.

Any moment from the first deal to the last trick can be entered, including those within a trick, but not the set-up and
the end. Of finished tricks only the cards are entered, not who played them, findings of audits or withdrawn entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.contract.game_ui import Choice, Counts, Entered, Entering, Field, Step, TakeOver, Things
from companion.games.scroll_trick.facts import terms
from companion.games.table.placed import Form, listed, plain
from companion.i18n import Translator, num
from referee.core.game import Position
from referee.core.values import Seat
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SHADOW, TILES, VALUES, deck
from referee.scroll_trick.moves import CONTEST, ENTRY, ROUND, Options
from referee.scroll_trick.positions.model import OPENED, OVER, OpenCard, OpenTable, SeatKnowledge

K = "scroll_trick.take_over."
GIVEN, HELD = "given", "held"
"""Whether the reference card has been passed on for the next round."""
TRICKS = "tricks"


@dataclass(frozen=True, slots=True)
class EnteredTable:
    """What was entered of a table, as far as it is asked for at its moment."""

    options: Options
    people: tuple[str, ...]
    entered: Entered

    @property
    def two(self) -> bool:
        return len(self.people) == 2

    @property
    def seats(self) -> tuple[str, ...]:
        return (*self.people, SHADOW) if self.two else self.people

    @property
    def plays(self) -> bool:
        return self.options.depth == "plays"

    @property
    def phase(self) -> str | None:
        return self.one("phase")

    @property
    def round(self) -> int:
        return int(self.one("round") or 1)

    def one(self, key: str) -> str | None:
        return self.entered.get(key) or None

    def many(self, key: str) -> list[str]:
        return list(listed(self.entered, key))

    def cards(self, seat: str) -> list[str]:
        return self.many(f"cards.{seat}") if self.phase in OPENED else []

    @property
    def first(self) -> str | None:
        return self.one("first" if self.moved else "marker")

    @property
    def given(self) -> bool:
        """Whether the reference card has been passed on for the next round."""
        return self.phase == "between" and self.one("moved") == GIVEN

    @property
    def moved(self) -> bool:
        """Whether the reference card no longer shows who started the match."""
        return self.round > 1 or self.given

    @property
    def now(self) -> list[tuple[str, str]]:
        """The cards of the trick, each with its seat: clockwise from the leader (SCROLL-6.2)."""
        if self.phase not in ("trick", "resolve"):
            return []
        order = self.order
        leader = self.one("leader")
        at = order.index(leader) if leader in order else 0
        return list(zip(order[at:] + order[:at], self.many("now"), strict=False))

    @property
    def order(self) -> tuple[str, ...]:
        """The seats clockwise, with the shadow in its place (O8)."""
        if not self.two:
            return self.people
        a = self.first if self.first in self.people else self.people[0]
        b = next(seat for seat in self.people if seat != a)
        return (a, b, SHADOW) if self.options.shadow_seat == "after_second" else (a, SHADOW, b)

    @property
    def opened(self) -> list[str]:
        """The cards of the trick that came with a scroll."""
        named = self.many("opened")
        return [card for seat, card in self.now if seat == SHADOW or card in named]

    @property
    def certain(self) -> list[str]:
        """The shadow's cards whose scroll is asked for: the leftmost of its row, and the one in the trick."""
        return [*self.cards(SHADOW)[:1], *(card for seat, card in self.now if seat == SHADOW)]

    @property
    def turned(self) -> list[str]:
        """The cards whose scroll may have been turned (SCROLL-5.5 to 5.8)."""
        if self.round == 1 or self.phase not in CONTEST | {"turn"}:
            return []
        row = self.cards(SHADOW)[1:] if self.options.shadow_rank == "ranked_turns" else []
        mine = [card for seat in self.people for card in self.cards(seat)]
        return [*mine, *(card for seat, card in self.now if seat != SHADOW and card in self.opened), *row]

    @property
    def up(self) -> list[str]:
        """The cards whose scroll is, or may be, face up."""
        named = self.many("up")
        return [*self.certain, *(card for card in self.turned if card in named)]

    def value(self, card: str) -> int | None:
        value = self.one(f"value.{card}") if card in self.up else None
        return None if value is None else int(value)

    @property
    def first_three(self) -> list[str]:
        """The shadow's cards of which it is asked whether their scrolls are of the first three (SCROLL-9.6)."""
        if not self.two or self.round > 1 or self.phase not in CONTEST:
            return []
        return [*self.cards(SHADOW), *(card for seat, card in self.now if seat == SHADOW)]

    def start(self, seat: str, card: str) -> bool:
        if seat != SHADOW or self.round > 1:
            return False
        return not self.discards or card in self.many("start")

    @property
    def discards(self) -> list[str]:
        return self.many("discards") if self.phase in CONTEST else []

    def free(self, key: str) -> list[str]:
        """Return the cards that are entered in this field, or nowhere on the table."""
        fields = {*(f"cards.{seat}" for seat in self.seats), "now", "discards"} - {key}
        elsewhere = {card for field in fields for card in self.many(field)} - set(self.many(key))
        return [card for card in deck(self.options.kinds, self.options.numbers) if card not in elsewhere]

    @property
    def tells_round(self) -> bool:
        """Whether it matters which scrolls were captured in this round."""
        return self.phase in CONTEST | OVER | {"score"}

    def placed(self, seat: str) -> bool:
        return self.phase in CONTEST | {"turn"} or (self.phase == "place" and seat in self.many("placed"))

    def face_down(self, seat: str) -> list[str]:
        """Return a player's cards with a face-down scroll."""
        mine = self.cards(seat) if self.placed(seat) else []
        laid = [*mine, *(card for who, card in self.now if who == seat and card in self.opened)]
        return [card for card in laid if self.value(card) is None]

    def waits(self, seat: str) -> bool:
        """Tell whether a player holds scrolls that were drawn (SCROLL-7.2)."""
        if self.phase == "between":
            return seat in self.many("drawn")
        return self.round > 1 and self.phase in ENTRY | {"deal"} and not self.placed(seat)


def read(options: Options, seats: Sequence[Seat], entered: Entered) -> EnteredTable:
    return EnteredTable(options, tuple(seat.seat for seat in seats), entered)


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out empty values."""
    return {key: value for key, value in values.items() if value}


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the moment and the captured scrolls; if cards lie open, also these and the scrolls on them."""
    at = read(entering.options, entering.seats, entering.table)
    steps = [_step(entering.t, "moment", _moment(entering, at)), _step(entering.t, "captured", _captured(entering, at))]
    if at.phase in OPENED:
        steps.append(_step(entering.t, "cards", _cards(entering, at)))
        scrolls = tuple(_scrolls(entering.t, at))
        steps += [_step(entering.t, "scrolls", scrolls)] if scrolls else []
    return tuple(steps)


def _step(t: Translator, name: str, fields: Iterator[Field] | tuple[Field, ...]) -> Step:
    return Step(t(f"{K}{name}"), tuple(fields), t(f"{K}{name}_about"))


def _moment(entering: Entering, at: EnteredTable) -> Iterator[Field]:
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


def _phases(at: EnteredTable) -> Iterator[str]:
    """Yield the possible moments, in the order of play."""
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


def _captured(entering: Entering, at: EnteredTable) -> Iterator[Field]:
    t = entering.t
    for seat, name in _who(entering, at.seats):
        yield _worths(f"captured.{seat}", t(f"{K}captured_of", name=name), TILES, f"seats.{seat}.captured")
        if at.tells_round and at.round > 1:
            yield _worths(f"in_round.{seat}", t(f"{K}in_round_of", name=name), TILES, f"seats.{seat}.in_round")


def _cards(entering: Entering, at: EnteredTable) -> Iterator[Field]:
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


def _scrolls(t: Translator, at: EnteredTable) -> Iterator[Field]:
    played = [card for seat, card in at.now if seat != SHADOW]
    for key, cards in (("opened", played), ("up", at.turned), ("start", at.first_three if at.discards else [])):
        if cards:
            yield Things(key=key, title=t(f"{K}{key}"), values=_named(t, cards), most=len(cards))
    for card in at.up:
        yield Choice(key=f"value.{card}", title=t(f"{K}value_on", card=_name(t, card)), values=_values())


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the step in which a seat enters its hand and its scrolls; all of it may be left empty."""
    at = read(entering.options, entering.seats, entering.table)
    fields = tuple(_secret(entering.t, at, seat))
    return (_step(entering.t, "secret", fields),) if fields else ()


def _secret(t: Translator, at: EnteredTable, seat: str) -> Iterator[Field]:
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


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the second round before its deal."""
    phase = "deal" if options.depth == "plays" else "score"
    first = {"first": options.start or seats[0].seat} if len(seats) == 2 else {}
    return {"round": "2", "phase": phase, **first}


def position(
    options: Options, seats: Sequence[Seat], table_: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position as JSON, without what was not entered or is not asked for at this moment."""
    at, form = read(options, seats, table_), Form(options, seats, table, secret)
    lists = {
        "seats": [{"seat": seat, "cards": [_card(at, seat, card) for card in at.cards(seat)]} for seat in at.seats],
        "now": [_card(at, seat, card) | {"seat": seat, "opened": card in at.opened} for seat, card in at.now],
    }
    found = form.table(table_, {"marker_given": at.given, **lists})
    for lying in found["seats"] if at.round == 1 and at.tells_round else ():
        lying["in_round"] = lying["captured"]
    known = {seat: form.secret(table_, seat, own) | _known(at, seat, own) for seat, own in secrets.items()}
    return {"table": found, "secrets": known}


def _card(at: EnteredTable, seat: str, card: str) -> dict[str, Any]:
    said = {"card": card, "value": at.value(card), "start": at.start(seat, card)}
    return filled(said)


def _known(at: EnteredTable, seat: str, entered: Entered) -> dict[str, Any]:
    noted = {card: entered.get(f"note.{card}") for card in at.face_down(seat)}
    closed = listed(entered, "hand") if at.phase in ROUND else ()
    said = {
        "hand": [*at.cards(seat), *closed] if closed else [],
        "scrolls": [{"card": card, "value": int(value)} for card, value in noted.items() if value],
    }
    return filled(said)


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the entered values of a position, without what cannot be entered."""
    lies: OpenTable = position.table
    form, stands = Form(options, seats, table, secret), plain(lies)
    stands["phase"] = None if lies.phase in ("setup", "ended") else lies.phase
    out = {*lies.discards, *(play.card for trick in lies.tricks for play in trick.plays)}
    stands["discards"] = [card for card in deck(options.kinds, options.numbers) if card in out]
    values = form.entered(stands, _by_hand(lies))
    at = read(options, seats, values)
    row = [one for lying in lies.seats if lying.seat == SHADOW for one in lying.cards]
    started = [*row, *(play for play in lies.now if play.seat == SHADOW)]
    values["start"] = [one.card for one in started if one.start] if at.discards else []
    values["up"] = [card for card in at.turned if values.get(f"value.{card}")]
    own = {
        seat: form.entered_secret(plain(known), values, seat, _of_secret(at, seat, known))
        for seat, known in position.secrets.items()
    }
    return filled(values), own


def _by_hand(lies: OpenTable) -> dict[str, Any]:
    """Return the open cards, with the scrolls on them, and whether the reference card has been passed on."""
    values: dict[str, Any] = {f"cards.{lying.seat}": [one.card for one in lying.cards] for lying in lies.seats}
    values |= {"now": [play.card for play in lies.now]}
    values |= {"opened": [play.card for play in lies.now if play.opened and play.seat != SHADOW]}
    values |= {"moved": GIVEN if lies.marker_given else HELD} if lies.phase == "between" else {}
    open_: list[OpenCard] = [*lies.now, *(one for lying in lies.seats for one in lying.cards)]
    return values | {f"value.{one.card}": str(one.value) for one in open_ if one.value is not None}


def _of_secret(at: EnteredTable, seat: str, known: SeatKnowledge) -> dict[str, Any]:
    closed = [card for card in known.hand or () if card not in at.cards(seat)]
    return {"hand": closed} | {f"note.{one.card}": str(one.value) for one in known.scrolls or ()}


TAKE_OVER = TakeOver(table=table, secret=secret, begin=begin, position=position, entered=entered)
