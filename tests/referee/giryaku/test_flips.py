"""The flip and the rearrangement, kept by the app or on trust (GIRYAKU-7.5 to 7.11, 7.14, 7.15)."""

from __future__ import annotations

import pytest

from referee.giryaku.state import with_player
from tests.referee.giryaku.table import Table, middle

MINE = {"1L": "N", "2L": "S", "3L": "O"}
THEIRS = {"1L": "S", "1U": "S", "2L": "N", "3L": "O"}


def ninja(mode: str, **options: str) -> Table:
    """Return a table on which A has just completed two ninja in column 1 and must rearrange."""
    table = middle(MINE, THEIRS, flip_mode=mode, **options)
    table.says("A", "place", col=1, card="N")
    return table


@pytest.mark.clause("GIRYAKU-7.7", "GIRYAKU-7.8")
def test_the_owner_alone_notes_their_layout() -> None:
    table = ninja("app")
    layout = {"1L": "N", "1U": "N", "2L": "S", "3L": "O"}
    assert table.view("A").private[0].board == layout
    assert table.prompts("B")["rearrange"].offer("rearrange").fields == {}
    moves = [o for o in table.prompts("A")["rearrange"].offers if o.fits({"type": "rearrange", "layout": layout})]
    assert len(moves) == 1
    for layout in ({"1L": "N"}, {"1L": "N", "1U": "N", "2L": "S", "3L": "S"}):
        assert table.refuses("7.7", "A", "rearrange", layout=layout).private
    table.refuses("7.7", "A", "rearrange", layout={"1L": "N", "1U": "N", "2U": "S", "3L": "O"})
    table.refuses("1.3", "A", "rearrange", layout={"1L": "N", "1U": "N", "4L": "S", "3L": "O"})
    table.refuses("7.8", "A", "rearrange")
    ruling = table.says("A", "rearrange", layout={"3L": "N", "3U": "N", "2L": "O", "2U": "S"})
    assert ruling.notices[0].params == {"seat": "A", "heights": [0, 2, 2]}
    assert table.board("A") == {"2L": None, "2U": None, "3L": None, "3U": None}
    assert table.view("A").private[0].board == {"2L": "O", "2U": "S", "3L": "N", "3U": "N"}
    assert table.view("B").private[0].board == {}
    assert table.view("gm").private[0].board


@pytest.mark.clause("GIRYAKU-7.8")
def test_leaving_the_board_looks_like_rearranging_it() -> None:
    kept, moved = ninja("app"), ninja("app")
    a = kept.says("A", "keep_layout")
    b = moved.says("A", "rearrange", layout={"1L": "N", "1U": "N", "2L": "O", "3L": "S"})
    assert a.notices == b.notices
    assert kept.view("B") == moved.view("B")
    assert kept.view("A") != moved.view("A")


@pytest.mark.clause("GIRYAKU-7.7")
def test_by_option_only_cards_change_places() -> None:
    table = ninja("app", rearrange_scope="swap_only")
    layout = {"3L": "N", "3U": "N", "2L": "O", "2U": "S"}
    table.refuses("7.7", "A", "rearrange", layout=layout)
    assert table.says("A", "rearrange", layout={"1L": "N", "1U": "N", "2L": "O", "3L": "S"}).upheld
    table = ninja("trust", rearrange_scope="swap_only")
    table.refuses("7.7", "A", "rearrange", heights=(2, 2, 0))
    assert table.says("A", "rearrange", heights=(2, 1, 1)).upheld


@pytest.mark.clause("GIRYAKU-7.7", "GIRYAKU-7.8")
def test_on_trust_everybody_sees_only_where_cards_lie() -> None:
    table = ninja("trust")
    table.refuses("7.8", "A", "rearrange", layout={"1L": "N", "1U": "N", "2L": "S", "3L": "O"})
    for heights in ((2, 2, 1), (3, 1, 0), (2, 2), (4, 0, 0)):
        table.refuses("7.7", "A", "rearrange", heights=heights)
    table.says("A", "rearrange", heights=(0, 2, 2))
    assert set(table.board("A")) == {"2L", "2U", "3L", "3U"}
    assert table.view().due == "declare_flip"


@pytest.mark.clause("GIRYAKU-7.9", "GIRYAKU-7.14")
def test_without_two_ninja_the_flip_is_over() -> None:
    table = ninja("app")
    table.says("A", "rearrange", layout={"1L": "N", "1U": "S", "2L": "N", "3L": "O"})
    assert table.board("A") == {"1L": "N", "1U": "S", "2L": "N", "3L": "O"}
    assert not table.seat("A").flipped
    table = ninja("trust")
    table.says("A", "rearrange")
    table.refuses("7.14", "A", "place", col=2, card="S")
    table.says("A", "declare_flip", stands=False)
    table.refuses("7.14", "A", "reveal_board", cards={"1L": "N"})
    table.refuses("7.7", "A", "reveal_board", cards={"1L": "O", "1U": "S", "2L": "N", "3L": "O"})
    table.says("A", "reveal_board", cards={"1L": "N", "1U": "S", "2L": "N", "3L": "O"})
    assert not table.seat("A").flipped
    assert table.view().active == "B"
    table = ninja("trust")
    table.says("A", "rearrange")
    table.says("A", "declare_flip", stands=True)
    assert table.seat("A").flipped


