"""What the random players of all card games share, and how their matches are played and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from referee.core.game import Game
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Ruling, Seat

Said = tuple[str, dict[str, Any]]
"""The actor, and the move."""
H = TypeVar("H")
P = TypeVar("P", bound="People[Any]")
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")


class People(Generic[H]):
    """All players at one physical table. `next` returns the next declaration, which must be upheld.

    For each ask that must be answered, a game has a method of that name, which takes the prompt and the view.
    """

    def __init__(self, random: Random, seats: Sequence[str], habits: H) -> None:
        self.random = random
        self.seats = tuple(seats)
        self.habits = habits

    def next(self, view: Mapping[str, Any], prompts: Sequence[Mapping[str, Any]]) -> Said | None:
        """Return the next actor and move, or `None` when nothing more is asked or wanted."""
        self._look(view)
        for prompt in prompts:
            if not prompt["must"] and (said := self._may(prompt, view)) is not None:
                return said
        required = [prompt for prompt in prompts if prompt["must"]]
        return self._answer(self._which(required), view, required) if required else None

    def heard(self, notices: Sequence[Mapping[str, Any]]) -> None:
        """Do at the physical table what the app has just told."""

    def _look(self, view: Mapping[str, Any]) -> None:
        """Do at the physical table what precedes any declaration."""

    def _may(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said | None:
        """Return an optional declaration, or `None`."""
        return None

    def _which(self, required: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the prompt to answer first."""
        return self.random.choice(required)

    def _answer(
        self, prompt: Mapping[str, Any], view: Mapping[str, Any], required: Sequence[Mapping[str, Any]]
    ) -> Said | None:
        said: Said | None = getattr(self, "_" + prompt["ask"].rpartition(".")[2])(prompt, view)
        assert isinstance(said, tuple)
        return said

    def _chance(self, p: float) -> bool:
        return self.random.random() < p

    def _anybody(self) -> str:
        return self.random.choice((TABLE, GAME_MASTER, *self.seats))


# Whole matches


@dataclass(frozen=True)
class Played:
    """One declaration of a match: the state before it, who said what, and the ruling."""

    before: Any
    actor: str
    move: dict[str, Any]
    ruling: Ruling


def seated(count: int = 2) -> tuple[Seat, ...]:
    """Return seats `p1`, `p2`, … with names."""
    return tuple(Seat(seat=f"p{n + 1}", name=NAMES[n]) for n in range(count))


def as_json(value: Any) -> dict[str, Any]:
    told: dict[str, Any] = value.model_dump(mode="json")
    return told


def played(
    game: Game,
    players: P,
    options: Mapping[str, Any] | None,
    most: int,
    *,
    seen: Callable[[Any], dict[str, Any]] = as_json,
    waived: Callable[[Said], frozenset[str]] = lambda _: frozenset(),
) -> tuple[list[Played], P, Any]:
    """Play a match; return its declarations, its players and the last state.

    The players see the public view and prompts, as `seen` makes them. Raises `AssertionError` if a declaration that was
    asked for is refused, except by the clauses that `waived` returns for it.
    """
    state = game.begin(game.OPTIONS.model_validate(dict(options or {})), seated(len(players.seats)))
    made: list[Played] = []
    while len(made) < most:
        said = players.next(seen(game.view(state, PUBLIC)), [seen(each) for each in game.prompts(state, PUBLIC)])
        if said is None:
            break
        move = game.MOVE.validate_python(said[1])
        ruling = game.judge(state, said[0], move)
        if not ruling.upheld and (clauses := waived(said)):
            ruling = game.judge(state, said[0], move, clauses)
        assert ruling.upheld, (said, ruling)
        players.heard([as_json(notice) for notice in ruling.notices if notice.reaches(PUBLIC)])
        made.append(Played(state, *said, ruling))
        state = ruling.state
    return made, players, state


def judged(
    game: Game, moves: Sequence[Said], options: Mapping[str, Any], seats: Sequence[Seat]
) -> tuple[list[Any], bool]:
    """Return the states of a match before and after each declaration, and whether all were upheld."""
    states = [game.begin(game.OPTIONS.model_validate(dict(options)), seats)]
    for actor, move in moves:
        ruling = game.judge(states[-1], actor, game.MOVE.validate_python(dict(move)))
        if not ruling.upheld:
            return states, False
        states.append(ruling.state)
    return states, True
