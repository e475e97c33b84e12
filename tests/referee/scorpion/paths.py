"""What may come next on an intruder's path, reckoned from the rules alone: what screens and offers are held against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.values import Refused
from referee.scorpion.cards import KENJUTSU, KINDS
from referee.scorpion.contact import watched
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.cards import in_reach
from referee.scorpion.intruders.path_rules import begun, followed, steps_from
from referee.scorpion.intruders.steps import MOST_STEPS, OUTSIDE, Way
from referee.scorpion.moves import Aim, Bluff, Cover, GoOff, GoTo, Movement, Step, Strike, Use
from referee.scorpion.state import State, character, in_passage


def next_steps(state: State, who: str, steps_so_far: Iterable[Step] = ()) -> tuple[Movement, ...]:
    """Return the movements that may follow on a path under construction; none once it is over or locked.

    They rest on what the intruder's own side knows. Cards may be attached at any point besides.
    """
    one = character(state, who)
    if state.phase != "intruders" or one.status != "in_play" or one.locked:
        return ()
    try:
        state, way = along(state, who, steps_so_far)
    except Refused:
        return ()
    return steps_from(state, who, way)


def next_cards(state: State, who: str, steps_so_far: Iterable[Step] = ()) -> tuple[Use, ...]:
    """Return the cards that may be attached to the end of a path under construction, bluffs included."""
    one = character(state, who)
    if state.phase != "intruders" or one.status != "in_play" or one.locked:
        return ()
    own = tuple(step for step in steps_so_far if step.intruder in (None, who))
    try:
        state, way = along(state, who, own)
    except Refused:
        return ()
    return () if way.at == OUTSIDE else tuple(_usable(state, who, way, own))


def _usable(state: State, who: str, way: Way, own: tuple[Step, ...]) -> Iterator[Use]:
    one, options = character(state, who), state.options
    held = [card for card in KINDS[one.who] if may_hold(state, who, card)]  # type: ignore[index]
    reach = {"shuriken": int(options.shuriken_range), "potent_sake": int(options.sake_range)}
    for card in held:
        for guard in state.figures:
            if not in_reach(state, one, guard, reach.get(card, 0)):
                continue
            if card in KENJUTSU:
                yield Strike(do="kenjutsu", guards=(guard.id,), value=KENJUTSU[card])  # type: ignore[arg-type]
            elif card == "shuriken":
                yield Aim(do="shuriken", guards=(guard.id,))
            elif card == "potent_sake" and guard.drunk is None:
                yield Aim(do="sake", guards=(guard.id,))
        if card == "shadow_walk" and own and isinstance(own[-1], GoTo | GoOff) and watched(state, one):
            stays = way.ended is not None or way.steps == MOST_STEPS
            if not in_passage(way.at) and (not stays or options.shadow_walk_stop == "yes"):
                yield Cover(do="shadow_walk")
        if card != "cat" and (card != "secret_passage" or options.passage_bluff != "forbid"):
            yield Bluff(do="bluff", card=card)  # type: ignore[arg-type]


def along(state: State, who: str, steps: Iterable[Step]) -> tuple[State, Way]:
    """Follow an intruder's own steps, with what they take away: cards and guards. Raises `Refused`."""
    way = begun(state, who)
    for step in steps:
        if step.intruder in (None, who):
            state, way = followed(state, who, way, step)
    return state, way
