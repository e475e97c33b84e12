"""A short evening of Scorpion: players who know what they want, so that a whole match is over in a few turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any

from companion.tables.backend import know
from referee import scorpion
from referee.board.board import Board
from referee.core.offers import Offer, Way
from referee.core.values import PUBLIC, Prompt, Seat
from referee.scorpion.moves import MOVEMENTS
from referee.scorpion.state import State, character, side_of
from tests.browser.match import Step
from tests.players.scorpion.guards import guard_move
from tests.players.scorpion.match import Players
from tests.players.scorpion.setup import return_move

Move = dict[str, Any]
CARDS_A_TURN = 1
"""Cards that the guards play in one turn."""
STEPS, ROPE, NEVER = 3, 1.5, 1000.0


class Script(Players):
    """Players who look into the whole state: intruders go straight to their missions and leave, guards do a little."""

    def __init__(self, seed: int, options: Mapping[str, Any], board: Board) -> None:
        super().__init__(seed, options, board)
        self.played: Counter[int] = Counter()

    def next(self, game: Any, state: State) -> tuple[str, Move] | None:
        """Return who declares what next once the set-up is over, or None at the end."""
        ends: list[tuple[str, Move]] = []
        for seat in dict.fromkeys(prompt.seat for prompt in game.prompts(state, PUBLIC)):
            asks = {p.ask.removeprefix("scorpion.ask."): p for p in game.prompts(state, seat) if p.seat == seat}
            guards = side_of(state, seat) == "guards"
            move = self._guards(game, state, seat, asks) if guards else _intruders(state, asks, self.board)
            if move is None:
                continue
            if move["type"] != "end_intruder_phase":
                self.played[state.turn] += guards and move["type"].startswith(("play_", "focus_"))
                return seat, move
            ends.append((seat, move))
        return ends[0] if ends else None

    def _guards(self, game: Any, state: State, seat: str, asks: Mapping[str, Prompt]) -> Move | None:
        view = game.view(state, seat)
        if state.phase == "start":
            return return_move(self.random, self.box, view, next(iter(asks.values())))
        enough = self.played[state.turn] >= CARDS_A_TURN
        if "step" in asks and asks["step"].offer("guard_stop") and self.random.random() < 0.5:
            return {"type": "guard_stop"}
        if not asks.keys() & {"draw_cards", "step", "guard_stop"}:
            if "alert_cards" in asks and enough:
                return {"type": "end_alert_phase"}
            if "cards" in asks and enough:
                return {"type": "end_card_phase"}
            if "patrols" in asks and asks["patrols"].offer("end_patrol_phase"):
                return {"type": "end_patrol_phase"}
        wanted = [p for ask, p in asks.items() if ask not in ("merge_units", "agree_split")]
        return guard_move(self.random, self.box, view, wanted, self.board) if wanted else None


def played(seed: int, options: Mapping[str, Any], seats: Sequence[Seat], until: Callable[[State], bool]) -> list[Step]:
    """Return a match of that seed from its set-up to where a state is as wanted."""
    state = scorpion.begin(scorpion.OPTIONS.model_validate(options), seats)
    know(state.board)
    script, made = Script(seed, options, state.board), list[Step]()
    while not until(state):
        said = (Players.next if state.phase == "setup" else Script.next)(script, scorpion, state)
        assert said is not None
        ruling = scorpion.judge(state, said[0], scorpion.MOVE.validate_python(said[1]))
        assert ruling.upheld, (said, ruling)
        made.append(Step(state, *said, ruling.state))
        state = ruling.state
    return made


def _intruders(state: State, asks: Mapping[str, Prompt], board: Board) -> Move | None:
    if "answer_cat" in asks:
        return {"type": "answer_cat", "use": asks["answer_cat"].choices("answer_cat", "use")[-1]}
    if "answer_hidden_sentry" in asks:
        use = asks["answer_hidden_sentry"].choices("answer_hidden_sentry", "use")
        return {"type": "answer_hidden_sentry", "use": use[-1]}
    offers = asks["intruders"].offers if "intruders" in asks else ()
    for offer in offers:
        if offer.move == "lock_path":
            return _path(state, offer, board)
    for offer in offers:
        if offer.move == "declare_searches" and (move := _search(state, offer, board)):
            return move
    return {"type": "end_intruder_phase"} if any(o.move == "end_intruder_phase" for o in offers) else None


def _goal(state: State, who: str, board: Board) -> str:
    """Return where the mission lies, or once it is accomplished the nearest edge of the map."""
    one = character(state, who)
    if one.accomplished:
        return min(board.edge_zones, key=lambda zone: (board.walking.between(one.zone or zone, zone), zone))
    return dict(state.marks.objectives)[one.mission or ""]


def _search(state: State, offer: Offer, board: Board) -> Move | None:
    for search in offer.choices("searches"):
        who = search.get("intruder")
        if who is not None and not character(state, who).accomplished and search["zone"] == _goal(state, who, board):
            return {"type": "declare_searches", "searches": [search]}
    return None


def _path(state: State, offer: Offer, board: Board) -> Move:
    who, way = offer.choices("intruder")[0], offer.fields["steps"]
    assert isinstance(way, Way)
    one, goal = character(state, who), _goal(state, who, board)
    ropes, at, steps = (one.hand or ()).count("rope"), one.zone or "", list[Move]()
    while len(steps) < STEPS and (at != goal or one.accomplished or not steps):
        far = _far(board, goal, ropes)
        onward = (step for step in way.onward(at) if step["do"] in MOVEMENTS)
        step = min(onward, key=lambda step: _cost(step, far, one.accomplished), default=None)
        if step is None:
            break
        steps.append(step)
        ropes -= step["do"] == "rope_new"
        over = step["do"].startswith("rope") or step.get("to") in board.moats
        at = "" if over else step.get("to") or ""
    return {"type": "lock_path", "intruder": who, "steps": steps}


def _cost(step: Move, far: Mapping[str, float], leaving: bool) -> float:
    if step["do"] == "exit_map":
        return -1 if leaving else NEVER
    return far.get(step.get("to") or "", NEVER) + (ROPE if step["do"] == "rope_new" else 0)


def _far(board: Board, goal: str, ropes: int) -> dict[str, float]:
    """Return how far each zone is from the goal, on foot and over walls while there are ropes."""
    far, new = {goal: 0.0}, [(0.0, goal)]
    while new:
        here, zone = heappop(new)
        for kind, cost in (("plain", 1.0), ("wall", 1.0 + ROPE))[: 2 if ropes else 1]:
            for other in board.neighbours(zone, kind):
                if here + cost < far.get(other, NEVER):
                    far[other] = here + cost
                    heappush(new, (here + cost, other))
    return far
