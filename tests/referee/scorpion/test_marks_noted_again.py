"""A mark that was typed into the wrong zone, found out by a search, and put right without a game master."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee import scorpion
from referee.check.player import any_match, playing
from referee.core.journal import Match
from referee.core.journal.noting_again import parts_of, saying, secret_notes
from referee.core.values import Ruling

SEED = 31
MOST = 400


def searched_in_vain() -> Iterator[tuple[Match, str]]:
    """Yield a match after each search that found nothing, with the zone."""
    random = Random(SEED)
    for one in playing(any_match(scorpion, random, {"depth": "plays"}), random, MOST):
        for told in one.ruling.notices:
            if told.message == "scorpion.search_answered" and told.params["found"] == "nothing":
                yield one.after, told.params["zone"]


def put_right() -> tuple[Match, Match, Ruling, str]:
    """Return a match before and after a trap was noted again where a search found nothing, the ruling, and the zone."""
    for match, zone in searched_in_vain():
        for seat in match.seats:
            for note in secret_notes(match, seat.seat):
                for part in parts_of(match, note):
                    if note.move.type == "record_marks" and str(part.at[-1]).startswith("T") and zone in part.of:
                        move = saying(note.move.model_dump(mode="json"), part.at, zone)
                        act = {"type": "note_again", "number": note.line, "move": move, "salt": "5a" * 16}
                        after, ruling = match.act(seat.seat, act)
                        if ruling.upheld:
                            return match, after, ruling, zone
    raise AssertionError("no mark can be moved to where a search found nothing")


@pytest.mark.clause("METSUKE-6.2")
def test_a_trap_in_the_wrong_zone_is_put_right_and_whoever_searched_hears_what_is_so() -> None:
    before, after, ruling, zone = put_right()
    wrong = [n for n in ruling.notices if n.message == "table.told_wrong"]
    assert wrong[0].params["message"] == "scorpion.search_answered"
    assert (wrong[0].params["params"]["zone"], wrong[0].params["params"]["found"]) == (zone, "trap")
    assert [s.number for s in after.steps][: len(before.steps)] == [s.number for s in before.steps]
