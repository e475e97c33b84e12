"""What all rules of the set-up ask first: is it still the set-up, is this part still open, is that a zone."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.values import Notice, Ruling
from referee.scorpion.record import publish, uphold
from referee.scorpion.state import SIDES, State, character, patrol_of, seats_of
from referee.scorpion.turns import during


def locked(state: State, seat: str) -> bool:
    return any(p.seat == seat and p.locked for p in state.players)


def side_locked(state: State, side: str) -> bool:
    return all(p.locked for p in state.players if SIDES[p.role] == side)


def own_part_open(state: State, seat: str, move: Move) -> None:
    """Refuse changes of what a seat alone decides, once it has locked (ledger section 19)."""
    during(state, move)
    firm(not locked(state, seat), "SCORPION-4.8", "scorpion.part_locked", private=True)


def common_part_open(state: State, side: str, move: Move) -> None:
    """Refuse changes of what a side decides together, once one of its seats has locked (ledger section 19)."""
    during(state, move)
    open_ = not any(locked(state, seat) for seat in seats_of(state, side))
    firm(open_, "SCORPION-4.8", "scorpion.side_locked", private=True)


def hands_open(state: State) -> None:
    """Refuse changes of missions and hands that could react to the guards' figures (SCORPION-4.8, section 19)."""
    frozen = figures_complete(state) and hands_complete(state)
    firm(not frozen, "SCORPION-4.8", "scorpion.hands_locked", private=True)


def hand_noted(before: State, after: State, told: list[Notice]) -> Ruling:
    """Uphold the choice of a hand. Everybody hears when the last one is chosen: the guards wait for it (4.8)."""
    if hands_complete(after) and not hands_complete(before):
        after = publish(after, told, "hands_ready", "SCORPION-4.8")
    return uphold(after, told)


def sentries(state: State) -> int:
    return sum(patrol_of(state, f.id) is None for f in state.figures)


def figures_complete(state: State) -> bool:
    """Tell whether all guards of the set-up stand on the board (SCORPION-4.1, 4.3)."""
    return sentries(state) >= state.options.sentries and len(state.patrols) >= state.options.patrol_count


def hands_complete(state: State) -> bool:
    """Tell whether every opening hand is chosen; a hidden lone wolf prepares both (SCORPION-3, 29.3)."""
    handed = (c for c in state.characters if takes_hand(state, c.who))
    return all(c.hand_chosen for c in handed) and all(s.chosen for s in state.stocks)


def takes_hand(state: State, who: str) -> bool:
    """Tell whether a character's opening hand is chosen: of all who take part, and of both to hide one (29.3)."""
    return state.options.lone_wolf == "hidden" or character(state, who).status != "absent"


def character_open(state: State) -> bool:
    """Tell whether the lone wolf's character has still to be chosen (SCORPION-29.1)."""
    return state.options.lone_wolf != "off" and all(c.status != "absent" for c in state.characters)


def is_zone(state: State, zone: str, *, private: bool = True) -> None:
    """Refuse what is no zone of the board (SCORPION-1.6)."""
    firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", private=private, zone=zone)
