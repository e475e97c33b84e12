"""Locate faults in a game's code, compare values by path, and collect faults."""

from __future__ import annotations

import inspect
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from referee.check.player import MOST
from referee.core.acts import Lay
from referee.core.game import Game
from referee.core.games import GameUnavailable
from referee.core.journal import Match
from referee.core.rulebook import RulebookError
from referee.core.values import TABLE, Refused
from referee.library import package_of
from referee.short import AuthorError, ShortGame
from referee.short.knowledge import is_above

MOST_MOVES: Final = 12
"""The longest match whose moves are all reported with a fault."""
_OWN: Final = ("/referee/core/", "/referee/check/", "/referee/library/")
_NOWHERE: Final = "?"


class Wrong(AssertionError):
    """A fault of a game, in a move of this `kind` or in this `rule` of the protocol.

    `again` repeats on any match what led to the fault on `match`, and raises it if it occurs there too.
    """

    def __init__(
        self,
        what: str,
        *,
        kind: str = "",
        rule: str = "",
        match: Match | None = None,
        again: Callable[[Match], object] | None = None,
    ) -> None:
        super().__init__(what)
        self.kind, self.rule, self.match, self.again = kind, rule, match, again

    def placed(self, game: Game) -> str:
        """Return the fault, preceded by its place in the game's code."""
        place = place_of(game, self.kind) if self.kind else rule_of(game, self.rule)
        return str(self) if place == _NOWHERE else f"{place}: {self}"


@dataclass
class Found:
    """The faults found so far, each once, with the shortest match that shows it."""

    game: Game
    found: dict[str, tuple[int, str]] = field(default_factory=dict)
    seen_in: str = ""
    """A prefix for faults that names the match being examined."""

    @cached_property
    def clauses(self) -> frozenset[str]:
        """The ids of the game's clauses."""
        return frozenset(clause.id for clause in self.game.CLAUSES)

    def note(self, fault: str, match: Match | None = None, shown_by: str = "") -> None:
        """Record a fault with what shows it, unless a shorter match has shown it before."""
        long = MOST if match is None else match.number
        if fault not in self.found or long < self.found[fault][0]:
            said = f"{fault}: {shown_by}" if shown_by else fault
            self.found[fault] = (long, f"{self.seen_in}{said}{_shortest(match)}")

    def tried(self, what: str, match: Match | None, rule: str, work: Callable[[], Any]) -> Any:
        """Return the result of some work. An exception except `Refused` is recorded as a fault and `None` returned."""
        try:
            return work()
        except Refused:
            return None
        except Wrong as wrong:
            self.note(wrong.placed(self.game), match)
        except Exception as fault:
            self.failed(fault, what, match, rule)
        return None

    def failed(self, fault: BaseException, what: str = "", match: Match | None = None, rule: str = "") -> None:
        """Record an exception at the last line of the game's code that raised or passed it, or else at the rule."""
        said = f"{what}: {said_by(fault)}" if what else said_by(fault)
        where = place_in(fault, rule_of(self.game, rule))
        self.note(str(fault) if isinstance(fault, AuthorError) else f"{where}: {said}", match)

    def lines(self) -> list[str]:
        return [words for _, words in self.found.values()]


def _shortest(match: Match | None) -> str:
    if match is None:
        return ""
    begun = f" after {match.number} declarations of {len(match.seats)} players"
    if not 0 < match.number <= MOST_MOVES:
        return begun if match.number else f" at the beginning of a match of {len(match.seats)}"
    moves = [{"seat": entry.actor, "move": getattr(entry.act, "move", None)} for entry in match.entries]
    if isinstance(laid := match.entries[0].act, Lay):
        moves[0] = {"seat": TABLE, "lay": laid.position}
    return f"{begun}: {json.dumps(moves, ensure_ascii=False, default=str)}"


def said_by(error: BaseException) -> str:
    """Return the type and message of an error, in one short line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


def place_in(error: BaseException, otherwise: str = _NOWHERE) -> str:
    """Return the last file and line of the game's own code in a traceback, else `otherwise`, else the last line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not (is_above(frame.filename) or any(part in frame.filename for part in _OWN))]
    if not own and otherwise != _NOWHERE:
        return otherwise
    frame = (own or frames)[-1]
    return f"{frame.filename}:{frame.lineno}"


def not_loaded(why: GameUnavailable) -> str:
    """Return why a game cannot be loaded, preceded by the last line of its own code that was run."""
    cause = why.__cause__
    if isinstance(cause, AuthorError | RulebookError):
        return str(cause)
    return f"{place_in(cause)}: {why}" if cause is not None else str(why)


def place_of(game: Game, kind: str) -> str:
    """Return the file and line that define a kind of move: its function, else its model."""
    return _written_in(game.written(kind) if isinstance(game, ShortGame) else model_of(game, kind))


def model_of(game: Game, kind: str) -> type[BaseModel] | None:
    """Return the model of a kind of move; `None` if there is no such kind."""
    reading = [game.MOVE._type]
    while reading:
        each = reading.pop()
        reading += getattr(each, "__args__", ()) or ()
        if isinstance(each, type) and issubclass(each, BaseModel):
            standard = each.model_fields["type"].get_default() if "type" in each.model_fields else None
            if standard == kind:
                return each
    return None


def rule_of(game: Game, rule: str) -> str:
    """Return the file and line that define a rule or part of the protocol; for the end of a match, of `result`."""
    if isinstance(game, ShortGame):
        return _written_in({"result": game.ending, "begin": game.setting_up, "OPTIONS": game.OPTIONS}.get(rule))
    if not rule:
        return _NOWHERE
    said_by_game = (getattr(each, rule, None) for each in (game, game.EXTRAS, game.EXTRAS.positions))
    where = _written_in(next((each for each in said_by_game if each is not None), None))
    return _written_in(game if inspect.ismodule(game) else type(game)) if where == _NOWHERE else where


def package_folder(game: Game) -> Path:
    """Return the folder of the package that contains a game."""
    return Path(sys.modules[package_of(game)].__file__ or "").parent


@lru_cache(maxsize=512)
def _written_in(written: Any) -> str:
    try:
        return f"{inspect.getsourcefile(written)}:{inspect.getsourcelines(written)[1] or 1}"
    except (OSError, TypeError):
        return _NOWHERE


def differing(a: Any, b: Any, path: str = "") -> Iterator[str]:
    """Yield the paths at which two values differ as JSON, with both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            yield from differing(a.get(key), b.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for n, (one, other) in enumerate(zip(a, b, strict=True)):
            yield from differing(one, other, f"{path}[{n}]")
    elif a != b or type(a) is not type(b):
        yield f"{path}: {json.dumps(a, ensure_ascii=False)[:200]} beside {json.dumps(b, ensure_ascii=False)[:200]}"
