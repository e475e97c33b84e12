"""An intruder's secret path with its cards, judged as a whole and published in order; the end of the phase.

States are immutable: the whole path is applied to a new state. If any part of it is refused, nothing is published and
nothing changes.
"""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import (
    discover,
    hide,
    is_watched,
    name_lone_wolf,
    raise_alert,
    rehide_when_alone,
    wound_cards_back,
)
from referee.scorpion.intruder_hands import card_of, play
from referee.scorpion.intruders.cards import bluff, cover_turn, use_on_guards
from referee.scorpion.intruders.steps import OUTSIDE, Group, WalkedPath, check_step, groups, rope_hung, walked
from referee.scorpion.moves import Aim, Cover, Movement, Step, Strike, Use
from referee.scorpion.returns import next_turn
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import (
    TURNS,
    Character,
    State,
    Walk,
    character,
    in_play,
    is_disputed,
    is_in_passage,
    known_as,
    needs_passage_card,
    with_character,
)
from referee.scorpion.turns import (
    between_actions,
    during,
    end_if_over,
    ended,
    intruder_player,
    nobody_left,
    nothing_open,
    own_character,
    own_characters,
)


def end_intruder_phase(state: State, seat: str, move: moves.EndIntruderPhase, context: RulingContext) -> Ruling:
    """Judge the end of the intruder phase, for which every intruder must have locked a path (SCORPION-9.2, 17.1).

    Rivals must each declare it, so that neither ends the other's turn. A seat that has given up is not waited for.
    """
    during(state, move)
    intruder_player(state, seat)
    nothing_open(state, "SCORPION-9.2")
    missing = unmoved(state, seat)
    firm(not missing, "SCORPION-9.2", "scorpion.path_missing", private=True, intruder=missing[0] if missing else "")
    if rival_goes_on(state, seat):
        firm(seat not in state.intruders_done, "SCORPION-9.2", "scorpion.rival_goes_on", private=True)
        state = replace(state, intruders_done=(*state.intruders_done, seat))
        return uphold(state, [], clause="SCORPION-9.1", reason="scorpion.rival_goes_on")
    for one in in_play(state):
        if not one.locked:
            state = with_character(state, one.who, noise=0)
    told: list[Notice] = []
    state = publish(replace(state, intruders_done=()), told, "intruder_phase_ended", "SCORPION-9.1")
    if state.turn >= TURNS or nobody_left(state):
        return uphold(ended(state, told), told)
    return uphold(next_turn(rehide_when_alone(state, told), told), told)


def unmoved(state: State, seat: str) -> tuple[str, ...]:
    """Return the intruders whose path must be locked before a seat is done, without seats that have given up."""
    mine = [one for one in _playing(state) if one.seat == seat or not is_disputed(state)]
    return tuple(one.who for one in mine if not one.locked)


def rival_goes_on(state: State, seat: str) -> bool:
    done = (*state.intruders_done, seat)
    return is_disputed(state) and any(one.seat not in done for one in _playing(state))


def may_be_done(state: State, seat: str) -> bool:
    return not unmoved(state, seat) and not (seat in state.intruders_done and rival_goes_on(state, seat))


def _playing(state: State) -> list[Character]:
    return [one for one in in_play(state) if one.seat not in state.conceding]


def lock_path(state: State, seat: str, move: moves.LockPath, context: RulingContext) -> Ruling:
    """Judge the path of one intruder, or of both of one player in one list (SCORPION-17.2, 17.10, 18.3)."""
    told: list[Notice] = []
    between_actions(state, move)
    movers = _movers(state, seat, move)
    ways = {one.who: WalkedPath((one.zone or OUTSIDE,)) for one in movers}
    for group in groups(_items(ways, move)):
        state = _group(state, group, ways, told, context)
    for who, way in ways.items():
        state = _locked(state, who, way)
    return uphold(end_if_over(state, told), told, clause="SCORPION-17.2", reason="scorpion.path_locked")


def _movers(state: State, seat: str, move: moves.LockPath) -> tuple[Character, ...]:
    """Return the intruders of a path: the named one, or all of the seat that have not moved yet."""
    if move.intruder is not None:
        one = own_character(state, seat, move.intruder)
        firm(one.status == "in_play", "SCORPION-20.2", "scorpion.not_on_the_map", intruder=one.who)
        firm(not one.locked, "SCORPION-17.10", "scorpion.has_moved", intruder=one.who)
        return (one,)
    firm(own_characters(state, seat), "SCORPION-9.3", "scorpion.nobody_to_move")
    movers = tuple(one for one in own_characters(state, seat) if not one.locked)
    firm(movers, "SCORPION-17.10", "scorpion.all_have_moved")
    return movers


def _items(ways: dict[str, WalkedPath], move: moves.LockPath) -> list[tuple[str, Step]]:
    """Return each step with its intruder; in a list of both, each step must name one."""
    single = next(iter(ways)) if len(ways) == 1 else None
    items = []
    for step in move.steps:
        who = given(step.intruder or single, "SCORPION-6.7", "scorpion.whose_step")
        firm(who in ways, "SCORPION-17.10", "scorpion.not_their_path", intruder=who)
        items.append((who, step))
    return items


def _group(
    state: State, group: Group, ways: dict[str, WalkedPath], told: list[Notice], context: RulingContext
) -> State:
    """Apply one movement with the cards used on arrival, or cards used without moving (Q10)."""
    who, way = group.who, ways[group.who]
    if group.movement is None:
        firm(way.at != OUTSIDE, "SCORPION-20.2", "scorpion.has_left")
        for step in group.cards:
            covers_turn = not isinstance(step, Cover) or _may_cover_early(state, who)
            firm(covers_turn, "SCORPION-21.3", "scorpion.shadow_on_entry")
            state = _card(state, who, step, told, context)
        return state
    to = check_step(state, who, way, group.movement, context)
    state = _stepped(state, who, way, group.movement, to, told)
    ways[who] = walked(state, way, group.movement, to)
    if to != OUTSIDE:
        return _arrived(state, group, told, context)
    firm(not group.cards, "SCORPION-20.2", "scorpion.has_left")
    return _escaped(state, who, told)


