"""Matches told by hand, declaration by declaration, on a board of a few zones, and held against all worlds."""

from __future__ import annotations

from typing import Any

from referee import scorpion
from referee.board.board import Board
from referee.core.base import replace
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.knowledge import Knowledge, knowledge_of
from referee.scorpion.state import Marks, State, seats_of
from tests.players.scorpion.match import Played, Players, seated
from tests.referee.scorpion.knowledge.comparing import differences
from tests.referee.scorpion.knowledge.enumeration import enumerated, ruled_on


class Told:
    """A match from the set-up on: posts that are manned, starts and entrances are given, the rest is drawn."""

    def __init__(
        self,
        board: Board,
        sentries: str = "",
        players: int = 2,
        *,
        starts: dict[str, str],
        marks: Marks | None = None,
        **options: Any,
    ) -> None:
        """`starts` has the zone of each intruder, and `missions`, `entrances` and `lone` where they matter."""
        posts = sentries.split()
        counted = {"intruder_cards": "counted", "guard_cards": "counted"}
        options = {"sentries": len(posts), "patrols": 0, "sleepers": 0, **counted} | options
        begun = scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players))
        laid = marks or Marks()
        self.state: State = replace(begun, board=board, marks=replace(laid, recorded=True))
        self.acts: list[Played] = []
        table = Players("told", options, board)
        while self.state.phase == "setup":
            asked = table.next(scorpion, self.state)
            assert asked is not None
            seat, move = asked
            kind = move["type"]
            if kind == "place_sentry":
                move["zone"] = posts.pop(0)
            elif kind == "set_start":
                move["zone"] = starts[move["intruder"]]
            elif kind == "choose_character" and "lone" in starts:
                move["intruder"] = starts["lone"]
            elif kind == "set_passage" and "entrances" in starts:
                move["entrances"] = starts["entrances"].split()
            elif kind == "draw_missions" and "missions" in starts:
                drawn = dict(zip(("ninja", "traitor"), starts["missions"].split(), strict=False))
                move |= {who: letter for who, letter in drawn.items() if seat in (who, "intruders")}
            self.says(seat, kind, **{name: value for name, value in move.items() if name != "type"})

    def says(self, seat: str, kind: str, **fields: Any) -> Told:
        """Let a seat declare something. Raises `AssertionError` where the referee refuses it."""
        return self._judged(seat, scorpion.MOVE.validate_python({"type": kind, **fields}))

    def by_hand(self, **adjusted: Any) -> Told:
        """Let the game master set something by hand."""
        return self._judged(GAME_MASTER, scorpion.ADJUSTMENT.model_validate(adjusted))

    def goes(self, who: str, *steps: Any, seat: str = "intruders") -> Told:
        """Lock a path: zones that are walked to, or whole steps."""
        return self.says(seat, "lock_path", intruder=who, steps=[_step(one) for one in steps])

    def _judged(self, seat: str, said: Any) -> Told:
        ruling = ruled_on(self.state, seat, said)
        assert ruling.upheld, (said, ruling.clause, ruling.reason)
        self.acts.append(Played(self.state, seat, said.model_dump(mode="json"), said, ruling))
        self.state = ruling.state
        return self

    def to_cards(self) -> Told:
        """Let the guards end their alert phase."""
        if self.state.phase == "alert":
            self._drawn()
            self.says(seats_of(self.state, "guards")[0], "end_alert_phase")
        return self

    def to_intruders(self) -> Told:
        """Let the guards end their phases, and nobody of them do anything."""
        guards = seats_of(self.to_cards().state, "guards")[0]
        for phase, kind in (("cards", "end_card_phase"), ("patrol", "end_patrol_phase")):
            if self.state.phase == phase:
                self.says(guards, kind)
        return self

    def _drawn(self) -> None:
        for one in self.state.stocks:
            if self.state.drawn_at and not one.drew:
                seat = next(p.seat for p in self.state.players if p.role == one.role)
                shares = (scorpion.MOVE.validate_python({"type": "draw_cards", "n": n}) for n in (3, 2, 1))
                self._judged(seat, next(n for n in shares if scorpion.judge(self.state, seat, n).upheld))

    def shows(self, who: str, viewer: str = PUBLIC) -> set[str]:
        """Return where somebody can be."""
        return {*self.known(viewer).zones(who)}

    def known(self, viewer: str = PUBLIC) -> Knowledge:
        return knowledge_of(self.state, viewer)

    def held(self) -> None:
        """Compare all that each viewer can know with all worlds, after every declaration."""
        for viewer in (PUBLIC, *seats_of(self.state, "guards"), *seats_of(self.state, "intruders")):
            for moment in enumerated(self.acts, viewer):
                known = knowledge_of(moment.truth, viewer)
                at = f"as {viewer} sees it, turn {moment.truth.turn}, {moment.truth.phase}, {len(moment.truth.record)}"
                assert differences(known, moment.truth, moment.worlds) == [], at


def _step(one: Any) -> Any:
    return {"do": "walk", "to": one} if isinstance(one, str) else one


def bluff(card: str) -> dict[str, str]:
    return {"do": "bluff", "card": card}