@pytest.mark.clause("GIRYAKU-7.10")
def test_a_rearrangement_fires_nothing() -> None:
    table = ninja("app")
    ruling = table.says("A", "rearrange", layout={"1L": "N", "1U": "N", "2L": "O", "2U": "S"})
    assert not any("skill" in n.message for n in ruling.notices)
    table = ninja("trust")
    table.says("A", "rearrange", heights=(2, 2, 0))
    table.refuses("7.10", "A", "claim_skill", col=2, pair="SO")
    assert table.says("A", "declare_flip", stands=True).upheld


@pytest.mark.clause("GIRYAKU-7.11")
def test_two_onmyoji_after_a_rearrangement_win_and_are_shown() -> None:
    mine = {"1L": "N", "2L": "O", "3L": "O"}
    table = middle(mine, THEIRS, flip_mode="app")
    table.says("A", "place", col=1, card="N")
    table.says("A", "rearrange", layout={"1L": "N", "1U": "N", "2L": "O", "2U": "O"})
    assert table.winner == ("A",)
    assert (table.board("A")["2L"], table.board("A")["2U"]) == ("O", "O")
    table = middle(mine, THEIRS)
    table.says("A", "place", col=1, card="N")
    table.says("A", "rearrange", heights=(2, 2, 0))
    assert table.prompts()["declare_flip"].choices("claim_skill", "col") == (1, 2)
    table.refuses("4.6", "A", "claim_skill", col=3, pair="OO")
    table.says("A", "claim_skill", col=2, pair="OO")
    assert table.winner == ("A",)
    assert table.board("A")["2U"] == "O"
    assert not table.findings


@pytest.mark.clause("GIRYAKU-7.6", "GIRYAKU-6.3")
def test_a_phone_that_keeps_the_board_is_told_and_fires_the_skill_by_itself() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "S"}, THEIRS, flip_mode="app").flip("A", noted=True)
    table.refuses("7.6", "A", "place", col=2, face_down=True)
    ruling = table.says("A", "place", col=2, card="O", face_down=True)
    assert "giryaku.skill.SO" in [n.message for n in ruling.notices]
    assert ruling.told
    assert table.board("A")["2U"] is None
    assert (table.grave("B"), table.view().active) == ("N", "B")
    table.refuses("3.1", "A", "place", col=3, card="S")
    table.turn("A").refuses("6.4", "A", "claim_skill", col=2, pair="SO")
    up = middle({"1L": "N", "1U": "N", "2L": "S"}, THEIRS, flip_mode="app").flip("A", noted=True)
    up.says("A", "place", col=2, card="S")
    assert up.view().action.pair == "SS"


@pytest.mark.clause("GIRYAKU-6.3", "GIRYAKU-7.11")
@pytest.mark.parametrize(("below", "shown"), [("S", [None, None]), ("O", ["O", "O"])])
def test_a_pair_that_a_phone_knows_is_shown_where_it_must_be(below: str, shown: list[str | None]) -> None:
    mine = {"1L": "N", "1U": "N", "2L": below}
    table = middle(mine, THEIRS, flip_mode="app").flip("A", noted=True)
    table.says("A", "place", col=2, card="O", face_down=True)
    assert [table.board("A")["2L"], table.board("A")["2U"]] == shown
    assert table.winner == (("A",) if below == "O" else None)
    table = middle(mine, THEIRS, flip_mode="app", facedown_pair="show").flip("A", noted=True)
    table.says("A", "place", col=2, card="O", face_down=True)
    assert [table.board("A")["2L"], table.board("A")["2U"]] == [below, "O"]


@pytest.mark.clause("GIRYAKU-6.3")
def test_a_claim_is_possible_for_what_everybody_saw_turned_down() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "S"}, THEIRS).flip("A")
    table.says("A", "place", col=2, card="S")
    assert not table.refuses("6.3", "A", "claim_skill", col=2, pair="SO").private
    table.refuses("6.3", "A", "claim_skill", col=2, pair="NN")
    assert table.says("A", "claim_skill", col=2, pair="SN").upheld


@pytest.mark.clause("GIRYAKU-6.3")
def test_by_option_a_pair_is_shown_for_its_skill() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "S"}, THEIRS, facedown_pair="show").flip("A")
    table.says("A", "place", col=2, face_down=True)
    table.refuses("6.3", "A", "claim_skill", col=2, pair="SO")
    table.says("A", "claim_skill", col=2, pair="SO", lower="S")
    assert (table.board("A")["2L"], table.board("A")["2U"]) == ("S", "O")
    assert all(cell.down for cell in table.seat("A").board if cell.filled)
    table.turn("A").says("A", "consume_one", card="S", target="2L")
    assert (table.seat("A").pool, table.seat("A").pool_gone) == (("N", "N"), 0)


