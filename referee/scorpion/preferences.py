"""Preferences of random players who play to win, and mission tiles drawn by the app.

Tiles are drawn on the host, from those available when the move is judged. A phone requests one by `DRAW` in place of
its letter, since it may not know which are free: a rival's tile is secret (SCORPION-2.8, 30.1). Drawing repeatedly
would reveal the rival's tile as the one that never comes, so a rival draws only once: later requests, even after an
undo, get the same tile, and the other rival never gets it.

Preferences guide the random players of demonstrations. Intruders approach the possible zones of their missions, and
leave the map once these are accomplished; guards approach visible intruders. Each uses its own view only, so that it
reveals nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from referee.board.board import Board
from referee.core.journal import Declare, HouseRuling, Match
from referee.scorpion.setup.hands import free_letters
from referee.scorpion.state import State, character, is_disputed
from referee.scorpion.views.view import view
from referee.scorpion.views.view_model import IntruderView, View

DRAW: Final = "draw"
"""Stands in a move for a letter that the app is to draw."""
_BOTH: Final = ("ninja", "traitor")


def draw(match: Match, act: Any, random: Random) -> Any:
    """Return an act with the letters that it requests; any other act unchanged."""
    if not isinstance(act, Declare | HouseRuling) or act.move is None:
        return act
    places = {who: place for who, place, letter in _letters(act.move) if letter == DRAW}
    if not places:
        return act
    free = [letter for letter in free_letters(match.state, *places) if letter not in act.move.values()]
    if is_disputed(match.state) and match.state.options.disputed_mission == "draw" and len(places) == 1:
        (who,), (rival,) = places, [one for one in _BOTH if one not in places]
        own, kept = _held(match, who, act.move["type"]), _last(match, rival)
        letters = [own or random.choice([letter for letter in free if letter != kept])]
    else:
        letters = random.sample(free, len(places))
    return act.model_copy(update={"move": {**act.move, **dict(zip(places.values(), letters, strict=True))}})


def _letters(move: Any) -> Iterator[tuple[str, str, Any]]:
    if move.get("type") == "draw_missions":
        yield from ((who, who, move[who]) for who in _BOTH if move.get(who) is not None)
    elif move.get("type") == "redraw_mission" and move.get("intruder") in _BOTH:
        yield move["intruder"], "letter", move.get("letter")


def _held(match: Match, who: str, kind: str) -> str | None:
    """Return the tile that a character holds from this kind of draw, or held before an undo."""
    now = character(match.state, who).mission if kind == "draw_missions" else None
    return now or _last(match, who, kind)


def _last(match: Match, who: str, kind: str = "") -> str | None:
    """Return the last tile recorded for a character in the journal, even if undone, or `None`."""
    for entry in reversed(match.entries):
        move = getattr(entry.act, "move", None) or {}
        if kind in ("", move.get("type")):
            letter = next((letter for one, _, letter in _letters(move) if one == who), None)
            if letter is not None:
                return str(letter)
    return None


Move = Mapping[str, Any]
Liking = Callable[[Move], float]
CARD: Final = 0.5
"""The value of a card to an intruder, in zones of distance."""
CHASE: Final = 20.0
"""How much guards like to be where an intruder is visible; each zone of distance subtracts one."""
NEVER: Final = -99.0
FREE: Final = frozenset({"walk", "rope_old", "leave_passage"})
"""Movements that cost an intruder no card."""


def preferences(state: State, seat: str) -> Mapping[str, Liking]:
    """Return functions that score a seat's moves, by type; higher is preferred, and other types score 0."""
    if state.phase in ("setup", "start", "ended") or state.options.depth == "scores":
        return {}
    own = view(state, seat)
    if own.intruders is None:
        return _of_guards(own, state.board)
    return _of_intruders(own, state.board) if own.phase == "intruders" else {}


def _of_intruders(own: View, board: Board) -> Mapping[str, Liking]:
    assert own.intruders is not None
    goals = {me.who: _goals(own, me, board) for me in own.intruders.characters}
    zones = {me.who: me.zone for me in own.intruders.characters}
    due = next((me.who for me in own.intruders.characters if not me.locked), None)

    def searches(move: Move) -> float:
        return sum(1.0 if _is_goal(each) else NEVER for each in move["searches"])

    def _is_goal(search: Move) -> bool:
        who = search.get("intruder")
        return any(search["zone"] in goals[each] for each in goals if who in (None, each))

    def path(move: Move) -> float:
        whose = move.get("intruder", due)
        steps_of = {who: [step for step in move["steps"] if step.get("intruder", whose) == who] for who in zones}
        return sum(_walked(who, steps) for who, steps in steps_of.items() if steps or who == whose)

    def _walked(who: str, steps: Sequence[Move]) -> float:
        if any(step["do"] == "exit_map" for step in steps):
            return -NEVER if goals[who] == board.edge_zones else NEVER
        reached = next((step["to"] for step in reversed(steps) if step.get("to") in board), zones[who])
        spent = CARD * sum(step["do"] not in FREE for step in steps)
        return _distance(zones[who], goals[who], board) - _distance(reached, goals[who], board) - spent

    return {"declare_searches": searches, "lock_path": path, "play_intruder_card": lambda _: -CARD}


def _goals(own: View, me: IntruderView, board: Board) -> Collection[str]:
    """Return the zones a character wants to reach: those possible for its mission, or the edge once accomplished."""
    public = next((each for each in own.characters if each.who in (me.who, "intruder")), None)
    if public is not None and public.accomplished:
        return board.edge_zones
    known = frozenset(note.zone for note in own.found if note.found == me.mission)
    return known or board.mark_zones - {note.zone for note in own.found}


def _distance(zone: str | None, goals: Collection[str], board: Board) -> int:
    if zone is None or zone not in board:
        return 0
    return min((board.walking.between(zone, goal) for goal in goals), default=0)


def _of_guards(own: View, board: Board) -> Mapping[str, Liking]:
    zones = (each.zone for each in own.characters if each.status == "visible")
    seen = {zone for zone in zones if zone is not None and zone in board}
    if not seen:
        return {}
    at = {figure.id: figure.zone for figure in own.figures}

    def near(zone: str | None) -> float:
        return CHASE - _distance(zone, seen, board) if zone in board else 0.0

    def zone_of(unit: str) -> str | None:
        return at.get(unit.split("+")[0])

    def step(move: Move) -> float:
        return near(move["to"] if isinstance(move["to"], str) else move["to"][-1])

    def stop(move: Move) -> float:
        return near(zone_of(own.pending.unit)) if own.pending and own.pending.unit else 0.0

    def search(move: Move) -> float:
        return near(move["way"][-1] if move.get("way") else zone_of(move.get("guard") or move["unit"]))

    return {
        "attack_intruder": lambda _: 2 * CHASE,
        "guard_step": step,
        "guard_stop": stop,
        "play_sentry_search": search,
        "play_patrol_search": search,
    }
