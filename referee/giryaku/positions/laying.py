"""A position becomes a state. What rests on what lies open is refused first, then what a seat has entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from referee.core.position import Position
from referee.core.replacing import replace
from referee.core.values import Seat
from referee.giryaku.cards import CELLS, KINDS
from referee.giryaku.decks import audited
from referee.giryaku.ending import outcome_of
from referee.giryaku.options import Options
from referee.giryaku.positions.confided import check_all_noted, check_noted, check_secret
from referee.giryaku.positions.fields import check_fields, check_names, check_seat, deck_and_hand
from referee.giryaku.positions.model import Ended, Flipped, OpenSeat, OpenTable, SeatSecret
from referee.giryaku.positions.whole import check_table
from referee.giryaku.setup import begin
from referee.giryaku.state import (
    Board,
    Flip,
    Lying,
    Noted,
    Outcome,
    Player,
    State,
    Task,
    rival,
    with_player,
)


def lay(options: Options, seated: Sequence[Seat], position: Position) -> State:
    """Return the state of a position. Raises `Refused` for what cannot be (METSUKE-5.2)."""
    table: OpenTable = position.table
    box = {"consume_map": table.consume_map, "nin_shi_range": table.nin_shi_range}
    state = begin(options, seated)
    check_names(table, state)
    check_fields(table, options)
    for i in range(len(state.players)):
        check_seat(table, i, options)
    options = options.model_copy(update={name: said for name, said in box.items() if said is not None})
    state = _table(replace(state, options=options), table)
    check_table(state, table)
    if options.depth == "plays":
        state = audited(state, [])  # whose extra card lies open
    for seat, secret in position.secrets.items():
        check_secret(state, table, seat, secret)
        state = _confided(state, seat, secret)
        check_noted(state, seat)
    check_all_noted(state)
    return state


def _table(state: State, table: OpenTable) -> State:
    plays = state.options.depth == "plays"
    turn = sum(seat.turns for seat in table.seats) if plays else table.turn
    free = count(1 + max((number for seat in table.seats for number in _numbers(seat)), default=-1))
    a, b = (
        _player(p, seat, table, state.options, turn, free) for p, seat in zip(state.players, table.seats, strict=True)
    )
    state = replace(
        state,
        players=(a, b),
        phase="turn" if plays and table.phase == "last_turn" else table.phase,
        first=table.first or state.first,
        active=table.active,
        last=table.last,
        turn=turn,
        bonus=table.bonus,
        chained=table.chained or _all_turns_chained(state, table),
        ids=next(free),
        action=table.action,
        entered=turn > 0,
        findings=tuple(map(Noted, table.findings)),
        outcome=_outcome(table.result),
        recounted=table.recounted,
    )
    return replace(state, queue=_queue(state, table))


def _all_turns_chained(state: State, table: OpenTable) -> bool:
    """Tell whether the first player has had all turns so far, which only raids can bring (GIRYAKU-8.7)."""
    had = [p.seat for p, seat in zip(state.players, table.seats, strict=True) if seat.turns]
    return had == [table.active] and sum(seat.turns for seat in table.seats) > 1


def _player(p: Player, seat: OpenSeat, table: OpenTable, options: Options, turn: int, free: Iterator[int]) -> Player:
    g = seat.graveyard
    board = _board(seat, free)
    deck, hand = deck_and_hand(seat, table, options)
    return replace(
        p,
        deck=deck,
        hand=hand,
        graveyard=(g.S, g.N, g.O),
        board=board,
        known=seat.known,
        since=0 if seat.hand_entered else None,
        opening=seat.opening,
        redraw=seat.redraws,
        turns=seat.turns,
        flip=None if seat.flip is None else _flip(seat.flip, board, table, turn),
        extra=seat.extra,
        count=seat.count,
    )


def _numbers(seat: OpenSeat) -> Iterator[int]:
    """Yield the numbers that a flip's record gives to cards."""
    if seat.flip is not None:
        for moment in seat.flip.moments:
            yield from moment.cards.values()
        yield from seat.flip.faces
        for claim in seat.flip.claims:
            yield from claim.cards


def _board(seat: OpenSeat, free: Iterator[int]) -> Board:
    now = seat.flip.moments[-1].cards if seat.flip is not None and seat.flip.moments else {}
    lies = {str(cell): card for cell, card in seat.board.items()}
    numbers = {str(cell): number for cell, number in now.items()}
    return tuple(
        Lying(numbers[cell] if cell in numbers else next(free), lies[cell].card, lies[cell].down)
        if cell in lies
        else None
        for cell in CELLS
    )


def _flip(flip: Flipped, board: Board, table: OpenTable, turn: int) -> Flip:
    """Return what is known of a flipped board; where nothing is said of how it lay, as it lies now."""
    moments = tuple((m.turn, tuple({**m.cards}.get(cell) for cell in CELLS)) for m in flip.moments)
    if not moments and table.due != "rearrange":
        moments = ((turn, tuple(None if card is None else card.id for card in board)),)
    return Flip(
        pool=tuple(sorted(flip.pool, key=KINDS.index)),
        extra=flip.extra,
        gone=flip.gone,
        shown=flip.shown,
        moments=moments,
        faces=tuple(flip.faces.items()),
        claims=flip.claims,
        since=turn if flip.since is None else flip.since,
    )


def _outcome(ended: Ended | None) -> Outcome | None:
    return None if ended is None else outcome_of(ended.winner, ended.reason)


def _queue(state: State, table: OpenTable) -> tuple[Task, ...]:
    """Return what is left of a running skill (GIRYAKU-3.3): what it waits for tells the rest."""
    action, mine = state.action, state.active
    if table.due is None or action is None or mine is None:
        return ()
    other = rival(state, mine)
    end, flips = Task("end", mine), (Task("turn_down", mine),) if action.pair == "NN" else ()
    match table.due:
        case "claim_skill" | "choose_diagonal":
            return Task(table.due, mine, col=action.column), end
        case "reveal_lost" if action.struck:
            unseen = tuple(i for i in action.hits if (card := other.board[i]) is not None and card.card is None)
            lost = Task("reveal_lost", other.seat, cells=unseen)
            return lost, Task("strike", mine, cells=action.hits), *flips, end
        case "reveal_lost":
            return Task("reveal_lost", other.seat), Task("refill", other.seat), end
        case "declare_flip" | "reveal_board":
            theirs = table.waits_for == other.seat
            return Task(table.due, table.waits_for or mine), *(flips if theirs else ()), end
        case "raid_take":
            return Task("raid_take", mine), Task("refill", other.seat), Task("bonus", mine)
        case "extra_turn":
            return (Task("extra_turn", mine),)
        case _:
            return Task(table.due, mine), end


def _confided(state: State, seat: str, secret: SeatSecret) -> State:
    p = next(each for each in state.players if each.seat == seat)
    since = p.since if p.since is not None or secret.hand is None else 1
    board = tuple(
        card and replace(card, noted=secret.board.get(cell))
        for cell, card in zip(CELLS, p.board, strict=True)
    )
    state = with_player(state, seat, board=board, entered=secret.hand, since=since)
    state = with_player(state, rival(state, seat).seat, spied=secret.spied)
    return replace(state, findings=(*state.findings, *(Noted(finding, seat) for finding in secret.findings)))