@pytest.mark.clause("GIRYAKU-7.13", "GIRYAKU-9.4")
def test_a_face_down_pair_of_onmyoji_wins_when_it_is_shown() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "O"}, THEIRS).flip("A")
    table.says("A", "place", col=2, card="O")
    table.says("A", "claim_skill", col=2, pair="OO")
    assert table.winner == ("A",)
    table = middle({"1L": "N", "1U": "N", "2L": "O"}, THEIRS, first_turn_ban="first_turn_and_chained").flip("A")
    table.turn("A", chained=True).says("A", "place", col=2, card="O")
    table.refuses("9.4", "A", "claim_skill", col=2, pair="OO")


@pytest.mark.clause("GIRYAKU-9.4", "GIRYAKU-7.6")
def test_two_onmyoji_of_which_one_lies_face_down_are_forbidden_in_private_on_a_first_turn() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "O"}, THEIRS, flip_mode="app").flip("A", noted=True)
    table.state = with_player(table.state, "A", turns=1)
    for down in (True, False):
        assert table.refuses("9.4", "A", "place", col=2, card="O", face_down=down).private
    open_board = middle({"2L": "O"}, THEIRS).set("A", {"2L": "O"}, turns=1).turn()
    assert not open_board.refuses("9.4", "A", "place", col=2, card="O").private


@pytest.mark.clause("GIRYAKU-7.14", "GIRYAKU-7.15", "GIRYAKU-1.7")
def test_a_struck_ninja_ends_the_flip() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle(mine, THEIRS, flip_mode="app", turn="B").flip("A", noted=True)
    ruling = table.says("B", "consume_two", cards=("N", "N"), target="1U")
    assert table.grave("A") == "N"
    assert table.board("A") == {"1L": "N", "2L": "S"}
    assert ruling.told
    table = middle(mine, THEIRS, turn="B").flip("A")
    table.says("B", "consume_two", cards=("N", "N"), target="1U")
    table.refuses("1.7", "B", "place", col=2, card="S")
    table.refuses("1.5", "B", "reveal_lost", card="N")
    table.refuses("7.15", "A", "reveal_lost", card="N", cell="2L")
    table.refuses("7.7", "A", "reveal_lost", card="O")
    table.says("A", "reveal_lost", card="N")
    assert table.view().due == "reveal_board"
    table.says("A", "reveal_board", cards={"1L": "N", "2L": "S"})
    assert not table.seat("A").flipped
    assert not table.findings


@pytest.mark.clause("GIRYAKU-7.14", "GIRYAKU-7.15")
def test_a_struck_other_card_leaves_the_flip() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle(mine, THEIRS, turn="B").flip("A")
    table.says("B", "consume_two", cards=("N", "N"), target="2L")
    table.says("A", "reveal_lost", card="S")
    assert table.view().active == "A"
    assert table.seat("A").flipped
    assert table.seat("A").pool == ("N", "N")


@pytest.mark.clause("GIRYAKU-8.3", "GIRYAKU-7.14")
def test_a_withdrawal_may_end_the_own_flip_and_shows_nothing() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S", "2U": "S"}
    table = middle(mine, THEIRS, flip_mode="app").flip("A", noted=True)
    ruling = table.says("A", "consume_one", card="S", target="1U")
    assert ruling.notices[0].params["cards"] == [None]
    assert table.board("A") == {"1L": "N", "2L": "S", "2U": "S"}
    table = middle(mine, THEIRS).flip("A")
    table.says("A", "consume_one", card="S", target="2U")
    assert table.view().due == "declare_flip"
    table.says("A", "declare_flip", stands=True)
    assert table.seat("A").pool_gone == 1


@pytest.mark.clause("GIRYAKU-7.5")
def test_a_second_pair_of_ninja_turns_the_new_cards_down_too() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "N", "3L": "S"}
    table = middle(mine, {"1L": "S", "2L": "S", "3L": "S"}).flip("A")
    table.says("A", "place", col=2, card="N")
    table.says("A", "claim_skill", col=2, pair="NN")
    assert all(cell.down for cell in table.seat("A").board if cell.filled)
    assert table.seat("A").pool == ("S", "N", "N", "N", "N")
    assert table.view().due == "rearrange"


@pytest.mark.clause("GIRYAKU-9.3", "GIRYAKU-7.14")
def test_two_onmyoji_that_stand_when_a_board_is_shown_win() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "O", "2U": "O", "3L": "S"}, THEIRS, turn="B").flip("A")
    table.says("B", "consume_two", cards=("N", "N"), target="1U")
    table.says("A", "reveal_lost", card="N")
    table.says("A", "reveal_board", cards={"1L": "N", "2L": "O", "2U": "O", "3L": "S"})
    assert table.winner == ("A",)
