"""Battle and duel, from the first reveal on: participants, sums, inversions, challenges (SHINOBAZU-5 to 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.core.base import replace
from referee.core.cards import ranked, strongest
from referee.core.judging import firm, given, tell, uphold
from referee.core.values import Notice, Ruling, RulingContext, Why
from referee.shinobazu.cards import INVERTING, colour_of, value_of
from referee.shinobazu.moves import ChooseDuelLead, DuelAnswer, DuelChallenge, DuelDecline
from referee.shinobazu.rounds import duel_on_the_sheet, on_the_sheet, round_is_over
from referee.shinobazu.state import (
    State,
    after_battle,
    declared,
    discard,
    face_down,
    front,
    in_turn_order,
    leftwards,
    one_seat,
    open_cards,
    player,
    remaining,
    seats,
    tell_outcome,
    tell_points,
    with_points,
)
from referee.shinobazu.view_model import Battle, RankRow, RefusedDuel

# Comparing


@dataclass(frozen=True)
class Outcome:
    """The result of a comparison. `ranking` is strongest first; ties keep the order given."""

    inverting: tuple[str, ...]
    ranking: tuple[tuple[str, int], ...]
    strongest: tuple[str, ...]
    winner: str | None
    losers: tuple[str, ...]


def strength(cards: Sequence[str]) -> int:
    """Return the sum of one player's fight cards (SHINOBAZU-6.1)."""
    return sum(value_of(card) for card in cards)


def inverting(cards: Sequence[str], leads: Sequence[str]) -> tuple[str, ...]:
    """Return the inverting cards: each 2 or 4 of another colour than the lead (SHINOBAZU-6.3)."""
    return tuple(card for card in cards if value_of(card) in INVERTING and colour_of(card) not in leads)


def decide(fronts: Mapping[str, Sequence[str]], leads: Sequence[str]) -> Outcome:
    """Compare the fight cards of two or more participants (SHINOBAZU-6.1 to 6.5, 8.1 to 8.3)."""
    off = inverting([card for cards in fronts.values() for card in cards], leads)
    sign = -1 if len(off) % 2 else 1
    totals = {seat: strength(cards) for seat, cards in fronts.items()}
    keys = {seat: sign * value for seat, value in totals.items()}
    best, worst = strongest(keys), min(keys.values())
    losers = tuple(seat for seat, key in keys.items() if key == worst)
    winner = best[0] if len(best) == 1 and best != losers else None
    ranking = tuple((seat, totals[seat]) for seat in ranked(keys))
    return Outcome(off, ranking, best, winner, losers)


@dataclass(frozen=True)
class Muster:
    """The participants of a battle in turn order, the lead colour, and who was forced in or leaves."""

    participants: tuple[str, ...]
    lead: str
    why: tuple[Why, ...]
    forced: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    threes: tuple[str, ...] = ()
    """The seats whose sum of three has forced the passers in."""


def muster(state: State) -> Muster:
    """Determine, in this order, who takes part (SHINOBAZU-5.2 to 5.5, 7.1 to 7.3). All fighters have revealed."""
    fighters, passers = declared(state, "fight"), declared(state, "pass")
    everybody = in_turn_order(state, fighters + passers)
    threes = with_three(state, fighters)
    lead = state.lead or ""
    if not fighters:
        return Muster(everybody, lead, (Why("shinobazu.why.all_passed", {}, "SHINOBAZU-5.3"),), passers)
    if len(fighters) == 1 and not (threes and state.options.single_three == "three_applies"):
        return _without(state, fighters[0], passers, bool(threes))
    if threes and passers:
        reason = Why("shinobazu.why.three", {"seats": list(threes), "passers": list(passers)}, "SHINOBAZU-7.1")
        return Muster(everybody, lead, (reason,), passers, threes=threes)
    return Muster(fighters, lead, ())


def with_three(state: State, some: Iterable[str]) -> tuple[str, ...]:
    """Return those of some seats whose open cards add up to three (SHINOBAZU-7.1)."""
    return tuple(seat for seat in some if strength(open_cards(state, seat)) == 3)


def _without(state: State, alone: str, passers: tuple[str, ...], three: bool) -> Muster:
    """Return the battle without a single fighter, who leaves even with a three (SHINOBAZU-5.4, 5.5)."""
    lead = _lead_left_of(state, alone)
    why = [
        Why("shinobazu.why.single", {"seat": alone}, "SHINOBAZU-5.4"),
        Why("shinobazu.why.single_lead", {"seat": alone, "colour": lead}, "SHINOBAZU-5.4"),
    ]
    if three:
        why.append(Why("shinobazu.why.single_three", {"seat": alone}, "SHINOBAZU-5.5"))
    return Muster(passers, lead, tuple(why), passers, leaves=(alone,))


