"""No seat takes back what brought out a secret or cards (METSUKE-2.3), as the ruling itself shows."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check.twins import plain
from referee.core.journal import begin
from referee.core.offers import Offer
from referee.core.values import GAME_MASTER, TABLE, Ruling, Seat
from referee.giryaku.state import State
from referee.giryaku.view import REVEALING
from tests.players.giryaku import HONEST, SECRET, any_options, judged, play, twin
from tests.players.people import seated
from tests.referee.giryaku.table import Table, middle
from tests.shares import count

RULES = sorted((Path(__file__).parents[3] / "referee" / "giryaku").rglob("*.py"))
NINJA = {"1L": "N", "1U": "N", "2L": "S"}
EMPTY = {"hand": 2, "deck": 0, "grave": "SSNN"}
OPEN = {
    "first", "consume_map", "configured", "dealt", "must_redraw", "opening_stands", "opening_placed", "turn",
    "last_turn", "placed", "placed_down", "nothing_there", "strikes", "raid", "extra_taken", "extra_declined",
    "no_extra_turn", "turned_down", "rearranged", "fell", "hand_entered", "no_hand", "drawn_match", "won_fewer",
    "buried", "board_counted", "last_turn_over", "counted", "recounted", "struck",
}  # fmt: skip
"""Notices that say only what everybody saw. `struck` is looked at card by card, and so are skills."""


def test_every_notice_is_known_to_reveal_something_or_not() -> None:
    told: set[str] = set()
    for source in RULES:
        told |= set(re.findall(r'tell\(\s*"([a-z_.]+)"', source.read_text(encoding="utf-8")))
    told |= {f"finding.{kind}" for kind in ("wrong_deck", "swapped_card", "false_claim", "stayed_down", "flip_cards")}
    reveals = {key.removeprefix("giryaku.") for key in REVEALING}
    assert not reveals & OPEN
    assert told - reveals == OPEN & told
    assert told <= reveals | OPEN


def flipped(mode: str, theirs: dict[str, str] = NINJA) -> Table:
    """Return a table of empty decks on which B's board lies face down and A is on turn with nothing to draw."""
    table = middle({"3L": "S", "2L": "O"}, theirs, flip_mode=mode)
    table.set("A", {"3L": "S", "2L": "O"}, **EMPTY).set("B", theirs, **EMPTY).turn()
    return table.flip("B", noted=mode == "app")


def bare(a: dict[str, str], b: dict[str, str], **options: Any) -> Table:
    """Return a table of empty decks, where nothing is drawn."""
    return middle(**options).set("A", a, **EMPTY).set("B", b, **EMPTY).turn()


@pytest.mark.clause("METSUKE-2.3", "GIRYAKU-7.15")
def test_a_face_down_card_that_is_struck_is_told_and_one_that_lies_open_is_not() -> None:
    down = flipped("app", {**NINJA, "3L": "O"})
    assert down.judge("A", "consume_two", cards=("S", "S"), target="3L").told
    up = bare({"3L": "S"}, {"3L": "O", "1L": "S"})
    assert not up.judge("A", "consume_two", cards=("S", "S"), target="3L").told
    trust = flipped("trust", {**NINJA, "3L": "O"})
    assert not trust.says("A", "consume_two", cards=("S", "S"), target="3L").told
    assert trust.says("B", "reveal_lost", card="O").told


@pytest.mark.clause("METSUKE-2.3", "GIRYAKU-8.6")
def test_a_raid_shows_a_hand_even_where_nothing_is_drawn() -> None:
    table = bare({"1L": "S"}, {"1L": "S"})
    ruling = table.says("A", "consume_one", card="O")
    assert "giryaku.drawn" not in [n.message for n in ruling.notices]
    assert ruling.told
    assert table.says("A", "raid_take", card="S").told
    assert not table.says("A", "take_extra_turn").told
    empty = bare({"1L": "S"}, {"1L": "S"}).set("B", {"1L": "S"}, grave="SSSSSNNNNN", hand=0, deck=0)
    assert not empty.judge("A", "consume_one", card="O").told


@pytest.mark.clause("METSUKE-2.3", "GIRYAKU-3.4")
def test_a_card_that_is_drawn_of_those_just_withdrawn_is_a_card_drawn() -> None:
    table = bare({"1L": "S", "1U": "N", "2L": "S"}, {"1L": "S"})
    ruling = table.says("A", "consume_one", card="S", target="1")
    assert table.seat("A").deck == 1
    assert ruling.told


