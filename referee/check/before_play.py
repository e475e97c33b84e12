"""Checks of a game before any match: seats, options, clauses, extras, screens and words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

from pydantic import ValidationError

from referee.check.offered import value_of
from referee.check.places import WORDS, Found, package_folder, place_in, rule_of, said_by
from referee.check.player import Played, any_match, seated
from referee.core.game import Game
from referee.core.journal import begin
from referee.core.values import Refused
from referee.short import ShortGame

SHORT: Final = {"must": 1, "require": 1, "tell": 0, "tell_to": 1, "over": 0}
"""For each call of a game in the short form: the index of its clause argument, which the message key follows."""


class Said(NamedTuple):
    """A clause or a message key in a game's code, and its file and line."""

    text: str
    place: str


def python_files(game: Game) -> list[Path]:
    """Return the Python files of the package in which a game is written."""
    return sorted(package_folder(game).rglob("*.py"))


def line_with(game: Game, text: str) -> str:
    """Return the file and line of the first occurrence of a text in a game's code, or else its package."""
    for file in python_files(game):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if text in line:
                return f"{file}:{number}"
    return str(package_folder(game))


def in_source(game: Game) -> tuple[list[Said], list[Said]]:
    """Return the clauses and the message keys that occur as literals in a game's calls."""
    prefix, own = game.CLAUSES[0].id.rpartition("-")[0], game.KEY.replace("-", "_")
    key = re.compile(rf"{own}(\.[a-z0-9_]+)+")
    clause = re.compile(rf"{prefix}-[A-Z0-9.]+")
    clauses: list[Said] = []
    keys: list[Said] = []
    for node, file in _calls(game):
        given = (*node.args, *(named.value for named in node.keywords))
        for said in (Said(_text(each), f"{file}:{each.lineno}") for each in given):
            if clause.fullmatch(said.text):
                clauses.append(said)
            elif key.fullmatch(said.text) and said.text != game.SCREENS:
                keys.append(said)
        if isinstance(game, ShortGame):
            at = SHORT.get(getattr(node.func, "attr", ""), 99)
            said_short = [(arg, _text(arg)) for arg in node.args[at : at + 2]]
            for (arg, text), found, start in zip(said_short, (clauses, keys), (f"{prefix}-", f"{own}."), strict=False):
                if text:
                    found.append(Said(start + text, f"{file}:{arg.lineno}"))
    return clauses, keys


def _calls(game: Game) -> Iterator[tuple[ast.Call, Path]]:
    for file in python_files(game):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node, file


def _text(node: Any) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


Words = Mapping[str, Mapping[str, frozenset[str]]]
"""By language, the message keys that have words, with the parameters that the words use."""
Brought = dict[str, frozenset[str]]
"""The message keys that were used, with the parameters that were given every time."""


def said(one: Played) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the message keys, with parameters, of a declaration's notices and of the prompts and result after it."""
    yield from ((notice.message, notice.params) for notice in one.ruling.notices)
    for seat in one.after.seats:
        yield from ((prompt.ask, prompt.params) for prompt in one.after.prompts(seat.seat))
    if one.after.result is not None:
        yield one.after.result.reason, {}


