"""不忍 Shinobazu: the rules, in the order of play (provisional text of April 2014).

Preparation, then round by round: turns, battle, duel, end of the round. Hands kept on phones are in
`shinobazu_hands`, results entered without plays in `shinobazu_scores`, what may be seen in
`shinobazu_view`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee import shinobazu_model as model
from referee import shinobazu_scores as scores
from referee.clauses.shinobazu import CLAUSES as CLAUSES
from referee.shinobazu_audits import audit, found, open_checks
from referee.shinobazu_battle import Outcome, decide
from referee.shinobazu_ending import duel_on_the_sheet, ends, next_start, on_the_sheet
from referee.shinobazu_ending import result as result
from referee.shinobazu_hands import enter_hand, lay_down, withdraw_hand
from referee.shinobazu_model import HAND, colour_of
from referee.shinobazu_prompts import prompts as prompts
from referee.shinobazu_reveals import clause_of_reveals, face_of, turned_over
from referee.shinobazu_state import (
    Battle,
    FightCard,
    LedRound,
    Player,
    Reason,
    RefusedDuel,
    Row,
    State,
    current,
    declared,
    discard,
    during,
    elsewhere,
    face_down,
    firm,
    front,
    in_turn_order,
    is_seat,
    leftwards,
    open_cards,
    player,
    seats,
    surely_held,
    tell,
    tell_points,
    total,
    uphold,
    with_player,
    with_points,
)
from referee.shinobazu_view import view as view
from referee.values import GAME_MASTER, TABLE, Bench, Notice, Refused, Ruling, Seat, Viewer

KEY = "shinobazu"
PLAYERS = range(3, 6)
OPTIONS = model.Options
MOVE = model.MOVE
VIEW = model.View
ADJUSTMENT = model.Adjustment


# Preparation


def begin(options: model.Options, seated: Sequence[Seat]) -> State:
    """Lay the table: three hidden cards and 0 points each (SHINOBAZU-1.1, 1.3, 2.1 to 2.3).

    Raises `Refused` when there are not 3 to 5 seats or the start player is none of them.
    """
    firm(len(seated) in PLAYERS, "SHINOBAZU-1.1", "shinobazu.players", count=len(seated))
    ids = [s.seat for s in seated]
    start = options.start or ids[0]
    firm(start in ids, "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=start)
    players = tuple(Player(s.seat, s.name or s.seat) for s in seated)
    if options.depth == "scores":
        return State(options, players, start, phase="battle")
    return State(options, players, start, active=start)


def configure(state: State, seat: str, move: model.Configure, bench: Bench) -> Ruling:
    """The table enters who last saw a ninja, before the first card (SHINOBAZU-2.3)."""
    firm(is_seat(state, move.start), "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=move.start)
    untouched = state.set == state.round == 1 and not state.cards and not state.rounds
    firm(untouched, "SHINOBAZU-2.3", "shinobazu.already_begun")
    state = replace(state, start=move.start, active=move.start if state.options.depth == "plays" else None)
    return uphold(state, [tell("shinobazu.starts", "SHINOBAZU-2.3", seat=move.start)])


# Phase 1: turns


def lead(state: State, seat: str, move: model.Lead, bench: Bench) -> Ruling:
    """The start player lays first and announces the colour, true or not (SHINOBAZU-3.2, 4.1, 4.2).

    Before himself he fights (4.8), before another that one declares (3.10).
    """
    during(state, "turns")
    firm(state.lead is None, "SHINOBAZU-4.1", "shinobazu.already_led")
    firm(seat == state.start, "SHINOBAZU-3.2", "shinobazu.start_leads", seat=state.start)
    firm(is_seat(state, move.to), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=move.to)
    told = [tell("shinobazu.led", "SHINOBAZU-4.1", seat=seat, to=move.to, colour=move.colour)]
    state, more = lay_down(state, seat, move.to, move.card, move.colour, bench, leads=True)
    told += more
    state = replace(state, lead=move.colour, leads=(*state.leads, LedRound(seat, move.colour)), active=None)
    if move.to == seat:
        told.append(tell("shinobazu.declared_fight", "SHINOBAZU-4.8", seat=seat))
        state = next_turn(with_player(state, seat, declared="fight"), seat, told)
    else:
        state = replace(state, declares=move.to)
    return uphold(state, told)


def lay(state: State, seat: str, move: model.Lay, bench: Bench) -> Ruling:
    """A later player lays one card before himself, or pushes it on another (SHINOBAZU-3.1 to 3.7, 4.4)."""
    during(state, "turns")
    firm(state.lead is not None, "SHINOBAZU-4.1", "shinobazu.lead_first", seat=state.start)
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.declaration_due", seat=state.declares)
    firm(not player(state, seat).laid, "SHINOBAZU-3.1", "shinobazu.turn_is_over")
    bench.require(seat == state.active, "SHINOBAZU-3.2", "shinobazu.not_your_turn", seat=state.active)
    may_lie_before(state, seat, move.to)
    firm(move.declare is None or move.to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=move.to)
    told = [tell("shinobazu.laid", "SHINOBAZU-3.3", seat=seat, to=move.to)]
    assert state.lead is not None
    state, more = lay_down(state, seat, move.to, move.card, state.lead, bench, leads=False)
    told += more
    state = replace(state, active=None, declares=move.to)
    if move.declare is not None:
        state = declares(state, seat, move.declare, told)
    return uphold(state, told)


def may_lie_before(state: State, seat: str, to: str) -> None:
    """Refuse a second current card before anybody (SHINOBAZU-3.3 to 3.7).

    Carried cards do not count, nor does it matter whether the receiver's turn is over.
    """
    firm(is_seat(state, to), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=to)
    if current(state, to) is None:
        return
    firm(to != seat, "SHINOBAZU-3.5", "shinobazu.must_push")
    empty = [s for s in seats(state) if current(state, s) is None]
    firm(empty != [seat], "SHINOBAZU-3.7", "shinobazu.must_self_play")
    firm(False, "SHINOBAZU-3.4", "shinobazu.front_occupied", seat=to)


def declare(state: State, seat: str, move: model.Declare, bench: Bench) -> Ruling:
    """The owner of a current fight card declares fight or pass, once (SHINOBAZU-4.6 to 4.11).

    The start player who laid before himself fights (4.8); one who pushed chooses like anyone (4.9).
    """
    during(state, "turns")
    told: list[Notice] = []
    if state.declares == seat:
        return uphold(declares(state, seat, move.choice, told), told)
    own = current(state, seat)
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.owner_declares", seat=state.declares)
    firm(own is not None, "SHINOBAZU-4.6", "shinobazu.nothing_to_declare")
    assert own is not None
    bound = seat == state.start == own.laid_by
    bench.require(not bound or move.choice == "fight", "SHINOBAZU-4.8", "shinobazu.start_fights")
    bench.refuse("SHINOBAZU-4.6", "shinobazu.already_declared")
    told.append(tell(f"shinobazu.declared_{move.choice}", "SHINOBAZU-4.6", seat=seat))
    return uphold(with_player(state, seat, declared=move.choice), told)


def declares(state: State, seat: str, choice: str, told: list[Notice]) -> State:
    """Note a declaration, for all cards before its owner (SHINOBAZU-4.10, 4.11), and find the next turn."""
    told.append(tell(f"shinobazu.declared_{choice}", "SHINOBAZU-4.10", seat=seat))
    return next_turn(replace(with_player(state, seat, declared=choice), declares=None), seat, told)


def next_turn(state: State, owner: str, told: list[Notice]) -> State:
    """Find the next turn once the owner of the card just laid has declared (SHINOBAZU-3.8 to 3.11).

    After a push the receiver's, unless it is over; else that of the nearest player to the left whose
    turn is not over. When all are over, the battle begins.
    """
    fight = current(state, owner)
    assert fight is not None
    order = leftwards(state, owner)
    if fight.laid_by != owner:
        over = player(state, owner).laid
        pusher_counts = over and state.options.after_push_back == "from_pusher"
        order = leftwards(state, fight.laid_by) if pusher_counts else (owner, *order)
    for seat in order:
        if not player(state, seat).laid:
            return replace(state, active=seat)
    return battle_begins(replace(state, active=None), told)


# Phase 2: battle


def battle_begins(state: State, told: list[Notice]) -> State:
    """All fighters reveal at once (SHINOBAZU-5.1); everybody does when fewer than two fight (5.3, 5.4)."""
    fighters = declared(state, "fight")
    told.append(tell("shinobazu.battle_begins", "SHINOBAZU-5.1", seats=list(fighters)))
    reveal_now = fighters if len(fighters) > 1 else seats(state)
    return go_on(replace(state, phase="battle", due=face_down(state, reveal_now)), told)


def reveal(state: State, seat: str, move: model.Reveal, bench: Bench) -> Ruling:
    """A due card is turned over by its owner or the table (SHINOBAZU-5.1, 5.3, 5.4, 7.1, 8.11, 9.4, 9.5).

    What it shows is true, even where something else was recorded.
    """
    owner = move.owner or (seat if is_seat(state, seat) else None)
    clause = clause_of_reveals(state)
    firm(owner is not None, clause, "shinobazu.name_owner")
    assert owner is not None
    firm(is_seat(state, owner), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=owner)
    firm(owner == seat or not is_seat(state, seat), clause, "shinobazu.own_card_only")
    fight = current(state, owner)
    firm(fight is not None, clause, "shinobazu.no_card_there", seat=owner)
    assert fight is not None
    firm(fight.card is None, clause, "shinobazu.already_open", seat=owner)
    if owner not in state.due:
        early = state.phase == "turns"
        bench.refuse("SHINOBAZU-5.1", "shinobazu.reveal_too_early" if early else "shinobazu.reveal_not_due", seat=owner)
    card = face_of(state, fight, move.card, bench)
    told: list[Notice] = []
    state = turned_over(state, fight, card, told)
    state = replace(state, due=tuple(s for s in state.due if s != owner))
    return uphold(go_on(state, told), told, told=True)


def turn_over(state: State, seat: str, move: model.TurnOver, bench: Bench) -> Ruling:
    """All due cards that are recorded are turned over at once (SHINOBAZU-5.1).

    Records that cannot both be true stay closed: the table looks, and names those cards one by one.
    """
    clause = clause_of_reveals(state)
    firm(state.due, clause, "shinobazu.nothing_due")
    fights = [f for s in state.due if (f := current(state, s)) is not None and f.recorded is not None]
    firm(fights, clause, "shinobazu.nothing_recorded", seats=list(state.due))
    records = [f.recorded for f in fights]
    doubtful = [f for f in fights if records.count(f.recorded) > 1 or f.recorded in elsewhere(state, f.laid_by)]
    clear = [f for f in fights if f not in doubtful]
    clashing = [f.owner for f in doubtful]
    firm(clear, "SHINOBAZU-1.2", "shinobazu.record_clashes", seats=clashing)
    told = [tell("shinobazu.turned_over", clause, seats=[f.owner for f in clear])]
    for fight in clear:
        assert fight.recorded is not None
        state = turned_over(state, fight, fight.recorded, told)
    if clashing:
        told.append(tell("shinobazu.records_clash", "SHINOBAZU-1.2", seats=clashing))
    opened = {f.owner for f in clear}
    state = replace(state, due=tuple(s for s in state.due if s not in opened))
    return uphold(go_on(state, told), told, told=True)


def go_on(state: State, told: list[Notice]) -> State:
    """Do what follows once no reveal is due any more."""
    if state.due:
        return state
    if state.phase == "battle":
        return who_takes_part(state, told)
    if state.phase == "duel" and state.answer == "accept" and state.duel_leads:
        return duel_is_fought(state, told)
    if state.phase == "duel" and state.answer == "refuse":
        return refused_cards_go(state, told)
    return state


def who_takes_part(state: State, told: list[Notice]) -> State:
    """Settle the participants and the lead colour, in this order (SHINOBAZU-5.2 to 5.6, 7.1 to 7.3)."""
    fighters, passers = declared(state, "fight"), declared(state, "pass")
    forced: tuple[str, ...] = ()
    lead_colour = state.lead
    why: list[Reason] = []
    threes = [seat for seat in fighters if total(state, seat) == 3]
    alone = fighters[0] if len(fighters) == 1 else None
    if not fighters:
        forced = passers
        why.append(Reason("shinobazu.why.all_passed", {}, "SHINOBAZU-5.3"))
    elif alone and not (threes and state.options.single_three == "three_applies"):
        lead_colour = lead_after_single(state, alone)
        why.append(Reason("shinobazu.why.single", {"seat": alone}, "SHINOBAZU-5.4"))
        why.append(Reason("shinobazu.why.single_lead", {"seat": alone, "colour": lead_colour}, "SHINOBAZU-5.4"))
        if threes:
            why.append(Reason("shinobazu.why.single_three", {"seat": alone}, "SHINOBAZU-5.5"))
        told.append(tell("shinobazu.leaves", "SHINOBAZU-5.4", seat=alone, colour=lead_colour))
        state = discard(state, fighters)
        fighters, forced = (), passers
    elif threes and passers:
        forced = passers
        if not state.three:
            told.append(tell("shinobazu.three", "SHINOBAZU-7.1", seats=threes, passers=list(passers)))
        state = replace(state, three=True, due=face_down(state, passers))
        if state.due:
            return state
        why.append(Reason("shinobazu.why.three", {"seats": threes, "passers": list(passers)}, "SHINOBAZU-7.1"))
    assert lead_colour is not None
    participants = in_turn_order(state, fighters + forced)
    return battle_is_fought(state, participants, forced, lead_colour, why, told)


def lead_after_single(state: State, alone: str) -> str:
    """Return the battle's lead colour after a single fighter left: of his left neighbour's card (SHINOBAZU-5.4).

    That is the current card in front of the neighbour, or by option the one that he laid this round.
    """
    left = leftwards(state, alone)[0]
    in_front = state.options.single_lead == "in_front"
    who = (c for c in state.cards if c.round == state.round and (c.owner if in_front else c.laid_by) == left)
    card = next(who).card
    assert card is not None
    return colour_of(card)


def battle_is_fought(
    state: State,
    participants: tuple[str, ...],
    forced: tuple[str, ...],
    lead_colour: str,
    why: list[Reason],
    told: list[Notice],
) -> State:
    """Compare, give points, discard, and see whether a duel may follow (SHINOBAZU-6.1 to 6.6, 8.1 to 8.5).

    Whoever was forced in is no passer any more (5.6), unless the option says that he stays one.
    """
    leads = (lead_colour,)
    after, outcome, rows = compare(state, participants, leads, "battle", why, told)
    keep = state.options.forced_stay_passers == "yes"
    stays = [s for s in declared(state, "pass") if s not in forced or (keep and s not in outcome.losers)]
    duel = len(outcome.losers) == 1 and bool(stays)
    if not duel:
        many = len(outcome.losers) > 1
        why.append(Reason(f"shinobazu.why.no_duel_{'losers' if many else 'passers'}", {}, "SHINOBAZU-8.5"))
    kept = {*stays, *(outcome.losers if duel else ())}
    state = discard(after, [s for s in participants if s not in kept])
    battle = Battle("battle", leads, len(outcome.inverting), rows, tuple(why))
    state = on_the_sheet(replace(state, battle=battle, stays=tuple(stays)), outcome.winner, outcome.losers)
    if not duel:
        return round_is_over(state, told)
    loser = outcome.losers[0]
    told.append(tell("shinobazu.may_challenge", "SHINOBAZU-8.5", seat=loser, targets=stays))
    return replace(state, phase="duel", challenger=loser, three=False)


def compare(
    state: State,
    participants: tuple[str, ...],
    leads: tuple[str, ...],
    kind: str,
    why: list[Reason],
    told: list[Notice],
) -> tuple[State, Outcome, tuple[Row, ...]]:
    """Compare the sums, invert, and give and take points at once (SHINOBAZU-6.1 to 6.5, 8.1 to 8.3, 8.12, 8.13)."""
    fronts = {seat: open_cards(state, seat) for seat in participants}
    outcome = decide(fronts, leads)
    after = with_points(state, {seat: outcome.delta(seat) for seat in participants})
    rows = tuple(
        Row(
            seat,
            value,
            fronts[seat],
            player(state, seat).points,
            player(after, seat).points,
            "wins" if seat == outcome.winner else "loses" if seat in outcome.losers else "stays",
        )
        for seat, value in outcome.ranking
    )
    why += reasons(outcome, state)
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
    return replace(after, gained=outcome.losers), outcome, rows


def reasons(outcome: Outcome, before: State) -> list[Reason]:
    """Return why the strongest is the strongest and who gains or loses points (SHINOBAZU-6.2, 6.4, 8.1 to 8.3)."""
    count, cards = len(outcome.inverting), list(outcome.inverting)
    if count == 0:
        why = [Reason("shinobazu.why.not_inverted", {}, "SHINOBAZU-6.2")]
    else:
        odd = "inverted" if count % 2 else "inverted_back"
        why = [Reason(f"shinobazu.why.{odd}", {"count": count, "cards": cards}, "SHINOBAZU-6.4")]
    if len(outcome.losers) == len(outcome.ranking):
        return [*why, Reason("shinobazu.why.all_equal", {}, "SHINOBAZU-8.3")]
    if outcome.winner is None:
        why.append(Reason("shinobazu.why.no_winner", {"seats": list(outcome.strongest)}, "SHINOBAZU-8.1"))
    elif player(before, outcome.winner).points == 0:
        why.append(Reason("shinobazu.why.floor", {"seat": outcome.winner}, "SHINOBAZU-1.4"))
    if len(outcome.losers) > 1:
        why.append(Reason("shinobazu.why.mutual", {"seats": list(outcome.losers)}, "SHINOBAZU-8.2"))
    return why


# Phase 3: the Shinobazu duel


def of_the_challenger(state: State, seat: str) -> None:
    """Only the one loser challenges, while passers remain, and only once a round (SHINOBAZU-8.5, 8.6)."""
    firm(state.challenged is None, "SHINOBAZU-8.6", "shinobazu.one_challenge")
    if state.phase == "round_end":
        firm(state.duel is None and state.refused is None, "SHINOBAZU-8.6", "shinobazu.one_challenge")
        firm(False, "SHINOBAZU-8.5", "shinobazu.no_duel")
    during(state, "duel")
    firm(seat == state.challenger, "SHINOBAZU-8.6", "shinobazu.loser_challenges", seat=state.challenger)


def duel_challenge(state: State, seat: str, move: model.DuelChallenge, bench: Bench) -> Ruling:
    """The loser challenges one remaining passer (SHINOBAZU-8.6)."""
    of_the_challenger(state, seat)
    firm(is_seat(state, move.target), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=move.target)
    firm(move.target in state.stays, "SHINOBAZU-8.6", "shinobazu.not_a_passer", seat=move.target)
    told = [tell("shinobazu.challenged", "SHINOBAZU-8.6", seat=seat, target=move.target)]
    return uphold(replace(state, challenged=move.target), told)


def duel_decline(state: State, seat: str, move: model.DuelDecline, bench: Bench) -> Ruling:
    """The loser challenges nobody; his cards are discarded (SHINOBAZU-8.7)."""
    of_the_challenger(state, seat)
    told = [tell("shinobazu.declined", "SHINOBAZU-8.7", seat=seat)]
    return uphold(round_is_over(state, told), told)


def duel_answer(state: State, seat: str, move: model.DuelAnswer, bench: Bench) -> Ruling:
    """The challenged player accepts or refuses (SHINOBAZU-8.8); nobody else answers."""
    during(state, "duel")
    firm(state.challenged is not None and state.answer is None, "SHINOBAZU-8.8", "shinobazu.nobody_challenged")
    firm(seat == state.challenged, "SHINOBAZU-8.8", "shinobazu.challenged_answers", seat=state.challenged)
    state = replace(state, answer=move.answer)
    if move.answer == "accept":
        return accepted(state)
    return avoided(state)


def accepted(state: State) -> Ruling:
    """The target is to reveal; the lead colour is that of the loser's current card (SHINOBAZU-8.11).

    By option the loser names one of his colours, or each of them leads.
    """
    assert state.challenger is not None
    assert state.challenged is not None
    told = [tell("shinobazu.accepted", "SHINOBAZU-8.8", seat=state.challenged, challenger=state.challenger)]
    own = current(state, state.challenger)
    assert own is not None
    assert own.card is not None
    colours = tuple(dict.fromkeys(colour_of(card) for card in open_cards(state, state.challenger)))
    if state.options.duel_lead == "current":
        colours = (colour_of(own.card),)
    if len(colours) > 1 and state.options.duel_lead == "loser_names":
        return uphold(state, told)
    open_already = not face_down(state, [state.challenged])
    return uphold(target_reveals(replace(state, duel_leads=colours), told), told, told=open_already)


def choose_duel_lead(state: State, seat: str, move: model.ChooseDuelLead, bench: Bench) -> Ruling:
    """The loser names which of his colours leads the duel (SHINOBAZU-8.11, by option)."""
    during(state, "duel")
    waits = state.answer == "accept" and not state.duel_leads
    firm(waits, "SHINOBAZU-8.11", "shinobazu.no_lead_to_choose")
    firm(seat == state.challenger, "SHINOBAZU-8.11", "shinobazu.loser_names", seat=state.challenger)
    own = [colour_of(card) for card in open_cards(state, seat)]
    firm(move.colour in own, "SHINOBAZU-8.11", "shinobazu.own_colour", colour=move.colour)
    told = [tell("shinobazu.duel_lead", "SHINOBAZU-8.11", seat=seat, colour=move.colour)]
    return uphold(target_reveals(replace(state, duel_leads=(move.colour,)), told), told)


def target_reveals(state: State, told: list[Notice]) -> State:
    """The target's card is due, unless it lies open already (SHINOBAZU-8.11)."""
    assert state.challenged is not None
    return go_on(replace(state, due=face_down(state, [state.challenged])), told)


