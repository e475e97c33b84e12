"""Components: what they say, what they let be done, and that equal ones are not drawn again."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest
from flet.components.component import Component, Renderer
from flet.components.utils import shallow_compare_args_and_kwargs

from companion import ui
from companion.ui.theme import Look, make_look
from tests.shots.scenes import SUBJECTS, Still
from tests.shots.scenes_kit import SCENES
from tests.shots.tree import drawn, names, press, spoken, usable, words

LOOK = make_look()
JA = make_look("ja")


def of(kind: type[Any], controls: list[ft.BaseControl]) -> list[Any]:
    """The controls of one kind."""
    return [each for each in controls if isinstance(each, kind)]


def colours(controls: list[ft.BaseControl]) -> set[str]:
    """The colours that containers are filled with."""
    fills = [each.bgcolor for each in of(ft.Container, controls)]
    fills += [each.style.bgcolor for each in of(ft.OutlinedButton, controls)]
    return {str(fill).upper() for fill in fills if fill}


def dock(look: Look = LOOK, **given: Any) -> list[ft.BaseControl]:
    """A dock's tree."""
    said: dict[str, Any] = {"state": "asked", "line": "Your turn", "ask": "Lay one card."} | given
    return drawn(lambda: ui.dock(look, **said))


# The dock


@pytest.mark.parametrize(
    ("state", "filled"),
    [("asked", True), ("ruled", True), ("waiting", False), ("asleep", False), ("offline", False), ("idle", False)],
)
def test_only_what_asks_or_rules_is_filled_with_vermilion(state: str, filled: bool) -> None:
    assert (LOOK.p.accent in colours(dock(state=state))) == filled


def test_the_ask_is_a_live_region_with_the_line_over_it() -> None:
    live = [each for each in of(ft.Semantics, dock()) if each.live_region]
    assert [each.label for each in live] == ["Your turn. Lay one card."]


def test_why_something_cannot_be_chosen_takes_the_place_of_the_ask() -> None:
    tree = dock(refuses="The top is sealed.", main=ui.Main("Choose a set", None, False))
    assert "The top is sealed." in words(tree)
    assert not {"Your turn", "Lay one card."} & set(words(tree))
    assert [each.label for each in of(ft.Semantics, tree) if each.live_region] == ["Your turn. The top is sealed."]


def test_the_words_of_a_button_that_may_wrap_are_in_its_middle() -> None:
    tree = dock(main=ui.Main("No winner, Chie and Dai lose", Still().match.undo))
    (button,) = of(ft.OutlinedButton, tree)
    assert button.content.text_align is ft.TextAlign.CENTER


def test_the_buttons_of_a_low_screen_are_of_one_height() -> None:
    low = make_look(scale=2.0, low=True)
    tree = dock(low, left=ui.Side("Back", None, Still().match.undo), main=ui.Main("To the table", Still().match.undo))
    heights = {each.height for each in of(ft.OutlinedButton, tree)}
    assert len(heights) == 1


def test_the_main_action_declares_and_is_the_one_vermilion_button() -> None:
    actions = Still()
    tree = dock(state="waiting", main=ui.Main("Lay card 1", ui.act(actions.match.declare, {"type": "lay"})))
    press(tree, "Lay card 1")
    assert actions.told == [("declare", ({"type": "lay"},), {})]
    assert LOOK.p.accent in colours(tree)


def test_a_main_action_that_is_not_complete_is_grey_and_does_nothing() -> None:
    actions = Still()
    tree = dock(state="waiting", main=ui.Main("Lay", actions.match.undo, False))
    assert LOOK.p.accent not in colours(tree)
    with pytest.raises(LookupError):
        press(tree, "Lay")


def test_questions_where_none_may_stand_out_have_equal_buttons() -> None:
    actions = Still()
    pair = (ui.Side("Let it be", None, actions.match.undo), ui.Side("Just a Cat", None, actions.match.redo))
    tree = dock(state="idle", equal=pair)
    assert LOOK.p.accent not in colours(tree)
    first, second = usable(tree)
    assert (spoken(first), spoken(second)) == ("Let it be", "Just a Cat")
    assert isinstance(first, ft.OutlinedButton)
    assert isinstance(second, ft.OutlinedButton)
    assert (first.style, first.expand, first.height) == (second.style, second.expand, second.height)


