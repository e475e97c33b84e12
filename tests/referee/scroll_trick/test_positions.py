"""A table is taken over in the middle: it goes on as it was, what cannot be is refused, and no secret is told."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.check.player import any_match, any_options, playing
from referee.check.positions import check_broken, check_laid
from referee.core.journal import Match, begin
from referee.core.reading import lay, positions_of, read_position
from referee.core.values import GAME_MASTER, PUBLIC, Refused, Seat
from referee.scroll_trick.state import State
from tests.players import scroll_trick as players
from tests.players.people import seated
from tests.referee.scroll_trick.table import NAMES, Table, hand
from tests.referee.scroll_trick.test_invariants import (
    HABITS,
    all_cards_are_somewhere,
    all_scrolls_are_somewhere,
    hands_shrink_by_one_a_trick,
    one_person_has_the_marker,
    scrolls_lie_on_open_cards,
    somebody_can_play,
    the_row_is_whole,
    the_supply_holds,
    trump_stays,
)
from tests.referee.scroll_trick.test_secrecy import pairs
from tests.shares import count

POSITIONS = count("POSITIONS")
BROKEN = count("BROKEN")
POSITIONS_OF = positions_of(scroll_trick)


# Matches cut anywhere


def a_match(seed: int) -> list[Match]:
    """Return the moments of a match: of players who know nothing, or of players with real cards."""
    random = Random(f"positions {seed}")
    if seed % 2:
        options = any_options(scroll_trick, random)
        moments = [any_match(scroll_trick, random, {} if options.get("next_lead") == "marker" else options)]
        return [*moments, *(one.after for one in playing(moments[0], random))]
    count = 2 + seed // 2 % 4
    options = players.any_options(random, count, "scores" if seed % 8 == 6 else "plays")
    moments = [begin(scroll_trick, options, seated(count))]
    for actor, move in players.play(seed, count, options, HABITS[seed // 2 % len(HABITS)]):
        moments.append(moments[-1].declare(actor, move, "00" * 16)[0])
    return moments


@pytest.mark.clause("METSUKE-5.1")
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.soak
def test_a_match_that_is_laid_again_goes_on_as_it_was(chunk: int) -> None:
    for seed in range(chunk, POSITIONS, 10):
        moments = a_match(seed)
        check_laid(moments, Random(seed).randrange(len(moments)))


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.soak
def test_a_broken_position_is_refused_by_field_and_clause_or_keeps_the_invariants(chunk: int) -> None:
    for seed in range(chunk, BROKEN // 5, 10):
        moments, random = a_match(seed), Random(f"broken {seed}")
        for _ in range(5):
            match = random.choice(moments)
            data, refused = check_broken(match, random)
            if refused is None:
                sound(laid(data, match.state.options.model_dump(mode="json"), match.seats), match.options.depth)


def sound(state: State, depth: str) -> None:
    """Hold a table to what the tables of random matches are held to."""
    one_person_has_the_marker(state, state)
    the_supply_holds(state, state, "")
    if depth == "scores":
        return
    all_cards_are_somewhere(state)
    all_scrolls_are_somewhere(state)
    hands_shrink_by_one_a_trick(state)
    scrolls_lie_on_open_cards(state)
    somebody_can_play(state)
    trump_stays(state, state)
    the_row_is_whole(state)


def laid(data: Mapping[str, Any], options: Mapping[str, Any], seats: tuple[Seat, ...]) -> State:
    begun = begin(scroll_trick, options, seats)
    state = lay(scroll_trick, begun.options, begun.seats, read_position(scroll_trick, data, begun.seats))
    assert isinstance(state, State)
    return state


# Tables as people write them down


def seat(name: str, captured: str = "", in_round: str = "", cards: str = "", **more: Any) -> dict[str, Any]:
    """Describe a seat; a scroll that lies face up stands behind its card, `A1:5`."""
    lying = []
    for one in cards.split():
        card, _, value = one.partition(":")
        lying.append({"card": hand(card)[0]} | ({"value": int(value)} if value else {}))
    scrolls = {"captured": [*map(int, captured.split())], "in_round": [*map(int, in_round.split())]}
    return {"seat": name, **scrolls, "cards": lying, **more}


SET_UP = {"phase": "setup", "marker": "ann", "seats": [seat("ann", has_set=True), seat("ben", has_set=True)]}
OPENING = {"phase": "open", "marker": "ben", "trump": "E", "seats": [seat("ben", cards="B1")]}
SECOND_TRICK = {
    "phase": "trick",
    "marker": "ann",
    "leader": "ben",
    "trump": "E",
    "seats": [seat("ann", cards="B1 C1"), seat("ben", "3", "3", "A2 B2 C2"), seat("cem", cards="A3 B3 C3")],
    "discards": hand("A1 D2 D3"),
    "now": [{"seat": "ben", "card": "D 4"}],
}
NOTED_TRICK = {
    **{name: value for name, value in SECOND_TRICK.items() if name not in ("discards", "now")},
    "tricks": [
        {
            "number": 1,
            "plays": [
                {"seat": "ann", "card": "A 1", "opened": True, "value": 3},
                {"seat": "ben", "card": "E 2"},
                {"seat": "cem", "card": "D 3"},
            ],
        }
    ],
}
BETWEEN = {
    "phase": "between",
    "marker": "ann",
    "seats": [seat("ann", "3 3 1", "3 3 1"), seat("ben", "3 1 -1", "3 1 -1"), seat("cem", "1 -1 -1", "1 -1 -1")],
}
AFTER_TWO = {
    "phase": "between",
    "round": 2,
    "marker": "cem",
    "marker_given": True,
    "seats": [seat("ann", "3 3 1 5 5"), seat("ben", "3 1 -1 5 7 10", drawn=True), seat("cem", "1 -1 -1 -3 -5 -5 1")],
}
PLACING = {
    "phase": "place",
    "round": 2,
    "marker": "cem",
    "trump": "A",
    "seats": [
        seat("ann", "3 3 1", "", "A1 B1 C1", placed=True),
        seat("ben", "3 1 -1", "", "A2 B2 C2"),
        seat("cem", "1 -1 -1", "", "A3 B3 C3"),
    ],
}
TURNING = {
    **PLACING,
    "phase": "turn",
    "seats": [{name: of[name] for name in ("seat", "captured", "cards")} for of in PLACING["seats"]],  # type: ignore[index, attr-defined]
}
ENTERING = {
    "phase": "score",
    "round": 2,
    "marker": "cem",
    "entries": 1,
    "seats": [seat("ann", "3 3 1"), seat("ben", "3 1 -1 5", "5"), seat("cem", "1 -1 -1")],
}
TIED = {
    "phase": "tie",
    "round": 3,
    "marker": "ann",
    "seats": [seat(n, "3 1 -1" + " 5" * 6, "5 5 5") for n in NAMES[:3]],
}
CHOSEN = {**TIED, "phase": "ended", "chosen": "ben"}
PAIR = {
    "phase": "trick",
    "marker": "ann",
    "trump": "E",
    "seats": [seat("ann", cards="A1 B1 C1"), seat("ben", cards="A2 B2 C2"), seat("shadow", cards="A3:3 B3 C3")],
}
LED = {**PAIR, "now": [{"seat": "ann", "card": "E 7"}, {"seat": "ben", "card": "E 6"}]}
FOLLOWED: dict[str, Any] = {
    **PAIR,
    "phase": "resolve",
    "seats": [seat("ann", cards="A1 B1 C1"), seat("ben", cards="B2 C2"), seat("shadow", cards="B3 C3")],
    "now": [
        {"seat": "ann", "card": "A 7"},
        {"seat": "ben", "card": "A 2", "opened": True},
        {"seat": "shadow", "card": "A 3", "opened": True, "value": 3},
    ],
}
DID_NOT = copy.deepcopy(FOLLOWED)
DID_NOT["seats"][2]["cards"][0] = {"card": "A 3", "value": 3}
DID_NOT["now"][2] = {"seat": "shadow", "card": "B 3", "opened": True}
RESTORING = {
    "phase": "refill",
    "marker": "ann",
    "leader": "ben",
    "trump": "E",
    "discards": hand("E6 E7 A3"),
    "seats": [seat("ann", cards="A1 B1 C1"), seat("ben", "3", "3", "A2 B2 C2"), seat("shadow", cards="B3 C3")],
}
DEALING = {
    "phase": "deal",
    "round": 2,
    "first": "ann",
    "marker": "ben",
    "seats": [seat("ann", "3 3 3 1 1 1 5"), seat("ben", "-1 -1 -1 5"), seat("shadow", "-3 -5")],
}
GIVEN = {
    "phase": "between",
    "first": "ann",
    "marker": "ben",
    "marker_given": True,
    "seats": [
        seat("ann", "3 3 3 1 5", "3 3 3 1 5"),
        seat("ben", "1 -1 -1 -3", "1 -1 -1 -3"),
        seat("shadow", "1 -1 -5 3", "1 -1 -5 3"),
    ],
}
"""After the first round of two the card has moved: it no longer tells where the shadow sits."""
BOX = {10: 5, 7: 5, 5: 1, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
OURS: Mapping[str, tuple[dict[str, Any], int, dict[str, Any]]] = {
    "set up": (SET_UP, 3, {}),
    "opening": (OPENING, 3, {}),
    "second trick": (SECOND_TRICK, 3, {}),
    "noted trick": (NOTED_TRICK, 3, {}),
    "back": (SECOND_TRICK, 3, {"revoke_remedy": "rewind"}),
    "between": (BETWEEN, 3, {}),
    "after two": (AFTER_TWO, 3, {}),
    "placing": (PLACING, 3, {}),
    "turning": (TURNING, 3, {}),
    "entering": (ENTERING, 3, {"depth": "scores"}),
    "counted": (ENTERING, 3, {"depth": "scores", "tile_counts": BOX}),
    "tied": (TIED, 3, {"final_tie": "table"}),
    "chosen": (CHOSEN, 3, {"final_tie": "table"}),
    "pair": (PAIR, 2, {}),
    "led": (LED, 2, {}),
    "followed": (FOLLOWED, 2, {}),
    "restoring": (RESTORING, 2, {}),
    "dealing": (DEALING, 2, {}),
    "given": (GIVEN, 2, {}),
}
"""What people write down: the table, how many play, and their options."""
HAND = hand("B1 C1 D1 D5 D6 D7")
SCROLLS = [{"card": "B 1", "value": 1}, {"card": "C 1", "value": -1}]
SECRETS: Mapping[str, dict[str, Any]] = {
    "second trick": {"ann": {"hand": HAND, "scrolls": SCROLLS}},
    "placing": {"ben": {"held": [5, 5, -3]}},
    "entering": {"ann": {}},
}


def of(name: str, changes: Mapping[str, Any] | None = None) -> State:
    """Lay one of our tables, with some of its fields changed."""
    table, count, options = OURS[name]
    data = copy.deepcopy({"table": table, "secrets": SECRETS.get(name, {})})
    for path, value in (changes or {}).items():
        put(data, path, value)
    seats = tuple(Seat(seat=each, name=each.title()) for each in NAMES[:count])
    return laid(json.loads(json.dumps(data)), options, seats)


def put(data: Any, path: str, value: Any) -> None:
    """Set a field by its path, as refusals name it."""
    *way, last = [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", path)]
    for part in way:
        data = data[part] if isinstance(data, list) else data.setdefault(part, {})
    if last == len(data) and isinstance(data, list):
        data.append(value)
    else:
        data[last] = value


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize("name", OURS)
def test_what_people_write_down_is_laid(name: str) -> None:
    sound(of(name), OURS[name][2].get("depth", "plays"))


CANNOT_BE = [
    ("SCROLL-1.1", "set up", "table.marker", "zed"),
    ("SCROLL-1.1", "set up", "table.seats[1].seat", "ann"),
    ("SCROLL-1.2", "opening", "table.round", 4),
    ("SCROLL-1.2", "between", "table.phase", "score"),
    ("SCROLL-1.2", "entering", "secrets.ann.held", [5, 5, 1]),
    ("SCROLL-1.2", "entering", "table.seats[0].drawn", True),
    ("SCROLL-2.1", "second trick", "table.discards[0]", "A 9"),
    ("SCROLL-2.1", "second trick", "table.discards[0]", "A 2"),
    ("SCROLL-2.1", "second trick", "secrets.ann.hand[2]", "B 1"),
    ("SCROLL-2.2", "opening", "table.trump", "F"),
    ("SCROLL-2.4", "entering", "table.seats[0].captured[0]", 4),
    ("SCROLL-2.5", "counted", "table.seats[1]", seat("ben", "3 1 -1 5 5", "5 5")),
    ("SCROLL-2.11", "set up", "table.seats[2]", seat("cem", has_set=True)),
    ("SCROLL-2.11", "dealing", "table.first", None),
    ("SCROLL-2.11", "given", "table.first", None),
    ("SCROLL-2.12", "opening", "table.marker", None),
    ("SCROLL-3.2", "second trick", "secrets.ann.hand[6]", "D 4"),
    ("SCROLL-3.4", "opening", "table.trump", None),
    ("SCROLL-4.1", "opening", "table.seats[0].seat", "cem"),
    ("SCROLL-4.2", "placing", "table.seats[1].cards", [{"card": "A 2"}]),
    ("SCROLL-4.3", "second trick", "secrets.ann.hand[0]", "D 2"),
    ("SCROLL-5.1", "placing", "table.seats[0].captured", [3, 3]),
    ("SCROLL-5.1", "second trick", "secrets.ann.scrolls[0].card", "A 2"),
    ("SCROLL-5.3", "second trick", "secrets.ann.scrolls[1].value", 5),
    ("SCROLL-5.3", "entering", "table.seats[0].captured[0]", 5),
    ("SCROLL-5.4", "turning", "table.round", 1),
    ("SCROLL-5.9", "turning", "table.seats[1].cards[0].value", 5),
    ("SCROLL-6.1", "pair", "table.leader", "ben"),
    ("SCROLL-6.2", "second trick", "table.discards[3]", "D 5"),
    ("SCROLL-6.2", "second trick", "table.now[1]", {"seat": "ann", "card": "D 5"}),
    ("SCROLL-6.4", "back", "table.remedy", {"kind": "revoke", "player": "ann", "round": 1, "trick": 1}),
    ("SCROLL-6.6", "second trick", "table.now", [{"seat": "ben", "card": "A 4"}, {"seat": "cem", "card": "D 5"}]),
    ("SCROLL-6.7", "second trick", "table.now", [{"seat": "ben", "card": "A 4"}, {"seat": "cem", "card": "A 5"}]),
    ("SCROLL-6.8", "second trick", "table.now[0].value", 3),
    ("SCROLL-6.9", "second trick", "table.phase", "resolve"),
    ("SCROLL-6.15", "second trick", "table.seats[1]", seat("ben", "", "", "A2 B2 C2")),
    ("SCROLL-6.16", "entering", "table.seats[1].in_round", [7]),
    ("SCROLL-6.17", "noted trick", "table.leader", "cem"),
    (
        "SCROLL-6.18",
        "second trick",
        "table.discards",
        hand("A1 D2 D3 A4 A5 A6 A7 B4 B5 B6 B7 C4 C5 C6 C7 D1 D5 D6 D7 E1 E2"),
    ),
    ("SCROLL-7.2", "placing", "secrets.ben.held", [5, 5]),
    ("SCROLL-7.3", "placing", "table.marker", "ben"),
    ("SCROLL-7.4", "between", "table.round", 3),
    ("SCROLL-8.1", "tied", "table.round", 2),
    ("SCROLL-8.5", "chosen", "table.chosen", None),
    ("SCROLL-9.1", "between", "table.phase", "shadow"),
    ("SCROLL-9.6", "second trick", "table.seats[0].cards[0].start", True),
    ("SCROLL-9.7", "pair", "table.seats[2].cards[0].value", None),
    ("SCROLL-9.9", "led", "table.now[2]", {"seat": "shadow", "card": "D 3"}),
    ("SCROLL-9.10", "led", "table", DID_NOT),
    ("SCROLL-9.15", "restoring", "table.seats[2].cards[2]", {"card": "D 3"}),
    ("SCROLL-9.16", "dealing", "table.seats[0].captured", [3, 3]),
    (
        "SCROLL-10.3",
        "dealing",
        "table.seats",
        [seat("ann", "3 3 1 -1"), seat("ben", "-1 -1"), seat("shadow", "3 1 1 5 5 5 5")],
    ),
]
"""The clause, our table, and the field that is changed; it is named, or what it does not fit."""


@pytest.mark.parametrize(
    ("clause", "name", "field", "value"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0])) for one in CANNOT_BE],
)
def test_what_cannot_be_is_refused_by_its_clause(clause: str, name: str, field: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        of(name, {field: value})
    found = refused.value
    assert (found.clause, found.firm) == (clause, True), (found.reason, found.params)
    assert found.private == field.startswith("secrets.")
    assert found.params["field"].startswith(field.partition(".")[0])


def test_every_clause_by_which_a_position_is_refused_has_an_example() -> None:
    rules = (Path(scroll_trick.__file__).parent / "positions").glob("*.py")
    texts = [path.read_text(encoding="utf-8") for path in rules]
    cited = {clause for text in texts for clause in re.findall(r'"(SCROLL-[\d.]+)"', text)}
    assert cited <= {clause for clause, *_ in CANNOT_BE}


# Going on


@pytest.mark.clause("SCROLL-9.8")
def test_the_shadow_sits_where_it_sat_when_the_card_has_moved() -> None:
    assert Table(state=of("given")).view().order == ("ann", "ben", "shadow")
    assert Table(state=of("given", {"table.first": "ben"})).view().order == ("ben", "ann", "shadow")


@pytest.mark.clause("SCROLL-2.1", "SCROLL-3.2", "SCROLL-6.4")
def test_tricks_of_which_nobody_knows_who_played_what_are_out_of_play() -> None:
    table = Table(state=of("second trick"))
    assert (table.view().trick, table.view().discards, table.view().tricks) == (2, 3, ())
    refused = table.refuses("2.1", "cem", "play_card", card="D 2")
    assert refused.reason == "scroll_trick.card_out"
    table.refuses("3.2", "cem", "register_hand", cards=hand("A3 B3 C3 D5 D6 D7 E1"))
    table.refuses("6.4", "cem", "claim_revoke", accused="ben", trick=1)
    table.plays("D7 D1")
    assert table.view().tricks == ()


@pytest.mark.clause("SCROLL-5.3")
def test_in_round_1_no_scroll_is_taken_of_which_all_were_captured() -> None:
    threes = [seat("ann", cards="B1"), seat("ben", "3 3 3", "3 3 3", "B2 C2"), seat("cem", cards="A3 B3 C3")]
    more = {"table.seats": threes, "table.discards": hand("A1 D2 D3 C1 A2 D5"), "secrets": {}}
    table = Table(state=of("second trick", more | {"table.now": []}))
    table.says("ben", "play_card", card="B 2")
    table.says("cem", "play_card", card="B 3")
    table.says("ann", "play_card", card="B 1")
    assert table.prompts()["take_trick"].offers[0].fields["values"].of["cem"].of == (1, -1)


@pytest.mark.clause("SCROLL-6.4")
def test_a_match_goes_back_to_the_tricks_that_it_has_seen_begin() -> None:
    table = Table(state=of("back", {"table.now": [], "secrets": {}}))
    table.plays("D4 D5 D6")
    table.takes()
    table.plays("D7 E1 E2")
    table.takes()
    table.plays("E3 E4 D1")
    assert table.view().remedy is not None
    table.says("table", "remedy", choice="rewind")
    assert table.view().trick == 3
    late = Table(state=of("back", {"secrets": {}}))
    late.plays("E5 D5")
    late.takes()
    late.plays("E1 D6 E3")
    assert [finding.trick for finding in late.view().findings] == []
    late.takes()
    late.plays("D7 E4")


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("table.starts[0].number", 4, "table.starts[0].number"),
        ("table.starts[0].seats[0].cards", [], "table.starts[0].seats[0].cards"),
        ("secrets.ann.starts[0].hand", ["D 1"], "secrets.ann.starts[0].hand"),
    ],
)
def test_what_a_match_would_go_back_to_is_looked_at_too(field: str, value: Any, named: str) -> None:
    seats = SECOND_TRICK["seats"]
    began = {
        "table.starts": [{"number": 2, "leader": "ben", "seats": seats}],
        "secrets.ann.starts": [{"hand": HAND}],
    }
    assert len(of("back", began).checkpoints) == 1
    with pytest.raises(Refused) as refused:
        of("back", copy.deepcopy(began) | {field: value})
    assert refused.value.params["field"] == named


@pytest.mark.clause("METSUKE-5.2", "SCROLL-7.2", "SCROLL-5.9")
def test_more_may_be_left_of_a_wrong_note_to_whoever_turned_a_scroll_and_to_nobody_else() -> None:
    box = {"tile_counts": BOX, "revoke_remedy": "rewind"}
    seats = tuple(Seat(seat=name) for name in NAMES[:3])
    notes = {"ann": {"held": [5, 5, -3]}, "ben": {"held": [7, 7, 1]}}
    table = Table(state=laid({"table": TURNING, "secrets": notes}, box, seats))
    table.says("ann", "turn_scroll", card="A 1", value=10)
    table.plays("A3 A1 A2")
    table.takes(cem=-1, ben=7)
    data = as_json(table.state, GAME_MASTER)
    assert [data["secrets"][name]["held"] for name in notes] == [[5, 5, -3], [7, 1]]
    again = laid(data, box, seats)
    assert again.players == table.state.players
    assert [then.players for then in again.checkpoints] == [then.players for then in table.state.checkpoints]
    for name, held in (("ann", [5]), ("ann", [5, 5, -3, 1]), ("ben", [7, 1, 1])):
        wrong = copy.deepcopy(data)
        wrong["secrets"][name]["held"] = held
        with pytest.raises(Refused) as refused:
            laid(wrong, box, seats)
        assert refused.value.params == {"count": 2, "field": f"secrets.{name}.held"}
        assert (refused.value.reason, refused.value.private) == ("scroll_trick.position.held", True)


# What is told of it


@pytest.mark.clause("METSUKE-5.2")
def test_what_nobody_could_check_is_said() -> None:
    table, count, options = OURS["second trick"]
    position = read_position(scroll_trick, {"table": table}, (Seat(seat="ann"),))
    seats = tuple(Seat(seat=name) for name in NAMES[:count])
    chosen = scroll_trick.OPTIONS(**options)
    said = [notice.message for notice in POSITIONS_OF.unchecked(chosen, seats, position)]
    assert said == [f"scroll_trick.unchecked.{what}" for what in ("hands", "scrolls", "follow")]


@pytest.mark.clause("METSUKE-5.3")
def test_how_much_a_seat_has_entered_is_told_and_nobody_must() -> None:
    table, count, options = OURS["second trick"]
    seats = tuple(Seat(seat=name) for name in NAMES[:count])
    position = read_position(scroll_trick, {"table": table, "secrets": {"ann": {"hand": HAND[:2]}}}, seats)
    progress = POSITIONS_OF.progress(scroll_trick.OPTIONS(**options), seats, position)
    assert progress == {"ann": (2, 8, False), "ben": (0, 8, False), "cem": (0, 9, False)}


def as_json(state: State, viewer: str) -> dict[str, Any]:
    return POSITIONS_OF.position_of(state, viewer).as_json()


@pytest.mark.clause("METSUKE-5.3", "SCROLL-5.2")
@pytest.mark.parametrize("seed", range(8))
def test_positions_of_twins_are_the_same_to_whoever_may_not_know(seed: int) -> None:
    for viewer, one, other, options, seats in pairs(seed, 2):
        states = [players.judged(moves, options, seats)[0][-1] for moves in (one, other)]
        assert as_json(states[0], viewer) == as_json(states[1], viewer)
        assert as_json(states[0], GAME_MASTER) != as_json(states[1], GAME_MASTER)
        assert not as_json(states[0], PUBLIC)["secrets"]
        assert as_json(states[0], viewer)["secrets"].keys() <= {viewer}
