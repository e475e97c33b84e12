"""The table sees it differently: house rulings and consent."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.journal import begin
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, Seat
from tests.referee.core.journal.toy_acts import (
    consent,
    correct,
    hide,
    hold,
    move,
    play,
    redo,
    refused,
    rule,
    skip,
    toy_match,
    undo,
)
from toy_game import SEATS, TOY, Toy

SKIP = {"type": "skip"}
HIDE = {"type": "hide", "number": 3}


@pytest.mark.clause("METSUKE-3.1")
def test_a_refused_move_stands_and_the_journal_shows_what_was_set_aside() -> None:
    match = play(toy_match(), rule(GAME_MASTER, seat="p2", move=SKIP, note="we agreed"))
    assert match.state.turn == 1
    line = match.log("public")[0]
    assert (line.house, line.note, line.move, line.clause) == (True, "we agreed", SKIP, "METSUKE-3.1")
    assert line.notices[0].params == {"actor": "gm", "note": "we agreed", "waived": ["TOY-3.1"]}
    assert line.notices[1].message == "toy.skipped"


@pytest.mark.clause("METSUKE-3.1")
def test_points_are_set_by_hand() -> None:
    match = play(toy_match(), rule(GAME_MASTER, adjust={"points": {"p2": 3}}))
    assert match.state.player("p2").points == 3
    assert match.log("p1")[0].notices[0].params["adjust"] == {"points": {"p2": 3}}


@pytest.mark.clause("METSUKE-3.1")
def test_what_cannot_exist_cannot_be_ruled() -> None:
    impossible = {"type": "guess", "target": "p2", "number": 3}
    assert refused(toy_match(), rule(GAME_MASTER, seat="p1", move=impossible)) == ("TOY-3.2", "toy.nothing_hidden")
    assert refused(toy_match(), rule(GAME_MASTER, adjust={"points": {"p9": 1}}))[1] == "toy.no_such_seat"
    assert refused(toy_match(), rule("p2", move=impossible | {"target": "p2"}))[1] == "toy.no_target"


@pytest.mark.clause("METSUKE-3.1")
def test_a_firm_refusal_is_not_set_aside_even_where_its_clause_could_be() -> None:
    class Firm(Toy):
        def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
            if "TOY-2.1" not in waived:
                raise Refused("TOY-2.1", "toy.cannot_be", firm=True)
            return super().judge(state, seat, move, waived)

    match = begin(Firm(), {}, SEATS)
    assert refused(match, rule(GAME_MASTER, seat="p1", move=HIDE)) == ("TOY-2.1", "toy.cannot_be")


@pytest.mark.clause("METSUKE-3.1")
def test_a_house_ruling_sets_one_thing() -> None:
    both: dict[str, Any] = {"move": SKIP, "adjust": {"points": {}}}
    for fields in ({}, both):
        assert refused(toy_match(), rule(GAME_MASTER, **fields)) == ("METSUKE-3.1", "table.house_empty")


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize("note", ["\x00", "a\u202eb", "\u200b", "line\nbreak"])
def test_a_note_can_be_read(note: str) -> None:
    ruling = rule(GAME_MASTER, adjust={"points": {"p1": 1}}, note=note)
    assert refused(toy_match(), ruling) == ("METSUKE-1.3", "table.note_characters")


@pytest.mark.clause("METSUKE-3.1")
def test_a_secret_reason_that_was_set_aside_is_told_to_its_seat_alone() -> None:
    held = play(toy_match(), hold("p1", 1, 2))
    match = play(held, rule("p1", move=HIDE), consent("p2"), consent("p3"))
    assert match.state.player("p1").hidden == 3
    told = {v: [n.params.get("waived") for n in match.log(v)[-1].notices] for v in ("p1", "p2", "public", "gm")}
    assert told["p1"] == told["gm"] == [[], ["TOY-2.2"], None]
    assert told["p2"] == told["public"] == [[], None]
    assert match.rulings[-1].params == {"actor": "p1", "note": "", "waived": []}


@pytest.mark.clause("METSUKE-3.1", "METSUKE-4.1")
def test_a_secret_that_was_ruled_stays_secret_and_is_locked() -> None:
    match = play(toy_match(), rule(GAME_MASTER, seat="p1", move=HIDE, salt="0" * 32))
    assert [match.log(v)[0].move for v in ("p1", "p2", "gm")] == [HIDE, {"type": "hide"}, HIDE]
    assert [number for number, _ in match.commitments()] == [1]


@pytest.mark.clause("METSUKE-3.2")
def test_the_game_masters_holds_at_once() -> None:
    match = play(toy_match(), rule(GAME_MASTER, seat="p2", move=SKIP))
    assert (match.proposal, match.state.turn) == (None, 1)


@pytest.mark.clause("METSUKE-3.2")
def test_at_a_table_of_one_nobody_else_has_to_agree() -> None:
    alone = begin(TOY, {}, [Seat(seat="p1")])
    assert play(alone, rule("p1", adjust={"points": {"p1": 2}})).state.player("p1").points == 2


@pytest.mark.clause("METSUKE-3.2")
def test_a_seats_holds_when_every_other_has_agreed() -> None:
    proposed = play(toy_match(), rule("p2", move=SKIP, note="they nodded"))
    assert proposed.state.turn == 0
    assert [p.seat for p in proposed.prompts("public") if p.ask == "table.consent"] == ["p1", "p3"]
    assert proposed.prompts("public")[0].params == {
        "actor": "p2",
        "seat": "p2",
        "move": SKIP,
        "adjust": None,
        "note": "they nodded",
    }
    one = play(proposed, consent("p3"))
    assert (one.state.turn, [p.seat for p in one.prompts("gm") if p.ask == "table.consent"]) == (0, ["p1"])
    both = play(one, consent("p1"))
    assert (both.state.turn, both.proposal) == (1, None)
    assert [line.in_force for line in both.log("public")] == [True, True, True]
    assert [n.message for n in both.log("public")[2].notices] == ["table.house_ruled", "toy.skipped"]
    assert play(both, undo(GAME_MASTER)).log("public")[0].in_force is False


@pytest.mark.clause("METSUKE-3.2")
def test_the_game_master_may_decide_a_proposal() -> None:
    proposed = play(toy_match(), rule("p2", move=SKIP))
    assert play(proposed, consent(GAME_MASTER)).state.turn == 1
    assert play(proposed, consent(GAME_MASTER, agree=False)).proposal is None


@pytest.mark.clause("METSUKE-3.2")
@pytest.mark.parametrize("who", ["p1", "p2"])
def test_it_falls_when_anybody_disagrees_its_proposer_included(who: str) -> None:
    match = play(toy_match(), rule("p2", move=SKIP), consent(who, agree=False))
    assert (match.proposal, match.state.turn) == (None, 0)
    assert match.log("public")[0].in_force is False
    assert [n.message for n in match.log("public")[1].notices] == ["table.house_dropped"]


@pytest.mark.clause("METSUKE-3.2")
@pytest.mark.parametrize(
    "moves_on",
    [
        hide("p3", 2),
        undo("p1"),
        rule(GAME_MASTER, adjust={"points": {"p1": 1}}),
        correct(1, type="hide", number=6),
    ],
)
def test_it_falls_when_the_match_moves_on(moves_on: Any) -> None:
    proposed = play(toy_match(), hide("p1", 1), rule("p2", move=SKIP))
    match = play(proposed, moves_on)
    assert match.proposal is None
    assert match.log("public")[1].in_force is False
    void = match.log("public")[2].notices[-1]
    assert (void.message, void.params) == ("table.house_void", {"actor": "p2"})
    assert match.rulings[-1].notices[-1] == void


@pytest.mark.clause("METSUKE-3.2")
def test_it_stays_when_a_declaration_is_refused() -> None:
    proposed = play(toy_match(), rule("p2", move=SKIP))
    refused(proposed, skip("p3"))
    assert play(proposed, consent("p1")).proposal is not None


@pytest.mark.clause("METSUKE-3.2")
def test_what_may_stand_again_stays_while_a_ruling_is_proposed() -> None:
    match = play(toy_match(), hide("p1", 1), undo("p1"), rule("p2", move=SKIP), consent("p2", agree=False))
    assert play(match, redo("p1")).state.player("p1").hidden == 1


@pytest.mark.clause("METSUKE-3.2")
def test_who_may_propose_and_agree() -> None:
    proposed = play(toy_match(), rule("p2", move=SKIP))
    assert refused(toy_match(), consent("p1")) == ("METSUKE-3.2", "table.nothing_proposed")
    assert refused(proposed, consent(TABLE)) == ("METSUKE-3.2", "table.nothing_proposed")
    assert refused(proposed, consent("p2")) == ("METSUKE-3.2", "table.agreed_already")
    assert refused(proposed, rule("p3", move=SKIP)) == ("METSUKE-3.2", "table.house_pending")
    assert refused(toy_match(), rule(TABLE, move=SKIP)) == ("METSUKE-3.2", "table.house_who")
    assert refused(toy_match(), rule("p1", seat="p2", move=SKIP)) == ("METSUKE-1.1", "table.other_seat")
    assert refused(toy_match(), rule("p1", seat="p9", adjust={"points": {}})) == ("METSUKE-1.1", "table.unknown_seat")


@pytest.mark.clause("METSUKE-3.2")
def test_a_proposed_secret_is_masked() -> None:
    match = play(toy_match(), move("p1", type="whisper", to="p3", number=2), rule("p1", move=HIDE))
    asked = {viewer: match.prompts(viewer)[0].params["move"] for viewer in ("p1", "p2", "p3", "public", "gm", "who")}
    secret = {"type": "hide"}
    assert asked == {"p1": HIDE, "p2": secret, "p3": secret, "public": secret, "gm": HIDE, "who": secret}
    assert match.log("p2")[1].move == secret
    assert match.log("p2")[0].move == {"type": "whisper", "to": "p3"}
