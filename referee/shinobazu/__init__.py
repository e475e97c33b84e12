"""不忍 Shinobazu: the rules, in the order of play (provisional text of April 2014).

Preparation, then round by round: turns, battle, duel, end of the round. A move states its phases itself, in `model`.
The checks and computations are in `turns`, `hands`, `battle` and `rounds`. Results entered without plays are in
`scores`, what may be seen in `view`, what is offered in `prompts`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.core.base import replace
from referee.core.game import Demonstration, Extras, Notes, Review, Statistics
from referee.core.judging import firm, given, tell, uphold
from referee.core.judging import remembered as remembered
from referee.core.moves import Move, any_move, in_depth, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Notice, Refused, Ruling, RulingContext, Seat, Why
from referee.shinobazu import battle as duels
from referee.shinobazu import model, scores
from referee.shinobazu.battle import Muster, compare, muster, reasons
from referee.shinobazu.hands import enter_hand, lay_down, withdraw_hand
from referee.shinobazu.model import HAND, Battle, colour_of
from referee.shinobazu.positions.laying import Rules, positions
from referee.shinobazu.prompts import prompts as prompts
from referee.shinobazu.rounds import (
    ANALYSIS,
    cleared,
    ends,
    next_round,
    next_set,
    next_start,
    on_the_sheet,
    reneges,
    show_hand,
    standing,
)
from referee.shinobazu.rounds import result as result
from referee.shinobazu.state import (
    LedRound,
    Player,
    State,
    declared,
    discard,
    face_down,
    one_seat,
    open_cards,
    plausible,
    player,
    seats,
    with_others,
    with_player,
    with_points,
)
from referee.shinobazu.turns import (
    clause_of_reveals,
    clear_records,
    face_of,
    in_order,
    may_change,
    may_lie_before,
    may_reveal,
    next_turn,
    receiver,
    turned_over,
    voided,
)
from referee.shinobazu.view import reveals
from referee.shinobazu.view import view as view

PROTOCOL = 1
KEY = "shinobazu"
PLAYERS = range(3, 6)
CLAUSES = Rulebook(__name__)
OPTIONS = model.Options
MOVE = any_move(vars(model))
may_be_secret = secret_kinds(vars(model))
VIEW = model.View
ADJUSTMENT = model.Adjustment
SCREENS = "companion.games.shinobazu"


# Preparation


def begin(options: model.Options, seated: Sequence[Seat]) -> State:
    """Return the first state: a hidden hand of three and 0 points each (SHINOBAZU-1.1, 1.3, 2.1 to 2.3).

    Raises `Refused` unless there are 3 to 5 seats and the start player is one of them.
    """
    firm(len(seated) in PLAYERS, "SHINOBAZU-1.1", "shinobazu.players", count=len(seated))
    ids = [s.seat for s in seated]
    start = options.start or ids[0]
    firm(start in ids, "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=start)
    players = tuple(Player(s.seat, s.name or s.seat) for s in seated)
    if options.depth == "scores":
        return State(options, players, start, phase="battle")
    return State(options, players, start, active=start)


def configure(state: State, seat: str, move: model.Configure, context: RulingContext) -> Ruling:
    """Judge the choice of the start player, before the first card (SHINOBAZU-2.3)."""
    start = one_seat(state, move.start, "SHINOBAZU-2.3", "start", stranger="SHINOBAZU-2.3")
    state = replace(state, start=start, active=start if state.options.depth == "plays" else None)
    return uphold(state, [tell("shinobazu.starts", "SHINOBAZU-2.3", seat=start)])


# Phase 1: turns


def lead(state: State, seat: str, move: model.Lead, context: RulingContext) -> Ruling:
    """Judge the start player's lead, with its announced colour, true or not (SHINOBAZU-3.2, 4.1, 4.2).

    Laid before the start player's own seat it is a fight (4.8); before another, that seat declares (3.10).
    """
    firm(state.lead is None, "SHINOBAZU-4.1", "shinobazu.already_led")
    firm(seat == state.start, "SHINOBAZU-3.2", "shinobazu.start_leads", seat=state.start)
    to = receiver(state, move.to)
    colour = given(move.colour, "SHINOBAZU-4.1", "shinobazu.name_colour")
    firm(move.declare is None or to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=to)
    context.require(move.declare != "pass", "SHINOBAZU-4.8", "shinobazu.start_fights")
    told = [tell("shinobazu.led", "SHINOBAZU-4.1", seat=seat, to=to, colour=colour)]
    state = lay_down(state, seat, to, move.card, colour, context, told, leads=True)
    state = replace(state, lead=colour, leads=(*state.leads, LedRound(seat, colour)), active=None)
    if to == seat:
        return uphold(declares(state, seat, move.declare or "fight", "SHINOBAZU-4.8", told), told)
    return uphold(replace(state, declares=to), told)


def lay(state: State, seat: str, move: model.Lay, context: RulingContext) -> Ruling:
    """Judge a later player's card, laid before their own seat or pushed onto another (SHINOBAZU-3.1 to 3.7, 4.4)."""
    colour = given(state.lead, "SHINOBAZU-4.1", "shinobazu.lead_first", seat=state.start)
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.declaration_due", seat=state.declares)
    firm(not player(state, seat).laid, "SHINOBAZU-3.1", "shinobazu.turn_is_over", seat=state.active)
    context.require(seat == state.active, "SHINOBAZU-3.2", "shinobazu.not_your_turn", seat=state.active)
    to = receiver(state, move.to)
    may_lie_before(state, seat, to)
    firm(move.declare is None or to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=to)
    told = [tell("shinobazu.laid", "SHINOBAZU-3.3", seat=seat, to=to)]
    state = lay_down(state, seat, to, move.card, colour, context, told, leads=False)
    state = replace(state, active=None, declares=to)
    if move.declare is not None:
        state = declares(state, seat, move.declare, "SHINOBAZU-4.10", told)
    return uphold(state, told)


