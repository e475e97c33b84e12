"""Sentences made from message keys, and what phones announce aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.contract.game_ui import Terms, ui_of, ui_of_words
from companion.contract.snapshot import MatchInfo, Snapshot
from referee.core.journal import LogLine
from referee.core.values import GAME_MASTER, PUBLIC, TABLE

if TYPE_CHECKING:
    from companion.ui.theme import Look


MINUS = "−"
TIMES = "\N{MULTIPLICATION SIGN}"
_KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
_VERBATIM = frozenset({"note", "name", "field", "clause", "code"})
"""Parameters that are shown unchanged, even if they look like a seat or a card."""
_PEOPLE = frozenset({"seat", "seats", "player", "players", "to", "winners", "suspects", "intruders", "agreed", ""})
"""Parameters that list people: empty means nobody; an empty list of things means none."""


def names(match: MatchInfo | None) -> dict[str, str]:
    return {} if match is None else {s.seat: s.name or s.seat for s in match.seats}


def terms_of(snap: Snapshot) -> Terms | None:
    """Return the terms of the match's game, if it has its own."""
    return None if snap.match is None else ui_of(snap.match.game).terms


_ABOUT_WORDS = ("table.told_wrong", "table.told_not_so")
"""The messages that quote another message from their parameters."""


def say(look: Look, snap: Snapshot, key: str, params: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a message key in this phone's language.

    Seat ids among the parameters become names, each game's terms become words, lists are joined; a card that this
    viewer may not know becomes "a covered card".
    """
    called = names(snap.match)
    if params and key in _ABOUT_WORDS:
        params = {"what": say(look, snap, params["message"], params["params"])}
    terms = ui_of_words(key.partition(".")[0]).terms or terms_of(snap)
    given = {name: word(look, called, name, value, terms) for name, value in (params or {}).items()}
    return look.t(key, **given)


def word(look: Look, called: Mapping[str, str], name: str, value: Any, terms: Terms | None = None) -> str:
    """Return one parameter in words. `called` are the names of the seats, `terms` the game's words."""
    if name in _VERBATIM:
        return str(value or "")
    term = terms(look.t, name, value) if terms is not None else None
    if term is not None:
        return term
    if value is None:
        return look.t("app.covered_card") if "card" in name else look.t("app.nobody")
    if isinstance(value, bool):
        return look.t("app.yes" if value else "app.no")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, (Mapping, list, tuple, set, frozenset)):
        if not value and name not in _PEOPLE:
            return look.t("words.none")
        return listed(look, _parts(look, called, name, value, terms))
    return _text(look, called, str(value))


def _parts(look: Look, called: Mapping[str, str], name: str, value: Any, terms: Terms | None) -> list[str]:
    if not isinstance(value, Mapping):
        return [word(look, called, name, each, terms) for each in value]
    if name in ("card", "cards"):
        return [f"{word(look, called, name, each, terms)} {TIMES}{n}" for each, n in value.items()]
    return [f"{word(look, called, '', k, terms)} {word(look, called, '', v, terms)}" for k, v in value.items()]


def _text(look: Look, called: Mapping[str, str], value: str) -> str:
    if value in called:
        return called[value]
    if value in (TABLE, PUBLIC):
        return look.t("app.the_table")
    if value == GAME_MASTER:
        return look.t("app.game_master")
    return look.t(value) if _KEY.fullmatch(value) else value


def number(value: int) -> str:
    """Return a number with a true minus sign."""
    return str(value).replace("-", MINUS)


def begun(words: str) -> str:
    """Return words with a capital, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def listed(look: Look, words: Iterable[str]) -> str:
    """Join words as in a sentence: "Aki, Ben and Chie"."""
    every = list(words)
    if not every:
        return look.t("app.nobody")
    if len(every) == 1:
        return every[0]
    return look.t("app.list.last", first=look.t("app.list.comma").join(every[:-1]), last=every[-1])


def clipped(name: str, most: int = 14) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def sentences(look: Look, snap: Snapshot, line: LogLine) -> list[str]:
    """Return the notices of a line of the journal as sentences, in order and without repetition."""
    about = {"number": line.about}
    return list(dict.fromkeys(say(look, snap, n.message, about | n.params) for n in line.notices))


_STOPS = ".?!:…。？！"


def aloud(*parts: str) -> str:
    """Join parts to one text, adding missing full stops: "Your turn. Lay one card. Fight or pass?"."""
    said = ""
    for part in filter(None, (each.strip() for each in parts)):
        if said and said[-1] not in _STOPS:
            said += "." if said[-1] < "\u2e80" else "。"
        # A Japanese full stop includes its space.
        said += f" {part}" if said and said[-1] < "\u2e80" else part
    return said


def changed(look: Look, snap: Snapshot) -> list[str]:
    """Return what happened last, as sentences."""
    return [say(look, snap, n.message, n.params) for line in snap.lately for n in line.notices]


def asked(look: Look, snap: Snapshot) -> list[str]:
    """Return who must do what, as sentences."""
    called = names(snap.match)
    each = ((called.get(p.seat, ""), say(look, snap, p.ask, p.params)) for p in snap.prompts if p.must)
    return [": ".join(filter(None, one)) for one in each]


def stands(look: Look, snap: Snapshot) -> list[str]:
    """Return the standing: the progress of the match, and the public counts."""
    if snap.match is None or snap.view is None:
        return []
    return [say(look, snap, key, params) for key, params in ui_of(snap.match.game).stands(snap.view)]


def over(look: Look, snap: Snapshot, shown: ft.Control) -> ft.Control:
    """Return a screen with announcements for a screen reader beyond whose turn it is, if this phone wants them.

    The dock announces whose turn it is.
    """
    if snap.announce == "turn" or snap.role == "display" or snap.screen not in ("play", "end") or snap.match is None:
        return shown
    said = changed(look, snap) + (stands(look, snap) if snap.announce == "all" else [])
    # Without a size a screen reader would ignore it.
    spoken = ft.Semantics(
        content=ft.Container(width=1, height=1), label=aloud(*dict.fromkeys(said)), live_region=True, container=True
    )
    whole = ft.Container(shown, left=0, top=0, right=0, bottom=0)
    return ft.Stack([whole, ft.Container(spoken, left=0, bottom=0)], expand=True)
