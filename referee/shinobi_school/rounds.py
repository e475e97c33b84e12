"""The beginning and end of rounds (SCHOOL-1, 2, 11 to 13), the ranking, and the analysis of a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from referee.core.acts import Step
from referee.core.analysis import Phrase, Standing
from referee.core.base import replace
from referee.core.cards import (
    ASIDE,
    CardGame,
    CertainCards,
    HiddenCards,
    PointsCourse,
    PointsReached,
    by_round,
    certain_cards,
)
from referee.core.journal import Match
from referee.core.judging import firm, tell, uphold
from referee.core.values import GAME_MASTER, TABLE, Notice, Place, Result, Ruling, RulingContext, Seat
from referee.shinobi_school.cards import COPIES, Cards, cost, heap, lacking, lost
from referee.shinobi_school.entries import (
    accounted,
    audit_entry,
    audit_heaven,
    certain_heaven,
    elsewhere,
    in_deck,
    miscounted,
    possible_heaven,
    require_supply,
    unknown,
)
from referee.shinobi_school.moves import (
    PLAYERS,
    WIN,
    BreakTie,
    ConfirmDeal,
    Options,
    ScoreRound,
    SetStartPlayer,
    ShowHeaven,
)
from referee.shinobi_school.state import (
    Player,
    State,
    deal_of,
    is_untouched,
    losers,
    numbers,
    player,
    seats,
    turn_number,
    undealt,
    with_seat,
)
from referee.shinobi_school.view_model import Round, SheetRow, StandingView


def key(state: State, p: Player) -> tuple[int, ...]:
    """Return what decides the match: the total, by option the rounds won, and the table's choice."""
    wins = p.won if state.options.final_tie == "rounds_won" else 0
    return p.points, wins, int(p.seat == state.chosen)


def best(state: State) -> tuple[str, ...]:
    top = max(key(state, p) for p in state.players)
    return tuple(p.seat for p in state.players if key(state, p) == top)


