"""The rules of depth `scores`, by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.core.values import Ruling, RulingContext
from referee.scorpion.scores import moves
from referee.scorpion.scores.cards import card_played, focus
from referee.scorpion.scores.figures import drunk, guard_added, guard_removed, sleeper_woken, sobered
from referee.scorpion.scores.intruders import death, escape, mission, returned, wound
from referee.scorpion.scores.passage import passage
from referee.scorpion.scores.searches import search
from referee.scorpion.scores.turns import alert, finish, next_turn, start
from referee.scorpion.state import State

RULES: Final[dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]]] = {
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
