"""A Scorpion table is entered as it is described: both ways, in both languages, and each seat's own part apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from companion.contract.game_ui import Choice, Counts, Entering, Step, Things
from companion.games.scorpion.take_over import TAKE_OVER
from companion.i18n import translator
from companion.screens.take_over import MOST_STEPS
from companion.tables.taking_over import TakingOver, fits
from models import MatchRecord, SeatRecord
from referee import scorpion
from referee.core.game import Position
from referee.core.journal import Match, begin
from referee.core.reading import read_position
from referee.core.values import GAME_MASTER, TABLE
from referee.scorpion.positions import POSITIONS
from referee.scorpion.positions.model import OpenTable
from referee.scorpion.views.view_model import SearchNote
from tests.players.scorpion.match import seated
from tests.referee.scorpion.positions import played

SEEDS = range(6)
BEGINNINGS = {"card_phase", "patrol_phase", "intruder_phase", "alert_phase", "returns_due", "scores_started"}


def described(match: Match) -> Position:
    return POSITIONS.position_of(match.state, GAME_MASTER)


def entered_again(match: Match, position: Position) -> Position:
    values, secrets = TAKE_OVER.entered(match.options, match.seats, position)
    return read_position(scorpion, TAKE_OVER.position(match.options, match.seats, values, secrets), match.seats)


def between_phases(moments: Sequence[Match]) -> list[Match]:
    """Return the moments in which a phase has just begun and nothing else is open."""
    return [
        match
        for match in moments
        if match.state.phase not in ("setup", "ended")
        and match.state.record[-1].kind in {*BEGINNINGS, "alert_fell"}
        and not match.state.pending
    ]


def unnumbered(table: OpenTable) -> dict[str, Any]:
    """Return a table without what is not entered: numbers of figures, when what was found, and proposals."""
    by_id = {f.id: f.model_copy(update={"id": "g01"}).model_dump_json() for f in table.figures}
    notes = Counter((note.zone, note.found) for note in table.found)
    kept: dict[str, Any] = table.model_dump(
        exclude={"figures", "patrols", "found", "splits", "proposed_unknown", "conceding", "ropes"}
    )
    if table.scores is not None:
        kept["scores"]["zones"] = {}
        return kept
    kept["figures"] = Counter(by_id.values())
    kept["patrols"] = Counter((p.behind, *sorted(by_id[id] for id in p.members)) for p in table.patrols)
    kept["found"] = set(notes)
    kept["ropes"] = Counter(frozenset((rope.a, rope.b)) for rope in table.ropes)
    return kept


def holds(match: Match, values: Mapping[str, Any], secrets: Mapping[str, Mapping[str, Any]]) -> None:
    """Every value has its field, which can hold it."""
    entering = Entering(translator("en"), match.seats, match.options, values)
    parts: list[tuple[Mapping[str, Any], Sequence[Step]]] = [(values, TAKE_OVER.table(entering))]
    parts += [(own, TAKE_OVER.secret(entering, seat)) for seat, own in secrets.items()]
    for own, steps in parts:
        fields = {field.key: field for step in steps for field in step.fields}
        for key, value in own.items():
            assert key not in fields or fits(fields[key], value), (key, value)


@pytest.mark.parametrize("seed", SEEDS)
def test_between_two_phases_a_table_is_entered_as_it_is_described(seed: int) -> None:
    found: list[Match] = []
    while not found:  # somebody may have given up early
        found, seed = between_phases(played(seed)), seed + len(SEEDS)
    for match in Random(seed).sample(found, min(12, len(found))):
        position = described(match)
        again = entered_again(match, position)
        table = position.table
        if table.phase == "alert" and not any(s.drew for s in table.stocks):
            table = table.model_copy(update={"drawn_at": table.alert})
        if match.options.passage_reuse == "yes" and match.options.depth == "plays":
            table = table.model_copy(update={"passage_entries": 0, "passage_swords": 0})
        assert unnumbered(again.table) == unnumbered(table)
        POSITIONS.lay(match.options, match.seats, again)
        assert POSITIONS.contradiction(match.options, match.seats, again) is None
        whole = POSITIONS.progress(match.options, match.seats, again)
        assert all(one.done == one.of for one in whole.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_what_any_moment_gives_can_be_entered(seed: int) -> None:
    moments = played(seed)
    for match in Random(seed).sample(moments, min(25, len(moments))):
        values, secrets = TAKE_OVER.entered(match.options, match.seats, described(match))
        holds(match, values, secrets)
        again = entered_again(match, described(match))
        assert TAKE_OVER.entered(match.options, match.seats, entered_again(match, again)) == TAKE_OVER.entered(
            match.options, match.seats, again
        )
        if match.state.phase not in ("setup", "ended"):
            POSITIONS.lay(match.options, match.seats, again)


OPTIONS: Sequence[tuple[int, dict[str, Any]]] = (
    (2, {}),
    (2, {"lone_wolf": "hidden", "intruder_cards": "counted", "guard_cards": "counted"}),
    (2, {"lone_wolf": "on", "depth": "scores"}),
    (3, {"depth": "scores"}),
    (4, {"disputed": "on", "ropes_discoverable": "use", "passage_reuse": "no", "sake_duration": 3}),
)


@pytest.mark.parametrize(("players", "options"), OPTIONS)
def test_what_is_prefilled_can_be_played(players: int, options: dict[str, Any]) -> None:
    match = begin(scorpion, options, seated(players))
    values = TAKE_OVER.begin(match.options, match.seats)
    holds(match, values, {})
    read = read_position(scorpion, TAKE_OVER.position(match.options, match.seats, values, {}), match.seats)
    state = POSITIONS.lay(match.options, match.seats, read)
    assert (state.turn, state.alert) == (2, 0)


def test_a_person_enters_a_table() -> None:
    match = begin(scorpion, {"passage_bluff": "figure_shown"}, seated(2))
    values = TAKE_OVER.begin(match.options, match.seats) | {
        "phase": "cards",
        "turn": {"turn": 4},
        "sentries.sword": ["S1", "W4", "W4"],
        "patrols": ["W20"],
        "patrol.0": {"sword": 1, "spear": 1},
        "behind.0": "W18",
        "inside": {"shared.spear": 1},
        "found.shared": ["W1"],
        "cards.guards": {"hand_size": 24, "deck_size": 10, "front": 1, "hand_used": 1},
        "discard.guards": ["awaken"],
        "used": {"cards_used": 1},
        "carded": ["g02"],
        "status.traitor": "visible",
        "at.traitor": ["W4"],
        "finds.A": ["K2"],
    }
    data = TAKE_OVER.position(match.options, match.seats, values, {"intruders": {"zone.ninja": ["M1"]}})
    state = POSITIONS.lay(match.options, match.seats, read_position(scorpion, data, match.seats))
    assert [(f.id, f.zone, f.carded) for f in state.figures if f.carded] == [("g02", "W4", True)]
    assert state.patrols[0].members == ("g05", "g06")
    assert {c.who: (c.zone, c.visible) for c in state.characters} == {"ninja": ("M1", False), "traitor": ("W4", True)}
    seen = scorpion.view(state, "guards")
    assert seen.found == (SearchNote(turn=3, zone="K2", found="A"),)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_field_has_words(language: str) -> None:
    t = translator(language)
    for seed in SEEDS:
        moments = played(seed)
        for match in moments[:: max(1, len(moments) // 6)]:
            values, _ = TAKE_OVER.entered(match.options, match.seats, described(match))
            for phase in ("start", "alert", "intruders"):
                entering = Entering(t, match.seats, match.options, {**values, "phase": phase})
                steps = list(TAKE_OVER.table(entering))
                steps += [step for seat in match.seats for step in TAKE_OVER.secret(entering, seat.seat)]
                assert not [words for step in steps for words in said(step) if "scorpion." in words]


def said(step: Step) -> list[str]:
    words = [step.title, step.about]
    for field in step.fields:
        words.append(field.title)
        if isinstance(field, Counts):
            words += [label for _, label in field.rows]
        elif isinstance(field, Choice | Things):
            words += [label for _, label in field.values]
    return words


def tap(entry: TakingOver, part: str, wanted: Mapping[str, Any]) -> None:
    """Enter a part field by field until nothing is otherwise any more."""
    before = None
    while before != entry.entered(part):
        before = dict(entry.entered(part))
        for field in [field for step in entry.steps(part) for field in step.fields]:
            want, has = wanted.get(field.key), before.get(field.key)
            if isinstance(field, Choice):
                entry.enter(part, field.key, "choose", want)
            elif isinstance(field, Counts):
                for row, _ in field.rows:
                    now = (has or {}).get(row, field.least)
                    entered = (want or {}).get(row, field.least)
                    if field.most - field.least > MOST_STEPS:
                        entry.enter(part, field.key, "number", [row, entered])
                    else:
                        entry.enter(part, field.key, "count", [row, entered - now])
            else:
                for each in (Counter(has or ()) - Counter(want or ())).elements():
                    entry.enter(part, field.key, "drop", each)
                for each in (Counter(want or ()) - Counter(has or ())).elements():
                    entry.enter(part, field.key, "add", each)


@pytest.mark.parametrize("seed", [2, 3, 7])
def test_a_table_is_entered_tap_by_tap_and_goes_on(seed: int) -> None:
    match = between_phases(played(seed))[-1]
    seats = tuple(SeatRecord(1, s.seat, "player", s.name, n) for n, s in enumerate(match.seats))
    options = match.options.model_dump(mode="json")
    now = datetime(2026, 11, 1, tzinfo=UTC)
    entry = TakingOver.begun(MatchRecord(1, "code", "scorpion", options, "lobby", "referee", now, seats=seats))
    assert entry.standing().whole == (match.options.depth == "scores")
    values, secrets = TAKE_OVER.entered(match.options, match.seats, described(match))
    for part, wanted in ((TABLE, values), *secrets.items()):
        tap(entry, part, wanted)
        assert entry.problem(part) is None
        assert entry.standing().unfit == ()
    assert entry.standing().whole
    laid, ruling = begin(scorpion, options, match.seats).act(TABLE, {"type": "lay", "position": entry.whole()})
    assert ruling.upheld
    assert (laid.state.phase, laid.state.turn) == (match.state.phase, match.state.turn)


@pytest.mark.parametrize("depth", ["plays", "scores"])
def test_the_alert_is_entered_by_its_name_and_what_is_rare_comes_last(depth: str) -> None:
    match = begin(scorpion, {"depth": depth}, seated(2))  # type: ignore[arg-type]
    entered = {"phase": "cards", "alert": "2", "drawn_at": "3"}
    steps = TAKE_OVER.table(Entering(translator("en"), match.seats, match.state.options, entered))
    fields = {field.key: field for step in steps for field in step.fields}
    for key in ("alert", "drawn_at"):
        assert isinstance(fields[key], Choice)
        assert [words for _, words in fields[key].values] == ["None", "Low", "Medium", "High"]
    assert [f.key for f in steps[0].fields][-1] == "alert"
    assert "drawn_at" in [f.key for step in steps[-2:] for f in step.fields]
    laid = TAKE_OVER.position(match.state.options, match.seats, entered, {})["table"]
    assert (laid["alert"], laid["drawn_at"]) == (2, 3)
