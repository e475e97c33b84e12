"""Depth `scores`: prompts, which are the same for everybody, and their offers as lists of declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Final, get_args

from referee.core.judging import for_all_viewers, passes
from referee.core.moves import any_move
from referee.core.offers import Free, Offer, One
from referee.core.values import TABLE, Prompt, RulingContext
from referee.scorpion.cards import KINDS
from referee.scorpion.moves import Letter
from referee.scorpion.scores import FOUND, RUNNING, UNNAMED, moves, scores_of
from referee.scorpion.scores.turns import figures_placed, is_over, judge, raises
from referee.scorpion.state import OF_A_WEAPON, TURNS, State

Fields = dict[str, Any]
LETTERS = get_args(Letter)
WEAPONS = (None, "sword", "spear")
MOST = 20
"""The maximum number of figures in a declaration."""


STANDARD: Final[Mapping[str, Fields]] = {
    "wound": {"phase": "cards"},
    "guard_added": {"n": 1, "cause": "other"},
    "guard_removed": {"n": 1, "cause": "other", "inside": False},
    "drunk": {"n": 1, "cause": "potent_sake"},
    "sobered": {"n": 1},
    "sleeper_woken": {"n": 1},
}
"""The default of each field that may be left out."""


@for_all_viewers
def scores_prompts(state: State) -> tuple[Prompt, ...]:
    """Return what may be declared now, first what must be.

    A `search` may also be given any zone label; `params["zones"]` holds what labelled zones contain.
    """
    if state.phase == "setup":
        return tuple(_asked(state, "start", True, _starts(state), figures=figures_placed(state)))
    if state.phase != RUNNING:
        return ()
    found = [
        *_asked(state, "finish", is_over(state), _each(intruder=(None, *_names(state)))),
        *_asked(state, "returned", True, _each(intruder=_names(state))),
        *_asked(state, "next_turn", not is_over(state), [{}], turn=min(TURNS, state.turn + 1), draw=state.alert),
        *_declared(state),
    ]
    return tuple(sorted(found, key=lambda prompt: not prompt.must))


def _asked(
    state: State, kind: str, must: bool, tried: Iterable[Fields], numbered: bool = False, **params: Any
) -> Iterator[Prompt]:
    """Yield the prompt for one type of move, if the rules allow any of the moves tried."""
    if numbered:
        legal = [fields for each in tried for fields in _numbers(state, kind, each)]
    else:
        legal = [fields for fields in tried if _is_legal(state, kind, fields)]
    for name, standard in STANDARD.get(kind, {}).items():
        legal += [fields | {name: None} for fields in legal if fields[name] == standard]
    offers = merged(kind, legal)
    if kind == "search":
        offers += tuple(Offer(move=kind, fields=offer.fields | {"zone": Free()}) for offer in offers)
    if offers:
        yield Prompt(seat=TABLE, ask=f"scorpion.ask.scores.{kind}", must=must, params=params, offers=offers)


def _numbers(state: State, kind: str, fields: Fields) -> Iterator[Fields]:
    """Yield a declaration for every legal number of figures; if one number is illegal, so are all larger ones."""
    for n in range(1, MOST + 1):
        if not _is_legal(state, kind, fields | {"n": n}):
            return
        yield fields | {"n": n}


def merged(kind: str, legal: Iterable[Fields]) -> tuple[Offer, ...]:
    """Return as few offers as possible that together contain exactly these declarations."""
    rows = [{name: (value,) for name, value in fields.items()} for fields in legal]
    for name in rows[0] if rows else ():
        alike: dict[tuple[Any, ...], dict[str, tuple[Any, ...]]] = {}
        for row in rows:
            rest = tuple(values for other, values in row.items() if other != name)
            if rest in alike:
                alike[rest][name] = (*alike[rest][name], *row[name])
            else:
                alike[rest] = dict(row)
        rows = list(alike.values())
    return tuple(Offer(move=kind, fields={name: One(of=values) for name, values in row.items()}) for row in rows)


def _is_legal(state: State, kind: str, fields: Fields) -> bool:
    move = _move(kind, tuple((name, value) for name, value in fields.items() if value is not None))
    return passes(judge, state, move, RulingContext())


_MOVE = any_move(vars(moves))


@lru_cache(maxsize=4096)
def _move(kind: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    """Return a move to be tried, cached since there are few of them."""
    return _MOVE.validate_python({"type": kind, **dict(fields)})


def _declared(state: State) -> Iterator[Prompt]:
    kept, who = scores_of(state), _called(state)
    rises: Iterator[Fields] = ({"by": by, "reason": why} for why, some in raises(state).items() for by in some)
    phases = ("alert", "cards", "patrol")
    yield from _asked(state, "alert", False, rises)
    yield from _asked(state, "card_played", False, _cards(state), draw=state.drawn_at)
    yield from _asked(state, "focus", False, [{}])
    yield from _asked(state, "wound", False, _each(intruder=who, phase=phases))
    yield from _asked(state, "death", False, _each(intruder=_names(state)))
    added = _each(weapon=WEAPONS, cause=("hidden_sentry", "other"))
    yield from _asked(state, "guard_added", False, added, True, guards=kept.guards)
    yield from _asked(state, "guard_removed", False, _removals(state), True, guards=kept.guards)
    yield from _asked(state, "drunk", False, _each(weapon=WEAPONS, cause=("potent_sake", "other")), True)
    yield from _asked(state, "sobered", False, _each(weapon=WEAPONS), True, drunk=kept.drunk)
    yield from _asked(state, "sleeper_woken", False, _each(weapon=WEAPONS), True, asleep=kept.sleepers - kept.woken)
    yield from _asked(state, "search", False, _searches(state), zones=dict(kept.zones))
    yield from _asked(state, "mission", False, _each(intruder=who, letter=LETTERS))
    yield from _asked(state, "escape", False, _each(intruder=_names(state)))
    going = [each for way in _each(who=("guards",), way=("in", "out")) for each in _numbers(state, "passage", way)]
    going += [each | {"n": None} for each in going if each["n"] == 1]
    yield from _asked(state, "passage", False, [*_each(who=_names(state), way=("in", "out"), n=(None,)), *going])


# Moves to be tried


def _each(**fields: tuple[Any, ...]) -> Iterator[Fields]:
    """Yield every combination of field values; `None` leaves a field out."""
    for values in product(*fields.values()):
        yield dict(zip(fields, values, strict=True))


def _called(state: State) -> tuple[str, ...]:
    """Return the current names of the characters taking part, and the possible names of a nameless lone wolf."""
    return tuple(c.who for c in scores_of(state).characters) + (_names(state) if _hides(state) else ())


def _names(state: State) -> tuple[str, ...]:
    return ("ninja", "traitor") if _hides(state) else tuple(c.who for c in scores_of(state).characters)


def _hides(state: State) -> bool:
    return any(c.who == UNNAMED for c in scores_of(state).characters)


def _starts(state: State) -> Iterator[Fields]:
    figures, whom = figures_placed(state), (None, "ninja", "traitor")
    yield from _each(intruder=whom, sword=(None,), spear=(None,))
    for sword in range(max(0, figures - OF_A_WEAPON), min(figures, OF_A_WEAPON) + 1):
        yield from _each(intruder=whom, sword=(sword,), spear=(figures - sword, None))
        yield from _each(intruder=whom, sword=(None,), spear=(figures - sword,))


def _cards(state: State) -> Iterator[Fields]:
    yield from _each(by=("guards",), card=KINDS["guards"], phase=(None, "alert", "cards"))
    for who in _names(state):
        yield from _each(by=(who,), card=KINDS["ninja" if who == "ninja" else "traitor"], phase=(None,))


def _removals(state: State) -> Iterator[Fields]:
    figures = (*WEAPONS, "drunk")
    where: tuple[bool, ...] = (False, True) if scores_of(state).guards_in_passage else (False,)
    yield from _each(figure=figures, inside=where, cause=("other",), intruder=(None,))
    yield from _each(figure=figures, inside=where, cause=get_args(moves.Killing), intruder=_names(state))


def _searches(state: State) -> Iterator[Fields]:
    yield from _each(intruder=_called(state), found=FOUND, zone=(None,), killed_by=(None,))
    killing = get_args(moves.Killing)
    yield from _each(intruder=_names(state), found=("hidden_sentry",), zone=(None,), killed_by=killing)


NUMBERED: Final = frozenset({"drunk", "sobered", "sleeper_woken"})
"""The moves that always give their number, even 1."""
_PHASED: Final = frozenset({"card_played", "wound"})
_CAUSED: Final = frozenset({"guard_added", "drunk"})
_NAMES: Final = ("", "guards", "intruder", "ninja", "traitor")


def plain_choices(prompt: Prompt | None) -> list[Fields]:
    """Return the declarations offered by a prompt of this depth, each in one form, in the order of the rules.

    Weapons are left out where they do not matter, and numbers where they default to 1; a figure's phase, cause and
    place are given.
    """
    if prompt is None:
        return []
    found: list[Fields] = []
    apart = not any(None in o.choices(name) for o in prompt.offers for name in ("weapon", "figure"))
    unnamed = all(None not in o.choices("intruder") for o in prompt.offers)
    for offer in prompt.offers:
        choices = [choice.of if isinstance(choice, One) else (None,) for choice in offer.fields.values()]
        for values in product(*choices):
            given = {name: v for name, v in zip(offer.fields, values, strict=True) if v is not None}
            if given not in found and _is_plain(offer.move, given, apart, unnamed):
                found.append(given)
    return sorted(found, key=_order)


def _is_plain(kind: str, given: Fields, apart: bool, unnamed: bool) -> bool:
    guards = given.get("by", given.get("who")) == "guards"
    numbered = kind in NUMBERED or (kind == "passage" and guards)
    if ("n" in given) is not numbered or given.get("n", 1) > (2 if kind == "passage" else 3):
        return False
    if kind in _PHASED and ("phase" in given) is not (kind == "wound" or guards):
        return False
    match kind:
        case "guard_removed":
            weapon = given.get("figure") in ("sword", "spear")
            return "inside" in given and given.get("cause") != "other" and (apart or not weapon)
        case "start":
            return "sword" in given and "spear" in given
        case "finish":
            return unnamed is ("intruder" in given)
    return ("cause" in given or kind not in _CAUSED) and (apart or "weapon" not in given)


def _order(given: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the sort key of a declaration among those of its type."""

    def at(name: str, values: tuple[Any, ...]) -> int:
        return values.index(given[name]) if name in given else -1

    killing = "killed_by" in given or ("inside" in given and "cause" in given)
    return (
        killing,
        at("reason", get_args(moves.Cause)),
        str(given.get("by")) if "reason" in given else "",
        given.get("sword", 0),
        given.get("who") == "guards",
        at("by", _NAMES) if "reason" not in given else 0,
        at("figure", ("sword", "spear", "drunk")),
        at("weapon", ("sword", "spear")),
        given.get("inside", False),
        at("who", _NAMES),
        at("way", ("in", "out")),
        given.get("n", 0),
        at("cause", ("hidden_sentry", "potent_sake", "kenjutsu1", "kenjutsu2", "shuriken", "other")),
        at("intruder", _NAMES),
        at("card", KINDS.get(given.get("by", ""), ())),
        at("phase", ("alert", "cards", "patrol")),
        at("found", FOUND),
        at("letter", LETTERS),
        at("killed_by", get_args(moves.Killing)),
    )
