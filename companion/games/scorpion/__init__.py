"""NINJA: Legend of the Scorpion Clan on phones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.contract.game_ui import GameUi, Said, Screen, TakeOver, WalkedMap
from companion.games.scorpion.events import public_answers
from companion.games.scorpion.facts import DECKS, GROUPS, roles_of, terms
from companion.i18n import Translator


def _table() -> Screen:
    from companion.games.scorpion.screen import table

    return table


def _blank_sheets(names: Sequence[str], options: Mapping[str, Any], t: Translator) -> bytes:
    from companion.games.scorpion.print_sheets import blank_sheets

    return blank_sheets(names, options, t)


def _seat_sheet(view: Any, seat: str, t: Translator) -> bytes:
    from companion.games.scorpion.print_sheets import seat_sheet

    return seat_sheet(view, seat, t)


def _take_over() -> TakeOver:
    from companion.games.scorpion.take_over import TAKE_OVER

    return TAKE_OVER


def _foresight(state: Any, viewer: str, entering: Sequence[str]) -> Callable[[], Any] | None:
    from companion.games.scorpion.intruders.map import foresight

    return foresight(state, viewer, entering)


def _ways(state: Any, steps: Sequence[Any]) -> WalkedMap | None:
    from companion.games.scorpion.after import ways

    return ways(state, steps)


def _stands(view: Any) -> Said:
    return (("scorpion.stands", {"turn": view.turn, "phase": view.phase, "level": view.alert}),)


UI = GameUi(
    ways=_ways,
    no_points=True,
    sign="城",
    table=_table,
    groups=GROUPS,
    suggested={"empty_alert_phase": "passes"},
    counted=DECKS,
    roles=roles_of,
    board=True,
    foresight=_foresight,
    announced=("reasoning",),
    public_answers=public_answers,
    terms=terms,
    stands=_stands,
    blank_sheets=_blank_sheets,
    seat_sheet=_seat_sheet,
    take_over=_take_over,
)
