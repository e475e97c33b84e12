"""What was enumerated beside what is deduced."""

from __future__ import annotations

from collections.abc import Iterable

from referee.scorpion.knowledge import Knowledge
from referee.scorpion.knowledge.cases import agree
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import State
from tests.referee.scorpion.knowledge.worlds import Place, place

WHO = ("ninja", "traitor")


def differences(known: Knowledge, truth: State, worlds: Iterable[State]) -> list[str]:
    """Return where a knowledge holds too much or too little, in words; nothing if it is exactly the worlds."""
    pairs = frozenset((place(w.characters[0]), place(w.characters[1])) for w in worlds)
    if known.broken is not None:
        return [f"broken in turn {known.broken}"]
    if not truth.identity_public:
        return _about("intruder", {at for pair in pairs for at in pair if at}, known.places("intruder"))
    found = []
    for i, who in enumerate(WHO):
        found += _about(who, {at for pair in pairs if (at := pair[i])}, known.places(who))
    joint = frozenset((_quiet(a), _quiet(b)) for a, b in known.pairs())
    if joint != pairs:
        more, less = _listed(joint - pairs), _listed(pairs - joint)
        found.append(f"pairs: {len(joint - pairs)} too many {more}, {len(pairs - joint)} lacking {less}")
    return found


def _quiet(at: Place | None) -> Place | None:
    return (PASSAGE, 0) if at is not None and at[0] == PASSAGE else at


def _about(who: str, wanted: set[Place], held: Iterable[Place]) -> list[str]:
    have = {place for at in held if (place := _quiet(at))}
    if have == wanted:
        return []
    return [f"{who}: too many {sorted(have - wanted)}, lacking {sorted(wanted - have)}"]


def _listed(pairs: Iterable[object]) -> list[object]:
    return sorted(pairs, key=repr)[:6]


def outside(known: Knowledge, truth: State) -> list[str]:
    """Return who is where a knowledge says that they cannot be; nothing if the truth is inside."""
    ninja, traitor = (place(c) for c in truth.characters)
    if not truth.identity_public:
        at = ninja or traitor
        return [f"intruder at {at}"] if at and at not in {_quiet(p) for p in known.places("intruder")} else []
    found = [
        f"{who} at {at}" for who, at in zip(WHO, (ninja, traitor), strict=True) if at and not _inside(known, who, at)
    ]
    return found or ([] if _together(known, ninja, traitor) else [f"both at {ninja}, {traitor}"])


def _inside(known: Knowledge, who: str, at: Place) -> bool:
    return at in {_quiet(place) for place in known.places(who)}


def _together(known: Knowledge, ninja: Place | None, traitor: Place | None) -> bool:
    first, second = _bits(known.ground, ninja), _bits(known.ground, traitor)
    return any(
        a.places & first and b.places & second and agree(a, b, case.rivals)
        for case in known.cases
        for a in case.ninja
        for b in case.traitor
    )


def _bits(ground: Ground, at: Place | None) -> int:
    """Return a place as the deduction's own bits; in the passage any noise is the same."""
    if at is None:
        return ground.gone
    zone, noise = at
    return ground.at(ground.bit(zone)) if zone == PASSAGE else ground.bit(zone) << noise * ground.width
