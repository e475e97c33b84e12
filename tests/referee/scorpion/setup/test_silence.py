"""Secret declarations before turn 1: others hear, see and read nothing of them (ledger section 15, SCORPION-4.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.check.twins import seen
from referee.core.journal import Match, begin
from referee.core.values import PUBLIC, Seat
from referee.scorpion.state import is_disputed, seats_of, side_of
from tests.players.scorpion.match import Players, any_options, seated
from tests.referee.scorpion.secrecy.twins import few_figures
from tests.referee.scorpion.table import ENTRANCES, HALF_HAND, MARKS, MISSIONS, SEATS, STARTS, STOCK, hand, sleeping

SALT = "5a" * 16
SEEDS = range(24)


def match_of(players: int, **options: Any) -> Match:
    return begin(scorpion, options, [Seat(seat=seat, name=seat.title()) for seat in SEATS[players]])


def says(match: Match, seat: str, kind: str, **fields: Any) -> Match:
    after, ruling = match.declare(seat, {"type": kind, **fields}, SALT)
    assert ruling.upheld, (ruling.clause, ruling.reason, ruling.params)
    return after


def outsiders(match: Match, seat: str) -> tuple[str, ...]:
    """Return the viewers that may not know what a seat sets up."""
    state = match.state
    side = side_of(state, seat)
    inside = (seat,) if side == "intruders" and is_disputed(state) else seats_of(state, side)
    return (PUBLIC, *(p.seat for p in state.players if p.seat not in inside))


def all_of(match: Match, viewer: str) -> Mapping[str, str]:
    """Return everything that reaches a viewer, digests and all."""
    return seen(match, viewer) | {"digests": repr(match.commitments(viewer)), "lines": repr(match.log(viewer))}


def random_setup(seed: int) -> Iterator[tuple[Match, str, Mapping[str, Any], Match]]:
    """Yield the declarations of a random set-up: match before, seat, move, match after."""
    random = Random(f"silence {seed}")
    players = random.randint(2, 4)
    options = (any_options(random, players) if seed % 2 else {}) | few_figures(random)
    if options.get("patrol_start") == "one_per_route":
        options["patrols"] = 1
    match = begin(scorpion, options, seated(players))
    table = Players(seed, options, match.state.board)
    while match.state.phase == "setup":
        said = table.next(scorpion, match.state)
        assert said is not None
        after, ruling = match.declare(*said, SALT)
        assert ruling.upheld, (seed, said, ruling)
        yield match, *said, after
        match = after


@pytest.mark.clause("SCORPION-4.8", "SCORPION-1.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_outsiders_are_shown_nothing_at_all_of_a_silent_declaration(seed: int) -> None:
    silent = 0
    for before, seat, _, after in random_setup(seed):
        ruling = after.rulings[-1]
        for viewer in outsiders(before, seat):
            if ruling.unnoticed_by(viewer):
                silent += 1
                assert all_of(after, viewer) == all_of(before, viewer), (seat, viewer, after.entries[-1])
    assert silent


@pytest.mark.parametrize("seed", SEEDS)
def test_what_outsiders_do_notice_is_the_board_and_when_all_hands_or_a_side_are_ready(seed: int) -> None:
    told: set[str] = set()
    for before, seat, move, after in random_setup(seed):
        for viewer in outsiders(before, seat):
            lines = after.log(viewer)[len(before.log(viewer)) :]
            kinds = [n.message for line in lines for n in line.notices]
            if move["type"] in ("place_sentry", "place_patrol") or move["type"] == "choose_character":
                continue
            told |= set(kinds)
            for line in lines:
                assert line.move == {"type": f"setup_{side_of(before.state, seat)}"}
                assert line.clause == "SCORPION-4.8"
                alone = len(seats_of(before.state, side_of(before.state, seat))) == 1
                assert line.actor == line.seat == (seat if alone else "table")
    assert {"scorpion.hands_ready", "scorpion.side_ready"} <= told


@pytest.mark.parametrize("seed", SEEDS)
def test_others_see_nothing_of_it_when_a_silent_declaration_is_taken_back_and_stands_again(seed: int) -> None:
    undone = 0
    for before, seat, _, after in random_setup(seed):
        if any(not after.rulings[-1].unnoticed_by(viewer) for viewer in outsiders(before, seat)):
            continue
        back, ruling = after.act(seat, {"type": "undo"})
        assert ruling.upheld
        again, ruling = back.act(seat, {"type": "redo"})
        assert ruling.upheld
        assert again.state == after.state
        undone += 1
        for viewer in outsiders(before, seat):
            assert all_of(back, viewer) == all_of(again, viewer) == all_of(before, viewer)
    assert undone


# What others may have relied on in secret


@pytest.mark.clause("SCORPION-4.8", "METSUKE-2.3")
def test_the_last_figure_and_the_lifting_of_one_are_not_taken_back() -> None:
    match = match_of(2, sentries=2, patrols=0)
    match = says(match, "intruders", "draw_missions", **MISSIONS)
    for who, size in (("ninja", 8), ("traitor", 7)):
        match = says(match, "intruders", "choose_intruder_hand", intruder=who, cards=hand(who, size))
    match = says(match, "guards", "choose_guard_hand", cards={"awaken": 4, "sentry_listen": 16, "patrol_listen": 4})
    assert match.may_undo("guards") is not None
    match = says(match, "guards", "place_sentry", zone="W1")
    assert match.may_undo("guards") is None
    match = says(match, "guards", "place_sentry", zone="W4")
    refusal = match.may_undo("guards")
    assert refusal is not None
    assert refusal.clause == "METSUKE-2.3"
    match = says(match, "intruders", "set_start", intruder="ninja", zone=STARTS["ninja"])
    assert match.may_undo("guards") == refusal
    match = says(match, "guards", "lift_unit", unit="g02")
    match = says(match, "intruders", "choose_intruder_hand", intruder="ninja", cards={"rope": 3, "shuriken": 5})
    assert match.may_undo("guards") == refusal
    match = says(match, "guards", "lift_unit", unit="g01")
    assert match.may_undo("guards") is None


@pytest.mark.clause("SCORPION-4.8", "METSUKE-2.3")
def test_a_side_that_is_ready_stays_ready_and_until_then_a_seat_takes_its_lock_back() -> None:
    match = match_of(4, sentries=0, patrols=0)
    for who in ("ninja", "traitor"):
        match = says(match, who, "draw_missions", **{who: MISSIONS[who]})
        match = says(match, who, "choose_intruder_hand", intruder=who, cards=hand(who, 8 if who == "ninja" else 7))
    match = says(match, "sword", "split_guard_cards", sword=STOCK, spear=STOCK)
    for seat in ("sword", "spear"):
        match = says(match, seat, "choose_guard_hand", cards=HALF_HAND)
    match = says(match, "sword", "record_sleepers", sleepers=sleeping())
    match = says(match, "sword", "record_marks", marks=MARKS)
    match = says(match, "spear", "lock_setup")
    assert match.may_undo("spear") is None
    match = says(match, "sword", "lock_setup")
    assert match.may_undo("sword") is not None
    for who in ("ninja", "traitor"):
        match = says(match, who, "set_start", intruder=who, zone=STARTS[who])
        match = says(match, who, "set_passage", entrances=ENTRANCES)
    match = says(match, "ninja", "lock_setup")
    assert match.may_undo("ninja") is None
    assert match.may_undo("sword").clause == "METSUKE-2.3"  # type: ignore[union-attr]


@pytest.mark.clause("SCORPION-4.8", "METSUKE-2.3")
def test_options_are_changed_again_and_not_taken_back() -> None:
    match = match_of(2)
    match, ruling = match.declare("table", {"type": "set_options", "options": {"sleepers": 10}})
    assert ruling.upheld
    refusal = match.may_undo("table")
    assert refusal is not None
    match = says(match, "guards", "record_sleepers", sleepers=sleeping(10))
    assert match.may_undo("table") == refusal


@pytest.mark.clause("SCORPION-30.1", "SCORPION-30.4")
def test_of_a_rival_nothing_is_noticed_either_and_partners_notice_each_other() -> None:
    for disputed_, noticed in (("on", False), ("off", True)):
        match = match_of(3, disputed=disputed_)
        after = says(match, "ninja", "draw_missions", ninja="A")
        assert (all_of(after, "traitor") != all_of(match, "traitor")) is noticed


@pytest.mark.clause("METSUKE-4.1")
def test_the_line_that_says_that_a_side_is_ready_seals_what_it_has_locked() -> None:
    sealed: set[str] = set()
    for before, seat, _, after in random_setup(1):
        fresh = set(after.commitments(PUBLIC)) - set(before.commitments(PUBLIC))
        if "scorpion.side_ready" in [n.message for n in after.rulings[-1].notices]:
            assert len(fresh) == 1
            sealed.add(side_of(before.state, seat))
    assert sealed == {"guards", "intruders"}
