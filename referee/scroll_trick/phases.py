"""The phases of a match, as the rules speak of several together."""

from __future__ import annotations

ENTRY = frozenset({"trump", "shadow", "open", "place", "turn", "trick"})
CONTEST = frozenset({"trick", "resolve", "refill"})
ROUND = ENTRY | CONTEST
"""From a round's deal to its last trick."""
ANY = frozenset({"setup", "deal", "between", "score", "tie"}) | ROUND
