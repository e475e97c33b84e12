"""How much the long tests do: a part in `make test`, everything in `make soak`, where METSUKE_SOAK is 1.

Each number can be set separately: METSUKE_PAIRS=500 compares that many pairs, whatever METSUKE_SOAK is.
"""

from __future__ import annotations

import os
from typing import NamedTuple


class Share(NamedTuple):
    """The numbers for `make test` and for `make soak`."""

    everyday: int
    whole: int


SHARES = {
    "MATCHES": Share(60, 1_000),  # random matches of each game, checked for its invariants
    "SCORPION_MATCHES": Share(10, 1_000),
    "OFFERS": Share(6, 1_000),  # matches of each game in which offered and other moves are tried
    "OVERRULED": Share(2, 90),  # Scorpion matches with random house rulings
    "RULED": Share(4, 300),  # matches of each card game with random house rulings
    "ENTRIES": Share(3, 3_000),  # matches of each game with and without mistyped notes; `make soak` takes new seeds
    "PAIRS": Share(10, 10_000),  # pairs of matches of each game that a viewer must not be able to tell apart
    "SCORPION_PAIRS": Share(10, 10_000),
    "POSITIONS": Share(10, 1_000),  # matches of each game that are cut, laid again and played on
    "BROKEN": Share(50, 500),  # positions of each game with one fault
    "HALF_ENTERED": Share(2, 200),  # tables of each game at either depth that are entered at random
    "SHEETS": Share(0, 10),  # Scorpion matches that are printed, copied by tap into another host and played on
    "DEMO_SECONDS": Share(0, 360),  # duration of each game's demonstration at full speed, at either depth
    "LESSONS": Share(1, 30),  # matches of each card game at either depth in which every prompt must have its lesson
    "SECRETS": Share(4, 50),  # matches of each game, each with dozens of such pairs at many moments
    "KNOWN": Share(8, 500),  # small matches, of some 43 public records each, in which every legal secret play is tried
    "KNOWN_WIDE": Share(12, 5_000),  # every option and adjustments by hand; compared with all worlds at every moment
    "KNOWN_MISSIONS": Share(1, 300),
    "KNOWN_THOROUGHLY": Share(1, 20),
    "KNOWN_TWINS": Share(4, 1_000),  # matches with exchanged secrets: what is known must stay the same
    "KNOWN_BROKEN": Share(2, 300),  # matches in which house rulings put intruders anywhere
    "KNOWN_LAID": Share(4, 1_000),  # matches laid again at random, compared with what the whole record tells
    "WITNESSED_SMALL": Share(3, 300),  # small matches in which every possible zone must have a witness
    "WITNESSED_WIDE": Share(3, 500),  # the same with every option and with adjustments by hand
    "WITNESSED": Share(5, 200),  # the same in a castle, for this number of zones
    "WITNESSED_MISSIONS": Share(2, 100),  # the same where entering a mission's zone raises the alert
    "WITNESSED_MATCHES": Share(1, 200),
    "TRUTHS": Share(2, 10_000),  # matches in which the true place must be among the known possibilities
    "TRUTHS_BY_HAND": Share(2, 10_000),  # the same with adjustments by a game master
    "SCREEN_PAIRS": Share(2, 8),  # the same on drawn screens, for each kind of viewer and screen
    "WIRE_MATCHES": Share(10, 500),  # matches in which every byte sent to phones is read
    "WIRE_PAIRS": Share(4, 500),  # of Shinobazu
    "WIRE_OTHER_PAIRS": Share(1, 500),  # of each of the other card games
    "WIRE_SCORPION_PAIRS": Share(5, 500),
    "FIGURES": Share(5, 300),  # random matches of all games together, whose figures are counted in two ways
    "BAD_FRAMES": Share(1_000, 1_000_000),  # invalid frames sent to a host while matches are played
    "BAD_CONNECTS": Share(50, 2_500),  # connections made by each of four clients in a flood from one address
    "CHAOS_SECONDS": Share(4, 3_600),  # duration of matches in which everything goes wrong that can; see tests/chaos
    "HOSTILE_SECONDS": Share(6, 1_800),  # duration of a match with phones that behave as badly as possible
    "WHOLE_SCENES": Share(2, 34),  # scenes checked for truncated words
    "ASKS_IN_SIGHT": Share(22, 73),  # screens on which the prompt must be in sight
    "KILLS": Share(15, 100),  # how often a writing process is killed
    "HOST_KILLS": Share(4, 10),
    "WORKER_KILLS": Share(2, 200),  # how often one of two workers is killed during play
}
SOAK = os.environ.get("METSUKE_SOAK", "") not in ("", "0")


def count(name: str) -> int:
    """Return the present number for a name."""
    share = SHARES[name]
    return int(os.environ.get(f"METSUKE_{name}") or (share.whole if SOAK else share.everyday))


def parts(name: str, size: int) -> list[range]:
    """Return that many seeds, divided into parts of at least `size`, one for each test."""
    wanted = count(name)
    number = max(1, wanted // size)
    return [range(n * wanted // number, (n + 1) * wanted // number) for n in range(number)]
