"""How many taps it takes to enter a table as it stands, in random matches between their turns, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.contract.game_ui import Choice, Counts, Entering, Field, Step, ui_of
from companion.i18n import translator
from companion.screens.take_over import MOST_STEPS
from referee.check.player import any_match, playing
from referee.core.game import Position
from referee.core.games import GAMES
from referee.core.reading import positions_of
from referee.core.values import GAME_MASTER, PUBLIC
from tests.bench.figures import line, median
from tests.own_games import OWN_GAMES

MATCHES = 30

# Operators of the keystroke-level model for phones (Holleis, Otto, Hussmann, Schmidt, CHI 2007), in seconds: a key
# pressed, a finger moved to it, a look from the phone to the table or back, and what has to be thought of before.
KEY, FINGER, LOOK, THOUGHT = 0.39, 0.23, 0.36, 1.35


class Effort(NamedTuple):
    """What it takes to enter something."""

    taps: int = 0
    fields: int = 0
    """Fields and steps of which somebody has to think."""

    def __add__(self, other: object) -> Effort:
        assert isinstance(other, Effort)
        return Effort(self.taps + other.taps, self.fields + other.fields)

    @property
    def seconds(self) -> float:
        return self.taps * (KEY + FINGER) + self.fields * (THOUGHT + 2 * LOOK)


def effort(steps: Sequence[Step], before: Mapping[str, Any], after: Mapping[str, Any]) -> Effort:
    """Return what leads from what fields begin with to what is entered, and from step to step."""
    fields = [field for step in steps for field in step.fields]
    taps = [_taps(field, before.get(field.key), after.get(field.key)) for field in fields]
    return Effort(len(steps) + sum(taps), sum(each > 0 for each in taps))


def _taps(field: Field, before: Any, after: Any) -> int:
    if isinstance(field, Counts):
        rows = [
            (row, (before or {}).get(row, field.least), (after or {}).get(row, field.least)) for row, _ in field.rows
        ]
        far = field.most - field.least > MOST_STEPS
        return sum(min(abs(a - b), 1 + len(str(b))) if far else abs(a - b) for _, a, b in rows)
    if isinstance(field, Choice):
        return int(bool(after) and before != after)
    had, has = Counter(before or ()), Counter(after or ())
    return (has - had).total() + (had - has).total()


def run() -> None:
    """Count the taps of the host, and of the seat that has most to enter."""
    for game in OWN_GAMES:
        load = ui_of(game).take_over
        if load is None:
            continue
        form, host, seat = load(), [], []
        for n in range(MATCHES):
            random = Random(f"taps {game} {n}")
            moments = [one.before for one in playing(any_match(GAMES[game], random, {}), random)]
            match = random.choice(moments)
            options = match.state.options
            open_, whole = (positions_of(match.game).position_of(match.state, who) for who in (PUBLIC, GAME_MASTER))
            table, secrets = form.entered(options, match.seats, Position(open_.table, whole.secrets))
            entering = Entering(translator("en"), match.seats, options, table)
            host.append(effort(form.table(entering), form.begin(options, match.seats), table))
            seat.append(
                max((effort(form.secret(entering, each), {}, own) for each, own in secrets.items()), default=Effort())
            )
        line(
            "take_over",
            game=game,
            taps_of_the_host=median([each.taps for each in host]),
            taps_of_a_seat=median([each.taps for each in seat]),
            seconds=round(median([(own + each).seconds for own, each in zip(host, seat, strict=True)])),
        )
