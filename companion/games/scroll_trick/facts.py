"""What the Scroll Trick screens are drawn from, plain questions to a view, and words for cards, kinds and seats."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from companion.contract.snapshot import Snapshot
from companion.games.table import context
from companion.games.table.context import Away, asleep, away, presence
from companion.i18n import Translator
from referee.core.cards import of_suit
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import SHADOW, VALUES, deck
from referee.scroll_trick.view_model import LaidView, PrivateView, SeatView, View

_NUMBERED = re.compile(r"(.+) (\d+)")


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card (`"A 5"`), a kind, or the shadow's seat."""
    if not isinstance(value, str):
        return None
    if value == SHADOW:
        return t("scroll_trick.shadow")
    if name in ("kind", "kinds", "lead", "trump"):
        return _kind(t, value)
    card = _NUMBERED.fullmatch(value)
    return None if card is None else t("scroll_trick.card", kind=_kind(t, card[1]), number=card[2])


def _kind(t: Translator, kind: str) -> str:
    """Return a kind's name; the placeholders of the standard box have names of our own."""
    key = f"scroll_trick.kind.{kind}"
    return t(key) if t.has(key) else kind


ASK = "scroll_trick.ask."
ANYBODY = frozenset({"take_start_scrolls", "place_scrolls", "take_trick", "draw_scrolls"})
"""What others may say for a seat whose phone sleeps."""
PREPARING = frozenset({"setup", "deal", "between", "tie", "ended"})
"""The phases in which nobody holds cards."""

Slots = tuple[tuple[str, int], ...]
"""Scrolls with the values named for them: by the seat that played them, or by the card they lie on."""
Taken = tuple[tuple[str, tuple[int, ...]], ...]
"""Captured scrolls by seat."""


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone so far. Nothing of it is declared yet."""

    card: str = ""
    """A card, or with `#` its place in my registered hand."""
    kind: str = ""
    who: str = ""
    tab: str = ""
    """Which picker is open: closed, scrolls, hand; in depth scores round or trick."""
    named: tuple[str, ...] = ()
    """The cards of the shadow's row, from the left."""
    slot: str = ""
    """The scroll whose value is named next."""
    values: Slots = ()
    taken: Taken = ()
    noted: tuple[str, ...] = ()
    """For a game master: what is tapped in an entry."""
    trick: int = 0


@dataclass(frozen=True, slots=True)
class SeatFacts:
    seat: str
    name: str
    points: int
    cards: tuple[LaidView, ...]
    closed: int
    mine: bool
    turn: bool
    marker: bool
    presence: Away
    note: str
    """A word after the name: what it still has to do."""


def seat_of(view: View, seat: str) -> SeatView:
    """Return one seat's public part. Raises `StopIteration` for a seat that is not in the match."""
    return next(s for s in view.seats if s.seat == seat)


def private_of(view: View, seat: str) -> PrivateView | None:
    """Return what the view holds of a seat's secrets, None while they are covered."""
    return next((p for p in view.private if p.seat == seat), None)


def moment_of(view: View) -> str:
    """Name the moment, so that a choice made for an earlier one can be told from one made now."""
    plays = len(view.now.plays) if view.now is not None else 0
    tiles = sum(s.tiles for s in view.seats) if view.options.depth == "scores" else 0
    decides = "!" if view.remedy is not None else ""
    asked = view.active or view.marker or ""
    return f"{view.round}.{view.phase}.{view.trick}.{plays}.{tiles}.{opened(view)}.{asked}{decides}"


def opened(view: View) -> int:
    """Return how many cards lie open while they are being opened."""
    return sum(len(s.cards) for s in view.seats) if view.phase == "open" else 0


def around(view: View, me: str) -> tuple[str, ...]:
    """Return the seats as they sit: from my left round to me, who is last."""
    order = view.order
    if me not in order:
        return order
    at = order.index(me)
    return order[at + 1 :] + order[: at + 1]


