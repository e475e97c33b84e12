"""The turn's end, and characters who return at the next one's start (SCORPION-23.1 to 23.8, 23.12 to 23.14, 29.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.core.values import GAME_MASTER, Notice, Ruling
from referee.scorpion.contact import dies, form_patrol, weapon_left, wound
from referee.scorpion.parts import Split
from referee.scorpion.returns import next_turn
from referee.scorpion.setup.hands import free_letters
from referee.scorpion.state import FOR_THE_GAME, PASSAGE, Rope, with_character, with_figures, with_stock
from tests.referee.scorpion.table import Table, hand

REHAND = {"ninja": hand("ninja", 6), "traitor": hand("traitor", 5)}


def told(ruling: Ruling, viewer: str) -> list[str]:
    return [n.message.removeprefix("scorpion.") for n in ruling.notices if n.reaches(viewer)]


def ending(players: int = 2, turn: int = 4, **options: Any) -> Table:
    """Return a table whose intruder phase is about to end."""
    table = Table.ready(players, **options)
    table.state = replace(table.state, phase="intruders", turn=turn)
    return table


def lost(*who: str, players: int = 2, turn: int = 4, **options: Any) -> Table:
    """Return a table at the start of the turn after some characters' deaths."""
    table = ending(players, turn, **options)
    for one in who:
        table.state = replace(dies(table.state, one, []), pending=())
    turned(table)
    return table


def turned(table: Table) -> list[str]:
    """End the turn; return what everybody was told."""
    notices: list[Notice] = []
    table.state = next_turn(table.state, notices)
    return [n.message.removeprefix("scorpion.") for n in notices if n.to == "public"]


def returns(table: Table, who: str, zone: str | None = None, **fields: Any) -> Ruling:
    """Let a character return."""
    zone = zone or {"ninja": "T1", "traitor": "N6"}[who]
    return table.says(table.owner(who), "respawn", intruder=who, zone=zone, cards=REHAND[who], **fields)


# The end of a turn


@pytest.mark.clause("SCORPION-9.1", "SCORPION-11.1", "SCORPION-13.4", "SCORPION-18.4", "SCORPION-22.8")
def test_a_new_turn_begins_with_nothing_used_moved_or_searched() -> None:
    table = ending()
    state = with_figures(table.state, ["g01", "g09"], carded=True, moved=True, attacked=True)
    state = with_character(state, "ninja", locked=True, touched=("T1", "T2"), searched=True, shadow=True, noise=2)
    state = with_stock(state, "guards", drew=True, hand_used=2)
    table.state = replace(
        state,
        cards_used=2,
        kenjutsu_used=1,
        hand_used=2,
        focused=("guards",),
        searches=("ninja",),
        splits=(Split("draw", 1, 0, ("sword",)),),
    )
    assert turned(table) == ["alert_phase"]
    state = table.state
    assert (state.turn, state.phase, state.bonus_cards_due, state.bonus_sleepers_due) == (5, "alert", (), 0)
    assert not any(f.carded or f.moved or f.attacked for f in state.figures)
    ninja = table.one("ninja")
    assert (ninja.locked, ninja.touched, ninja.searched, ninja.shadow) == (False, (), False, False)
    assert ninja.noise == 2
    assert (state.cards_used, state.kenjutsu_used, state.hand_used, state.focused) == (0, 0, 0, ())
    assert (state.searches, state.splits) == ((), ())


@pytest.mark.clause("SCORPION-21.9")
def test_drunk_guards_get_sober_when_their_time_is_up() -> None:
    table = ending(sake_duration=2)
    table.state = with_figures(table.state, ["g01"], drunk=2)
    table.state = with_figures(table.state, ["g02"], drunk=FOR_THE_GAME)
    assert "sobered" not in turned(table)
    assert table.guard("g01").drunk == 1
    assert turned(table) == ["sobered", "alert_phase"]
    assert (table.guard("g01").drunk, table.guard("g02").drunk) == (None, FOR_THE_GAME)
    assert table.state.alert == 0


