"""A match that cannot go on is told with what was offered and what refuses it, not with the end of the game alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.check.mistakes import find_mistakes
from referee.core.values import Refused, Ruling
from tests.referee.check.planting import RULES, Edit, new_game
from tests.referee.check.test_check import AsksNothing
from toy_game import TOY, Toy

OFFERED = "@game.move(number=lambda t, me: (7,))\n"
STOPS = (RULES, "hand.hides = None, False", "hand.hides = None, True")
NEVER = (RULES, "t.must(not me.hides", "t.must(me.hides")


def stranded(faults: list[str]) -> str:
    return next((fault for fault in faults if "nobody can declare anything" in fault), "")


@pytest.mark.parametrize("edit", [STOPS, NEVER], ids=["a match that stops", "a move that nobody may make"])
def test_where_nothing_is_offered_the_end_is_named_and_what_refuses_each_move(edit: Edit, tmp_path: Path) -> None:
    told = stranded(new_game(tmp_path, edit, said="nobody can"))
    refused = rf"hide is refused by PLANTED-2\.1 planted_\d+\.hidden_already in \S+{RULES}:38 "
    assert re.search(rf"{RULES}:59: nobody can .*: nothing is offered to anybody.*: {refused}", told), told


def test_where_what_is_offered_is_refused_the_move_and_its_refusal_are_named(tmp_path: Path) -> None:
    faults = new_game(tmp_path, (RULES, "@game.move\n", OFFERED), said="nobody can")
    told = stranded(faults)
    tried = r'p\d is offered {"type": "hide", "number": 7}: METSUKE-1\.4 table\.unreadable number 7, which its type'
    assert re.search(rf"{RULES}:35: nobody can .*: what is offered is refused: {tried}.* in \S+:35", told), told
    assert faults.index(told) > next(n for n, fault in enumerate(faults) if "hide is offered with number 7" in fault)


class Deaf(Toy):
    """Refuses whatever it offers."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        raise Refused("TOY-2.1", "toy.deaf", firm=True)


def test_a_game_that_fulfils_the_protocol_is_told_likewise() -> None:
    assert stranded(find_mistakes(TOY, 1, 0, {})) == ""
    assert "nothing is offered to anybody" in stranded(find_mistakes(AsksNothing(), 3, 0, {}))
    told = stranded(find_mistakes(Deaf(), 1, 0, {}))
    assert "result" not in told
    assert re.search(r'p1 is offered {"type": "hide", .*: TOY-2\.1 toy\.deaf {}, refused in \S+:\d+', told), told
