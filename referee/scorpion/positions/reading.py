"""From a state to its position, as a viewer may know it."""

from __future__ import annotations

from typing import Any

from referee.core.position import Position
from referee.core.values import GAME_MASTER, Viewer
from referee.scorpion.cards import counts
from referee.scorpion.positions.open_table import OpenTable
from referee.scorpion.positions.secrets import SeatSecret
from referee.scorpion.setup.rules import side_locked
from referee.scorpion.state import (
    FOR_THE_GAME,
    SIDES,
    Character,
    Figure,
    Heading,
    Listening,
    Moving,
    Passage,
    Pending,
    Placing,
    Player,
    Reacting,
    Splitting,
    State,
    Stock,
    disputed,
    known_as,
    seats_of,
    stock,
    two_guard_players,
)
from referee.scorpion.view import view


def position_of(state: State, viewer: Viewer) -> Position:
    """Return a state's position: what lies open, the viewer's own secrets, and of its side's paper what it may read.

    The game master and, after the end, everybody reads all of it.
    """
    table = OpenTable.model_validate(_table(state))
    everything = viewer == GAME_MASTER or state.phase == "ended"
    secrets: dict[str, Any] = {}
    if state.options.depth == "plays":
        for player in state.players:
            partner = viewer in seats_of(state, SIDES[player.role]) and keeps_paper(state, player)
            if everything or viewer == player.seat:
                known = _paper(state, player) | _own(state, player)
            elif partner:
                known = _paper(state, player)
            else:
                continue
            secret = SeatSecret.model_validate(known)
            if secret != SeatSecret():
                secrets[player.seat] = secret
    return Position(table, secrets)


def in_set_up(state: State) -> bool:
    """Tell whether turn 1 has not begun, also where a side gave up before it."""
    return state.phase == "setup" or (state.phase == "ended" and any(c.status == "waiting" for c in state.characters))


def keeps_paper(state: State, player: Player) -> bool:
    """Tell whether a seat enters its side's secret paper, which the partner may read."""
    side = SIDES[player.role]
    return seats_of(state, side)[0] == player.seat and not (side == "intruders" and disputed(state))


# What lies open


def _table(state: State) -> dict[str, Any]:
    seen = view(state, GAME_MASTER)
    setting_up, scoring = in_set_up(state), state.scores is not None
    stocks = () if setting_up else tuple(_stock(state, s) for s in state.stocks)
    proposed = state.proposed_unknown
    return {
        **{name: getattr(seen, name) for name in ("phase", "turn", "alert", "drawn_at", "cards_used", "found")},
        "ready": tuple(s for s in ("guards", "intruders") if setting_up and side_locked(state, s)),
        "figures": tuple(_figure(f) for f in state.figures),
        "patrols": tuple({"members": p.members, "behind": p.behind} for p in state.patrols),
        "stocks": stocks,
        "characters": _characters(state),
        "passages": tuple({"owner": p.owner, "found": p.found} for p in state.passages if p.found and not setting_up),
        "ropes": tuple({"a": r.a, "b": r.b} for r in state.ropes if r.found),
        "pending": tuple(_pending(state, asked) for asked in state.pending),
        "kenjutsu_used": state.kenjutsu_used,
        "hand_used": state.hand_used if scoring else 0,
        "focused": state.focused,
        "searches": tuple(known_as(state, who) for who in state.searches),
        "splits": tuple(
            {"what": what, "sword": sword, "spear": spear, "by": by} for what, sword, spear, by in state.splits
        ),
        "bonus_cards_due": dict(state.bonus_cards_due),
        "bonus_sleepers_due": state.bonus_sleepers_due,
        "passage_entries": state.passage_entries,
        "passage_swords": state.passage_swords,
        "proposed_unknown": None if proposed is None else {"side": proposed[0], "options": proposed[1]},
        "conceded": state.conceded,
        "conceding": state.conceding,
        "revealed": state.revealed,
        "scores": state.scores,
    }


def _figure(f: Figure) -> dict[str, Any]:
    lasting = f.drunk is None or f.drunk >= FOR_THE_GAME
    return {
        **{name: getattr(f, name) for name in ("id", "zone", "weapon", "carded", "moved", "attacked", "inside")},
        "drunk": f.drunk is not None,
        "sober_in": None if lasting else f.drunk,
        "woken": f.woke_in is not None,
    }


def _stock(state: State, s: Stock) -> dict[str, Any]:
    sizes = ("role", "hand_size", "drawn_size", "deck_size", "front", "hand_used")
    drew = s.drew and state.phase == "alert"
    return {**{name: getattr(s, name) for name in sizes}, "discard": counts(s.discard), "drew": drew}


