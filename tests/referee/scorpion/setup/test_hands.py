"""Missions and hands before the guards' figures are complete (SCORPION-2.4 to 2.8, 3, 29.1, 29.3, 30.2, 30.3, 31.1)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.values import GAME_MASTER, Ruling
from referee.scorpion.cards import SUGGESTED, cards
from referee.scorpion.setup.hands import deck_of, free_letters
from tests.referee.scorpion.table import HALF_HAND, STOCK, Table, hand

NINJA_DECK = {"kenjutsu1": 1, "kenjutsu2": 1, "rope": 3, "secret_passage": 2, "shadow_walk": 2, "shuriken": 3}
GUARD_DECK = {
    "awaken": 6,
    "kenjutsu": 2,
    "patrol_listen": 6,
    "patrol_search": 6,
    "secret_passage": 2,
    "sentry_listen": 8,
    "sentry_search": 6,
}
SPARE_HAND = {"awaken": 3, "kenjutsu": 2, "patrol_listen": 3, "patrol_search": 3, "secret_passage": 1}


def told(ruling: Ruling, viewer: str) -> list[str]:
    """Return the messages that reach a viewer."""
    return [n.message.removeprefix("scorpion.") for n in ruling.notices if n.reaches(viewer)]


def missions(table: Table) -> list[str | None]:
    return [c.mission for c in table.state.characters]


# Missions


@pytest.mark.clause("SCORPION-2.5", "SCORPION-2.6", "SCORPION-1.4")
def test_one_player_of_both_intruders_notes_two_different_tiles() -> None:
    table = Table()
    ruling = table.says("intruders", "draw_missions", ninja="A", traitor="F")
    assert missions(table) == ["A", "F"]
    assert told(ruling, "public") == told(ruling, "guards") == []
    assert told(ruling, "intruders") == ["mission_noted", "mission_noted"]
    assert "A" not in str(ruling.params)
    assert table.refuses("2.5", "intruders", "draw_missions", ninja="C", traitor="C").private
    assert table.refuses("2.5", "intruders", "draw_missions", ninja="C").private
    table.refuses("2.5", "intruders", "draw_missions")
    table.says("intruders", "draw_missions", ninja="F", traitor="A")
    assert missions(table) == ["F", "A"]


@pytest.mark.clause("SCORPION-2.5", "SCORPION-9.3")
def test_guards_draw_no_missions_and_nobody_draws_a_seventh_letter() -> None:
    table = Table()
    table.refuses("9.3", "guards", "draw_missions", ninja="A", traitor="B")
    with pytest.raises(ValueError, match="ninja"):
        table.judge("intruders", "draw_missions", ninja="G", traitor="B")


@pytest.mark.clause("SCORPION-2.5", "SCORPION-2.8", "SCORPION-30.4")
def test_partners_note_their_own_tiles_and_hear_of_the_others() -> None:
    table = Table(3)
    ruling = table.says("ninja", "draw_missions", ninja="B")
    assert told(ruling, "traitor") == ["mission_noted"]
    assert table.refuses("2.5", "traitor", "draw_missions", traitor="B").private
    table.refuses("9.3", "traitor", "draw_missions", ninja="C", traitor="D")
    assert free_letters(table.state, "traitor") == ("A", "C", "D", "E", "F")
    table.says("traitor", "draw_missions", traitor="C")
    assert missions(table) == ["B", "C"]


@pytest.mark.clause("SCORPION-30.2", "SCORPION-30.3", "SCORPION-2.5")
@pytest.mark.parametrize("form", ["draw", "note"])
def test_what_rivals_draw_is_not_held_against_each_other(form: str) -> None:
    table = Table(3, disputed="on", disputed_mission=form)
    first = table.says("ninja", "draw_missions", ninja="B")
    assert told(first, "traitor") == []
    same, other = (table.judge("traitor", "draw_missions", traitor=letter) for letter in "BC")
    assert [same.upheld, other.upheld] == [True, True]
    for viewer in ("public", "ninja", "traitor", "guards"):
        assert [n for n in same.notices if n.reaches(viewer)] == [n for n in other.notices if n.reaches(viewer)]
    clash = ["tiles_clash"] if form == "draw" else []
    assert told(same, GAME_MASTER)[1:] == clash
    assert told(other, GAME_MASTER)[1:] == []
    taken = () if form == "note" else ("B",)
    assert [letter for letter in "ABCDEF" if letter not in free_letters(table.state, "traitor")] == list(taken)


# The lone wolf


@pytest.mark.clause("SCORPION-29.1")
def test_the_guards_hear_whom_the_lone_wolf_plays() -> None:
    table = Table(lone_wolf="on")
    table.refuses("29.1", "intruders", "draw_missions", ninja="A")
    table.refuses("9.3", "guards", "choose_character", intruder="ninja")
    table.says("intruders", "choose_character", intruder="ninja")
    ruling = table.says("intruders", "choose_character", intruder="traitor")
    assert ruling.notices[0].params == {"intruder": "traitor"}
    assert [c.status for c in table.state.characters] == ["absent", "waiting"]
    table.refuses("29.1", "intruders", "draw_missions", ninja="A", traitor="B")
    table.says("intruders", "draw_missions", traitor="B")
    table.refuses("29.1", "intruders", "choose_character", intruder="ninja")
    table.refuses("29.1", "intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    Table().refuses("29.1", "intruders", "choose_character", intruder="ninja")


@pytest.mark.clause("SCORPION-29.3")
def test_a_hidden_lone_wolf_prepares_both_hands_and_nobody_hears_whom_they_play() -> None:
    rulings: dict[str, list[Ruling]] = {}
    for who in ("ninja", "traitor"):
        table = Table(lone_wolf="hidden")
        rulings[who] = [
            table.says("intruders", "choose_character", intruder=who),
            table.says("intruders", "draw_missions", **{who: "B"}),
            table.says("intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8)),
            table.says("intruders", "choose_intruder_hand", intruder="traitor", cards=hand("traitor", 7)),
        ]
        assert all(c.hand_chosen for c in table.state.characters)
    for as_ninja, as_traitor in zip(rulings["ninja"], rulings["traitor"], strict=True):
        assert told(as_ninja, "public") == told(as_traitor, "public") == []
        assert (as_ninja.clause, as_ninja.reason, as_ninja.params) == (
            as_traitor.clause,
            as_traitor.reason,
            as_traitor.params,
        )


# The intruders' hands


@pytest.mark.clause("SCORPION-3.1", "SCORPION-3.2", "SCORPION-3.4", "SCORPION-3.8")
def test_the_suggested_hands_are_legal_and_secret() -> None:
    table = Table()
    table.missions()
    for who in ("ninja", "traitor"):
        ruling = table.says("intruders", "choose_intruder_hand", intruder=who, cards=SUGGESTED[who])  # type: ignore[index]
        assert told(ruling, "guards") == told(ruling, "public") == []
        assert table.one(who).hand == cards(SUGGESTED[who])  # type: ignore[index]
    assert [c.hand_size for c in table.state.characters] == [8, 7]
    table.says("guards", "choose_guard_hand", cards=SUGGESTED["guards"])


@pytest.mark.clause("SCORPION-3.1", "SCORPION-3.2")
@pytest.mark.parametrize(("who", "number", "size"), [("ninja", "3.1", 8), ("traitor", "3.2", 7)])
def test_intruder_hands_of_other_sizes_are_refused(who: str, number: str, size: int) -> None:
    table = Table()
    table.missions()
    for wrong in (size - 1, size + 1):
        ruling = table.refuses(number, "intruders", "choose_intruder_hand", intruder=who, cards=hand(who, wrong))
        assert ruling.private
        assert ruling.params == {"count": size, "entered": wrong}
    table.refuses(number, "intruders", "choose_intruder_hand", intruder=who)


@pytest.mark.clause("SCORPION-31.1")
def test_hand_sizes_follow_the_options() -> None:
    table = Table(ninja_hand=11, traitor_hand=6)
    table.missions()
    table.says("intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 11))
    table.says("intruders", "choose_intruder_hand", intruder="traitor", cards=hand("traitor", 6))
    table.refuses("3.1", "intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    none = Table(ninja_hand=0)
    none.missions()
    none.says("intruders", "choose_intruder_hand", intruder="ninja", cards={})


@pytest.mark.clause("SCORPION-3.1", "SCORPION-1.3")
def test_no_hand_has_more_copies_than_there_can_be() -> None:
    soft, hard = Table(), Table(ninja_deck=NINJA_DECK)
    for table in (soft, hard):
        table.missions()
    plenty = {"rope": 6, "shuriken": 2}
    soft.says("intruders", "choose_intruder_hand", intruder="ninja", cards=plenty)
    hard.refuses("3.1", "intruders", "choose_intruder_hand", intruder="ninja", cards=plenty)
    hard.says("intruders", "choose_intruder_hand", intruder="ninja", cards={"rope": 3, "shuriken": 3, "shadow_walk": 2})
    soft.refuses("3.1", "intruders", "choose_intruder_hand", intruder="ninja", cards={"rope": 7, "shuriken": 1})


@pytest.mark.clause("SCORPION-3.3")
def test_cards_of_the_other_characters_deck_are_refused() -> None:
    table = Table()
    table.missions()
    for who, card in (("ninja", "cat"), ("traitor", "shuriken")):
        ruling = table.refuses("3.3", "intruders", "choose_intruder_hand", intruder=who, cards={card: 7})
        assert (ruling.private, ruling.params) == (True, {"card": card})


@pytest.mark.clause("SCORPION-9.3", "SCORPION-3.3")
def test_nobody_chooses_anothers_hand() -> None:
    table = Table(3)
    table.missions()
    table.refuses("9.3", "traitor", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    table.refuses("9.3", "guards", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    table.refuses("9.3", "ninja", "choose_guard_hand", cards=SUGGESTED["guards"])


@pytest.mark.clause("SCORPION-2.8", "SCORPION-30.1", "SCORPION-30.4")
@pytest.mark.parametrize(("rivals", "hears"), [("off", ["hand_noted"]), ("on", [])])
def test_partners_hear_of_each_others_hand_and_rivals_do_not(rivals: str, hears: list[str]) -> None:
    table = Table(3, disputed=rivals)
    table.missions()
    ruling = table.says("ninja", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    assert told(ruling, "traitor") == hears
    assert told(ruling, "guards") == []


@pytest.mark.clause("SCORPION-3.1", "SCORPION-3.5")
def test_counted_cards_stay_unnamed() -> None:
    table = Table(intruder_cards="counted", guard_cards="counted")
    table.missions()
    table.refuses("3.1", "intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    table.says("intruders", "choose_intruder_hand", intruder="ninja")
    assert (table.one("ninja").hand, table.one("ninja").hand_size) == (None, 8)
    table.refuses("3.5", "guards", "choose_guard_hand", cards=SUGGESTED["guards"])
    table.says("guards", "choose_guard_hand")
    assert (table.state.stocks[0].hand, table.state.stocks[0].hand_size, table.state.stocks[0].deck_size) == (
        None,
        24,
        12,
    )
    four = Table(4, guard_cards="counted")
    four.refuses("3.6", "sword", "split_guard_cards", sword=STOCK, spear=STOCK)
    four.says("spear", "choose_guard_hand")
    assert (four.state.stocks[1].hand_size, four.state.stocks[1].deck_size) == (12, 6)


# The guards' hands


@pytest.mark.clause("SCORPION-3.5", "SCORPION-1.3")
def test_one_guard_player_chooses_24_of_36() -> None:
    table = Table()
    ruling = table.says("guards", "choose_guard_hand", cards=SUGGESTED["guards"])
    assert (told(ruling, "guards"), told(ruling, "intruders")) == (["guard_hand_noted"], [])
    (stock,) = table.state.stocks
    assert (stock.hand_size, stock.deck_size, len(stock.hand or ())) == (24, 12, 24)
    table.refuses("3.5", "guards", "choose_guard_hand", cards=dict(SUGGESTED["guards"]) | {"awaken": 3})
    table.refuses("3.5", "guards", "choose_guard_hand")
    assert table.refuses("3.5", "guards", "choose_guard_hand", cards={"awaken": 15, "sentry_listen": 9}).private
    table.refuses("3.6", "guards", "split_guard_cards", sword=STOCK, spear=STOCK)


@pytest.mark.clause("SCORPION-3.5", "SCORPION-1.3")
def test_a_counted_deck_list_bounds_the_hand() -> None:
    table = Table(guard_deck=GUARD_DECK)
    fits = {"sentry_listen": 8, "awaken": 6, "patrol_listen": 6, "sentry_search": 4}
    table.refuses("3.5", "guards", "choose_guard_hand", cards=fits | {"sentry_listen": 9, "awaken": 5})
    table.says("guards", "choose_guard_hand", cards=fits)
    assert deck_of(table.state, "guards") == cards(
        {"kenjutsu": 2, "patrol_search": 6, "secret_passage": 2, "sentry_search": 2}
    )
    loose = Table()
    loose.says("guards", "choose_guard_hand", cards=fits | {"sentry_listen": 9, "awaken": 5})
    assert deck_of(loose.state, "guards") is None


@pytest.mark.clause("SCORPION-3.6", "SCORPION-3.7")
def test_two_guard_players_split_the_cards_and_choose_12_of_18_each() -> None:
    table = Table(4)
    table.refuses("3.6", "sword", "choose_guard_hand", cards=HALF_HAND)
    ruling = table.says("spear", "split_guard_cards", sword=STOCK, spear=STOCK)
    assert told(ruling, "sword") == told(ruling, "spear") == ["cards_split"]
    assert told(ruling, "ninja") == []
    chosen = table.says("sword", "choose_guard_hand", cards=HALF_HAND)
    assert (told(chosen, "sword"), told(chosen, "spear")) == (["guard_hand_noted"], [])
    sword, spear = table.state.stocks
    assert (sword.hand_size, sword.deck_size, spear.chosen) == (12, 6, False)
    table.refuses("3.6", "spear", "choose_guard_hand", cards=HALF_HAND | {"awaken": 3})
    table.refuses("9.3", "ninja", "split_guard_cards", sword=STOCK, spear=STOCK)


@pytest.mark.clause("SCORPION-3.6", "SCORPION-1.3")
def test_unequal_or_impossible_splits_are_refused() -> None:
    table = Table(4)
    table.refuses("3.6", "sword", "split_guard_cards", sword=STOCK | {"awaken": 4}, spear=STOCK | {"awaken": 2})
    heaped = {"awaken": 9, "kenjutsu": 9}
    assert table.refuses("3.6", "sword", "split_guard_cards", sword=heaped, spear=heaped).private
    listed = Table(4, guard_deck=GUARD_DECK)
    listed.refuses("3.6", "sword", "split_guard_cards", sword=STOCK, spear=STOCK)
    half: dict[str, Any] = {card: n // 2 for card, n in GUARD_DECK.items()}
    listed.says("sword", "split_guard_cards", sword=half, spear=half)


@pytest.mark.clause("SCORPION-3.7")
def test_no_guard_player_takes_a_card_of_the_others_stock() -> None:
    table = Table(4)
    table.says("sword", "split_guard_cards", sword=STOCK, spear=STOCK)
    ruling = table.refuses("3.7", "sword", "choose_guard_hand", cards=HALF_HAND | {"awaken": 4, "sentry_listen": 1})
    assert ruling.private
    table.says("sword", "choose_guard_hand", cards=SPARE_HAND)


@pytest.mark.clause("SCORPION-3.6")
def test_a_new_split_undoes_the_hands_that_it_touches() -> None:
    table = Table(4)
    table.says("sword", "split_guard_cards", sword=STOCK, spear=STOCK)
    table.says("sword", "choose_guard_hand", cards=HALF_HAND)
    table.says("spear", "split_guard_cards", sword=STOCK, spear=STOCK)
    assert table.state.stocks[0].chosen
    table.says(
        "spear",
        "split_guard_cards",
        sword=STOCK | {"awaken": 4, "kenjutsu": 1},
        spear=STOCK | {"awaken": 2, "kenjutsu": 3},
    )
    assert not table.state.stocks[0].chosen
    assert table.state.stocks[0].hand_size == table.state.stocks[0].deck_size == 0


# The order of the set-up


@pytest.mark.clause("SCORPION-4.8")
def test_missions_come_before_hands() -> None:
    table = Table()
    ruling = table.refuses("4.8", "intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))
    assert ruling.private
    table.missions()
    table.says("intruders", "choose_intruder_hand", intruder="ninja", cards=hand("ninja", 8))


@pytest.mark.clause("SCORPION-4.8")
def test_hands_and_missions_change_freely_until_the_guards_figures_are_complete() -> None:
    table = Table.setting_up(4, "guard_figures")
    changes: list[tuple[str, str, dict[str, Any]]] = [
        ("ninja", "draw_missions", {"ninja": "F"}),
        ("ninja", "choose_intruder_hand", {"intruder": "ninja", "cards": hand("ninja", 8)}),
        ("sword", "choose_guard_hand", {"cards": HALF_HAND}),
        ("sword", "split_guard_cards", {"sword": STOCK, "spear": STOCK}),
    ]
    for seat, kind, fields in changes:
        table.says(seat, kind, **fields)
    other = {"sword": STOCK | {"awaken": 4, "kenjutsu": 1}, "spear": STOCK | {"awaken": 2, "kenjutsu": 3}}
    assert table.refuses("4.8", "sword", "split_guard_cards", **other).reason == "scorpion.split_stays"
    table.guard_figures()
    for seat, kind, fields in changes:
        assert table.refuses("4.8", seat, kind, **fields).private
    table.guard_marks()
    table.guards_lock()
    table.intruder_marks()
    table.intruders_lock()
    for seat, kind, fields in changes:
        table.refuses("9.2", seat, kind, **fields)
