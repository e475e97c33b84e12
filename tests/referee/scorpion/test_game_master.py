"""The game master of Scorpion looks, declares and corrects, and nobody else learns a secret by it (L11 to L13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee import scorpion
from referee.check.twins import ActorsAct, check_twins, plain, reaching, seen
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.cards import SUGGESTED
from tests.players.scorpion.match import judged, seated
from tests.referee.core.journal.toy_acts import consent, correct, declare, play, redo, rule, undo
from tests.referee.core.journal.toy_acts import refused as refusal
from tests.referee.scorpion.evenings import about, match_at
from tests.referee.scorpion.table import MARKS, POSTS, SEATS, Table, sleeping

SALT = "5a" * 16


def by_master(seat: str, kind: str, **fields: Any) -> ActorsAct:
    """Return a declaration of the game master for a seat."""
    return GAME_MASTER, declare(seat, {"type": kind, **fields}, SALT)


def own(seat: str, kind: str, **fields: Any) -> ActorsAct:
    """Return a declaration of a seat for itself."""
    return seat, declare(seat, {"type": kind, **fields}, SALT)


def moving(players: int = 3, **options: Any) -> Match:
    """Return a match in which the intruders move: Ninja at T1, Traitor at N6."""
    state = Table.ready(players, **{"gm": "active", **options}).state
    return match_at(replace(state, phase="intruders", opened=False))


# --- Who may do what -------------------------------------------------------------------------------------------------


@pytest.mark.clause("METSUKE-1.1")
@pytest.mark.parametrize("gm", ["off", "observer"])
def test_a_game_master_who_only_looks_changes_nothing(gm: str) -> None:
    match = moving(gm=gm)
    match = play(match, own("ninja", "lock_path", intruder="ninja", steps=[]))
    for act in (
        by_master("traitor", "lock_path", intruder="traitor", steps=[]),
        undo(GAME_MASTER),
        redo(GAME_MASTER),
        correct(1),
        rule(GAME_MASTER, adjust={"alert": 2}),
        consent(GAME_MASTER),
        (GAME_MASTER, declare(GAME_MASTER, {"type": "set_unknown", "options": {"sake_alert": "1"}})),
    ):
        assert refusal(match, act) == ("METSUKE-1.1", "table.master_looks")


@pytest.mark.clause("METSUKE-1.1")
def test_an_active_one_declares_for_any_seat_and_is_judged_as_the_seat_would_be() -> None:
    match = moving()
    walk = {"intruder": "ninja", "steps": [{"do": "walk", "to": match.state.board.neighbours("T1", "plain")[0]}]}
    alone, by_gm = play(match, own("ninja", "lock_path", **walk)), play(match, by_master("ninja", "lock_path", **walk))
    assert by_gm.state == alone.state
    assert [(line.actor, line.seat) for line in by_gm.log(PUBLIC)] == [("gm", "ninja")]
    after, ruling = match.act(*by_master("ninja", "lock_path", intruder="traitor", steps=[]))
    assert (after is match, ruling.clause) == (True, "SCORPION-9.3")


# --- What others see of it -------------------------------------------------------------------------------------------

OTHER_MARKS = MARKS | {"A": "P6", "B": "P2"}
HAND = SUGGESTED["ninja"]
OTHER_HAND = {"kenjutsu1": 2, "rope": 3, "shuriken": 2, "shadow_walk": 1}
GUARDS = SUGGESTED["guards"]
OTHER_GUARDS = {**GUARDS, "awaken": 3, "sentry_listen": 7}


@pytest.mark.parametrize(
    ("part", "seat", "one", "other"),
    [
        ("missions", "ninja", {"type": "draw_missions", "ninja": "A"}, {"type": "draw_missions", "ninja": "E"}),
        (
            "hands",
            "ninja",
            {"type": "choose_intruder_hand", "intruder": "ninja", "cards": HAND},
            {"type": "choose_intruder_hand", "intruder": "ninja", "cards": OTHER_HAND},
        ),
        (
            "hands",
            "guards",
            {"type": "choose_guard_hand", "cards": GUARDS},
            {"type": "choose_guard_hand", "cards": OTHER_GUARDS},
        ),
        (
            "guard_marks",
            "guards",
            {"type": "record_marks", "marks": MARKS},
            {"type": "record_marks", "marks": OTHER_MARKS},
        ),
        (
            "guard_marks",
            "guards",
            {"type": "record_sleepers", "sleepers": sleeping()},
            {"type": "record_sleepers", "sleepers": {"W3": 2, "W10": 2, "E5": 2, "P3": 2}},
        ),
        (
            "intruder_marks",
            "ninja",
            {"type": "set_start", "intruder": "ninja", "zone": "T1"},
            {"type": "set_start", "intruder": "ninja", "zone": "T2"},
        ),
        (
            "intruder_marks",
            "ninja",
            {"type": "set_passage", "entrances": ["S4", "N9"]},
            {"type": "set_passage", "entrances": ["W13", "E8"]},
        ),
    ],
)
def test_what_a_game_master_declares_in_secret_looks_the_same_whatever_it_is(
    part: str, seat: str, one: dict[str, Any], other: dict[str, Any]
) -> None:
    match = match_at(Table.setting_up(3, part, gm="active").state)
    a, b = play(match, (GAME_MASTER, declare(seat, one, SALT))), play(match, (GAME_MASTER, declare(seat, other, SALT)))
    side = {"guards": ("guards",), "ninja": ("ninja", "traitor")}[seat]
    for viewer in (PUBLIC, *SEATS[3]):
        if viewer not in side:
            assert seen(a, viewer) == seen(b, viewer)
            assert a.log(viewer)[-1].move == {"type": one["type"]}
    for viewer in (seat, GAME_MASTER):
        for match, move in ((a, one), (b, other)):
            assert match.log(viewer)[-1].move.items() >= move.items()  # type: ignore[union-attr]
        assert seen(a, viewer)["view"] != seen(b, viewer)["view"]
    assert a.commitments()[0][1] != b.commitments()[0][1]


def paths(match: Match) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return two quiet paths of the Ninja: none at all, and one zone."""
    guarded = {f.zone for f in match.state.figures}
    to = next(z for z in match.state.board.neighbours("T1", "plain") if z not in guarded)
    return [], [{"do": "walk", "to": to}]


