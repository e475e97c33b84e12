"""What the library adds for Python callers: seats by name, errors in words, sentences for rulings."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from types import ModuleType
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from referee.board.reading import assets
from referee.core import rulebook
from referee.core.game import Game
from referee.core.games import game as game_of
from referee.core.journal import Match
from referee.core.journal import begin as begin_match
from referee.core.rulebook import Message, read_words, text_of
from referee.core.values import ENGLISH, GAME_MASTER, PUBLIC, TABLE, Notice, Prompt, Refused, Result, Ruling, Seat

Said = Ruling | Refused | Notice | Prompt | Result
"""The values that `say` has sentences for."""
MINUS: Final = "\N{MINUS SIGN}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
_KEY: Final = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
_VERBATIM: Final = frozenset({"note", "name", "field", "clause", "code"})
"""Parameters that are said unchanged, even if they look like a seat or a card."""
_PEOPLE: Final = frozenset(
    {"seat", "seats", "player", "players", "to", "winners", "suspects", "intruders", "agreed", ""}
)
"""Parameters that list people: empty means nobody; an empty list of things means none."""

Text = Callable[..., str]
"""Returns the message of a key, given by position, with its parameters, given by name."""


def languages() -> tuple[str, ...]:
    """Return the languages that sentences are available in, English first."""
    return rulebook.languages(assets() / "locale")


def say(said: Said, about: Match | Game | None = None, lang: str = ENGLISH) -> str:
    """Return the sentence for a ruling, notice, prompt or result in a language, in English where it has no translation.

    `about` is the match, whose seats have names, or the game; without it, the words of a plug-in game are missing.
    Cards and places are written as in moves (`red 5`). Raises `ValueError` for a language without words.
    """
    if lang not in languages():
        raise ValueError(f"lang: expected one of {', '.join(languages())}; got {lang!r}")
    key, params = _key(said)
    game = about.game if isinstance(about, Match) else about
    names = {seat.seat: seat.name for seat in about.seats} if isinstance(about, Match) else {}
    words = words_of(None if game is None else package_of(game), lang)

    def text(key: str, /, **given: Any) -> str:
        return filled(words[key], given) if key in words else key

    sentence = Speaker(text, names, values_of(key, text, words.__contains__)).sentence(key, params)
    if key == "table.unreadable" and params.get("field") == "type" and game is not None:
        kinds = sorted(game.MOVE.json_schema()["discriminator"]["mapping"])
        types = text("words.types", code=", ".join(kinds))
        sentence += f" {types}" if sentence[-1:] < "\u2e80" else types
    return sentence


def values_of(key: str, text: Text, has: Callable[[str], bool]) -> Callable[[str, Any], str | None]:
    """Return a `Speaker.term`: the words that a game has for a value, `<game>.value.<value>`; `key` is one of its."""
    prefix = key.partition(".")[0]

    def term(_: str, value: Any) -> str | None:
        own = f"{prefix}.value.{value}"
        return text(own) if isinstance(value, str) and has(own) else None

    return term


def package_of(game: Game) -> str:
    """Return the package of a game's rules, which holds its clauses and, for a plug-in, its words."""
    name: str = game.__name__ if isinstance(game, ModuleType) else str(game.__module__)
    return name


def _key(said: Said) -> tuple[str, Mapping[str, Any]]:
    match said:
        case Ruling() | Refused():
            return said.reason, said.params
        case Notice():
            return said.message, said.params
        case Prompt():
            return said.ask, said.params
        case Result():
            return said.reason, {}
    raise TypeError(f"expected a Ruling, Refused, Notice, Prompt or Result; got {said!r:.60}, a {type(said).__name__}")


@cache
def words_of(package: str | None, lang: str) -> Mapping[str, Message]:
    """Return all words of a language, in English where it has none; `package` adds those of a game's own package."""
    found: dict[str, Message] = {}
    for spoken in dict.fromkeys((ENGLISH, lang)):
        if package is not None and (own := files(package) / "locale").is_dir():
            with as_file(own) as folder:
                found |= read_words(folder, spoken)
        found |= read_words(assets() / "locale", spoken)
    return found


def num(number: int) -> str:
    """Return a number as it is written in sentences and on screens, with a true minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


@lru_cache(maxsize=4096)
def _pieces(message: str) -> tuple[tuple[str, str | None], ...]:
    """Return a message's literal texts, each with the name of the parameter that follows it, if any."""
    return tuple((words, name) for words, name, _, _ in string.Formatter().parse(message))


def filled(message: Message, params: Mapping[str, Any]) -> str:
    """Fill in `{name}` parameters and nothing else: no attributes, no indices; unknown names stay as they are."""
    text = text_of(message, params)
    if not params or "{" not in text:
        return text
    found = []
    for words, name in _pieces(text):
        found.append(words)
        if name is not None:
            value = params.get(name, "{" + name + "}")
            found.append(num(value) if isinstance(value, int) and not isinstance(value, bool) else str(value))
    return "".join(found)