def duel_is_fought(state: State, told: list[Notice]) -> State:
    """The two battle with all their cards, which are then discarded (SHINOBAZU-8.11 to 8.14).

    A sum of three drags nobody in, unless the option says so; then it is a battle of all who pass.
    """
    assert state.challenger is not None
    assert state.challenged is not None
    two = (state.challenger, state.challenged)
    leads = state.duel_leads
    keys = {"colours": list(leads), "seat": state.challenger}
    why = [Reason("shinobazu.why.duel_lead", keys, "SHINOBAZU-8.11")]
    others = tuple(s for s in state.stays if s not in two)
    threes = [s for s in two if total(state, s) == 3]
    joined: tuple[str, ...] = ()
    if threes and others and state.options.duel_three == "on":
        joined = others
        if not state.three:
            told.append(tell("shinobazu.three", "SHINOBAZU-8.12", seats=threes, passers=list(others)))
        state = replace(state, three=True, due=face_down(state, others))
        if state.due:
            return state
        why.append(Reason("shinobazu.why.three", {"seats": threes, "passers": list(others)}, "SHINOBAZU-8.12"))
    state, outcome, rows = compare(state, in_turn_order(state, two + joined), leads, "duel", why, told)
    keep = state.options.forced_stay_passers == "yes"
    gone = two + tuple(s for s in joined if not keep or s in outcome.losers)
    state = discard(state, gone)
    duel = Battle("duel", leads, len(outcome.inverting), rows, tuple(why))
    state = replace(state, duel=duel, stays=tuple(s for s in state.stays if s not in gone))
    sheet = {state.challenger: "challenger_wins", state.challenged: "target_wins"}
    state = duel_on_the_sheet(state, "three" if joined else sheet.get(outcome.winner or "", "tie"))
    return round_is_over(state, told)


