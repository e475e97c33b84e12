"""The sentences of rulings, notices, prompts and results, in any language that there are words in."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import as_file, files
from types import ModuleType
from typing import Any, Final

from referee.board.bundled import assets
from referee.core.game import Game
from referee.core.journal import Match
from referee.core.rulebook import catalogues
from referee.core.rulebook.catalogues import Message, read_words, text_of
from referee.core.values import ENGLISH, GAME_MASTER, PUBLIC, TABLE, Notice, Prompt, Refused, Result, Ruling

Said = Ruling | Refused | Notice | Prompt | Result
"""What there is a sentence for."""

_KEY: Final = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
_VERBATIM: Final = frozenset({"note", "name", "field", "clause", "code"})
_PEOPLE: Final = frozenset({"seat", "seats", "player", "players", "to", "winners", "agreed", ""})


def languages() -> tuple[str, ...]:
    """Return the languages that there are sentences in, English first."""
    return catalogues.languages(assets() / "locale")


def say(said: Said, about: Match | Game | None = None, lang: str = ENGLISH) -> str:
    """Return the sentence of a ruling, a notice, a prompt or a result in a language, in English where that lacks it.

    `about` is the match, whose seats have names, or the game; without it a game that is a package of its own has no
    words. Cards and places stand as in moves (`red 5`). Raises `ValueError` for a language that nobody wrote words in.
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
    """Return the package of a game's rules: in it lie its clauses and, where it is one of its own, its words."""
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
    """Return all words of a language, English where it has none; with those of a game's own package, if named."""
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
