"""Who sits at a match, and what they may be called."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import names
from referee.core.journal import begin
from referee.core.reading import check_name, is_readable, name_key, seats_of
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
        "A\u3164ki",
        "A\u034fki",
        "Aki\u2800",
        "Aki\ufe0f",
        "\u115fAki",
        "A\U000e0100ki",
        "A\u200dki",
        "Aki\u200c",
        "🥷\u200d",
        "🏴\U000e0067\U000e0062",
        "A\U000e0067\U000e007f",
        "رضا\u200c",
    ],
)
def test_a_name_holds_nothing_that_nobody_can_see(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.3", "table.name_characters")


ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
JOINED = (
    "👨\u200d👩\u200d👧", "👩\u200d🚒", "👩🏽\u200d🚒", "❤\ufe0f\u200d🔥", "🏳\ufe0f\u200d🌈", SCOTLAND,
    "🇯🇵", "☀\ufe0f", "1\ufe0f\u20e3", "علی\u200cرضا", "ශ්\u200dරීමා", "क्\u200dषमा",
    "র\u200d্যাচেল", "葛\U000e0100城", "辻\U000e0101",
)  # fmt: skip


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize("name", JOINED)
def test_what_joins_letters_and_emoji_is_allowed_where_it_does(name: str) -> None:
    assert check_name(name) == name
    assert is_readable(f"{name}, {name}")


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
        assert is_readable(name)


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize("other", ["Aki", "AKI", " aki ", "Ａｋｉ", "Аki", "ΑΚΙ", "aкі"])
def test_two_seats_do_not_go_by_one_name(other: str) -> None:
    with pytest.raises(Refused) as refused:
        begin(TOY, {}, [Seat(seat="p1", name="Aki"), Seat(seat="p2", name=other)])
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.3", "table.name_twice")


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize(
    "pair",
    [("Ben", "\u0412en"), ("Nora", "\u039dora"), ("Hana", "\u041dana"), ("Mika", "\u039cika"), ("Zoe", "\u0396oe"),
     ("Yuki", "\u04aeuki"), ("Vera", "\u0474era"), ("Hana", "\u0397ana"), ("a-b", "a\u2010b"), ("a-b", "a\u2011b")],
)  # fmt: skip
def test_names_that_look_alike_in_capitals_are_one(pair: tuple[str, str]) -> None:
    assert name_key(pair[0]) == name_key(pair[1])


PLANES = [chr(code) for start, end in ((0, 0x20000), (0xE0000, 0xE1000)) for code in range(start, end)]
HIDDEN = st.text(
    "\u3164\u034f\ufe0f\ufe00\u200b\u200c\u200d\u2060\u00ad\u180b\u17b4\uffa0\U000e0100\U000e0041\ufeff", max_size=3
)
SPACES = st.text(" \u3000\u00a0\u2003\u2800\u3164", min_size=1, max_size=3)


@pytest.mark.clause("METSUKE-1.3")
@settings(derandomize=True, deadline=None)
@given(
    st.lists(
        st.text(st.characters(categories=("L", "N", "P", "S", "M")), min_size=1, max_size=4), min_size=1, max_size=4
    ),
    st.data(),
)
def test_what_nobody_sees_makes_no_other_name(words: list[str], data: st.DataObject) -> None:
    plain = " ".join(words)
    gap = SPACES.filter(lambda between: between.strip("\u3164"))
    other = data.draw(HIDDEN) + "".join(
        f"{data.draw(gap) if at else ''}{data.draw(HIDDEN)}{word}{data.draw(HIDDEN)}" for at, word in enumerate(words)
    )
    assert name_key(plain) == name_key(other)


@pytest.mark.parametrize(
    "pair",
    [
        (ENGLAND, SCOTLAND),
        ("Ben", "Бен"),
        ("A ki", "Aki"),
        ("🇯🇵", "🇵🇯"),
        ("Łódź", "Lodz"),
        ("は", "ば"),
        ("Еёма", "Eema"),
    ],
)
def test_names_that_look_different_are_different(pair: tuple[str, str]) -> None:
    assert name_key(pair[0]) != name_key(pair[1])


@settings(derandomize=True, deadline=None)
@given(st.text())
def test_the_store_knows_people_by_the_same_key(text: str) -> None:
    assert names.name_key(text) == name_key(text)


def test_every_character_has_one_key_in_the_rules_and_the_store() -> None:
    assert [sign for sign in PLANES if names.name_key(f"a{sign}b") != name_key(f"a{sign}b")] == []


@pytest.mark.clause("METSUKE-1.3")
def test_no_name_holds_a_character_that_unicode_says_to_ignore() -> None:
    ignored = [sign for sign in PLANES if name_key(f"a{sign}b") == "ab"]
    assert len(ignored) == 4174  # as many as DerivedCoreProperties.txt counts
    for sign in ignored:
        with pytest.raises(Refused, match=r"METSUKE-1\.3"):
            check_name(f"Aki{sign}Ben")


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
