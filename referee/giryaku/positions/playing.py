"""A turn, or a skill in its middle: whose it is, the hands, and what the skill waits for."""

from __future__ import annotations

from referee.giryaku import audits
from referee.giryaku.cards import COLUMNS, HAND, lower, upper
from referee.giryaku.positions.model import OpenTable
from referee.giryaku.positions.refusing import need
from referee.giryaku.state import Player, State, lying, player, rival
from referee.giryaku.turns.claims import claimable
from referee.giryaku.turns.flipping import may_stand
from referee.giryaku.turns.skills import DUE


def check_play(state: State, described: OpenTable) -> None:
    _whose_turn(state)
    for i, p in enumerate(state.players):
        path = f"table.seats[{i}]"
        _hand(state, p, path, described)
        won = state.phase != "ended" and any(shows_two_onmyoji(p, c) for c in COLUMNS)
        need(not won, "9.3", "position_has_won", f"{path}.board")
        need(not audits.misfits(p, {}), "7.7", "not_flipped", f"{path}.flip.pool",
             cards=list(audits.misfits(p, {})))  # fmt: skip
    if described.due is not None:
        _due(state, described)
    need((described.due is not None) == (state.phase == "resolve"), "3.3", "position_due", "table.due")


def shows_two_onmyoji(p: Player, column: int) -> bool:
    below, above = p.board[lower(column)], p.board[upper(column)]
    return below is not None and above is not None and below.card == above.card == "O"


def _whose_turn(state: State) -> None:
    """Turns alternate, but for those that a raid brings (GIRYAKU-3.1, 8.7, 9.6)."""
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
    """A hand is two cards, but for those of an action and a raid, and where the deck is empty (GIRYAKU-3.5, 8.5)."""
    rest, acts = p.hand + p.deck, p.seat == state.active
    full = min(HAND, rest)
    if state.phase == "ended":
        may = range(full + 1)
    elif described.due == "raid_take" and not acts:
        may = range(min(HAND + 1, rest), min(HAND + 1, rest) + 1)
    elif acts and (state.bonus or (described.due == "extra_turn" and _before_refill(state))):
        may = range(1, 2) if described.due in (None, "extra_turn") else range(1)
    elif acts and described.due not in (None, "extra_turn"):
        may = range(HAND)
    else:
        may = range(full, full + 1)
    need(p.hand in may, "3.5", "position_hand", f"{path}.hand", count=may[-1])


def _before_refill(state: State) -> bool:
    return state.options.raid_extra == "action_before_refill"


def _due(state: State, described: OpenTable) -> None:
    """What a skill waits for follows from what was done (GIRYAKU-3.3, 6, 7, 8)."""
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
    full = placed and mine.board[lower(column)] is not None and mine.board[upper(column)] is not None
    waits = player(state, described.waits_for or state.queue[0].seat)
    fits = {
        "claim_skill": full and trust and pair is None and bool(claimable(mine, column)) and _unseen(mine, column),
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
    need(due != "reveal_lost" or pair == "SN" or not _gone(other, action.hits), "7.15", "position_due",
         "table.action.struck")  # fmt: skip
    answers = described.waits_for in (None, state.queue[0].seat)
    need(answers, clause, f"due.{due}", "table.waits_for", seat=state.queue[0].seat)
    either = due in ("declare_flip", "reveal_board")
    need(not either or described.waits_for, clause, "position_waits_for", "table.waits_for")


def _unseen(p: Player, column: int) -> bool:
    return any((card := p.board[i]) is not None and card.card is None for i in (lower(column), upper(column)))


def _gone(p: Player, struck: tuple[int, ...]) -> bool:
    return any(p.board[i] is None for i in struck)
