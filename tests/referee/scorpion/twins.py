"""Pairs of Scorpion matches with one public record and different secrets, played side by side.

Both worlds hear the same from everybody; whatever a viewer may not know is decided in each world by
itself: missions, hands, marks, starts, passages, paths, draws. A declaration stands only if it is upheld in
both worlds and tells the viewer the same, as it would at two tables that look alike. Then everything else
that reaches the viewer has to be equal, byte for byte.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from referee import scorpion
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, PUBLIC, Ruling, Viewer
from referee.scorpion.random.match import Players, any_options, seated
from referee.scorpion.state import Listening, disputed, role_of, seats_of
from tests.leaks import Leak, plain, seen

TRIES = 6
"""How often each world looks for a declaration that tells the viewer the same as the other's."""


def few_figures(random: Random) -> dict[str, int]:
    """Return numbers that make a short set-up."""
    return {"sentries": random.randint(1, 3), "patrols": random.randint(1, 2), "sleepers": random.randint(1, 4)}


class Pair:
    """Two worlds that one viewer cannot tell apart."""

    def __init__(self, seed: int, whole: bool = False) -> None:
        self.random = Random(f"pair {seed}")
        players = self.random.randint(2, 4)
        options = any_options(self.random, players) if self.random.random() < 0.5 else {}
        if options.get("patrol_start") == "one_per_route" or not whole:
            options |= few_figures(self.random) | ({"patrols": 1} if options.get("patrol_start") else {})
        options["gm"] = "active"
        seats = seated(players)
        self.viewer: Viewer = self.random.choice((PUBLIC, *(s.seat for s in seats)))
        self.seed = seed
        self.a = self.b = begin(scorpion, options, seats)
        board = self.a.state.board
        self.in_a, self.in_b = Players(seed, options, board), Players(seed, options, board)
        self.in_b.random = Random(f"the other world {seed}")
        self.in_b.random.shuffle(self.in_b.box.missions)
        self.strangers = _strangers(self.a.state, self.viewer)
        self.compared = 0
        self.differed = 0
        self.kinds: Counter[str] = Counter()
        self.compare("before the first act")

    # Playing side by side

    def play(self, most: int) -> None:
        """Play at most so many declarations, and disturb them now and then."""
        for _ in range(most):
            if not self.declare():
                break
            if self.random.random() < 0.08:
                self.disturb()
        self.compare_all("at the end")

    def declare(self) -> bool:
        """Let somebody declare in both worlds. Returns False when nobody can say anything that looks alike."""
        asked = list(dict.fromkeys(p.seat for p in scorpion.prompts(self.a.state, PUBLIC)))
        self.random.shuffle(asked)
        for seat in asked:
            for _ in range(TRIES):
                if self._declares(seat):
                    return True
        return False

    def _declares(self, seat: str) -> bool:
        move = self.in_a.move(scorpion, self.a.state, seat)
        if move is None:
            return False
        salt = f"{self.random.getrandbits(128):032x}"
        match_a, ruling_a = self.a.declare(seat, move, salt)
        assert ruling_a.upheld, (self.seed, seat, move, ruling_a)
        parsed = scorpion.MOVE.validate_python(move)
        apart = seat in self.strangers and scorpion.secret(parsed)
        others = [self.in_b.move(scorpion, self.b.state, seat) for _ in range(TRIES)] if apart else []
        for other in (*others, move):
            if other is None or other["type"] != move["type"]:
                continue
            match_b, ruling_b = self.b.declare(seat, other, salt)
            if ruling_b.upheld and self._sounds_alike(match_a, ruling_a, match_b, ruling_b):
                self.a, self.b = match_a, match_b
                self.differed += other != move
                self.kinds[move["type"]] += 1
                self.told(seat, ruling_a, ruling_b, f"after {seat} {move} beside {other}")
                return True
        return False

    def _sounds_alike(self, a: Match, ruling_a: Ruling, b: Match, ruling_b: Ruling) -> bool:
        """Tell whether both worlds tell the viewer the same; a listen has to be answered alike later."""
        if (a.result is None) != (b.result is None) or a.result is not None:
            return False
        listening = [m.state.pending[-1] for m in (a, b) if m.state.pending]
        if len(listening) == 2 and all(isinstance(one, Listening) for one in listening):
            alike = listening[0].heard == listening[1].heard  # type: ignore[union-attr]
            if not alike:
                return False
        return self._notices(ruling_a) == self._notices(ruling_b)

    def _notices(self, ruling: Ruling) -> str:
        return plain([n.model_dump(mode="json") for n in ruling.notices if n.reaches(self.viewer)])

    # Undo, redo, refusals

    def disturb(self) -> None:
        """Take something back and let it stand again, in both worlds, or be refused in one."""
        actor = self.random.choice((*(s.seat for s in self.a.seats), GAME_MASTER))
        for act in ("undo", "redo"):
            a, ruling_a = self.a.act(actor, {"type": act})
            b, ruling_b = self.b.act(actor, {"type": act})
            if ruling_a.upheld != ruling_b.upheld:
                raise Leak(f"{self}: only one world lets {actor} {act}: {ruling_a} {ruling_b}")
            self.a, self.b = a, b
            self.told(actor, ruling_a, ruling_b, f"after {actor} {act}")
        liar = self.random.choice([s.seat for s in self.a.seats if s.seat != self.viewer])
        for name, match in (("a", self.a), ("b", self.b)):
            after, ruling = match.declare(liar, self._lie(liar))
            if not ruling.upheld:
                assert after is match
                self.compare(f"after a refusal to {liar} in world {name} alone")
                break

    def _lie(self, seat: str) -> dict[str, Any]:
        if seat in seats_of(self.a.state, "guards"):
            return {"type": "play_awaken", "zone": self.random.choice(self.a.state.board.ids)}
        zone = self.random.choice(self.a.state.board.ids)
        return {"type": "lock_path", "intruder": "ninja", "steps": [{"do": "walk", "to": zone}] * 4}

    # Comparing

    def told(self, actor: str, ruling_a: Ruling, ruling_b: Ruling, where: str) -> None:
        """Compare what a ruling tells the viewer, and all that he is shown after it."""
        if actor == self.viewer:
            own = [[r.clause, r.reason, dict(r.params), r.told, r.private, r.firm] for r in (ruling_a, ruling_b)]
            if plain(own[0]) != plain(own[1]):
                raise Leak(f"{self}: the ruling tells the difference {where}: {own}")
        if self._notices(ruling_a) != self._notices(ruling_b):
            raise Leak(f"{self}: the notices tell the difference {where}")
        self.compare(where)

    def compare(self, where: str) -> None:
        """Compare view, prompts, and the log's last line."""
        for what, show in _SHOWN.items():
            shown_a, shown_b = show(self.a, self.viewer), show(self.b, self.viewer)
            if shown_a != shown_b:
                raise Leak(f"{self}: {what} tells the difference {where}:\n{shown_a!r}\n{shown_b!r}")
        self.compared += 1

    def compare_all(self, where: str) -> None:
        """Compare everything, the whole log and the export included, as after a reconnection."""
        all_a, all_b = seen(self.a, self.viewer), seen(self.b, self.viewer)
        for what, text in all_a.items():
            if text != all_b[what]:
                raise Leak(f"{self}: {what} tells the difference {where}:\n{text}\n{all_b[what]}")

    def secrets(self) -> tuple[str, str]:
        """Return all that the game master sees in each world."""
        a, b = (m.view(GAME_MASTER).model_dump_json() for m in (self.a, self.b))
        return a, b

    def __str__(self) -> str:
        return f"pair {self.seed}, {len(self.a.seats)} players, viewer {self.viewer}"


