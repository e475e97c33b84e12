"""Tiles that the app draws: on the host, from those that are really there, at the moment they are judged.

A phone asks for a tile by `DRAW` in the place of its letter, for it may not know which are free: a rival's tile is
secret (SCORPION-2.8, 30.1). Whoever could draw again and again would learn it as the one that never comes. So a rival
draws once: asked again, also after an undo, the host gives the same tile, and keeps it from the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from referee.core.journal import Declare, HouseRuling, Match
from referee.scorpion.setup.hands import free_letters
from referee.scorpion.state import character, disputed

DRAW: Final = "draw"
"""What stands in a move for a letter that the app is to draw."""
_BOTH: Final = ("ninja", "traitor")


def draw(match: Match, act: Any, random: Random) -> Any:
    """Return an act with the letters it asks for; any other act as it is."""
    if not isinstance(act, Declare | HouseRuling) or act.move is None:
        return act
    places = {who: place for who, place, letter in _letters(act.move) if letter == DRAW}
    if not places:
        return act
    free = [letter for letter in free_letters(match.state, *places) if letter not in act.move.values()]
    if disputed(match.state) and match.state.options.disputed_mission == "draw" and len(places) == 1:
        (who,), (rival,) = places, [one for one in _BOTH if one not in places]
        own, kept = _held(match, who, act.move["type"]), _last(match, rival)
        letters = [own or random.choice([letter for letter in free if letter != kept])]
    else:
        letters = random.sample(free, len(places))
    return act.model_copy(update={"move": {**act.move, **dict(zip(places.values(), letters, strict=True))}})


def _letters(move: Any) -> Iterator[tuple[str, str, Any]]:
    if move.get("type") == "draw_missions":
        yield from ((who, who, move[who]) for who in _BOTH if move.get(who) is not None)
    elif move.get("type") == "redraw_mission" and move.get("intruder") in _BOTH:
        yield move["intruder"], "letter", move.get("letter")


def _held(match: Match, who: str, kind: str) -> str | None:
    """Return the tile that a character holds of this draw, or held before it was taken back."""
    now = character(match.state, who).mission if kind == "draw_missions" else None
    return now or _last(match, who, kind)


def _last(match: Match, who: str, kind: str = "") -> str | None:
    """Return the last tile that was noted for a character in the journal, taken back or not."""
    for entry in reversed(match.entries):
        move = getattr(entry.act, "move", None) or {}
        if kind in ("", move.get("type")):
            letter = next((letter for one, _, letter in _letters(move) if one == who), None)
            if letter is not None:
                return str(letter)
    return None
