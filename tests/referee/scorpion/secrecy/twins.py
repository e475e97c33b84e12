"""Pairs of Scorpion matches with one public record and different secrets, played side by side.

Both worlds hear the same from everybody; whatever a viewer may not know is decided in each world by
itself: missions, hands, marks, starts, passages, paths, draws. A declaration stands only if it is upheld in
both worlds and tells the viewer the same, as it would at two tables that look alike. Then everything else
that reaches the viewer has to be equal, byte for byte.

In the intruders' phase each world goes its own way: who of them moves first, in one list or two, what is taken back
and declared anew, whether a card is used on the path or thrown by itself. Only what is told has to be the same.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from referee import scorpion
from referee.check.twins import Leak, plain, seen
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, PUBLIC, Ruling, Viewer
from referee.scorpion.state import Listening, is_disputed, role_of, seats_of
from tests.players.scorpion.intruders import path_of
from tests.players.scorpion.match import Players, any_options, seated

TRIES = 6
"""How often each world looks for a declaration that tells the viewer the same as the other's."""
HELPED = 3
"""One in so many pairs is played at tables where the app helps the guards to reason."""


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
        if seed % HELPED == 0:
            options["reasoning"] = "guards"
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
        self.silent = 0
        """How often a world did something of which the viewer hears nothing."""
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
        if self.random.random() < 0.6:
            self.go_apart()
        for seat in asked:
            for _ in range(TRIES):
                if self._declares(seat):
                    return True
        return any(self._declares(seat, {"type": "end_intruder_phase"}) for seat in self._unseen())

    # What the viewer hears nothing of

    def go_apart(self) -> None:
        """Let strangers among the intruders act unseen, in each world as it comes, and find that nothing is seen."""
        if not self._unseen():
            return
        before = seen(self.a, self.viewer), seen(self.b, self.viewer)
        self.a = self._silently(self.a, self.in_a, self.random.randint(0, 3))
        self.b = self._silently(self.b, self.in_b, self.random.randint(0, 3))
        for old, match in zip(before, (self.a, self.b), strict=True):
            for what, text in seen(match, self.viewer).items():
                if text != old[what]:
                    raise Leak(f"{self}: {what} tells that something was done:\n{old[what]}\n{text}")

    def _unseen(self) -> tuple[str, ...]:
        seats = seats_of(self.a.state, "intruders") if self.a.state.phase == "intruders" else ()
        return tuple(seat for seat in seats if seat in self.strangers)

    def _unheard(self, ruling: Ruling) -> bool:
        return not any(notice.reaches(self.viewer) for notice in ruling.notices)

    def _silently(self, match: Match, players: Players, times: int) -> Match:
        for _ in range(times):
            seat = self.random.choice(self._unseen())
            if self.random.random() < 0.3:
                after, ruling = match.act(seat, {"type": self.random.choice(("undo", "redo"))})
            else:
                move = self._both(match, players, seat) or players.move(scorpion, match.state, seat)
                if move is None:
                    continue
                after, ruling = match.declare(seat, move, f"{self.random.getrandbits(128):032x}")
            if ruling.upheld and self._unheard(ruling):
                match = after
                self.silent += 1
        return match

    def _both(self, match: Match, players: Players, seat: str) -> dict[str, Any] | None:
        """Return the paths of both characters of a seat in one list, or None."""
        waiting = [c for c in match.state.characters if c.seat == seat and c.status == "in_play" and not c.locked]
        if len(waiting) < 2 or self.random.random() < 0.5:
            return None
        steps: list[dict[str, Any]] = []
        for c in self.random.sample(waiting, 2):
            view, prompts = match.view(seat), [p for p in match.prompts(seat) if p.seat == seat]
            move = path_of(self.random, view, prompts, players.board, c.who)
            steps += [step | {"intruder": c.who} for step in move["steps"]] if move else []
        return {"type": "lock_path", "steps": steps}

    def _caught_up(self, match: Match) -> Match:
        """Let all who have not moved in a world stand still, if that can be done unseen."""
        for c in match.state.characters:
            if c.status == "in_play" and not c.locked and c.seat in self.strangers:
                move = {"type": "lock_path", "intruder": c.who, "steps": []}
                after, ruling = match.declare(c.seat, move, f"{self.random.getrandbits(128):032x}")
                if ruling.upheld and self._unheard(ruling):
                    match = after
        return match

    def _otherwise(self, seat: str, ruling: Ruling) -> list[dict[str, Any]]:
        """Return other declarations that tell that one card was played: thrown by itself, or on a path."""
        told = [n for n in ruling.notices if n.reaches(self.viewer)]
        if [n.message for n in told] != ["scorpion.card_played"]:
            return []
        card, who = told[0].params["card"], told[0].params["intruder"]
        alone = {"type": "play_intruder_card", "intruder": who, "card": card, "bluff": True}
        step = {"do": "bluff", "card": card}
        moved = [m for m in (self.in_b.move(scorpion, self.b.state, seat),) if m and m.get("intruder") == who]
        paths = [m["steps"] for m in moved if m["type"] == "lock_path"] or [[]]
        on_path = [{"type": "lock_path", "intruder": who, "steps": [step, *path]} for path in (*paths, [])]
        found = [alone, *on_path]
        self.random.shuffle(found)
        return found

    def _declares(self, seat: str, move: dict[str, Any] | None = None) -> bool:
        ends = move is not None
        move = move or self.in_a.move(scorpion, self.a.state, seat)
        if move is None:
            return False
        salt = f"{self.random.getrandbits(128):032x}"
        match_a, ruling_a = (self._caught_up(self.a) if ends else self.a).declare(seat, move, salt)
        if ends and not ruling_a.upheld:
            return False
        assert ruling_a.upheld, (self.seed, seat, move, ruling_a)
        if seat in self._unseen() and self._unheard(ruling_a):
            self.a = match_a
            self.compare_all(f"after {move}, which nobody hears")
            return True
        parsed = scorpion.MOVE.validate_python(move)
        apart = seat in self.strangers and scorpion.secret(parsed)
        if ruling_a.event is not None and move["type"] == "end_intruder_phase":
            self.b = self._caught_up(self.b)
        others = [self.in_b.move(scorpion, self.b.state, seat) for _ in range(TRIES)] if apart else []
        others += self._otherwise(seat, ruling_a) if apart else []
        for other in (*others, move):
            if other is None or (other["type"] != move["type"] and ruling_a.event is None):
                continue
            match_b, ruling_b = self.b.declare(seat, other, salt)
            if other == move:
                self._told_alike(ruling_a, ruling_b, move)
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

    def _told_alike(self, a: Ruling, b: Ruling, move: dict[str, Any]) -> None:
        """What can be answered in two ways cannot be taken back, whichever the answer was (METSUKE-2.3)."""
        if not (a.upheld and b.upheld) or a.unnoticed_by(self.viewer) or b.unnoticed_by(self.viewer):
            return
        if self._notices(a) != self._notices(b) and not (a.told and b.told):
            raise Leak(f"{self}: {move} tells something and could be taken back: {a.notices} {b.notices}")

    def _notices(self, ruling: Ruling) -> str:
        return plain([n.model_dump(mode="json") for n in ruling.notices if n.reaches(self.viewer)])

    # Undo, redo, refusals

    def disturb(self) -> None:
        """Take something back and let it stand again, in both worlds, or be refused in one."""
        actor = self.random.choice((*(s.seat for s in self.a.seats), GAME_MASTER))
        if self._apart() and (actor == GAME_MASTER or actor in self.strangers):
            return  # what each takes back there is not the same
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

    def _apart(self) -> bool:
        """Tell whether the last that was done in one of the worlds may be something else in the other."""
        last = [match.steps[-1].ruling.event for match in (self.a, self.b) if match.steps]
        undone = [u.ruling.event for match in (self.a, self.b) for u in match.undone]
        return any(event is not None for event in (*last, *undone))

    def _lie(self, seat: str) -> dict[str, Any]:
        if seat in seats_of(self.a.state, "guards"):
            return {"type": "play_awaken", "zone": self.random.choice(self.a.state.board.ids)}
        zone = self.random.choice(self.a.state.board.ids)
        return {"type": "lock_path", "intruder": "ninja", "steps": [{"do": "walk", "to": zone}] * 4}

    # Comparing

    def told(self, actor: str, ruling_a: Ruling, ruling_b: Ruling, where: str) -> None:
        """Compare what a ruling tells the viewer, and all that the viewer is shown after it."""
        if actor == self.viewer:
            own = [[r.clause, r.reason, dict(r.params), r.told, r.private, r.firm] for r in (ruling_a, ruling_b)]
            if plain(own[0]) != plain(own[1]):
                raise Leak(f"{self}: the ruling tells the difference {where}: {own}")
        if self._notices(ruling_a) != self._notices(ruling_b):
            raise Leak(f"{self}: the notices tell the difference {where}")
        self.compare(where)

    def compare(self, where: str) -> None:
        """Compare view, prompts, and the log's last line; everything in the intruders' phase."""
        if self.a.state.phase == "intruders":
            self.compare_all(where)
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
    rivals = frozenset(seats_of(state, "intruders")) - {viewer} if is_disputed(state) else frozenset()
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