@pytest.mark.clause("SCORPION-21.9", "SCORPION-1.2")
def test_a_sober_guard_takes_a_weapon_that_is_left() -> None:
    table = ending()
    swords = [f.id for f in table.state.figures if f.id != "g02"]
    table.state = with_figures(table.state, swords[:10], weapon="sword")
    table.state = with_figures(table.state, swords[10:], weapon="spear")
    table.state = with_figures(table.state, ["g02"], weapon="sword", drunk=1)
    turned(table)
    assert table.guard("g02").weapon == "spear"


@pytest.mark.clause("SCORPION-1.2", "SCORPION-21.9")
def test_the_figure_of_a_guard_who_is_drunk_is_back_in_the_supply() -> None:
    state = ending().state
    swords = [f.id for f in state.figures][:10]
    state = with_figures(with_figures(state, [f.id for f in state.figures], weapon="spear"), swords, weapon="sword")
    assert weapon_left(state, "sword") == "spear"
    assert weapon_left(with_figures(state, swords[:1], drunk=1), "sword") == "sword"


@pytest.mark.clause("SCORPION-21.9", "SCORPION-21.1", "SCORPION-21.2")
@pytest.mark.parametrize("zone", ["W1", PASSAGE])
def test_an_intruder_beside_a_guard_who_gets_sober_is_discovered(zone: str) -> None:
    table = ending()
    table.state = with_figures(table.state, ["g01"], drunk=1, zone=zone)
    table.state = with_character(table.state, "traitor", zone=zone)
    assert turned(table)[:3] == ["sobered", "discovered", "alert_raised"]
    assert (table.one("traitor").visible, table.one("ninja").visible) == (True, False)
    assert table.state.drawn_at == 3


# Who returns


@pytest.mark.clause("SCORPION-23.1", "SCORPION-23.13")
@pytest.mark.parametrize(("turn", "returning"), [(1, True), (10, True), (11, False), (19, False)])
def test_whoever_is_lost_in_turns_1_to_10_returns_at_the_start_of_the_next(turn: int, returning: bool) -> None:
    table = ending(turn=turn)
    table.state = dies(table.state, "traitor", [])
    said = turned(table)
    assert table.state.turn == turn + 1
    if returning:
        assert (table.state.phase, said) == ("start", ["returns_due"])
        assert table.state.record[-1].data == {"intruders": ["traitor"], "cards": 5, "sleepers": 3}
        returns(table, "traitor")
        assert table.one("traitor").status == "in_play"
    else:
        assert (table.state.phase, said) == ("alert", ["alert_phase"])
        assert (table.state.bonus_cards_due, table.state.bonus_sleepers_due) == ((), 0)
        refusal = table.refuses("23.13", "intruders", "respawn", intruder="traitor", zone="N6")
        assert refusal.params == {"intruder": "traitor", "turn": turn, "last": 10}
        for kind, fields in (("bonus_cards", {}), ("bonus_sleepers", {"sleepers": {}})):
            assert table.refuses("23.13", "guards", kind, **fields).reason == "scorpion.no_bonus"


@pytest.mark.clause("SCORPION-23.1", "SCORPION-9.3")
def test_nobody_returns_who_was_not_lost_nor_for_another() -> None:
    table = lost("ninja", players=3)
    table.refuses("23.1", "traitor", "respawn", intruder="traitor", zone="N6", cards=REHAND["traitor"])
    table.refuses("9.3", "traitor", "respawn", intruder="ninja", zone="T1", cards=REHAND["ninja"])
    table.refuses("9.3", "guards", "respawn", intruder="ninja", zone="T1", cards=REHAND["ninja"])
    returns(table, "ninja")
    table.refuses("23.2", "ninja", "respawn", intruder="ninja", zone="T1", cards=REHAND["ninja"])


