"""The intruders' cards: the effect of each, and bluffs (SCORPION-16, 22.3, 26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.judging import firm, given
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.contact import hide_where_unguarded, leave_patrol, raise_alert, remove_guard
from referee.scorpion.intruder_hands import play
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import (
    FOR_THE_GAME,
    MOST_DRUNK,
    Character,
    Figure,
    State,
    character,
    figure,
    is_in_passage,
    known_as,
    with_character,
    with_figures,
)
from referee.scorpion.turns import between_actions, own_character

ON_GUARDS: Final = frozenset({*KENJUTSU, "shuriken", "potent_sake"})
"""The cards that are used on guards."""
TARGETS: Final[Mapping[str, int]] = {"1": 1, "2": 2, "all": MOST_DRUNK}
"""The maximum number of guards for one Potent Sake; `all` is limited by the drunk figures (OP-14)."""


# Cards on guards


def use_on_guards(
    state: State, who: str, card: str, named: tuple[str, ...], told: list[Notice], context: RulingContext
) -> State:
    """Use Kenjutsu, Shuriken or Potent Sake; a visible intruder left without guards hides (SCORPION-21.5)."""
    chosen = [given(figure(state, id), "SCORPION-22.3", "scorpion.no_such_guard", guard=id) for id in named]
    clause = "SCORPION-22.3" if card in KENJUTSU else "SCORPION-21.3"
    firm(len(set(named)) == len(named), clause, "scorpion.target_twice")
    if card == "potent_sake":
        return _sake(state, who, chosen, told, context)
    firm(len(chosen) == 1, clause, "scorpion.one_guard", card=card)
    reach = int(state.options.shuriken_range) if card == "shuriken" else 0
    _near_enough(state, character(state, who), chosen[0], reach, clause, context)
    state = play(state, who, card, told)
    return _killed(state, who, chosen[0], card, clause, told)


def card_alert(state: State, card: str, told: list[Notice]) -> State:
    """Raise the alert as the killing card says (SCORPION-22.4, 8.5, OP-13)."""
    if card in KENJUTSU:
        return raise_alert(state, told, KENJUTSU[card], "SCORPION-22.4", "kenjutsu")
    return raise_alert(state, told, state.options.shuriken_alert, "SCORPION-8.5", "shuriken")


def is_in_reach(state: State, one: Character, guard: Figure, reach: int) -> bool:
    """Tell whether a guard is in an intruder's zone, or at most `reach` zones away by plain borders (D8)."""
    if guard.zone == one.zone:
        return guard.inside in (None, one.who)
    if one.zone is None or is_in_passage(one.zone) or is_in_passage(guard.zone):
        return False
    return bool(reach) and state.board.walking.between(one.zone, guard.zone) <= reach


def _near_enough(state: State, one: Character, guard: Figure, reach: int, clause: str, context: RulingContext) -> None:
    context.require(is_in_reach(state, one, guard, reach), clause, "scorpion.guard_out_of_reach", guard=guard.id)


def _killed(state: State, who: str, guard: Figure, card: str, clause: str, told: list[Notice]) -> State:
    state = remove_guard(state, guard.id)
    about = {"intruder": known_as(state, who), "card": card, "guard": guard.id, "zone": guard.zone}
    state = publish(state, told, "guard_killed", clause, **about)
    state = card_alert(state, card, told)
    return hide_where_unguarded(state, guard.zone, told)