def _lead_left_of(state: State, alone: str) -> str:
    """Return the colour of the current card in front of the left neighbour (SHINOBAZU-5.4).

    By option it is that of the card which the neighbour laid this round, wherever it lies.
    """
    left = leftwards(state, alone)[0]
    in_front = state.options.single_lead == "in_front"
    now = (c for c in state.cards if c.round == state.round)
    card = next(c.card for c in now if (c.owner if in_front else c.laid_by) == left)
    assert card is not None
    return colour_of(card)


def compare(
    state: State,
    participants: tuple[str, ...],
    leads: tuple[str, ...],
    kind: Literal["battle", "duel"],
    why: Sequence[Why],
    told: list[Notice],
) -> tuple[State, Outcome, Battle]:
    """Compare the sums and give points at once (SHINOBAZU-6.1 to 6.6, 8.1 to 8.3, 8.12, 8.13).

    `why` are the reasons for who takes part and leads; those for the result follow.
    """
    fronts = {seat: open_cards(state, seat) for seat in participants}
    outcome = decide(fronts, leads)
    after = after_battle(state, outcome.winner, outcome.losers)
    rows = tuple(
        RankRow(
            seat,
            value,
            fronts[seat],
            player(state, seat).points,
            player(after, seat).points,
            "wins" if seat == outcome.winner else "loses" if seat in outcome.losers else "stays",
        )
        for seat, value in outcome.ranking
    )
    clause = "SHINOBAZU-8.3" if kind == "battle" else "SHINOBAZU-8.13"
    params = {
        "losers": list(outcome.losers),
        "leads": list(leads),
        "inversions": len(outcome.inverting),
        "ranking": [seat for seat, _ in outcome.ranking],
        "totals": [value for _, value in outcome.ranking],
    }
    told.append(tell_outcome(f"shinobazu.{kind}", clause, outcome.winner, **params))
    told += tell_points(state, after, clause)
    why = (*why, *reasons(outcome, rows))
    return after, outcome, Battle(kind, leads, len(outcome.inverting), rows, why)  # type: ignore[arg-type]


def reasons(outcome: Outcome, rows: tuple[RankRow, ...]) -> tuple[Why, ...]:
    """Return the reasons for the order of strength and the points (SHINOBAZU-6.2, 6.4, 8.1 to 8.3)."""
    count, cards = len(outcome.inverting), list(outcome.inverting)
    if count == 0:
        why = [Why("shinobazu.why.not_inverted", {}, "SHINOBAZU-6.2")]
    else:
        order = "inverted" if count % 2 else "inverted_back"
        why = [Why(f"shinobazu.why.{order}", {"count": count, "cards": cards}, "SHINOBAZU-6.4")]
    if len(outcome.losers) == len(rows):
        return (*why, Why("shinobazu.why.all_equal", {}, "SHINOBAZU-8.3"))
    if outcome.winner is None:
        why.append(Why("shinobazu.why.no_winner", {"seats": list(outcome.strongest)}, "SHINOBAZU-8.1"))
    elif rows[0].before == 0:
        why.append(Why("shinobazu.why.floor", {"seat": outcome.winner}, "SHINOBAZU-1.4"))
    if len(outcome.losers) > 1:
        why.append(Why("shinobazu.why.mutual", {"seats": list(outcome.losers)}, "SHINOBAZU-8.2"))
    return tuple(why)


# Phase 2: battle


def battle_begins(state: State, told: list[Notice]) -> State:
    """Begin the battle: all fighters reveal (SHINOBAZU-5.1), or everybody if fewer than two fight (5.3, 5.4)."""
    fighters = declared(state, "fight")
    told.append(tell("shinobazu.battle_begins", "SHINOBAZU-5.1", seats=list(fighters)))
    reveal_now = fighters if len(fighters) > 1 else seats(state)
    return go_on(replace(state, phase="battle", due=face_down(state, reveal_now)), told)


def go_on(state: State, told: list[Notice]) -> State:
    """Continue once no reveal is due any more."""
    if state.due:
        return state
    if state.phase == "battle":
        return battle(state, told)
    if state.phase == "duel" and state.answer == "accept" and state.duel_leads:
        return duel(state, told)
    if state.phase == "duel" and state.answer == "refuse":
        return round_is_over(refused_cards_go(state), told)
    return state