@pytest.mark.clause("SCORPION-23.2", "SCORPION-23.13")
def test_nobody_returns_a_second_time() -> None:
    table = lost("ninja", turn=3)
    returns(table, "ninja")
    table.says("intruders", "redraw_mission", intruder="ninja", letter="B")
    table.state = replace(table.state, bonus_cards_due=(), bonus_sleepers_due=0, phase="intruders", turn=5)
    table.state = dies(table.state, "ninja", [])
    assert table.one("ninja").status == "dead"
    assert turned(table) == ["alert_phase"]
    table.refuses("23.2", "intruders", "respawn", intruder="ninja", zone="T1", cards=REHAND["ninja"])


# The new life


@pytest.mark.clause("SCORPION-23.3", "SCORPION-6.1", "SCORPION-6.5")
def test_the_new_start_zone_is_one_of_the_set_up_with_the_guards_as_they_stand_now() -> None:
    table = lost("ninja", "traitor")
    table.state = with_figures(table.state, ["g01"], zone="N6")
    seat, zones = (
        "intruders",
        (("ninja", "W6"), ("traitor", "P2"), ("traitor", "T1"), ("traitor", "N6"), ("traitor", "C2")),
    )
    for who, zone in zones:
        assert table.refuses("23.3", seat, "respawn", intruder=who, zone=zone, cards=REHAND[who]).private
    table.refuses("1.6", seat, "respawn", intruder="ninja", zone="T99", cards=REHAND["ninja"])
    returns(table, "ninja", "T9")
    returns(table, "traitor", "W1")
    assert [(c.zone, c.start) for c in table.state.characters] == [("T9", "T9"), ("W1", "W1")]


@pytest.mark.clause("SCORPION-23.4", "SCORPION-23.14", "SCORPION-12.4")
def test_who_returns_makes_no_noise_and_has_no_wounds() -> None:
    table = ending()
    table.state = with_character(table.state, "traitor", noise=3, visible=True)
    for _ in range(2):
        table.state = wound(table.state, "traitor", "guards", [])
    turned(table)
    ruling = returns(table, "traitor")
    back = table.one("traitor")
    assert (back.noise, back.wounds, back.visible, back.life, back.locked) == (0, (), False, 2, False)
    assert told(ruling, "public") == ["returned"]
    assert ruling.notices[0].params == {"intruder": "traitor"}


@pytest.mark.clause("SCORPION-23.5", "SCORPION-23.12")
def test_passage_ropes_and_drunk_guards_stay() -> None:
    table = ending()
    state = with_figures(table.state, ["g01"], drunk=FOR_THE_GAME)
    table.state = replace(state, ropes=(Rope("M2", "W1", "traitor", 2),))
    before = table.state
    table.state = dies(table.state, "traitor", [])
    turned(table)
    returns(table, "traitor")
    assert table.state.passages == before.passages
    assert table.state.ropes == before.ropes
    assert table.guard("g01").drunk == FOR_THE_GAME


@pytest.mark.clause("SCORPION-23.6", "SCORPION-31.1")
def test_the_new_hand_comes_from_the_whole_deck() -> None:
    table = ending()
    table.state = with_character(table.state, "ninja", played=("rope", "rope", "secret_passage"), hand=("shuriken",))
    table.state = dies(table.state, "ninja", [])
    turned(table)
    fields = {"intruder": "ninja", "zone": "T1"}
    for wrong in (hand("ninja", 5), hand("ninja", 7)):
        assert table.refuses("23.6", "intruders", "respawn", cards=wrong, **fields).private
    table.refuses("23.6", "intruders", "respawn", **fields)
    table.refuses("3.3", "intruders", "respawn", cards={"cat": 6}, **fields)
    table.refuses("23.6", "intruders", "respawn", cards={"shuriken": 6}, **fields)
    table.says("intruders", "respawn", cards={"rope": 3, "secret_passage": 1, "shuriken": 2}, **fields)
    back = table.one("ninja")
    assert (back.hand_size, back.played, back.hand) == (
        6,
        (),
        ("rope", "rope", "rope", "secret_passage", "shuriken", "shuriken"),
    )
    fewer = lost("ninja", ninja_rehand=4)
    fewer.refuses("23.6", "intruders", "respawn", cards=REHAND["ninja"], **fields)
    fewer.says("intruders", "respawn", cards=hand("ninja", 4), **fields)
    counted = lost("traitor", intruder_cards="counted")
    counted.says("intruders", "respawn", intruder="traitor", zone="N6")
    assert (counted.one("traitor").hand, counted.one("traitor").hand_size) == (None, 5)


