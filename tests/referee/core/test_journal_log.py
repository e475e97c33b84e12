"""What each viewer reads of the journal."""

from __future__ import annotations

from referee.values import PUBLIC
from tests.referee.core.toy_acts import (
    consent,
    correct,
    declare,
    hide,
    hold,
    move,
    play,
    random_match,
    rule,
    skip,
    toy_match,
    undo,
)
from tests.toy_game import TOY, VIEWERS, Toy

SECRETS = [
    hide("p1", 3),
    undo("p1"),
    hold("p1", 5, 6),
    move("p1", type="whisper", to="p3", number=2),
    rule("p1", move={"type": "hide", "number": 4}),
    consent("p1", agree=False),
    correct(3, type="hold", numbers=(4, 6)),
]


def test_a_secret_is_masked_wherever_it_stands() -> None:
    match = play(toy_match(), *SECRETS)
    lines = [line.move for line in match.log("p2")]
    assert lines == [
        {"type": "hide"},
        None,
        {"type": "hold"},
        {"type": "whisper", "to": "p3"},
        {"type": "hide"},
        None,
        {"type": "hold"},
    ]
    assert [line.move for line in match.log(PUBLIC)] == lines
    assert match.log("p3")[3].move == {"type": "whisper", "to": "p3", "number": 2}
    assert match.log("p1")[6].move == {"type": "hold", "numbers": [4, 6]}


def test_a_private_notice_stands_in_its_own_log_alone() -> None:
    match = play(toy_match(), move("p1", type="whisper", to="p3", number=2))
    told = {viewer: [n.message for n in match.log(viewer)[0].notices] for viewer in (*VIEWERS, "gm")}
    assert told["p3"] == told["gm"] == ["toy.whispered", "toy.heard"]
    assert told[PUBLIC] == told["p1"] == told["p2"] == ["toy.whispered"]


def test_a_stranger_reads_what_everybody_reads() -> None:
    match = play(toy_match(), *SECRETS)
    for stranger in ("p9", "table", "", "GM"):
        assert match.log(stranger) is match.log(PUBLIC)


def test_a_line_names_who_acted_and_for_whom() -> None:
    match = play(toy_match(), skip("p1"), ("gm", declare("p2", {"type": "skip"})))
    own, spoken_for = match.log(PUBLIC)
    assert (own.number, own.actor, own.seat, own.act, own.clause) == (1, "p1", "p1", "declare", "TOY-3.1")
    assert (own.in_force, own.house) == (True, False)
    assert (spoken_for.actor, spoken_for.seat) == ("gm", "p2")


def test_lines_are_made_once_and_follow_what_is_in_force() -> None:
    calls: list[str] = []

    class Counting(Toy):
        def masked(self, move: object, seat: str, viewer: str) -> object:
            calls.append(viewer)
            return TOY.masked(move, seat, viewer)

    match = toy_match()
    match = play(type(match)(Counting(), match.options, match.seats, match.state), hide("p1", 3))
    first = match.log("p2")
    assert match.log("p2") is first
    after = play(match, hide("p2", 4))
    assert after.log("p2")[0] is first[0]
    assert calls == ["p2", "p2"]
    assert play(after, undo("p2")).log("p2")[1].in_force is False
    assert after.log("p2")[1].in_force is True


def test_the_log_of_a_match_is_the_log_of_its_journal() -> None:
    for seed in range(20):
        match, after = random_match(seed)
        for viewer in (*VIEWERS, "gm"):
            assert len(match.log(viewer)) == match.number
        earlier = after[10]
        assert [line.number for line in earlier.log(PUBLIC)] == list(range(1, earlier.number + 1))
