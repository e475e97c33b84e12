"""What can be wrong with a board, as values: every problem names its zones or its border."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from referee.core.values import Value

Severity = Literal["error", "warning"]


class Problem(Value):
    """One problem: a message key with the zones and the border that it is about. An error stops play, a warning not."""

    message: str
    severity: Severity = "error"
    zones: tuple[str, ...] = ()
    border: tuple[str, str] | None = None
    params: dict[str, Any] = Field(default_factory=dict)

    @property
    def code(self) -> str:
        """The message key without its domain."""
        return self.message.removeprefix("board.")


def error(message: str, zones: Iterable[str] = (), border: tuple[str, str] | None = None, **params: Any) -> Problem:
    """Make a problem that a board cannot be played with."""
    return Problem(message=message, zones=tuple(zones), border=border, params=params)


def warning(message: str, zones: Iterable[str] = (), border: tuple[str, str] | None = None, **params: Any) -> Problem:
    """Make a problem that is likely a slip."""
    return Problem(message=message, severity="warning", zones=tuple(zones), border=border, params=params)


class BadBoard(ValueError):
    """A board that cannot be played on. `problems` are all that were found, errors first, warnings after them."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.severity != "error"))
        super().__init__("; ".join(_line(problem) for problem in self.errors[:10]))

    def __reduce__(self) -> tuple[type[BadBoard], tuple[tuple[Problem, ...]]]:
        """Go from process to process with the problems, not with the words for them."""
        return BadBoard, (self.problems,)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that stop play: at least one."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


def _line(problem: Problem) -> str:
    about = "-".join(problem.border) if problem.border else " ".join(problem.zones[:10])
    said = ", ".join(f"{name}={value}" for name, value in problem.params.items())
    return " ".join(part for part in (problem.code, about, said) if part)


@dataclass(frozen=True)
class Needs:
    """What a match's options ask of its board (ledger 12)."""

    sentries: int = 8
    sleepers: int = 8
    patrols: int = 3
    patrol_start: Literal["any", "one_per_route", "distinct_zones"] = "any"
