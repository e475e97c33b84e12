"""Checks of a Giryaku position by its moment: a turn, a running skill, the opening or the end."""

from __future__ import annotations

from referee.core.judging import naming
from referee.core.values import RulingContext
from referee.giryaku import hands as audits
from referee.giryaku.cards import CELLS, COLUMNS, HAND, OWNED, upper, without
from referee.giryaku.ending import CLAUSE_OF
from referee.giryaku.flipping import claimable, column_of, may_stand
from referee.giryaku.positions.model import OpenTable, need
from referee.giryaku.scores import LEAST, pair_fits
from referee.giryaku.skills import DUE
from referee.giryaku.state import Player, State, lying, pair_in, player, rival
from referee.giryaku.state import seats as seats_of


def check_opening(state: State) -> None:
    for i, p in enumerate(state.players):
        _triple(state, p, f"table.seats[{i}]")
        _laid(state, p, f"table.seats[{i}]")
    need((state.active is not None) == (state.phase == "opening_place"), "2.7", "position_active", "table.active")
    if state.phase == "opening_draw":
        _check_redraws(state)
    elif state.phase != "setup":
        need(not any(map(_two_onmyoji, state.players)), "2.6", "position_redraws", "table.seats")
    need(not all(map(_is_revealed, state.players)), "2.8", "position_opening_down", "table.phase")


def _two_onmyoji(p: Player) -> bool:
    return (p.opening or ()).count("O") > 1


def _is_revealed(p: Player) -> bool:
    return any(p.board) and not any(card.down for card in lying(p))


def _triple(state: State, p: Player, path: str) -> None:
    """Refuse an impossible opening triple or redraw (GIRYAKU-2.5, 2.6)."""
    shown = p.opening is not None or state.phase in ("setup", "opening_draw")
    need(shown, "2.5", "show_opening_first", f"{path}.opening")
    both = state.options.opening_redraw == "both"
    fits = p.opening is not None or not p.redraw if both else p.redraw == _two_onmyoji(p)
    need(fits, "2.6", "position_redraws", f"{path}.redraws")


def _laid(state: State, p: Player, path: str) -> None:
    """Refuse opening cards other than two in two columns, face down until both have laid (GIRYAKU-2.7 to 2.9)."""
    laid, opening = lying(p), p.opening or ()
    second = state.phase == "opening_place" and state.active not in (state.first, p.seat)
    lies = HAND if second or state.phase == "opening_reveal" else 0
    two = len(laid) == lies and not any(p.board[upper(c)] for c in COLUMNS)
    need(two, "2.7", "two_columns", f"{path}.board")
    up = tuple(card.card for card in laid if card.card is not None)
    all_up = state.phase == "opening_reveal" and len(up) == lies and _is_revealed(p)
    need(not up or all_up, "2.8", "position_opening_down", f"{path}.board")
    need(not without(up, opening), "2.8", "not_of_opening", f"{path}.board", cards=list(opening))
    need(p.known == (without(opening, up) if up else ()), "2.9", "position_kept", f"{path}.known")


def _check_redraws(state: State) -> None:
    """Refuse a draw in which nobody has to show or redraw; by option both redraw together (GIRYAKU-2.6)."""
    a, b = state.players
    shown = a.opening is not None and b.opening is not None
    need(not shown or a.redraw or b.redraw, "2.6", "position_redraws", "table.phase")
    if state.options.opening_redraw == "both":
        need(shown or not (a.redraw or b.redraw), "2.6", "position_redraws", "table.seats")
        found = _two_onmyoji(a) or _two_onmyoji(b)
        need(found or not (a.redraw and b.redraw), "2.6", "position_redraws", "table.seats")


def check_play(state: State, described: OpenTable) -> None:
    _whose_turn(state)
    for i, p in enumerate(state.players):
        path = f"table.seats[{i}]"
        _hand(state, p, path, described)
        won = state.phase != "ended" and any(pair_in(p.board, c, "O") for c in COLUMNS)
        need(not won, "9.3", "position_has_won", f"{path}.board")
        need(not audits.misfits(p, {}), "7.7", "not_flipped", f"{path}.flip.pool",
             cards=list(audits.misfits(p, {})))  # fmt: skip
    if described.due is not None:
        _due(state, described)
    need((described.due is not None) == (state.phase == "resolve"), "3.3", "position_due", "table.due")


def _whose_turn(state: State) -> None:
    """Refuse turns that do not alternate, except by raids (GIRYAKU-3.1, 8.7, 9.6)."""
    running, refills = state.phase != "ended", state.options.raid_extra == "turn_after_refill"
    need(running == (state.active is not None), "3.1", "position_active", "table.active")
    last = state.last
    need(not running or last in (None, state.active), "9.6", "position_last", "table.last")
    need(last is None or not rival(state, last).hand, "9.6", "has_hand", "table.last",
         seat=rival(state, last or state.players[0].seat).seat)  # fmt: skip
    need(not state.bonus or not refills, "8.7", "position_bonus", "table.bonus")
    assert state.first is not None
    begun, after = player(state, state.first), rival(state, state.first)
    first = f"table.seats[{state.players.index(begun)}].turns"
    need(begun.turns, "3.1", "position_turns", first)
    if state.active is None:
        return
    mine = player(state, state.active)
    path = f"table.seats[{state.players.index(mine)}].turns"
    need(mine.turns, "3.1", "position_turns", path)
    alternate = begun.turns - after.turns == (1 if mine == begun else 0)
    need(alternate or refills, "3.1", "position_turns", path)
    need(not state.chained or (refills and mine.turns > 1), "8.7", "position_chained", "table.chained")
    if mine == begun:
        need((after.turns == 0) == (mine.turns == 1 or state.chained), "3.1", "position_turns", path)


