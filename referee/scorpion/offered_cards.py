"""Cards and sleepers as they are offered: so many of each kind, as many as there are (ledger sections 16.2, 17.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.core.offers import Counts, Group
from referee.scorpion.cards import KINDS, LEAST, TOTALS, Deck, family


def hand_of(deck: str, size: int, listed: Mapping[str, int] | None, beside: Iterable[str] = ()) -> Counts:
    """Return the choice of `size` cards of a deck while the cards `beside` lie elsewhere.

    With a deck list there are as many as it says. Without one kinds may exceed what every box surely has by no
    more, all together, than the cards that nobody has counted.
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
    """Return the choice of where so many guards sleep, no more in a barracks than there are places."""
    return Counts(groups=tuple(Group(keys=(zone,), most=max(0, n)) for zone, n in free.items()), total=total)
