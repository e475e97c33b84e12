"""The steps of a seat's set-up: what is lacking, which part is open, and the draft of what is not declared yet.

A draft consists of short texts that stay on the server. It is sent only while the seat's cover is open, and outlives
its closing. Each text is a part's name, a colon and a value; a part that was begun and emptied has a text without a
value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Ctx, prompt_of
from companion.games.table.context import in_turn
from companion.games.table.frame import grid
from companion.ui import Act, Main, act, act_tile, aloud, block, named, row, text
from companion.ui.base import at_most
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.core.values import Prompt


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been begun, as its texts."""

    texts: tuple[str, ...] = ()

    def of(self, part: str) -> tuple[str, ...] | None:
        """Return the values of a part, or None if it was not begun."""
        found = [text.removeprefix(f"{part}:") for text in self.texts if text.startswith(f"{part}:")]
        return tuple(value for value in found if value) if found else None

    def one(self, part: str, else_: str = "") -> str:
        """Return the only value of a part, or `else_` if it has none."""
        return next(iter(self.of(part) or ()), else_)

    def but(self, part: str, *values: str) -> Draft:
        rest = (text for text in self.texts if not text.startswith(f"{part}:"))
        return Draft((*rest, *(f"{part}:{value}" for value in values or ("",))))


def draft_of(ctx: Ctx) -> Draft:
    """Return the draft of this seat, or of the seat that a game master answers for; empty while covered."""
    if not ctx.open:
        return Draft()
    if not ctx.acting:
        return Draft(ctx.snap.entering)
    whose, texts = ctx.pick.to[:1], ctx.pick.to[1:]
    return Draft(texts if whose == (f"@{ctx.acting}",) else ())


def keeper(ctx: Ctx) -> Act:
    """Return the act that keeps the texts it is given: a seat's on the server, a game master's in the pick."""
    return act(_for, ctx.choose("to"), ctx.acting) if ctx.acting else act(ctx.actions.secrets.hands)


def _for(choose: Act, seat: str, texts: Sequence[str]) -> None:
    choose((f"@{seat}", *texts))


def put(ctx: Ctx, part: str, *values: str) -> Act:
    return act(keeper(ctx), draft_of(ctx).but(part, *values).texts)


def put_and_keep(ctx: Ctx, part: str) -> Act:
    """Return the act that sets a part to the value that its control adds."""
    return act(_put_and_keep, keeper(ctx), draft_of(ctx), part)


def _put_and_keep(keep: Act, draft: Draft, part: str, value: str) -> None:
    keep(draft.but(part, value).texts)


# Counts


def packed(kinds: Iterable[str], counts: Mapping[str, int]) -> str:
    return ".".join(str(counts.get(kind, 0)) for kind in kinds)


IC = ft.Icons
S = "setup."
"""The key prefix of these screens' messages, after the game's own."""
PARTS: Mapping[str, ft.IconData] = {
    "split": IC.CALL_SPLIT_SHARP,
    "hand": IC.STYLE_SHARP,
    "figures": IC.SHIELD_SHARP,
    "sleepers": IC.BEDTIME_SHARP,
    "marks": IC.PLACE_SHARP,
    "character": IC.PERSON_SHARP,
    "mission": IC.FLAG_SHARP,
    "hands": IC.STYLE_SHARP,
    "starts": IC.PLACE_SHARP,
    "passage": IC.SWAP_CALLS_SHARP,
}
"""The parts of a set-up in the order of play, with their icons (SCORPION-4.8)."""
_PART_OF = {"guard_hand": "hand", "sentries": "figures", "patrols": "figures", "passage_partner": "passage"}
_MISSING = "scorpion.missing."


@dataclass(frozen=True, slots=True)
class PartAtWork:
    """One part being worked on: its controls, its ask, and the action that declares it.

    `teach` and `clause` are the lesson for first-time players and its rule. Without `main` the seat can only wait.
    """

    content: list[ft.Control]
    ask: str
    main: Main | None
    teach: str
    clause: str


def asked(ctx: Ctx) -> Prompt:
    """Return the seat's prompt before turn 1; an empty one once its side is ready, and while covered."""
    found = prompt_of(ctx.snap, ctx.me, f"setup_{ctx.side}")
    return found if found is not None else Prompt(seat=ctx.me, ask="")


