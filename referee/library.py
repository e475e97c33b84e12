"""What the library adds for Python callers: seats by name, errors in words, sentences for rulings."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from functools import cache
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

_KEY: Final = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
_VERBATIM: Final = frozenset({"note", "name", "field", "clause", "code"})
_PEOPLE: Final = frozenset({"seat", "seats", "player", "players", "to", "winners", "agreed", ""})


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
    sentence = _Speaker(words, names).sentence(key, params)
    if key == "table.unreadable" and params.get("field") == "type" and game is not None:
        kinds = sorted(game.MOVE.json_schema()["discriminator"]["mapping"])
        types = _Speaker(words, names).sentence("words.types", {"code": ", ".join(kinds)})
        sentence += f" {types}" if sentence[-1:] < "\u2e80" else types
    return sentence


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


class _Speaker:
    def __init__(self, words: Mapping[str, Message], names: Mapping[str, str]) -> None:
        self._words = words
        self._names = names

    def sentence(self, key: str, params: Mapping[str, Any]) -> str:
        return self._filled(key, params, {name: self._word(name, value) for name, value in params.items()})

    def _filled(self, key: str, params: Mapping[str, Any], given: Mapping[str, str]) -> str:
        message = self._words.get(key)
        if message is None:
            return key
        pieces = string.Formatter().parse(text_of(message, params))
        return "".join(
            text + ("" if name is None else given.get(name, "{" + name + "}")) for text, name, _, _ in pieces
        )

    def _word(self, name: str, value: Any) -> str:
        if name in _VERBATIM:
            return str(value or "")
        if value is None:
            return self.sentence("app.covered_card" if "card" in name else "app.nobody", {})
        if isinstance(value, bool):
            return self.sentence("app.yes" if value else "app.no", {})
        if isinstance(value, int):
            return str(value).replace("-", "\N{MINUS SIGN}")
        if isinstance(value, Mapping):
            return self._listed(name, (f"{self._word('', k)} {self._word('', v)}" for k, v in value.items()))
        if isinstance(value, list | tuple | set | frozenset):
            return self._listed(name, (self._word(name, each) for each in value))
        return self._text(str(value))

    def _text(self, value: str) -> str:
        if value in self._names:
            return self._names[value]
        if value in (TABLE, PUBLIC, GAME_MASTER):
            return self.sentence("app.game_master" if value == GAME_MASTER else "app.the_table", {})
        return self.sentence(value, {}) if _KEY.fullmatch(value) else value

    def _listed(self, name: str, words: Iterable[str]) -> str:
        every = list(words)
        if not every:
            return self.sentence("app.nobody" if name in _PEOPLE else "words.none", {})
        if len(every) == 1:
            return every[0]
        first = self.sentence("app.list.comma", {}).join(every[:-1])
        first = self._filled("app.list.comma", {}, {}).join(every[:-1])
        return self._filled("app.list.last", {}, {"first": first, "last": every[-1]})


_OPTIONS = "options: expected a mapping of option names to values, or the game's OPTIONS; got {got}"
_SEATS = "seats: expected a list of names or of Seat(seat=…, name=…); got {got}"


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
        raise TypeError(_OPTIONS.format(got=_described(options)))
    return options


def _seats(seats: object) -> tuple[Seat, ...]:
    if isinstance(seats, str | bytes | Mapping) or not isinstance(seats, Iterable):
        raise TypeError(_SEATS.format(got=_described(seats)))
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
