"""Listening: who hears whom, the Cat, the answer that tells no more than it says, and the focus listen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.values import Ruling
from referee.scorpion.guards.listening import is_cat_possible, may_focus, may_listen, may_patrol_listen
from referee.scorpion.hearing import hears_any
from referee.scorpion.state import State, with_character
from tests.referee.board.grid import ZONES, grid, playable_grid
from tests.referee.scorpion.guards.guarded import Guarded, lay, with_flags

WITHIN_3_OF_B4 = frozenset(ZONES) - {"a1", "c1"}


def answer(table: Guarded, cat: bool = False, guard: str = "g01", seat: str = "guards") -> str:
    """Let a sentry listen; return how it is answered."""
    before = len(table.state.record)
    table.listens(seat, "play_sentry_listen", cat, guard=guard)
    return next(k for k in table.said(before) if k in ("heard", "heard_nothing", "cat_played"))


def public(ruling: Ruling) -> list[tuple[str, dict[str, object]]]:
    return [(n.message, dict(n.params)) for n in ruling.notices if n.to == "public"]


# The worked table of section 14, through real listens


@pytest.mark.parametrize(
    ("where", "noise", "listener", "hears"),
    [
        ("b4", 1, "b2", False),
        ("b4", 2, "b2", True),
        ("a4", 1, "a3", True),
        ("b5", 1, "c5", True),
        *(("b4", 3, zone, zone in WITHIN_3_OF_B4) for zone in ZONES),
    ],
)
@pytest.mark.clause("SCORPION-12.2")
@pytest.mark.clause("SCORPION-12.3")
@pytest.mark.clause("SCORPION-D2")
@pytest.mark.clause("SCORPION-D4")
def test_the_worked_ninja_is_heard_within_their_noise_over_walls_and_moats(
    where: str, noise: int, listener: str, hears: bool
) -> None:
    table = lay(f"g01:{listener}", ninja=where, noise=(noise, 0), traitor=None, board=grid())
    assert (answer(table) == "heard") is hears


@pytest.mark.parametrize(
    ("where", "noise", "listener", "hears"),
    [("c1", 3, "a4", False), ("c1", 3, "b4", False), ("b2", 0, "b1", False), ("b2", 0, "b2", True)],
)
@pytest.mark.clause("SCORPION-12.4")
@pytest.mark.clause("SCORPION-D3")
def test_the_worked_traitor_without_noise_is_heard_in_their_own_zone_alone(
    where: str, noise: int, listener: str, hears: bool
) -> None:
    table = lay(f"g01:{listener}", traitor=where, noise=(0, noise), board=grid(), cat=False)
    assert (answer(table) == "heard") is hears


@pytest.mark.parametrize("noise", range(4))
@pytest.mark.clause("SCORPION-12.2")
def test_for_all_pairs_of_zones_the_answer_is_the_distance_against_the_noise(noise: int) -> None:
    board = grid()
    place = {zone: (ZONES.index(zone) // 5, ZONES.index(zone) % 5) for zone in ZONES}
    for listener in ZONES:
        for at in ZONES:
            (r, c), (y, x) = place[listener], place[at]
            table = lay(f"g01:{listener}", ninja=at, noise=(noise, 0), board=board)
            assert (answer(table) == "heard") is (abs(r - y) + abs(c - x) <= noise), (listener, at)


@pytest.mark.clause("SCORPION-D1")
def test_a_border_for_sound_alone_carries_sound_and_zones_without_a_way_hear_nothing() -> None:
    table = lay("g01:b4", ninja="c4", noise=(1, 0), board=grid(sounds=[("b4", "c4")]))
    assert answer(table) == "heard"
    apart = grid()
    apart = apart.model_copy(update={"borders": tuple(b for b in apart.borders if "a1" not in (b.a, b.b))})
    assert answer(lay("g01:a1", ninja="a2", noise=(3, 0), board=apart)) == "heard_nothing"


@pytest.mark.clause("SCORPION-D5")
@pytest.mark.clause("SCORPION-25.16")
def test_nobody_in_the_passage_dead_or_escaped_is_heard_and_a_visible_intruder_is() -> None:
    assert answer(lay("g01:b1", ninja="passage", noise=(3, 0))) == "heard_nothing"
    escaped = lay("g01:b1", ninja="b1", noise=(3, 0))
    escaped.state = with_character(escaped.state, "ninja", status="escaped", zone=None)
    assert answer(escaped) == "heard_nothing"
    assert answer(lay("g01:b1", ninja="b1", visible=("ninja",))) == "heard"


@pytest.mark.clause("SCORPION-12.5")
def test_the_answer_is_the_same_for_one_or_two_intruders_and_for_every_reason_of_silence() -> None:
    def bytes_of(**fields: object) -> tuple[object, ...]:
        table = lay("g01:b2", **fields)  # type: ignore[arg-type]
        asked = table.says("guards", "play_sentry_listen", guard="g01")
        told = table.says("intruders", "answer_cat", use=False)
        return public(asked), public(told), table.state.record

    one = bytes_of(ninja="b2", traitor="a5")
    assert one == bytes_of(ninja="a5", traitor="b2") == bytes_of(ninja="b2", traitor="b2")
    far = bytes_of(ninja="a5", traitor="c5")
    assert far == bytes_of(ninja="passage", traitor="passage", noise=(3, 3)) == bytes_of(ninja="b1", traitor="b1")
    assert far != one


@pytest.mark.clause("SCORPION-12.6")
def test_hearing_raises_the_alert_once_even_if_both_are_heard_and_silence_does_not() -> None:
    table = lay("g01:b2", ninja="b2", traitor="b2")
    answer(table)
    assert table.state.alert == 1
    quiet = lay("g01:b2", ninja="a5", traitor="a5")
    answer(quiet)
    assert quiet.state.alert == 0


@pytest.mark.clause("SCORPION-8.3")
def test_hearing_at_high_alert_leaves_it_high() -> None:
    table = lay("g01:b2", ninja="b2", alert=3)
    answer(table)
    assert table.state.alert == 3


@pytest.mark.clause("SCORPION-12.7")
def test_who_hears_may_walk_two_zones_at_once_and_never_later() -> None:
    table = lay("g01:b2 g02:c4", ninja="b1", noise=(1, 0), traitor="a5")
    answer(table)
    assert table.asked == "Moving"
    table.refuses("12.7", "guards", "guard_step", to="b4", unit="g02")
    table.refuses("14.3", "guards", "play_sentry_search", guard="g02")
    table.steps("guards", "c2", "c1", unit="g01")
    assert table.guard("g01").zone == "c1"
    table.refuses("13.2", "guards", "guard_step", to="b1")


@pytest.mark.clause("SCORPION-12.7")
def test_a_hearing_patrol_moves_as_one() -> None:
    table = lay("g01+g02:b2<b1", ninja="b2", traitor="a5")
    table.listens("guards", "play_patrol_listen", unit="g01+g02")
    table.refuses("12.7", "guards", "guard_step", to="c2", unit="g01")
    table.says("guards", "guard_step", to="c2")
    assert {f.zone for f in table.state.figures} == {"c2"}


@pytest.mark.clause("SCORPION-12.8")
def test_silence_uses_the_card_and_marks_the_unit_but_moves_nobody() -> None:
    table = lay("g01:b2", ninja="a5")
    assert answer(table) == "heard_nothing"
    assert table.asked == ""
    table.refuses("11.1", "guards", "play_sentry_search", guard="g01")
    table.refuses("13.2", "guards", "guard_step", to="b1")


@pytest.mark.clause("SCORPION-12.1")
def test_a_sentry_listens_by_one_card_and_a_patrol_by_the_other() -> None:
    table = lay("g01:b2 g02+g03:c2<c1")
    table.refuses("12.1", "guards", "play_sentry_listen", guard="g02")
    table.refuses("12.1", "guards", "play_patrol_listen", unit="g01")
    table.says("guards", "play_patrol_listen", unit="g02+g03")


@pytest.mark.clause("SCORPION-12.1")
def test_by_option_a_member_of_a_patrol_listens_alone_and_leaves_it() -> None:
    table = lay("g02+g03:c2<c1", ninja="c2", traitor="a5", sentry_listen_in_patrol="yes")
    assert "g03" in may_listen(table.state, "guards")
    table.listens("guards", "play_sentry_listen", guard="g03")
    table.says("guards", "guard_step", to="b2")
    assert (table.guard("g02").zone, table.guard("g03").zone, table.state.patrols) == ("c2", "b2", ())


@pytest.mark.clause("SCORPION-25.17")
def test_a_guard_in_the_passage_cannot_listen() -> None:
    table = lay("g01:passage g02+g03:passage g04:b1", found=("b1",), front=2)
    table.refuses("25.17", "guards", "play_sentry_listen", guard="g01")
    table.refuses("25.17", "guards", "play_patrol_listen", unit="g02+g03")
    table.refuses("25.17", "guards", "focus_listen", unit="g01")
    assert may_listen(table.state, "guards") == ("g04",)
    assert may_patrol_listen(table.state, "guards") == ()
    assert may_focus(table.state, "guards") == ("g04",)


@pytest.mark.clause("SCORPION-12.10")
def test_who_walks_into_an_intruder_after_hearing_discovers_them() -> None:
    table = lay("g01:b2", ninja="b1", noise=(1, 0), traitor="a5")
    answer(table)
    table.says("guards", "guard_step", to="b1")
    assert table.one("ninja").visible
    assert table.state.alert == 3


@pytest.mark.clause("SCORPION-12.11")
@pytest.mark.clause("SCORPION-13.12")
def test_a_patrol_that_listened_without_a_step_still_walks_its_route() -> None:
    table = lay("g01+g02:b2<b1", ninja="b2", traitor="a5")
    table.listens("guards", "play_patrol_listen", unit="g01+g02")
    table.says("guards", "guard_stop")
    table.says("guards", "end_card_phase")
    table.refuses("15.1", "guards", "end_patrol_phase")
    table.says("guards", "guard_step", to=["c2", "c3"], unit="g01+g02")


# The Cat


@pytest.mark.clause("SCORPION-12.9")
def test_the_cat_silences_a_listen_in_range_out_of_range_or_to_protect_the_ninja() -> None:
    for fields in (
        {"traitor": "b2", "ninja": "a5"},
        {"traitor": "a5", "ninja": "b2"},
        {"traitor": "a5", "ninja": "a5"},
    ):
        table = lay("g01:b2", **fields)  # type: ignore[arg-type]
        assert answer(table, cat=True) == "cat_played"
        assert (table.state.alert, table.asked) == (0, "")
        assert table.one("traitor").hand == ("rope",)
        assert table.one("traitor").played == ("cat",)


@pytest.mark.clause("SCORPION-12.9")
def test_after_the_cat_nobody_is_told_what_the_answer_would_have_been() -> None:
    def told(ninja: str) -> object:
        table = lay("g01:b2", ninja=ninja, traitor="c5")
        table.says("guards", "play_sentry_listen", guard="g01")
        return public(table.says("intruders", "answer_cat", use=True)), table.state.record

    assert told("b2") == told("a5")


@pytest.mark.clause("SCORPION-26.1")
def test_the_cat_only_answers_a_listen_and_only_if_held() -> None:
    table = lay("g01:b2", traitor="a5", cat=False)
    table.refuses("26.1", "intruders", "answer_cat", use=True)
    table.says("guards", "play_sentry_listen", guard="g01")
    assert table.refuses("26.1", "intruders", "answer_cat", use=True).private
    table.says("intruders", "answer_cat", use=False)
    table.refuses("26.1", "intruders", "answer_cat", use=False)


@pytest.mark.clause("SCORPION-26.1")
def test_only_the_traitors_player_answers() -> None:
    table = lay("g01:b2", players=3, traitor="a5", ninja="b2")
    table.says("guards", "play_sentry_listen", guard="g01")
    table.refuses("26.1", "ninja", "answer_cat", use=False)
    table.refuses("9.3", "guards", "answer_cat", use=False)
    table.says("traitor", "answer_cat", use=False)


@pytest.mark.clause("SCORPION-26.1")
def test_the_traitor_may_say_cat_in_the_passage_and_is_not_asked_once_gone() -> None:
    inside = lay("g01:b2", traitor="passage", ninja="b2")
    assert answer(inside, cat=True) == "cat_played"
    for status in ("dead", "due", "escaped"):
        table = lay("g01:b2", traitor="a5", ninja="a5")
        table.state = with_character(table.state, "traitor", status=status, zone=None)
        ruling = table.says("guards", "play_sentry_listen", guard="g01")
        assert public(ruling)[-1][0] == "scorpion.heard_nothing"


def with_cats(played: int, hand_size: int = 3, **options: object) -> State:
    state = lay("g01:b2", traitor="a5", **options).state  # type: ignore[arg-type]
    return with_character(state, "traitor", played=("cat",) * played, hand_size=hand_size)


def test_the_question_is_skipped_only_where_all_know_that_no_cat_is_left() -> None:
    listed = {"cat": 2, "kenjutsu1": 1, "kenjutsu2": 2, "potent_sake": 2, "rope": 2, "secret_passage": 1}
    assert is_cat_possible(with_cats(2))
    assert is_cat_possible(with_cats(1, traitor_deck=listed))
    assert not is_cat_possible(with_cats(2, traitor_deck=listed))
    assert not is_cat_possible(with_cats(0, hand_size=0))


@pytest.mark.clause("SCORPION-29.5")
def test_a_hidden_lone_wolf_is_asked_at_every_listen_and_a_known_ninja_never() -> None:
    table = lay("g01:b2", ninja="a5", lone_wolf="hidden")
    table.state = with_character(replace(table.state, identity_public=False), "traitor", status="absent")
    table.says("guards", "play_sentry_listen", guard="g01")
    assert table.asked == "Listening"
    assert table.refuses("26.1", "intruders", "answer_cat", use=True).private
    table.says("intruders", "answer_cat", use=False)
    table.state = replace(table.state, identity_public=True)
    assert not is_cat_possible(table.state)


@pytest.mark.clause("SCORPION-29.3")
def test_a_hidden_lone_wolf_who_says_cat_is_the_traitor() -> None:
    table = lay("g01:b2", traitor="a5", lone_wolf="hidden")
    table.state = with_character(replace(table.state, identity_public=False), "ninja", status="absent")
    before = len(table.state.record)
    answer(table, cat=True)
    assert table.state.identity_public
    assert "lone_wolf_named" in table.said(before)


def test_each_intruder_player_is_told_which_of_their_own_are_in_range_and_the_guards_nothing() -> None:
    def ranges(**fields: object) -> dict[str, object]:
        table = lay("g01:b2", players=3, ninja="b2", traitor="a5", **fields)  # type: ignore[arg-type]
        ruling = table.says("guards", "play_sentry_listen", guard="g01")
        return {n.to[0]: n.params["intruders"] for n in ruling.notices if n.to != "public"}

    assert ranges() == {"ninja": ["ninja"], "traitor": ["ninja"]}
    assert ranges(disputed="on") == {"ninja": ["ninja"], "traitor": []}


def test_no_listen_is_taken_back_alone() -> None:
    table = lay("g01:b2", ninja="a5", traitor="a5")
    assert table.says("guards", "play_sentry_listen", guard="g01").told
    assert table.says("intruders", "answer_cat", use=False).told


def test_the_question_holds_the_truth_while_it_waits() -> None:
    table = lay("g01:b2", ninja="b2", traitor="a5")
    table.says("guards", "play_sentry_listen", guard="g01")
    assert table.state.pending[-1].heard is hears_any(table.state, ("g01",)) is True  # type: ignore[union-attr]
    for clause, kind, fields in (
        ("9.2", "end_card_phase", {}),
        ("13.2", "guard_step", {"to": "b1"}),
        ("13.2", "guard_stop", {}),
    ):
        early = table.refuses(clause, "guards", kind, **fields)
        assert (early.reason, early.params) == ("scorpion.listen_first", {"unit": "g01"})


# The focus listen


@pytest.mark.clause("SCORPION-14.4")
def test_guards_who_use_no_card_let_one_unit_listen_without() -> None:
    table = lay("g01:b2 g02+g03:c2<c1", ninja="a5", traitor="a5")
    assert may_focus(table.state, "guards") == ("g02+g03", "g01")
    table.listens("guards", "focus_listen", unit="g02+g03")
    table.refuses("14.4", "guards", "focus_listen", unit="g01")
    assert table.state.cards_used == 0


@pytest.mark.clause("SCORPION-14.4")
def test_no_focus_listen_after_a_card_in_either_phase_nor_in_the_alert_phase() -> None:
    table = lay("g01:b2 g02:c4", phase="alert", drawn={"sentry_search": 1})
    table.refuses("9.2", "guards", "focus_listen", unit="g02")
    table.says("guards", "play_sentry_search", guard="g01")
    table.says("guards", "guard_stop")
    table.says("guards", "end_alert_phase")
    table.refuses("14.4", "guards", "focus_listen", unit="g02")
    assert may_focus(table.state, "guards") == ()


@pytest.mark.parametrize("rule", ["refuse", "allow"])
@pytest.mark.clause("SCORPION-14.4")
def test_a_kenjutsu_before_it_forbids_the_focus_listen_unless_the_table_allows(rule: str) -> None:
    table = lay("g01:b1 g02:c4", ninja="b1", visible=("ninja",), focus_after_kenjutsu=rule)
    table.says("guards", "attack_intruder", guard="g01", intruder="ninja")
    if rule == "refuse":
        table.refuses("14.4", "guards", "focus_listen", unit="g02")
    else:
        table.says("guards", "focus_listen", unit="g02")


@pytest.mark.clause("SCORPION-14.5")
def test_a_focus_listen_is_a_listen_in_all_else() -> None:
    table = lay("g01:b2", ninja="b2", traitor="a5")
    table.listens("guards", "focus_listen", unit="g01")
    assert (table.state.alert, table.asked, table.guard("g01").carded) == (1, "Moving", True)
    cat = lay("g01:b2", ninja="b2", traitor="a5")
    cat.listens("guards", "focus_listen", cat=True, unit="g01")
    assert (cat.state.alert, cat.asked) == (0, "")
    used = with_flags(lay("g01:b2"), "g01", carded=True)
    used.refuses("11.1", "guards", "focus_listen", unit="g01")


@pytest.mark.clause("SCORPION-14.6")
def test_after_the_focus_listen_only_kenjutsu_is_played() -> None:
    table = lay("g01:b1 g02:c4", ninja="b1", traitor="a5", visible=("ninja",))
    table.listens("guards", "focus_listen", unit="g02")
    table.refuses("14.6", "guards", "play_sentry_search", guard="g01")
    assert may_listen(table.state, "guards") == ()
    table.says("guards", "attack_intruder", guard="g01", intruder="ninja")


@pytest.mark.parametrize("rule", ["side", "each"])
@pytest.mark.clause("SCORPION-14.4")
def test_two_guard_players_have_one_focus_listen_or_by_option_each_their_own(rule: str) -> None:
    table = lay("g01:b2 g02p:c4 g03:b1", players=4, ninja="a5", traitor="a5", focus_4p=rule)
    table.listens("sword", "focus_listen", unit="g01")
    if rule == "side":
        table.refuses("14.4", "spear", "focus_listen", unit="g02")
    else:
        table.listens("spear", "focus_listen", unit="g02")
        table.refuses("14.4", "sword", "focus_listen", unit="g03")


def test_a_guard_who_has_moved_and_hears_does_not_move_again() -> None:
    table = with_flags(lay("g01:b2", ninja="b2", board=playable_grid()), "g01", moved=True)
    assert answer(table) == "heard"
    assert table.asked == ""
