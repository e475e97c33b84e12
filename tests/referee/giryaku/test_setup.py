"""Components and set-up (GIRYAKU-1 and 2)."""

from __future__ import annotations

import pytest

from referee import giryaku
from referee.core.values import Refused, Seat
from referee.giryaku.state import lying
from tests.referee.giryaku.table import Table, middle


@pytest.mark.clause("GIRYAKU-1.1", "GIRYAKU-2.1")
def test_both_together_never_show_more_than_the_box_holds() -> None:
    table = middle()
    table.set("A", {"1L": "S"}, grave="SSSSSS").set("B", {"1L": "S"}, grave="SSSSS").turn()
    table.turn("B").refuses("1.1", "B", "consume_one", card="S", target="1L")
    table.set("A", {"1L": "S"}, grave="SSSSS").turn("B")
    assert table.says("B", "consume_one", card="S", target="1L").upheld


@pytest.mark.clause("GIRYAKU-2.2", "GIRYAKU-2.1")
def test_nobody_owns_two_extra_cards() -> None:
    table = middle().set("A", {"1L": "S"}, grave="SSSSSSNNNNN").turn()
    assert table.says("A", "enter_hand", cards=("O", "O")).upheld
    table = middle().set("A", {"1L": "S"}, grave="SSSSSSNNNNN").turn()
    table.refuses("2.2", "A", "place", col=2, card="N")
    assert table.says("A", "place", col=2, card="O").upheld


@pytest.mark.clause("GIRYAKU-2.2")
def test_an_extra_card_is_inferred_once_it_must_be_one() -> None:
    table = middle().set("A", {"1L": "O"}, grave="OO").turn()
    assert table.seat("A").extra is None
    table.says("A", "place", col=2, card="O")
    assert table.seat("A").extra == "O"


@pytest.mark.clause("GIRYAKU-1.2", "GIRYAKU-2.3", "GIRYAKU-2.4")
def test_fifteen_cards_each_and_two_aside() -> None:
    table = Table()
    for kind, fields in (("reveal_opening", {"cards": ("S", "N", "O")}), ("opening_place", {"cols": (1, 2)})):
        assert table.refuses("2.3", "A", kind, **fields).reason == "giryaku.first_deal"
    table.says("table", "deal_done")
    assert table.refuses("2.5", "A", "opening_place", cols=(1, 2)).params == {"seat": "A"}
    assert [s.deck for s in table.view().seats] == [15, 15]
    assert table.view().pool_left == 2
    table.refuses("2.3", "table", "deal_done")
    table.refuses("2.3", "table", "configure", first_player="B")
    table = Table().open()
    assert [p.deck + p.hand + p.size + len(lying(p)) for p in table.state.players] == [15, 15]
    with pytest.raises(Refused, match=r"GIRYAKU-1\.2"):
        giryaku.adjust(table.state, giryaku.ADJUSTMENT.model_validate({"graveyards": {"A": {"S": 6, "N": 5, "O": 3}}}))


@pytest.mark.clause("GIRYAKU-1.3", "GIRYAKU-1.4", "GIRYAKU-4.1", "GIRYAKU-4.2")
def test_columns_rows_and_cells() -> None:
    table = middle({"1L": "S"})
    for column in (0, 4, 9):
        table.refuses("1.3", "A", "place", col=column, card="N")
    table.refuses("1.3", "A", "place", col=2, card="N", row="M")
    table.refuses("1.3", "A", "consume_one", card="S", target="4L")
    table.refuses("1.3", "A", "consume_one", card="S", target="9")
    table.refuses("1.4", "A", "place", col=1, card="N", row="L")
    table.refuses("4.2", "A", "place", col=2, card="N", row="U")
    assert table.judge("A", "place", col=1, card="S", row="U").upheld
    assert table.judge("A", "place", col=2, card="N", row="L").upheld
    table.refuses("4.1", "A", "place", col=2)
    table.says("A", "place", col=3, card="N")
    assert table.board("A") == {"1L": "S", "3L": "N"}


@pytest.mark.clause("GIRYAKU-1.3")
def test_two_people_play() -> None:
    options = giryaku.OPTIONS()
    for count in (0, 1, 3):
        with pytest.raises(Refused, match=r"GIRYAKU-1\.3"):
            giryaku.begin(options, [Seat(seat=f"p{n}") for n in range(count)])
    assert giryaku.begin(options, [Seat(seat="p1"), Seat(seat="p2")]).phase == "setup"


