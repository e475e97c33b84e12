"""Locate faults in a game's code, compare values by path, and collect faults."""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import attrgetter
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

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
_REFEREE: Final = Path(__file__).parents[1]
_OWN: Final = (f"{_REFEREE / 'core'}{os.sep}", f"{_REFEREE / 'check'}{os.sep}", str(_REFEREE / "library.py"))
_NOWHERE: Final = "?"
STRANDED, WORDS = 1, 2
"""Orders of faults: a match that cannot go on stands behind what may be its cause, and words stand last."""


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


class _Shown(NamedTuple):
    """A fault as it is reported; the lower its rank, the shorter it can be shown."""

    rank: tuple[int, bool]
    order: int
    said: str


@dataclass
class Found:
    """The faults found so far, each once, with the shortest match that shows it."""

    game: Game
    found: dict[str, _Shown] = field(default_factory=dict)
    """By what makes two faults the same: the best that shows it."""
    seen_in: str = ""
    """A prefix for faults that names the match being examined."""

    @cached_property
    def clauses(self) -> frozenset[str]:
        """The ids of the game's clauses."""
        return frozenset(clause.id for clause in self.game.CLAUSES)

    def note(
        self, fault: str, match: Match | None = None, shown_by: str = "", *, same: str = "", order: int = 0
    ) -> None:
        """Record a fault with what shows it, unless a shorter match, or more than nothing, has shown it before.

        `same` is equal for faults that are one in other words; a higher `order` is reported later.
        """
        rank = (MOST if match is None else match.number, not shown_by)
        if (before := self.found.get(same or fault)) is None or rank < before.rank:
            said = f"{fault}: {shown_by}" if shown_by else fault
            self.found[same or fault] = _Shown(rank, order, f"{self.seen_in}{said}{_shortest(match)}")

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
        if isinstance(fault, AuthorError):
            self.note(f"{str(fault).rstrip(': ')}{self._instead(fault.__cause__)}", match)
            return
        where, said = place_in(fault, self._otherwise(fault, rule)), f"{said_by(fault)}{self._instead(fault)}"
        same = f"{where}: {re.sub(r'[0-9]+', '#', said)}"  # the same of another seat
        self.note(f"{where}: {what}: {said}" if what else f"{where}: {said}", match, same=same)

    def _otherwise(self, fault: BaseException, rule: str) -> str:
        """Return the place of an exception that no line of the game has raised or passed."""
        if isinstance(fault, ValidationError) and isinstance(self.game, ShortGame):
            return _field_of(self.game, fault)
        where = rule_of(self.game, rule)
        return _first_line(self.game) if where == _NOWHERE else where

    def _instead(self, fault: BaseException | None) -> str:
        """Return what to write instead of an assertion that says nothing, as the end of a sentence."""
        if not isinstance(fault, AssertionError) or str(fault):
            return ""
        return f": use {'t.must' if isinstance(self.game, ShortGame) else 'firm'}(…) for what a player may do wrong"

    def lines(self) -> list[str]:
        return [one.said for one in sorted(self.found.values(), key=attrgetter("order"))]


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
    said = str(error)
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        said = f"{error.title}: {'.'.join(map(str, first['loc']))} is {first['input']!r}: {first['msg']}"
    return f"{type(error).__name__}: {' '.join(said.split())[:300]}".removesuffix(": ")


def is_own(file: str) -> bool:
    """Tell whether a file belongs to a game, and not to Python, pydantic or the referee."""
    return not (is_above(file) or file.startswith(_OWN))


def place_in(error: BaseException, otherwise: str = _NOWHERE) -> str:
    """Return the last file and line of the game's own code in a traceback, else `otherwise`, else the last line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_own(frame.filename)]
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


def _field_of(game: ShortGame, wrong: ValidationError) -> str:
    """Return the file and line of the field of a game's state whose value its view cannot show; else its package."""
    path = [*wrong.errors()[0]["loc"], "", "", ""]
    part, name = (game._player, path[2]) if path[0] == "seats" else (game._table, path[0])
    try:
        lines, first = inspect.getsourcelines(part)
        number = next(n for n, line in enumerate(lines, first) if re.match(rf"\s+{name}\s*:", line))
        return f"{inspect.getsourcefile(part)}:{number}"
    except (OSError, TypeError, StopIteration):
        return _first_line(game)


def _first_line(game: Game) -> str:
    return f"{sys.modules[package_of(game)].__file__}:1"


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


# A call that never returns

LIMIT: Final = 20.0
"""Seconds after which a call of the game counts as one that never returns."""
LOOKS: Final = 40
"""Number of looks within the limit, all of which must find the same call."""
_CHECK: Final = str(Path(__file__).parent)


@contextmanager
def watched(stuck: Callable[[str], object], limit: float) -> Iterator[None]:
    """Watch the calling thread: give `stuck` the fault if one call of a game lasts longer than `limit` seconds.

    Python cannot interrupt a call from outside. So a second thread looks at the stack of the one that checks: below the
    check's own frames lies the call of the game that is being made. While the very same call (frame) is found there
    time after time, it has not returned. A call of C code that never gives way, such as `sum(itertools.count())`, is
    not seen.
    """
    over, thread = threading.Event(), threading.get_ident()

    def watch() -> None:
        last: FrameType | None = None
        times = 0
        while not over.wait(limit / LOOKS):
            calls = calls_of_game(sys._current_frames().get(thread))
            first = calls[-1] if calls else None
            times = times + 1 if first is not None and first is last else 0
            last = first
            if times >= LOOKS:
                stuck(_said(calls, limit))
                return

    watcher = threading.Thread(target=watch, name="check's watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def calls_of_game(frame: FrameType | None) -> list[FrameType]:
    """Return the frames of the game's own code under the innermost frame of the check, innermost first."""
    calls: list[FrameType] = []
    while frame is not None:
        if frame.f_code.co_filename.startswith(_CHECK):
            return calls
        if is_own(frame.f_code.co_filename):
            calls.append(frame)
        frame = frame.f_back
    return []


def _said(calls: list[FrameType], limit: float) -> str:
    here, call = calls[0], calls[-1].f_code
    said = f"{call.co_name} has not returned after {limit:g} seconds: does a loop in it never end?"
    return f"{here.f_code.co_filename}:{here.f_lineno}: {said}"


def ends_process(faults: Callable[[], list[str]]) -> Callable[[str], None]:
    """Return what prints all faults found so far, and the last, and ends the process with exit code 1."""

    def stuck(fault: str) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # behind the progress
        for each in (*faults(), fault):
            print(f"FAULT {each}")
        sys.stdout.flush()
        os._exit(1)

    return stuck