def battle(state: State, told: list[Notice]) -> State:
    """Determine the participants (SHINOBAZU-5.2 to 5.6, 7.1), wait for their reveals, then compare."""
    fight = muster(state)
    if fight.threes and not state.three:
        told.append(tell("shinobazu.three", "SHINOBAZU-7.1", seats=list(fight.threes), passers=list(fight.forced)))
    hidden = face_down(state, fight.participants)
    if hidden:
        return replace(state, three=True, due=hidden)
    for seat in fight.leaves:
        told.append(tell("shinobazu.leaves", "SHINOBAZU-5.4", seat=seat, colour=fight.lead))
    return battle_is_fought(discard(state, fight.leaves), fight, told)


def battle_is_fought(state: State, fight: Muster, told: list[Notice]) -> State:
    """Compare, give points, discard, and determine whether a duel may follow (SHINOBAZU-6.1 to 6.6, 8.1 to 8.5).

    A passer who was forced to fight is no longer a passer (5.6), unless the option says so.
    """
    state, outcome, fought = compare(state, fight.participants, (fight.lead,), "battle", fight.why, told)
    losers = outcome.losers
    stays = remaining(state, declared(state, "pass"), fight.forced, losers)
    may_duel = len(losers) == 1 and bool(stays)
    if not may_duel:
        cause = "losers" if len(losers) > 1 else "passers"
        no_duel = Why(f"shinobazu.why.no_duel_{cause}", {}, "SHINOBAZU-8.5")
        fought = replace(fought, why=(*fought.why, no_duel))
    state = discard(state, {*fight.participants} - {*stays, *losers})
    state = on_the_sheet(replace(state, battle=fought, stays=stays), outcome.winner, losers)
    if not may_duel:
        return round_is_over(state, told)
    told.append(tell("shinobazu.may_challenge", "SHINOBAZU-8.5", seat=losers[0], targets=list(stays)))
    return replace(state, phase="duel", challenger=losers[0], three=False)


# Phase 3: the Shinobazu duel


def duel_challenge(state: State, seat: str, move: DuelChallenge, context: RulingContext) -> Ruling:
    """Judge the loser's challenge of a remaining passer (SHINOBAZU-8.5, 8.6)."""
    _by_loser(state, seat)
    target = one_seat(state, move.target, "SHINOBAZU-8.6", "target")
    firm(target in state.stays, "SHINOBAZU-8.6", "shinobazu.not_a_passer", seat=target)
    told = [tell("shinobazu.challenged", "SHINOBAZU-8.6", seat=seat, target=target)]
    return uphold(replace(state, challenged=target), told)


def duel_decline(state: State, seat: str, move: DuelDecline, context: RulingContext) -> Ruling:
    """Judge that the loser challenges nobody; the loser's cards are discarded (SHINOBAZU-8.7)."""
    _by_loser(state, seat)
    return declined(state)


def _by_loser(state: State, seat: str) -> None:
    """Refuse a challenge by any seat but the single loser (SHINOBAZU-8.5, 8.6)."""
    firm(seat == state.challenger, "SHINOBAZU-8.6", "shinobazu.loser_challenges", seat=state.challenger)


def declined(state: State) -> Ruling:
    """End the round without a duel (SHINOBAZU-8.7)."""
    told = [tell("shinobazu.declined", "SHINOBAZU-8.7", seat=state.challenger)]
    return uphold(round_is_over(state, told), told)


def duel_answer(state: State, seat: str, move: DuelAnswer, context: RulingContext) -> Ruling:
    """Judge the challenged player's answer (SHINOBAZU-8.8)."""
    firm(seat == state.challenged, "SHINOBAZU-8.8", "shinobazu.challenged_answers", seat=state.challenged)
    firm(move.answer, "SHINOBAZU-8.8", "shinobazu.name_answer")
    state = replace(state, answer=move.answer)
    return accepted(state) if move.answer == "accept" else refused(state)


def pair(state: State) -> tuple[str, str]:
    assert state.challenger is not None
    assert state.challenged is not None
    return state.challenger, state.challenged