def note(brought: Brought, messages: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Record message keys and the parameters given each time."""
    for key, params in messages:
        brought[key] = brought.get(key, frozenset(params)) & frozenset(params)


def without_words(brought: Brought, words: Words) -> list[str]:
    """Return the keys without words, and those whose words use a parameter that is not always given."""
    wrong = []
    for key, given in sorted(brought.items()):
        for lang, known in words.items():
            if key not in known:
                wrong.append(f"no words: {key} ({lang})")
            elif lacking := known[key] - given:
                wrong.append(f"words for more than is said: {key} ({lang}) {', '.join(sorted(lacking))}")
    return wrong


VALUES = 6
"""The most values of each option with which a match is begun."""


def before_play(found: Found) -> None:
    """Run all checks but that of the words."""
    for look in (_seats, _options, _clauses, _extras, _screens):
        found.tried(look.__name__.strip("_"), None, "", partial(look, found))


def _seats(found: Found) -> None:
    """Check that exactly the numbers of players in PLAYERS may play, and that beginning a match is deterministic."""
    game, where = found.game, rule_of(found.game, "begin")
    for count in filter(None, (*game.PLAYERS, min(game.PLAYERS) - 1, max(game.PLAYERS) + 1)):
        fits = count in game.PLAYERS
        try:
            match, again = (any_match(game, Random(0), {}, count) for _ in range(2))
        except Refused as refused:
            if fits:
                said = f"{count} may play by PLAYERS, and are refused: {refused.reason}"
                found.note(f"{place_in(refused, where)}: {said}")
            continue
        except Exception as fault:
            found.failed(fault, f"begin with {count}", rule="begin")
            continue
        if not fits:
            found.note(f"{where}: {count} begin a match; PLAYERS says {game.PLAYERS}")
        kind = type(match.state)
        if not any("__eq__" in vars(each) for each in kind.__mro__[:-1]):
            found.note(f"{where}: two states are never equal: {kind.__qualname__} is to be a frozen dataclass", match)
        elif match.state != again.state:
            found.note(f"{where}: a match begins otherwise each time: begin draws, or remembers", match)
        if match.state.options != match.options:
            found.note(f"{where}: the state has other options than the match was begun with", match)
        if match.result is not None:
            found.note(f"{rule_of(game, 'result')}: the match has ended before anything was declared", match)


def _options(found: Found) -> None:
    """Check that options have defaults, survive JSON, are used by the rules and allow a match to begin."""
    game = found.game
    where = rule_of(game, "OPTIONS")
    try:
        standard = game.OPTIONS()
        again = game.OPTIONS.model_validate(standard.model_dump(mode="json"))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        found.note(f"{where}: the default of the option {first['loc'][0]!r}: {first['msg']}")
        return
    if again != standard:
        found.note(f"{where}: the options are others when they are written to JSON and read again: {standard}, {again}")
    text = "\n".join(file.read_text("utf-8") for file in python_files(game))
    schema, random = game.OPTIONS.model_json_schema(), Random(0)
    for name, field in game.OPTIONS.model_fields.items():
        if name == "depth" or len(get_args(field.annotation)) == 1:
            continue
        if len(re.findall(rf"\b{name}\b", text)) < 2:
            found.note(f"{where}: no rule reads the option {name!r}")
        for _ in range(VALUES):
            value = value_of(schema["properties"][name], schema, ["x"], random)
            seats = seated(game, random.choice(game.PLAYERS))
            what = f"begin with the option {name!r} at {value!r}"
            found.tried(what, None, "begin", partial(begin, game, {name: value}, seats))


def _clauses(found: Found) -> None:
    """Check that clauses are in the order of their numbers, and that the rules cite no others."""
    numbered = [(each.id, re.findall(r"\d+", each.id.rpartition("-")[2])) for each in found.game.CLAUSES]
    groups = [(one, [int(n) for n in numbers]) for one, numbers in numbered if len(numbers) == 2]
    for (before, lower), (after, higher) in pairwise(groups):
        if lower >= higher:
            where = package_folder(found.game) / "clauses" / "en.toml"
            found.note(f"{where}: {after} stands behind {before}: they are in the order of their numbers")
    for clause, place in in_source(found.game)[0]:
        if clause not in found.clauses:
            found.note(f"{place}: cites {clause}, which is no clause")


def _extras(found: Found) -> None:
    """Check that extras name existing moves and clauses."""
    game, extras = found.game, found.game.EXTRAS
    kinds = set(game.MOVE.json_schema()["discriminator"]["mapping"])
    timed = extras.timed_answer
    named = {
        "notes.noting": extras.notes.noting,
        "demonstration.amends": extras.demonstration.amends,
        "drawing.whole": extras.drawing.whole,
        "timed_answer": frozenset([timed.move] if timed is not None else ()),
    }
    for name, moves in named.items():
        for kind in sorted(moves - kinds):
            found.note(f"{rule_of(game, 'EXTRAS')}: EXTRAS.{name} names {kind!r}, which is no move of {sorted(kinds)}")
    if timed is not None and timed.clause not in found.clauses:
        found.note(f"EXTRAS.timed_answer cites {timed.clause}, which is no clause")


def _screens(found: Found) -> None:
    """Check that the module in SCREENS can be imported and has a UI with words, options and screens."""
    name = found.game.SCREENS
    if not name:
        return
    try:
        module = import_module(name)
        ui = getattr(module, "UI", None)
        for load in ("table", "take_over"):
            if (loads := getattr(ui, load, None)) is not None:
                loads()
    except (Exception, SystemExit) as fault:
        where = place_in(fault, line_with(found.game, name))
        found.note(f"{where}: the screens {name} cannot be imported: {said_by(fault)}")
        return
    if ui is None:
        found.note(f"{module.__file__}:1: has no UI")
        return
    if ui.locale and not any(Path(ui.locale).glob("*/LC_MESSAGES/*.po")):
        found.note(f"{module.__file__}:1: UI.locale: there are no words in {ui.locale}")
    grouped = {option for options in ui.groups.values() for option in options}
    named = {*ui.announced, *ui.suggested, *ui.counted, *ui.controls, *grouped, ui.starter or "depth"}
    for option in sorted(named - set(found.game.OPTIONS.model_fields)):
        found.note(f"{module.__file__}:1: UI names the option {option!r}, which the game does not have")


def check_words(found: Found, said: Mapping[str, frozenset[str]], words: Words) -> None:
    """Report missing words of each language: for what was `said`, for a game's names and for its screens.

    Every key with words in one language needs words in all of them, with the same parameters.
    """
    game = found.game
    owed = {**said, **dict.fromkeys(_called(game), frozenset[str]())}
    places = {key: f"said in {place}" for key, place in reversed(in_source(game)[1])}
    if isinstance(game, ShortGame):
        owed |= dict(game.owed())
    own = f"{game.KEY.replace('-', '_')}."
    every = {key for known in words.values() for key in known if key.startswith(own)}
    for lang, known in words.items():
        for key in sorted({*owed, *every, *places}):
            if key not in known:
                found.note(f"no words: {key} ({lang})", shown_by=places.get(key, ""), order=WORDS)
            elif lacking := known[key] - owed.get(key, known[key]):
                said_more = f"words for more than is said: {key} ({lang}) {', '.join(sorted(lacking))}"
                found.note(said_more, order=WORDS)
            elif lacking := frozenset().union(*(one.get(key, ()) for one in words.values())) - known[key]:
                said_less = f"words for less than another language says: {key} ({lang}) {', '.join(sorted(lacking))}"
                found.note(said_less, order=WORDS)


def _called(game: Game) -> Iterator[str]:
    yield from (f"app.game.{game.KEY}", f"app.game.{game.KEY}.about", f"new.tile.{game.KEY}")
    groups = dict.fromkeys(clause.id.rpartition("-")[2].partition(".")[0] for clause in game.CLAUSES)
    yield from (f"app.group.{game.KEY}.{group}" for group in groups if group.isdecimal())
    yield from (f"{game.KEY.replace('-', '_')}.option.{name}" for name in game.OPTIONS.model_fields if name != "depth")
