"""Nothing that reaches a viewer tells twins apart, and the check that says so can fail."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.check.twins import Leak, check_twins, plain
from referee.core.journal import begin
from referee.core.values import GAME_MASTER, Notice, Prompt, Refused, Ruling
from tests.referee.core.journal.toy_acts import GOAL, random_twins
from tests.shares import count
from toy_game import SEATS, TOY, Hide, Plot, Toy


@pytest.mark.soak
@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4")
def test_twins_look_the_same_through_every_kind_of_act() -> None:
    compared, kinds, alone, differ = 0, Counter[str](), 0, 0
    wanted = count("PAIRS")
    for seed in range(wanted):
        acts_a, acts_b, viewer = random_twins(seed)
        compared += check_twins(begin(TOY, GOAL, SEATS), acts_a, acts_b, viewer)
        alone += sum(a is None or b is None for a, b in zip(acts_a, acts_b, strict=True))
        differ += acts_a != acts_b
        kinds.update(act[1]["type"] for act in acts_a if act is not None)
    assert compared > 10 * wanted
    assert differ > wanted // 2
    assert alone > 0
    assert set(kinds) >= {"declare", "undo", "redo", "house_ruling", "consent", "correct"}


class LeakyView(Toy):
    def view(self, state: Any, viewer: str) -> Any:
        view = super().view(state, viewer)
        return view.model_copy(update={"turn": f"{view.turn} {sum(p.hidden or 0 for p in state.players) % 2}"})


class LeakyPrompts(Toy):
    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        return tuple(p.model_copy(update={"legal": {}}) for p in super().prompts(state, GAME_MASTER)) + tuple(
            Prompt(seat=p.seat, ask="toy.lucky") for p in state.players if p.hidden == 6
        )


class LeakyMask(Toy):
    def masked(self, move: Any, seat: str, viewer: str) -> Any:
        return move.model_dump(mode="json")


class LeakyNotice(Toy):
    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        ruling = super().judge(state, seat, move, waived)
        if not isinstance(move, Hide):
            return ruling
        return replace(ruling, notices=(Notice(message="toy.hid", params={"odd": move.number % 2}),))


class LeakyWaiver(Toy):
    """Calls a refusal public that rests on a secret: a house ruling then names its clause to the table."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        try:
            return super().judge(state, seat, move, waived)
        except Refused as refused:
            refused.private = False
            raise


class LeakyTold(Toy):
    """Whether an undo is allowed depends on the secret."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        ruling = super().judge(state, seat, move, waived)
        return replace(ruling, told=any(p.hidden == 6 for p in ruling.state.players))


class LeakyLock(Toy):
    """Locks only what is high: that there is a commitment says so."""

    def secret(self, move: Any) -> bool:
        return not isinstance(move, Hide) or move.number > 3


class LeakyEvent(Toy):
    """The public line of what was sprung tells how many numbers had been plotted."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        ruling = super().judge(state, seat, move, waived)
        if ruling.event is None:
            return ruling
        plots = len(state.player(seat).plots)
        return replace(ruling, event=ruling.event.model_copy(update={"type": f"plots-{plots}"}))


class LeakyUndo(Toy):
    """Whether somebody else's undo is open depends on what was plotted since: then it is judged again and refused."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        if isinstance(move, Plot) and all(p.hidden is None for p in state.players):
            raise Refused("TOY-5.1", "toy.nothing_to_plot", private=True)
        return super().judge(state, seat, move, waived)


@pytest.mark.parametrize(
    "leaky",
    [
        *(LeakyView, LeakyPrompts, LeakyMask, LeakyNotice, LeakyWaiver, LeakyTold, LeakyLock, LeakyEvent, LeakyUndo),
    ],
)
def test_a_leaky_game_is_caught(leaky: type[Toy]) -> None:
    def leaks(seed: int) -> bool:
        acts_a, acts_b, viewer = random_twins(seed)
        try:
            check_twins(begin(leaky(), GOAL, SEATS), acts_a, acts_b, viewer)
        except (Leak, ValueError) as error:
            return isinstance(error, Leak)
        return False

    assert any(leaks(seed) for seed in range(200))


def test_twins_that_are_none_are_told_apart() -> None:
    hide = [("p1", {"type": "declare", "seat": "p1", "move": {"type": "hide", "number": n}}) for n in (1, 2)]
    guess = ("p1", {"type": "declare", "seat": "p1", "move": {"type": "skip"}})
    assert check_twins(begin(TOY, GOAL, SEATS), hide[:1], hide[1:], "p2") == 2
    with pytest.raises(Leak, match="view of p1"):
        check_twins(begin(TOY, GOAL, SEATS), hide[:1], hide[1:], "p1")
    with pytest.raises(ValueError, match="no twins"):
        check_twins(begin(TOY, GOAL, SEATS), [guess], [None], "p2")


def test_what_is_compared_is_what_would_be_sent() -> None:
    with pytest.raises(TypeError):
        plain({"state": object()})