def test_an_undo_that_is_not_allowed_stays_in_its_place_and_is_faint() -> None:
    (button,) = usable(dock(left=ui.Side("Undo", None, None, "Ben has declared since."), main=None))
    assert isinstance(button, ft.OutlinedButton)
    assert button.opacity == ui_theme().FADED
    assert not button.disabled, "it says why when it is tapped"


def test_offline_has_dashes_and_no_main_action() -> None:
    tree = dock(state="offline", left=ui.Side("Try another address", None, Still().undo))
    dashes = [shape.paint.stroke_dash_pattern for canvas in of(ft.canvas.Canvas, tree) for shape in canvas.shapes]
    assert dashes
    assert all(dashes)
    assert [spoken(e) for e in usable(tree)] == ["Try another address"]


# Secrecy


def pad(state: str, actions: Still, **given: Any) -> ft.GestureDetector:
    """The pad's recogniser."""
    (found,) = of(ft.GestureDetector, drawn(lambda: ui.hold_pad(LOOK, actions, state, **given)))
    return found


def at(y: float) -> Any:
    """A finger at a height."""
    return type("Touch", (), {"local_position": ft.Offset(10, y)})()


def told(actions: Still) -> list[str]:
    """What was asked of the phone."""
    return [name for name, _, _ in actions.told]


def test_a_touch_opens_at_once_and_a_lifted_finger_covers() -> None:
    actions = Still()
    found = pad("covered", actions)
    found.on_vertical_drag_down(at(40))
    assert told(actions) == ["hold"]
    found.on_vertical_drag_end(at(40))
    assert told(actions) == ["hold", "cover"]


def test_a_touch_that_is_taken_away_covers_too() -> None:
    actions = Still()
    found = pad("covered", actions)
    found.on_vertical_drag_down(at(40))
    found.on_vertical_drag_cancel(at(40))
    assert told(actions) == ["hold", "cover"]


def test_sliding_up_keeps_it_open_and_sliding_down_does_not() -> None:
    actions = Still()
    found = pad("covered", actions)
    found.on_vertical_drag_down(at(40))
    for y in (30, 10, -10, -30):
        found.on_vertical_drag_update(at(y))
    found.on_vertical_drag_end(at(-30))
    assert told(actions) == ["hold", "keep"]
    actions.told.clear()
    found.on_vertical_drag_down(at(40))
    found.on_vertical_drag_update(at(140))
    found.on_vertical_drag_end(at(140))
    assert told(actions) == ["hold", "cover"]


def test_a_kept_cover_closes_on_touch() -> None:
    actions = Still()
    found = pad("kept", actions)
    found.on_vertical_drag_down(at(40))
    found.on_vertical_drag_end(at(40))
    assert told(actions) == ["cover"]


def test_who_cannot_hold_opens_and_covers_by_taps() -> None:
    actions = Still()
    found = pad("covered", actions, tap=True)
    assert found.on_vertical_drag_down is None
    found.on_tap(at(0))
    pad("kept", actions, tap=True).on_tap(at(0))
    assert told(actions) == ["keep", "cover"]


def test_a_screen_reader_opens_it_without_holding() -> None:
    actions = Still()
    tree = drawn(lambda: ui.hold_pad(LOOK, actions, "covered"))
    press(tree, "Hold to look. Slide up to keep it open")
    assert told(actions) == ["keep"]


def test_the_recogniser_is_the_same_while_it_is_held() -> None:
    """A recogniser that came or went would end the touch, and the cover would stay open."""
    actions = Still()

    def kinds_of(state: str) -> list[type]:
        return [type(each) for each in drawn(lambda: ui.hold_pad(make_look(secret=state != "covered"), actions, state))]

    kinds = [kinds_of(state)[:4] for state in ("covered", "held", "kept")]
    assert kinds[0] == kinds[1] == kinds[2]
    handled = [
        {name for name in dir(found) if name.startswith("on_") and getattr(found, name) is not None}
        for found in (pad(s, actions) for s in ("covered", "held", "kept"))
    ]
    assert handled[0] == handled[1] == handled[2]


def test_opening_a_cover_moves_nothing_on_the_screen() -> None:
    def one(secret: bool) -> list[type]:
        look = make_look(secret=secret)
        return [
            type(each)
            for each in drawn(
                lambda: ui.screen(
                    look,
                    bar=ui.app_bar(look, "Shinobazu"),
                    strip=None,
                    content=[ui.label_row(look, "Hand")],
                    dock=ui.dock(look, state="asked", line="l", ask="a"),
                    frame="none",
                )
            )
        ]

    assert one(False) == one(True)


