"""Who sits at a match, and what they may be called."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.journal import begin
from referee.core.reading.seating import check_name, readable, seats_of
from referee.core.values import Refused, Seat
from toy_game import TOY


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize("name", ["Aki", "　千恵　", " Ben ", "José", "李", "O’Neil", "a" * 40, "🥷", "は゛"])
def test_names_that_people_have(name: str) -> None:
    assert check_name(name) == name.strip()


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize("name", ["", " ", "\u3000", "a" * 41, "a" * 10_000, "\u3164", "\u2800\u00a0", "\u0301", "\n"])
def test_a_name_has_1_to_40_characters_to_be_seen(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.3", "table.name_length")
    assert refused.value.params == {"most": 40}


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize(
    "name",
    [
        "A\x00ki",
        "\x1b[31mAki",
        "\u202eikA",
        "Ki\u200bra",
        "a\u2028b",
        "x\ud800",
        "\ufeffAki",
        "A\u00adki",
        "\u061cA",
        "\ue000A",
    ],
)
def test_a_name_holds_nothing_that_nobody_can_see(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.3", "table.name_characters")


@pytest.mark.clause("METSUKE-1.3")
@settings(derandomize=True, deadline=None)
@given(st.text())
def test_any_text_is_a_tidy_name_or_refused(text: str) -> None:
    name, refused = None, None
    try:
        name = check_name(text)
    except Refused as told:
        refused = told.clause
    assert (name is None) == (refused == "METSUKE-1.3")
    if name is not None:
        assert name == check_name(name)
        assert 1 <= len(name) <= 40
        assert readable(name)


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize("other", ["Aki", "AKI", " aki ", "Ａｋｉ"])
def test_two_seats_do_not_go_by_one_name(other: str) -> None:
    with pytest.raises(Refused) as refused:
        begin(TOY, {}, [Seat(seat="p1", name="Aki"), Seat(seat="p2", name=other)])
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.3", "table.name_twice")


@pytest.mark.clause("METSUKE-1.3")
def test_a_seat_without_a_name_goes_by_its_id() -> None:
    assert seats_of(TOY, [Seat(seat="p1"), Seat(seat="p2", name=" Ben ")]) == (
        Seat(seat="p1", name="p1"),
        Seat(seat="p2", name="Ben"),
    )


@pytest.mark.clause("METSUKE-1.2")
@pytest.mark.parametrize(
    "ids",
    [
        ("p1", "p1"),
        ("gm",),
        ("table",),
        ("public",),
        ("",),
        ("x" * 41,),
        ("p\n",),
        (" p1",),
        tuple(map(str, range(99))),
    ],
)
def test_ids_that_cannot_be(ids: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        begin(TOY, {}, [Seat(seat=seat, name=f"n{i}") for i, seat in enumerate(ids)])
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.2", "table.seats_differ")


@pytest.mark.clause("METSUKE-1.2")
def test_how_many_may_play_the_game_decides() -> None:
    assert len(begin(TOY, {}, [Seat(seat=f"p{i}") for i in range(4)]).seats) == 4
    for count in (0, 5):
        with pytest.raises(Refused, match=r"TOY-1\.1"):
            begin(TOY, {}, [Seat(seat=f"p{i}") for i in range(count)])


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize(
    ("options", "field"), [({"goal": 99}, "goal"), ({"depth": "deep"}, "depth"), ({"colour": 1}, "colour")]
)
def test_options_that_cannot_be_are_refused_by_their_field(options: dict[str, object], field: str) -> None:
    with pytest.raises(Refused) as refused:
        begin(TOY, options, [Seat(seat="p1")])
    assert (refused.value.clause, refused.value.params) == ("METSUKE-1.4", {"field": f"options.{field}"})
