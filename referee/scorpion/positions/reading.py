"""From a state to its position, as a viewer may know it."""

from __future__ import annotations

from typing import Any

from referee.core.game import Position
from referee.core.judging import shown
from referee.core.values import GAME_MASTER, Viewer
from referee.scorpion.cards import counts
from referee.scorpion.positions.model import (
    OpenCharacter,
    OpenFigure,
    OpenStock,
    OpenTable,
    PlaceSecret,
    SeatSecret,
)
from referee.scorpion.setup.begin import is_side_locked
from referee.scorpion.state import (
    FOR_THE_GAME,
    SIDES,
    Character,
    Figure,
    Listening,
    Passage,
    Pending,
    Placing,
    Player,
    Reacting,
    State,
    Stock,
    is_disputed,
    known_as,
    seats_of,
    stock,
    two_guard_players,
)
from referee.scorpion.views.view import public


def position_of(state: State, viewer: Viewer) -> Position:
    """Return a state's position as a viewer may know it: the public part, its own secrets and its side's common ones.

    The game master and, after the end, everybody may know all of it.
    """
    table = shown(OpenTable, state, **_table(state))
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


def is_in_set_up(state: State) -> bool:
    """Tell whether turn 1 has not begun, or a side gave up before it."""
    return state.phase == "setup" or (state.phase == "ended" and any(c.status == "waiting" for c in state.characters))


def keeps_paper(state: State, player: Player) -> bool:
    """Tell whether a seat enters its side's common secrets, which its partner may know."""
    side = SIDES[player.role]
    return seats_of(state, side)[0] == player.seat and not (side == "intruders" and is_disputed(state))


# What everybody sees


def _table(state: State) -> dict[str, Any]:
    seen = public(state)
    setting_up, scoring = is_in_set_up(state), state.scores is not None
    stocks = () if setting_up else tuple(_stock(state, s) for s in state.stocks)
    proposed = state.proposed_unknown
    return {
        **{name: seen[name] for name in ("phase", "turn", "alert", "drawn_at", "cards_used", "found")},
        "ready": tuple(s for s in ("guards", "intruders") if setting_up and is_side_locked(state, s)),
        "figures": tuple(_figure(f) for f in state.figures),
        "patrols": state.patrols,
        "stocks": stocks,
        "characters": _characters(state),
        "passages": tuple({"owner": p.owner, "found": p.found} for p in state.passages if p.found and not setting_up),
        "ropes": tuple({"a": r.a, "b": r.b} for r in state.ropes if r.found),
        "pending": tuple(_pending(state, asked) for asked in state.pending),
        "hand_used": state.hand_used if scoring else 0,
        "searches": tuple(known_as(state, who) for who in state.searches),
        "splits": state.splits,
        "bonus_cards_due": dict(state.bonus_cards_due),
        "proposed_unknown": None if proposed is None else {"side": proposed[0], "options": proposed[1]},
    }


def _figure(f: Figure) -> OpenFigure:
    lasting = f.drunk is None or f.drunk >= FOR_THE_GAME
    return shown(
        OpenFigure, f, drunk=f.drunk is not None, sober_in=None if lasting else f.drunk, woken=f.woke_in is not None
    )


def _stock(state: State, s: Stock) -> OpenStock:
    return shown(OpenStock, s, discard=counts(s.discard), drew=s.drew and state.phase == "alert")


def _characters(state: State) -> tuple[OpenCharacter, ...]:
    """Return the characters taking part; for a nameless lone wolf only what fits either character."""
    taking_part = [c for c in state.characters if c.status != "absent"]
    if not state.identity_public:
        taking_part = taking_part[:1]
    seen = {c.who: c for c in public(state)["characters"]}
    return tuple(_character(state, c, seen[known_as(state, c.who)]) for c in taking_part)


def _character(state: State, c: Character, seen: Any) -> OpenCharacter:
    if is_in_set_up(state):
        return OpenCharacter(who=seen.who, status="waiting")
    return shown(
        OpenCharacter,
        seen,
        zone=seen.zone if seen.status == "visible" else None,
        visible=c.visible and seen.status == "passage",
        wounds=c.wounds,
        died=c.died,
        redrawn=c.redrawn,
    )


def _pending(state: State, asked: Pending) -> Any:
    match asked:
        case Listening():
            return {"kind": "listening", "unit": asked.unit, "cause": asked.kind, "role": asked.role}
        case Reacting() | Placing():
            queue = tuple({"intruder": known_as(state, who), "zone": zone} for who, zone in asked.queue)
            kind = "reacting" if isinstance(asked, Reacting) else "placing"
            return {"kind": kind, "intruder": known_as(state, asked.who), "zone": asked.zone, "queue": queue}
        case _:
            return asked


# What a seat knows


def _paper(state: State, player: Player) -> dict[str, Any]:
    """Return the marks or the secret map, if this seat enters them."""
    if SIDES[player.role] == "guards":
        return {"marks": _marks(state)} if keeps_paper(state, player) else {}
    if is_disputed(state):
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
    own = {c.who for c in mine}
    passage: Passage = next(p for p in state.passages if p.owner is None or p.owner in own)
    return {
        "places": {c.who: _place(c) for c in mine if c.status != "absent"},
        "ropes": tuple(
            {"a": r.a, "b": r.b, "owner": r.owner, "found": r.found, "new": r.turn == state.turn}
            for r in state.ropes
            if r.owner in own
        ),
        "entrances": passage.entrances,
    }


def _place(c: Character) -> PlaceSecret:
    entered = c.mission_entered == c.life
    return shown(PlaceSecret, c, permitted=c.permitted and bool(c.decoy), mission_entered=entered)


def _own(state: State, player: Player) -> dict[str, Any]:
    setting_up = is_in_set_up(state)
    locked = player.locked and setting_up and not is_side_locked(state, SIDES[player.role])
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
