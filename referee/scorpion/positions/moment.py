"""Laying the moment of a position: phase, turn, cards used, open questions, bonuses due, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.base import replace
from referee.core.game import check_phase
from referee.core.judging import firm
from referee.core.values import Refused
from referee.scorpion.guards.alert_phase import agreed, all_have_drawn, cards_to_draw, draw_due
from referee.scorpion.guards.units import is_entitled
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Heading, Moving, Splitting
from referee.scorpion.positions import board
from referee.scorpion.positions.model import OpenListening, OpenQuestion, OpenSentry, OpenTable
from referee.scorpion.positions.reading import is_in_set_up
from referee.scorpion.scores import FOUND, UNNAMED
from referee.scorpion.setup.table import RULED, UNKNOWN, changed
from referee.scorpion.state import (
    SIDES,
    TURNS,
    Listening,
    Pending,
    Placing,
    Reacting,
    State,
    is_disputed,
    seats_of,
    two_guard_players,
    unit_text,
    units,
)
from referee.scorpion.turns import GUARD_PHASES, nobody_left

_ACTING: Final = (*GUARD_PHASES, "intruders")


def fits(state: State, table: OpenTable) -> None:
    """Refuse fields that the table's phase does not have (SCORPION-9.2)."""
    check_phase(table, "table", table.phase, "scorpion.position_not_now", phase=table.phase)
    least = {"setup": (1, 1), "start": (2, TURNS)}.get(table.phase, (1, TURNS))
    turn_fits = least[0] <= table.turn <= least[1]
    firm(turn_fits, "SCORPION-9.2", "scorpion.position_not_now", field="table.turn", phase=table.phase)
    one_side_at_most = len(set(table.ready)) == len(table.ready) < 2 and table.ready != ("intruders",)
    firm(one_side_at_most, "SCORPION-4.8", "scorpion.position_ready", field="table.ready")
    for n, note in enumerate(table.found):
        field = f"table.found[{n}]"
        firm(note.zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=note.zone)
        was = 1 <= note.turn <= table.turn and note.found in FOUND
        firm(was, "SCORPION-18.14", "scorpion.position_note", field=field, zone=note.zone)
    elsewhere = table.hand_used == 0 or state.options.depth == "scores"
    firm(elsewhere, "SCORPION-9.2", "scorpion.other_depth", field="table.hand_used")


def laid(state: State, table: OpenTable) -> State:
    """Lay the moment onto a table with guards and intruders. Raises `Refused` for what is impossible."""
    state = replace(state, **_this_turn(state, table), **agreements(state, table))
    pending = tuple(_question(state, asked, f"table.pending[{n}]") for n, asked in enumerate(table.pending))
    state = replace(state, pending=pending)
    if not is_in_set_up(state):
        state = board.counted(state)
    board.headings(state)
    if state.phase == "alert":
        _drawing(state)
    elif state.phase == "start":
        _something_due(state)
    drawn = all(s.drawn_size == 0 or (s.drew and state.phase == "alert") for s in state.stocks)
    firm(drawn or state.phase == "ended", "SCORPION-10.10", "scorpion.position_drawn", field="table.stocks")
    _going_on(state)
    return state


def _this_turn(state: State, table: OpenTable) -> dict[str, Any]:
    """Return the fields about cards and searches used this turn (SCORPION-10.3, 14, 18.4)."""
    used = sum(s.hand_used for s in table.stocks)
    enough = table.kenjutsu_used <= table.cards_used >= used
    firm(enough, "SCORPION-14.1", "scorpion.position_cards_used", field="table.cards_used")
    enough = table.passage_swords <= table.passage_entries
    firm(enough, "SCORPION-25.20", "scorpion.position_entries", field="table.passage_swords")
    roles = {s.role for s in state.stocks}
    roles_fit = set(table.focused) <= roles and len(set(table.focused)) == len(table.focused)
    firm(roles_fit, "SCORPION-14.4", "scorpion.position_focused", field="table.focused")
    return {
        "drawn_at": table.drawn_at,
        "cards_used": table.cards_used,
        "kenjutsu_used": table.kenjutsu_used,
        "hand_used": used,
        "focused": table.focused,
        "searches": tuple(who_is(state, who, f"table.searches[{n}]") for n, who in enumerate(table.searches)),
        "bonus_cards_due": _bonus(state, table),
        "bonus_sleepers_due": table.bonus_sleepers_due,
        "passage_entries": table.passage_entries,
        "passage_swords": table.passage_swords,
        "players": tuple(
            replace(p, locked=not is_in_set_up(state) or SIDES[p.role] in table.ready) for p in state.players
        ),
    }


