"""What the phones of a Giryaku table show and offer, moment by moment."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest

from companion.ui.theme import make_look
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from referee.giryaku.cards import CELLS
from tests.companion.games.giryaku import tables
from tests.companion.games.giryaku.thumbs import Thumb
from tests.companion.screens.stage import EN, shown
from tests.shots.tree import usable

S, N, O = (EN.t(f"words.giryaku.{kind}") for kind in "SNO")  # noqa: E741


def t(key: str, **params: object) -> str:
    """Words of these screens in English."""
    own = f"giryaku.screen.{key}"
    return EN.t(own if EN.t.has(own) else f"table_screen.{key}", **params)


def declared(thumb: Thumb) -> list[str]:
    """The acts that a phone has asked for, without those that only keep it awake."""
    return [act for act, _, _ in thumb.actions.told if act != "touch"]


@pytest.mark.clause("GIRYAKU-7.12")
def test_what_would_be_struck_is_marked_before_anything_is_struck() -> None:
    aki = Thumb(tables.midgame(), "p1")
    aki.tap(N)
    aki.cell("p1", "2U")
    struck = [name for name in aki.screen.names if name.endswith(t("will_be_struck"))]
    assert len(struck) == 1
    assert struck[0].startswith("Ben, lower 2")
    assert t("skill.NO") in aki.screen.words
    assert "4 → 5" in aki.screen.words
    assert t("becomes", n=5) in " ".join(aki.screen.names)
    assert declared(aki) == []
    aki.main()
    assert aki.declared() == ("p1", {"type": "place", "col": 2, "card": "N"})


@pytest.mark.clause("GIRYAKU-4.3")
def test_a_full_column_says_why_it_takes_no_card() -> None:
    aki = Thumb(tables.midgame(), "p1")
    aki.cell("p1", "3U")
    assert "Column 3 is full." in aki.screen.words
    assert declared(aki) == []


@pytest.mark.clause("GIRYAKU-9.4")
def test_two_onmyoji_of_a_first_turn_say_why_they_cannot_be() -> None:
    why = EN.t("giryaku.first_turn", column="2")
    aki = Thumb(tables.opened(), "p1")
    aki.cell("p1", "2U")
    aki.tap(O)
    assert why in aki.screen.words
    with pytest.raises(LookupError):
        aki.main()
    # The other way round: with an onmyoji chosen, that column is none to choose.
    aki = Thumb(tables.opened(), "p1")
    aki.tap(O)
    aki.cell("p1", "2U")
    assert why in aki.screen.words
    aki.cell("p1", "3L")
    aki.main()
    assert aki.declared()[1]["col"] == 3


@pytest.mark.clause("GIRYAKU-8.2")
def test_one_card_takes_back_one_cell_or_a_whole_column() -> None:
    for cells, target in ((["3U"], "3U"), (["3L", "3U"], "3"), (["1L", "3U"], "3U")):
        aki = Thumb(tables.midgame(), "p1")
        aki.tap(t("consume"))
        aki.tap(S)
        for cell in cells:
            aki.cell("p1", cell)
        aki.main()
        assert aki.declared()[1] == {"type": "consume_one", "card": "S", "target": target}


@pytest.mark.clause("GIRYAKU-8.4")
def test_two_cards_strike_one_cell_and_two_of_a_kind_may_pay() -> None:
    aki = Thumb(tables.midgame(), "p1")
    aki.tap(t("consume"))
    aki.tap(S)
    aki.tap(S)
    aki.cell("p2", "3U")
    assert EN.t("giryaku.nothing_to_strike", cell="upper 3") in aki.screen.words
    aki.cell("p2", "1L")
    assert "3 → 5" in aki.screen.words
    aki.main()
    assert aki.declared()[1] == {"type": "consume_two", "cards": ["S", "S"], "target": "1L"}


@pytest.mark.clause("GIRYAKU-8.8")
def test_the_kind_that_raids_takes_nothing_back() -> None:
    aki = Thumb(tables.midgame(), "p1")
    aki.tap(t("consume"))
    aki.tap(O)
    assert t("skill.raid") in aki.screen.words
    aki.cell("p1", "1L")
    with pytest.raises(LookupError):
        aki.main()
    aki.cell("p1", "1L")
    aki.main()
    assert aki.declared()[1] == {"type": "consume_one", "card": "O"}


def test_two_quick_taps_on_a_kind_are_two_cards() -> None:
    aki = Thumb(tables.dealt(), "p1")
    tree = aki.screen.tree
    kind = next(each for each in tree if isinstance(each, ft.Semantics) and each.label == S)
    assert kind.on_click is not None  # type: ignore[attr-defined]
    for _ in range(3):
        kind.on_click(None)  # type: ignore[attr-defined]
    aki.screen.again()
    aki.main()
    assert aki.declared()[1] == {"type": "reveal_opening", "cards": ["S", "S", "S"]}


def test_the_boards_lie_as_each_player_sees_them() -> None:
    for viewer, columns in (("p1", "123"), ("p2", "321"), (PUBLIC, "123")):
        screen, _ = shown(tables.midgame().snap(viewer))
        cells = [name for name in screen.names if name.startswith(("Aki, ", "Ben, "))]
        other = "Aki" if viewer == "p2" else "Ben"
        assert [name.split(":")[0] for name in cells[:3]] == [f"{other}, upper {c}" for c in columns]
        assert len(cells) == 2 * len(CELLS)


def test_a_refusal_names_its_clause_and_what_may_be_done_instead() -> None:
    snap = tables.opened().tries("p1", "place", col=2, card="O").snap()
    screen, actions = shown(snap)
    assert "GIRYAKU-9.4" in screen.words
    assert t("what.place", card=O, column=2) in screen.words
    screen.tap(f"{t('instead.consume')}. {t('instead.consume_about')}")
    assert actions.told[-1][0] == "dismiss"
    assert t("how.consume") in screen.words


def test_whoever_waits_reads_what_was_done_and_who_is_waited_for() -> None:
    screen, _ = shown(tables.midgame().snap("p2"))
    assert t("did.place", name="Ben") in screen.words
    assert t("does.turn", name="Aki") in screen.words
    asleep, _ = shown(replace(tables.midgame(), asleep=frozenset({"p1"})).snap("p2"))
    assert t("waiting_asleep", name="Aki") in asleep.words


def test_one_phone_for_both_is_handed_over() -> None:
    screen, actions = shown(tables.midgame().snap("p2", my_seats=("p1", "p2")))
    screen.tap(t("hand_over", name="Aki"))
    assert actions.told[-1] == ("hand_over", ("p1",), {})


def test_the_options_may_be_set_until_the_decks_are_ready() -> None:
    screen, actions = shown(tables.begun().snap())
    screen.tap(EN.t("kit.more"))
    screen.tap(f"{t('menu.options')}, {t('menu.options_about')}")
    flip = EN.t("giryaku.option.flip_mode")
    screen.tap(f"{flip}, {EN.t('giryaku.option.flip_mode.trust')}")
    screen.tap(EN.t("giryaku.option.flip_mode.app"))
    told = [args for act, args, _ in actions.told if act == "declare"]
    assert told == [({"type": "configure", "flip_mode": "app"}, TABLE)]
    later, _ = shown(tables.dealt().snap())
    later.tap(EN.t("kit.more"))
    assert t("menu.options") not in later.words


def test_a_display_shows_both_boards_and_offers_nothing() -> None:
    for look in (EN, make_look("en", shape="tablet")):
        screen, _ = shown(tables.opened().snap(PUBLIC), look)
        assert t("must_act", name="Aki") in screen.words
        assert t("first_turn_ban") in screen.words
        offered = [each for each in usable(screen.tree) if isinstance(each, ft.OutlinedButton)]
        assert offered == []
        assert EN.t("kit.hold") not in screen.words


def test_a_game_master_sets_graveyards_by_hand() -> None:
    table = replace(tables.midgame(), gm="referee")
    screen, actions = shown(table.snap(GAME_MASTER, "kept"))
    screen.tap(t("house_ruling"))
    screen.tap(t("more", name=t("of_whom", card=O, name="Ben")))
    screen.tap(t("set_graveyards", sizes="Ben 5"))
    told = [kwargs for act, _, kwargs in actions.told if act == "house_ruling"]
    assert told == [{"adjust": {"graveyards": {"p2": {"S": 3, "N": 1, "O": 1}}}}]


def test_an_observer_only_looks() -> None:
    screen, _ = shown(replace(tables.midgame(), gm="observer").snap(GAME_MASTER, "kept"))
    assert t("you_observe") in screen.words
    assert t("answer") not in screen.words
    assert t("house_ruling") not in screen.words


def test_a_game_master_changes_the_card_of_an_entry() -> None:
    table = replace(tables.opened().says("p1", "place", col=3, card="S"), gm="referee")
    screen, actions = shown(table.snap(GAME_MASTER, "kept"))
    screen.tap(t("correct_move"))
    screen.tap(next(name for name in screen.names if name.startswith("Aki, Aki places")))
    screen.tap(N)
    number, move = actions.told[-1][1]
    assert move["card"] == "N"
    assert number == table.match.number


@pytest.mark.clause("GIRYAKU-9.3")
def test_the_end_says_who_won_and_by_which_rule() -> None:
    screen, actions = shown(tables.over().snap("p2"))
    assert EN.t("app.end.wins", name="Aki") in screen.words
    assert t("why.onmyoji_pair") in screen.words
    screen.tap(t("recount"))
    screen.tap(t("more", name="Ben"))
    screen.tap(t("count_is", counts="Aki 0, Ben 1"))
    assert actions.told[-1][1] == ({"type": "final_count", "counts": {"p1": 0, "p2": 1}}, TABLE)


@pytest.mark.clause("GIRYAKU-9.9")
def test_equal_graveyards_are_a_draw_and_say_so() -> None:
    table = tables.begun(depth="scores")
    for seat in ("p1", "p2"):
        table = table.says(TABLE, "graveyard_add", player=seat, cards=["S"] * 5 + ["N"] * 4)
    table = table.says(TABLE, "no_hand", player="p1").says(TABLE, "last_turn_done", player="p2")
    table = table.says(TABLE, "final_count", counts={"p1": 9, "p2": 9})
    screen, _ = shown(table.snap())
    assert t("why.equal_graveyards") in screen.words
    assert t("why_about.equal_graveyards") in screen.words


@pytest.mark.parametrize("scale", [1.3, 2.0])
def test_larger_text_loses_nothing(scale: float) -> None:
    for snap in (tables.midgame().snap(), tables.rearranged().snap("p1", "kept"), tables.booked().snap()):
        usual, _ = shown(snap)
        large, _ = shown(snap, make_look("en", scale=scale))
        unusable = {EN.t("table_screen.undo")} if snap.undo is not None else set()
        assert set(usual.names) - unusable <= set(large.names)
