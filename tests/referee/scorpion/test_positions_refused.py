"""Positions as somebody would write them down: each stands, and with one thing wrong is refused by field and clause."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Final

import pytest

from referee import scorpion
from referee.core.journal import Match, begin
from referee.core.reading import lay, read_position
from referee.core.values import Refused
from referee.scorpion.positions import POSITIONS
from tests.catalogues import catalogue
from tests.players.scorpion.match import seated

Json = dict[str, Any]

EVENING: Final[Json] = {
    "table": {
        "phase": "cards",
        "turn": 5,
        "alert": 1,
        "drawn_at": 2,
        "figures": [
            {"id": "g01", "zone": "S1"},
            {"id": "g02", "zone": "W4", "carded": True},
            {"id": "g03", "zone": "W20"},
            {"id": "g04", "zone": "W20", "weapon": "spear"},
            {"id": "g05", "zone": "K1", "weapon": "spear", "drunk": True},
            {"id": "g06", "zone": "passage", "weapon": "spear"},
        ],
        "patrols": [{"members": ["g03", "g04"], "behind": "W18"}],
        "stocks": [
            {"role": "guards", "hand_size": 24, "deck_size": 9, "discard": {"awaken": 1}, "front": 1, "hand_used": 1}
        ],
        "characters": [
            {"who": "ninja", "status": "hidden", "hand_size": 7, "played": {"rope": 1}, "wounds": ["guards"]},
            {"who": "traitor", "status": "visible", "zone": "W4", "hand_size": 7},
        ],
        "passages": [{"found": ["W1"]}],
        "cards_used": 1,
        "found": [{"turn": 2, "zone": "K2", "found": "A"}, {"turn": 3, "zone": "K8", "found": "nothing"}],
    },
    "secrets": {
        "guards": {
            "marks": {
                "objectives": {"A": "K2", "B": "K3", "C": "K5", "D": "P2", "E": "P4", "F": "P5"},
                "traps": ["K6", "P6"],
                "hidden": ["K7"],
                "sleepers": {"E5": 2, "W3": 1},
            },
            "hand": {
                "awaken": 3,
                "kenjutsu": 1,
                "patrol_listen": 4,
                "patrol_search": 4,
                "secret_passage": 1,
                "sentry_listen": 7,
                "sentry_search": 4,
            },
        },
        "intruders": {
            "map": {
                "places": {"ninja": {"zone": "M10", "noise": 2, "start": "T1"}, "traitor": {"noise": 1}},
                "ropes": [{"a": "M1", "b": "W1", "owner": "ninja"}],
                "entrances": ["W1", "P3"],
            },
            "characters": {
                "ninja": {
                    "mission": "A",
                    "hand": {
                        "kenjutsu1": 1,
                        "kenjutsu2": 1,
                        "rope": 1,
                        "secret_passage": 1,
                        "shadow_walk": 1,
                        "shuriken": 2,
                    },
                },
                "traitor": {
                    "mission": "B",
                    "hand": {
                        "cat": 1,
                        "kenjutsu1": 1,
                        "kenjutsu2": 1,
                        "potent_sake": 2,
                        "rope": 1,
                        "secret_passage": 1,
                    },
                },
            },
        },
    },
}
"""Turn 5 of two players: the guards have used one card, and know one entrance and whom they see at W4."""
HAND: Final[Json] = {"patrol_listen": 4, "sentry_listen": 5, "kenjutsu": 1, "awaken": 2}
RIVALS: Final[Json] = {
    "table": {
        "phase": "intruders",
        "turn": 3,
        "figures": [{"id": "g01", "zone": "S1"}, {"id": "g02", "zone": "passage", "inside": "ninja"}],
        "stocks": [
            {"role": "sword", "hand_size": 12, "deck_size": 5, "front": 1},
            {"role": "spear", "hand_size": 12, "deck_size": 5},
        ],
        "characters": [
            {"who": "ninja", "hand_size": 7, "played": {"rope": 1}},
            {"who": "traitor", "hand_size": 7},
        ],
        "passages": [{"owner": "ninja", "found": ["W1"]}],
        "ropes": [{"a": "M1", "b": "W1"}],
        "searches": ["ninja"],
        "splits": [{"what": "wounds", "sword": 1, "spear": 0, "by": ["sword"]}],
        "pending": [
            {"kind": "splitting", "roles": ["spear"]},
            {"kind": "reacting", "intruder": "ninja", "zone": "K7"},
        ],
    },
    "secrets": {
        "sword": {
            "marks": {
                "objectives": {"A": "K2", "B": "K3", "C": "K5", "D": "P2", "E": "P4", "F": "P5"},
                "traps": ["K6", "P6"],
                "hidden": ["K8"],
            },
            "hand": HAND,
        },
        "spear": {"hand": {"patrol_search": 4, "sentry_search": 4, "awaken": 2, "sentry_listen": 2}},
        "ninja": {
            "map": {
                "places": {"ninja": {"zone": "K8", "noise": 1, "locked": True, "touched": ["K7", "K8"]}},
                "ropes": [{"a": "M1", "b": "W1", "owner": "ninja", "found": True, "new": True}],
                "entrances": ["W1", "P3"],
            },
            "characters": {
                "ninja": {
                    "mission": "A",
                    "hand": {
                        "kenjutsu1": 1,
                        "kenjutsu2": 1,
                        "rope": 1,
                        "secret_passage": 1,
                        "shadow_walk": 1,
                        "shuriken": 2,
                    },
                }
            },
            "done": True,
        },
        "traitor": {
            "map": {"places": {"traitor": {"zone": "M10"}}, "entrances": ["W9", "W9"]},
            "characters": {
                "traitor": {
                    "mission": "A",
                    "hand": {
                        "cat": 1,
                        "kenjutsu1": 1,
                        "kenjutsu2": 1,
                        "potent_sake": 2,
                        "rope": 1,
                        "secret_passage": 1,
                    },
                }
            },
        },
    },
}
"""Turn 3 of Disputed Ground: the Ninja has found a hidden sentry, and two guard players share a wound card."""
SETTING_UP: Final[Json] = {
    "table": {
        "phase": "setup",
        "figures": [{"id": "g01", "zone": "S1"}, {"id": "g02", "zone": "W20"}, {"id": "g03", "zone": "W20"}],
        "patrols": [{"members": ["g02", "g03"], "behind": "W18"}],
        "characters": [{"who": "ninja", "status": "waiting"}, {"who": "traitor", "status": "waiting"}],
    },
    "secrets": {"guards": {"marks": {"sleepers": {"E5": 2, "W3": 2, "K4": 2, "P3": 2}}}},
}
"""Before turn 1: one sentry and one patrol stand, and the sleepers are recorded."""
COUNTED: Final[Json] = {
    "table": {
        "phase": "cards",
        "turn": 4,
        "alert": 2,
        "stocks": [{"role": "guards", "discard": {"awaken": 1}, "front": 1}],
        "characters": [
            {"who": "ninja", "status": "passage", "hand_size": 7, "played": {"secret_passage": 1}, "permitted": True},
            {"who": "traitor", "status": "due", "hand_size": 7, "died": 4},
        ],
        "searches": ["ninja"],
        "cards_used": 1,
        "scores": {
            "sword": 9,
            "spear": 9,
            "drunk": 1,
            "guards_in_passage": 1,
            "sleepers": 8,
            "woken": 1,
            "zones": {"K2": "A"},
            "found": ["A"],
            "characters": [{"who": "ninja", "letters": ["A"], "went_in": 3}, {"who": "traitor"}],
        },
    },
}
"""Turn 4 where results alone are kept."""
TABLES: Final[dict[str, tuple[int, Json, Json]]] = {
    "evening": (2, {}, EVENING),
    "rivals": (4, {"disputed": "on", "ropes_discoverable": "reveal"}, RIVALS),
    "set-up": (2, {}, SETTING_UP),
    "results": (2, {"depth": "scores"}, COUNTED),
}


def begun(table: str) -> Match:
    players, options, _ = TABLES[table]
    return begin(scorpion, options, seated(players))


def laid(table: str, position: Json) -> Any:
    """Return the state of a position, whatever is still to be entered. Raises `Refused`."""
    match = begun(table)
    read = read_position(scorpion, position, match.seats)
    state = POSITIONS.lay(match.options, match.seats, read)
    wrong = POSITIONS.contradiction(match.options, match.seats, read)
    if wrong is not None:
        raise wrong
    return state


def changed(table: str, path: Sequence[str | int], value: Any) -> Json:
    """Return a table with one thing otherwise; None takes it away."""
    position = copy.deepcopy(TABLES[table][2])
    *way, last = path
    at: Any = position
    for step in way:
        at = at.setdefault(step, {}) if isinstance(step, str) else at[step]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return position


T: Final = "table"
STOCK: Final = EVENING[T]["stocks"][0]
INTRUDERS: Final = ("secrets", "intruders")
RIVAL: Final = ("secrets", "ninja")
MARKS: Final = ("secrets", "guards", "marks")
NINJA: Final = (*INTRUDERS, "map", "places", "ninja")
WRONG: Final[list[tuple[str, str, tuple[str | int, ...], Any, str]]] = [
    ("evening", "SCORPION-1.6", (T, "figures", 0, "zone"), "X9", ""),
    ("evening", "SCORPION-1.2", (T, "figures", 1, "id"), "g01", "table.figures"),
    (
        "evening",
        "SCORPION-1.2",
        (T, "figures"),
        [{"id": f"g{n:02}", "zone": "S1"} for n in range(1, 12)],
        "table.figures",
    ),
    (
        "evening",
        "SCORPION-24.1",
        (T, "figures"),
        [{"id": f"g{n:02}", "zone": "S1"} for n in range(1, 22)],
        "table.figures",
    ),
    ("evening", "SCORPION-5.1", (T, "figures", 0, "woken"), True, ""),
    ("evening", "SCORPION-21.9", (T, "figures", 0, "sober_in"), 2, ""),
    ("evening", "SCORPION-25.2", (T, "passages"), None, "table.figures[5].zone"),
    ("evening", "SCORPION-25.20", (T, "figures", 0, "zone"), "passage", "table.figures"),
    ("evening", "SCORPION-30.6", (T, "figures", 5, "inside"), "ninja", ""),
    ("evening", "SCORPION-7.1", (T, "patrols", 0, "members"), ["g03", "g08"], ""),
    ("evening", "SCORPION-7.3", (T, "patrols", 0, "members"), ["g03"], ""),
    ("evening", "SCORPION-7.7", (T, "patrols", 0, "members"), ["g01", "g03"], ""),
    ("evening", "SCORPION-7.8", (T, "patrols", 0, "behind"), None, ""),
    ("evening", "SCORPION-7.11", (T, "patrols", 0, "members"), ["g04", "g05"], ""),
    ("evening", "SCORPION-2.3", (T, "stocks", 0, "role"), "sword", "table.stocks"),
    ("evening", "SCORPION-3.5", (T, "stocks", 0, "deck_size"), 10, "table.stocks"),
    ("evening", "SCORPION-1.3", (T, "stocks", 0), {"role": "guards", "deck_size": 16, "front": 19}, "table.stocks"),
    ("evening", "SCORPION-10.10", (T, "stocks", 0), STOCK | {"drawn_size": 1, "deck_size": 8}, "table.stocks"),
    ("evening", "SCORPION-14.1", (T, "cards_used"), 0, ""),
    ("evening", "SCORPION-9.2", (T, "searches"), ["ninja"], ""),
    ("evening", "SCORPION-9.2", (T, "hand_used"), 1, ""),
    ("evening", "SCORPION-29.1", (T, "characters", 1), None, "table.characters"),
    ("evening", "SCORPION-22.11", (T, "characters", 1, "wounds"), ["guards", "guards"], ""),
    ("evening", "SCORPION-22.10", (T, "characters", 0, "wounds"), ["sword"], ""),
    ("evening", "SCORPION-23.1", (T, "characters", 0, "life"), 2, "table.characters[0].died"),
    ("evening", "SCORPION-21.1", (T, "characters", 0, "zone"), "M10", ""),
    ("evening", "SCORPION-25.7", (T, "characters", 0, "status"), "passage", "table.characters[0].permitted"),
    ("evening", "SCORPION-23.7", (T, "characters", 0, "redrawn"), False, ""),
    ("evening", "SCORPION-3.1", (T, "characters", 0, "hand_size"), 8, ""),
    ("evening", "SCORPION-16.3", (T, "characters", 0, "played"), {"rope": 8}, ""),
    ("evening", "SCORPION-6.8", (T, "passages", 0, "found"), ["M1"], ""),
    ("evening", "SCORPION-17.6", (T, "ropes"), [{"a": "S1", "b": "W20"}], "table.ropes[0]"),
    ("evening", "SCORPION-17.6", (T, "ropes"), [{"a": "M1", "b": "W1"}] * 2, ""),
    ("evening", "SCORPION-17.6", (*INTRUDERS, "map", "ropes"), [{"a": "M1", "b": "W1", "owner": "ninja"}] * 2, ""),
    ("evening", "SCORPION-18.14", (T, "found", 0, "turn"), 6, "table.found[0]"),
    (
        "evening",
        "SCORPION-10.7",
        (T, "splits"),
        [{"what": "draw", "sword": 1, "spear": 1, "by": ["sword"]}],
        "table.splits",
    ),
    ("evening", "SCORPION-30.1", (T, "conceding"), ["intruders"], ""),
    (
        "evening",
        "SCORPION-4.8",
        (T, "proposed_unknown"),
        {"side": "guards", "options": {"sentries": 3}},
        "table.proposed_unknown.options",
    ),
    ("evening", "SCORPION-20.5", (T, "pending"), [{"kind": "splitting", "roles": ["sword"]}], "table.pending[0]"),
    ("evening", "SCORPION-28.1", (T, "phase"), "ended", ""),
    (
        "evening",
        "SCORPION-23.1",
        (T,),
        EVENING[T] | {"phase": "start", "cards_used": 0, "stocks": [STOCK | {"hand_used": 0}]},
        "table.phase",
    ),
    ("evening", "SCORPION-10.4", (T,), EVENING[T] | {"phase": "alert", "drawn_at": 0}, "table.stocks"),
    (
        "evening",
        "METSUKE-5.3",
        ("secrets", "intruders", "marks"),
        EVENING["secrets"]["guards"]["marks"],
        "secrets.intruders.marks",
    ),
    ("set-up", "SCORPION-5.2", (*MARKS, "objectives"), {"A": "K2"}, ""),
    ("evening", "SCORPION-5.3", (*MARKS, "objectives", "F"), "P1", ""),
    ("evening", "SCORPION-5.4", (*MARKS, "objectives", "F"), "P6", "secrets.guards.marks.objectives"),
    ("evening", "SCORPION-5.5", (*MARKS, "objectives", "F"), "K9", "secrets.guards.marks.objectives"),
    ("evening", "SCORPION-5.6", (*MARKS, "traps"), ["W5", "P6"], ""),
    ("evening", "SCORPION-5.1", (*MARKS, "sleepers"), {"E5": 3}, ""),
    ("evening", "SCORPION-18.13", (*MARKS, "hidden"), ["K8"], "secrets.guards.marks.objectives"),
    ("evening", "SCORPION-14.1", ("secrets", "guards", "hand", "kenjutsu"), 2, "secrets.guards.hand"),
    ("evening", "SCORPION-1.6", (*NINJA, "zone"), "X9", ""),
    ("evening", "SCORPION-21.1", (*NINJA, "zone"), "S1", ""),
    ("evening", "SCORPION-6.1", (*NINJA, "start"), "M10", ""),
    ("evening", "SCORPION-17.2", (*NINJA, "locked"), True, "secrets.intruders.map.places.ninja"),
    ("evening", "SCORPION-26.2", (*NINJA, "decoy"), 4, ""),
    (
        "evening",
        "SCORPION-25.11",
        (*INTRUDERS, "map", "entrances"),
        ["W2", "P3"],
        "secrets.intruders.map.entrances",
    ),
    (
        "evening",
        "SCORPION-31.6",
        (*INTRUDERS, "map", "ropes", 0, "found"),
        True,
        "secrets.intruders.map.ropes",
    ),
    (
        "evening",
        "SCORPION-3.3",
        (*INTRUDERS, "characters", "ninja", "hand", "cat"),
        1,
        "secrets.intruders.characters.ninja.hand",
    ),
    (
        "evening",
        "SCORPION-3.2",
        (*INTRUDERS, "characters", "traitor", "hand", "rope"),
        2,
        "secrets.intruders.characters.traitor.hand",
    ),
    (
        "evening",
        "SCORPION-2.5",
        (*INTRUDERS, "characters", "traitor", "mission"),
        "A",
        "secrets.intruders.characters",
    ),
    ("rivals", "SCORPION-30.6", (T, "figures", 1, "inside"), "traitor", ""),
    ("rivals", "SCORPION-18.6", (T, "searches"), [], ""),
    ("rivals", "SCORPION-3.6", (T, "stocks", 0, "deck_size"), 6, "table.stocks"),
    (
        "rivals",
        "SCORPION-7.9",
        (T, "pending", 0),
        {"kind": "heading", "unit": ["g01"], "role": "sword"},
        "table.pending[0].unit",
    ),
    (
        "rivals",
        "SCORPION-18.2",
        (*RIVAL, "map", "places", "ninja", "locked"),
        False,
        "secrets.ninja.map.places.ninja.touched",
    ),
    (
        "rivals",
        "SCORPION-30.1",
        (*RIVAL, "map", "places", "traitor"),
        {"zone": "M1"},
        "secrets.ninja.map.places.traitor",
    ),
    (
        "rivals",
        "SCORPION-30.5",
        (*RIVAL, "map", "ropes", 0, "owner"),
        "traitor",
        "secrets.ninja.map.ropes[0].owner",
    ),
    (
        "rivals",
        "SCORPION-9.3",
        ("secrets", "ninja", "characters", "traitor"),
        {"mission": "C"},
        "secrets.ninja.characters.traitor",
    ),
    ("rivals", "SCORPION-31.6", (*RIVAL, "map", "ropes"), [], "table.ropes"),
    ("rivals", "SCORPION-1.3", ("secrets", "spear", "hand"), {"kenjutsu": 12}, ""),
    ("set-up", "SCORPION-4.1", (T, "figures", 0, "zone"), "S2", ""),
    (
        "set-up",
        "SCORPION-4.3",
        (T, "figures"),
        [{"id": id, "zone": "W1"} for id in ("g02", "g03")],
        "table.figures[0].zone",
    ),
    ("set-up", "SCORPION-4.8", (T, "ready"), ["guards"], "secrets.guards"),
    ("set-up", "SCORPION-5.1", (*MARKS, "sleepers", "E5"), 1, "secrets.guards.marks.sleepers"),
    ("set-up", "SCORPION-9.2", (T, "turn"), 2, ""),
    ("results", "SCORPION-1.2", (T, "scores", "sword"), 11, ""),
    ("results", "SCORPION-24.1", (T, "scores", "drunk"), 3, "table.scores.sword"),
    ("results", "SCORPION-5.1", (T, "scores", "woken"), 9, ""),
    ("results", "SCORPION-5.2", (T, "scores", "found"), ["hidden_sentry"] * 3, ""),
    ("results", "SCORPION-18.9", (T, "scores", "found"), [], ""),
    ("results", "SCORPION-25.18", (T, "scores", "guards_went_in"), 2, "table.scores.guards_in_passage"),
    ("results", "SCORPION-25.20", (T, "scores", "guards_in_passage"), 2, ""),
    ("results", "SCORPION-10.3", (T, "kenjutsu_used"), 2, "table.cards_used"),
    ("results", "SCORPION-9.2", (T, "figures"), [{"id": "g01", "zone": "S1"}], ""),
]
"""Table, the clause that refuses it, what is changed, to what, and the field that is named; "" for the changed one."""


def dotted(path: Sequence[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)[1:]


@pytest.mark.clause(*sorted({clause for _, clause, *_ in WRONG if clause.startswith("SCORPION")}))
@pytest.mark.parametrize("table", TABLES)
def test_a_table_stands_as_it_is_described(table: str) -> None:
    state = laid(table, TABLES[table][2])
    assert (state.phase, state.turn) == (TABLES[table][2][T]["phase"], TABLES[table][2][T].get("turn", 1))


@pytest.mark.clause(*sorted({clause for _, clause, *_ in WRONG if clause.startswith("SCORPION")}))
@pytest.mark.parametrize(("table", "clause", "path", "value", "field"), WRONG)
def test_what_cannot_be_is_refused_by_clause_and_field(
    table: str, clause: str, path: tuple[str | int, ...], value: Any, field: str
) -> None:
    field = field or dotted(path)
    with pytest.raises(Refused) as refused:
        laid(table, changed(table, path, value))
    assert (refused.value.clause, refused.value.params["field"]) == (clause, field), refused.value.reason
    assert refused.value.firm
    assert refused.value.private == (path[0] == "secrets" or field.startswith("secrets"))
    for lang in ("en", "ja"):
        words = catalogue(lang, "scorpion").get(refused.value.reason, "")
        assert clause.startswith("METSUKE") or words.format_map(refused.value.params)


def test_how_much_is_entered_is_told_without_what_is_secret() -> None:
    match = begun("evening")
    position = read_position(scorpion, EVENING, match.seats)
    whole = POSITIONS.progress(match.options, match.seats, position)
    assert {seat: one.done for seat, one in whole.items()} == {"guards": 8 + 24, "intruders": 2 + 1 + 2 + 14}
    assert all(one.done == one.of and one.must for one in whole.values())
    less = changed("evening", (*MARKS, "sleepers"), {})
    assert POSITIONS.progress(match.options, match.seats, read_position(scorpion, less, match.seats)) == whole
    none = read_position(scorpion, {"table": EVENING["table"]}, match.seats)
    assert {one.done for one in POSITIONS.progress(match.options, match.seats, none).values()} == {0}
    assert laid("evening", {"table": EVENING["table"]}).turn == 5


def test_before_turn_1_nobody_hears_who_has_entered_what() -> None:
    match = begun("set-up")
    position = read_position(scorpion, SETTING_UP, match.seats)
    assert POSITIONS.progress(match.options, match.seats, position) == {}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_nobody_can_check_has_words(lang: str) -> None:
    for table in TABLES:
        match = begun(table)
        position = read_position(scorpion, TABLES[table][2], match.seats)
        for notice in POSITIONS.unchecked(match.options, match.seats, position):
            assert catalogue(lang, "scorpion")[notice.message]


def test_partners_are_read_one_paper_and_nobody_elses_hand() -> None:
    options, seats = {**TABLES["rivals"][1], "disputed": "off"}, seated(4)
    match = begin(scorpion, options, seats)
    rivals = copy.deepcopy(RIVALS)
    rivals["table"] |= {"passages": [], "pending": [], "splits": [], "ropes": [], "searches": []}
    rivals["table"]["figures"] = [{"id": "g01", "zone": "S1"}]
    rivals["table"]["stocks"] = [{**stock, "deck_size": 6, "front": 0} for stock in rivals["table"]["stocks"]]
    shared = rivals["secrets"]["ninja"].pop("map")
    shared["places"]["traitor"] = rivals["secrets"]["traitor"].pop("map")["places"]["traitor"]
    rivals["secrets"]["ninja"] |= {"map": shared | {"ropes": []}, "done": False}
    rivals["secrets"]["traitor"]["characters"]["traitor"]["mission"] = "B"
    state = POSITIONS.lay(match.options, seats, read_position(scorpion, rivals, seats))
    known = {seat: POSITIONS.position_of(state, seat).as_json()["secrets"] for seat in ("spear", "traitor")}
    assert known["spear"].keys() == {"sword", "spear"}
    assert known["spear"]["sword"].keys() == {"marks"}
    assert known["traitor"].keys() == {"ninja", "traitor"}
    assert known["traitor"]["ninja"].keys() == {"map"}


def test_what_is_still_to_be_entered_is_missing_and_not_wrong() -> None:
    begun_with: Json = {
        "table": EVENING["table"],
        "secrets": {
            "guards": {"marks": {"objectives": {"A": "K2"}, "traps": ["P6"]}, "hand": {"awaken": 1}},
            "intruders": {"map": {"entrances": ["P3"]}, "characters": {"ninja": {"hand": {"rope": 1}}}},
        },
    }
    match = begun("evening")
    read = read_position(scorpion, begun_with, match.seats)
    laid("evening", begun_with)
    done = POSITIONS.progress(match.options, match.seats, read)
    assert {seat: one.done for seat, one in done.items()} == {"guards": 3, "intruders": 2}
    with pytest.raises(Refused, match="position_incomplete"):
        lay(scorpion, match.options, match.seats, read)