def who_is(state: State, who: str, field: str) -> str:
    """Return the character that the table means by a name (SCORPION-29.3)."""
    known = [c.who for c in state.characters if c.status != "absent"]
    who_fits = who in known if state.identity_public else who == UNNAMED
    firm(who_fits, "SCORPION-29.1", "scorpion.no_such_character", field=field, intruder=who)
    return who if state.identity_public else known[0]


def _bonus(state: State, table: OpenTable) -> tuple[tuple[str, int], ...]:
    """Return the bonus cards due, at most those outside the hands (SCORPION-23.9)."""
    there = {s.role: s.deck_size + len(s.discard) for s in state.stocks}
    for role, n in table.bonus_cards_due.items():
        enough = n <= there.get(role, 0)
        field = f"table.bonus_cards_due.{role}"
        firm(enough, "SCORPION-23.9", "scorpion.bonus_count", field=field, count=there.get(role, 0), entered=n)
    return tuple((role, table.bonus_cards_due[role]) for role in there if table.bonus_cards_due.get(role))


def agreements(state: State, table: OpenTable) -> dict[str, Any]:
    """Return the fields about proposals, agreements and concessions (SCORPION-2.4, 10.7, 28.1, 30.1)."""
    two = two_guard_players(state) or not table.splits
    firm(two, "SCORPION-10.7", "scorpion.nobody_to_agree_with", field="table.splits")
    named = [split.what for split in table.splits]
    once = len(set(named)) == len(named) and all(len(set(split.by)) == len(split.by) for split in table.splits)
    firm(once, "SCORPION-10.7", "scorpion.agreed_already", field="table.splits")
    rivals = seats_of(state, "intruders") if is_disputed(state) else ()
    gave_up = set(table.conceding) <= set(rivals) and len(set(table.conceding)) == len(table.conceding)
    firm(gave_up, "SCORPION-30.1", "scorpion.position_conceding", field="table.conceding")
    proposed = table.proposed_unknown
    if proposed is not None:
        _may_be_proposed(state, proposed.options)
    return {
        "splits": table.splits,
        "conceded": table.conceded,
        "conceding": table.conceding,
        "revealed": table.revealed,
        "proposed_unknown": None if proposed is None else (proposed.side, proposed.options),
    }


def _may_be_proposed(state: State, options: Mapping[str, Any]) -> None:
    field = "table.proposed_unknown.options"
    strange = next((name for name in sorted(options) if name not in UNKNOWN | RULED), None)
    firm(strange is None, "SCORPION-4.8", "scorpion.options_frozen_one", field=field, option=strange)
    try:
        changed(state.options, options)
    except Refused as refused:
        raise Refused(refused.clause, refused.reason, firm=True, field=field) from None


# Open questions (SCORPION-9.2, 14.3)


def _question(state: State, asked: OpenQuestion, at: str) -> Pending:
    match asked:
        case OpenListening():
            unit = _unit(state, asked, at, "alert", "cards")
            inside = any(f.zone == PASSAGE for f in state.figures if f.id in unit)
            firm(not inside, "SCORPION-25.17", "scorpion.no_listening_inside", field=f"{at}.unit")
            return Listening(unit, asked.cause, asked.role, heard=False)
        case Moving():
            unit = _unit(state, asked, at, *(("patrol",) if asked.cause == "patrol" else ("alert", "cards")))
            board.is_place(state, asked.start, f"{at}.start")
            zone = next(f.zone for f in state.figures if f.id in unit)
            along = asked.cause != "patrol" or (len(unit) > 1 and zone in state.board.route.zones)
            firm(along, "SCORPION-15.3", "scorpion.off_the_route", field=f"{at}.unit", unit=unit_text(unit))
            return replace(asked, unit=unit)
        case Heading():
            unit = _unit(state, asked, at, *_ACTING)
            zone = next(f.zone for f in state.figures if f.id in unit)
            turns = len(unit) > 1 and zone in state.board.route.zones
            firm(turns, "SCORPION-7.9", "scorpion.off_the_route_no_heading", field=f"{at}.unit", zone=zone)
            return replace(asked, unit=unit)
        case OpenSentry():
            return _hidden_sentry(state, asked, at)
        case Splitting():
            firm(two_guard_players(state), "SCORPION-20.5", "scorpion.position_one_pile", field=at)
            return asked


