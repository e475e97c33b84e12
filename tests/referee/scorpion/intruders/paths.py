"""What may come next on an intruder's path, reckoned from the rules alone: what screens and offers are held against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.values import Refused, RulingContext
from referee.scorpion.cards import KENJUTSU, KINDS
from referee.scorpion.contact import is_watched, leave_patrol, remove_guard
from referee.scorpion.intruder_hands import card_of, may_hold, take_card
from referee.scorpion.intruders.cards import cover_turn, is_in_reach
from referee.scorpion.intruders.steps import MOST_STEPS, OUTSIDE, WalkedPath, check_step, rope_hung, steps_from, walked
from referee.scorpion.moves import Aim, Bluff, Cover, GoOff, GoTo, Movement, Step, Strike, Use
from referee.scorpion.state import (
    FOR_THE_GAME,
    State,
    character,
    is_in_passage,
    needs_passage_card,
    with_character,
    with_figures,
)


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


def _usable(state: State, who: str, way: WalkedPath, own: tuple[Step, ...]) -> Iterator[Use]:
    one, options = character(state, who), state.options
    held = [card for card in KINDS[one.who] if may_hold(state, who, card)]  # type: ignore[index]
    reach = {"shuriken": int(options.shuriken_range), "potent_sake": int(options.sake_range)}
    for card in held:
        for guard in state.figures:
            if not is_in_reach(state, one, guard, reach.get(card, 0)):
                continue
            if card in KENJUTSU:
                yield Strike(do="kenjutsu", guards=(guard.id,), value=KENJUTSU[card])  # type: ignore[arg-type]
            elif card == "shuriken":
                yield Aim(do="shuriken", guards=(guard.id,))
            elif card == "potent_sake" and guard.drunk is None:
                yield Aim(do="sake", guards=(guard.id,))
        if card == "shadow_walk" and own and isinstance(own[-1], GoTo | GoOff) and is_watched(state, one):
            stays = way.ended is not None or way.steps == MOST_STEPS
            if not is_in_passage(way.at) and (not stays or options.shadow_walk_stop == "yes"):
                yield Cover(do="shadow_walk")
        if card != "cat" and (card != "secret_passage" or options.passage_bluff != "forbid"):
            yield Bluff(do="bluff", card=card)  # type: ignore[arg-type]


def along(state: State, who: str, steps: Iterable[Step]) -> tuple[State, WalkedPath]:
    """Follow an intruder's own steps, with what they take away: cards and guards. Raises `Refused`."""
    way = begun(state, who)
    for step in steps:
        if step.intruder in (None, who):
            state, way = followed(state, who, way, step)
    return state, way


def begun(state: State, who: str) -> WalkedPath:
    """Return a path without steps yet."""
    return WalkedPath((character(state, who).zone or OUTSIDE,))


def followed(state: State, who: str, way: WalkedPath, step: Step) -> tuple[State, WalkedPath]:
    """Follow one step of an intruder, with what it takes away. Raises `Refused`."""
    if not isinstance(step, GoTo | GoOff):
        return _card_used(take_card(state, who, card_of(step)), who, step), way
    to = check_step(state, who, way, step, RulingContext())
    if step.do == "rope_new":
        state = rope_hung(take_card(state, who, "rope"), who, way.at, to)
    elif step.do == "enter_passage" and needs_passage_card(state, who):
        state = with_character(take_card(state, who, "secret_passage"), who, permitted=True)
    return with_character(state, who, zone=to), walked(state, way, step, to)


def _card_used(state: State, who: str, step: Use) -> State:
    match step:
        case Strike() | Aim(do="shuriken"):
            for id in step.guards:
                state = remove_guard(state, id)
        case Aim():
            for id in step.guards:
                state = with_figures(leave_patrol(state, id), (id,), drunk=FOR_THE_GAME)
        case Cover():
            state = cover_turn(state, who)
    return state
