"""Texts and small parts shared by several screens: names of games, counted sentences, seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import GameUi, offered, ui_of
from companion.contract.snapshot import MatchCard, SeatInfo
from companion.i18n import language_name, languages, num
from companion.ui import Choice, Handler, act, block, choice_bar, column, label_row, row, text
from companion.ui.fonts import FAMILY, face_of
from companion.ui.frame import BarAction
from companion.ui.theme import Look, make_look
from companion.ui.words import listed
from referee.core.game import Game
from referee.core.games import GAMES


def games() -> dict[str, Game]:
    """Return the games that are offered, by key."""
    return {key: GAMES[key] for key in offered()}


def sign(game: str) -> str:
    """Return the kanji of a game, or the general one if phones would have to load a font for it."""
    wanted = ui_of(game).sign
    return wanted if all(face_of(each) == FAMILY for each in wanted) else GameUi().sign


def drawn(look: Look, most: float = 1.0) -> Look:
    """Return the look for something drawn, such as a seal: it grows with the text scale up to `most`."""
    return make_look(
        look.lang,
        look.mode,
        secret=look.secret,
        scale=min(look.scale, most),
        shape=look.shape,
    )


def game_name(look: Look, game: str) -> str:
    """Return a game's name in this phone's language; its key if it has no message."""
    key = f"app.game.{game}"
    return look.t(key) if look.t.has(key) else game


def depth_name(look: Look, depth: str) -> str:
    return look.t(f"app.depth.{depth}")


def progress(look: Look, game: str, reached: Iterable[tuple[str, int]]) -> str:
    """Return the progress of a match in its game's words; empty before the start, and without such a message."""
    key, counts = f"{game}.at", dict(reached)
    return look.t(key, **counts) if counts and look.t.has(key) else ""


def language_switch(look: Look, actions: Actions) -> BarAction:
    """Return the app bar's button for the next language: icon, label and handler."""
    ours = languages()
    following = ours[(ours.index(look.lang) + 1) % len(ours)]
    label = look.t("app.language.name", language=language_name(following))
    return ft.Icons.TRANSLATE_SHARP, label, act(actions.settings.language, following)


def on_day(look: Look, day: str, *, short: bool = False) -> str:
    """Return a day (`2026-05-03`) or a month (`2026-05`) in words; `short` omits the year."""
    year, month, *rest = day.split("-")
    key = ("app.day" if rest else "app.month") + ("_short" if short else "")
    words = {"year": year, "month": look.t(f"app.month.{int(month)}")}
    return look.t(key, **words, **({"day": int(rest[0])} if rest else {}))


def counted(look: Look, key: str, n: int, **params: Any) -> str:
    """Return a sentence about `n` things."""
    return look.t(key, n=n, **params)


def seat_names(look: Look, seats: Iterable[SeatInfo], only: Iterable[str] | None = None) -> str:
    """Return the joined names of seats; with `only`, of those among them."""
    wanted = None if only is None else set(only)
    return listed(look, (s.name for s in seats if wanted is None or s.seat in wanted))


def presence_words(look: Look, seat: SeatInfo) -> str:
    if seat.presence == "free":
        return look.t("app.free")
    if seat.presence == "gone":
        return look.t("app.gone", n=max(1, seat.away))
    if seat.presence == "asleep":
        return look.t("app.asleep_min", n=seat.away) if seat.away else look.t("app.asleep")
    return look.t("app.here")


def outcome(look: Look, card: MatchCard) -> str:
    if not card.winners:
        return look.t("app.history.unfinished")
    if len(card.winners) == 1:
        return look.t("app.history.wins_one", name=card.winners[0])
    return look.t("app.history.shared", names=listed(look, card.winners))


def reached(card: MatchCard) -> str:
    """Return the winners' points, only once if they are equal."""
    return ", ".join(dict.fromkeys(num(p) for p in card.points))


def back_action(look: Look, actions: Any, *, close: bool = False) -> BarAction:
    if close:
        return (ft.Icons.CLOSE_SHARP, look.t("app.close"), act(actions.pages.back))
    return (ft.Icons.ARROW_BACK_SHARP, look.t("app.back"), act(actions.pages.back))


def sideways(controls: Sequence[ft.Control]) -> ft.Control:
    """Return things in one row that scrolls sideways if it is too long."""
    return row(controls, spacing=8, scroll=ft.ScrollMode.HIDDEN)


@block
def icon_note(look: Look, glyph: ft.IconData, words: str) -> ft.Control:
    line = row(
        [ft.Icon(glyph, size=18, color=look.p.text_2), text(look, "caption", words, look.p.text_2, expand=True)],
        spacing=9,
    )
    return ft.Container(line, padding=ft.Padding.symmetric(horizontal=4))


@block
def explained_choice(
    look: Look,
    label: str,
    choices: tuple[Choice, ...],
    chosen: str,
    choose: Handler,
    about: str = "",
) -> ft.Control:
    """Return a choice under its label, with an explanation below it."""
    meaning = [paragraph(look, about)] if about else []
    return column([label_row(look, label), choice_bar(look, choices, chosen, choose), *meaning], spacing=6)


@block
def paragraph(look: Look, words: str, muted: bool = True) -> ft.Control:
    """Return a sentence or two of running text."""
    return text(look, "label", words, look.p.text_2 if muted else look.p.text, bold=False)