def avoided(state: State) -> Ruling:
    """A refusal costs as many points as cards lie before the target (SHINOBAZU-8.9)."""
    assert state.challenger is not None
    assert state.challenged is not None
    target = state.challenged
    cost = len(front(state, target))
    after = with_points(state, {target: cost})
    before, now = player(state, target).points, player(after, target).points
    refused = RefusedDuel(state.challenger, target, before, now)
    told = [tell("shinobazu.refused_duel", "SHINOBAZU-8.9", seat=target, challenger=state.challenger, cost=cost)]
    told += tell_points(state, after, "SHINOBAZU-8.9")
    after = duel_on_the_sheet(replace(after, refused=refused, gained=(target,)), "refused")
    to_show = state.options.refused_shown == "yes"
    after = replace(after, due=face_down(after, [target]) if to_show else ())
    return uphold(go_on(after, told), told, told=to_show)


def refused_cards_go(state: State, told: list[Notice]) -> State:
    """After a refusal the cards of both are discarded, unseen (SHINOBAZU-8.10).

    By option they are shown first, or the target keeps and carries his.
    """
    assert state.challenged is not None
    if state.options.refused_cards == "carry":
        return round_is_over(state, told)
    stays = tuple(s for s in state.stays if s != state.challenged)
    return round_is_over(replace(discard(state, [state.challenged]), stays=stays), told)


