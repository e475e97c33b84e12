"""The sleepers in the barracks, marked by the guards in secret (SCORPION-5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random, SystemRandom

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map import guards_marks, public_map
from companion.games.scorpion.setup.cards import count_words
from companion.games.scorpion.setup.draft import Draft, draft_of, keeper
from companion.games.scorpion.setup.guard_cards import mine
from companion.games.scorpion.setup.map import board_of, chart, targets, under
from companion.games.scorpion.setup.steps import S, Work, declares
from companion.ui import Act, Main, act, label_row
from companion.ui.map.facts import Mark
from referee.scorpion.setup.guards import BEDS

IC = ft.Icons
_ROW = 36
"""Barracks whose sleepers one text holds."""


def sleepers(ctx: Ctx) -> Work:
    """Draw where guards sleep (SCORPION-5.1)."""
    own, wanted, board = mine(ctx), ctx.view.options.sleepers, board_of(ctx)
    known = {} if own is None else own.marks.sleepers
    free = dict.fromkeys(board.in_order(board.barracks), BEDS)
    asleep = beds_of(ctx, free, known)
    move = {"type": "record_sleepers", "sleepers": {zone: n for zone, n in asleep.items() if n}}
    others = () if own is None else tuple(guards_marks(own.marks.model_copy(update={"sleepers": {}})))
    content = bed_map(ctx, free, asleep, wanted, others)
    now = sum(asleep.values())
    main = Main(ctx.t(f"{S}note_sleepers", n=wanted), declares(ctx, move))
    if now != wanted:
        main = Main(count_words(ctx, now, wanted, "sleepers"), None, False)
    return Work(content, ctx.t(f"{S}ask.sleepers", n=wanted), main, "sleepers", "SCORPION-5.1")


def beds_of(ctx: Ctx, free: Mapping[str, int], known: Mapping[str, int]) -> dict[str, int]:
    """Return who sleeps where, as begun here, else as it was declared."""
    begun = draft_of(ctx).of("beds")
    if begun is None:
        return {zone: known.get(zone, 0) for zone in free}
    return dict(zip(free, map(int, "".join(begun)), strict=True))


def bed_map(
    ctx: Ctx, free: Mapping[str, int], asleep: Mapping[str, int], wanted: int, marks: Sequence[Mark]
) -> list[ft.Control]:
    """Return the map on which a tap lets one more guard sleep in a barracks, or none when it is full."""
    now = sum(asleep.values())
    shown = tuple(bed_mark(zone, n) for zone, n in asleep.items() if n)
    map_ = public_map(ctx, tone="guards", targets=targets(free), marks=(*marks, *shown))
    tap = act(_tap_bed, keeper(ctx), draft_of(ctx), tuple(free.items()), tuple(asleep.values()), wanted)
    anyhow = act(_anyhow_beds, keeper(ctx), draft_of(ctx), tuple(free.items()), wanted)
    return [
        label_row(ctx.look, ctx.t(f"{S}tap_barracks"), ctx.t(f"{S}n_of", n=now, of=wanted)),
        chart(ctx, map_, tap),
        under(ctx, (ctx.t(f"{S}anyhow"), IC.CASINO_SHARP, anyhow)),
    ]


def _tap_bed(
    keep: Act, draft: Draft, free: tuple[tuple[str, int], ...], now: tuple[int, ...], wanted: int, zone: str
) -> None:
    asleep = dict(zip(dict(free), now, strict=True))
    if zone not in asleep:
        return
    more = asleep[zone] + 1
    asleep[zone] = more if more <= dict(free)[zone] and sum(now) < wanted else 0
    _keep_beds(keep, draft, asleep.values())


def _anyhow_beds(keep: Act, draft: Draft, free: tuple[tuple[str, int], ...], wanted: int) -> None:
    _keep_beds(keep, draft, _beds(free, wanted, SystemRandom()).values())


def _beds(free: Iterable[tuple[str, int]], wanted: int, random: Random) -> dict[str, int]:
    every = tuple(free)
    beds = [zone for zone, n in every for _ in range(n)]
    taken = random.sample(beds, min(wanted, len(beds)))
    return {zone: taken.count(zone) for zone, _ in every}


def random_beds(ctx: Ctx, random: Random) -> dict[str, int]:
    """Return who sleeps where, drawn by lot."""
    board = board_of(ctx)
    return _beds(((zone, BEDS) for zone in board.in_order(board.barracks)), ctx.view.options.sleepers, random)


def _keep_beds(keep: Act, draft: Draft, numbers: Iterable[int]) -> None:
    digits = "".join(map(str, numbers))
    keep(draft.but("beds", *(digits[at : at + _ROW] for at in range(0, len(digits), _ROW))).texts)


def bed_mark(zone: str, n: int) -> Mark:
    return Mark(zone, f"S{n}" if n > 1 else "S", "vermilion")
