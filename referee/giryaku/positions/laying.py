"""From a position to its state. Impossible public fields are refused first, then what a seat has entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count

from referee.core.base import replace
from referee.core.game import Position
from referee.core.judging import naming
from referee.core.values import Refused, RulingContext, Seat
from referee.giryaku import hands
from referee.giryaku.cards import CELLS, COLUMNS, KINDS, without
from referee.giryaku.hands import audited, require_fits
from referee.giryaku.moves import Options
from referee.giryaku.positions.model import (
    Flipped,
    OpenSeat,
    OpenTable,
    SeatSecret,
    check_fields,
    check_seat,
    check_seats_named,
    deck_and_hand,
    need,
)
from referee.giryaku.positions.playing import check_end, check_opening, check_play, check_results
from referee.giryaku.setup import STEPS, begin
from referee.giryaku.state import (
    Board,
    Lying,
    Noted,
    Player,
    State,
    Task,
    lying,
    moment_of,
    pair_in,
    player,
    rival,
    with_player,
)
from referee.giryaku.state import seats as seats_of


def due_on_board(one: OpenSeat) -> set[str]:
    """Return the cells of a seat's face-down cards that are not public."""
    return {str(cell) for cell, card in one.board.items() if card.down and card.card is None}


def check_secret(state: State, described: OpenTable, name: str, entered: SeatSecret) -> None:
    """Refuse secrets that the seat cannot have at this table, privately."""
    p, path = player(state, name), f"secrets.{name}"
    plays = state.options.depth == "plays" and state.phase not in STEPS
    for field in ("hand", "spied", "board", "findings"):
        value = getattr(entered, field)
        need(plays or not value, "3.5", "position_not_now", f"{path}.{field}", private=True)
    if entered.hand is not None:
        held = len(entered.hand)
        fits = held == p.hand if p.since == 0 else held <= p.hand
        need(fits, "3.5", "hand_size", f"{path}.hand", private=True, count=p.hand, entered=held)
        kept = without(p.known, entered.hand)
        need(held + len(kept) <= p.hand, "2.9", "kept_missing", f"{path}.hand", private=True, cards=list(kept))
    for i, finding in enumerate(entered.findings):
        player_is_known = finding.player is None or finding.player in seats_of(state)
        need(player_is_known, "3.1", "not_in_game", f"{path}.findings[{i}]", private=True, seat=finding.player)
    other = rival(state, name)
    seen = len(entered.spied or ())
    need(seen <= other.hand, "8.6", "seen_size", f"{path}.spied", private=True, count=other.hand, entered=seen)
    due = due_on_board(described.seats[seats_of(state).index(name)])
    keeps = state.options.flip_mode == "app"
    need(keeps or not entered.board, "7.6", "layout_unasked", f"{path}.board", private=True)
    need(entered.board.keys() <= due, "7.8", "position_not_down", f"{path}.board", private=True)


def check_noted(state: State, name: str) -> None:
    """Refuse a noted hand that no deck holds, and an impossible noted board (GIRYAKU-2.2, 7.5, 7.7, 9.3).

    A hand noted earlier and the contents of the box are not checked: what was shown since may have proved them wrong
    while the match went on.
    """
    p, field = player(state, name), f"secrets.{name}.board"
    if p.hand_entered:
        with naming(f"secrets.{name}.hand"):
            require_fits(state, name, RulingContext(frozenset({"GIRYAKU-1.1"})), private=True)
    if state.options.flip_mode != "app" or p.flip is None or state.phase == "ended":
        return
    faces = {card.id: card.noted for card in lying(p) if card.noted is not None}
    misfitting = hands.misfits(p, {n: kind for n, kind in faces.items() if kind is not None})
    need(not misfitting, "7.7", "not_flipped", field, private=True, cards=list(misfitting))
    all_named = all(card.kind is not None for card in lying(p))
    stands = any(pair_in(p.board, c, "N") for c in COLUMNS)
    need(stands or not all_named, "7.5", "position_no_ninja", field, private=True)
    need(not any(pair_in(p.board, c, "O") for c in COLUMNS), "9.3", "position_has_won", field, private=True)


