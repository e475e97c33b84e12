"""A match that begins in the middle: laid, read back, exported, audited; and what refuses."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from referee.check.player import any_match, playing
from referee.check.positions import check_broken, check_laid
from referee.core.journal import Match, begin, fold
from referee.core.reading import Unreadable, lay, positions_of, read_position
from referee.core.transcripts import audit, dump, load, replay
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused
from tests.referee.core.journal.toy_acts import declare, guess, hide
from toy_game import SEATS, TOY

SALT = "5" * 32
LAID: dict[str, Any] = {
    "table": {"turn": "p2", "seats": {"p1": {"points": 2, "hidden": True}, "p2": {"hidden": True}, "p3": {}}},
    "secrets": {"p1": {"number": 4}, "p2": {"number": 6}},
}


def changed(**parts: Any) -> dict[str, Any]:
    return json.loads(json.dumps(LAID | parts))


def laid(position: Any = LAID, salt: str | None = SALT) -> Match:
    match, ruling = begin(TOY, {}, SEATS).act(TABLE, {"type": "lay", "position": position, "salt": salt})
    assert ruling.upheld, ruling
    return match


@pytest.mark.clause("METSUKE-5.1")
def test_a_match_goes_on_from_a_position() -> None:
    match = laid()
    assert match.number == 1
    assert match.view(PUBLIC).turn == "p2"
    match, ruling = match.act(*guess("p2", "p1", 4))
    assert ruling.reason == "toy.hit"
    stored = [json.loads(entry.model_dump_json()) for entry in match.entries]
    assert fold(TOY, {}, SEATS, [type(match.entries[0]).model_validate(row) for row in stored]) == match


@pytest.mark.clause("METSUKE-5.1")
@pytest.mark.parametrize("actor", ["p1", GAME_MASTER])
def test_nobody_but_the_table_lays_a_position(actor: str) -> None:
    begun = begin(TOY, {}, SEATS)
    same, ruling = begun.act(actor, {"type": "lay", "position": LAID})
    assert (same, ruling.upheld, ruling.clause) == (begun, False, "METSUKE-5.1")


@pytest.mark.clause("METSUKE-5.1")
def test_a_position_is_laid_before_anything_else_and_stays() -> None:
    begun, _ = begin(TOY, {}, SEATS).act(*hide("p1", 3))
    for match in (begun, laid()):
        same, ruling = match.act(TABLE, {"type": "lay", "position": LAID})
        assert (same, ruling.clause) == (match, "METSUKE-5.1")
    for actor in ("p1", TABLE, GAME_MASTER):
        assert laid().may_undo(actor) is not None


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize(
    ("position", "clause", "field"),
    [
        (changed(table={"turn": "p9"}), "TOY-3.1", "table.turn"),
        (changed(table={"turn": "p1", "seats": {"p1": {"points": 3}}}), "TOY-4.1", "table.seats.p1.points"),
        (changed(table={"turn": "p1", "seats": {"p1": {"hidden": 7}}}), "METSUKE-1.4", "table.seats.p1.hidden"),
        (changed(table={}), "METSUKE-1.4", "table.turn"),
        (changed(table=None), "METSUKE-1.4", "table"),
        (changed(secrets={"p9": {}}), "METSUKE-1.4", "secrets.p9"),
        (changed(secrets=[]), "METSUKE-1.4", "secrets"),
        (changed(past=[]), "METSUKE-1.4", "past"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(position: Any, clause: str, field: str) -> None:
    begun = begin(TOY, {}, SEATS)
    same, ruling = begun.act(TABLE, {"type": "lay", "position": position})
    assert (same, ruling.clause, ruling.params["field"]) == (begun, clause, field)


@pytest.mark.clause("METSUKE-5.3")
def test_a_secret_that_cannot_be_is_refused_in_private() -> None:
    wrong = changed(secrets={"p3": {"number": 2}})
    _, ruling = begin(TOY, {}, SEATS).act(TABLE, {"type": "lay", "position": wrong})
    assert (ruling.private, ruling.params["field"]) == (True, "secrets.p3.number")
    with pytest.raises(Refused) as refused:
        lay(TOY, TOY.OPTIONS(), SEATS, read_position(TOY, changed(secrets={"p1": {"number": 4}}), SEATS))
    assert (refused.value.clause, refused.value.params["seat"]) == ("METSUKE-5.3", "p2")


@pytest.mark.clause("METSUKE-5.3")
def test_it_is_locked_and_each_reads_its_own_part() -> None:
    match = laid()
    (line,) = match.log("p1")
    assert line.commitment is not None
    assert line.move == changed(secrets={"p1": {"number": 4}})
    assert match.log(PUBLIC)[0].move == changed(secrets={})
    twin = laid(changed(secrets={"p1": {"number": 4}, "p2": {"number": 1}}))
    for viewer in (PUBLIC, "p1", "p3"):
        told, again = (json.dumps(dump(each, viewer)) for each in (match, twin))
        assert told.replace(str(line.commitment), "") == again.replace(str(twin.log(PUBLIC)[0].commitment), "")
    assert match.log(GAME_MASTER)[0].move == LAID


@pytest.mark.clause("METSUKE-5.3")
def test_after_the_end_it_opens_to_its_hash() -> None:
    match, _ = laid().act(TABLE, {"type": "declare", "seat": TABLE, "move": {"type": "finish"}})
    assert [opening.holds for opening in match.reveal()] == [True]


def test_a_transcript_begins_with_a_position_and_goes_on() -> None:
    match, _ = laid().act(*guess("p2", "p1", 4))
    match, _ = match.act("p3", declare("p3", {"type": "hide", "number": 1}, SALT))
    written = json.loads(json.dumps(dump(match)))
    transcript = load(json.dumps(written), "m", {"toy": TOY})
    assert transcript.begun.number == 1
    *_, last = replay(transcript)
    assert last.match.view(GAME_MASTER) == match.view(GAME_MASTER)
    assert [last.match.commitments(viewer) for viewer in ("p1", PUBLIC)] == [match.commitments("p1")] * 2
    assert audit(transcript) == (2, ())
    written["state"]["secrets"]["p2"]["number"] = 5
    assert audit(load(json.dumps(written), "m", {"toy": TOY})) == (2, (1,))


def test_a_transcript_with_a_broken_position_names_its_field() -> None:
    written = dump(laid()) | {"state": changed(table={"turn": "p9"})}
    with pytest.raises(Unreadable, match=r"m: state\.table\.turn: TOY-3\.1"):
        load(json.dumps(written), "m", {"toy": TOY})


def test_any_moment_of_a_match_can_be_laid_again() -> None:
    for seed in range(25):
        random = Random(f"positions {seed}")
        match = any_match(TOY, random, {}, 1 + seed % 4)
        moments = [match, *(one.after for one in playing(match, random))]
        check_laid(moments, random.randrange(len(moments)))
        for _ in range(8):
            check_broken(random.choice(moments[:-1]), random)


def test_a_game_without_positions_cannot_begin_in_the_middle() -> None:
    class Plain(type(TOY)):  # type: ignore[misc]
        EXTRAS = type(TOY.EXTRAS)()

    with pytest.raises(Refused) as refused:
        positions_of(Plain())
    assert refused.value.clause == "METSUKE-5.1"