# Phase 4: the end of a round


def round_is_over(state: State, told: list[Notice]) -> State:
    """Discard what does not stay; the remaining passers' cards are due to be shown (SHINOBAZU-9.1 to 9.5)."""
    state = discard(state, [s for s in seats(state) if s not in state.stays])
    state = replace(state, phase="round_end", challenger=None, challenged=None, three=False)
    several = "SHINOBAZU-9.2" if len(state.gained) > 1 else "SHINOBAZU-9.1"
    told.append(tell("shinobazu.next_start", several, seat=next_start(state)))
    return replace(state, due=face_down(state, state.stays))


def end_round(state: State, seat: str, move: model.EndRound, bench: Bench) -> Ruling:
    """The table goes on: the end is tested (SHINOBAZU-9.7), then a round or set begins (9.4 to 9.6, 9.9)."""
    during(state, "round_end")
    firm(not state.due, clause_of_reveals(state), "shinobazu.still_face_down", seats=list(state.due))
    if ends(state):
        return match_ends(state)
    clean = replace(
        state,
        phase="turns" if state.options.depth == "plays" else "battle",
        start=next_start(state),
        active=next_start(state) if state.options.depth == "plays" else None,
        lead=None,
        stays=(),
        answer=None,
        duel_leads=(),
        battle=None,
        duel=None,
        refused=None,
        gained=(),
        players=tuple(
            replace(p, laid=False, declared=None, kept=p.kept + 1 if p.seat in state.stays else 0)
            for p in state.players
        ),
    )
    return next_round(clean) if state.round < HAND else next_set(clean)