def declare(state: State, seat: str, move: model.Declare, context: RulingContext) -> Ruling:
    """Judge the declaration of fight or pass by the owner of a current fight card, once (SHINOBAZU-4.6 to 4.11).

    A start player who kept the card must fight (4.8); one who pushed it may choose (4.9).
    """
    if state.declares != seat:
        may_change(state, seat, move.choice, context)
    choice = given(move.choice, "SHINOBAZU-4.6", "shinobazu.name_choice")
    told: list[Notice] = []
    if state.declares == seat:
        return uphold(declares(state, seat, choice, "SHINOBAZU-4.10", told), told)
    told.append(tell(f"shinobazu.declared_{choice}", "SHINOBAZU-4.6", seat=seat))
    return uphold(with_player(state, seat, declared=choice), told)


def declares(state: State, seat: str, choice: str, clause: str, told: list[Notice]) -> State:
    """Record a declaration, which applies to all cards before its owner (SHINOBAZU-4.11), and go on (3.8 to 3.11)."""
    told.append(tell(f"shinobazu.declared_{choice}", clause, seat=seat))
    state = replace(with_player(state, seat, declared=choice), declares=None, active=next_turn(state, seat))
    return state if state.active else battle_begins(state, told)


# Phase 2: battle


def battle_begins(state: State, told: list[Notice]) -> State:
    """Begin the battle: all fighters reveal (SHINOBAZU-5.1), or everybody if fewer than two fight (5.3, 5.4)."""
    fighters = declared(state, "fight")
    told.append(tell("shinobazu.battle_begins", "SHINOBAZU-5.1", seats=list(fighters)))
    reveal_now = fighters if len(fighters) > 1 else seats(state)
    return go_on(replace(state, phase="battle", due=face_down(state, reveal_now)), told)


def reveal(state: State, seat: str, move: model.Reveal, context: RulingContext) -> Ruling:
    """Judge the reveal of a due card, by its owner or the table (SHINOBAZU-5.1, 5.3, 5.4, 7.1, 8.11, 9.4, 9.5).

    The card shown is true, even if something else was recorded.
    """
    fight = may_reveal(state, seat, move.owner, context)
    told: list[Notice] = []
    card = face_of(state, fight, move.card, context)
    if card is None:
        return uphold(voided(state, [fight], told), told)
    state = turned_over(state, fight, card, told)
    state = replace(state, due=tuple(owner for owner in state.due if owner != fight.owner))
    return uphold(go_on(state, told), told)


def turn_over(state: State, seat: str, move: model.TurnOver, context: RulingContext) -> Ruling:
    """Turn over all due cards that are recorded, at once (SHINOBAZU-5.1).

    Cards with contradictory records stay face down: the players look at them and name them one by one.
    """
    clear, clashing = clear_records(state)
    opened = [fight.owner for fight in clear]
    told: list[Notice] = []
    if opened:
        told.append(tell("shinobazu.turned_over", clause_of_reveals(state), seats=opened))
    for fight in clear:
        assert fight.recorded is not None
        state = turned_over(state, fight, fight.recorded, told)
    state = voided(state, clashing, told)
    state = replace(state, due=tuple(owner for owner in state.due if owner not in opened))
    return uphold(go_on(state, told), told)


