"""Sentences made from message keys, and what phones announce aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.contract.game_ui import Terms, ui_of, ui_of_words
from companion.contract.snapshot import MatchInfo, Snapshot
from referee.core.journal import LogLine
from referee.library import Speaker, values_of
from referee.library import listed as listed_by

if TYPE_CHECKING:
    from companion.ui.theme import Look


def names(match: MatchInfo | None) -> dict[str, str]:
    return {} if match is None else {s.seat: s.name or s.seat for s in match.seats}


def terms_of(snap: Snapshot) -> Terms | None:
    """Return the terms of the match's game, if it has its own."""
    return None if snap.match is None else ui_of(snap.match.game).terms


_ABOUT_WORDS = ("table.told_wrong", "table.told_not_so")
"""The messages that quote another message from their parameters."""


def say(look: Look, snap: Snapshot, key: str, params: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a message key in this phone's language.

    Among the parameters, seat ids become names, a game's terms and values (`<game>.value.<value>`) become words, lists
    are joined; a card that this viewer may not know becomes "a covered card".
    """
    called = names(snap.match)
    if params and key in _ABOUT_WORDS:
        params = {"what": say(look, snap, params["message"], params["params"])}
    terms = ui_of_words(key.partition(".")[0]).terms or terms_of(snap)
    term = values_of(key, look.t, look.t.has) if terms is None else partial(terms, look.t)
    return Speaker(look.t, called, term).sentence(key, params or {})


def word(look: Look, called: Mapping[str, str], name: str, value: Any, terms: Terms | None = None) -> str:
    """Return one parameter in words. `called` are the names of the seats, `terms` the game's words."""
    speaker = Speaker(look.t, called) if terms is None else Speaker(look.t, called, partial(terms, look.t))
    return speaker.word(name, value)


def begun(words: str) -> str:
    """Return words with a capital, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def listed(look: Look, words: Iterable[str]) -> str:
    """Join words as in a sentence: "Aki, Ben and Chie"."""
    return listed_by(look.t, words)


def clipped(name: str, most: int = 14) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def sentences(look: Look, snap: Snapshot, line: LogLine) -> list[str]:
    """Return the notices of a line of the log as sentences, in order and without repetition."""
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
