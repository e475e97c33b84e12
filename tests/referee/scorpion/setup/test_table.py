"""Options, board and seats before anything else; unknown facts, giving up and laying open (ledger 5.1, 5.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.scorpion.state import with_character
from tests.referee.board.grid import PLAYABLE, grid_data
from tests.referee.scorpion.table import MARKS, Table

SMALL = {"sentries": 2, "patrols": 1, "sleepers": 2}
GUARD_DECK = {
    "awaken": 6,
    "kenjutsu": 4,
    "patrol_listen": 6,
    "patrol_search": 6,
    "secret_passage": 2,
    "sentry_listen": 6,
    "sentry_search": 6,
}
TRAITOR_DECK = {"cat": 2, "kenjutsu1": 1, "kenjutsu2": 2, "potent_sake": 2, "rope": 2, "secret_passage": 1}


def over(**options: Any) -> Table:
    """Return a table whose match has ended."""
    table = Table.ready(**options)
    table.says("guards", "concede")
    return table


# Before anything else


@pytest.mark.clause("SCORPION-31.1", "SCORPION-31.4")
def test_options_change_until_something_rests_on_them() -> None:
    table = Table()
    ruling = table.says("table", "set_options", options={"sentries": 6, "ninja_hand": 9})
    assert (table.state.options.sentries, table.state.options.ninja_hand, table.state.options.patrol_count) == (6, 9, 3)
    assert ruling.notices[0].params["options"] == {"sentries": 6, "ninja_hand": 9}
    assert table.kinds() == ["options_set"]
    assert table.judge("table", "set_options", options={"sentries": -1}).clause == "METSUKE-1.4"
    assert table.judge("table", "set_options", options={"horses": 1}).params["field"] == "options.horses"
    table.refuses("4.8", "table", "set_options", options={"depth": "scores"})
    table.refuses("24.1", "table", "set_options", options={"sentries": 12, "patrols": 6})


@pytest.mark.clause("SCORPION-4.8")
@pytest.mark.parametrize("change", ["set_options", "load_board", "seat_players"])
@pytest.mark.parametrize("part", ["character", "hands", "figure", "ready"])
def test_what_everybody_knows_to_be_set_up_freezes_options_board_and_seats(change: str, part: str) -> None:
    bare = {"sentries": 0, "patrols": 0, "sleepers": 0} if part == "ready" else {}
    table = Table(lone_wolf="on" if part == "character" else "off", **bare)
    fields = changes_of(table)[change]
    assert table.judge("table", change, **fields).upheld
    match part:
        case "character":
            table.says("intruders", "choose_character", intruder="ninja")
        case "hands":
            table.missions()
            table.hands()
        case "figure":
            table.says("guards", "place_sentry", zone="W1")
        case "ready":
            table.says("guards", "choose_guard_hand", cards={"awaken": 4, "sentry_listen": 16, "patrol_listen": 4})
            table.says("guards", "record_marks", marks=MARKS)
            table.says("guards", "lock_setup")
    table.refuses("4.8", "table", change, **fields)


@pytest.mark.clause("SCORPION-4.8", "SCORPION-1.5")
@pytest.mark.parametrize("change", ["set_options", "load_board", "seat_players"])
@pytest.mark.parametrize("part", ["character", "mission", "hand", "split", "guard_hand", "marks", "passage"])
def test_whatever_was_declared_in_secret_before_they_change_is_set_up_anew(change: str, part: str) -> None:
    """A refusal would tell that something was."""
    four = part == "split"
    table = Table(4 if four else 2, lone_wolf="hidden" if part == "character" else "off")
    fields = changes_of(table)[change]
    fresh = table.says("table", change, **fields)
    match part:
        case "character":
            table.says("intruders", "choose_character", intruder="ninja")
        case "mission":
            table.missions()
        case "hand":
            table.says(
                "intruders", "choose_intruder_hand", ("4.8",), intruder="ninja", cards={"rope": 3, "shuriken": 5}
            )
        case "split":
            half = {card: n // 2 for card, n in GUARD_DECK.items()}
            table.says("sword", "split_guard_cards", sword=half, spear=half)
        case "guard_hand":
            table.says("guards", "choose_guard_hand", cards={"awaken": 4, "sentry_listen": 16, "patrol_listen": 4})
        case "marks":
            table.says("guards", "record_sleepers", sleepers={"W3": 2, "W10": 2, "W18": 2, "E5": 2})
        case "passage":
            table.says("intruders", "set_passage", entrances=["T3", "T3"])
    assert table.state != fresh.state
    again = table.says("table", change, **fields)
    assert replace(table.state, record=()) == replace(fresh.state, record=())
    assert again.notices == fresh.notices


def changes_of(table: Table) -> dict[str, dict[str, Any]]:
    """Return what the host may change before anything else."""
    return {
        "set_options": {"options": {"traitor_hand": 8}},
        "load_board": {"board": "nijo"},
        "seat_players": {"roles": {p.seat: p.role for p in table.state.players}},
    }


@pytest.mark.clause("SCORPION-9.2")
def test_nothing_of_it_can_be_changed_during_play() -> None:
    table = Table.ready()
    table.refuses("9.2", "table", "set_options", options={"ninja_hand": 9})
    table.refuses("9.2", "table", "load_board", board="nijo")


@pytest.mark.clause("SCORPION-1.6")
def test_the_host_chooses_the_board() -> None:
    table = Table(**SMALL)
    ruling = table.says("table", "load_board", board=grid_data(**PLAYABLE))
    assert table.board.id == "grid"
    assert ruling.notices[0].params == {"board": "grid", "hash": table.board.hash}
    table.says("guards", "load_board", board="nijo")
    assert table.board.id == "nijo"
    table.refuses("1.6", "table", "load_board", board="atlantis")
    table.refuses("1.6", "table", "load_board", board=grid_data(edge=()))
    assert table.board.id == "nijo"


@pytest.mark.clause("SCORPION-2.3")
def test_the_table_seats_the_players_anew() -> None:
    table = Table({"a": "Aki", "b": "Ben", "c": "Chie"})
    table.says("table", "seat_players", roles={"a": "traitor", "b": "guards", "c": "ninja"})
    assert [(p.name, p.role) for p in table.state.players] == [("Aki", "traitor"), ("Ben", "guards"), ("Chie", "ninja")]
    assert table.owner("ninja") == "c"
    table.refuses("2.3", "table", "seat_players", roles={"a": "traitor", "b": "guards", "c": "guards"})


# What was unknown


@pytest.mark.clause("SCORPION-2.4")
def test_both_sides_fill_in_what_was_unknown_by_declaring_the_same() -> None:
    table = Table.ready(3)
    said = {"shuriken_alert": "2"}
    table.says("ninja", "set_unknown", options=said)
    table.says("traitor", "set_unknown", options=said)
    assert table.state.options.shuriken_alert == "0"
    assert table.kinds()[-2:] == ["unknown_proposed", "unknown_proposed"]
    table.says("guards", "set_unknown", options={"shuriken_alert": "1"})
    assert table.state.options.shuriken_alert == "0"
    table.says("ninja", "set_unknown", options={"shuriken_alert": "1"})
    assert table.state.options.shuriken_alert == "1"
    assert table.kinds()[-1] == "unknown_set"
    assert table.state.proposed_unknown is None


@pytest.mark.clause("SCORPION-2.4", "SCORPION-4.8")
def test_only_what_the_set_up_does_not_rest_on_is_filled_in_later() -> None:
    table = Table.ready()
    table.refuses("4.8", "guards", "set_unknown", options={"sentries": 5})
    table.refuses("4.8", "guards", "set_unknown", options={"lone_wolf": "on"})
    table.refuses("1.3", "guards", "set_unknown", options={})
    assert table.judge("guards", "set_unknown", options={"sake_duration": 0}).clause == "METSUKE-1.4"
    over().refuses("28.1", "guards", "set_unknown", options={"shuriken_alert": "1"})


@pytest.mark.clause("SCORPION-2.4")
def test_an_active_game_master_fills_in_alone_and_an_observer_does_not() -> None:
    table = Table.ready(gm="active")
    table.says("gm", "set_unknown", options={"awaken_moves": "1"})
    assert table.state.options.awaken_moves == "1"
    Table.ready(gm="observer").refuses("2.4", "gm", "set_unknown", options={"awaken_moves": "1"})
    Table.ready().refuses("2.4", "gm", "set_unknown", options={"awaken_moves": "1"})


@pytest.mark.clause("SCORPION-1.3")
def test_a_deck_list_is_held_against_what_lies_open_never_against_hands() -> None:
    table = Table.ready()
    table.state = with_character(table.state, "traitor", played=("cat", "cat"), hand=("cat", "cat", "cat"))
    table.says("guards", "set_unknown", options={"traitor_deck": TRAITOR_DECK})
    table.says("intruders", "set_unknown", options={"traitor_deck": TRAITOR_DECK})
    assert table.state.options.traitor_deck == TRAITOR_DECK
    fewer = TRAITOR_DECK | {"cat": 1, "rope": 3}
    assert not table.refuses("1.3", "guards", "set_unknown", options={"traitor_deck": fewer}).private
    assert table.judge("guards", "set_unknown", options={"traitor_deck": {"cat": 3}}).clause == "METSUKE-1.4"


@pytest.mark.clause("SCORPION-1.3")
def test_a_counted_guard_deck_lists_the_stock_if_the_hand_agrees() -> None:
    for hand, known in ((("awaken",) * 6, True), (("awaken",) * 7, False)):
        table = Table.ready()
        (stock,) = table.state.stocks
        table.state = replace(table.state, stocks=(replace(stock, hand=hand),))
        for seat in ("guards", "intruders"):
            table.says(seat, "set_unknown", options={"guard_deck": GUARD_DECK})
        assert (table.state.stocks[0].listed is not None) is known
        for seat in ("guards", "intruders"):
            table.says(seat, "set_unknown", options={"guard_deck": None})
        assert table.state.stocks[0].listed is None


@pytest.mark.clause("SCORPION-1.3")
def test_a_guard_deck_cannot_have_fewer_copies_than_lie_open() -> None:
    table = Table.ready()
    (stock,) = table.state.stocks
    table.state = replace(table.state, stocks=(replace(stock, discard=("kenjutsu",) * 4),))
    assert table.judge("guards", "set_unknown", options={"guard_deck": GUARD_DECK}).upheld
    table.state = with_character(table.state, "ninja", wounds=("guards",))
    table.refuses("1.3", "guards", "set_unknown", options={"guard_deck": GUARD_DECK})


# The end by hand


@pytest.mark.clause("SCORPION-2.4", "SCORPION-28.1")
@pytest.mark.parametrize(("seat", "side"), [("sword", "guards"), ("ninja", "intruders")])
def test_a_side_gives_up_by_one_of_its_seats(seat: str, side: str) -> None:
    table = Table.ready(4)
    table.says(seat, "concede")
    assert (table.state.phase, table.state.conceded) == ("ended", side)
    assert table.kinds()[-2:] == ["conceded", "ended"]
    table.refuses("28.1", "spear", "concede")


@pytest.mark.clause("SCORPION-2.3", "SCORPION-2.4")
def test_nobody_gives_up_for_a_side() -> None:
    for seat in ("table", "gm"):
        Table.ready().refuses("2.3", seat, "concede")
    Table.ready().refuses("2.3", "stranger", "concede")


@pytest.mark.clause("SCORPION-30.1")
def test_rivals_give_up_each_alone() -> None:
    table = Table.ready(3, disputed="on")
    table.says("ninja", "concede")
    assert table.state.phase == "alert"
    table.refuses("30.1", "ninja", "concede")
    table.says("traitor", "concede")
    assert (table.state.phase, table.state.conceded) == ("ended", "intruders")
    guards = Table.ready(3, disputed="on")
    guards.says("guards", "concede")
    assert guards.state.conceded == "guards"


@pytest.mark.clause("SCORPION-28.1")
def test_everything_is_laid_open_once_after_the_end() -> None:
    Table.ready().refuses("28.1", "table", "reveal_all")
    table = over()
    table.says("table", "reveal_all")
    assert table.state.revealed
    table.refuses("28.1", "guards", "reveal_all")
