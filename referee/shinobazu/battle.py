"""Battles and duels: sums, inversions, participants, winners and losers, and challenges (SHINOBAZU-5 to 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.base import replace
from referee.core.cards import ranked, strongest
from referee.core.judging import firm, tell
from referee.core.values import Notice, Why
from referee.shinobazu.model import INVERTING, Battle, RankRow, RefusedDuel, colour_of, value_of
from referee.shinobazu.rounds import duel_on_the_sheet
from referee.shinobazu.state import (
    State,
    declared,
    discard,
    front,
    in_turn_order,
    leftwards,
    open_cards,
    player,
    tell_points,
    total,
    with_points,
)


@dataclass(frozen=True)
class Outcome:
    """The result of a comparison. `ranking` is strongest first; ties keep the order given."""

    inverting: tuple[str, ...]
    ranking: tuple[tuple[str, int], ...]
    strongest: tuple[str, ...]
    winner: str | None
    losers: tuple[str, ...]

    def delta(self, seat: str) -> int:
        """Return the points that the result adds or subtracts (SHINOBAZU-8.3)."""
        return -1 if seat == self.winner else 1 if seat in self.losers else 0


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
    threes = tuple(seat for seat in fighters if total(state, seat) == 3)
    lead = state.lead or ""
    if not fighters:
        return Muster(everybody, lead, (Why("shinobazu.why.all_passed", {}, "SHINOBAZU-5.3"),), passers)
    if len(fighters) == 1 and not (threes and state.options.single_three == "three_applies"):
        return _without(state, fighters[0], passers, bool(threes))
    if threes and passers:
        reason = Why("shinobazu.why.three", {"seats": list(threes), "passers": list(passers)}, "SHINOBAZU-7.1")
        return Muster(everybody, lead, (reason,), passers, threes=threes)
    return Muster(fighters, lead, ())


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
    state: State, participants: tuple[str, ...], leads: tuple[str, ...], kind: str, told: list[Notice]
) -> tuple[State, Outcome, tuple[RankRow, ...]]:
    """Compare the sums and give points at once (SHINOBAZU-6.1 to 6.6, 8.1 to 8.3, 8.12, 8.13)."""
    fronts = {seat: open_cards(state, seat) for seat in participants}
    outcome = decide(fronts, leads)
    after = with_points(state, {seat: outcome.delta(seat) for seat in participants})
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
    if outcome.winner is None:
        told.append(tell(f"shinobazu.{kind}_no_winner", clause, **params))
    else:
        told.append(tell(f"shinobazu.{kind}", clause, winner=outcome.winner, **params))
    told += tell_points(state, after, clause)
    return after, outcome, rows


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


def challenges(state: State, seat: str) -> None:
    """Refuse a challenge by any seat but the single loser (SHINOBAZU-8.5, 8.6)."""
    firm(seat == state.challenger, "SHINOBAZU-8.6", "shinobazu.loser_challenges", seat=state.challenger)


def pair(state: State) -> tuple[str, str]:
    assert state.challenger is not None
    assert state.challenged is not None
    return state.challenger, state.challenged


def leads_offered(state: State) -> tuple[str, ...]:
    """Return the colour of the loser's current card, or by option all colours shown (SHINOBAZU-8.11)."""
    shown = [colour_of(card) for card in open_cards(state, pair(state)[0])]
    return (shown[-1],) if state.options.duel_lead == "current" else tuple(dict.fromkeys(shown))


def dragged_in(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the seats with a sum of three, and those that they force into the duel: none without the option (8.12)."""
    two = pair(state)
    threes = tuple(seat for seat in two if total(state, seat) == 3)
    on = threes and state.options.duel_three == "on"
    return threes, tuple(seat for seat in state.stays if seat not in two) if on else ()


def fought(state: State, told: list[Notice]) -> State:
    """Fight the duel of the two with all their cards, which are then discarded (SHINOBAZU-8.11 to 8.14).

    Others' cards remain, unless by option a three forces them in: then they fight as in a battle.
    """
    two, leads = pair(state), state.duel_leads
    threes, joined = dragged_in(state)
    why = [Why("shinobazu.why.duel_lead", {"seat": two[0], "colours": list(leads)}, "SHINOBAZU-8.11")]
    if joined:
        params = {"seats": list(threes), "passers": list(joined)}
        why.append(Why("shinobazu.why.three", params, "SHINOBAZU-8.12"))
    state, outcome, rows = compare(state, in_turn_order(state, two + joined), leads, "duel", told)
    keep = state.options.forced_stay_passers == "yes"
    gone = two + tuple(seat for seat in joined if not keep or seat in outcome.losers)
    battle = Battle("duel", leads, len(outcome.inverting), rows, (*why, *reasons(outcome, rows)))  # type: ignore[arg-type]
    stays = tuple(seat for seat in state.stays if seat not in gone)
    state = replace(discard(state, gone), duel=battle, stays=stays, gained=outcome.losers)
    sheet = {two[0]: "challenger_wins", two[1]: "target_wins"}
    return duel_on_the_sheet(state, "three" if joined else sheet.get(outcome.winner or "", "tie"))


def avoided(state: State, told: list[Notice]) -> State:
    """Charge a refusal as many points as there are cards before the target (SHINOBAZU-8.9)."""
    challenger, target = pair(state)
    cost = len(front(state, target))
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
