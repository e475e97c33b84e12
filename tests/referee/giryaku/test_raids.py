"""Which card a raid takes: what the raider and the owner of the hand have noted of it (GIRYAKU-8.6)."""

from __future__ import annotations

import pytest

from tests.referee.giryaku.table import Table, middle

FULL = {"1L": "S", "1U": "N", "2L": "O"}


def raided(deck: int = 3, hand: int = 2, **options: str) -> Table:
    """Return a table on which A raids B."""
    table = middle(FULL, FULL, **options)
    table.set("B", FULL, grave="SSSNN", hand=hand, deck=deck).turn()
    table.says("A", "consume_one", card="O")
    return table


@pytest.mark.clause("GIRYAKU-8.6")
def test_a_card_that_its_owner_knows_not_to_be_there_is_refused_on_the_raiders_phone_alone() -> None:
    table = raided()
    table.says("B", "enter_hand", cards=("S", "N", "S"))
    refused = table.refuses("8.6", "A", "raid_take", card="O")
    assert (refused.private, refused.firm, refused.reason) == (True, False, "giryaku.not_in_that_hand")
    assert table.view("B").private[0].hand == ("S", "N", "S")
    table.says("A", "raid_take", card="S")
    assert table.view("B").private[0].hand == ("N", "S")
    assert table.seat("B").hand_entered


@pytest.mark.clause("GIRYAKU-8.6")
def test_whoever_noted_a_hand_wrongly_notes_it_anew_before_the_card_is_taken() -> None:
    table = raided()
    table.says("B", "enter_hand", cards=("S", "N", "S"))
    table.refuses("8.6", "A", "raid_take", card="O")
    table.says("B", "enter_hand", cards=("S", "O", "S"))
    table.says("A", "raid_take", card="O")
    assert table.view("B").private[0].hand == ("S", "S")


@pytest.mark.clause("GIRYAKU-8.6")
def test_a_hand_that_is_noted_in_part_may_hold_any_card() -> None:
    table = middle(FULL, FULL)
    table.says("B", "enter_hand", cards=("S", "N"))
    table.says("A", "consume_one", card="O")
    assert not table.seat("B").hand_entered
    table.says("A", "raid_take", card="O")
    assert table.view("B").private[0].hand == ("S", "N")
    assert not table.seat("B").hand_entered
    other = middle(FULL, FULL)
    other.says("B", "enter_hand", cards=("S", "O"))
    other.says("A", "consume_one", card="O")
    other.says("A", "raid_take", card="O")
    assert other.seat("B") == table.seat("B")


@pytest.mark.clause("GIRYAKU-8.6")
def test_a_hand_noted_in_part_is_known_whole_once_a_card_beside_it_was_taken() -> None:
    table = raided(deck=1)
    table.says("A", "raid_take", card="O")
    table.set("B", FULL, grave="SSSNNO", hand=2, deck=0, entered=("S", "N"), since=1).turn()
    table.says("A", "consume_one", card="O")
    assert table.refuses("8.6", "A", "raid_take", card="O").private
    assert table.says("A", "raid_take", card="N").upheld


@pytest.mark.clause("GIRYAKU-8.6", "GIRYAKU-8.7")
def test_a_raider_is_held_to_what_the_raid_before_showed() -> None:
    table = raided(deck=0, hand=3)
    table.says("A", "raid_take", card="S", seen=("S", "N", "N"))
    table.says("A", "take_extra_turn")
    table.says("A", "consume_one", card="O")
    refused = table.refuses("8.6", "A", "raid_take", card="O")
    assert (refused.private, refused.reason) == (True, "giryaku.not_noted")
    assert table.judge("A", "raid_take", card="O", waived=("8.6",)).upheld
    assert table.judge("A", "raid_take", card="N").upheld
    assert table.says("A", "raid_take", card="O", seen=("O", "N")).upheld
    assert table.findings == []


@pytest.mark.clause("GIRYAKU-8.6", "METSUKE-3.1")
def test_a_house_ruling_lets_the_card_stand_and_nobody_else_sees_that_the_note_fell() -> None:
    seen = []
    for noted in (("S", "N", "S"), ("S", "N", "O")):
        table = raided()
        table.says("B", "enter_hand", cards=noted)
        table.says("A", "raid_take", card="O", waived=("8.6",))
        assert table.view("B").private[0].hand == (("S", "N") if "O" in noted else None)
        seen.append((table.view().model_dump(), table.view("A").model_dump()))
    assert seen[0] == seen[1]


@pytest.mark.clause("GIRYAKU-3.5", "GIRYAKU-7.6")
def test_a_hand_is_not_entered_when_no_card_of_it_is_noted() -> None:
    mine = {"1L": "N", "1U": "N", "2L": "S"}
    table = middle(mine).set("A", mine, grave="SSSSSNNOO", hand=2, deck=0, known=()).turn().flip("A")
    table.says("A", "enter_hand", cards=("S", "O"))
    assert table.seat("A").hand_entered
    table.says("A", "place", col=3, face_down=True)
    assert table.view("A").private[0].hand is None
    assert not table.seat("A").hand_entered
    table.says("A", "enter_hand", cards=("S",))
    assert table.seat("A").hand_entered
    table.turn("A")
    table.says("A", "place", col=2, card="S")
    assert (table.seat("A").hand, table.seat("A").hand_entered) == (0, False)
    table.refuses("3.5", "A", "enter_hand", cards=())
