"""How many taps it takes to enter a table as it stands, in random matches between their turns, in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.contract.offered import ui_of
from companion.contract.take_over import Choice, Counts, Entering, Field, Step
from companion.i18n import translator
from companion.screens.take_over.fields import FAR, TEN
from referee.check.player import any_match, playing
from referee.core.games import GAMES
from referee.core.laying import positions_of
from referee.core.values import GAME_MASTER
from tests.bench.figures import line, median
from tests.own_games import OWN_GAMES

MATCHES = 30
A_TAP = 1.3
"""Seconds from one tap to the next of somebody who reads along on a sheet."""


def taps(steps: Sequence[Step], before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    """Return the taps that lead from what fields begin with to what is entered, and from step to step."""
    fields = [field for step in steps for field in step.fields]
    return len(steps) + sum(_taps(field, before.get(field.key), after.get(field.key)) for field in fields)


def _taps(field: Field, before: Any, after: Any) -> int:
    if isinstance(field, Counts):
        far = field.most - field.least > FAR
        apart = [
            abs((after or {}).get(row, field.least) - (before or {}).get(row, field.least)) for row, _ in field.rows
        ]
        return sum(n // TEN + min(n % TEN, TEN - n % TEN + 1) if far else n for n in apart)
    if isinstance(field, Choice):
        return int(bool(after) and before != after)
    return len(after or ())


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
            position = positions_of(match.game).position_of(match.state, GAME_MASTER)
            table, secrets = form.entered(options, match.seats, position)
            entering = Entering(translator("en"), match.seats, options, table)
            host.append(taps(form.table(entering), form.begin(options, match.seats), table))
            seat.append(
                max(taps(form.secret(entering, each), {}, own) for each, own in secrets.items()) if secrets else 0
            )
        line(
            "take_over",
            game=game,
            taps_of_the_host=median(host),
            taps_of_a_seat=median(seat),
            minutes=round((median(host) + median(seat)) * A_TAP / 60, 1),
        )
