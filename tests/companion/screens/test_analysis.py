"""The analysis on phones: first after the end, without a tap, beside replay and record."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from companion.contract.snapshot import Snapshot
from companion.games.scorpion.after import sought
from companion.games.scorpion.screen import SCREEN as scorpion
from companion.games.shinobazu.screen import SCREEN as shinobazu
from companion.games.table.analysis import tapped
from companion.games.table.context import PickStore
from companion.games.table.table import turned
from referee.core.analysis import Analysis
from referee.core.game import unwatched
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.shinobazu import tables as shinobazu_tables
from tests.companion.screens.stage import EN, JA, shown
from tests.companion.screens.tables import Table
from tests.shots.scenes import Still
from tests.shots.scenes_analysis import NAMES, over

t = EN.t
SEED = 20
"""Of a Shinobazu match that Aki and Ben win together, and in which somebody was found out."""


@cache
def looked_back(key: str, seats: int, seed: int) -> tuple[Table, tuple[Any, ...], Analysis]:
    """Return a match that has ended, its replay and its analysis."""
    match = over(key, NAMES[:seats], seed)
    review = match.game.EXTRAS.review
    assert review.analysis is not None
    replay = review.replay(match.steps)
    found = review.analysis(match.steps, replay, unwatched)
    assert found is not None
    return Table(match), replay, found


def snap(key: str = "shinobazu", seats: int = 4, seed: int = SEED, viewer: str = "", **more: Any) -> Snapshot:
    table, replay, found = looked_back(key, seats, seed)
    seat = viewer or table.match.seats[0].seat
    return table.snap(seat, **{"analysis": found, "replay": replay, **more})


def test_every_phone_shows_the_analysis_first_with_who_has_won() -> None:
    for viewer in ("p1", PUBLIC, GAME_MASTER):
        for look in (EN, JA):
            phone, _ = shown(snap(viewer=viewer), look)
            assert look.t("shinobazu.analysis.how") in phone.words
            assert any(name.startswith("Aki") and "Ben" in name for name in phone.names)
            phone.tap(look.t("analysis.face.record"))
            assert look.t("shinobazu.analysis.how") not in phone.words


def test_a_replay_is_offered_only_where_there_is_one() -> None:
    assert t("analysis.face.replay") not in shown(snap())[0].words
    phone, _ = shown(snap("scorpion", 3, 3))
    assert t("scorpion.analysis.zones") in phone.words
    phone.tap(t("analysis.face.replay"))
    assert "moment 202 of 202" in phone.words


def test_while_it_is_worked_out_the_phone_says_how_much_and_shows_the_record_at_a_tap() -> None:
    phone, _ = shown(snap(analysis=None, analysing=0.4))
    assert t("analysis.working") in phone.words
    assert any(name.startswith(t("analysis.working")) and "40%" in name for name in phone.names)
    phone.tap(t("analysis.face.record"))
    assert t("analysis.working") not in phone.words


def test_a_game_that_has_none_shows_its_record_alone() -> None:
    table = shinobazu_tables.over()
    phone, _ = shown(table.snap())
    assert t("analysis.face.analysis") not in phone.words
    assert t("shinobazu.screen.checked") in phone.words


def test_a_plot_is_spoken_with_every_curve_from_its_first_number_to_its_last() -> None:
    phone, _ = shown(snap())
    _, _, found = looked_back("shinobazu", 4, SEED)
    spoken = next(name for name in phone.names if name.startswith(t("analysis.points")) and "from" in name)
    for name, curve in zip(NAMES, found.plots[0].curves, strict=False):
        assert f"{name}: from {curve.numbers[0]} to {curve.numbers[-1]}" in spoken


def test_a_moment_that_is_tapped_moves_the_replay_to_it() -> None:
    _, replay, found = looked_back("scorpion", 3, 3)
    drawn = found.plots[0]
    pick, place = scorpion.pick, drawn.at.index("7")
    ctx: Any = scorpion.context(EN, snap("scorpion", 3, 3), Still(), pick, PickStore(lambda _: None))  # type: ignore[arg-type]
    to = tuple((entry, tuple(sought(ctx, entry).items())) for entry in drawn.entries)
    after = tapped(pick, drawn.entries, to, place)
    assert after.back.entry == drawn.entries[place]
    assert replay[after.step - 1].number == drawn.entries[place]
    assert replay[after.step - 1].turn == 7


def test_what_decided_is_shown_in_the_replay() -> None:
    _, replay, found = looked_back("scorpion", 3, 3)
    assert found.decided is not None
    phone, _ = shown(snap("scorpion", 3, 3))
    over_ = t("analysis.decided", moment=t("scorpion.analysis.turn", at=found.decided.at))
    phone.tap(t("analysis.show", moment=over_))
    at = [frame.number for frame in replay].index(found.decided.entry) + 1
    assert f"moment {at} of {len(replay)}" in phone.words


def test_a_puzzle_is_tapped_checked_and_explained_with_its_clause() -> None:
    _, _, found = looked_back("scorpion", 3, 3)
    puzzle = found.puzzles[0]
    phone, _ = shown(snap("scorpion", 3, 3))
    phone.tap(EN.t("scorpion.analysis.where", intruder=t(f"scorpion.{puzzle.said.params['intruder']}"), turn=puzzle.at))
    right, wrong = puzzle.right[0], next(zone for zone in puzzle.choices if zone in puzzle.why)
    for zone in (right, wrong):
        phone.tap(next(name for name in phone.names if name.split(",")[0].split(" ")[0] == zone))
    assert t("analysis.marked", n=2) in phone.words
    phone.tap(t("analysis.check"))
    assert t("analysis.checked", n=len(puzzle.right), right=1, wrong=1) in phone.words
    phone.tap(next(name for name in phone.names if name.split(",")[0].split(" ")[0] == wrong))
    assert t("analysis.could_not", zone=wrong) in phone.words
    clause = puzzle.why[wrong].said.clause
    assert clause is not None
    assert clause.rpartition("-")[2] in phone.words
    phone.tap(t("analysis.close_puzzle"))
    assert t("analysis.puzzles") in phone.words


def test_what_a_phone_sends_may_be_anything() -> None:
    table, _, _ = looked_back("shinobazu", 4, SEED)
    pick = replace(shinobazu.pick, moment=shinobazu.moment(table.view))
    assert turned(pick, "secrets") == pick  # type: ignore[arg-type]
    for n in (-1, 99, "2", None):
        assert tapped(pick, (1, 2, 3), (), n) == pick  # type: ignore[arg-type]
