"""What can be read and is against the rules is refused by its rule, not as unreadable; most of it a house may allow."""

from __future__ import annotations

from typing import Any

import pytest

from referee import giryaku
from referee.core.journal import begin
from referee.core.values import GAME_MASTER, Seat
from tests.referee.core.journal.toy_acts import rule
from tests.referee.giryaku.table import BOX, Table, middle

FULL = {"1L": "S", "1U": "N", "2L": "O"}
WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("8.4", "consume_two", {"cards": ("S", "S"), "target": ("1L", "1U")}),
    ("8.4", "consume_two", {"cards": ("S", "S"), "target": ("1L", "9Z")}),
    ("8.4", "consume_two", {"cards": ("S", "S")}),
    ("8.1", "consume_two", {"cards": (), "target": "1L"}),
    ("8.1", "consume_two", {"cards": ("S",) * 20, "target": "1L"}),
    ("8.2", "consume_one", {"card": "S", "target": ("1L", "2L")}),
    ("8.2", "consume_one", {"card": "S", "target": ("1L", "1U")}),
    ("8.2", "consume_one", {"card": "S", "target": ("1", "2L")}),
    ("8.1", "consume_one", {"card": ("S", "S"), "target": "1L"}),
    ("4.1", "place", {"col": 3, "card": ("S", "N")}),
    ("1.3", "place", {"col": -1, "card": "S"}),
    ("1.3", "place", {"col": 12, "card": "S"}),
    ("3.5", "enter_hand", {"cards": ("S",) * 20}),
]


@pytest.mark.clause("GIRYAKU-8.4", "GIRYAKU-8.2", "GIRYAKU-8.1", "GIRYAKU-4.1", "GIRYAKU-1.3", "GIRYAKU-3.5")
@pytest.mark.parametrize(("clause", "kind", "fields"), WRONG)
def test_what_breaks_a_rule_of_a_turn_is_refused_by_it(clause: str, kind: str, fields: dict[str, Any]) -> None:
    middle(FULL, FULL).refuses(clause, "A", kind, **fields)


@pytest.mark.clause("GIRYAKU-7.2")
@pytest.mark.parametrize("index", ["S", (1, 2), -1, 40])
def test_one_card_is_picked_unseen(index: Any) -> None:
    table = middle({"2L": "N"}, FULL)
    table.says("A", "place", col=2, card="S")
    table.refuses("7.2", "A", "pick_hand", index=index)
    assert table.says("A", "pick_hand", index=2).upheld


@pytest.mark.clause("GIRYAKU-8.6")
def test_one_card_of_a_raided_hand_is_buried() -> None:
    table = middle(FULL, FULL)
    table.says("A", "consume_one", card="O")
    table.refuses("8.6", "A", "raid_take", card=("S", "N"))
    assert table.refuses("8.6", "A", "raid_take", card="S", seen=("S",) * 20).private
    assert table.says("A", "raid_take", card="S").upheld


@pytest.mark.clause("GIRYAKU-7.7")
def test_a_rearranged_board_has_three_columns_and_its_own_cards() -> None:
    mine = {"1L": "N", "2L": "S"}
    table = middle(mine, FULL)
    table.says("A", "place", col=1, card="N")
    for heights in ((-1, 2, 2), (2, 1), (1, 1, 1, 0), (), (3, 0, 0), (2,) * 20):
        assert table.refuses("7.7", "A", "rearrange", heights=heights).private
    app = middle(mine, FULL, flip_mode="app")
    app.says("A", "place", col=1, card="N")
    layout = {f"{c}{row}": "N" for c in (1, 2, 3) for row in "LU"}
    assert app.refuses("7.7", "A", "rearrange", layout=layout).private
    app.refuses("1.3", "A", "rearrange", layout={f"{c}L": "N" for c in range(1, 9)})


@pytest.mark.clause("GIRYAKU-2.7", "GIRYAKU-2.8", "GIRYAKU-1.3")
def test_an_opening_has_two_columns() -> None:
    table = Table()
    table.says("table", "deal_done")
    for seat in "AB":
        table.refuses("2.5", seat, "reveal_opening", cards=("S",) * 20)
        table.says(seat, "reveal_opening", cards=("S", "N", "O"))
    table.refuses("2.7", "A", "opening_place", cols=(1, 2, 3, 1, 2, 3, 1))
    assert table.refuses("1.3", "A", "opening_place", cols=(-4, 1)).params == {"column": -4}
    for seat in "AB":
        table.says(seat, "opening_place", cols=(1, 2))
    table.refuses("2.8", "A", "opening_reveal", cards=dict.fromkeys(range(1, 9), "S"))


@pytest.mark.clause("GIRYAKU-9.4", "GIRYAKU-1.2")
def test_a_result_says_what_the_rules_ask_for() -> None:
    table = Table(depth="scores")
    table.refuses("9.4", "table", "claim_onmyoji_pair", winner="A")
    table.refuses("9.4", "table", "claim_onmyoji_pair", winner="A", first_turn=True)
    table.refuses("1.2", "table", "graveyard_add", player="A", cards=("S",) * 20)
    assert table.says("table", "claim_onmyoji_pair", winner="A", first_turn=False).upheld


@pytest.mark.clause("METSUKE-3.1", "GIRYAKU-8.2", "GIRYAKU-8.4")
def test_a_house_ruling_may_let_several_targets_stand() -> None:
    table = middle(FULL, FULL)
    table.says("A", "consume_one", card="S", target=("1L", "2L"), waived=("8.2",))
    assert table.board("A") == {"1L": "N"}
    table = middle(FULL, FULL)
    table.says("A", "consume_two", cards=("S", "S"), target=("1L", "2L"), waived=("8.4",))
    assert table.board("B") == {"1L": "N"}
    assert not table.refuses("8.4", "B", "consume_two", cards=("S", "S"), target=("1L", "1U")).firm