def standings(state: State) -> tuple[StandingView, ...]:
    """Return the ranking, first place first; ties share a place."""
    keys = {p.seat: key(state, p) for p in state.players}
    rows = [
        StandingView(seat=p.seat, place=1 + sum(k > keys[p.seat] for k in keys.values()), points=p.points, won=p.won)
        for p in state.players
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def finish(state: State, told: list[Notice]) -> State:
    """End the match, or let the table break a tie (SCHOOL-2.6, 13.2; O11)."""
    state = replace(state, chosen=None)
    first = best(state)
    if len(first) > 1 and state.options.final_tie == "table":
        told.append(tell("shinobi_school.tied", "SCHOOL-13.2", seats=list(first)))
        return replace(state, phase="tie")
    told.append(tell("shinobi_school.ended", "SCHOOL-13.2", winners=list(first)))
    return replace(state, phase="ended")


def break_tie(state: State, seat: str, move: BreakTie, context: RulingContext) -> Ruling:
    """Judge the table's choice of a winner among tied players (SCHOOL-13.2; O11)."""
    first = best(state)
    chosen = player(state, move.player).seat
    firm(chosen in first, "SCHOOL-13.2", "shinobi_school.not_tied", seats=list(first))
    told = [tell("shinobi_school.tie_broken", "SCHOOL-13.2", seat=chosen)]
    return uphold(replace(state, chosen=chosen, phase="ended"), told)


def result(state: State) -> Result | None:
    """Return the result of an ended match (SCHOOL-13.2)."""
    if state.phase != "ended":
        return None
    ranking = tuple(Place(seat=row.seat, place=row.place, points=row.points) for row in standings(state))
    winners = best(state)
    return Result(winners=winners, ranking=ranking, reason=_decided_by(state, winners), clause="SCHOOL-13.2")


def _decided_by(state: State, winners: tuple[str, ...]) -> str:
    if state.chosen is not None:
        return "shinobi_school.table_chose"
    if len(winners) > 1:
        return "shinobi_school.shared_win"
    totals = sorted((p.points for p in state.players), reverse=True)
    return "shinobi_school.more_rounds_won" if totals[0] == totals[1] else "shinobi_school.highest_total"


def standing(state: State) -> Standing:
    """Return the points after the last scored round."""
    return Standing((len(state.players[0].scores),), {p.seat: p.points for p in state.players})


def round_is_won(state: State, seat: str, told: list[Notice]) -> State:
    """End the round after the last card of a mansion, even in the middle of a turn (SCHOOL-2.4, 2.5).

    Nothing is counted before the table goes on, so that a mistyped set can be undone.
    """
    told.append(tell("shinobi_school.round_won", "SCHOOL-2.4", seat=seat, points=WIN))
    return replace(state, phase="won", winner=seat)


def score_round(state: State, seat: str, move: ScoreRound, context: RulingContext) -> Ruling:
    """Begin the scoring: empty and registered heavens are counted, the others asked for (SCHOOL-12.1, 12.2)."""
    winner = state.winner or ""
    told = [tell("shinobi_school.round_scored", "SCHOOL-12.1", seat=winner, round=state.round, points=WIN)]
    state = replace(state, phase="scoring")
    state = audit_entry(audit_heaven(state, winner, (), told), winner, (), told)
    for p in losers(state):
        if p.heaven_size == 0:
            state = counted(state, p.seat, (), told)
    for who, heaven in _registered(state):
        state = counted(state, who, heaven, told, closed=state.options.final_heaven == "cost_only")
    return uphold(go_on(state, told), told)


def _registered(state: State) -> list[tuple[str, Cards]]:
    """Return the registered heavens that can be true, given public cards and, if they will be shown, each other."""
    heaven_is_shown = state.options.final_heaven == "show"
    entries = [(p, p.heaven) for p in losers(state) if p.left is None and p.heaven is not None]
    together = [number for _, heaven in entries for number in heaven] if heaven_is_shown else []
    found = []
    for p, heaven in entries:
        rivals = {n: together.count(n) if heaven_is_shown else heaven.count(n) for n in set(heaven)}
        known = {n: sum(q.known.count(n) for q, _ in entries if q is not p) if heaven_is_shown else 0 for n in rivals}
        if all(elsewhere(state, n, p.seat) - known[n] + rivals[n] <= COPIES for n in rivals):
            found.append((p.seat, heaven))
    return found


def counted(state: State, seat: str, heaven: Cards, told: list[Notice], *, closed: bool = False) -> State:
    """Count a player's cards (SCHOOL-12.2 to 12.5); with `closed` only the cost of the heaven is told (O14)."""
    row = loser_row(seat, heaven, player(state, seat).earth)
    if not closed and heaven:
        told.append(tell("shinobi_school.heaven_shown", "SCHOOL-12.2", seat=seat, cards=list(heaven)))
    told.append(counted_out(row))
    state = with_seat(state, seat, left=replace(row, heaven=None) if closed else row)
    return audit_entry(state, seat, heaven, told)


def loser_row(seat: str, heaven: Cards, earth: Cards) -> SheetRow:
    """Return the score sheet row of a player who did not win (SCHOOL-12.2 to 12.5)."""
    return SheetRow(seat, lost(heaven, earth), heaven, earth, cost(heaven), cost(earth))


def winner_row(seat: str) -> SheetRow:
    """Return the score sheet row of the winner (SCHOOL-12.1)."""
    return SheetRow(seat, WIN, (), (), 0, 0)


def counted_out(row: SheetRow) -> Notice:
    """Return a notice with the cost of both sides of a mansion, and the round score."""
    params = {"seat": row.seat, "heaven": row.heaven_cost, "earth": row.earth_cost, "points": row.points}
    return tell("shinobi_school.counted_out", "SCHOOL-12.5", **params)


def show_heaven(state: State, seat: str, move: ShowHeaven, context: RulingContext) -> Ruling:
    """Judge the remaining heaven that a player shows (SCHOOL-12.2; ledger A2, A4).

    If the record leaves too few cards for its size, something was declared or ruled wrongly before: any size is
    upheld, with a finding.
    """
    who = _whose(state, seat, move.player)
    p, heaven = player(state, who), heap(move.cards)
    firm(who != state.winner, "SCHOOL-2.5", "shinobi_school.winner_holds_nothing", seat=who)
    firm(p.left is None, "SCHOOL-12.2", "shinobi_school.counted_already", seat=who)
    in_deck(state, heaven)
    possible = possible_heaven(state, p)
    size_is_possible = p.heaven_size <= len(possible)
    firm(heaven or p.earth or not size_is_possible, "SCHOOL-2.5", "shinobi_school.only_one_winner", seat=who)
    told: list[Notice] = []
    if len(heaven) != p.heaven_size:
        params: dict[str, Any] = {"seat": who, "count": p.heaven_size, "entered": len(heaven), "turn": p.counted}
        context.require(not size_is_possible, "SCHOOL-12.2", "shinobi_school.shown_size", **params)
        state = miscounted(state, p, len(heaven), "SCHOOL-12.2", told)
    certain = certain_heaven(p, possible)
    absent = lacking(heaven, certain)
    if absent is not None:
        breach: dict[str, Any] = {"number": absent, "least": certain.count(absent)}
        context.refuse("SCHOOL-3.3", "shinobi_school.heaven_lacks", seat=who, **breach)
    state = audit_heaven(state, who, heaven, told)
    for number in sorted(set(heaven)):
        state = require_supply(state, who, number, heaven.count(number), context, told)
    state = counted(state, who, heaven, told)
    return uphold(go_on(state, told), told)


def _whose(state: State, seat: str, named: str | None) -> str:
    """Return whose heaven is shown: the declaring seat's, or the one that the table names (SCHOOL-12.2)."""
    for_all = seat in (TABLE, GAME_MASTER)
    firm(named is not None or not for_all, "SCHOOL-12.2", "shinobi_school.name_player")
    firm(for_all or named in (None, seat), "SCHOOL-12.2", "shinobi_school.own_heaven", seat=named)
    return player(state, named or seat).seat


def go_on(state: State, told: list[Notice]) -> State:
    """End the round once all mansions are counted (SCHOOL-13.1)."""
    rows = [p.left for p in losers(state)]
    if None in rows:
        return state
    assert state.winner is not None
    left = {row.seat: row for row in rows if row is not None}
    ordered = tuple(left.get(seat) or winner_row(seat) for seat in seats(state))
    return round_over(state, Round(state.round, state.winner, ordered), told)


def round_over(state: State, sheet: Round, told: list[Notice]) -> State:
    """Enter a round on the score sheet; its winner starts the next one (SCHOOL-1.5, 2.6, 13.1)."""
    rows = {row.seat: row.points for row in sheet.rows}
    players = tuple(_next(p, rows[p.seat], p.seat == sheet.winner) for p in state.players)
    for p in players:
        told.append(tell("shinobi_school.points", "SCHOOL-12.5", seat=p.seat, points=rows[p.seat], total=p.points))
    is_last_round = state.round >= state.options.rounds
    state = State(
        state.options,
        players,
        state.deal,
        start=state.start if is_last_round else sheet.winner,
        phase="deal",
        round=state.round if is_last_round else state.round + 1,
        rounds=(*state.rounds, sheet),
        findings=state.findings,
    )
    if state.options.depth == "scores":
        state = replace(state, phase="close" if is_last_round else "score")
    elif is_last_round:
        return finish(state, told)
    if not is_last_round:
        told.append(tell("shinobi_school.next_start", "SCHOOL-13.1", seat=sheet.winner, round=state.round))
    return state


def _next(p: Player, points: int, won: bool) -> Player:
    return Player(p.seat, p.name, (*p.scores, points), p.by_hand, p.won + won)


FLIPS = COPIES + 1
"""The most cards that may have to be turned for the first field (SCHOOL-10.4)."""


def begin(options: Options, seated: Sequence[Seat]) -> State:
    """Return the first state, for 3 to 5 players (SCHOOL-1.1 to 1.3).

    Raises `Refused` for another number of seats, for a custom deal that leaves too few cards for a first field, and for
    a start player without a seat.
    """
    count = len(seated)
    firm(count in PLAYERS, "SCHOOL-1.3", "shinobi_school.players", count=count)
    players = tuple(Player(s.seat, s.name or s.seat) for s in seated)
    state = State(options, players, deal_of(options, count), start=options.start)
    cards = state.deal.cards
    firm(undealt(state) >= FLIPS, "SCHOOL-1.3", "shinobi_school.deal_too_large", cards=cards, least=FLIPS)
    if options.start is not None:
        player(state, options.start)
    return replace(state, phase="score") if options.depth == "scores" else state


def set_start_player(state: State, seat: str, move: SetStartPlayer, context: RulingContext) -> Ruling:
    """Judge the start player of the first round, named by the table or drawn by the app (SCHOOL-11.1; O10)."""
    start = player(state, move.player).seat
    firm(is_untouched(state), "SCHOOL-13.1", "shinobi_school.start_is_settled")
    drawn = state.options.first_start == "random"
    context.require(not drawn or seat == TABLE, "SCHOOL-11.1", "shinobi_school.start_is_drawn")
    told = [tell("shinobi_school.start_drawn" if drawn else "shinobi_school.starts", "SCHOOL-11.1", seat=start)]
    state = replace(state, start=start)
    return uphold(ready_to_play(state), told)


def ready_to_play(state: State) -> State:
    """Begin the first turn once there are a first field and a start player (SCHOOL-11.2)."""
    if state.phase not in ("start", "turn"):
        return state
    return replace(state, phase="start" if state.start is None else "turn", active=state.start)


def confirm_deal(state: State, seat: str, move: ConfirmDeal, context: RulingContext) -> Ruling:
    """Judge the deal of the shuffled deck (SCHOOL-1.2 to 1.5)."""
    each = state.deal.cards
    clause = "SCHOOL-1.2" if len(state.players) == 5 else "SCHOOL-1.3"
    firm(move.cards in (None, each), clause, "shinobi_school.wrong_deal", cards=move.cards, each=each)
    params = {"round": state.round, "cards": each, "stock": undealt(state)}
    return uphold(replace(state, phase="split"), [tell("shinobi_school.dealt", "SCHOOL-1.5", **params)])


def opening_draw(match: Match, random: Random) -> dict[str, Any] | None:
    """Return the move that draws the start player, if the option asks for it and it is not done yet (SCHOOL-11.1)."""
    state = match.state
    if state.options.first_start != "random" or state.start is not None:
        return None
    return {"type": "set_start_player", "player": random.choice(match.seats).seat}


def moment(state: State) -> str:
    """Return round and turn as `round.turn`, or only the round outside its turns."""
    turn = turn_number(state)
    return f"{state.round}.{turn}" if turn else str(state.round)


def _rounds(steps: Sequence[Step]) -> Iterator[PointsReached]:
    return by_round(steps, lambda _, state: str(len(state.rounds)))


def _left(steps: Sequence[Step]) -> Iterator[PointsReached]:
    """Yield the number of cards in each mansion after each turn."""
    for step in steps:
        state: State = step.ruling.state
        if state.phase in ("turn", "won"):
            held = {p.seat: p.heaven_size + len(p.earth) for p in state.players}
            yield PointsReached(step.number, moment(state), held)


def _known(steps: Sequence[Step]) -> Iterator[CertainCards]:
    """Yield what was certain of each heaven after each turn."""
    for step in steps:
        state: State = step.ruling.state
        if state.phase == "turn" and state.turns != step.before.turns:
            yield CertainCards(step.number, moment(state), state.round, closed(state))


def closed(state: State) -> Mapping[tuple[str, str], int] | None:
    """Return the cards certainly in a heaven that were never seen to go there; `None` if nothing fits.

    Cards seen to be collected are public (ledger A1). All others are in a heaven or undealt.
    """
    hidden = {number: COPIES - sum(accounted(state, number).values()) for number in numbers(state)}
    rooms = {p.seat: HiddenCards(max(0, unknown(p))) for p in state.players}
    aside = sum(hidden.values()) - sum(room.size for room in rooms.values())
    if aside < 0 or min(hidden.values()) < 0:
        return None
    rooms[ASIDE] = HiddenCards(aside)
    return certain_cards({str(n): left for n, left in hidden.items()}, rooms)


def _said(place: str, cards: Sequence[str]) -> Phrase:
    return Phrase(message="shinobi_school.analysis.certain", params={"seat": place, "cards": sorted(map(int, cards))})


ROUNDS = PointsCourse(
    _rounds,
    how=Phrase(message="shinobi_school.analysis.how", clause="SCHOOL-12.5"),
    axis="shinobi_school.analysis.round",
)
LEFT = PointsCourse(
    _left,
    how=Phrase(message="shinobi_school.analysis.left_how", clause="SCHOOL-2.4"),
    axis="shinobi_school.analysis.turn",
    title="shinobi_school.analysis.left",
    unit="analysis.cards_unit",
)
ANALYSIS = CardGame(
    result=result, moment=moment, axis=LEFT.axis, points=ROUNDS, of_plays=(LEFT,), known=_known, said=_said
)