def _characters(state: State) -> tuple[dict[str, Any], ...]:
    """Return those who take part; of a nameless lone wolf what fits either character."""
    taking_part = [c for c in state.characters if c.status != "absent"]
    if not state.identity_public:
        taking_part = taking_part[:1]
    shown = {c.who: c for c in view(state, GAME_MASTER).characters}
    return tuple(_character(state, c, shown[known_as(state, c.who)]) for c in taking_part)


def _character(state: State, c: Character, shown: Any) -> dict[str, Any]:
    if in_set_up(state):
        return {"who": shown.who, "status": "waiting"}
    same = ("who", "status", "accomplished", "hand_size", "played", "permitted", "life")
    return {
        **{name: getattr(shown, name) for name in same},
        "zone": shown.zone if shown.status == "visible" else None,
        "visible": c.visible and shown.status == "passage",
        "wounds": c.wounds,
        "died": c.died,
        "redrawn": c.redrawn,
    }


def _pending(state: State, asked: Pending) -> dict[str, Any]:
    match asked:
        case Listening():
            return {"kind": "listening", "unit": asked.unit, "cause": asked.kind, "role": asked.role}
        case Moving() | Heading():
            return {"kind": "moving" if isinstance(asked, Moving) else "heading", **vars(asked)}
        case Reacting() | Placing():
            queue = tuple({"intruder": known_as(state, who), "zone": zone} for who, zone in asked.queue)
            kind = "reacting" if isinstance(asked, Reacting) else "placing"
            return {"kind": kind, "intruder": known_as(state, asked.who), "zone": asked.zone, "queue": queue}
        case Splitting():
            return {"kind": "splitting", **vars(asked)}


# What a seat knows


def _paper(state: State, player: Player) -> dict[str, Any]:
    """Return the marks, or the secret map, where this seat enters them."""
    if SIDES[player.role] == "guards":
        return {"marks": _marks(state)} if keeps_paper(state, player) else {}
    if disputed(state):
        return {"map": _map(state, tuple(c for c in state.characters if c.seat == player.seat))}
    return {"map": _map(state, state.characters)} if keeps_paper(state, player) else {}


def _marks(state: State) -> dict[str, Any] | None:
    marks = state.marks
    if not (marks.objectives or marks.sleepers):
        return None
    return {
        "objectives": dict(marks.objectives),
        "traps": marks.traps,
        "hidden": marks.hidden,
        "sleepers": dict(marks.sleepers),
    }


def _map(state: State, mine: tuple[Character, ...]) -> dict[str, Any]:
    names = {c.who for c in mine}
    passage: Passage = next(p for p in state.passages if p.owner is None or p.owner in names)
    return {
        "places": {c.who: _place(state, c) for c in mine if c.status != "absent"},
        "ropes": tuple(
            {"a": r.a, "b": r.b, "owner": r.owner, "found": r.found, "new": r.turn == state.turn}
            for r in state.ropes
            if r.owner in names
        ),
        "entrances": passage.entrances,
    }


def _place(state: State, c: Character) -> dict[str, Any]:
    same = ("zone", "start", "noise", "locked", "touched", "shadow", "decoy")
    return {
        **{name: getattr(c, name) for name in same},
        "permitted": c.permitted and bool(c.decoy),
        "mission_entered": c.mission_entered == c.life,
    }


def _own(state: State, player: Player) -> dict[str, Any]:
    setting_up = in_set_up(state)
    locked = player.locked and setting_up and not side_locked(state, SIDES[player.role])
    if SIDES[player.role] == "guards":
        return _own_cards(state, stock(state, player.role), setting_up) | {"locked": locked}
    mine = [c for c in state.characters if c.seat == player.seat]
    playing = [c.who for c in mine if c.status != "absent"]
    hides = state.options.lone_wolf == "hidden" and not state.identity_public and len(playing) == 1
    entered = state.options.intruder_cards == "entered"
    return {
        "characters": {
            c.who: {
                "mission": c.mission,
                "hand": None if c.hand is None else counts(c.hand),
                "chosen": setting_up and not entered and c.hand_chosen,
            }
            for c in mine
            if c.mission or c.hand_chosen
        },
        "plays": playing[0] if hides else None,
        "named": setting_up and any(player.seat in p.named_by for p in state.passages),
        "locked": locked,
        "done": state.phase == "intruders" and player.seat in state.intruders_done,
    }


def _own_cards(state: State, mine: Stock, setting_up: bool) -> dict[str, Any]:
    entered = state.options.guard_cards == "entered"
    listed = mine.listed if two_guard_players(state) else None
    return {
        "hand": None if mine.hand is None else counts(mine.hand),
        "drawn": counts(mine.drawn or ()),
        "listed": None if listed is None else counts(listed),
        "chosen": setting_up and not entered and mine.chosen,
    }