@pytest.mark.clause("GIRYAKU-1.8")
def test_the_words_of_the_source_are_explained() -> None:
    explained = next(c for c in giryaku.CLAUSES if c.id == "GIRYAKU-1.8")
    assert all(word in explained.text("ja") for word in ("忍者", "陰陽師", "カード", "ターン"))


@pytest.mark.clause("GIRYAKU-2.11", "GIRYAKU-7.12", "GIRYAKU-8.8")
def test_the_box_and_the_first_player_are_asked_before_the_deal() -> None:
    table = Table(consume_map=None, nin_shi_range=None, first_player=None)
    assert table.prompts()["configure"].params["missing"] == ["consume_map", "nin_shi_range", "first_player"]
    assert set(table.prompts()) == {"configure"}
    table.refuses("2.11", "table", "deal_done")
    table.refuses("2.11", "table", "configure", first_player="C")
    table.refuses("2.11", "table", "configure")
    table.says("B", "configure", first_player="B")
    table.refuses("8.8", "table", "deal_done")
    assert table.prompts()["configure"].params["likely"]["consume_map"] == "O_raids"
    assert table.prompts()["configure"].must
    table.says("A", "configure", consume_map="S_raids")
    table.refuses("7.12", "table", "deal_done")
    cells = {1: ("1L", "2U"), 2: ("2L",), 3: ("3L", "3U")}
    table.says("table", "configure", nin_shi_range=cells, flip_mode="app")
    assert {ask: prompt.must for ask, prompt in table.prompts().items()} == {"deal_done": True, "configure": False}
    table.says("gm", "deal_done")
    view = table.view()
    assert (view.options.consume_map, view.options.nin_shi_range) == ("S_raids", cells)
    assert (view.options.flip_mode, view.first) == ("app", "B")


@pytest.mark.clause("GIRYAKU-2.11")
def test_an_unknown_first_player_begins_no_match() -> None:
    with pytest.raises(Refused, match=r"GIRYAKU-2\.11"):
        Table(first_player="C")


WRONG_RANGES: list[dict[int, tuple[str, ...]]] = [
    {1: ("1L",)},
    {1: (), 2: ("1L",), 3: ("1L",)},
    {1: ("1L", "1L"), 2: ("1L",), 3: ("1L",)},
    {1: ("1L",), 2: ("1L",), 3: ("1L",), 4: ("1L",)},
    {1: ("7L",), 2: ("1L",), 3: ("1L",)},
]


@pytest.mark.clause("GIRYAKU-7.12")
@pytest.mark.parametrize("wrong", WRONG_RANGES)
def test_a_range_names_cells_of_every_column(wrong: dict[int, tuple[str, ...]]) -> None:
    Table(nin_shi_range=None).refuses("7.12", "table", "configure", nin_shi_range=wrong)
    with pytest.raises(ValueError, match="nin_shi_range"):
        giryaku.OPTIONS.model_validate({"nin_shi_range": wrong})


@pytest.mark.clause("GIRYAKU-2.5", "GIRYAKU-2.6")
def test_two_onmyoji_are_drawn_again_by_their_holder() -> None:
    table = Table()
    table.says("table", "deal_done")
    table.refuses("2.5", "A", "reveal_opening", cards=("S", "N"))
    table.refuses("2.5", "A", "redraw_opening", cards=("S", "N", "N"))
    table.says("A", "reveal_opening", cards=("O", "O", "O"))
    table.refuses("2.6", "A", "reveal_opening", cards=("S", "N", "N"))
    table.says("B", "reveal_opening", cards=("S", "N", "O"))
    refused = table.refuses("2.6", "A", "opening_place", cols=(1, 2))
    assert (refused.reason, refused.params) == ("giryaku.first_redraw", {"seat": "A"})
    assert table.refuses("2.6", "B", "redraw_opening", cards=("S", "N", "N")).reason == "giryaku.no_redraw"
    assert table.prompts()["redraw_opening"].seat == "A"
    table.says("A", "redraw_opening", cards=("O", "S", "O"))
    table.says("A", "redraw_opening", cards=("O", "S", "S"))
    assert table.view().phase == "opening_place"
    assert table.seat("A").opening == ("O", "S", "S")
    late = table.refuses("2.6", "A", "redraw_opening", cards=("S", "N", "N"))
    assert late.reason == "giryaku.no_redraw_now"