def check_all_noted(state: State) -> None:
    """Refuse a board that its owner's phone records but that is incomplete (METSUKE-5.3)."""
    for p in state.players if state.options.flip_mode == "app" and state.phase not in STEPS else ():
        all_named = all(card.kind is not None for card in lying(p))
        if not all_named:
            raise Refused("METSUKE-5.3", "table.position_incomplete", firm=True, seat=p.seat, field="secrets")


def check_table(state: State, described: OpenTable) -> None:
    """Refuse seats that are impossible together, and a wrong active seat."""
    if state.options.depth == "scores":
        check_results(state)
    elif state.phase in STEPS:
        check_opening(state)
    else:
        check_play(state, described)
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].graveyard"):
            require_fits(state, p.seat, RulingContext())
    if state.phase == "ended":
        need(state.outcome is not None, "9.10", "position_result", "table.result")
        check_end(state)


def lay(options: Options, seated: Sequence[Seat], position: Position) -> State:
    """Return the state of a position. Raises `Refused` for what is impossible (METSUKE-5.2)."""
    table: OpenTable = position.table
    box = {"consume_map": table.consume_map, "nin_shi_range": table.nin_shi_range}
    state = begin(options, seated)
    check_seats_named(table, state)
    check_fields(table, options)
    for i in range(len(state.players)):
        check_seat(table, i, options)
    options = options.model_copy(update={name: said for name, said in box.items() if said is not None})
    state = _table(replace(state, options=options), table)
    check_table(state, table)
    if options.depth == "plays":
        state = audited(state, [])  # whose extra card is public
    for seat, secret in position.secrets.items():
        check_secret(state, table, seat, secret)
        state = _confided(state, seat, secret)
        check_noted(state, seat)
    check_all_noted(state)
    return state


def _table(state: State, table: OpenTable) -> State:
    plays = state.options.depth == "plays"
    turn = sum(seat.turns for seat in table.seats) if plays else table.turn
    free = count(1 + max((number for seat in table.seats if seat.flip for number in _numbers(seat.flip)), default=-1))
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
        findings=tuple(map(Noted, table.findings)),
        outcome=table.result,
        recounted=table.recounted,
    )
    return replace(state, queue=_queue(state, table))


def _all_turns_chained(state: State, table: OpenTable) -> bool:
    """Tell whether the first player has had all turns so far, by raids (GIRYAKU-8.7)."""
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


def _numbers(flip: Flipped) -> Iterator[int]:
    """Return the card numbers that a flip's record uses."""
    moments, claims = (moment.cards.values() for moment in flip.moments), (claim.cards for claim in flip.claims)
    return chain(flip.faces, *moments, *claims)


def _board(seat: OpenSeat, free: Iterator[int]) -> Board:
    now = seat.flip.moments[-1].cards if seat.flip is not None and seat.flip.moments else {}
    return tuple(
        Lying(now[cell] if cell in now else next(free), card.card, card.down) if card is not None else None
        for cell, card in zip(CELLS, map(seat.board.get, CELLS), strict=True)
    )


def _flip(flip: Flipped, board: Board, table: OpenTable, turn: int) -> Flipped:
    """Return the state of a flip; without recorded moments, the board counts as unchanged since."""
    moments = flip.moments if flip.moments or table.due == "rearrange" else (moment_of(turn, board),)
    since = turn if flip.since is None else flip.since
    return replace(flip, pool=tuple(sorted(flip.pool, key=KINDS.index)), moments=moments, since=since)


def _queue(state: State, table: OpenTable) -> tuple[Task, ...]:
    """Return the remaining tasks of a running skill, which follow from what it waits for (GIRYAKU-3.3)."""
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
