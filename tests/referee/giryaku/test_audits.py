"""What is proved afterwards (ledger section 8): each finding, and the case beside it without one."""

from __future__ import annotations

import pytest

from tests.referee.giryaku.table import Table, middle

NINJA = {"1L": "N", "1U": "N", "2L": "S"}
THEIRS = {"1L": "S", "1U": "S", "2L": "N", "3L": "O"}


@pytest.mark.clause("GIRYAKU-2.2")
def test_two_extra_cards_of_one_owner_prove_a_wrong_deck() -> None:
    table = middle().set("A", {"1L": "S"}, grave="SSSSSSNNNNN").turn()
    table.says("A", "place", col=2, card="N", waived=("2.2",))
    assert table.findings == ["wrong_deck"]
    assert table.view().findings[0].cards == ("S", "N")
    table.says("B", "place", col=2, card="S")
    assert table.findings == ["wrong_deck"]


@pytest.mark.clause("GIRYAKU-1.1")
def test_the_same_single_extra_card_of_both_proves_wrong_decks() -> None:
    table = middle().set("A", {"1L": "S"}, grave="SSSSSS").set("B", {"1L": "S"}, grave="SSSSS").turn("B")
    table.says("B", "place", col=2, card="S", waived=("1.1",))
    assert table.findings == ["wrong_decks"]
    onmyoji = middle().set("A", {"1L": "S"}, grave="OOOO").set("B", {"1L": "S"}, grave="OOO").turn("B")
    onmyoji.says("B", "place", col=2, card="O")
    assert onmyoji.findings == []


@pytest.mark.clause("GIRYAKU-2.9")
def test_consuming_two_others_proves_that_the_kept_card_was_swapped() -> None:
    table = Table().open("SNO")
    table.says("A", "consume_two", cards=("S", "N"), target="1L")
    assert table.findings == ["swapped_card"]
    honest = Table().open("SNO")
    honest.says("A", "consume_two", cards=("S", "O"), target="1L")
    assert honest.findings == []
    later = Table().open("SNO")
    later.says("A", "place", col=3, card="S")
    assert later.seat("A").known == ("O",)
    assert later.findings == []


@pytest.mark.clause("GIRYAKU-8.6", "GIRYAKU-2.9")
def test_a_raided_hand_without_the_kept_card_is_told_to_the_raider() -> None:
    table = Table().open("SON", "SNN")
    table.says("A", "place", col=3, card="N")
    table.says("B", "consume_one", card="O")
    table.says("B", "raid_take", card="S", seen=("S", "S", "O"))
    assert table.findings == []
    table = Table().open("SNO", "SNN")
    table.says("A", "place", col=3, card="N")
    table.says("B", "consume_one", card="O")
    ruling = table.says("B", "raid_take", card="S", seen=("S", "S", "N"))
    assert [n.to for n in ruling.notices if "finding" in n.message] == [("B",)]
    assert table.findings == []
    assert [f.kind for f in table.view("B").private[0].findings] == ["swapped_card"]
    assert not table.view("A").private[0].findings


@pytest.mark.clause("GIRYAKU-8.6")
def test_a_card_that_the_raider_did_not_see_contradicts_their_note() -> None:
    def raided() -> Table:
        table = middle(THEIRS, THEIRS)
        table.says("A", "consume_one", card="O")
        table.says("A", "raid_take", card="S", seen=("S", "S", "N"))
        table.says("A", "decline_extra_turn")
        return table

    true, false, later = raided(), raided(), raided()
    true.says("B", "place", col=2, card="N")
    assert true.findings == []
    assert true.view("A").private[0].spied == ("S",)
    false.says("B", "place", col=2, card="O")
    assert [(f.kind, f.certainty) for f in false.view().findings] == [("raid_contradicted", "reported")]
    later.says("B", "place", col=2, card="S")
    if later.view().due == "pick_hand":
        later.says("B", "pick_hand", index=1)
        later.says("A", "reveal_lost", card="S")
    later.says("A", "consume_one", card="N", target="2L")
    later.says("B", "place", col=3, card="O")
    assert later.findings == []