def went(match: Match) -> list[str]:
    """Return the zones of the last path in the journal, as the Ninja's player reads it."""
    move = match.log("ninja")[-1].move
    assert move is not None
    return [step["to"] for step in move["steps"]]


@pytest.mark.parametrize("viewer", [PUBLIC, "guards"])
def test_a_path_that_a_game_master_enters_tells_the_others_nothing(viewer: str) -> None:
    match = moving()
    quiet, walk = paths(match)
    for disputed, viewers in (("off", (viewer,)), ("on", (viewer, "traitor"))):
        match = moving(disputed=disputed)
        for one in viewers:
            a = play(match, by_master("ninja", "lock_path", intruder="ninja", steps=quiet))
            b = play(match, by_master("ninja", "lock_path", intruder="ninja", steps=walk))
            assert seen(a, one) == seen(b, one)
            assert plain(a.log(one)[-1].model_dump(mode="json") | {"commitment": None}) == plain(
                b.log(one)[-1].model_dump(mode="json") | {"commitment": None}
            )
        assert went(b) == [walk[0]["to"]]
        assert b.view("ninja").intruders.characters[0].zone == walk[0]["to"]


def test_a_bluff_that_a_game_master_throws_looks_like_the_card() -> None:
    match = moving()
    bluff = by_master("ninja", "play_intruder_card", intruder="ninja", card="shuriken", bluff=True)
    line = play(match, bluff).log(PUBLIC)[-1]
    assert line.move == {"type": "play_intruder_card", "card": "shuriken"}
    assert [n.message for n in line.notices] == ["scorpion.card_played"]
    assert play(match, bluff).log("ninja")[-1].move["bluff"] is True  # type: ignore[index]


