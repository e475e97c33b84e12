"""Quick start: both sides are set up with a few taps, as the rules want it, and no two evenings alike."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from companion.games.scorpion.facts import terms
from companion.ui.words import word
from referee.scorpion.state import side_of
from tests.companion.games.scorpion.setup.tables import Evening, Phone, table
from tests.companion.screens.stage import EN
from tests.shots.tree import press, words

S = "scorpion.screen.setup."
DECK = {
    "awaken": 5, "kenjutsu": 3, "patrol_listen": 6, "patrol_search": 5, "secret_passage": 2, "sentry_listen": 9,
    "sentry_search": 6,
}  # fmt: skip
"""A deck as the owner of a box has counted it."""
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"guard_cards": "counted", "intruder_cards": "counted"}),
    (2, {"sleepers": 0, "sentries": 3}),
    (3, {}),
    (4, {"guard_cards": "counted"}),
    (4, {"guard_deck": DECK}),
]


def at_once(phone: Phone, deployment: str = "") -> int:
    """Use the quick start as far as it goes now; return the taps."""
    phone.keep()
    press(phone.tree, EN.t(f"{S}quick"))
    if not deployment:
        press(phone.tree, EN.t(f"{S}quick.so"))
        return 2
    press(phone.tree, EN.t(f"{S}quick.{deployment}"))
    press(phone.tree, EN.t(f"{S}quick.so"))
    return 3


def begun(players: int, options: dict[str, Any], deployment: str) -> tuple[Evening, int]:
    """Set a table up by quick starts alone, and lock it. Return it with the taps."""
    at = Evening(table(players, **options))
    guards, *others = [Phone(at, seat.seat) for seat in at.match.seats]
    taps = at_once(guards, deployment)
    for phone in others:
        taps += at_once(phone, deployment if side_of(at.match.state, phone.seat) == "guards" else "")
    for phone in (guards, *others, *others, guards, *others):
        for label in ("quick", "quick.so", "agree", "lock"):
            if at.match.state.phase == "setup":
                phone.keep()
                with suppress(LookupError):
                    press(phone.tree, EN.t(f"{S}{label}"))
                    taps += 1
    return at, taps


@pytest.mark.clause("SCORPION-4.8")
@pytest.mark.parametrize(
    ("players", "options", "deployment"),
    [(2, {}, "ring"), (2, {}, "outside"), *((players, options, "spread") for players, options in TABLES)],
)
def test_a_few_taps_set_both_sides_up_and_turn_1_begins(players: int, options: dict[str, Any], deployment: str) -> None:
    at, taps = begun(players, options, deployment)
    assert at.match.state.phase == "alert", [p for s in at.match.seats for p in at.match.prompts(s.seat)]
    assert taps <= 5 + 4 * players


def test_what_is_secret_is_never_set_up_twice_alike() -> None:
    evenings = [begun(2, {}, "ring")[0].match.state for _ in range(3)]
    marks = {str(sorted((m["type"], str(m)) for _, m in at.moves if m["type"] == "record_marks"))
             for at in (begun(2, {}, "ring")[0] for _ in range(3))}  # fmt: skip
    assert len(marks) == 3
    figures = {tuple(sorted(f.zone for f in state.figures)) for state in evenings}
    assert len(figures) == 1, "what everybody sees is the deployment that was chosen"


def test_everything_may_be_changed_afterwards() -> None:
    at = Evening(table(2))
    guards = Phone(at, at.match.seats[0].seat)
    at_once(guards, "spread")
    stands = at.match.state.figures[0]
    guards.declare({"type": "lift_unit", "unit": stands.id})
    assert at.ruling is not None
    assert at.ruling.upheld


def test_intruders_see_what_is_drawn_for_them_before_it_is_theirs() -> None:
    at = Evening(table(2))
    at_once(Phone(at, at.match.seats[0].seat), "spread")
    phone = Phone(at, at.match.seats[1].seat)
    phone.keep()
    before = len(at.moves)
    press(phone.tree, EN.t(f"{S}quick"))
    first = phone.entering
    assert len(at.moves) == before, "nothing is declared by looking"
    assert EN.t(f"{S}quick.missions") in words(phone.tree)
    press(phone.tree, EN.t(f"{S}quick.another"))
    assert phone.entering != first
    shown = words(phone.tree)
    press(phone.tree, EN.t(f"{S}quick.so"))
    hands = [move for _, move in at.moves[before:] if move["type"] == "choose_intruder_hand"]
    assert hands
    for move in hands:
        said = word(EN, {}, "cards", move["cards"], terms)
        assert said in shown
    assert not phone.entering
