"""Depth `scores`: guard figures, the passage, and intruders' wounds, deaths, missions and escapes."""

from __future__ import annotations

from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.contact import dies, raise_alert
from referee.scorpion.intruders.cards import TARGETS, card_alert
from referee.scorpion.intruders.searching import accomplish
from referee.scorpion.moves import PASSAGE
from referee.scorpion.returns import BONUS_CARDS, BONUS_SLEEPERS, keeps_permission
from referee.scorpion.scores import (
    must_be_named,
    named,
    on_the_map,
    scored,
    scores_of,
    taking_part,
    with_scored,
    with_scores,
    wounds_back,
)
from referee.scorpion.scores.moves import (
    Death,
    Drunk,
    Escape,
    GuardAdded,
    GuardRemoved,
    Mission,
    PassageMove,
    Returned,
    SleeperWoken,
    Sobered,
    Wound,
)
from referee.scorpion.scores.searches import guards_play, intruder_plays
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import (
    DEADLY,
    LAST_RETURN,
    LIMIT,
    MOST_DRUNK,
    OF_A_WEAPON,
    State,
    character,
    in_play,
    is_disputed,
    is_in_passage,
    needs_passage_card,
    two_guard_players,
    with_character,
)


def guard_added(state: State, move: GuardAdded, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the arrival of guard figures on the map (SCORPION-1.2, 19.4, 19.7, 24.1)."""
    state = _more(state, move.n, move.weapon, "SCORPION-24.1")
    clause = "SCORPION-19.4" if move.cause == "hidden_sentry" else "SCORPION-24.1"
    return uphold(_counted(state, told, "scores_guards_came", clause, n=move.n, cause=move.cause), told)


def guard_removed(state: State, move: GuardRemoved, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the removal of guard figures; a kill plays a card and raises the alert (SCORPION-22.3, 22.4, 24.4)."""
    clause = "SCORPION-24.4"
    firm(move.intruder is None or move.cause != "other", clause, "scorpion.scores_nobody_killed")
    if move.cause != "other":
        clause = "SCORPION-21.3" if move.cause == "shuriken" else "SCORPION-22.3"
        who = given(move.intruder, clause, "scorpion.scores_whose_card", card=move.cause)
        for _ in range(move.n):
            state = intruder_plays(state, who, move.cause, told, context)
    state = _fewer(state, move.n, move.figure, move.inside, clause)
    state = _counted(state, told, "scores_guards_went", clause, n=move.n, cause=move.cause)
    for _ in range(move.n if move.cause != "other" else 0):
        state = card_alert(state, move.cause, told)
    return uphold(state, told)


def drunk(state: State, move: Drunk, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge guards getting drunk, limited by the drunk figures (SCORPION-1.2, 21.3, OP-14)."""
    kept = scores_of(state)
    sake = move.cause == "potent_sake"
    if sake:
        most = TARGETS[state.options.sake_targets]
        context.require(move.n <= most, "SCORPION-21.3", "scorpion.sake_too_many", most=most)
        state = intruder_plays(state, "traitor", "potent_sake", told, context)
    firm(kept.drunk + move.n <= MOST_DRUNK, "SCORPION-1.2", "scorpion.drunk_figures", most=MOST_DRUNK)
    swords, spears = _shares_taken(state, move.n, move.weapon, "SCORPION-21.3")
    state = with_scores(state, sword=kept.sword - swords, spear=kept.spear - spears, drunk=kept.drunk + move.n)
    state = _counted(state, told, "scores_guards_drunk", "SCORPION-21.3", n=move.n, cause=move.cause)
    if sake:
        state = raise_alert(state, told, state.options.sake_alert, "SCORPION-8.5", "sake")
    return uphold(state, told)


def sobered(state: State, move: Sobered, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge drunk guards becoming sober, if the option allows it (SCORPION-1.2, 21.9, OP-14)."""
    context.require(state.options.sake_duration != "game", "SCORPION-21.9", "scorpion.scores_stays_drunk")
    kept = scores_of(state)
    firm(move.n <= kept.drunk, "SCORPION-21.9", "scorpion.scores_so_many_drunk", count=kept.drunk)
    state = _more(with_scores(state, drunk=kept.drunk - move.n), move.n, move.weapon, "SCORPION-24.1")
    return uphold(_counted(state, told, "scores_guards_sober", "SCORPION-21.9", n=move.n), told)


def sleeper_woken(state: State, move: SleeperWoken, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the waking of sleepers, within their number and the limit of figures (SCORPION-5.1, 13.1, 24.2)."""
    kept = scores_of(state)
    most = 2 if state.options.awaken_count == "up_to_2" else 1
    context.require(move.n <= most, "SCORPION-13.1", "scorpion.scores_wake_one", most=most)
    asleep = kept.sleepers - kept.woken
    context.require(move.n <= asleep, "SCORPION-5.1", "scorpion.scores_nobody_sleeps", count=max(0, asleep))
    state = _more(with_scores(state, woken=kept.woken + move.n), move.n, move.weapon, "SCORPION-24.2")
    return uphold(_counted(state, told, "scores_guards_woke", "SCORPION-5.1", n=move.n), told)


def _counted(state: State, told: list[Notice], kind: str, clause: str, **about: object) -> State:
    return publish(state, told, kind, clause, **about, guards=scores_of(state).guards)


# Which figures


def _more(state: State, n: int, weapon: str | None, limit_clause: str) -> State:
    """Add able guards; without a weapon, of the kind with more figures left (SCORPION-1.2, 24.1, OP-38)."""
    kept = scores_of(state)
    firm(kept.guards + n <= LIMIT, limit_clause, "scorpion.scores_guards_full", limit=LIMIT, guards=kept.guards)
    left = (OF_A_WEAPON - kept.sword, OF_A_WEAPON - kept.spear)
    swords, spears = _shares(state, n, weapon, left)
    firm(swords <= left[0] and spears <= left[1], "SCORPION-1.2", "scorpion.scores_weapon_out", most=OF_A_WEAPON)
    return with_scores(state, sword=kept.sword + swords, spear=kept.spear + spears)


def _fewer(state: State, n: int, kind: str | None, inside: bool, clause: str) -> State:
    """Remove guards from the map, inside the passage or outside it (SCORPION-24.4)."""
    kept = scores_of(state)
    there = kept.guards_in_passage if inside else kept.guards - kept.guards_in_passage
    firm(n <= there, clause, "scorpion.scores_so_many_guards", count=there)
    if kind == "drunk":
        firm(n <= kept.drunk, clause, "scorpion.scores_so_many_drunk", count=kept.drunk)
        state = with_scores(state, drunk=kept.drunk - n)
    else:
        swords, spears = _shares_taken(state, n, kind, clause)
        state = with_scores(state, sword=kept.sword - swords, spear=kept.spear - spears)
    if not inside:
        return state
    left = kept.guards_in_passage - n
    return with_scores(state, guards_in_passage=left, guards_went_in=min(left, kept.guards_went_in))


def _shares_taken(state: State, n: int, weapon: str | None, clause: str) -> tuple[int, int]:
    """Return how many swords and spears of the able guards are removed."""
    kept = scores_of(state)
    swords, spears = _shares(state, n, weapon, (kept.sword, kept.spear))
    able = {"sword": kept.sword, "spear": kept.spear}.get(weapon or "", kept.sword + kept.spear)
    firm(swords <= kept.sword and spears <= kept.spear, clause, "scorpion.scores_so_many_guards", count=able)
    return swords, spears


def _shares(state: State, n: int, weapon: str | None, there: tuple[int, int]) -> tuple[int, int]:
    """Return how many of `n` figures are swords and spears: as named, or so that both numbers become equal.

    Raises `Refused` without a weapon if there are two guard players (SCORPION-4.6).
    """
    firm(weapon is not None or not two_guard_players(state), "SCORPION-4.6", "scorpion.scores_whose_guard")
    if weapon is not None:
        return (n, 0) if weapon == "sword" else (0, n)
    swords = max(0, min(n, (n + there[0] - there[1] + 1) // 2))
    return swords, n - swords


def passage(state: State, move: PassageMove, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge an entry or exit of the passage, not both in one turn (SCORPION-25.3 to 25.10, 25.18)."""
    if move.who == "guards":
        going = _guards_in if move.way == "in" else _guards_out
        return uphold(going(state, move.n or 1, told, context), told)
    must_be_named(move.who)
    firm(move.n is None, "SCORPION-25.6", "scorpion.scores_alone")
    state = named(state, move.who, told)
    on_the_map(state, move.who, "SCORPION-25.7")
    way = _intruder_in if move.way == "in" else _intruder_out
    clause = "SCORPION-25.7" if move.way == "in" else "SCORPION-25.9"
    return uphold(way(state, move.who, told, context), told, clause=clause)


def _intruder_in(state: State, who: str, told: list[Notice], context: RulingContext) -> State:
    """Move an intruder in; the first time, its own Secret Passage card is played (SCORPION-25.6 to 25.9)."""
    firm(not is_in_passage(character(state, who).zone), "SCORPION-25.6", "scorpion.scores_inside", intruder=who)
    came_out_before = scored(state, who).came_out != state.turn
    context.require(came_out_before, "SCORPION-25.6", "scorpion.scores_in_and_out", intruder=who)
    if needs_passage_card(state, who):
        state = intruder_plays(state, who, "secret_passage", told, context)
    uses = character(state, who).passage_uses
    state = with_character(state, who, zone=PASSAGE, permitted=True, passage_uses=uses + 1)
    state = with_scored(state, who, went_in=state.turn)
    state = publish(state, told, "passage_entered", "SCORPION-25.7", intruder=who)
    return _met(state, told) if scores_of(state).guards_in_passage else state


def _intruder_out(state: State, who: str, told: list[Notice], context: RulingContext) -> State:
    firm(is_in_passage(character(state, who).zone), "SCORPION-25.10", "scorpion.scores_not_inside", intruder=who)
    went_in_before = scored(state, who).went_in != state.turn
    context.require(went_in_before, "SCORPION-25.6", "scorpion.scores_in_and_out", intruder=who)
    state = with_scored(with_character(state, who, zone=None), who, came_out=state.turn)
    return publish(state, told, "passage_left", "SCORPION-25.9", intruder=who)


def _guards_in(state: State, n: int, told: list[Notice], context: RulingContext) -> State:
    """Move guards in, as many as Secret Passage cards in front allow (SCORPION-25.19, 25.20, 31.5, OP-23)."""
    kept = scores_of(state)
    context.require(state.options.passage_discoverable == "yes", "SCORPION-31.5", "scorpion.passage_closed")
    outside = max(0, kept.sword + kept.spear - kept.guards_in_passage)
    firm(n <= outside, "SCORPION-25.19", "scorpion.scores_so_many_guards", count=outside)
    front = sum(s.front for s in state.stocks)
    taken = state.passage_entries if state.options.passage_reuse == "no" else kept.guards_in_passage
    context.require(taken + n <= front, "SCORPION-25.20", "scorpion.scores_passage_full", places=front)
    state = replace(state, passage_entries=state.passage_entries + n)
    inside = kept.guards_in_passage + n
    state = with_scores(state, guards_in_passage=inside, guards_went_in=kept.guards_went_in + n)
    state = publish(state, told, "scores_guards_in", "SCORPION-25.19", n=n, inside=inside)
    return _met(state, told) if any(is_in_passage(c.zone) for c in in_play(state)) else state


def _guards_out(state: State, n: int, told: list[Notice], context: RulingContext) -> State:
    """Move guards out, except those that entered this turn (SCORPION-25.6, 25.18)."""
    kept = scores_of(state)
    firm(n <= kept.guards_in_passage, "SCORPION-25.18", "scorpion.scores_so_many_inside", count=kept.guards_in_passage)
    rested = kept.guards_in_passage - kept.guards_went_in
    context.require(n <= rested, "SCORPION-25.6", "scorpion.scores_guards_rest", count=rested)
    inside = kept.guards_in_passage - n
    state = with_scores(state, guards_in_passage=inside, guards_went_in=min(inside, kept.guards_went_in))
    return publish(state, told, "scores_guards_out", "SCORPION-25.18", n=n, inside=inside)


def _met(state: State, told: list[Notice]) -> State:
    """Raise the alert if guards meet an intruder in a common passage; rivals declare it by hand (SCORPION-25.4)."""
    return state if is_disputed(state) else raise_alert(state, told, "high", "SCORPION-25.4", "discovered")


# Wounds, death and return


def wound(state: State, move: Wound, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge a wound by a guard's Kenjutsu, which sets the alert to high (SCORPION-22.6, 22.9, 22.11)."""
    state = named(state, move.intruder, told)
    hurt = on_the_map(state, move.intruder, "SCORPION-22.9")
    context.require(scores_of(state).sword + scores_of(state).spear > 0, "SCORPION-22.6", "scorpion.scores_no_guard")
    wounds = (*hurt.wounds, state.stocks[0].role)
    if len(wounds) >= DEADLY["traitor"]:
        # Only the Ninja survives a second wound (OP-29).
        must_be_named(move.intruder)
    state = guards_play(state, "kenjutsu", move.phase, told, context)
    state = with_character(state, hurt.who, wounds=wounds)
    state = publish(state, told, "wounded", "SCORPION-22.9", intruder=hurt.who, wounds=len(wounds))
    state = raise_alert(state, told, "high", "SCORPION-22.9", "attack")
    if hurt.who in DEADLY and len(wounds) >= DEADLY[hurt.who]:
        state = _lost(state, hurt.who, told)
    return uphold(state, told, clause="SCORPION-22.9")


def death(state: State, move: Death, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge a death by an attack if wounds are not counted (SCORPION-22.9, 22.11, 23.1, 23.13)."""
    must_be_named(move.intruder)
    state = named(state, move.intruder, told)
    on_the_map(state, move.intruder, "SCORPION-22.11")
    state = raise_alert(state, told, "high", "SCORPION-22.9", "attack")
    return uphold(_lost(state, move.intruder, told), told, clause="SCORPION-22.11")


def _lost(state: State, who: str, told: list[Notice]) -> State:
    """Apply a death: the first one in turns 1 to 10 allows a return; by option a second one gives a bonus (OP-25)."""
    again = character(state, who).life > 1
    state = dies(wounds_back(state, who), who, told)
    if again and state.turn <= LAST_RETURN and state.options.bonus_on_second_death == "yes":
        state = _bonus(state, who, told)
    return state


def returned(state: State, move: Returned, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge a character's return at the start of the next turn, with the guards' bonus (SCORPION-23.1 to 23.10)."""
    must_be_named(move.intruder)
    one = taking_part(state, move.intruder)
    firm(one.life == 1, "SCORPION-23.2", "scorpion.returned_before", intruder=one.who)
    left = one.died if one.status == "due" else None
    died = given(left, "SCORPION-23.1", "scorpion.no_return_due", intruder=one.who)
    context.require(state.turn == died + 1, "SCORPION-23.1", "scorpion.scores_next_turn_first", intruder=one.who)
    keeps = keeps_permission(state, one)
    state = with_character(
        state,
        one.who,
        status="in_play",
        accomplished=False,
        life=one.life + 1,
        hand_size=state.options.hand_size(one.who, one.life + 1),
        played=(),
        permitted=keeps,
        passage_uses=one.passage_uses if keeps else 0,
    )
    state = with_scored(state, one.who, letters=(), mission=None, went_in=None, came_out=None)
    state = publish(state, told, "returned", "SCORPION-23.1", intruder=one.who)
    return uphold(_bonus(state, one.who, told), told)


def _bonus(state: State, who: str, told: list[Notice]) -> State:
    """Tell the guards to take their five cards and three sleepers (SCORPION-23.9, 23.10)."""
    state = with_scores(state, sleepers=scores_of(state).sleepers + BONUS_SLEEPERS)
    about = {"intruder": who, "cards": BONUS_CARDS, "sleepers": BONUS_SLEEPERS}
    return publish(state, told, "scores_bonus", "SCORPION-23.9", **about)


# Missions and escapes


def mission(state: State, move: Mission, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the showing of a mission's letter: once a life, and after finding it (SCORPION-18.10 to 18.12, 31.2)."""
    state = named(state, move.intruder, told)
    one = taking_part(state, move.intruder)
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    firm(one.status == "in_play" or outside, "SCORPION-18.10", "scorpion.not_on_the_map", intruder=one.who)
    firm(not one.accomplished, "SCORPION-18.10", "scorpion.scores_accomplished", intruder=one.who)
    found = move.letter in scored(state, one.who).letters
    about: dict[str, Any] = {"intruder": one.who, "letter": move.letter}
    context.require(found, "SCORPION-18.12", "scorpion.scores_letter_not_found", **about)
    noted = is_disputed(state) and state.options.disputed_mission == "note"
    others = {c.mission for c in scores_of(state).characters if c.who != one.who}
    context.require(noted or move.letter not in others, "SCORPION-2.5", "scorpion.scores_letter_of_other", **about)
    state = accomplish(with_scored(state, one.who, mission=move.letter), one.who, move.letter, told)
    return uphold(state, told, clause="SCORPION-18.10")


def escape(state: State, move: Escape, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge an escape; the intruder's wound cards are returned (SCORPION-20.1 to 20.4, 20.6)."""
    must_be_named(move.intruder)
    state = named(state, move.intruder, told)
    gone = taking_part(state, move.intruder).status == "escaped"
    firm(not gone, "SCORPION-20.2", "scorpion.scores_escaped_already", intruder=move.intruder)
    one = on_the_map(state, move.intruder, "SCORPION-20.1")
    firm(not is_in_passage(one.zone), "SCORPION-20.1", "scorpion.scores_leave_passage_first", intruder=one.who)
    state = with_character(wounds_back(state, one.who), one.who, status="escaped", zone=None)
    return uphold(publish(state, told, "escaped", "SCORPION-20.3", intruder=one.who), told, clause="SCORPION-20.3")
