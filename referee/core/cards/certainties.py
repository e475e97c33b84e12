"""Since when everybody could know what still lay hidden, and when a breach of the rules could be proved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from referee.core.analysis import Moment, Phrase
from referee.core.steps import Step

SURE: Final = Phrase(message="analysis.sure")
"""How what is certain comes about: see `referee.core.cards.certain`."""
FINDING: Final = ".finding."
"""What the message keys hold by which games tell what their audits prove."""


class Known(NamedTuple):
    """What was certain after an entry: how many of each card at a place. Another `deal` begins anew."""

    entry: int
    at: str
    deal: Hashable
    certain: Mapping[tuple[str, str], int] | None
    """None where no deal explains what lies open: somebody broke a rule, and nothing is certain."""


def certainties(course: Iterable[Known], said: Callable[[str, Sequence[str]], Phrase]) -> tuple[Moment, ...]:
    """Return each moment at which more became certain; `said` words the cards that are at a place."""
    found: list[Moment] = []
    deal: Hashable = None
    before: Mapping[tuple[str, str], int] = {}
    for known in course:
        if known.deal != deal:
            deal, before = known.deal, {}
        if known.certain is None:
            continue
        new: dict[str, list[str]] = {}
        for (card, place), number in known.certain.items():
            new.setdefault(place, []).extend([card] * (number - before.get((card, place), 0)))
        before = known.certain
        found += [
            Moment(entry=known.entry, at=known.at, said=said(place, sorted(cards)))
            for place, cards in new.items()
            if cards
        ]
    return tuple(found)


def proofs(steps: Iterable[Step], at: Callable[[Any], str]) -> tuple[Moment, ...]:
    """Return when what the audits found became provable: they report it at the first moment at which it is."""
    return tuple(
        Moment(
            entry=step.number,
            at=at(step.ruling.state),
            said=Phrase(message=notice.message, params=notice.params, clause=notice.clause),
        )
        for step in steps
        for notice in step.ruling.notices
        if FINDING in notice.message
    )
