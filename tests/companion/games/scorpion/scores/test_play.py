"""Whole matches of Scorpion's board trackers by taps on the drawn screens, for 2, 3 and 4 players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.scorpion.scores.facts import GUARDS, Event, about, events_of, has, legal, subjects
from companion.games.scorpion.scores.form import distinct, event_words, last_of, said_before, variant_words, words_of
from referee import scorpion
from referee.core.values import PUBLIC, Prompt
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.scores.asks import plain_choices
from referee.scorpion.scores.turns import RULES
from referee.scorpion.state import State
from tests.companion.games.scorpion.scores.test_scores import Phone, judged
from tests.companion.screens.stage import EN, JA
from tests.players.scorpion.scores import next_scores_move
from tests.referee.scorpion.scores.matches import begun


def asked_now(state: State) -> list[Prompt]:
    """Return what is asked but for what may be said at any time."""
    return [p for p in scorpion.prompts(state, PUBLIC) if p.ask not in ALWAYS]


IN_THE_DOCK = ("start", "next_turn", "finish", "returned")
MOST, ENOUGH = 400, 4


class Thumb(Phone):
    """A phone whose owner taps what makes a declaration."""

    def make(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """Tap until something is declared, and return it. Raises `LookupError` where it cannot be reached."""
        kind = str(move["type"])
        if kind in IN_THE_DOCK:
            self._dock(move)
        else:
            who = about(kind, move)
            self.turn_to(who if who in subjects(self.ctx.view) else "intruder")
            if self._counted(move):
                self.tap(self._number(move))
                if not self.declared:
                    self.tap(self._weapon_words(move))
            else:
                self._event(move)
        (declared,) = self.declared
        return declared

    def _dock(self, move: Mapping[str, Any]) -> None:
        if move["type"] == "start":
            for _ in range(20):
                swords = int(next(n for n in self.names if n.startswith(self.t("sort.sword") + " ")).split()[-1])
                if swords == move.get("sword", swords):
                    break
                key = "more" if swords < move["sword"] else "less"
                self.tap(self.look.t(f"scorpion.screen.setup.{key}", name=self.t("sort.sword")))
        who = move.get("intruder")
        if who is not None and self.main.on_click is None:
            self.tap(self.t(f"who.{who}"))
        self.go()

    # The guards' figures

    @staticmethod
    def _counted(move: Mapping[str, Any]) -> bool:
        """Tell whether a declaration is made by − or + of a number."""
        kind = move["type"]
        if kind == "guard_removed":
            return "cause" not in move and move.get("figure") != "drunk" and not move["inside"]
        plain = move.get("cause") == "other" or move.get("who") == GUARDS
        return kind in ("sobered", "sleeper_woken") or (kind in ("guard_added", "drunk", "passage") and plain)

    def _number(self, move: Mapping[str, Any]) -> str:
        two = any(p.role == "sword" for p in self.ctx.view.players)
        able = (move.get("weapon") or move.get("figure")) if two else "able"
        sort = {"sobered": "drunk", "drunk": "drunk", "sleeper_woken": "asleep", "passage": "inside"}.get(
            str(move["type"]), able
        )
        more = move["type"] in ("drunk", "guard_added") or move.get("way") == "in"
        return self.t(f"{'more' if more else 'less'}.{sort}")

    def _weapon_words(self, move: Mapping[str, Any]) -> str:
        return self.t("comma").join((self.t("n", n=1), self.t(f"weapon.{move['weapon']}")))

    # What happens

    def _event(self, move: Mapping[str, Any]) -> None:
        who = about(str(move["type"]), move)
        who = who if who in subjects(self.ctx.view) else "intruder"
        event = next(e for e in events_of(self.ctx, who) if e.kind == move["type"] and has(move, e.only))
        self.tap(event_words(self.ctx, event, who))
        if self.declared:
            return
        self._say(event, who, move)
        if "zone" in move:
            self.type(move["zone"])
        last = {name: move[name] for name in last_of(event) if name in move}
        self.tap(variant_words(self.ctx, event, last))

    def _say(self, event: Event, who: str, move: Mapping[str, Any]) -> None:
        left = legal(self.ctx, event, who)
        for name in said_before(event, left):
            if len(distinct(left, name)) > 1:
                self.tap(words_of(self.ctx, name, move.get(name)))
            left = tuple(each for each in left if each.get(name) == move.get(name))


def single(move: dict[str, Any]) -> dict[str, Any]:
    """Return what one tap on a number does: figures come and go one at a time."""
    if "n" in move and Thumb._counted(move):
        return {**move, "n": 1}
    return move


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_match_is_tapped_from_start_to_end(seed: int) -> None:
    """Whatever is declared can be tapped by anybody, and the referee takes it for the same."""
    state, random = begun(seed), Random(seed)
    for n in range(MOST):
        asked = asked_now(state)
        said = next_scores_move(scorpion.view(state, PUBLIC).model_dump(mode="json"), asked, random)
        if said is None:
            break
        move = single(said[1])
        seat = random.choice(state.players).seat
        declared = Thumb(state, seat, JA if n % 2 else EN).make(move)
        wanted, ruling = judged(state, move), judged(state, declared)
        assert ruling.upheld
        assert ruling.state == wanted.state, (declared, move)
        state = ruling.state
    assert state.phase == "ended"


def test_what_must_be_done_waits_in_the_dock_of_every_phone() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        state, random = begun(seed), Random(seed)
        while asked := asked_now(state):
            must = next((p for p in asked if p.must), None)
            kind = "" if must is None else must.offers[0].move
            if must is not None and seen[kind] < ENOUGH:
                seen[kind] += 1
                declared = Thumb(state, state.players[-1].seat).make({"type": kind, **plain_choices(must)[0]})
                assert judged(state, declared).upheld
            said = next_scores_move(scorpion.view(state, PUBLIC).model_dump(mode="json"), asked, random)
            assert said is not None
            state = judged(state, said[1]).state
    assert set(seen) == {"start", "finish", "returned", "next_turn"}


def test_every_type_of_declaration_can_be_tapped() -> None:
    """Two matches offer all that is not in the dock; where drunk guards get sober has a test of its own."""
    tapped: set[str] = set()
    for seed in (2, 5):
        state: State = begun(seed)
        random = Random(seed)
        while asked := asked_now(state):
            for prompt in asked:
                kind = prompt.offers[0].move
                if kind not in tapped:
                    move = single({"type": kind, **random.choice(plain_choices(prompt))})
                    declared = Thumb(state).make(move)
                    assert judged(state, declared).state == judged(state, move).state
                    tapped.add(kind)
            said = next_scores_move(scorpion.view(state, PUBLIC).model_dump(mode="json"), asked, random)
            assert said is not None
            state = judged(state, said[1]).state
    assert tapped >= {model.model_fields["type"].default for model in RULES} - {"sobered", *IN_THE_DOCK}