def lost_one(face: str, **waived: tuple[str, ...]) -> Table:
    table = middle(NINJA, THEIRS, turn="B").flip("A")
    table.says("B", "consume_two", cards=("N", "N"), target="2L")
    table.says("A", "reveal_lost", card=face, **waived)
    return table


@pytest.mark.clause("GIRYAKU-7.7")
def test_a_card_that_was_never_turned_down_is_found() -> None:
    assert lost_one("S").findings == []
    assert lost_one("O", waived=("7.7",)).findings == ["flip_cards"]
    table = middle(NINJA, THEIRS).flip("A")
    table.says("A", "place", col=3, face_down=True)
    table.says("B", "consume_two", cards=("N", "N"), target="2L")
    table.says("A", "reveal_lost", card="O")
    assert table.findings == []
    table.says("A", "place", col=2, card="S")
    table.says("B", "consume_two", cards=("N", "S"), target="3L")
    table.refuses("7.7", "A", "reveal_lost", card="O")


@pytest.mark.clause("GIRYAKU-7.14", "GIRYAKU-7.5")
def test_a_board_that_stayed_face_down_without_two_ninja_is_found() -> None:
    board = {"1L": "N", "1U": "N", "2L": "S", "2U": "S"}

    def shown(low: str, up: str, other: str, above: str) -> Table:
        table = middle(board, THEIRS).flip("A")
        table.says("A", "place", col=3, card="S")
        table.says("B", "consume_two", cards=("S", "O"), target="1L")
        table.says("A", "reveal_lost", card="N")
        table.says("A", "reveal_board", cards={"1L": up, "2L": other, "2U": above})
        return table

    assert shown("N", "N", "S", "S").findings == []
    broken = shown("N", "S", "S", "N")
    assert broken.findings == ["stayed_down"]
    assert broken.view().findings[0].turn == 9


@pytest.mark.clause("GIRYAKU-6.3")
def test_a_false_claim_is_found_when_its_cards_are_seen() -> None:
    def claimed(face: str) -> Table:
        table = middle(NINJA, THEIRS).flip("A")
        table.says("A", "place", col=2, face_down=True)
        table.says("A", "claim_skill", col=2, pair="SO")
        assert table.view().open_checks == 2
        table.says("B", "consume_two", cards=("N", "N"), target="2U")
        table.says("A", "reveal_lost", card=face)
        return table

    assert claimed("O").findings == []
    assert claimed("S").findings == []
    assert claimed("N").findings == ["false_claim"]


@pytest.mark.clause("GIRYAKU-7.14")
def test_a_board_may_be_shown_after_the_end_for_the_last_audit() -> None:
    table = middle({**NINJA, "3L": "O"}, {"3L": "S"}).flip("A")
    table.says("A", "place", col=3, card="S")
    table.says("A", "claim_skill", col=3, pair="SO")
    assert table.winner == ("A",)
    assert "reveal_board" in table.prompts()
    table.refuses("9.10", "B", "reveal_board", cards={"1L": "N"})
    table.says("A", "reveal_board", cards={"1L": "S", "1U": "N", "2L": "N", "3L": "O"})
    assert table.findings == ["stayed_down"]
    assert table.winner == ("A",)
    assert "reveal_board" not in table.prompts()


@pytest.mark.clause("GIRYAKU-9.1")
def test_a_recount_that_differs_from_the_book_is_reported() -> None:
    table = middle({"1L": "O"}).set("A", {"1L": "O"}, grave="SN").turn()
    table.says("A", "place", col=1, card="O")
    table.says("B", "final_count", counts={"A": 3, "B": 0})
    assert [(f.kind, f.player, f.certainty) for f in table.view().findings] == [("recount", "A", "reported")]
    assert table.winner == ("A",)