def test_the_frame_lets_touches_through() -> None:
    tree = drawn(lambda: ui.secret_frame(LOOK, "seat"))
    assert of(ft.Container, tree)[0].ignore_interactions
    assert len(of(ft.canvas.Canvas, tree)) == 4, "one for each edge"
    assert of(ft.canvas.Canvas, drawn(lambda: ui.secret_frame(LOOK, "none"))) == []


@pytest.mark.parametrize("kind", ["full", "short"])
@pytest.mark.parametrize("look", [LOOK, make_look(scale=2.0), make_look(shape="tablet")], ids=["", "large", "tablet"])
def test_the_closed_doors_shrink_to_the_room_there_is(look: Look, kind: Any) -> None:
    outer, doors = of(ft.Container, drawn(lambda: ui.fusuma(look, kind)))[:2]
    assert (outer.width, outer.alignment) == (None, ft.Alignment.CENTER), "as wide as the page, whatever that is"
    assert doors.clip_behavior == ft.ClipBehavior.HARD_EDGE
    assert outer.height == doors.height == ui.cover_height(look, kind)
    inside = of(ft.Container, drawn(lambda: ui.fusuma(look, kind)))[2:]
    assert all((each.width or 0) < 288 for each in inside), "nothing in them asks for more than the narrowest phone has"


def test_the_closed_doors_are_lower_in_large_text_and_wider_on_a_tablet() -> None:
    assert ui.cover_height(make_look(scale=2.0), "full") < ui.cover_height(LOOK, "full")
    looks = LOOK, make_look(shape="tablet")
    narrow, wide = (of(ft.Container, drawn(lambda look=look: ui.fusuma(look)))[1].width for look in looks)
    assert narrow < wide


@pytest.mark.parametrize("state", ["safe", "covered_parts", "covered", "secret", "gm", "ended"])
@pytest.mark.parametrize("look", [LOOK, JA], ids=["en", "ja"])
def test_every_strip_says_in_words_whether_the_screen_may_be_shown(look: Look, state: str) -> None:
    tree = drawn(lambda: ui.strip(look, state, "held", "Aki"))
    (name,) = names(tree)
    assert name.endswith(" held")
    assert "kit." not in name
    assert "{" not in name


def test_only_a_secret_strip_is_inverted() -> None:
    for state in ("safe", "covered_parts", "covered", "ended"):
        assert LOOK.p.surface_2 in colours(drawn(lambda s=state: ui.strip(LOOK, s)))
    assert LOOK.p.text in colours(drawn(lambda: ui.strip(LOOK, "secret")))
    assert LOOK.p.accent in colours(drawn(lambda: ui.strip(LOOK, "gm")))


# Seats


@pytest.mark.parametrize(("name", "letter"), [("aki", "A"), ("チエ", "チ"), (" 大", "大"), ("", "?"), ("éa", "É")])
def test_a_seat_is_known_by_the_first_sign_of_its_name(name: str, letter: str) -> None:
    assert ui.seat_letter(name) == letter


def strips(seat: str) -> list[ft.Container]:
    return [each for each in of(ft.Container, drawn(lambda: ui.seat_line(LOOK, seat))) if each.gradient]


def test_a_seat_is_known_by_its_strips_parts_without_colour_too() -> None:
    for number in range(1, 9):
        (strip,) = strips(f"p{number}")
        coloured = [colour for colour in strip.gradient.colors if colour == LOOK.p.seats[number - 1]]
        assert len(coloured) == 2 * number, "each part has a beginning and an end"
    for nobody in ("", "gm", "table", "p0", "px"):
        assert strips(nobody) == []


@pytest.mark.parametrize("presence", ["free", "here", "asleep", "gone"])
def test_presence_is_spoken_with_the_name(presence: str) -> None:
    (name,) = names(drawn(lambda: ui.seat_face(LOOK, "Chie", False, presence)))
    assert name.startswith("Chie, ")
    assert "kit." not in name