def _strangers(state: Any, viewer: Viewer) -> frozenset[str]:
    """Return the seats whose secrets a viewer may not know."""
    seats = frozenset(p.seat for p in state.players)
    if viewer == PUBLIC:
        return seats
    if role_of(state, viewer) in ("guards", "sword", "spear"):
        return frozenset(seats_of(state, "intruders"))
    rivals = frozenset(seats_of(state, "intruders")) - {viewer} if disputed(state) else frozenset()
    return frozenset(seats_of(state, "guards")) | rivals


def _last_line(match: Match, viewer: Viewer) -> str:
    log = match.log(viewer)
    if not log:
        return ""
    line = log[-1].model_dump(mode="json")
    return json.dumps(line | {"commitment": line.get("commitment") is not None})


_SHOWN: dict[str, Any] = {
    "the view": lambda match, viewer: match.view(viewer).model_dump_json(),
    "the prompts": lambda match, viewer: [p.model_dump_json() for p in match.prompts(viewer)],
    "the log": _last_line,
    "who may undo": lambda match, viewer: plain(_undo(match, viewer)),
}


def _undo(match: Match, viewer: Viewer) -> Any:
    refusal = match.may_undo(viewer) if match.sits(viewer) else None
    return None if refusal is None else [refusal.clause, refusal.reason, dict(refusal.params)]