@pytest.mark.clause("METSUKE-2.3", "GIRYAKU-7.14")
@pytest.mark.parametrize("stands", [True, False])
def test_an_answer_about_a_flip_is_told(stands: bool) -> None:
    table = bare({"3L": "S"}, {**NINJA, "2U": "N", "3L": "N"}).flip("B")
    table.says("A", "consume_two", cards=("S", "S"), target="3L")
    table.says("B", "reveal_lost", card="N")
    assert table.says("B", "declare_flip", stands=stands).told


@pytest.mark.clause("METSUKE-2.3", "GIRYAKU-6.3")
def test_a_pair_that_fires_by_itself_is_told_where_others_did_not_know_it() -> None:
    board = {**NINJA, "2L": "S"}
    for mine, fields in ((board, {"face_down": True}), (board, {})):
        table = bare(mine, {"1L": "S", "3L": "S"}, flip_mode="app").flip("A", noted=True)
        assert table.says("A", "place", col=2, card="S", **fields).told
    table = bare(board, {"1L": "S", "3L": "S"}, flip_mode="app").flip("A", noted=True)
    assert not table.says("A", "place", col=3, card="S", face_down=True).told
    assert not bare(board, {"1L": "S", "3L": "S"}).says("A", "place", col=2, card="S").told


@pytest.mark.clause("METSUKE-2.3", "GIRYAKU-9.3")
def test_an_end_that_opens_what_phones_kept_is_told() -> None:
    table = middle({"1L": "O"})
    assert not table.judge("A", "place", col=1, card="O").told
    table.says("B", "enter_hand", cards=("S", "S"))
    assert table.judge("A", "place", col=1, card="O").told
    raided = middle({"1L": "O"}).set("B", {"1L": "S"}, spied=("S", "N")).turn()
    assert raided.judge("A", "place", col=1, card="O").told


@pytest.mark.clause("METSUKE-2.1", "GIRYAKU-3.5")
def test_what_reveals_nothing_is_still_taken_back() -> None:
    table = Table()
    assert not table.says("table", "deal_done").told
    for seat in "AB":
        assert table.says(seat, "reveal_opening", cards=("S", "N", "O")).told
    for seat in "AB":
        assert not table.says(seat, "opening_place", cols=(1, 2)).told
    for seat in "AB":
        assert table.says(seat, "opening_reveal", cards={1: "S", 2: "N"}).told
    assert not table.says("A", "enter_hand", cards=("O", "S")).told
    match = begin(giryaku, {"consume_map": "O_raids"}, (Seat(seat="A"), Seat(seat="B")))
    match, ruling = match.declare("A", {"type": "configure", "first_player": "A"})
    assert not ruling.told
    assert match.may_undo("A") is None


# Twins: whatever the same move brings out in only one of them


def heard(ruling: Ruling, actor: str, viewer: str) -> str:
    """Return all that a viewer gets of an upheld ruling and sees after it."""
    told: dict[str, Any] = {"notices": [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]}
    if actor == viewer:
        told |= {"clause": ruling.clause, "reason": ruling.reason, "params": dict(ruling.params)}
    told |= {"view": giryaku.view(ruling.state, viewer), "prompts": list(giryaku.prompts(ruling.state, viewer))}
    return plain(told)


def offered(state: State, seat: str) -> list[Offer]:
    return [offer for prompt in giryaku.prompts(state, GAME_MASTER) if prompt.seat == seat for offer in prompt.offers]


@pytest.mark.clause("METSUKE-2.3", "METSUKE-1.8")
@pytest.mark.soak
def test_what_the_same_move_brings_out_in_only_one_of_two_twins_is_told() -> None:
    wanted, compared, differing = count("PAIRS"), 0, 0
    for seed in range(wanted):
        random = Random(f"told {seed}")
        options = any_options(random) | {"flip_mode": "app"}
        moves = play(seed, options, random.choice((HONEST, SECRET, SECRET)))
        moves = moves[: random.randint(10, 40)]
        viewer = random.choice(("public", "p1", "p2"))
        other = twin(moves, viewer, random, options=options, seats=seated(), tries=8)
        if other is None:
            continue
        states = zip(judged(moves, options, seated())[0], judged(other, options, seated())[0], strict=True)
        for one, two in states:
            for seat in ("p1", "p2", TABLE):
                for offer in offered(random.choice((one, two)), seat):
                    move = giryaku.MOVE.validate_python(offer.any_of(random))
                    rulings = [giryaku.judge(state, seat, move) for state in (one, two)]
                    if not all(ruling.upheld for ruling in rulings):
                        continue
                    compared += 1
                    if heard(rulings[0], seat, viewer) != heard(rulings[1], seat, viewer):
                        differing += 1
                        assert [ruling.told for ruling in rulings] == [True, True], (seed, seat, move, rulings)
    assert compared > 20 * wanted
    assert differing > wanted // 10