def is_locked(ctx: Ctx) -> bool:
    """Tell whether the seat's part is locked, or covered now."""
    return bool(asked(ctx).params.get("locked", True))


def starts_of(ctx: Ctx) -> dict[str, tuple[str, ...]]:
    """Return the zones where each of the seat's characters may start now; empty before all guards are on the board."""
    offers = (offer for offer in asked(ctx).offers if offer.move == "set_start")
    return {who: offer.choices("zone") for offer in offers for who in offer.choices("intruder")}


def lacking(ctx: Ctx) -> tuple[str, ...]:
    """Return what the seat still lacks, by the last parts of the referee's keys."""
    return tuple(key.removeprefix(_MISSING) for key in asked(ctx).params.get("missing", ()))


def part_of(missing: str) -> str:
    kind = missing.partition("_")[0]
    return _PART_OF.get(missing) or {"hand": "hands", "start": "starts"}.get(kind, missing)


def parts(ctx: Ctx) -> tuple[str, ...]:
    if ctx.side == "guards":
        split = ctx.role != "guards" and ctx.view.options.guard_cards == "entered"
        beds = ("sleepers",) if ctx.view.options.sleepers else ()
        return (*(("split",) if split else ()), "hand", "figures", *beds, "marks")
    alone = ctx.view.options.lone_wolf != "off"
    return (*(("character",) if alone else ()), "mission", "hands", "starts", "passage")


def is_blocked(ctx: Ctx, part: str) -> bool:
    """Tell whether a part waits for somebody else before this seat can go on with it."""
    now, lacks = asked(ctx), lacking(ctx)
    if part == "starts":
        return not starts_of(ctx)
    if part == "passage":
        return "passage" not in lacks
    if part == "figures":
        return now.offer("place_sentry") is None and now.offer("place_patrol") is None
    return False


def part_now(ctx: Ctx) -> str:
    """Return the open part: the one that was tapped, else the first that lacks something.

    Empty if nothing is left but to lock, or to wait.
    """
    if ctx.pick.tab in parts(ctx):
        return ctx.pick.tab
    open_ = dict.fromkeys(part_of(each) for each in lacking(ctx))
    return next((part for part in open_ if not is_blocked(ctx, part)), "")


def declares(ctx: Ctx, move: Mapping[str, Any]) -> Act:
    """Return the act that declares a part and goes on to the next."""
    return act(in_turn, ctx.choose("tab", ""), ctx.declare(move))


# Drawing


def steps(ctx: Ctx, now: str, *tail: ft.Control, at_once: bool = False) -> list[ft.Control]:
    """Return the bar of all parts, with a tick on those that are done, and what is missing in words.

    `at_once`: what is missing is what one tap would set up.
    """
    lacks = lacking(ctx)
    open_ = {part_of(each) for each in lacks}
    tiles: list[ft.Control] = []
    for part in parts(ctx):
        done = part not in open_
        glyph = IC.CHECK_SHARP if done else PARTS[part]
        label = ctx.t(f"{S}part.{part}")
        tiles.append(act_tile(ctx.look, glyph, label, ctx.choose("tab", part), part == now))
    most = len(tiles) if ctx.look.scale <= 1.15 or ctx.look.wide else 3 if ctx.look.scale <= 1.3 else 2
    missing = missing_line(ctx.look, missing_words(ctx, lacks, at_once))
    return [*grid(tiles, most, 5, full=False), row([missing, *tail], 4)]


def missing_words(ctx: Ctx, lacks: tuple[str, ...], at_once: bool = False) -> str:
    if not lacks:
        return ctx.t(f"{S}nothing_missing")
    partner = "passage_partner"
    named = dict.fromkeys(
        ctx.look.t(_MISSING + each) if each == partner else ctx.t(f"{S}part.{part_of(each)}") for each in lacks
    )
    return ctx.t(f"{S}quick.sets" if at_once else f"{S}missing", what=listed(ctx.look, named))


@block
def missing_line(look: Look, words: str) -> ft.Control:
    """Return what is missing as text, which a screen reader speaks when it changes."""
    said = text(look, "label", words, bold=False, lines=at_most(look, 2))
    return named(aloud(words), said, live_region=True, expand=True)
