"""A form over offers: a widget for each field of a move, and the action that declares it once all are chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import flet as ft

from companion.games.table import context
from companion.games.table.context import Context
from companion.games.table.frame import grid
from companion.i18n import num
from companion.ui import Choice, Main, button_side, chip, choice_bar, label_row, row
from companion.ui.options import steps
from companion.ui.words import aloud
from referee.core.games import GAMES
from referee.core.offers import Number, Offer, One, Some
from referee.library import values_of

IN_A_BAR: Final = 6
"""The most choices in one bar; more are shown as chips, or as steps for numbers."""
Given = Mapping[str, Any]
"""What is chosen of a move, by field."""


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen of a move that is not declared yet."""

    kind: str = ""
    given: tuple[tuple[str, Any], ...] = ()


Ctx = Context[Pick, Any]


def kinds(offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return the types of the offered moves, each once."""
    return tuple(dict.fromkeys(offer.move for offer in offers))


def asks_nothing(ctx: Ctx, kind: str, offers: Sequence[Offer]) -> bool:
    """Tell whether this type of move can be declared without a choice; of some the app draws the contents by lot."""
    chosen = has_hidden_fields(ctx, kind, offers) or any(o.fields for o in offers if o.move == kind)
    return kind in GAMES[ctx.GAME].EXTRAS.drawing.whole or not chosen


def needs_cover(ctx: Ctx, kind: str, offers: Sequence[Offer]) -> bool:
    """Tell whether the fields of a move are chosen under my open cover only: some are secret, or not offered here."""
    covered = not ctx.open and not ctx.acting and is_entered_secretly(ctx, kind)
    return covered or has_hidden_fields(ctx, kind, offers)


def is_entered_secretly(ctx: Ctx, kind: str) -> bool:
    """Tell whether people enter a move of this type of which something may be secret, and the app does not draw it."""
    game = GAMES[ctx.GAME]
    return game.may_be_secret(kind) and kind not in game.EXTRAS.drawing.whole


def has_hidden_fields(ctx: Ctx, kind: str, offers: Sequence[Offer]) -> bool:
    """Tell whether a move has fields that are not offered here, since they rest on what the cover hides."""
    needed = set(schema_of(ctx, kind).get("required", ())) - {"type"}
    return any(needed - set(offer.fields) for offer in offers if offer.move == kind)


def given(ctx: Ctx, kind: str, offers: Sequence[Offer]) -> dict[str, Any]:
    """Return what is chosen of a move: the tapped values, and those of fields with only one."""
    tapped = dict(ctx.pick.given)
    found: dict[str, Any] = {}
    for name in dict.fromkeys(name for offer in offers if offer.move == kind for name in offer.fields):
        held = [offer.fields[name] for offer in fitting(offers, kind, found) if name in offer.fields]
        listed = values(held)
        if name in tapped and (any(isinstance(choice, Some) for choice in held) or tapped[name] in listed):
            found[name] = tapped[name]
        elif len(listed) == 1 or (listed and is_changed_in_steps(ctx, kind, name)):
            found[name] = listed[0]
    return found


def fitting(offers: Sequence[Offer], kind: str, chosen: Given) -> list[Offer]:
    """Return the offers of a move that fit what is chosen of it."""
    return [
        offer
        for offer in offers
        if offer.move == kind
        and all(n not in offer.fields or v in values([offer.fields[n]]) for n, v in chosen.items())
    ]


def values(choices: Sequence[Any]) -> list[Any]:
    """Return the values that a field may have according to any of these choices, in order."""
    found: list[Any] = []
    for choice in choices:
        match choice:
            case Number():
                found += range(choice.least, choice.most + 1)
            case One():
                found += choice.of
    kept = list(dict.fromkeys(found))
    return sorted(kept) if all(isinstance(value, int) for value in kept) else kept


def is_changed_in_steps(ctx: Ctx, kind: str, name: str) -> bool:
    """Tell whether a field is a number with many possible values, which is changed in steps."""
    field = schema_of(ctx, kind)["properties"].get(name, {})
    return field.get("type") == "integer" and field.get("maximum", 99) - field.get("minimum", 0) >= IN_A_BAR


def schema_of(ctx: Ctx, kind: str) -> dict[str, Any]:
    """Return the JSON schema of a move by its type."""
    schema = GAMES[ctx.GAME].MOVE.json_schema()
    found: dict[str, Any] = schema["$defs"][schema["discriminator"]["mapping"][kind].rpartition("/")[2]]
    return found


def fields(ctx: Ctx, kind: str, offers: Sequence[Offer]) -> list[ft.Control]:
    """Return a widget for each field of a move, under its words; none until they may be chosen (`needs_cover`)."""
    if needs_cover(ctx, kind, offers):
        return []
    found, shown = given(ctx, kind, offers), list[ft.Control]()
    for name in dict.fromkeys(name for offer in offers if offer.move == kind for name in offer.fields):
        before = {n: v for n, v in found.items() if n != name}
        earlier = dict(list(before.items())[: list(found).index(name)]) if name in found else before
        held = [offer.fields[name] for offer in fitting(offers, kind, earlier) if name in offer.fields]
        several = next((choice for choice in held if isinstance(choice, Some)), None)
        label = ctx.look.t(f"{ctx.WORDS}field.{kind}.{name}")
        if several is not None:
            shown += some(ctx, name, label, several, list(found.get(name, ())))
        elif listed := values(held):
            steady = is_changed_in_steps(ctx, kind, name)
            shown += (by_steps if steady else one)(ctx, name, label, listed, found.get(name))
    return shown


def by_steps(ctx: Ctx, name: str, label: str, listed: Sequence[Any], chosen: Any) -> list[ft.Control]:
    """Return the widget for a number with many values: less, the number, more."""
    return [
        label_row(ctx.look, label),
        row(steps(ctx.look, label, chosen, (listed[0], listed[-1]), ctx.change(put, name)), 8),
    ]


def one(ctx: Ctx, name: str, label: str, listed: Sequence[Any], chosen: Any) -> list[ft.Control]:
    """Return the widget for one value: a bar for a few, else chips."""
    head = label_row(ctx.look, label)
    words = [word(ctx, value) for value in listed]
    if 1 < len(listed) <= IN_A_BAR and sum(map(len, words)) <= 30:
        bars = tuple(Choice(str(n), each) for n, each in enumerate(words))
        at = str(listed.index(chosen)) if chosen in listed else ""
        return [head, choice_bar(ctx.look, bars, at, ctx.change(put_nth, name, tuple(listed)), tick=False)]
    chips = [
        chip(ctx.look, each, ctx.change(put, name, value), value == chosen, name=aloud(label, each))
        for each, value in zip(words, listed, strict=True)
    ]
    return [head, *in_rows(chips, words)]


def some(ctx: Ctx, name: str, label: str, choice: Some, chosen: list[Any]) -> list[ft.Control]:
    """Return the widget for several values: a chip for each with its count, and a tap that removes them all."""
    there, taken = Counter(choice.of), Counter(chosen)
    full = len(chosen) >= choice.most
    chips = [
        chip(
            ctx.look, word(ctx, value),
            None if full or taken[value] >= there[value] else ctx.change(put, name, [*chosen, value]),
            taken[value] > 0, name=aloud(label, word(ctx, value)), count=taken[value],
        )
        for value in there
    ]  # fmt: skip
    head = label_row(ctx.look, label, ctx.t("chosen_of", n=len(chosen), of=choice.least))
    back = ctx.change(put, name, chosen[:-1]) if chosen else None
    undo = button_side(ctx.look, ctx.t("take_back"), back, ft.Icons.UNDO_SHARP, 48)
    return [head, *in_rows(chips, [f"{word(ctx, value)} ×2" for value in there]), undo]


def in_rows(chips: Sequence[ft.Control], words: Sequence[str]) -> list[ft.Control]:
    """Return chips of equal width, as many side by side as fit."""
    longest = max(map(len, words), default=0)
    across = next(n for n, most in ((6, 2), (3, 8), (2, 16), (1, 999)) if longest <= most)
    return grid([ft.Container(each, expand=True) for each in chips], across, full=len(chips) > across)


def declares(ctx: Ctx, kind: str, offers: Sequence[Offer]) -> Main:
    """Return the action that declares a move, once all its fields are chosen."""
    if asks_nothing(ctx, kind, offers):
        return Main(said(ctx, kind, {}), ctx.declare({"type": kind}))
    if needs_cover(ctx, kind, offers):
        return Main(ctx.t("open_to_choose"), None, False)
    chosen = given(ctx, kind, offers)
    move = {"type": kind, **chosen}
    whole = any(offer.fits(move) for offer in offers)
    return Main(
        said(ctx, kind, chosen) if whole else ctx.t("choose_first"), ctx.declare(move) if whole else None, whole
    )


def said(ctx: Ctx, kind: str, chosen: Given) -> str:
    """Return the words of a declaration."""
    return ctx.say(f"{ctx.WORDS}do.{kind}", chosen)


def word(ctx: Ctx, value: Any) -> str:
    """Return a value in words: a seat by its name, the game's own words, else unchanged."""
    if isinstance(value, bool):
        return ctx.look.t("app.yes" if value else "app.no")
    if isinstance(value, int):
        return num(value)
    own = values_of(ctx.WORDS, ctx.look.t, ctx.look.t.has)("", str(value))
    return ctx.name(str(value)) if own is None else own


def put(now: Pick, name: str, value: Any) -> Pick:
    """Return the pick with a field set. A phone's value is judged when it is declared."""
    return replace(now, given=tuple({**dict(now.given), name: value}.items()))


def put_nth(now: Pick, name: str, listed: Sequence[Any], n: Any) -> Pick:
    at = int(n) if str(n).isdecimal() else len(listed)
    return put(now, name, listed[at]) if at < len(listed) else now


def chooser(ctx: Ctx, every: Sequence[str], kind: str) -> list[ft.Control]:
    """Return the bar for choosing among several types of move, if there are several."""
    if len(every) < 2:
        return []
    bars = tuple(Choice(each, ctx.look.t(f"{ctx.WORDS}move.{each}")) for each in every)
    return [choice_bar(ctx.look, bars, kind, ctx.choose("kind"), tick=False)]
