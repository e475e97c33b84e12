"""A table that is only half entered yet: people read what is still to come in the words of the form."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.contract.game_ui import Choice, Counts, Entering, Field, Step, Things, ui_of
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.screens.take_over import why
from companion.tables.taking_over import TakingOver, fits
from companion.ui.theme import Look, make_look
from referee.core.games import GAMES
from referee.core.values import TABLE, Refused, Ruling
from tests.own_games import OWN_GAMES
from tests.shares import count

LOOKS = (make_look("en"), make_look("ja"))
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")
INTERNAL = re.compile(r"\b(table|secrets)\b\.?\[?|[{}\[\]_]")
"""What only the makers of a position know: paths, and parameters that nobody has filled in."""


def taking_over(game: str, depth: str, seats: int) -> TakingOver:
    players = [SimpleNamespace(seat=f"p{n + 1}", name=NAMES[n]) for n in range(seats)]
    return TakingOver.begun(SimpleNamespace(game=game, options={"depth": depth}, players=players))  # type: ignore[arg-type]


def change(entry: TakingOver, part: str, key: str, value: Any) -> None:
    """Enter a value at once, as so many taps do; None takes back what was entered."""
    kept = {name: each for name, each in entry.entered(part).items() if name != key}
    entry._parts[part] = kept if value is None else {**kept, key: value}
    entry._standing = None


def anything(field: Field, random: Random) -> Any:
    """Return something that a field can hold, or nothing."""
    if random.random() < 0.3:
        return None
    if isinstance(field, Counts):
        return {row: random.randint(field.least, min(field.most, field.least + 3)) for row, _ in field.rows}
    if isinstance(field, Choice):
        return random.choice([value for value, _ in field.values])
    values = [value for value, _ in field.values] if isinstance(field, Things) else list(field.zones)  # type: ignore[attr-defined]
    some = [random.choice(values) for _ in range(random.randint(0, 3))] if values else []
    return some if fits(field, some) else some[:1]


def said(entry: TakingOver, part: str, wrong: Refused, look: Look, game: str) -> str:
    seats = tuple(SeatInfo(seat.seat, seat.name) for seat in entry.seats)
    snap = Snapshot(screen="take_over", match=MatchInfo("abcd", game, "plays", {}, "lobby", seats))
    return why(look, snap, Ruling.refusal(wrong), steps(entry, part, look, game))


def steps(entry: TakingOver, part: str, look: Look, game: str) -> tuple[Step, ...]:
    entering = Entering(look.t, entry.seats, entry.options, entry.entered(TABLE))
    form = ui_of(game).take_over
    assert form is not None
    return form().table(entering) if part == TABLE else form().secret(entering, part)


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize("depth", ["plays", "scores"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_whatever_is_entered_or_taken_back_nobody_reads_the_path_of_a_field(game: str, depth: str) -> None:
    random, problems = Random(f"half {game} {depth}"), 0
    for _ in range(count("HALF_ENTERED")):
        entry = taking_over(game, depth, random.choice(GAMES[game].PLAYERS))
        for _ in range(25):
            for part in (TABLE, *(seat.seat for seat in entry.seats)):
                fields = [field for step in entry.steps(part) for field in step.fields]
                if not fields:
                    continue
                field = random.choice(fields)
                change(entry, part, field.key, anything(field, random))
                wrong = entry.problem(part)
                if wrong is not None:
                    problems += 1
                    told = [said(entry, part, wrong, look, game) for look in LOOKS]
                    assert not any(INTERNAL.search(words) for words in told), (wrong.params, told)
    assert problems > 10


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize(
    ("game", "entered", "named"),
    [
        ("scorpion", {"patrols": ["E1"]}, "patrol.0"),
        ("scorpion", {"wounds.traitor": {"guards": 2, "sword": 2, "spear": 2}}, "wounds.traitor"),
        ("scroll-trick", {"phase": None}, "phase"),
        ("shinobazu", {"start": None}, "start"),
        ("shinobi-school", {"phase": None}, "phase"),
        ("toy", {"turn": None}, "turn"),
    ],
)
def test_what_is_still_to_be_entered_is_named_as_on_the_form(game: str, entered: dict[str, Any], named: str) -> None:
    entry = taking_over(game, "plays", max(GAMES[game].PLAYERS))
    for key, value in entered.items():
        change(entry, TABLE, key, value)
    wrong = entry.problem(TABLE)
    assert wrong is not None
    for look in LOOKS:
        titles = {field.key: field.title for step in steps(entry, TABLE, look, game) for field in step.fields}
        assert titles[named] in said(entry, TABLE, wrong, look, game)