def name_of(prompt: Prompt) -> str:
    """Return what a prompt asks for: the last part of its key; of a card to play, whether it leads or follows."""
    name = prompt.ask.removeprefix(ASK)
    if name != "play_card":
        return name
    kind = prompt.params["kind"]
    if kind is None:
        return "lead"
    return "follow_open" if of_suit(prompt.params["open"], kind) else "follow"


def asked_of(snap: Snapshot, me: str) -> Prompt | None:
    """Return what this seat (or with none the table) has to do first, as far as it may do it."""
    musts = [p for p in snap.prompts if p.must]
    mine = [p for p in musts if p.seat == me] if me else []
    table = [p for p in musts if p.seat == TABLE]
    # Only while it is said for another: the cover of an entry belongs to its owner.
    asleep_ = [p for p in musts if me and name_of(p) in ANYBODY and asleep(snap, p.seat)]
    return next(iter((*mine, *table, *asleep_)), None)


def due(snap: Snapshot) -> Prompt | None:
    return next((p for p in snap.prompts if p.must), None)


def may(snap: Snapshot, ask: str, seat: str) -> Prompt | None:
    return next((p for p in snap.prompts if p.ask == ASK + ask and p.seat == seat and not p.must), None)


def shown(view: View) -> dict[str, str]:
    """Return the cards that everybody sees now, with the seat that showed each."""
    found = {laid.card: s.seat for s in view.seats for laid in s.cards}
    tricks = (*view.tricks, *((view.now,) if view.now is not None else ()))
    return found | {play.card: play.seat for trick in tricks for play in trick.plays}


def cards(view: View) -> tuple[str, ...]:
    return deck(view.options.kinds, view.options.numbers)


def duty(view: View, me: str) -> tuple[str, ...]:
    """Return my open cards that go first, as everybody knows (SCROLL-6.6, 6.7); none where a closed one may do."""
    if view.now is None or not view.now.plays or view.active != me:
        return ()
    return of_suit([laid.card for laid in seat_of(view, me).cards], view.now.kind)


def seats(snap: Snapshot, me: str, shadow: str) -> tuple[SeatFacts, ...]:
    """Return the rows of all seats, mine last. `shadow` is what the third seat is called."""
    view: View = snap.view
    met = presence(snap)
    rows = []
    for seat in around(view, me):
        s = seat_of(view, seat)
        how = away(met.get(seat, "here"))
        name = shadow if seat == SHADOW else s.name or seat
        mine, turn = seat == me, seat == view.active
        rows.append(SeatFacts(seat, name, s.points, s.cards, s.closed, mine, turn, s.marker, how, note_of(view, s)))
    return tuple(rows)


def note_of(view: View, seat: SeatView) -> str:
    """Return the last part of the key of what a seat still has to do, or empty."""
    if view.options.depth == "scores":
        return ""
    if view.phase == "setup" and not seat.has_set:
        return "takes"
    if seat.seat != SHADOW and view.phase == "place" and not seat.placed:
        return "lays"
    if view.phase == "turn" and seat.turned < seat.due:
        return "turns"
    return "draws" if seat.seat != SHADOW and view.phase == "between" and not seat.drawn else ""


def put_value(values: Slots, slot: str, value: int) -> Slots:
    return tuple(sorted({**dict(values), slot: value}.items()))


def given(taken: Taken, seat: str) -> tuple[int, ...]:
    return dict(taken).get(seat, ())


def with_taken(taken: Taken, seat: str, values: tuple[int, ...]) -> Taken:
    return tuple(sorted({**dict(taken), seat: values}.items()))


def without_one(values: tuple[int, ...], at: int) -> tuple[int, ...]:
    return values[:at] + values[at + 1 :]


def left_of(view: View, value: int, more: int = 0) -> int | None:
    """Return how many scrolls of a value can still come, `more` being entered already; None if nobody has counted."""
    row = next(r for r in view.supply if r.value == value)
    return None if row.count is None else max(0, row.count - row.seen - more)


def still_to_come(view: View) -> tuple[int, ...]:
    """Return the values that a scroll from the pile may have."""
    return tuple(value for value in VALUES if left_of(view, value) != 0)


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}"


def labels(values: Any) -> str:
    return "  ".join(signed(value) for value in values)
