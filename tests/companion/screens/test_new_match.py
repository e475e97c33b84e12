"""A new match: names, seats and rules of the table, and what keeps it closed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.contract.snapshot import Draft, Snapshot
from companion.screens.new_match import house_rules
from companion.screens.seating import Seating, known_groups, known_names, seat_name, seating, start_of, trouble, unfit
from companion.tables.match_draft import options_of, order_of
from companion.ui.live_field import Typing
from tests.companion.screens.stage import EN, JA, Shown, field, shown, type_into
from tests.shots.scenes import Still
from tests.shots.scenes_shell import home

FOUR = ("Aki", "Ben", "Chie", "Dai")


def new(**changes: Any) -> Snapshot:
    """Return the screen of a draft."""
    return Snapshot("new", draft=replace(Draft("shinobazu", names=FOUR), **changes))


def seats(
    names: tuple[str, ...] = FOUR,
    known: tuple[str, ...] = (),
    groups: tuple[tuple[str, ...], ...] = (),
    **options: Any,
) -> tuple[Shown, Still]:
    """Return the seats by themselves."""
    actions = Still()
    start = str(options.get("start", ""))
    given = tuple(sorted(options.items()))
    return Shown(lambda: seating(EN, actions, names, start, given, 3, 5, known, groups=groups)), actions


# The dock


def test_a_good_draft_opens_the_table() -> None:
    screen, actions = shown(new())
    screen.tap(EN.t("app.new.open"))
    assert actions.told == [("open_table", (), {})]
    assert "4 seats, every play." in screen.words


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("x" * 10_000, "Ben", "Chie"), "A name has 1 to 40 characters."),
        (("A\x07ki", "Ben", "Chie"), "characters that nobody can see"),
        (("A\u202eki", "Ben", "Chie"), "characters that nobody can see"),
        (("Aki", "aki ", "Chie"), "Two seats have the same name."),
        (("Ａｋｉ", "Aki", "Chie"), "Two seats have the same name."),
        (("", "Player 1", "Chie"), "Two seats have the same name."),
        (("Aki", "Ben"), "3 to 5 players"),
    ],
)
def test_what_is_wrong_with_names_is_said_and_nothing_opens(names: tuple[str, ...], why: str) -> None:
    screen, actions = shown(new(names=names))
    assert why in screen.words
    with pytest.raises(LookupError):
        screen.tap(EN.t("app.new.open"))
    assert actions.told == []


def test_seats_without_names_are_no_problem() -> None:
    assert trouble(EN, Draft("shinobazu")) is None


def test_what_the_host_refused_is_said_and_may_be_tried_again() -> None:
    screen, actions = shown(new(problem="table.name_length"))
    assert "A name has 1 to 40 characters." in screen.words
    screen.tap(EN.t("app.new.open"))
    assert actions.told == [("open_table", (), {})]


# Seats


def test_typing_tells_each_letter_and_keeps_the_other_names() -> None:
    screen, actions = seats()
    type_into(screen.tree, "Benj", 1)
    assert actions.told == [("draft", (), {"names": ("Aki", "Benj", "Chie", "Dai")})]


def test_a_field_is_named_and_hints_at_the_name_it_gets_otherwise() -> None:
    screen, _ = seats(("", "Ben", "Chie"))
    assert "Name of seat 1" in screen.names
    assert "Player 1" in screen.words
    assert not field(screen.tree).hint_text  # the client would speak it in the place of the name


def test_a_hint_goes_with_the_cursor_and_with_the_first_letter() -> None:
    drawn: list[bool] = []
    typing = Typing("", Still().draft)
    typing.look_again = lambda: drawn.append(typing.hints)
    box = ft.TextField()
    assert typing.hints
    typing.enter(None)
    typing.leave(None)
    for written in ("A", "Ak", ""):
        box.value = written
        typing.tell(ft.ControlEvent(control=box, name="change"))  # type: ignore[arg-type]
    assert drawn == [False, True, False, True]
    assert not Typing("Aki", Still().draft).hints


def test_a_screen_drawn_from_an_older_text_takes_no_letter_back() -> None:
    typing = Typing("", Still().draft, said=["A", "Ak", "Aki"])
    for old in ("", "A", "Ak", "Aki"):
        typing.settle(old)
        assert (typing.given, typing.said[-1]) == (0, "Aki")


def test_a_text_from_elsewhere_replaces_what_a_field_holds() -> None:
    typing = Typing("", Still().draft, said=["A", "Ak"])
    typing.settle("Chie")
    assert (typing.given, typing.seed, typing.said) == (1, "Chie", [])


def test_seats_move_up_and_down_by_buttons() -> None:
    screen, actions = seats()
    screen.tap("Change seat 2, Ben")
    screen.tap("Move Ben up")
    assert actions.told[-1] == ("draft", (), {"names": ("Ben", "Aki", "Chie", "Dai"), "options": {}})


def test_seats_move_by_dragging() -> None:
    screen, actions = seats()
    moved = next(each for each in screen.tree if isinstance(each, ft.ReorderableListView))
    assert moved.on_reorder is not None
    moved.on_reorder(ft.OnReorderEvent(control=moved, name="reorder", old_index=0, new_index=2))  # type: ignore[call-arg,arg-type]
    assert actions.told == [("draft", (), {"names": ("Ben", "Chie", "Aki", "Dai"), "options": {}})]


def test_fields_are_new_after_a_move_so_that_each_shows_its_seats_name() -> None:
    screen, _ = seats()
    before = [each.key for each in screen.tree if isinstance(each, ft.Container) and each.key]
    screen.tap("Change seat 2, Ben")
    assert [each.key for each in screen.tree if isinstance(each, ft.Container) and each.key] == before
    screen.tap("Move Ben up")
    assert not set(before) & {each.key for each in screen.tree if isinstance(each, ft.Container)}


def test_whoever_starts_is_chosen_by_tapping_and_goes_along_when_seats_move() -> None:
    screen, actions = seats()
    screen.tap("Change seat 3, Chie")
    screen.tap("Starts")
    assert actions.told[-1] == ("draft", (), {"names": FOUR, "options": {"start": "p3"}})
    assert Seating(FOUR, 2).moved(2, 0) == Seating(("Chie", "Aki", "Ben", "Dai"), 0)
    assert Seating(FOUR, 2).moved(0, 3) == Seating(("Ben", "Chie", "Dai", "Aki"), 1)
    assert Seating(FOUR, 2).without(2).start == 0


def test_the_first_seat_starts_unless_the_table_says_otherwise() -> None:
    assert start_of("") == 0
    assert start_of("p3") == 2
    assert start_of("nonsense") == 0
    assert Seating(FOUR).options({"start": "p2", "depth": "plays"}) == {"depth": "plays"}


def test_in_a_game_that_asks_who_starts_nobody_does_until_named() -> None:
    order = order_of("giryaku", 2)
    assert start_of("", order) == -1
    asked = Seating(("Aki", "Ben"), start_of("", order), -1)
    assert asked.options({"first_player": "p2", "flip_mode": "app"}, order) == {"flip_mode": "app"}
    first = asked._replace(start=0)
    assert first.options({}, order) == {"first_player": "p1"}
    assert first.moved(0, 1).options({}, order) == {"first_player": "p2"}
    assert first.without(0).start == -1


def scorpion(names: tuple[str, ...], look: Any = EN) -> Shown:
    """Return the seats of a Scorpion match by themselves."""
    order = order_of("scorpion", len(names))
    return Shown(lambda: seating(look, Still(), names, "", (), 2, 4, (), order))


@pytest.mark.clause("SCORPION-2.3")
def test_seats_with_roles_show_them_in_the_place_of_numbers() -> None:
    assert "Guards" in scorpion(("", "")).words
    assert "Intruders" in scorpion(("", "")).words
    assert "Traitor" in scorpion(("Aki", "Ben", "Chie")).words
    assert "刀の護衛" in scorpion(("", "", "", ""), JA).words
    assert "Player" not in scorpion(("", "", "")).words


def test_a_game_for_so_many_and_no_other_number_says_it_once() -> None:
    order = order_of("giryaku", 2)
    screen = Shown(lambda: seating(EN, Still(), ("Aki", "Ben"), "", (), 2, 2, (), order))
    assert "2 seats" in screen.words
    assert "Add a seat" not in screen.names


def test_where_the_rules_say_who_begins_nobody_is_chosen_to() -> None:
    screen = scorpion(("Aki", "Ben"))
    screen.tap("Change seat 1, Aki")
    assert "Starts" not in screen.names
    assert "Move Aki down" in screen.names


def test_seats_that_nobody_named_are_called_by_their_roles() -> None:
    assert seat_name(EN, ("", "Ben"), 0, "scorpion") == "Guards"
    assert seat_name(JA, ("", "Ben"), 0, "scorpion") == "護衛"
    assert seat_name(EN, ("", "Ben"), 1, "scorpion") == "Ben"
    assert seat_name(EN, ("", "Ben"), 0, "giryaku") == "Player 1"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"tile_counts": {"10": 45}}, ""),
        ({"tile_counts": {"10": 2, "3": 5}}, "Scrolls in the box, by value: 7 of 45 are counted."),
        ({"kinds": ["A", "a", "C", "D", "E"]}, "Names of the five kinds: this cannot be."),
        ({"numbers": [1, 2, 3, 4, 5, 6, 7], "next_lead": "marker"}, None),
    ],
)
def test_an_option_that_cannot_be_is_named(options: dict[str, Any], why: str | None) -> None:
    said = unfit(EN, Draft(game="scroll-trick", names=FOUR, options=options))
    assert said == "" if why is None else why in said
    assert bool(said) == (why is not None)


@pytest.mark.parametrize(("names", "may_add", "may_remove"), [(FOUR[:3], True, False), (FOUR, True, True)])
def test_seats_are_added_and_removed_within_the_games_range(
    names: tuple[str, ...], may_add: bool, may_remove: bool
) -> None:
    screen, _ = seats(names)
    screen.tap("Change seat 1, Aki")
    assert ("Add a seat" in screen.names) == may_add
    assert ("Remove Aki" in screen.names) == may_remove


def test_no_sixth_seat_is_offered() -> None:
    assert "Add a seat" not in seats((*FOUR, "Eri"))[0].names


def test_known_players_fill_the_first_seat_without_a_name() -> None:
    screen, actions = seats(("Aki", "", ""), ("Eri",))
    screen.tap("Eri")
    assert actions.told == [("draft", (), {"names": ("Aki", "Eri", ""), "options": {}})]


def test_a_known_group_takes_all_seats_with_one_tap_while_nobody_is_named() -> None:
    group = ("Aki", "Ben", "Chie")
    screen, actions = seats(("", "", "", ""), group, (group,))
    screen.tap("Aki, Ben and Chie")
    assert actions.told == [("draft", (), {"names": group, "options": {}})]
    assert "Aki, Ben and Chie" not in seats(("Aki", "", "", ""), group, (group,))[0].names


def test_groups_are_whole_tables_of_people_that_fit_each_once() -> None:
    snap = home("en", 3)
    three, five = ((card.seats[0].name, *(s.name for s in card.seats[1:])) for card in (snap.home[0], snap.home[2]))
    assert known_groups(snap, 3, 5)[0] == three
    assert all(len(group) < len(five) for group in known_groups(snap, 3, 4))
    shuffled = replace(snap.home[0], code="z", seats=tuple(reversed(snap.home[0].seats)))
    assert known_groups(replace(snap, home=(snap.home[0], shuffled)), 3, 5) == (three,)
    nameless = tuple(replace(seat, name=EN.t("app.player_n", n=n)) for n, seat in enumerate(snap.home[0].seats, 1))
    assert known_groups(replace(snap, home=(replace(snap.home[0], seats=nameless),)), 3, 5) == ()


def test_whoever_has_a_seat_already_is_not_suggested() -> None:
    snap = replace(home("en"), draft=Draft("shinobazu", names=("ａｋｉ", "", "")))
    assert known_names(snap) == ("Ben", "Chie", "Dai")


# The table's own rules


def test_every_option_of_the_game_is_offered_but_depth_and_start_which_have_their_places() -> None:
    options = options_of("shinobazu")
    assert len(options) == 10
    assert {"depth", "start"}.isdisjoint(each.key for each in options)
    for look in (EN, JA):
        for each in options:
            for key in (each.key, *(f"{each.key}.{value}" for value in each.values)):
                assert look.t.has(f"shinobazu.option.{key}"), key


def test_house_rules_are_folded_with_a_summary() -> None:
    screen, _ = shown(new())
    assert "10, all standard" in screen.words
    assert "Jutsu of three in a duel" not in screen.words


def rules(**chosen: str) -> tuple[Shown, Still]:
    """Return the house rules, unfolded."""
    actions = Still()
    return Shown(lambda: house_rules(EN, actions, "shinobazu", tuple(chosen.items()), True)), actions


def test_a_changed_option_is_counted_and_kept_alone() -> None:
    screen, actions = rules(start="p2", duel_three="on")
    assert "1 of 10 changed" in screen.words
    screen.tap("Each of the loser's colours")
    assert actions.told == [("draft", (), {"options": {"start": "p2", "duel_three": "on", "duel_lead": "all"}})]


def test_the_standard_value_is_not_kept() -> None:
    screen, actions = rules(duel_lead="all")
    screen.tap("The loser's card of this round")
    assert actions.told == [("draft", (), {"options": {}})]


def test_all_options_go_back_to_standard_at_once_but_who_starts_stays() -> None:
    screen, actions = rules(start="p2", duel_three="on")
    screen.tap(EN.t("app.new.options.reset"))
    assert actions.told == [("draft", (), {"options": {"start": "p2"}})]


def test_depth_and_game_master_are_chosen_with_their_cost_in_words() -> None:
    screen, actions = shown(new())
    screen.tap("Scores only")
    screen.tap("Referee")
    assert actions.told == [("draft", (), {"depth": "scores"}), ("draft", (), {"game_master": "referee"})]
    assert "About 4 taps a turn." in screen.words