def next_round(state: State) -> Ruling:
    """The remaining passers' cards stay, open, in front of them (SHINOBAZU-9.4)."""
    state = replace(state, round=state.round + 1)
    told = [tell("shinobazu.round_begins", "SHINOBAZU-9.9", set=state.set, round=state.round, seat=state.start)]
    return uphold(state, told)


def next_set(state: State) -> Ruling:
    """Kept cards return to their owner's hand, and all hands are filled to three (SHINOBAZU-9.5, 9.6)."""
    told = [tell("shinobazu.set_begins", "SHINOBAZU-9.6", set=state.set + 1, round=1, seat=state.start)]
    players = []
    for p in state.players:
        back = open_cards(state, p.seat)
        if back:
            told.append(tell("shinobazu.returned", "SHINOBAZU-9.5", seat=p.seat, cards=list(back)))
        players.append(replace(p, hand_size=HAND, hand=None, withdrawn=False, returned=back, kept=0))
    unproved = open_checks(state)
    state = replace(state, set=state.set + 1, round=1, players=tuple(players), cards=(), leads=(), open_before=unproved)
    return uphold(state, told, told=True)


# The end


def match_ends(state: State) -> Ruling:
    """Somebody has 5 or more: fewest points win, and nothing more is played (SHINOBAZU-9.7, 9.8, 9.10)."""
    state = replace(state, phase="ended")
    outcome = result(state)
    assert outcome is not None
    return uphold(state, [tell("shinobazu.ended", "SHINOBAZU-9.7", winners=list(outcome.winners))], told=True)