def test_a_refusal_is_the_game_masters_alone() -> None:
    match = moving()
    far = by_master("ninja", "lock_path", intruder="ninja", steps=[{"do": "walk", "to": "K10"}])
    before = {viewer: seen(match, viewer) for viewer in (PUBLIC, *SEATS[3])}
    after, ruling = match.act(*far)
    assert (after is match, ruling.upheld, ruling.private) == (True, False, True)
    assert {viewer: seen(after, viewer) for viewer in before} == before
    for viewer in before:
        assert "K10" not in reaching(ruling, GAME_MASTER, viewer)


def test_a_secret_path_is_let_stand_and_the_seat_alone_hears_which_rule_was_set_aside() -> None:
    match = moving()
    far = {"type": "lock_path", "intruder": "ninja", "steps": [{"do": "walk", "to": "K10"}]}
    ruled = play(match, rule(GAME_MASTER, seat="ninja", move=far, salt=SALT, note="as it stands on the table"))
    assert ruled.state.characters[0].zone == "K10"
    for viewer in (PUBLIC, "guards"):
        line = ruled.log(viewer)[-1]
        assert [n.params.get("waived") for n in line.notices] == [[]]
        assert line.move == {"type": "lock_path"}
    assert [n.params["waived"] for n in ruled.log("ninja")[-1].notices] == [[], ["SCORPION-17.3"]]


# --- Corrections and undo --------------------------------------------------------------------------------------------


def corrected(steps: list[dict[str, Any]]) -> Match:
    """Play a turn of the intruders, and correct the Ninja's path in the next turn."""
    match = moving()
    match = play(
        match,
        own("ninja", "lock_path", intruder="ninja", steps=[]),
        own("traitor", "lock_path", intruder="traitor", steps=[]),
        own("ninja", "end_intruder_phase"),
    )
    path = {"type": "lock_path", "intruder": "ninja", "steps": steps}
    return play(match, (GAME_MASTER, {"type": "correct", "number": 1, "move": path, "salt": SALT[::-1]}))


@pytest.mark.clause("METSUKE-3.3", "METSUKE-4.1", "METSUKE-4.2")
def test_a_corrected_path_has_a_second_hash_and_both_open_at_the_end() -> None:
    quiet, walk = paths(moving())
    match = corrected(walk)
    assert match.state.characters[0].zone == walk[0]["to"]
    assert match.state.characters[0].noise == 1
    assert [number for number, _ in match.commitments(GAME_MASTER)] == [1, 2, 3, 4]
    assert [number for number, _ in match.commitments()] == [1, 2]
    assert match.reveal() == ()
    ended = play(match, own("guards", "concede"))
    opened = {o.number: o for o in ended.reveal()}
    assert set(opened) == {1, 2, 3, 4}
    assert all(o.holds for o in opened.values())
    assert (opened[1].move["steps"], opened[4].move["steps"]) == (quiet, walk)


@pytest.mark.clause("METSUKE-3.3")
@pytest.mark.parametrize("viewer", [PUBLIC, "guards"])
def test_what_was_corrected_is_told_and_nothing_of_what_it_was(viewer: str) -> None:
    quiet, walk = paths(moving())
    a, b = corrected(quiet), corrected(walk)
    assert seen(a, viewer) == seen(b, viewer)
    line = b.log(viewer)[-1]
    assert (line.act, line.actor, line.move) == ("correct", "gm", {"type": "lock_path"})
    assert [(n.message, n.params) for n in line.notices] == [("table.corrected_hidden", {})]
    assert line.about is None
    assert went(b) == [walk[0]["to"]]


def listened() -> Match:
    """Return a match in which a guard has listened and heard nothing: the answer is out."""
    table = Table.ready(3, gm="active")
    table.says("guards", "end_alert_phase")
    match = match_at(table.state)
    return play(match, own("guards", "play_sentry_listen", guard="g01"), own("traitor", "answer_cat", use=False))


