"""The three decks: kinds of cards, deck lists, suggested hands, and choices of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from referee.core.offers import Counts, Group

GuardCard = Literal[
    "awaken", "kenjutsu", "patrol_listen", "patrol_search", "secret_passage", "sentry_listen", "sentry_search"
]
NinjaCard = Literal["kenjutsu1", "kenjutsu2", "rope", "secret_passage", "shadow_walk", "shuriken"]
TraitorCard = Literal["cat", "kenjutsu1", "kenjutsu2", "potent_sake", "rope", "secret_passage"]
IntruderCard = Literal[
    "cat", "kenjutsu1", "kenjutsu2", "potent_sake", "rope", "secret_passage", "shadow_walk", "shuriken"
]
"""An intruder's Kenjutsu is named by the value printed on it, by which it raises the alert (SCORPION-22.4)."""

Intruder = Literal["ninja", "traitor"]
Deck = Literal["guards", "ninja", "traitor"]

Copies = Annotated[int, Field(ge=0, le=40)]

Cards = tuple[str, ...]
"""A multiset of cards: kinds in alphabetical order, each as often as there are copies."""

TOTALS: Final[Mapping[Deck, int]] = {"guards": 36, "ninja": 12, "traitor": 10}
"""The number of cards in each deck (SCORPION-1.3)."""
KINDS: Final[Mapping[Deck, tuple[str, ...]]] = {
    "guards": get_args(GuardCard),
    "ninja": get_args(NinjaCard),
    "traitor": get_args(TraitorCard),
}
LEAST: Final[Mapping[Deck, Mapping[str, int]]] = {
    "guards": {
        "awaken": 4,
        "kenjutsu": 2,
        "patrol_listen": 4,
        "patrol_search": 4,
        "secret_passage": 2,
        "sentry_listen": 6,
        "sentry_search": 4,
    },
    "ninja": {"kenjutsu": 2, "rope": 3, "secret_passage": 1, "shadow_walk": 1, "shuriken": 2},
    "traitor": {"cat": 1, "kenjutsu": 2, "potent_sake": 2, "rope": 1, "secret_passage": 1},
}
"""The copies that every box certainly has; the rest of a deck is unknown until its owner has counted it.

Both values of an intruder's Kenjutsu count together as `kenjutsu`."""
SUGGESTED: Final[Mapping[Deck, Mapping[str, int]]] = {
    "guards": {
        "awaken": 4,
        "kenjutsu": 2,
        "patrol_listen": 4,
        "patrol_search": 4,
        "sentry_listen": 6,
        "sentry_search": 4,
    },
    "ninja": {"kenjutsu1": 1, "kenjutsu2": 1, "rope": 2, "secret_passage": 1, "shadow_walk": 1, "shuriken": 2},
    "traitor": {"cat": 1, "kenjutsu1": 1, "kenjutsu2": 1, "potent_sake": 2, "rope": 1, "secret_passage": 1},
}
"""The suggested hands for a first game (SCORPION-3.8)."""
KENJUTSU: Final[Mapping[str, int]] = {"kenjutsu1": 1, "kenjutsu2": 2}
"""An intruder's Kenjutsu cards, and by how much each raises the alert."""


def cards(counts: Mapping[str, int] | Iterable[str]) -> Cards:
    return tuple(sorted(Counter(counts).elements()))


def counts(held: Cards) -> dict[str, int]:
    return dict(sorted(Counter(held).items()))


def plus(held: Cards, more: Iterable[str]) -> Cards:
    return tuple(sorted((*held, *more)))


def minus(held: Cards, gone: Iterable[str]) -> Cards:
    """Return a multiset without some cards. Raises `ValueError` if it does not hold one of them."""
    left = list(held)
    for card in gone:
        left.remove(card)
    return tuple(left)


def holds(held: Cards, wanted: Iterable[str]) -> bool:
    """Tell whether all wanted cards are held, with multiplicity."""
    return Counter(wanted) <= Counter(held)


def family(card: str) -> str:
    """Return a card's kind as deck lists count it, without the value of a Kenjutsu."""
    return "kenjutsu" if card in KENJUTSU else card


def fits_deck(deck: Deck, seen: Iterable[str], listed: Mapping[str, int] | None) -> bool:
    """Tell whether these copies can exist at the same time.

    With a deck list, each kind is bounded by it. Without one, the copies beyond those that every box has may in total
    not exceed the number of uncounted cards (the soft bound of sections 16.2, 17.2).
    """
    found = Counter(seen)
    if any(card not in KINDS[deck] for card in found):
        return False
    if listed is not None:
        return all(n <= listed.get(card, 0) for card, n in found.items())
    families: Counter[str] = Counter()
    for card, n in found.items():
        families[family(card)] += n
    least = LEAST[deck]
    spare = TOTALS[deck] - sum(least.values())
    return sum(max(0, n - least[kind]) for kind, n in families.items()) <= spare


def deck_list_problem(deck: Deck, listed: Mapping[str, int]) -> str | None:
    """Return why a deck list is impossible, as a message key, or `None` (SCORPION-1.3)."""
    if any(card not in KINDS[deck] for card in listed):
        return "scorpion.deck_kind"
    if sum(listed.values()) != TOTALS[deck]:
        return "scorpion.deck_total"
    families = Counter(family(card) for card in cards(listed))
    if any(families[kind] < n for kind, n in LEAST[deck].items()):
        return "scorpion.deck_least"
    return None


def hand_of(deck: str, size: int, listed: Mapping[str, int] | None, beside: Iterable[str] = ()) -> Counts:
    """Return the choice of `size` cards of a deck while the cards `beside` are elsewhere.

    With a deck list, each kind is bounded by it. Without one, the copies beyond those that every box has may in total
    not exceed the number of uncounted cards.
    """
    which: Deck = "guards" if deck == "guards" else "ninja" if deck == "ninja" else "traitor"
    gone = tuple(beside)
    if listed is not None:
        left = {kind: listed.get(kind, 0) - gone.count(kind) for kind in KINDS[which]}
        return Counts(groups=tuple(Group(keys=(k,), most=n) for k, n in left.items() if n > 0), total=size)
    least, families = LEAST[which], [family(card) for card in gone]
    groups = tuple(
        Group(keys=tuple(k for k in KINDS[which] if family(k) == kind), most=max(0, n - families.count(kind)))
        for kind, n in least.items()
    )
    over = sum(max(0, families.count(kind) - n) for kind, n in least.items())
    return Counts(groups=groups, total=size, spare=TOTALS[which] - sum(least.values()) - over)


def beds(free: Mapping[str, int], total: int) -> Counts:
    """Return the choice of where `total` guards sleep, given the free places of each barracks."""
    return Counts(groups=tuple(Group(keys=(zone,), most=max(0, n)) for zone, n in free.items()), total=total)