def show_hand(state: State, seat: str, move: model.ShowHand, bench: Bench) -> Ruling:
    """After the end a player shows what he still holds, for the last audit (SHINOBAZU-9.10)."""
    firm(state.phase == "ended", "SHINOBAZU-2.1", "shinobazu.only_in_ended")
    me, cards = player(state, seat), move.cards
    firm(me.shown_hand is None, "SHINOBAZU-9.10", "shinobazu.hand_already_shown")
    size = me.hand_size
    firm(len(cards) == size, "SHINOBAZU-9.10", "shinobazu.hand_size", count=size, entered=len(cards))
    twice = next((card for card in cards if cards.count(card) > 1), None)
    firm(twice is None, "SHINOBAZU-1.2", "shinobazu.card_twice", card=twice)
    seen = [card for card in cards if card in elsewhere(state, seat)]
    if seen:
        bench.refuse("SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=seen[0])
    missing = [card for card in surely_held(state, seat) if card not in cards]
    if missing:
        bench.refuse("SHINOBAZU-9.5", "shinobazu.returned_missing", card=missing[0])
    told = [tell("shinobazu.hand_shown", "SHINOBAZU-9.10", seat=seat, cards=list(cards))]
    state = with_player(state, seat, shown_hand=cards)
    for card in cards:
        held = FightCard(seat, seat, state.round, card=card)
        if card in seen:
            state = found(state, "double_card", held, told, proving=card)
        if me.hand is not None and card not in me.hand:
            state = found(state, "wrong_entry", held, told)
    return uphold(audit(state, seat, told), told, told=True)


# Judging

RULES: dict[type[Any], Callable[[State, str, Any, Bench], Ruling]] = {
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
FOR_ALL = frozenset(
    {
        model.Configure,
        model.Reveal,
        model.TurnOver,
        model.EndRound,
        model.BattleResult,
        model.DuelResult,
        model.NoDuel,
    }
)
"""What anybody at the table may declare for all."""
IN_SCORES = frozenset({model.Configure, model.BattleResult, model.DuelResult, model.NoDuel, model.EndRound})
ONLY_IN_SCORES = frozenset({model.BattleResult, model.DuelResult, model.NoDuel})


def judge(state: State, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or `table`, or `gm` where the move names whom it concerns).

    Nothing but the ruling's `state` is new; `waived` names clauses that a house ruling sets aside.
    """
    kind = type(move)
    try:
        if seat not in (TABLE, GAME_MASTER) or kind not in FOR_ALL:
            player(state, seat)
        in_depth = kind in IN_SCORES if state.options.depth == "scores" else kind not in ONLY_IN_SCORES
        firm(in_depth, "SHINOBAZU-2.4", "shinobazu.other_depth")
        firm(state.phase != "ended" or kind is model.ShowHand, "SHINOBAZU-9.10", "shinobazu.match_over")
        return RULES[kind](state, seat, move, Bench(waived))
    except Refused as refused:
        return Ruling.refusal(refused)


def adjust(state: State, adjustment: model.Adjustment) -> State:
    """Set points by hand, as a house ruling does. Raises `Refused` for a seat that nobody plays.

    Whether the match ends is still asked only when a round ends (SHINOBAZU-9.7).
    """
    deltas = {seat: points - player(state, seat).points for seat, points in adjustment.points.items()}
    return with_points(state, deltas)


def secret(move: Any) -> bool:
    """Tell whether a move holds a card that not everybody may know."""
    return isinstance(move, model.EnterHand) or (isinstance(move, model.Lead | model.Lay) and move.card is not None)


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON, with its secret cards for itself and the game master alone."""
    if viewer in (seat, GAME_MASTER) or not secret(move):
        told: dict[str, Any] = move.model_dump(mode="json")
        return told
    if isinstance(move, model.EnterHand):
        return {"type": move.type, "count": len(move.cards)}
    public: dict[str, Any] = move.model_dump(mode="json", exclude={"card"})
    return public
