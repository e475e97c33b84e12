"""The rules of depth `scores`, by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.scorpion import scores_moves as moves
from referee.scorpion.scores_cards import card_played, focus
from referee.scorpion.scores_figures import drunk, guard_added, guard_removed, sleeper_woken, sobered
from referee.scorpion.scores_intruders import death, escape, mission, returned, wound
from referee.scorpion.scores_passage import passage
from referee.scorpion.scores_searches import search
from referee.scorpion.scores_turns import alert, finish, next_turn, start
from referee.scorpion.state import State
from referee.values import Bench, Ruling

RULES: Final[dict[type[Any], Callable[[State, str, Any, Bench], Ruling]]] = {
    moves.Start: start,
    moves.NextTurn: next_turn,
    moves.Alert: alert,
    moves.CardPlayed: card_played,
    moves.Focus: focus,
    moves.GuardAdded: guard_added,
    moves.GuardRemoved: guard_removed,
    moves.Drunk: drunk,
    moves.Sobered: sobered,
    moves.SleeperWoken: sleeper_woken,
    moves.Wound: wound,
    moves.Death: death,
    moves.Returned: returned,
    moves.SearchResult: search,
    moves.Mission: mission,
    moves.Escape: escape,
    moves.PassageMove: passage,
    moves.Finish: finish,
}