def go_on(state: State, told: list[Notice]) -> State:
    """Continue once no reveal is due any more."""
    if state.due:
        return state
    if state.phase == "battle":
        return battle(state, told)
    if state.phase == "duel" and state.answer == "accept" and state.duel_leads:
        return duel(state, told)
    if state.phase == "duel" and state.answer == "refuse":
        return round_is_over(duels.refused_cards_go(state), told)
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
    leads = (fight.lead,)
    state, outcome, rows = compare(state, fight.participants, leads, "battle", told)
    spared = state.options.forced_stay_passers == "yes"
    stays = [
        seat for seat in declared(state, "pass") if seat not in fight.forced or (spared and seat not in outcome.losers)
    ]
    why = fight.why + reasons(outcome, rows)
    may_duel = len(outcome.losers) == 1 and bool(stays)
    if not may_duel:
        cause = "losers" if len(outcome.losers) > 1 else "passers"
        why += (Why(f"shinobazu.why.no_duel_{cause}", {}, "SHINOBAZU-8.5"),)
    keeping = {*stays, *outcome.losers}
    state = replace(
        discard(state, [seat for seat in fight.participants if seat not in keeping]),
        battle=Battle("battle", leads, len(outcome.inverting), rows, why),  # type: ignore[arg-type]
        stays=tuple(stays),
        gained=outcome.losers,
    )
    state = on_the_sheet(state, outcome.winner, outcome.losers)
    if not may_duel:
        return round_is_over(state, told)
    loser = outcome.losers[0]
    told.append(tell("shinobazu.may_challenge", "SHINOBAZU-8.5", seat=loser, targets=stays))
    return replace(state, phase="duel", challenger=loser, three=False)


# Phase 3: the Shinobazu duel


def duel_challenge(state: State, seat: str, move: model.DuelChallenge, context: RulingContext) -> Ruling:
    """Judge the loser's challenge of a remaining passer (SHINOBAZU-8.5, 8.6)."""
    duels.challenges(state, seat)
    target = one_seat(state, move.target, "SHINOBAZU-8.6", "target")
    firm(target in state.stays, "SHINOBAZU-8.6", "shinobazu.not_a_passer", seat=target)
    told = [tell("shinobazu.challenged", "SHINOBAZU-8.6", seat=seat, target=target)]
    return uphold(replace(state, challenged=target), told)


def duel_decline(state: State, seat: str, move: model.DuelDecline, context: RulingContext) -> Ruling:
    """Judge that the loser challenges nobody; the loser's cards are discarded (SHINOBAZU-8.7)."""
    duels.challenges(state, seat)
    told = [tell("shinobazu.declined", "SHINOBAZU-8.7", seat=seat)]
    return uphold(round_is_over(state, told), told)


def duel_answer(state: State, seat: str, move: model.DuelAnswer, context: RulingContext) -> Ruling:
    """Judge the challenged player's answer (SHINOBAZU-8.8)."""
    firm(seat == state.challenged, "SHINOBAZU-8.8", "shinobazu.challenged_answers", seat=state.challenged)
    firm(move.answer, "SHINOBAZU-8.8", "shinobazu.name_answer")
    state = replace(state, answer=move.answer)
    return accepted(state) if move.answer == "accept" else refused(state)


def accepted(state: State) -> Ruling:
    """Begin an accepted duel, led by the colour of the loser's current card or, by option, a named one (8.11)."""
    challenger, target = duels.pair(state)
    told = [tell("shinobazu.accepted", "SHINOBAZU-8.8", seat=target, challenger=challenger)]
    colours = duels.leads_offered(state)
    if len(colours) > 1 and state.options.duel_lead == "loser_names":
        return uphold(state, told)
    return uphold(target_reveals(replace(state, duel_leads=colours), told), told)


def choose_duel_lead(state: State, seat: str, move: model.ChooseDuelLead, context: RulingContext) -> Ruling:
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
    return go_on(replace(state, due=face_down(state, [duels.pair(state)[1]])), told)


def duel(state: State, told: list[Notice]) -> State:
    """Fight the duel with all cards of the two (SHINOBAZU-8.11 to 8.14); by option a three forces others in."""
    threes, joined = duels.dragged_in(state)
    if joined and not state.three:
        told.append(tell("shinobazu.three", "SHINOBAZU-8.12", seats=list(threes), passers=list(joined)))
    hidden = face_down(state, joined)
    if hidden:
        return replace(state, three=True, due=hidden)
    return round_is_over(duels.fought(state, told), told)