def _sake(state: State, who: str, guards: list[Figure], told: list[Notice], context: RulingContext) -> State:
    """Make guards drunk where they stand, limited by the number of drunk figures (SCORPION-1.2, 21.9, OP-14)."""
    one, most = character(state, who), TARGETS[state.options.sake_targets]
    firm(guards, "SCORPION-21.3", "scorpion.sake_nobody")
    context.require(len(guards) <= most, "SCORPION-21.3", "scorpion.sake_too_many", most=most)
    firm(len({g.zone for g in guards}) == 1, "SCORPION-21.3", "scorpion.sake_one_zone")
    for guard in guards:
        firm(guard.drunk is None, "SCORPION-21.3", "scorpion.drunk_already", guard=guard.id)
        _near_enough(state, one, guard, int(state.options.sake_range), "SCORPION-21.3", context)
    drunk = sum(f.drunk is not None for f in state.figures)
    firm(drunk + len(guards) <= MOST_DRUNK, "SCORPION-1.2", "scorpion.no_drunk_figure", most=MOST_DRUNK)
    state = play(state, who, "potent_sake", told)
    lasts = state.options.sake_duration
    for guard in guards:
        state = leave_patrol(state, guard.id)
        state = with_figures(state, (guard.id,), drunk=FOR_THE_GAME if lasts == "game" else lasts)
        about = {"intruder": known_as(state, who), "guard": guard.id, "zone": guard.zone}
        state = publish(state, told, "guard_drunk", "SCORPION-21.3", **about)
    state = raise_alert(state, told, state.options.sake_alert, "SCORPION-8.5", "sake")
    return hide_where_unguarded(state, guards[0].zone, told)


# Bluffs


def bluff(state: State, who: str, card: str, told: list[Notice], context: RulingContext) -> State:
    """Play a card as a bluff: without effect, and without its conditions (SCORPION-26.2, OP-36)."""
    firm(card != "cat", "SCORPION-26.1", "scorpion.cat_answers_only")
    if card != "secret_passage":
        return play(state, who, card, told)
    context.require(state.options.passage_bluff != "forbid", "SCORPION-26.2", "scorpion.no_passage_bluff")
    state = play(state, who, card, told)
    one = character(state, who)
    if state.options.passage_bluff == "discard_only" or one.visible or is_in_passage(one.zone):
        return state
    state = with_character(state, who, decoy=state.turn)
    return publish(state, told, "passage_entered", "SCORPION-25.7", intruder=known_as(state, who))


# Cards before and after the path


def play_intruder_card(state: State, seat: str, move: moves.PlayIntruderCard, context: RulingContext) -> Ruling:
    """Judge a card used without moving, before or after the path (SCORPION-16.2, 22.3, 26.1, 26.2)."""
    told: list[Notice] = []
    between_actions(state, move)
    one = own_character(state, seat, move.intruder)
    firm(one.status == "in_play", "SCORPION-26.1", "scorpion.not_on_the_map", intruder=one.who)
    if move.bluff:
        firm(not move.guards, "SCORPION-26.2", "scorpion.bluff_has_no_effect", card=move.card)
        state = bluff(state, one.who, move.card, told, context)
    elif move.card in ON_GUARDS:
        state = use_on_guards(state, one.who, move.card, move.guards, told, context)
    elif move.card == "shadow_walk":
        firm(not move.guards, "SCORPION-21.3", "scorpion.shadow_hits_nobody")
        state = walk_in_shadow(state, one, told)
    else:
        firm(move.card != "cat", "SCORPION-26.1", "scorpion.cat_answers_only")
        raise Refused("SCORPION-26.2", "scorpion.card_on_path", firm=True, card=move.card)
    return uphold(state, told, clause="SCORPION-16.2", reason="scorpion.card_noted")


def walk_in_shadow(state: State, one: Character, told: list[Notice]) -> State:
    """Play Shadow Walk in advance; by option it covers the whole turn (OP-12)."""
    covers_turn = state.options.shadow_walk_scope == "turn" and not one.locked
    firm(covers_turn, "SCORPION-21.3", "scorpion.shadow_on_entry")
    return cover_turn(play(state, one.who, "shadow_walk", told), one.who)


def cover_turn(state: State, who: str) -> State:
    """Mark the rest of the turn as covered, if the option says so."""
    if state.options.shadow_walk_scope == "turn":
        return with_character(state, who, shadow=True)
    return state