@pytest.mark.clause("SCORPION-23.6", "SCORPION-25.9")
@pytest.mark.parametrize(("option", "permitted", "again"), [("needs_card", False, True), ("keeps", True, False)])
def test_whether_the_old_passage_card_still_counts_is_an_option(option: str, permitted: bool, again: bool) -> None:
    deck = {"cat": 2, "kenjutsu1": 1, "kenjutsu2": 1, "potent_sake": 3, "rope": 2, "secret_passage": 1}
    table = ending(passage_after_return=option, traitor_deck=deck)
    table.state = with_character(table.state, "traitor", permitted=True, passage_uses=2, zone=PASSAGE)
    table.state = dies(table.state, "traitor", [])
    turned(table)
    cards = {"secret_passage": 1, "cat": 2, "rope": 2}
    ruling = table.judge("intruders", "respawn", intruder="traitor", zone="N6", cards=cards)
    assert ruling.upheld is again
    table.says("intruders", "respawn", intruder="traitor", zone="N6", cards={"cat": 2, "rope": 2, "kenjutsu1": 1})
    assert table.one("traitor").permitted is permitted
    assert table.one("traitor").passage_uses == (2 if permitted else 0)


@pytest.mark.clause("SCORPION-23.6", "SCORPION-31.1")
@pytest.mark.parametrize(("option", "size"), [("needs_card", 12), ("keeps", 11)])
def test_nobody_returns_with_more_cards_than_there_are(option: str, size: int) -> None:
    table = ending(passage_after_return=option, ninja_rehand=12)
    table.state = dies(with_character(table.state, "ninja", permitted=True), "ninja", [])
    turned(table)
    whole = {"kenjutsu1": 2, "rope": 3, "secret_passage": size - 11, "shadow_walk": 3, "shuriken": 3}
    table.says("intruders", "respawn", intruder="ninja", zone="T1", cards=whole)
    assert table.one("ninja").hand_size == size


# The new mission


@pytest.mark.clause("SCORPION-23.7", "SCORPION-23.8", "SCORPION-2.5")
def test_the_new_mission_comes_after_start_and_hand_and_is_not_the_others() -> None:
    table = lost("ninja")
    table.state = with_character(table.state, "ninja", accomplished=True)
    table.refuses("23.7", "intruders", "redraw_mission", intruder="ninja", letter="B")
    returns(table, "ninja")
    assert not table.one("ninja").accomplished
    assert free_letters(table.state, "ninja") == ("A", "B", "C", "E", "F")
    assert table.refuses("23.7", "intruders", "redraw_mission", intruder="ninja", letter="D").private
    ruling = table.says("intruders", "redraw_mission", intruder="ninja", letter="A")
    assert ruling.told
    assert told(ruling, "public") == ["mission_redrawn"]
    assert (table.one("ninja").mission, table.one("ninja").accomplished) == ("A", False)
    table.refuses("23.7", "intruders", "redraw_mission", intruder="ninja", letter="B")


