"""Whole matches of Scroll Trick, played by tapping what is drawn: whatever is asked can be answered."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.ui.theme import make_look
from referee.core.values import PUBLIC
from tests.companion.games.scroll_trick.tables import Table, begun
from tests.companion.games.scroll_trick.thumbs import CALM, Taps, Thumbs, next_of
from tests.companion.screens.stage import EN, JA, shown

LARGE = make_look("en", scale=2.0)
OFTEN = 2
"""How many declarations of one kind are tapped in a match; the others are made without a screen."""


def declared(table: Table, seat: str, names: list[str], look: Any = EN) -> dict[str, Any]:
    """Tap on a seat's phone; return what it declares."""
    phone, actions = shown(table.snap(seat), look)
    for name in names:
        phone.tap(name)
    told = [args for verb, args, _ in actions.told if verb == "declare"]
    assert len(told) == 1, (names, actions.told)
    return dict(told[0][0])


def play(seed: int, count: int, look: Any = EN, by_trick: bool = False, **options: Any) -> Table:
    """Play a match to its end on the phones of its seats."""
    table = begun(count, **options)
    players = Thumbs(seed, [f"p{n + 1}" for n in range(count)], CALM)
    players.by_trick = by_trick
    taps, tapped = Taps(look), Counter[tuple[Any, ...]]()
    for _ in range(600):
        turn = next_of(table, players)
        if turn is None:
            break
        seat, prompt, move = turn
        names = taps.of(table.view, prompt, move, players.table.scrolls)
        alike = (prompt.ask, len(names), seat == prompt.seat)
        said = move
        if tapped[alike] < OFTEN:
            tapped[alike] += 1
            said = declared(table, seat, names, look)
            assert said["type"] == move["type"]
        table = table.says(seat, **{("type_" if key == "type" else key): value for key, value in said.items()})
    return table


@pytest.mark.parametrize(("seed", "count"), [(1, 2), (3, 3), (4, 5)])
def test_a_whole_match_of_plays_is_played_by_tapping(seed: int, count: int) -> None:
    table = play(seed, count)
    assert table.match.result is not None
    for viewer in ("p1", PUBLIC):
        assert EN.t("kit.strip_ended") in shown(table.snap(viewer))[0].words


@pytest.mark.parametrize(("count", "by_trick"), [(2, False), (3, True), (5, False)])
def test_a_whole_match_of_scores_is_played_by_tapping(count: int, by_trick: bool) -> None:
    assert play(7, count, by_trick=by_trick, depth="scores").match.result is not None


def test_it_is_played_in_japanese_and_in_large_text_too() -> None:
    assert play(5, 3, JA).match.result is not None
    assert play(6, 2, LARGE, depth="scores").match.result is not None


def test_the_shadow_turns_its_own_scrolls_where_the_table_wants_it() -> None:
    assert play(8, 2, shadow_rank="ranked_turns", shadow_tie="strict").match.result is not None
