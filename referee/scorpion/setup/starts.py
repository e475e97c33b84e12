"""Where characters may start or return, and who is seen doing so (SCORPION-6.1 to 6.6, 23.3, OP-4, OP-43)."""

from __future__ import annotations

from referee.core.values import Notice, RulingContext
from referee.scorpion.contact import discover
from referee.scorpion.setup.rules import is_zone
from referee.scorpion.state import State, character, guards_at, watchful_at


def legal_starts(state: State, who: str) -> tuple[str, ...]:
    """Return where a character may start as the guards stand now.

    Where guards stand in all zones that it could start in, it may start among them (OP-43).
    """
    board = state.board
    if who == "ninja" and state.options.ninja_start_guarded != "forbid":
        return board.in_order(board.edge_zones)
    zones = board.edge_zones if who == "ninja" else board.traitor_starts
    return board.in_order(zones - {f.zone for f in state.figures} or zones)


def check_start(state: State, who: str, zone: str, context: RulingContext, clause: str | None = None) -> None:
    """Refuse an illegal start zone, citing the set-up's clause or that of the return (SCORPION-6.1 to 6.6, 23.3)."""
    is_zone(state, zone)
    at = state.board.zone(zone)

    def require(condition: bool, cited: str, reason: str) -> None:
        context.require(condition, clause or cited, reason, private=True, zone=zone)

    if who == "ninja":
        require(at.edge, "SCORPION-6.1", "scorpion.start_not_edge")
    elif not at.starts_traitor:
        require(at.castle is None, "SCORPION-6.3", "scorpion.start_in_castle")
        require(at.kind != "moat", "SCORPION-6.4", "scorpion.start_in_moat")
        require(not at.between_castles, "SCORPION-6.6", "scorpion.start_between")
        require(False, "SCORPION-6.2", "scorpion.start_outside")
    free = not guards_at(state, zone) or zone in legal_starts(state, who)
    require(free, "SCORPION-6.1" if who == "ninja" else "SCORPION-6.5", "scorpion.start_guarded")


def seen_at_start(state: State, who: str, told: list[Notice]) -> State:
    """Whoever starts in a zone with guards is discovered, the Ninja unless the table chose otherwise (OP-4, OP-43)."""
    zone = character(state, who).zone
    assert zone is not None
    if not watchful_at(state, zone):
        return state
    if who == "ninja":
        if state.options.ninja_start_guarded == "hidden":
            return state
        return discover(state, who, told, "SCORPION-6.1")
    return discover(state, who, told, "SCORPION-6.5")