def listed(text: Text, words: Iterable[str]) -> str:
    """Join words as in a sentence: "Aki, Ben and Chie"; "nobody" without any."""
    every = list(words)
    if not every:
        return text("app.nobody")
    if len(every) == 1:
        return every[0]
    return text("app.list.last", first=text("app.list.comma").join(every[:-1]), last=every[-1])


@dataclass(frozen=True)
class Speaker:
    """Says messages whose parameters are data: seats by their names, lists joined, unknown cards as covered ones."""

    text: Text
    names: Mapping[str, str]
    """By seat."""
    term: Callable[[str, Any], str | None] = lambda name, value: None
    """A game's own word for a parameter, given by name and value; `None` if it has none."""

    def sentence(self, key: str, params: Mapping[str, Any]) -> str:
        return self.text(key, **{name: self.word(name, value) for name, value in params.items()})

    def word(self, name: str, value: Any) -> str:
        """Return one parameter in words."""
        if name in _VERBATIM:
            return str(value or "")
        if (term := self.term(name, value)) is not None:
            return term
        if value is None:
            return self.text("app.covered_card" if "card" in name else "app.nobody")
        if isinstance(value, bool):
            return self.text("app.yes" if value else "app.no")
        if isinstance(value, int):
            return num(value)
        if isinstance(value, (Mapping, list, tuple, set, frozenset)):
            if not value and name not in _PEOPLE:
                return self.text("words.none")
            return listed(self.text, self._parts(name, value))
        return self._text(str(value))

    def _parts(self, name: str, value: Any) -> list[str]:
        if not isinstance(value, Mapping):
            return [self.word(name, each) for each in value]
        if name in ("card", "cards"):
            return [f"{self.word(name, each)} {TIMES}{n}" for each, n in value.items()]
        return [f"{self.word('', key)} {self.word('', each)}" for key, each in value.items()]

    def _text(self, value: str) -> str:
        if value in self.names:
            return self.names[value]
        if value in (TABLE, PUBLIC, GAME_MASTER):
            return self.text("app.game_master" if value == GAME_MASTER else "app.the_table")
        return self.text(value) if _KEY.fullmatch(value) else value


def begin(
    game: Game | str, options: Mapping[str, Any] | BaseModel | None = None, seats: Iterable[Seat | str] = ()
) -> Match:
    """Begin a match of a game, given as an object or by its key. A name in `seats` is a seat with that id.

    Options that are not given have the game's defaults. Raises `UnknownGame` for an unknown key, `TypeError` for
    options or seats of the wrong type, and `Refused` if they do not fit the game: its text names the field and what was
    expected.
    """
    played = game_of(game) if isinstance(game, str) else game
    given = _options(options)
    seated = _seats(seats)
    try:
        return begin_match(played, given, seated)
    except Refused as refused:
        refused.args = (f"{refused.clause}: {_why(played, given, len(seated), refused)}",)
        raise


def _options(options: object) -> Mapping[str, Any]:
    if options is None:
        return {}
    if isinstance(options, BaseModel):
        return options.model_dump(mode="json")
    if not isinstance(options, Mapping):
        expected = "a mapping of option names to values, or the game's OPTIONS"
        raise TypeError(f"options: expected {expected}; got {_described(options)}")
    return options


def _seats(seats: object) -> tuple[Seat, ...]:
    if isinstance(seats, str | bytes | Mapping) or not isinstance(seats, Iterable):
        raise TypeError(f"seats: expected a list of names or of Seat(seat=…, name=…); got {_described(seats)}")
    found = []
    for n, seat in enumerate(seats):
        if not isinstance(seat, Seat | str):
            raise TypeError(f"seats[{n}]: expected a name or a Seat; got {_described(seat)}")
        found.append(seat if isinstance(seat, Seat) else Seat(seat=seat, name=seat))
    return tuple(found)


def _described(value: object) -> str:
    return f"{value!r:.60}, a {type(value).__name__}"


def _why(game: Game, options: Mapping[str, Any], seats: int, refused: Refused) -> str:
    """Return in words what was refused and what was expected."""
    counts = f"{min(game.PLAYERS)} to {max(game.PLAYERS)}" if len(game.PLAYERS) > 1 else str(min(game.PLAYERS))
    if seats not in game.PLAYERS:
        return f"seats: {game.KEY} is played by {counts}, not by {seats}"
    try:
        game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            return f"options.{field}: no such option; there are {', '.join(game.OPTIONS.model_fields)}"
        return f"options.{field}: {first['msg'][:1].lower()}{first['msg'][1:]}"
    return say(refused, game)
