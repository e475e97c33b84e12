"""How much the long tests do: a share of it in `make test`, all of it in `make soak`, where METSUKE_SOAK is 1.

Each number can be set by itself: METSUKE_PAIRS=500 compares so many pairs, whatever METSUKE_SOAK says.
"""

from __future__ import annotations

import os
from typing import NamedTuple


class Share(NamedTuple):
    """So many every day, and so many in a soak."""

    everyday: int
    whole: int


SHARES = {
    "MATCHES": Share(60, 1_000),  # random matches of each game, held to its invariants
    "SCORPION_MATCHES": Share(10, 1_000),
    "OFFERS": Share(6, 1_000),  # matches of each game in which what is offered is tried, and what is not
    "OVERRULED": Share(2, 90),  # Scorpion matches in which house rulings set whatever they like
    "PAIRS": Share(10, 10_000),  # pairs of matches of each game that somebody may not tell apart
    "SCORPION_PAIRS": Share(10, 10_000),
    "POSITIONS": Share(10, 1_000),  # matches of each game that are cut, laid again and played on
    "BROKEN": Share(50, 500),  # positions of each game with one thing wrong
    "HALF_ENTERED": Share(2, 200),  # tables of each game at either depth that are entered at random
    "SHEETS": Share(0, 10),  # Scorpion matches that are printed, copied by tap into another host and played on
    "DEMO_SECONDS": Share(0, 360),  # how long each game is shown at full speed, at either depth
    "LESSONS": Share(1, 30),  # matches of each card game at either depth in which whatever is asked has its lesson
    "SECRETS": Share(4, 50),  # matches of each game, each with dozens of such pairs at many moments
    "KNOWN": Share(8, 500),  # small matches, of some 43 public records each, in which every legal secret play is tried
    "KNOWN_WIDE": Share(12, 5_000),  # matches with every option and by hand, held against all worlds at every moment
    "KNOWN_MISSIONS": Share(1, 300),
    "KNOWN_THOROUGHLY": Share(1, 20),
    "KNOWN_TWINS": Share(4, 1_000),  # matches whose secrets are exchanged: what is known must stay the same
    "KNOWN_BROKEN": Share(2, 300),  # matches in which house rulings let intruders be anywhere
    "KNOWN_LAID": Share(4, 1_000),  # matches laid again at random, beside what all of the record tells
    "WITNESSED_SMALL": Share(3, 300),  # small matches in which every zone that is shown has to have a witness
    "WITNESSED_WIDE": Share(3, 500),  # the same with every option and by hand
    "WITNESSED": Share(5, 200),  # the same in a castle, of so many zones
    "WITNESSED_MISSIONS": Share(2, 100),  # the same where the alert answers whoever comes to a mission
    "WITNESSED_MATCHES": Share(1, 200),
    "TRUTHS": Share(2, 10_000),  # matches in which where somebody is has to be among what can be known
    "TRUTHS_BY_HAND": Share(2, 2_000),  # the same with a game master's hand in them
    "SCREEN_PAIRS": Share(2, 8),  # the same, looked at on drawn screens, for each kind of viewer and screen
    "WIRE_MATCHES": Share(10, 500),  # matches in which every byte that phones are sent is read
    "WIRE_PAIRS": Share(4, 500),  # of Shinobazu
    "WIRE_OTHER_PAIRS": Share(1, 500),  # of each of the other card games
    "WIRE_SCORPION_PAIRS": Share(5, 500),
    "FIGURES": Share(5, 300),  # random matches of all games together, whose figures are counted in two ways
    "BAD_FRAMES": Share(1_000, 1_000_000),  # frames that are none, sent to a host while an evening goes on
    "BAD_CONNECTS": Share(50, 2_500),  # connections that each of four hands makes in a flood from one address
    "CHAOS_SECONDS": Share(4, 3_600),  # of evenings in which everything goes wrong that can; see tests/chaos
    "HOSTILE_SECONDS": Share(6, 1_800),  # of an evening beside phones that do the worst they can
    "WHOLE_SCENES": Share(2, 34),  # scenes that are looked at for words that are cut
    "ASKS_IN_SIGHT": Share(22, 73),  # screens on which what is asked has to be in sight
    "KILLS": Share(15, 100),  # how often a process that writes is killed
    "HOST_KILLS": Share(4, 10),
    "WORKER_KILLS": Share(2, 200),  # how often one of two workers is killed in the middle of play
}
SOAK = os.environ.get("METSUKE_SOAK", "") not in ("", "0")


def count(name: str) -> int:
    """Return how many of something there are now."""
    share = SHARES[name]
    return int(os.environ.get(f"METSUKE_{name}") or (share.whole if SOAK else share.everyday))


def parts(name: str, size: int) -> list[range]:
    """Return the seeds of so many, dealt out into parts of at least this size, one for each test."""
    wanted = count(name)
    number = max(1, wanted // size)
    return [range(n * wanted // number, (n + 1) * wanted // number) for n in range(number)]