@pytest.mark.clause("METSUKE-2.3", "METSUKE-2.2")
def test_only_a_game_master_takes_back_what_lies_before_an_answer() -> None:
    match = listened()
    assert refusal(match, undo("traitor")) == ("METSUKE-2.3", "table.undo_told")
    assert refusal(match, undo("guards")) == ("METSUKE-2.2", "table.undo_other")
    back = play(match, undo(GAME_MASTER), undo(GAME_MASTER))
    assert back.state == match.steps[0].before
    for viewer in (PUBLIC, *SEATS[3]):
        told = [(line.actor, line.act, line.about) for line in back.log(viewer)[-2:]]
        assert told == [("gm", "undo", 2), ("gm", "undo", 1)]
    assert play(back, redo(GAME_MASTER), redo(GAME_MASTER)).state == match.state


def test_what_a_game_master_puts_right_on_the_table_is_told_as_theirs() -> None:
    match = listened()
    ruled = play(match, rule(GAME_MASTER, adjust={"alert": 2, "moved": {"g01": POSTS[9]}}, note="it fell over"))
    assert (ruled.state.alert, ruled.view(PUBLIC).figures[0].zone) == (2, POSTS[9])
    [notice] = ruled.log("guards")[-1].notices
    assert (notice.message, notice.params["actor"]) == ("table.house_ruled", "gm")


def test_the_answer_of_an_undone_path_stays_with_those_who_may_know() -> None:
    """Twins: with different paths taken back by the game master, the guards see equal journals."""
    quiet, walk = paths(moving())
    for viewer in (PUBLIC, "guards"):
        match = moving()
        a = play(match, own("ninja", "lock_path", intruder="ninja", steps=quiet), undo(GAME_MASTER))
        b = play(match, own("ninja", "lock_path", intruder="ninja", steps=walk), undo(GAME_MASTER))
        assert seen(a, viewer) == seen(b, viewer)


# --- Their presence (L13) ---------------------------------------------------------------------------------------------


def _but_for_the_game_master(shown: dict[str, str]) -> dict[str, str]:
    off = '"gm": "off"'
    return {what: text.replace('"gm": "observer"', off).replace('"gm": "active"', off) for what, text in shown.items()}


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_nobody_notices_a_game_master_who_does_nothing(seed: int) -> None:
    players, options = about(seed)
    matches = {gm: begin(scorpion, options | {"gm": gm}, seated(players)) for gm in ("off", "observer", "active")}
    for n, one in enumerate(judged(f"present {seed}", players, options | {"gm": "off"})):
        act = (one.seat, declare(one.seat, one.move, f"{n:032x}"))
        told = {gm: match.act(*act) for gm, match in matches.items()}
        matches = {gm: after for gm, (after, _) in told.items()}
        for viewer in (PUBLIC, *SEATS[players]):
            assert len({reaching(ruling, one.seat, viewer) for _, ruling in told.values()}) == 1
        if n % 40 == 0:
            _all_alike(matches, players)
    _all_alike(matches, players)


def _all_alike(matches: dict[str, Match], players: int) -> None:
    for viewer in (PUBLIC, *SEATS[players]):
        off, *others = (_but_for_the_game_master(seen(match, viewer)) for match in matches.values())
        assert all(other == off for other in others)


def test_the_check_of_twins_finds_nothing_in_what_a_game_master_declares() -> None:
    """Whole small matches with different secrets, all declared by the game master, from the first entry on."""
    options: dict[str, Any] = {"gm": "active"}
    acts = [by_master("ninja", "draw_missions", ninja=letter) for letter in "AE"]
    hands = [by_master("ninja", "choose_intruder_hand", intruder="ninja", cards=c) for c in (HAND, OTHER_HAND)]
    for viewer in (PUBLIC, "guards"):
        one, other = [acts[0], hands[0]], [acts[1], hands[1]]
        assert check_twins(begin(scorpion, options, seated(3)), one, other, viewer) == 3
