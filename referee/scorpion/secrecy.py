"""Which declarations hold secrets, and what others may know of them (ledger sections 5, 15 and 19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.values import GAME_MASTER, Viewer
from referee.scorpion import moves

CITED: Final[Mapping[type[Any], str]] = {
    moves.DrawMissions: "SCORPION-2.5",
    moves.ChooseCharacter: "SCORPION-29.1",
    moves.ChooseIntruderHand: "SCORPION-3.4",
    moves.SplitGuardCards: "SCORPION-3.6",
    moves.ChooseGuardHand: "SCORPION-3.5",
    moves.RecordSleepers: "SCORPION-5.1",
    moves.RecordMarks: "SCORPION-5.2",
    moves.SetStart: "SCORPION-1.5",
    moves.SetPassage: "SCORPION-6.8",
    moves.SetEntrance: "SCORPION-6.10",
    moves.Respawn: "SCORPION-23.3",
    moves.RedrawMission: "SCORPION-23.7",
    moves.BonusCards: "SCORPION-23.9",
    moves.BonusSleepers: "SCORPION-23.10",
    moves.DrawCards: "SCORPION-10.4",
    moves.AnswerCat: "SCORPION-12.9",
    moves.LockPath: "SCORPION-17.2",
    moves.DeclareSearches: "SCORPION-18.8",
    moves.PlayIntruderCard: "SCORPION-16.2",
}
"""The declarations that hold a secret, each with the clause that its log line cites whatever the secret is."""
_TOLD: Final[Mapping[type[Any], frozenset[str]]] = {
    moves.DrawCards: frozenset({"n"}),
    moves.PlayIntruderCard: frozenset({"card"}),
}
"""The fields of a secret declaration that everybody may know. Of searches the notices tell the zones."""


_KINDS: Final = frozenset(kind.model_fields["type"].default for kind in CITED)


def may_be_secret(kind: str) -> bool:
    """Tell whether a move of this type could hold something that not everybody may know."""
    return kind in _KINDS


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """The journal hides nothing of what has passed."""
    return True


def secret(move: Any) -> bool:
    """Tell whether a declaration holds something that not everybody may know."""
    return type(move) in CITED


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON: whole for itself and the game master, of one form for all others.

    A bluff looks like the real use of its card (SCORPION-26.2), and whose path was locked is not told.
    """
    if viewer in (seat, GAME_MASTER) or not secret(move):
        whole: dict[str, Any] = move.model_dump(mode="json")
        return whole
    told = _TOLD.get(type(move), frozenset())
    public: dict[str, Any] = move.model_dump(mode="json", include={"type", *told})
    return public