def _stepped(state: State, who: str, way: WalkedPath, step: Movement, to: str, told: list[Notice]) -> State:
    """Apply one movement and what it requires: a rope, the passage card (SCORPION-17.6, 25.7, 25.9)."""
    one = character(state, who)
    if one.decoy and one.decoy < state.turn:
        state = _out_of_passage(with_character(state, who, decoy=0), who, told)
    if step.do == "rope_new":
        state = rope_hung(play(state, who, "rope", told, "SCORPION-17.6"), who, way.at, to)
    elif step.do == "enter_passage":
        if needs_passage_card(state, who):
            state = play(state, who, "secret_passage", told, "SCORPION-25.8")
        state = with_character(state, who, permitted=True, passage_uses=one.passage_uses + 1, decoy=0)
        state = publish(state, told, "passage_entered", "SCORPION-25.7", intruder=known_as(state, who))
    elif step.do == "leave_passage":
        state = _out_of_passage(state, who, told)
    return state if to == OUTSIDE else with_character(state, who, zone=to)


def _out_of_passage(state: State, who: str, told: list[Notice]) -> State:
    """Publish that the figure leaves the passage card; a bluff's card does not stay (SCORPION-25.9, 26.2)."""
    lost = {} if character(state, who).permitted else {"lost": True}
    return publish(state, told, "passage_left", "SCORPION-25.9", intruder=known_as(state, who), **lost)


def _arrived(state: State, group: Group, told: list[Notice], context: RulingContext) -> State:
    """Discover an intruder who enters a guarded zone, unless covered or no guard is left (21.3 to 21.5, 21.8)."""
    who, shadowed = group.who, False
    guarded = is_watched(state, character(state, who))
    for step in group.cards:
        if isinstance(step, Cover):
            _may_cover(state, group, guarded, context)
            shadowed = state.options.shadow_walk_scope == "zone"
        state = _card(state, who, step, told, context)
    one = character(state, who)
    lasting = one.shadow and not is_in_passage(one.zone)
    goes_on = group.goes_on or state.options.shadow_walk_stop == "yes"
    if is_watched(state, one) and not shadowed and not (lasting and goes_on):
        state = discover(state, who, told, "SCORPION-21.4")
    else:
        state = hide(state, who, told)
    return _at_mission(state, who, told)


def _may_cover(state: State, group: Group, guarded: bool, context: RulingContext) -> None:
    """Refuse Shadow Walk unless it covers the entry of a guarded zone from which the path goes on (OP-12)."""
    zone = character(state, group.who).zone
    firm(not is_in_passage(zone), "SCORPION-21.3", "scorpion.no_shadow_in_passage")
    if state.options.shadow_walk_scope == "zone":
        context.require(guarded, "SCORPION-21.3", "scorpion.shadow_unguarded", zone=zone)
        goes_on = group.goes_on or state.options.shadow_walk_stop == "yes"
        context.require(goes_on, "SCORPION-21.3", "scorpion.shadow_goes_on", zone=zone)


def _may_cover_early(state: State, who: str) -> bool:
    return state.options.shadow_walk_scope == "turn" and not is_in_passage(character(state, who).zone)


def _card(state: State, who: str, step: Use, told: list[Notice], context: RulingContext) -> State:
    """Use a card of the path (SCORPION-16.2)."""
    card = card_of(step)
    if isinstance(step, Strike | Aim):
        return use_on_guards(state, who, card, step.guards, told, context)
    if isinstance(step, Cover):
        return cover_turn(play(state, who, card, told), who)
    return bluff(state, who, card, told, context)


def _at_mission(state: State, who: str, told: list[Notice]) -> State:
    """Raise the alert, by option, when an intruder first enters its mission's zone (SCORPION-31.2, OP-30)."""
    one, options = character(state, who), state.options
    if options.alert_on_mission_when != "entered" or one.mission_entered == one.life or one.accomplished:
        return state
    if (one.mission, one.zone) not in state.marks.objectives:
        return state
    before = [e for e in state.record if e.turn == state.turn and e.data.get("cause") == "mission"]
    raised = (*one.raised, (state.turn, len(before)))
    state = with_character(state, who, mission_entered=one.life, raised=raised)
    return raise_alert(state, told, options.alert_on_mission, "SCORPION-31.2", "mission")


def _escaped(state: State, who: str, told: list[Notice]) -> State:
    """Publish which intruder has left the map, but not from where (SCORPION-20.1 to 20.6)."""
    wounds = character(state, who).wounds
    state = name_lone_wolf(state, who, told)
    state = with_character(state, who, status="escaped", zone=None, visible=False, wounds=(), decoy=0)
    state = publish(state, told, "escaped", "SCORPION-20.3", intruder=who)
    return wound_cards_back(state, wounds)


def _locked(state: State, who: str, way: WalkedPath) -> State:
    """Record the walk on the secret map: its zones and its noise (SCORPION-17.2, D3)."""
    one = character(state, who)
    zones = tuple(zone for zone in way.zones if zone != OUTSIDE)
    walks = (*one.walks, Walk(state.turn, zones, way.steps))
    noise = way.steps if one.status == "in_play" else 0  # who has left the map is not heard (12.4)
    return with_character(state, who, locked=True, noise=noise, touched=way.touched, walks=walks)
