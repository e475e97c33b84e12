"""The Shinobazu duel 不忍勝負: who may challenge, under which colour, and what becomes of the cards (8.5 to 8.14)."""

from __future__ import annotations

from referee.core.judging import firm, tell
from referee.core.replacing import replace
from referee.core.values import Notice, Why
from referee.shinobazu.ending import duel_on_the_sheet
from referee.shinobazu.model import Battle, RefusedDuel, colour_of
from referee.shinobazu.showdown import compare, reasons
from referee.shinobazu.state import (
    State,
    discard,
    front,
    in_turn_order,
    open_cards,
    player,
    tell_points,
    total,
    with_points,
)


def challenges(state: State, seat: str) -> None:
    """Refuse a challenge of anybody but the one loser (SHINOBAZU-8.5, 8.6)."""
    firm(seat == state.challenger, "SHINOBAZU-8.6", "shinobazu.loser_challenges", seat=state.challenger)


def pair(state: State) -> tuple[str, str]:
    assert state.challenger is not None
    assert state.challenged is not None
    return state.challenger, state.challenged


def leads_offered(state: State) -> tuple[str, ...]:
    """Return the colour of the loser's current card (SHINOBAZU-8.11), or by option all that are shown."""
    shown = [colour_of(card) for card in open_cards(state, pair(state)[0])]
    return (shown[-1],) if state.options.duel_lead == "current" else tuple(dict.fromkeys(shown))


def dragged_in(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return whose sum of three drags whom into the duel: nobody (SHINOBAZU-8.12), unless the option says so."""
    two = pair(state)
    threes = tuple(seat for seat in two if total(state, seat) == 3)
    on = threes and state.options.duel_three == "on"
    return threes, tuple(seat for seat in state.stays if seat not in two) if on else ()


def fought(state: State, told: list[Notice]) -> State:
    """The two battle with all their cards, which are then discarded (SHINOBAZU-8.11 to 8.14).

    Others' cards remain, unless by option a three has dragged them in: then they fight as in a battle.
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
    """A refusal costs as many points as cards lie before the target (SHINOBAZU-8.9)."""
    challenger, target = pair(state)
    cost = len(front(state, target))
    after = with_points(state, {target: cost})
    refused = RefusedDuel(challenger, target, player(state, target).points, player(after, target).points)
    told.append(tell("shinobazu.refused_duel", "SHINOBAZU-8.9", seat=target, challenger=challenger, cost=cost))
    told += tell_points(state, after, "SHINOBAZU-8.9")
    return duel_on_the_sheet(replace(after, refused=refused, gained=(target,)), "refused")


def refused_cards_go(state: State) -> State:
    """The refuser's cards are discarded unseen and not carried (SHINOBAZU-8.10), unless the option says so."""
    if state.options.refused_cards == "carry":
        return state
    target = pair(state)[1]
    return replace(discard(state, [target]), stays=tuple(seat for seat in state.stays if seat != target))