def test_a_free_seat_can_be_taken() -> None:
    actions = Still()
    rows = (
        ui.SeatRow("Aki", True, "here", after="this phone"),
        ui.SeatRow("Dai", False, "free", button="Sit here", handler=ui.act(actions.lobby.sit, "p4")),
    )
    tree = drawn(lambda: ui.seat_list(LOOK, rows))
    assert "Aki, this phone, here" in names(tree)
    press(tree, "Sit here")
    assert actions.told == [("sit", ("p4",), {})]


# Choices


CHOICES = (ui.Choice("me", "Me"), ui.Choice("chie", "Chie", None, False, "Chie has a card."))


def test_choosing_tells_the_value() -> None:
    actions = Still()
    press(drawn(lambda: ui.choice_bar(LOOK, CHOICES, "", ui.act(actions.pages.go, "where"))), "Me")
    assert actions.told == [("go", ("where", "me"), {})]


def test_what_cannot_be_chosen_is_struck_through_and_said_so() -> None:
    tree = drawn(lambda: ui.choice_bar(LOOK, CHOICES, "me", Still().go))
    struck = [e.value for e in of(ft.Text, tree) if e.style.decoration == ft.TextDecoration.LINE_THROUGH]
    assert struck == ["Chie"]
    assert "Chie, not available" in names(tree)


def ticks(chosen: str, *labels: str) -> int:
    """Return how many choices of a bar have a tick."""
    bar = drawn(lambda: ui.choice_bar(LOOK, tuple(ui.Choice(each, each) for each in labels), chosen, Still().go))
    return sum(each.icon == ft.Icons.CHECK_SHARP for each in of(ft.Icon, bar))


def test_the_chosen_one_of_two_has_a_tick_besides_its_colour() -> None:
    assert ticks("A", "A", "B") == 1
    assert ticks("nothing", "A", "B") == 0


def test_a_tick_cuts_no_word() -> None:
    assert ticks("100%", "100%", "115%", "130%", "150%", "200%") == 0
    assert ticks("short", "short", "long enough to be cut", "other") == 0


def test_what_is_folded_is_not_in_the_tree() -> None:
    def fold(open_: bool) -> list[str]:
        return words(drawn(lambda: ui.options_fold(LOOK, "Rules", "3", lambda: ui.text(LOOK, "body", "inside"), open_)))

    assert "inside" not in fold(False)
    assert "inside" in fold(True)


# Rulings and sheets


def test_a_clause_is_short_in_a_game_and_opens_by_its_whole_name() -> None:
    actions = Still()
    tree = drawn(lambda: ui.clause_chip(LOOK, actions, "SHINOBAZU-6.4"))
    assert words(tree) == ["6.4"]
    press(tree, "Clause 6.4")
    assert actions.told == [("clause", ("SHINOBAZU-6.4",), {})]


def test_a_refusal_says_what_why_which_clause_and_what_instead() -> None:
    actions = Still()
    insteads = (
        (ft.Icons.PERSON_SHARP, "Lay it in front of yourself", "then fight", ui.act(actions.match.declare, {})),
    )
    tree = drawn(
        lambda: ui.refusal_sheet(
            LOOK, actions, "A card", "Why not.", "SHINOBAZU-3.4", insteads, actions.match.house_ruling
        )
    )
    assert {"A card", "Why not.", "SHINOBAZU-3.4", "Refused. Nothing has changed."} <= set(words(tree))
    press(tree, "Lay it in front of yourself. then fight")
    press(tree, "The table sees it differently")
    press(tree, "Clause SHINOBAZU-3.4")
    assert told(actions) == ["declare", "house_ruling", "clause"]


def test_a_refusal_no_ruling_can_lift_offers_none() -> None:
    tree = drawn(lambda: ui.refusal_sheet(LOOK, Still(), "A card", "Why not.", "SHINOBAZU-3.4"))
    assert "The table sees it differently" not in names(tree)


def test_a_sheet_dims_the_content_and_leaves_the_dock() -> None:
    tree = drawn(
        lambda: ui.screen(
            LOOK, bar=None, content=[ui.label_row(LOOK, "Hand")], dock=ui.dock(LOOK, state="asked", line="l", ask="a"),
            overlay=ui.sheet(LOOK, [ui.text(LOOK, "body", "over it")]),
        )
    )  # fmt: skip
    (dimmed,) = [e for e in of(ft.Column, tree) if e.opacity == ui_theme().DIMMED]
    inside = drawn(lambda: dimmed)
    assert "Hand" in words(inside)
    assert "a" not in words(inside)
    shades = [e for e in of(ft.Container, tree) if e.on_click is not None and e.content is None]
    assert len(shades) == 1, "a shade takes the touches meant for what is dimmed"
    assert {"over it", "a"} <= set(words(tree))


