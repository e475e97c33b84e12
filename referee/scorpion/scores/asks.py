"""Depth `scores`: what may be declared now. Everything is public, so everybody is asked the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Annotated, Any, get_args

from pydantic import Field, TypeAdapter

from referee.core.values import TABLE, Bench, Prompt, Refused, Viewer
from referee.scorpion.cards import KINDS
from referee.scorpion.moves import Letter
from referee.scorpion.scores import moves
from referee.scorpion.scores.rules import RULES
from referee.scorpion.scores.state import RUNNING, UNNAMED, scores_of
from referee.scorpion.scores.turns import figures_placed, over, raises
from referee.scorpion.state import OF_A_WEAPON, TURNS, State, two_guard_players

Fields = dict[str, Any]
LETTERS = get_args(Letter)


def scores_prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what may be declared now, first what must be: `legal["choices"]` holds the fields of each legal move.

    A choice is legal by itself; what a choice leaves out has its default. A `search` may be given any zone label
    too; `legal["zones"]` says what labelled zones hold.
    """
    if state.phase == "setup":
        return tuple(_asked(state, "start", True, _starts(state), figures=figures_placed(state)))
    if state.phase != RUNNING:
        return ()
    found = [
        *_asked(state, "finish", over(state), _finishes(state)),
        *_asked(state, "returned", True, _each(intruder=_names(state))),
        *_asked(state, "next_turn", not over(state), [{}], turn=min(TURNS, state.turn + 1), draw=state.alert),
        *_declared(state),
    ]
    return tuple(sorted(found, key=lambda prompt: not prompt.must))


def _asked(
    state: State,
    kind: str,
    must: bool,
    tried: Iterable[Fields],
    legal: Fields | None = None,
    **params: Any,
) -> Iterator[Prompt]:
    """Yield the prompt for one type of move, if any of the moves tried is legal. The rules themselves say which."""
    choices = [fields for fields in tried if _legal(state, kind, fields)]
    if choices:
        shown = {"choices": choices, **(legal or {})}
        yield Prompt(seat=TABLE, ask=f"scorpion.ask.scores.{kind}", must=must, params=params, legal=shown)


def _legal(state: State, kind: str, fields: Fields) -> bool:
    move = _move(kind, tuple(fields.items()))
    try:
        RULES[type(move)](state, TABLE, move, Bench())
    except Refused:
        return False
    return True


_MOVE: TypeAdapter[Any] = TypeAdapter(Annotated[moves.Move, Field(discriminator="type")])


@lru_cache(maxsize=1024)
def _move(kind: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    """Return a move that is tried; they are few, and read once."""
    return _MOVE.validate_python({"type": kind, **dict(fields)})


def _declared(state: State) -> Iterator[Prompt]:
    """Yield the prompts for what happens within a turn."""
    kept, who = scores_of(state), _called(state)
    weapons: list[Fields] = [{"weapon": "sword"}, {"weapon": "spear"}] if two_guard_players(state) else [{}]
    rises: Iterator[Fields] = ({"by": by, "reason": why} for why, some in raises(state).items() for by in some)
    yield from _asked(state, "alert", False, rises)
    yield from _asked(state, "card_played", False, _cards(state), draw=state.drawn_at)
    yield from _asked(state, "focus", False, [{}])
    yield from _asked(state, "wound", False, _each(intruder=who, phase=("alert", "cards", "patrol")))
    yield from _asked(state, "death", False, _each(intruder=_names(state)))
    yield from _asked(state, "guard_added", False, _each(weapons, cause=("hidden_sentry", "other")), guards=kept.guards)
    yield from _asked(state, "guard_removed", False, _removals(state), guards=kept.guards)
    yield from _asked(state, "drunk", False, _each(weapons, n=(1, 2, 3), cause=("potent_sake", "other")))
    yield from _asked(state, "sobered", False, _each(weapons, n=(1, 2, 3)), drunk=kept.drunk)
    yield from _asked(state, "sleeper_woken", False, _each(weapons, n=(1, 2)), asleep=kept.sleepers - kept.woken)
    yield from _asked(state, "search", False, _searches(state), legal={"zones": dict(kept.zones)})
    yield from _asked(state, "mission", False, _each(intruder=who, letter=LETTERS))
    yield from _asked(state, "escape", False, _each(intruder=_names(state)))
    yield from _asked(state, "passage", False, _passages(state))


# What is tried


def _each(variants: list[Fields] | None = None, **fields: tuple[Any, ...]) -> Iterator[Fields]:
    """Yield every combination of fields."""
    for variant in variants or [{}]:
        for values in product(*fields.values()):
            yield variant | dict(zip(fields, values, strict=True))


def _called(state: State) -> tuple[str, ...]:
    """Return what those who take part are called now, and whom a nameless lone wolf may turn out to be."""
    return tuple(c.who for c in scores_of(state).characters) + (_names(state) if _hides(state) else ())


def _names(state: State) -> tuple[str, ...]:
    return ("ninja", "traitor") if _hides(state) else tuple(c.who for c in scores_of(state).characters)


def _hides(state: State) -> bool:
    return any(c.who == UNNAMED for c in scores_of(state).characters)


def _starts(state: State) -> Iterator[Fields]:
    figures = figures_placed(state)
    whom: list[Fields] = [{}, {"intruder": "ninja"}, {"intruder": "traitor"}]
    for sword in range(max(0, figures - OF_A_WEAPON), min(figures, OF_A_WEAPON) + 1):
        yield from _each(whom, sword=(sword,), spear=(figures - sword,))


def _finishes(state: State) -> Iterator[Fields]:
    yield from _each(intruder=_names(state)) if _hides(state) else [{}]


def _cards(state: State) -> Iterator[Fields]:
    yield from _each(by=("guards",), card=KINDS["guards"], phase=("alert", "cards"))
    for who in _names(state):
        yield from _each(by=(who,), card=KINDS["ninja" if who == "ninja" else "traitor"])


def _removals(state: State) -> Iterator[Fields]:
    kinds: list[Fields] = [{"figure": "sword"}, {"figure": "spear"}] if two_guard_players(state) else [{}]
    kinds.append({"figure": "drunk"})
    where: tuple[bool, ...] = (False, True) if scores_of(state).guards_in_passage else (False,)
    yield from _each(kinds, inside=where)
    yield from _each(kinds, inside=where, cause=get_args(moves.Killing), intruder=_names(state))


def _searches(state: State) -> Iterator[Fields]:
    yield from _each(intruder=_called(state), found=(*LETTERS, "trap", "hidden_sentry", "nothing"))
    yield from _each(intruder=_names(state), found=("hidden_sentry",), killed_by=get_args(moves.Killing))


def _passages(state: State) -> Iterator[Fields]:
    yield from _each(who=_names(state), way=("in", "out"))
    yield from _each(who=("guards",), way=("in", "out"), n=(1, 2))
