"""What follows from an annotated state: who is shown, offered, told and refused what."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import GAME_MASTER, PUBLIC, Match, begin, dump
from referee.check.offered import check_offered, check_others
from referee.check.player import played_to_end
from referee.check.twins import check_folded, check_taken_back, check_twins, reaching, twins
from referee.core.acts import Declare
from tests.referee.short.flowers import game

SALT = "5a" * 16
THREE = ("Aki", "Ben", "Chie")


def started(*moves: tuple[str, dict[str, Any]]) -> Match:
    match = begin(game, seats=THREE)
    for seat, move in moves:
        match, ruling = match.declare(seat, move, SALT)
        assert ruling.upheld, ruling
    return match


def lay(card: str) -> dict[str, str]:
    return {"type": "lay", "card": card}


def offers(match: Match, seat: str, viewer: str) -> list[dict[str, Any]]:
    return [o.model_dump() for p in match.prompts(viewer) if p.seat == seat for o in p.offers]


def test_a_seat_sees_its_own_and_others_see_how_many() -> None:
    match = started(("Aki", lay("skull")))
    own, other = match.view("Aki").seats[0], match.view("Ben").seats[0]
    assert (own.cards, own.pile) == (("flower",) * 3, ("skull",))
    assert (other.cards, other.cards_count, other.pile, other.pile_count) == (None, 3, None, 1)
    assert match.view("Aki").under is None
    assert match.view("Aki").under_count == 1
    assert match.view(GAME_MASTER).seats[0].pile == ("skull",)
    assert match.view(GAME_MASTER).under == ("skull",)


def test_all_is_open_after_the_end() -> None:
    match = played_to_end(begin(game, seats=THREE), Random(1))
    assert match.result is not None
    assert all(seat.cards is not None for seat in match.view(PUBLIC).seats)
    assert match.view(PUBLIC).under == ("skull",)


def test_a_choice_among_ones_own_secrets_is_offered_to_its_seat_alone() -> None:
    match = started()
    assert offers(match, "Aki", "Aki")[0]["fields"]["card"]["of"] == ("flower", "skull")
    assert [o["fields"] for o in offers(match, "Aki", "Ben")] == [{}]
    assert offers(match, "Aki", "Ben") == offers(match, "Aki", PUBLIC)
    assert offers(match, "Ben", "Ben") == []


def test_a_secret_move_is_masked_for_all_but_its_seat_and_the_game_master() -> None:
    match = started(("Aki", lay("skull")))
    for viewer, read in (("Aki", lay("skull")), (GAME_MASTER, lay("skull")), ("Ben", {"type": "lay"})):
        assert match.log(viewer)[0].move == read
    assert match.commitments()
    assert "skull" not in str(dump(match, PUBLIC))


def test_a_refusal_that_rests_on_a_secret_is_private_and_another_is_not() -> None:
    match = started()
    _, held = match.declare("Aki", lay("rose"), SALT)
    _, turn = match.declare("Ben", lay("rose"), SALT)
    assert (held.reason, held.private) == ("flowers.not_held", True)
    assert (turn.reason, turn.private) == ("flowers.not_your_turn", False)


def test_a_house_ruling_lifts_what_is_required_and_not_what_must_be() -> None:
    match = started()
    _, turn = match.declare("Ben", lay("skull"), SALT)
    assert not turn.firm
    ruled, ruling = match.act(GAME_MASTER, {"type": "house_ruling", "seat": "Ben", "move": lay("skull"), "salt": SALT})
    assert ruling.upheld
    assert ruled.view("Ben").seats[1].pile == ("skull",)
    _, held = match.act(GAME_MASTER, {"type": "house_ruling", "seat": "Aki", "move": lay("rose"), "salt": SALT})
    assert not held.upheld


def test_what_reveals_a_secret_cannot_be_taken_back_by_its_seat() -> None:
    match = started(("Aki", lay("skull")))
    assert match.may_undo("Aki") is None
    match, ruling = match.declare("Ben", {"type": "look", "at": "Aki"})
    assert ruling.told
    assert match.view(PUBLIC).seats[0].seen == ("skull",)
    refused = match.may_undo("Ben")
    assert refused is not None
    assert refused.clause == "METSUKE-2.3"


def test_a_whisper_reaches_one_seat() -> None:
    match = started(("Aki", lay("skull")))
    _, ruling = match.declare("Aki", {"type": "whisper", "to": "Ben", "card": "skull"}, SALT)
    assert "skull" in reaching(ruling, "Aki", "Ben")
    assert "skull" not in reaching(ruling, "Aki", "Chie")
    assert "skull" not in reaching(ruling, "Aki", PUBLIC)


def test_a_seat_that_nobody_has_is_refused() -> None:
    match = started(("Aki", lay("skull")))
    _, ruling = match.declare("Ben", {"type": "look", "at": "Nobody"})
    assert (ruling.upheld, ruling.clause) == (False, "METSUKE-1.1")
    _, ruling = match.act("Aki", {"type": "declare", "seat": "table", "move": {"type": "look", "at": "Aki"}})
    assert (ruling.upheld, ruling.clause) == (False, "METSUKE-1.1")


def test_a_refused_or_upheld_move_leaves_the_state_before_it_as_it_was() -> None:
    match = started()
    before = repr(match.state)
    match.declare("Aki", lay("skull"), SALT)
    match.declare("Aki", lay("rose"), SALT)
    match.prompts("Aki")
    assert repr(match.state) == before


@pytest.mark.parametrize("seed", range(10))
def test_twins_of_a_short_game_look_the_same_and_offers_are_what_is_legal(seed: int) -> None:
    random = Random(seed)
    match = begin(game, seats=THREE[: random.choice((2, 3))])
    for viewer in (PUBLIC, "Aki", "Ben"):
        pair = twins(match, viewer, random)
        check_twins(match, pair.acts_a, pair.acts_b, viewer)
    played = played_to_end(match, random)
    check_folded(played)
    halfway = played_to_end(match, random, until=3)
    check_offered(halfway, random)
    check_others(halfway, random)
    check_taken_back(halfway)


def test_points_are_set_by_hand() -> None:
    match = started()
    ruled, ruling = match.act(GAME_MASTER, {"type": "house_ruling", "adjust": {"points": {"Ben": 2}}})
    assert ruling.upheld
    assert [seat.laid for seat in ruled.view(PUBLIC).seats] == [0, 2, 0]
    _, ruling = match.act(GAME_MASTER, {"type": "house_ruling", "adjust": {"points": {"Nobody": 2}}})
    assert not ruling.upheld


def test_what_the_app_draws_replaces_whatever_was_declared() -> None:
    from liars_dice import game as dice

    match = begin(dice, {"dice": 3}, THREE)
    six = Declare(seat="Aki", move={"type": "roll", "dice": [6, 6, 6]}, salt=SALT)
    fill = dice.EXTRAS.drawing.fill
    drawn = fill(match, six, Random(1))
    assert drawn.move["dice"] != [6, 6, 6]
    assert fill(match, {"type": "undo"}, Random(1)) == {"type": "undo"}
    assert fill(match, six.model_copy(update={"seat": "Nobody"}), Random(1)).move["dice"] == [6, 6, 6]
    after, ruling = match.act("Aki", drawn)
    assert ruling.told
    assert list(after.view("Aki").seats[0].dice) == drawn.move["dice"]
    real = begin(dice, {"dice_are": "real"}, THREE)
    assert offers(real, "Aki", "Aki")[0]["move"] == "bid"