def ui_theme() -> Any:
    """The theme module."""
    from companion.ui import theme

    return theme


# Everything


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.name)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_that_can_be_used_has_a_name_to_speak(scene: Any, lang: str) -> None:
    look = make_look(lang, secret=scene.secret, scale=scene.scale, shape="phone")
    tree = drawn(lambda: scene.draw(look, Still()))
    said = [spoken(each) for each in usable(tree)]
    assert said
    assert all(name and "kit." not in name for name in said)


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.name)
def test_every_touch_is_inside_something_that_is_spoken(scene: Any) -> None:
    tree = drawn(lambda: scene.draw(make_look(secret=scene.secret), Still()))
    touched = {id(e) for e in of(ft.Container, tree) if e.on_click is not None and e.content is not None}
    spoken: set[int] = set()
    for each in of(ft.Semantics, tree):
        if getattr(each, "on_click", None) is not None:
            spoken |= {id(inner) for inner in drawn(lambda e=each: e.content)}
    assert touched <= spoken


# Drawing again


def blocks_of(look: Look, actions: Still) -> list[Any]:
    """The blocks and stills that a screen of this look puts side by side."""
    return Renderer().render(lambda: blocks(look, actions))  # type: ignore[no-any-return, no-untyped-call]


def stays(one: Any, other: Any) -> bool:
    """Tell whether what is drawn later stays as it was: a still is the same one, a block need not be drawn again."""
    if not isinstance(one, Component):
        return one is other
    return one.memoized and shallow_compare_args_and_kwargs(one.args, one.kwargs, other.args, other.kwargs)


def blocks(look: Look, actions: Still) -> list[ft.Control]:
    """One of each block, as a screen would write it."""
    act = ui.act
    return [
        ui.dock(look, state="asked", line="l", ask="a", left=ui.Side("Undo", ft.Icons.UNDO_SHARP, actions.match.undo),
                main=ui.Main("Lay", act(actions.match.declare, {"type": "lay", "card": "#1"}))),
        ui.strip(look, "safe", "4 of 4 here"),
        ui.secret_frame(look, "seat"),
        ui.hold_pad(look, actions, "covered"),
        ui.app_bar(look, "Shinobazu", "Set 1", (ft.Icons.ARROW_BACK_SHARP, "Back", actions.pages.back), ()),
        ui.seat_list(look, (ui.SeatRow("Dai", False, "free", button="Sit", handler=act(actions.lobby.sit, "p4")),)),
        ui.choice_bar(look, CHOICES, "me", act(actions.pages.go, "x")),
        ui.ruling_row(look, "3", "fact", "cause", "SHINOBAZU-7.1", actions),
        ui.clause_chip(look, actions, "SHINOBAZU-7.1"),
        ui.list_row(look, ft.Icons.LAN_SHARP, "t", "s", "", act(actions.pages.go, "history")),
        ui.stat_bar(look, 0.4, 31, "best", title="Chie"),
        ui.fact_line(look, (ui.Fact(None, "x"),)),
        ui.refusal_sheet(
            look, actions, "A", "B", "SHINOBAZU-3.4", (), act(actions.match.house_ruling, {"type": "lay"})
        ),
    ]  # fmt: skip


def test_equal_blocks_are_not_drawn_again() -> None:
    actions = Bound()
    first, second = blocks_of(LOOK, actions), blocks_of(make_look(), actions)
    assert [one for one, other in zip(first, second, strict=True) if not stays(one, other)] == []


def test_a_block_of_another_look_or_phone_is_drawn_again() -> None:
    actions = Bound()
    first, second = blocks_of(LOOK, actions), blocks_of(JA, actions)
    assert not any(stays(one, other) for one, other in zip(first, second, strict=True))
    tapped = [each for each in blocks_of(LOOK, actions) if isinstance(each, Component)]
    others = [each for each in blocks_of(LOOK, Bound()) if isinstance(each, Component)]
    assert not any(stays(one, other) for one, other in zip(tapped, others, strict=True))


class Bound(Still):
    """Actions whose methods compare as real bound methods do: equal for one phone."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self if name in SUBJECTS else ui.act(self._note, name)