def _hand(state: State, p: Player, path: str, described: OpenTable) -> None:
    """Refuse a hand of other than two cards, except during actions and raids, or without a deck (GIRYAKU-3.5, 8.5)."""
    rest, acts = p.hand + p.deck, p.seat == state.active
    full, refills = min(HAND, rest), state.options.raid_extra == "turn_after_refill"
    if state.phase == "ended":
        may = range(full + 1)
    elif described.due == "raid_take" and not acts:
        may = range(min(HAND + 1, rest), min(HAND + 1, rest) + 1)
    elif acts and (state.bonus or (described.due == "extra_turn" and not refills)):
        may = range(1, 2) if described.due in (None, "extra_turn") else range(1)
    elif acts and described.due not in (None, "extra_turn"):
        may = range(HAND)
    else:
        may = range(full, full + 1)
    need(p.hand in may, "3.5", "position_hand", f"{path}.hand", count=may[-1])


def _due(state: State, described: OpenTable) -> None:
    """Refuse an awaited answer that does not follow from the last action (GIRYAKU-3.3, 6, 7, 8)."""
    due, action, active = described.due, state.action, state.active
    assert due is not None
    assert active is not None
    clause = DUE[due].removeprefix("GIRYAKU-")
    need(action is not None and action.seat == active, clause, "position_action", "table.action")
    assert action is not None
    mine, other = player(state, active), rival(state, active)
    pair, trust = action.pair, state.options.flip_mode == "trust"
    placed = action.what == "place" and action.cell is not None
    column = action.column
    hides_a_card = placed and claimable(mine, column) and any(c.card is None for c in column_of(mine, column))
    waits = player(state, described.waits_for or state.queue[0].seat)
    fits = {
        "claim_skill": hides_a_card and trust and pair is None,
        "pick_hand": placed and pair == "SN" and other.hand,
        "reveal_lost": other.hand if placed and pair == "SN" else action.struck and state.queue[0].cells and trust,
        "choose_diagonal": placed and pair == "NO" and column == 2 and state.options.nin_shi_range == "one_diagonal",
        "rearrange": placed and pair == "NN" and mine.flip and all(card.down for card in lying(mine)),
        "declare_flip": trust and waits.flip and may_stand(waits),
        "reveal_board": trust and waits.flip and any(card.card is None for card in lying(waits)),
        "raid_take": action.what == "raid" and other.hand,
        "extra_turn": action.what == "raid" and mine.hand,
    }
    need(fits[due], clause, "position_due", "table.due")
    all_lie = all(other.board[i] is not None for i in action.hits)
    need(due != "reveal_lost" or pair == "SN" or all_lie, "7.15", "position_due", "table.action.struck")
    answers = described.waits_for in (None, state.queue[0].seat)
    need(answers, clause, f"due.{due}", "table.waits_for", seat=state.queue[0].seat)
    either = due in ("declare_flip", "reveal_board")
    need(not either or described.waits_for, clause, "position_waits_for", "table.waits_for")


def check_end(state: State) -> None:
    """Refuse an impossible end (GIRYAKU-9.1 to 9.9)."""
    assert state.outcome is not None
    reason, winner, plays = state.outcome.reason, state.outcome.winner, state.options.depth == "plays"
    clause, field = CLAUSE_OF[reason], "table.result"
    need((winner is None) == (reason == "equal_graveyards"), clause, "position_winner", f"{field}.winner")
    a, b = state.players
    if reason in ("equal_graveyards", "fewer_graveyard"):
        fewer = None if a.size == b.size else a.seat if a.size < b.size else b.seat
        need(winner == fewer, clause, "position_winner", f"{field}.winner")
        need(state.last is not None, "9.6", "position_last", "table.last")
        return
    assert winner is not None
    loser = rival(state, winner)
    if reason == "onmyoji_pair":
        won = not plays or any(pair_in(player(state, winner).board, c, "O") for c in COLUMNS)
        need(won, clause, "position_winner", f"{field}.reason")
        with naming(f"{field}.reason"):
            if not plays:
                pair_fits(state, player(state, winner), RulingContext(), [])
        return
    emptied = not any(loser.board) if plays else loser.count == 0 and bool(loser.size)
    may_win_so = reason == "empty_board" or (plays and state.options.self_empty_board == "loss")
    need(emptied and may_win_so, clause, "position_winner", f"{field}.reason")


def check_results(state: State) -> None:
    """Refuse impossible graveyards and board counts at the depth `scores` (GIRYAKU-1.2, 9.5, 9.6)."""
    for i, p in enumerate(state.players):
        need((p.count or 0) <= len(CELLS), "1.3", "six_cells", f"table.seats[{i}].count", count=p.count)
        owned = p.size + (p.count or 0)
        need(owned <= OWNED, "1.2", "position_fifteen", f"table.seats[{i}].graveyard", count=owned)
    is_last_turn = state.phase in ("last_turn", "count")
    need(state.last is not None or not is_last_turn, "9.6", "position_last", "table.last")
    need(state.active == (state.last if state.phase == "last_turn" else None), "9.6", "position_last", "table.active")
    need(state.turn or state.phase == "turn", "9.6", "position_nothing_entered", "table.turn")
    if state.last is not None:
        other = rival(state, state.last)
        field = f"table.seats[{seats_of(state).index(other.seat)}].graveyard"
        need(other.size >= LEAST, "9.5", "cards_left", field, seat=other.seat, count=LEAST)
