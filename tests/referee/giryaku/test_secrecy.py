"""What is secret is masked, and what is refused for a secret is refused on its owner's phone alone."""

from __future__ import annotations

from typing import Any

import pytest

from referee import giryaku
from referee.check.twins import plain, reaching
from tests.referee.giryaku.table import middle

SECRETS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"type": "enter_hand", "cards": ["S", "N"]}, {"type": "enter_hand"}),
    ({"type": "rearrange", "layout": {"1L": "S"}}, {"type": "rearrange"}),
    ({"type": "rearrange", "heights": [1, 0, 0]}, {"type": "rearrange"}),
    ({"type": "rearrange"}, {"type": "rearrange"}),
    ({"type": "keep_layout"}, {"type": "rearrange"}),
    (
        {"type": "place", "col": 1, "card": "S", "face_down": True},
        {"type": "place", "col": 1, "face_down": True, "row": None},
    ),
    ({"type": "raid_take", "card": "S", "seen": ["S", "N"]}, {"type": "raid_take", "card": "S", "noted": True}),
]
OPEN: list[dict[str, Any]] = [
    {"type": "place", "col": 1, "card": "S"},
    {"type": "place", "col": 1, "face_down": True},
    {"type": "raid_take", "card": "S"},
    {"type": "declare_flip", "stands": True},
]


@pytest.mark.clause("GIRYAKU-7.8")
@pytest.mark.parametrize(("move", "public"), SECRETS)
def test_others_see_that_something_was_noted_and_not_what(move: dict[str, Any], public: dict[str, Any]) -> None:
    parsed = giryaku.MOVE.validate_python(move)
    assert giryaku.secret(parsed)
    for viewer in ("B", "public", "stranger"):
        assert giryaku.masked(parsed, "A", viewer) == public
    for viewer in ("A", "gm"):
        assert giryaku.masked(parsed, "A", viewer) == parsed.model_dump(mode="json")


@pytest.mark.parametrize("move", OPEN)
def test_what_everybody_sees_is_not_masked(move: dict[str, Any]) -> None:
    parsed = giryaku.MOVE.validate_python(move)
    assert not giryaku.secret(parsed)
    assert giryaku.masked(parsed, "A", "B") == parsed.model_dump(mode="json")


@pytest.mark.clause("GIRYAKU-7.8")
@pytest.mark.parametrize("mode", ["app", "trust"])
def test_the_log_says_where_rearranged_cards_lie_as_everybody_sees_and_no_more(mode: str) -> None:
    table = middle({"1L": "N", "2L": "N", "2U": "S"}, {"1L": "S", "2L": "S"}, flip_mode=mode)
    table.says("A", "place", col=1, card="N")
    ways: list[dict[str, Any]] = [{"type": "keep_layout"}]
    if mode == "app":
        for cells in (("1L", "1U", "2L", "2U"), ("2L", "2U", "3L", "3U"), ("1L", "2L", "3L", "3U")):
            named = (dict(zip(cells, kinds, strict=True)) for kinds in ("NNNS", "NSNN", "SNNN"))
            ways += [{"type": "rearrange", "layout": layout} for layout in named]
    else:
        ways += [{"type": "rearrange", "heights": heights} for heights in (None, [2, 2, 0], [0, 2, 2], [1, 1, 2])]
    lines: dict[str, set[str]] = {}
    for way in ways:
        move = giryaku.MOVE.validate_python(way)
        ruling = giryaku.judge(table.state, "A", move)
        if not any(notice.message == "giryaku.flip_ends" for notice in ruling.notices):
            line = plain(giryaku.masked(move, "A", "B")) + reaching(ruling, "A", "B")
            lines.setdefault(line, set()).add(plain(giryaku.view(ruling.state, "B")))
    assert [len(views) for views in lines.values()] == [1, 1, 1]
    assert len(set().union(*lines.values())) == 3


def test_after_the_end_everything_is_open() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "O"}, flip_mode="app").flip("A", noted=True)
    table.says("B", "enter_hand", cards=("S", "S"))
    assert [p.seat for p in table.view("B").private] == ["B"]
    assert table.view().private == ()
    assert table.says("A", "place", col=2, card="O").told
    assert [p.seat for p in table.view().private] == ["A", "B"]
    assert table.view().private[1].hand == ("S", "S")
    assert table.view("nobody").viewer == "public"


@pytest.mark.clause("GIRYAKU-2.2")
def test_a_refusal_that_rests_on_noted_cards_is_private() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "S"}, flip_mode="app")
    table.set("A", {"1L": "N", "1U": "N", "2L": "S"}, grave="SSSSSNNN").turn().flip("A", noted=True)
    assert table.says("A", "place", col=3, card="S", face_down=True).upheld
    table.turn("A")
    refused = table.refuses("2.2", "A", "place", col=2, card="N", face_down=True)
    assert refused.private
    public = middle({"1L": "N"}).set("A", {"1L": "N"}, grave="SSSSSSSNNNN").turn()
    assert not public.refuses("2.2", "A", "place", col=2, card="N").private