@pytest.mark.clause("METSUKE-3.1", "GIRYAKU-1.2")
def test_more_cards_than_a_player_has_are_no_graveyard_even_by_a_house_ruling() -> None:
    match = begin(giryaku, BOX | {"depth": "scores"}, (Seat(seat="A"), Seat(seat="B")))
    after, ruling = match.act(*rule(GAME_MASTER, adjust={"graveyards": {"A": {"S": 16}}}))
    assert (after, ruling.clause) == (match, "GIRYAKU-1.2")


@pytest.mark.clause("GIRYAKU-6.3")
def test_which_card_lies_below_is_said_only_where_a_pair_is_shown() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle(mine, FULL).flip("A")
    table.says("A", "place", col=2, card="N")
    table.refuses("6.3", "A", "claim_skill", col=2, pair="SN", lower="S")
    assert table.says("A", "claim_skill", col=2, pair="SN").upheld
    shown = middle(mine, FULL, facedown_pair="show").flip("A")
    shown.says("A", "place", col=2, card="N")
    assert shown.refuses("6.3", "A", "claim_skill", col=2, pair="SN", lower="N").reason == "giryaku.not_below"
    assert shown.says("A", "claim_skill", col=2, pair="SN").upheld
    half = middle(mine, FULL, facedown_pair="show")
    half.says("A", "place", col=3, card="S")
    half.turn("A").flip("A")
    half.says("A", "place", col=2, face_down=True)
    half.refuses("6.3", "A", "claim_skill", col=2, pair="SN")
    half.says("A", "claim_skill", col=2, pair="SN", lower="S")
    assert half.board("A") == {"1L": None, "1U": None, "2L": "S", "2U": "N", "3L": None}


@pytest.mark.clause("GIRYAKU-6.3")
def test_a_known_card_tells_where_the_other_of_a_pair_lies() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle(mine, FULL, facedown_pair="show").flip("A")
    table.says("A", "place", col=2, card="N")
    table.says("A", "claim_skill", col=2, pair="SN")
    table.says("A", "pick_hand", index=1)
    table.says("B", "reveal_lost", card="S")
    table.says("B", "place", col=3, card="S")
    table.says("A", "consume_one", card="S", target="2U")
    table.says("A", "declare_flip", stands=True)
    assert table.board("A")["2L"] == "S"
    table.turn("A").says("A", "place", col=2, face_down=True)
    (offer,) = (o for o in table.prompts()["claim_skill"].offers if o.choices("pair") == ("SN",))
    assert offer.choices("lower") == (None, "S")
    assert table.refuses("6.3", "A", "claim_skill", col=2, pair="SN", lower="N").reason == "giryaku.not_below"
    assert table.says("A", "claim_skill", col=2, pair="SN").upheld


@pytest.mark.clause("GIRYAKU-9.4")
def test_a_forbidden_pair_that_only_its_owner_knows_is_refused_on_the_own_phone() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "O"}
    table = middle(mine, FULL, flip_mode="app").set("A", mine, turns=1).turn().flip("A", noted=True)
    for fields in ({"face_down": True}, {}):
        refused = table.refuses("9.4", "A", "place", col=2, card="O", **fields)
        assert refused.private
        assert not any(
            o.fits({"type": "place", "col": 2, "card": "O", **fields}) for o in table.prompts("A")["turn"].offers
        )
    assert table.says("A", "place", col=2, card="S", face_down=True).upheld


@pytest.mark.clause("GIRYAKU-1.1", "GIRYAKU-2.2")
def test_a_graveyard_takes_what_both_decks_leave() -> None:
    table = Table(depth="scores")
    table.says("table", "graveyard_add", player="B", cards=("S",) * 7)
    for n, legal in ((6, True), (7, False)):
        move = {"type": "graveyard_add", "player": "A", "cards": ["S"] * n}
        assert any(o.fits(move) for o in table.prompts()["graveyards"].offers) == legal
        assert table.judge("table", "graveyard_add", player="A", cards=("S",) * n).upheld == legal


@pytest.mark.clause("GIRYAKU-7.7", "GIRYAKU-1.7")
def test_two_cards_that_are_shown_one_after_the_other_are_counted_together() -> None:
    theirs = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle({"1L": "O"}, theirs).flip("B")
    table.says("A", "place", col=1, card="S")
    table.says("B", "reveal_lost", card="S", cell="1L")
    assert table.prompts()["reveal_lost"].choices("reveal_lost", "card") == ("N",)
    table.refuses("7.7", "B", "reveal_lost", card="S")
    assert table.says("B", "reveal_lost", card="N").upheld


@pytest.mark.clause("GIRYAKU-7.7")
def test_a_card_that_was_shown_lies_where_it_was_shown() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle(mine, {"3L": "N"}, facedown_pair="show").flip("A")
    table.says("A", "place", col=2, card="S")
    table.says("A", "claim_skill", col=2, pair="SS")
    assert table.board("A")["2L"] == "S"
    table.says("B", "consume_two", cards=("S", "S"), target="1L")
    table.says("A", "reveal_lost", card="N")
    assert table.view().due == "reveal_board"
    refused = table.refuses("7.7", "A", "reveal_board", cards={"1L": "S", "2L": "N"})
    assert (refused.reason, refused.params["cell"]) == ("giryaku.seen_there", "2L")
    assert table.says("A", "reveal_board", cards={"1L": "N", "2L": "S"}).upheld