def accepted(state: State) -> Ruling:
    """Begin an accepted duel, led by the colour of the loser's current card, or by option all shown or one (8.11)."""
    challenger, target = pair(state)
    told = [tell("shinobazu.accepted", "SHINOBAZU-8.8", seat=target, challenger=challenger)]
    shown = [colour_of(card) for card in open_cards(state, challenger)]
    colours = (shown[-1],) if state.options.duel_lead == "current" else tuple(dict.fromkeys(shown))
    if len(colours) > 1 and state.options.duel_lead == "loser_names":
        return uphold(state, told)
    return uphold(target_reveals(replace(state, duel_leads=colours), told), told)


def choose_duel_lead(state: State, seat: str, move: ChooseDuelLead, context: RulingContext) -> Ruling:
    """Judge which of the loser's colours leads the duel (SHINOBAZU-8.11, by option)."""
    leads = list(state.duel_leads)
    firm(not leads, "SHINOBAZU-8.11", "shinobazu.duel_lead_settled", colours=leads)
    firm(seat == state.challenger, "SHINOBAZU-8.11", "shinobazu.loser_names", seat=state.challenger)
    colour = given(move.colour, "SHINOBAZU-8.11", "shinobazu.name_colour")
    own = [colour_of(card) for card in open_cards(state, seat)]
    firm(colour in own, "SHINOBAZU-8.11", "shinobazu.own_colour", colour=colour)
    told = [tell("shinobazu.duel_lead", "SHINOBAZU-8.11", seat=seat, colour=colour)]
    return uphold(target_reveals(replace(state, duel_leads=(colour,)), told), told)


def target_reveals(state: State, told: list[Notice]) -> State:
    """Make the target's card due unless it is already open (SHINOBAZU-8.11)."""
    return go_on(replace(state, due=face_down(state, [pair(state)[1]])), told)


def duel(state: State, told: list[Notice]) -> State:
    """Fight the duel of the two with all their cards, which are then discarded (SHINOBAZU-8.11 to 8.14).

    Others' cards remain, unless by option a three forces them in: then they reveal, and fight as in a battle (8.12).
    """
    two, leads = pair(state), state.duel_leads
    others = tuple(seat for seat in state.stays if seat not in two)
    threes = with_three(state, two)
    joined = others if threes and state.options.duel_three == "on" else ()
    forced = {"seats": list(threes), "passers": list(joined)}
    if joined and not state.three:
        told.append(tell("shinobazu.three", "SHINOBAZU-8.12", **forced))
    hidden = face_down(state, joined)
    if hidden:
        return replace(state, three=True, due=hidden)
    why = [Why("shinobazu.why.duel_lead", {"seat": two[0], "colours": list(leads)}, "SHINOBAZU-8.11")]
    if joined:
        why.append(Why("shinobazu.why.three", forced, "SHINOBAZU-8.12"))
    state, outcome, fought = compare(state, in_turn_order(state, two + joined), leads, "duel", why, told)
    stays = remaining(state, others, joined, outcome.losers)
    state = replace(discard(state, {*two, *joined} - {*stays}), duel=fought, stays=stays)
    sheet = {two[0]: "challenger_wins", two[1]: "target_wins"}
    state = duel_on_the_sheet(state, "three" if joined else sheet.get(outcome.winner or "", "tie"))
    return round_is_over(state, told)


def refused(state: State) -> Ruling:
    """Charge the target for refusing; the cards are discarded unseen, or by option shown (SHINOBAZU-8.9, 8.10)."""
    told: list[Notice] = []
    target = pair(state)[1]
    state = avoided(state, len(front(state, target)), told)
    to_show = state.options.refused_shown == "yes"
    state = replace(state, due=face_down(state, [target]) if to_show else ())
    return uphold(go_on(state, told), told)


def avoided(state: State, cost: int, told: list[Notice]) -> State:
    """Charge a refusal as many points as there are cards before the target (SHINOBAZU-8.9)."""
    challenger, target = pair(state)
    after = with_points(state, {target: cost})
    refused = RefusedDuel(challenger, target, player(state, target).points, player(after, target).points)
    told.append(tell("shinobazu.refused_duel", "SHINOBAZU-8.9", seat=target, challenger=challenger, cost=cost))
    told += tell_points(state, after, "SHINOBAZU-8.9")
    return duel_on_the_sheet(replace(after, refused=refused, gained=(target,)), "refused")


def refused_cards_go(state: State) -> State:
    """Discard the refuser's cards unseen (SHINOBAZU-8.10), unless by option they are carried."""
    if state.options.refused_cards == "carry":
        return state
    target = pair(state)[1]
    return replace(discard(state, [target]), stays=tuple(seat for seat in state.stays if seat != target))
