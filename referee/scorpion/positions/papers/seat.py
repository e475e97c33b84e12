"""Everything of one seat, in the order in which it is laid."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.scorpion.positions.open_table import OpenTable
from referee.scorpion.positions.papers.guards import guard_cards, marks
from referee.scorpion.positions.papers.intruders import declared, laid_character, named_wolf, unnamed_hands
from referee.scorpion.positions.papers.secret_map import laid_map
from referee.scorpion.positions.reading import in_set_up, keeps_paper
from referee.scorpion.positions.secrets import SeatSecret
from referee.scorpion.state import (
    SIDES,
    Player,
    State,
    disputed,
    seats_of,
    two_guard_players,
)


def laid(state: State, table: OpenTable, player: Player, secret: SeatSecret) -> State:
    """Lay what a seat has entered. Raises `Refused`, private, for what cannot be beside the table."""
    at = f"secrets.{player.seat}"
    with naming(at, private=True):
        _own_fields(state, player, secret, at)
        if secret.locked:
            locked = tuple(replace(p, locked=True) if p.seat == player.seat else p for p in state.players)
            state = replace(state, players=locked)
        if SIDES[player.role] == "guards":
            if secret.marks is not None:
                state = replace(state, marks=marks(state, table, secret.marks, f"{at}.marks"))
            return guard_cards(state, player.role, secret, at)
        if secret.plays is not None:
            state = named_wolf(state, secret.plays, f"{at}.plays")
        state = unnamed_hands(state)
        for who, one in secret.characters.items():
            state = laid_character(state, player, who, one, f"{at}.characters.{who}")
        if secret.map is not None:
            state = laid_map(state, player, secret.map, f"{at}.map")
        return declared(state, player, secret, at)


def _own_fields(state: State, player: Player, secret: SeatSecret, at: str) -> None:
    """Refuse what another seat enters, or nobody at this moment (METSUKE-5.3, SCORPION-3.7, 9.2)."""
    guards, setting_up = SIDES[player.role] == "guards", in_set_up(state)
    paper = keeps_paper(state, player) or (not guards and disputed(state))
    wolf = not state.identity_public
    may: Mapping[str, bool] = {
        "marks": guards and paper,
        "hand": guards,
        "drawn": guards,
        "listed": guards and two_guard_players(state),
        "chosen": guards and setting_up and state.options.guard_cards == "counted",
        "map": not guards and paper,
        "characters": not guards,
        "plays": not guards and wolf,
        "named": not guards and setting_up,
        "locked": setting_up and len(seats_of(state, SIDES[player.role])) > 1 and not player.locked,
        "done": not guards and state.phase == "intruders" and disputed(state),
    }
    strange = next((name for name, so in may.items() if getattr(secret, name) and not so), None)
    firm(strange is None, "METSUKE-5.3", "scorpion.position_not_yours", field=f"{at}.{strange}")