def refused(state: State) -> Ruling:
    """Charge the target for refusing; the cards are discarded unseen, or by option shown (SHINOBAZU-8.9, 8.10)."""
    told: list[Notice] = []
    state = duels.avoided(state, told)
    to_show = state.options.refused_shown == "yes"
    state = replace(state, due=face_down(state, [duels.pair(state)[1]]) if to_show else ())
    return uphold(go_on(state, told), told)


# Phase 4: the end of a round


def round_is_over(state: State, told: list[Notice]) -> State:
    """End the duel: discard what does not stay, and tell the next start player (SHINOBAZU-8.5, 8.7, 8.14, 9.1, 9.2).

    The remaining passers' cards are due to be shown (9.4, 9.5).
    """
    state = discard(state, [seat for seat in seats(state) if seat not in state.stays])
    state = replace(state, phase="round_end", challenger=None, challenged=None, three=False)
    several = "SHINOBAZU-9.2" if len(state.gained) > 1 else "SHINOBAZU-9.1"
    told.append(tell("shinobazu.next_start", several, seat=next_start(state)))
    return replace(state, due=face_down(state, state.stays))


def end_round(state: State, seat: str, move: model.EndRound, context: RulingContext) -> Ruling:
    """Judge the end of a round: the match ends (SHINOBAZU-9.7), or a round or set begins (9.4 to 9.6, 9.9)."""
    firm(not state.due, clause_of_reveals(state), "shinobazu.still_face_down", seats=list(state.due))
    if ends(state):
        return match_ends(state)
    return next_round(cleared(state)) if state.round < HAND else next_set(cleared(state))


def match_ends(state: State) -> Ruling:
    """End the match, since somebody has 5 points or more; fewest points win (SHINOBAZU-9.7, 9.8, 9.10)."""
    state = replace(state, phase="ended")
    outcome = result(state)
    assert outcome is not None
    return uphold(state, [tell("shinobazu.ended", "SHINOBAZU-9.7", winners=list(outcome.winners))])


# Judging

RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    model.Configure: configure,
    model.EnterHand: enter_hand,
    model.WithdrawHand: withdraw_hand,
    model.Lead: lead,
    model.Lay: lay,
    model.Declare: declare,
    model.Reveal: reveal,
    model.TurnOver: turn_over,
    model.DuelChallenge: duel_challenge,
    model.DuelDecline: duel_decline,
    model.DuelAnswer: duel_answer,
    model.ChooseDuelLead: choose_duel_lead,
    model.EndRound: end_round,
    model.ShowHand: show_hand,
    model.BattleResult: scores.battle_result,
    model.DuelResult: scores.duel_result,
    model.NoDuel: scores.no_duel,
}


def judge(state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or `table`, or `gm` if the move names whom it concerns).

    The given state is not changed; `waived` holds the clauses that a house ruling waives.
    """
    try:
        if seat not in (TABLE, GAME_MASTER):
            player(state, seat)
        else:
            firm(move.about.for_all, "SHINOBAZU-3.3", "shinobazu.seat_declares")
        depth = state.options.depth
        firm(in_depth(move, depth), "SHINOBAZU-2.4", f"shinobazu.kept_in_{depth}")
        in_order(state, move)
        ruling = RULES[type(move)](state, seat, move, RulingContext(waived))
        return replace(ruling, told=reveals(state, ruling.state))
    except Refused as refusal:
        return Ruling.refusal(refusal)


def adjust(state: State, adjustment: model.Adjustment) -> State:
    """Set points by hand, as a house ruling does. Raises `Refused` for an unknown seat and below 0 (SHINOBAZU-1.4).

    Whether the match ends is still tested only at the end of a round (SHINOBAZU-9.7).
    """
    for seat, points in adjustment.points.items():
        firm(points >= 0, "SHINOBAZU-1.4", "shinobazu.below_zero", seat=seat)
    deltas = {seat: points - player(state, seat).points for seat, points in adjustment.points.items()}
    return with_points(state, deltas)


EXTRAS = Extras(
    counts=lambda state: {"set": state.set, "round": state.round},
    notes=Notes(
        noting=frozenset({"enter_hand"}),
        withdrawals=frozenset({"withdraw_hand"}),
        retractable=lambda notice: notice.message in ("shinobazu.finding.wrong_entry", "shinobazu.records_clash"),
        plausible=plausible,
        elsewhere=with_others,
    ),
    demonstration=Demonstration(
        amends=frozenset({"withdraw_hand", "show_hand"}), doubts=lambda state: len(state.findings)
    ),
    statistics=Statistics(standing=standing, reneges=reneges),
    review=Review(analysis=ANALYSIS.analysis),
    positions=positions(Rules(begin, go_on, judge)),
)
