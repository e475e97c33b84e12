"""What the Shinobi School screens are drawn from: small values that compare by `==`.

Everything here comes from one snapshot. A component that is given only such values is drawn again when
one of them has changed, and not otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.contract.snapshot import Snapshot
from companion.games.table import context
from companion.games.table.context import Away, away, presence
from referee.core.values import Prompt
from referee.shinobi_school.cards import Cards
from referee.shinobi_school.view_model import Action, PrivateView, SeatView, View

ASK = "shinobi_school.ask."
Heaps = tuple[tuple[str, Cards], ...]
"""Cards that are being named, by what they are: a seat's id, or `p2.heaven`."""


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone so far. Nothing of it is declared yet."""

    side: str = ""
    """heaven or earth: with which of the two is acted."""
    way: str = ""
    """place, collect or pass."""
    number: int = 0
    size: int = 0
    end: str = ""
    both: bool = False
    """Passing with all that is open."""
    tab: str = ""
    """Which of several things is being entered."""
    heaps: Heaps = ()
    who: str = ""
    """Who starts, who won, whose heaven is counted."""
    count: int = -1
    """How many cards were counted in a heaven; -1 as long as nobody has."""
    lost: tuple[tuple[str, int], ...] = ()
    """Points counted by hand, by seat."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What a seat's box shows."""

    seat: str
    name: str
    points: int
    cards: int | None
    """How many cards are in the mansion; None where nobody can know."""
    status: str
    """The last part of a message key that stands in the place of the cards, or empty."""
    mine: bool
    turn: bool
    presence: Away
    """Why its phone does not answer; who is here needs no sign."""


@dataclass(frozen=True, slots=True)
class Mansion:
    """What everybody knows of a mansion: earth, the known part of heaven, and how many cards are unseen there."""

    seat: str
    name: str
    mine: bool
    turn: bool
    earth: Cards
    known: Cards
    unseen: int


def seat_of(view: View, seat: str) -> SeatView:
    """Return one seat's public part. Raises `StopIteration` for a seat that is not in the match."""
    return next(s for s in view.seats if s.seat == seat)


def private_of(view: View, seat: str) -> PrivateView | None:
    """Return what the view holds of a seat's secrets, None while they are covered."""
    return next((p for p in view.private if p.seat == seat), None)


def moment_of(view: View) -> str:
    """Name the moment, so that a choice made for an earlier one can be told from one made now."""
    done = len(view.now.actions) if view.now is not None else 0
    return f"{view.round}.{view.phase}.{view.turn}.{done}.{view.active or ''}"


def prompt_of(snap: Snapshot, ask: str, seat: str = "") -> Prompt | None:
    """Return what is asked by the last part of its key, of a seat if one is named."""
    return next((p for p in snap.prompts if p.ask == ASK + ask and seat in ("", p.seat)), None)


def around(view: View, me: str) -> tuple[SeatView, ...]:
    """Return the seats as they sit: from my left round to me, who is last."""
    order = list(view.seats)
    at = next((i for i, s in enumerate(order) if s.seat == me), None)
    return tuple(order) if at is None else tuple(order[at + 1 :] + order[: at + 1])


def seats(snap: Snapshot, me: str = "") -> tuple[SeatFacts, ...]:
    """Return the seats' boxes, mine last."""
    view: View = snap.view
    met = presence(snap)
    return tuple(
        SeatFacts(
            s.seat, s.name or s.seat, s.points, cards_of(s), status(view, s), s.seat == me, s.seat == view.active,
            away(met.get(s.seat, "here")),
        )
        for s in around(view, me)
    )  # fmt: skip


def cards_of(seat: SeatView) -> int | None:
    return None if seat.earth is None or seat.heaven is None else len(seat.earth) + seat.heaven


def status(view: View, seat: SeatView) -> str:
    """Return the last part of the key of what stands in a box where cards cannot be counted."""
    if view.phase == "split":
        return "ready" if seat.ready else "splits"
    if view.phase == "scoring":
        return "won" if seat.seat == view.winner else "counted" if seat.scored is not None else "shows"
    return ""


def mansions(view: View, me: str = "") -> tuple[Mansion, ...]:
    """Return what everybody knows of all mansions, mine last; nothing before the earths are turned up."""
    return tuple(
        Mansion(
            s.seat, s.name or s.seat, s.seat == me, s.seat == view.active, s.earth or (), s.known,
            (s.heaven or 0) - len(s.known),
        )
        for s in around(view, me)
        if s.earth is not None
    )  # fmt: skip


def groups(cards: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return cards as sets: each number with how many, rising."""
    return tuple(sorted(Counter(cards).items()))


def done_with(view: View, side: str) -> Action | None:
    actions = view.now.actions if view.now is not None else ()
    return next((a for a in actions if a.side == side), None)


def heap_of(heaps: Heaps, key: str) -> Cards | None:
    """Return the cards that are named under a key, None while nobody has looked at it."""
    return next((cards for name, cards in heaps if name == key), None)


def with_heap(heaps: Heaps, key: str, cards: Iterable[int]) -> Heaps:
    return (*((name, old) for name, old in heaps if name != key), (key, tuple(sorted(cards))))


def more_of(cards: Cards, number: int, most: int, room: int) -> Cards:
    """Return cards with one more of a number; the same if there are `most` of it, or no room."""
    return cards if cards.count(number) >= most or len(cards) >= room else tuple(sorted((*cards, number)))


def fewer_of(cards: Cards, number: int) -> Cards:
    left = list(cards)
    if number in left:
        left.remove(number)
    return tuple(left)


HELD = "h"
"""What stands before the cards of heaven while a whole split is entered."""


def entered(entering: tuple[str, ...], of: str = "") -> Cards:
    """Return the numbers tapped so far in a secret entry; of a whole split those of one side."""
    kept = (card.removeprefix(of) for card in entering if card.startswith(of))
    return tuple(sorted(int(card) for card in kept if card.isdecimal()))


def spoken_set(number: int, size: int) -> str:
    return f"{number} \N{MULTIPLICATION SIGN}{size}" if size > 1 else str(number)


def chosen_action(pick: Pick, legal: dict[str, Any]) -> Pick:
    """Return what is chosen now: what leaves no choice is chosen already, and nothing that cannot be."""
    sides = legal["sides"]
    # Of two open sides earth is looked at first: everybody sees what may be placed from it.
    side = pick.side if pick.side in sides else sides[-1]
    way = pick.way or "place"
    ends = legal["collect"][side]
    end = pick.end if pick.end in ends else ends[0] if len(ends) == 1 else ""
    sizes = legal["place"][side].get(str(pick.number))
    number, size = (pick.number, pick.size) if sizes else (0, 0)
    if sizes and not sizes[0] <= size <= sizes[1]:
        size = sizes[1] if side == "earth" else sizes[0]
    return replace(pick, side=side, way=way, end=end, number=number, size=size, both=pick.both and len(sides) > 1)