@pytest.mark.clause("GIRYAKU-2.6")
def test_by_option_both_draw_again() -> None:
    table = Table(opening_redraw="both")
    table.says("table", "deal_done")
    table.says("A", "reveal_opening", cards=("O", "O", "S"))
    table.refuses("2.6", "A", "redraw_opening", cards=("S", "S", "S"))
    table.says("B", "reveal_opening", cards=("S", "N", "O"))
    assert [s.redraws for s in table.view().seats] == [True, True]
    table.says("B", "redraw_opening", cards=("S", "N", "O"))
    table.says("A", "redraw_opening", cards=("N", "N", "O"))
    assert table.view().phase == "opening_place"


@pytest.mark.clause("GIRYAKU-2.7", "GIRYAKU-2.8", "GIRYAKU-2.9", "GIRYAKU-2.10")
def test_the_opening_is_laid_face_down_and_turned_up() -> None:
    table = Table()
    table.says("table", "deal_done")
    table.says("A", "reveal_opening", cards=("S", "N", "O"))
    table.says("B", "reveal_opening", cards=("S", "S", "O"))
    table.refuses("2.7", "B", "opening_place", cols=(1, 2))
    for columns in ((1, 1), (1,), (1, 2, 3), ()):
        table.refuses("2.7", "A", "opening_place", cols=columns)
    table.refuses("1.3", "A", "opening_place", cols=(1, 4))
    table.says("A", "opening_place", cols=(3, 1))
    assert table.board("A") == {"1L": None, "3L": None}
    assert table.refuses("2.7", "A", "opening_place", cols=(1, 2)).reason == "giryaku.opening_placed_already"
    refused = table.refuses("2.7", "A", "opening_reveal", cards={1: "S", 3: "N"})
    assert (refused.reason, refused.params) == ("giryaku.first_lay", {"seat": "B"})
    table.says("B", "opening_place", cols=(1, 2))
    table.refuses("2.8", "A", "opening_reveal", cards={1: "S", 2: "N"})
    table.refuses("2.8", "A", "opening_reveal", cards={1: "S", 3: "S"})
    table.says("A", "opening_reveal", cards={1: "S", 3: "N"})
    table.refuses("2.8", "A", "opening_reveal", cards={1: "S", 3: "N"})
    table.refuses("2.9", "A", "place", col=2, card="S")
    last = table.says("B", "opening_reveal", cards={1: "S", 2: "S"})
    assert not any("skill" in notice.message for notice in last.notices)
    view = table.view()
    assert (view.phase, view.active, view.turn) == ("turn", "A", 1)
    assert [(s.hand, s.deck, s.known) for s in view.seats] == [(2, 11, ("O",)), (2, 11, ("O",))]
    assert [s.size for s in view.seats] == [0, 0]


@pytest.mark.clause("GIRYAKU-1.5", "GIRYAKU-1.6", "GIRYAKU-1.7")
def test_a_lost_card_is_shown_by_its_owner_and_stays_in_their_graveyard() -> None:
    table = middle({"1L": "S"}, {"1L": "S", "2L": "N"})
    table.says("A", "place", col=1, card="N")
    table.says("A", "pick_hand", index=2)
    table.refuses("1.7", "A", "consume_one", card="S", target="1L")
    table.refuses("1.5", "A", "reveal_lost", card="O")
    table.says("B", "reveal_lost", card="O")
    assert (table.grave("A"), table.grave("B")) == ("", "O")
    table.refuses("8.2", "B", "consume_one", card="N", target="3L")
    assert table.grave("B") == "O"


@pytest.mark.clause("GIRYAKU-1.6")
def test_a_count_below_the_book_is_refused() -> None:
    table = Table(depth="scores")
    table.says("A", "graveyard_add", player="A", cards=("S",) * 6 + ("N",) * 3)
    table.says("A", "no_hand", player="A")
    table.says("A", "last_turn_done", player="B")
    table.refuses("1.6", "A", "final_count", counts={"A": 8, "B": 0})
    assert table.says("A", "final_count", counts={"A": 9, "B": 0}).upheld
