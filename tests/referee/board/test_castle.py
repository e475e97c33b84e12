"""Nijō by Night, the board that comes along: its figures, its drawing, and where it is found."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.board import reading as boards
from referee.board.board import Board
from referee.board.reading import BUNDLED, NoBoard, assets, bundled, figures, words

ROOT = Path(__file__).parents[3]
CASTLE = bundled("nijo")


def test_every_board_that_comes_along_has_a_file_and_every_file_is_one() -> None:
    assert {path.stem for path in (ROOT / "assets" / "boards").glob("*.json")} == set(BUNDLED)
    for id in BUNDLED:
        assert bundled(id).id == id
    assert bundled() is bundled(BUNDLED[0]) is CASTLE


def test_its_figures() -> None:
    found = figures(CASTLE)
    assert len(found.pop("hash")["hash"]) == 64
    assert found == {
        "zones": {"total": 139, "ground": 81, "moat": 28, "castle": 30},
        "borders": {"total": 390, "plain": 300, "wall": 90, "sound": 0},
        "degree": {"mean": 5.61, "least": 3, "most": 9},
        "edge": {"count": 24},
        "posts": {"count": 12},
        "barracks": {"count": 6},
        "route": {"zones": 45, "edges": 49, "one_way": 13, "forks": 8, "states": 85},
        "marks": {"total": 25, "A": 13, "B": 12},
        "traitor_starts": {"count": 49},
        "hearing": {"within_1": 6.61, "within_2": 18.04, "within_3": 34.06},
    }


def mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / len(numbers), 1)


def test_its_distances() -> None:
    from_posts = [mean([len(CASTLE.sound.within(post, n)) for post in CASTLE.posts]) for n in (1, 2, 3)]
    assert from_posts == [7.2, 19.8, 36.8]
    for castle, nearest, every in (("A", (6.1, 8), (8.2, 12)), ("B", (5.9, 7), (8.5, 14))):
        ways = {z: [CASTLE.walking.between(e, z) for e in CASTLE.edge_zones] for z in CASTLE.castle_zones(castle)}
        near = [min(lengths) for lengths in ways.values()]
        far = [length for lengths in ways.values() for length in lengths]
        assert (mean(near), max(near)) == nearest
        assert (mean(far), max(far)) == every
        assert all(any(CASTLE.sound.between(z, post) <= 2 for post in CASTLE.posts) for z in ways)


def test_its_castles_open_by_their_gates_alone() -> None:
    for castle, gates, walls in (
        ("A", {("P1", "S7"), ("P4", "E10"), ("P14", "C2")}, 26),
        ("B", {("K1", "G4"), ("K13", "G5"), ("K7", "M24")}, 18),
    ):
        inside = CASTLE.castle_zones(castle)
        rim = [(a, b) for a in inside for b in CASTLE.neighbours(a) if b not in inside]
        assert {pair for pair in rim if CASTLE.border(*pair) == "plain"} == gates
        assert sum(CASTLE.border(*pair) == "wall" for pair in rim) == walls


def test_it_is_drawn_without_gap_or_overlap_and_its_borders_are_those_of_the_drawing() -> None:
    assert CASTLE.size is not None
    width, height = CASTLE.size
    sides: dict[frozenset[tuple[int, int]], list[str]] = {}
    whole = 0.0
    for zone in CASTLE.zones:
        ring = [*zip(zone.polygon, (*zone.polygon[1:], zone.polygon[0]), strict=True)]
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring) / 2
        assert area < 0, "one sense for all"
        whole -= area
        for ends in ring:
            sides.setdefault(frozenset(ends), []).append(zone.id)
        assert zone.label is not None
        rim = any(x in (0, width) or y in (0, height) for x, y in zone.polygon)
        assert rim is zone.edge
    assert whole == width * height
    assert Counter(len(zones) for zones in sides.values()).keys() == {1, 2}
    touching = {frozenset(zones) for zones in sides.values() if len(zones) == 2}
    assert touching == {frozenset((border.a, border.b)) for border in CASTLE.borders}


def test_its_zones_have_names_of_their_own_in_both_languages() -> None:
    for lang in ("en", "ja"):
        names = [zone.name.text(lang) for zone in CASTLE.zones]
        assert len(set(names)) == len(names)
    assert all(zone.name.en and zone.name.ja for zone in CASTLE.zones)


def test_its_file_is_the_board() -> None:
    raw = json.loads((ROOT / "assets" / "boards" / "nijo.json").read_text("utf-8"))
    assert Board.model_validate(raw) == CASTLE


# --- Where boards are found -----------------------------------------------------------------------------------------
def test_assets_are_beside_the_packages_or_inside_an_installed_companion(tmp_path: Path) -> None:
    assert assets() == ROOT / "assets"
    assert assets(tmp_path) == tmp_path / "assets"
    (tmp_path / "companion" / "_assets").mkdir(parents=True)
    assert assets(tmp_path) == tmp_path / "companion" / "_assets"
    included = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert included["force-include"]["assets"] == "companion/_assets"


@pytest.mark.parametrize("id", ["osaka", "../nijo", "", "x" * 100, "a\nb"])
def test_a_board_that_does_not_come_along_is_named(id: str) -> None:
    with pytest.raises(NoBoard, match="the boards are: nijo") as none:
        bundled(id)
    assert len(str(none.value)) < 100
    assert str(none.value).isprintable()


def test_a_board_whose_file_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "assets", lambda: tmp_path)
    boards._read.cache_clear()
    with pytest.raises(NoBoard, match=r"the board 'nijo' cannot be read from .*nijo\.json"):
        bundled("nijo")


def test_without_a_catalogue_keys_stand_for_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert words("en")("board.playable", {}) == "This board can be played on."
    monkeypatch.setattr(boards, "assets", lambda: tmp_path)
    assert words("en")("board.playable", {}) == "board.playable"