@pytest.mark.clause("SCORPION-23.7", "SCORPION-9.3")
def test_nobody_redraws_anothers_mission_nor_one_who_did_not_return() -> None:
    table = lost("ninja", players=3)
    returns(table, "ninja")
    table.refuses("9.3", "traitor", "redraw_mission", intruder="ninja", letter="B")
    table.refuses("9.3", "guards", "redraw_mission", intruder="ninja", letter="B")
    table.refuses("23.7", "traitor", "redraw_mission", intruder="traitor", letter="B")
    table.refuses("23.2", "ninja", "respawn", intruder="ninja", zone="T2", cards=REHAND["ninja"])


@pytest.mark.clause("SCORPION-30.3", "SCORPION-30.7", "SCORPION-23.7")
@pytest.mark.parametrize(("form", "clash"), [("draw", ["tiles_clash"]), ("note", [])])
def test_a_rivals_new_tile_is_not_held_against_the_others(form: str, clash: list[str]) -> None:
    table = lost("ninja", players=3, disputed="on", disputed_mission=form)
    returns(table, "ninja")
    same, other = (table.judge("ninja", "redraw_mission", intruder="ninja", letter=letter) for letter in "DB")
    assert [same.upheld, other.upheld] == [True, True]
    for viewer in ("public", "ninja", "traitor", "guards"):
        assert told(same, viewer) == told(other, viewer)
    assert [m for m in told(same, GAME_MASTER) if m == "tiles_clash"] == clash
    assert "tiles_clash" not in told(other, GAME_MASTER)


@pytest.mark.clause("SCORPION-29.6", "SCORPION-29.1")
def test_a_lone_wolf_returns_as_the_same_character_with_six_tiles_to_draw_from() -> None:
    table = ending(lone_wolf="hidden")
    table.state = dies(table.state, "ninja", [])
    turned(table)
    assert free_letters(table.state, "ninja") == ("A", "B", "C", "D", "E", "F")
    table.refuses("23.1", "intruders", "respawn", intruder="traitor", zone="N6", cards=REHAND["traitor"])
    returns(table, "ninja")
    table.says("intruders", "redraw_mission", intruder="ninja", letter="D")
    assert table.state.identity_public


# Among guards


@pytest.mark.clause("SCORPION-23.3", "SCORPION-6.1", "SCORPION-21.10")
@pytest.mark.parametrize(("option", "seen"), [("discovered", True), ("hidden", False)])
def test_a_ninja_who_returns_among_guards_is_discovered_at_once(option: str, seen: bool) -> None:
    table = lost("ninja", ninja_start_guarded=option)
    table.state = with_figures(table.state, ["g01"], zone="T9")
    ruling = returns(table, "ninja", "T9")
    assert (table.one("ninja").visible, ruling.told) == (seen, True)
    assert told(ruling, "public") == ["returned", *(["discovered", "alert_raised"] if seen else [])]
    forbidding = lost("ninja", ninja_start_guarded="forbid")
    forbidding.state = with_figures(forbidding.state, ["g01"], zone="T9")
    forbidding.refuses("23.3", "intruders", "respawn", intruder="ninja", zone="T9", cards=REHAND["ninja"])


@pytest.mark.clause("SCORPION-23.3", "SCORPION-6.5")
def test_a_traitor_without_an_unguarded_start_zone_returns_among_guards_and_is_seen() -> None:
    from referee.scorpion.setup.intruders import legal_starts

    table = lost("traitor")
    few = table.board.model_copy(
        update={"zones": tuple(z.model_copy(update={"traitor_start": z.id in ("W6", "N6")}) for z in table.board.zones)}
    )
    table.state = replace(table.state, board=few)
    table.state = form_patrol(with_figures(table.state, ["g01", "g02"], zone="W6"), ("g01", "g02"), None)
    table.refuses("23.3", "intruders", "respawn", intruder="traitor", zone="W6", cards=REHAND["traitor"])
    table.state = with_figures(table.state, ["g03"], zone="N6")
    assert legal_starts(table.state, "traitor") == ("W6", "N6")
    returns(table, "traitor", "W6")
    assert (table.one("traitor").visible, table.state.alert) == (True, 3)