def _unit(state: State, asked: OpenListening | Moving | Heading, at: str, *phases: str) -> tuple[str, ...]:
    _now(state, at, *phases)
    unit = tuple(sorted(asked.unit))
    text = unit_text(unit)
    firm(unit in units(state), "SCORPION-7.3", "scorpion.no_unit_of_these", field=f"{at}.unit", unit=text)
    mine = asked.role in {s.role for s in state.stocks} and is_entitled(state, asked.role, unit)
    firm(mine, "SCORPION-11.5", "scorpion.other_weapon", field=f"{at}.role", unit=text)
    return unit


def _hidden_sentry(state: State, asked: OpenSentry, at: str) -> Reacting | Placing:
    """Return the question about a hidden sentry that a search has found (SCORPION-18.9, 19.3)."""
    _now(state, at, "intruders")
    who = who_is(state, asked.intruder, f"{at}.intruder")
    queue = tuple((who_is(state, one.intruder, f"{at}.queue"), one.zone) for one in asked.queue)
    for zone in (asked.zone, *(zone for _, zone in queue)):
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=f"{at}.zone", zone=zone)
    named = {who, *(one for one, _ in queue)}
    firm(named <= {*state.searches}, "SCORPION-18.6", "scorpion.position_not_searched", field="table.searches")
    return (Reacting if asked.kind == "reacting" else Placing)(who, asked.zone, queue)


def _now(state: State, at: str, *phases: str) -> None:
    firm(state.phase in phases, "SCORPION-9.2", "scorpion.position_not_now", field=f"{at}.kind", phase=state.phase)


# Phases


def _drawing(state: State) -> None:
    """Refuse an alert phase in which the draw is neither due nor complete (SCORPION-10.4, 10.7)."""
    if all_have_drawn(state):
        return
    due = {s.role: draw_due(state, s.role) for s in state.stocks if not s.drew}
    split = agreed(state, "draw") is not None
    enough = all(n <= s.deck_size for s in state.stocks for role, n in due.items() if role == s.role)
    begun = split or len(due) == len(state.stocks)
    some = all(due.values()) if split else cards_to_draw(state) > 0
    clause = "SCORPION-10.7" if two_guard_players(state) else "SCORPION-10.4"
    firm(enough and begun and some, clause, "scorpion.position_draw", field="table.stocks")


def _something_due(state: State) -> None:
    """Refuse the start phase without a return or bonus that is due (SCORPION-23.1, 23.9, 23.10)."""
    returns = any(c.status == "due" or not c.redrawn for c in state.characters)
    something_waits = returns or state.bonus_cards_due or state.bonus_sleepers_due
    firm(something_waits, "SCORPION-23.1", "scorpion.position_nothing_due", field="table.phase")


def _going_on(state: State) -> None:
    """Refuse a running match without intruders, and an ended one that was not over (SCORPION-28.1)."""
    gone = nobody_left(state) and not any(c.status == "due" for c in state.characters)
    if state.phase == "ended":
        over = state.conceded or state.turn == TURNS or nobody_left(state)
        firm(over, "SCORPION-28.1", "scorpion.scores_not_over", field="table.phase", turn=state.turn)
    elif state.phase != "setup":
        searches = any(c.status == "escaped" for c in state.characters) and state.phase == "intruders"
        outside = searches and state.options.search_after_escape == "yes"
        firm(not gone or outside, "SCORPION-28.1", "scorpion.scores_nobody_left", field="table.phase")
