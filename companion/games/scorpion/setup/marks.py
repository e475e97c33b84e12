"""The guards' secret marks in the castles, and the sleepers in the barracks (SCORPION-5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random, SystemRandom

import flet as ft

from companion.games.scorpion.facts import Ctx, board_of, my_guards
from companion.games.scorpion.map import bed_marks, guards_marks, lit, public_map
from companion.games.scorpion.setup.cards import once_chosen, without_none
from companion.games.scorpion.setup.guards import chart, under
from companion.games.scorpion.setup.steps import (
    Draft,
    PartAtWork,
    S,
    asked,
    declares,
    draft_of,
    keeper,
    put,
    put_and_keep,
)
from companion.ui import Act, act, block, label_row, pressable, text, theme
from companion.ui.base import tap_box
from companion.ui.map.drawing import Mark
from companion.ui.theme import Look
from referee.core.offers import Each, One
from referee.scorpion.setup.begin import MARKS_PER_CASTLE
from referee.scorpion.setup.guards import BEDS, HIDDEN, LETTERS, TRAPS
from referee.scorpion.views.view_model import MarksView

IC = ft.Icons
_ROW = 36
"""The number of barracks whose sleepers are kept in one text."""


def sleepers(ctx: Ctx) -> PartAtWork:
    """Draw the placing of sleeping guards (SCORPION-5.1)."""
    own, wanted, board = my_guards(ctx), ctx.view.options.sleepers, board_of(ctx.view)
    known = {} if own is None else own.marks.sleepers
    free = dict.fromkeys(board.in_order(board.barracks), BEDS)
    asleep = beds_of(ctx, free, known)
    move = {"type": "record_sleepers", "sleepers": without_none(asleep)}
    others = () if own is None else tuple(guards_marks(own.marks.model_copy(update={"sleepers": {}})))
    content = bed_map(ctx, free, asleep, wanted, others)
    label = ctx.t(f"{S}note_sleepers", n=wanted)
    main = once_chosen(ctx, label, declares(ctx, move), sum(asleep.values()), wanted, "sleepers")
    return PartAtWork(content, ctx.t(f"{S}ask.sleepers", n=wanted), main, "sleepers", "SCORPION-5.1")


def beds_of(ctx: Ctx, free: Mapping[str, int], known: Mapping[str, int]) -> dict[str, int]:
    """Return the number of sleepers by barracks: from the draft, else as it was declared."""
    begun = draft_of(ctx).of("beds")
    if begun is None:
        return {zone: known.get(zone, 0) for zone in free}
    return dict(zip(free, map(int, "".join(begun)), strict=True))


def bed_map(
    ctx: Ctx, free: Mapping[str, int], asleep: Mapping[str, int], wanted: int, marks: Sequence[Mark]
) -> list[ft.Control]:
    """Return the map on which a tap adds a sleeper to a barracks, or empties a full one."""
    now = sum(asleep.values())
    map_ = public_map(ctx, tone="guards", targets=lit(free), marks=(*marks, *bed_marks(asleep)))
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


def _beds(free: Sequence[tuple[str, int]], wanted: int, random: Random) -> dict[str, int]:
    beds = [zone for zone, n in free for _ in range(n)]
    taken = random.sample(beds, min(wanted, len(beds)))
    return {zone: taken.count(zone) for zone, _ in free}


def random_beds(ctx: Ctx, random: Random) -> dict[str, int]:
    """Return the number of sleepers by barracks, drawn by lot."""
    board = board_of(ctx.view)
    return _beds([(zone, BEDS) for zone in board.in_order(board.barracks)], ctx.view.options.sleepers, random)


def _keep_beds(keep: Act, draft: Draft, numbers: Iterable[int]) -> None:
    digits = "".join(map(str, numbers))
    keep(draft.but("beds", *(digits[at : at + _ROW] for at in range(0, len(digits), _ROW))).texts)


EVERY = (*LETTERS, *TRAPS, *HIDDEN)
"""The ten marks in the order in which they are placed (SCORPION-5.2)."""


def marks(ctx: Ctx) -> PartAtWork:
    """Draw the placing of the ten marks (SCORPION-5.2 to 5.7)."""
    t, own, zones = ctx.t, my_guards(ctx), mark_zones(ctx)
    placed = placed_of(ctx, None if own is None else own.marks)
    asleep = {} if own is None else own.marks.sleepers
    now = next_mark(draft_of(ctx).one("mark"), placed)
    map_ = public_map(
        ctx,
        tone="guards",
        targets=lit(usable(ctx, zones, placed, now)),
        marks=(*(_shown(mark, zone) for mark, zone in placed.items()), *bed_marks(asleep)),
    )
    tap = act(_tap_mark, keeper(ctx), draft_of(ctx), tuple(placed.items()), now)
    inside = tuple((zone, board_of(ctx.view).zone(zone).castle or "") for zone in zones)
    content = [
        mark_bar(ctx.look, tuple(placed), now, put_and_keep(ctx, "mark")),
        chart(ctx, map_, tap, 236),
        under(
            ctx,
            (t(f"{S}anyhow"), IC.CASINO_SHARP, act(_anyhow_marks, keeper(ctx), draft_of(ctx), inside)),
            (t(f"{S}clear"), None, put(ctx, "marks")),
        ),
    ]
    ask = t(f"{S}ask.marks") if not now else t(f"{S}ask.mark", mark=mark_word(ctx.look, now))
    declare = declares(ctx, {"type": "record_marks", "marks": placed})
    main = once_chosen(ctx, t(f"{S}note_marks"), declare, len(placed), len(EVERY), "marks")
    return PartAtWork(content, ask, main, "marks", "SCORPION-5.2")


def mark_zones(ctx: Ctx) -> tuple[str, ...]:
    """Return the zones where marks may be; none once the other guard player has locked."""
    offer = asked(ctx).offer("record_marks")
    marks_ = offer.fields["marks"] if offer is not None else None
    first = next(iter(marks_.of.values())) if isinstance(marks_, Each) else None
    return first.of if isinstance(first, One) else ()


def placed_of(ctx: Ctx, known: MarksView | None) -> dict[str, str]:
    """Return the zones of the placed marks: from the draft, else as declared."""
    begun = draft_of(ctx).of("marks")
    if begun is not None:
        named = dict(text_.split("@", 1) for text_ in begun)
    elif known is None:
        named = {}
    else:
        both = (*zip(TRAPS, known.traps, strict=False), *zip(HIDDEN, known.hidden, strict=False))
        named = {**known.objectives, **dict(both)}
    return {mark: named[mark] for mark in EVERY if mark in named}


def next_mark(chosen: str, placed: Mapping[str, str]) -> str:
    """Return the mark that the next tap places: the chosen one, else the first one not placed; empty for none."""
    return chosen if chosen and chosen not in placed else next((m for m in EVERY if m not in placed), "")


def usable(ctx: Ctx, zones: Sequence[str], placed: Mapping[str, str], mark: str) -> list[str]:
    """Return the zones where a mark may still be placed (SCORPION-5.4, 5.5)."""
    if not mark:
        return []
    board = board_of(ctx.view)
    inside = [board.zone(zone).castle for letter, zone in placed.items() if letter in LETTERS]
    full = {castle for castle in inside if mark in LETTERS and inside.count(castle) >= MARKS_PER_CASTLE}
    return [zone for zone in zones if zone not in placed.values() and board.zone(zone).castle not in full]


def _tap_mark(keep: Act, draft: Draft, placed: tuple[tuple[str, str], ...], now: str, zone: str) -> None:
    """Place the mark in a zone, or take up the one that is there."""
    lies = {z: mark for mark, z in placed}
    if zone in lies:
        rest = [(mark, z) for mark, z in placed if z != zone]
        keep(_with_marks(draft, rest).but("mark", lies[zone]).texts)
    elif now:
        keep(_with_marks(draft, [*placed, (now, zone)]).but("mark", "").texts)


def _anyhow_marks(keep: Act, draft: Draft, inside: tuple[tuple[str, str], ...]) -> None:
    """Place all ten marks at random, within the rules (SCORPION-5.4 to 5.6)."""
    if inside:
        keep(_with_marks(draft, random_marks(inside, SystemRandom()).items()).but("mark", "").texts)


def random_marks(inside: tuple[tuple[str, str], ...], random: Random) -> dict[str, str]:
    """Return zones for all ten marks, within the rules. `inside`: the zones for marks, each with its castle."""
    letters = random.sample(LETTERS, len(LETTERS))
    found: list[tuple[str, str]] = []
    for castle, some in (("A", letters[:MARKS_PER_CASTLE]), ("B", letters[MARKS_PER_CASTLE:])):
        found += zip(some, random.sample([z for z, c in inside if c == castle], len(some)), strict=True)
    taken = {zone for _, zone in found}
    rest = random.sample([zone for zone, _ in inside if zone not in taken], len(TRAPS + HIDDEN))
    return dict((*found, *zip(TRAPS + HIDDEN, rest, strict=True)))


def _with_marks(draft: Draft, placed: Iterable[tuple[str, str]]) -> Draft:
    return draft.but("marks", *(f"{mark}@{zone}" for mark, zone in placed))


def _shown(mark: str, zone: str) -> Mark:
    return Mark(zone, mark) if mark in LETTERS else Mark(zone, mark[0], "vermilion")


def mark_word(look: Look, mark: str) -> str:
    """Return a mark's name: objective A, trap, hidden sentry."""
    if mark in LETTERS:
        return look.t("scorpion.screen.setup.objective", letter=mark)
    return look.t("scorpion.screen.setup.trap" if mark in TRAPS else "scorpion.screen.setup.hidden")


@block
def mark_bar(look: Look, placed: tuple[str, ...], now: str, on_mark: Act) -> ft.Control:
    """Draw the ten marks: those on the map are faint, the next one to be placed is filled."""
    cells: list[ft.Control] = []
    p = look.p
    for mark in EVERY:
        lies, lit = mark in placed, mark == now
        ink = p.background if lit else p.text_3 if lies else p.text
        tap = None if lies else act(on_mark, mark)
        said = text(look, "mark", mark, ink, struck=lies, size=16, lines=1)
        box = tap_box(
            look, said, tap, lit=lit, off=lies, bgcolor=p.surface, height=theme.TOUCH, border_radius=theme.R_CARD,
            ink=not lies,
        )  # fmt: skip
        name = mark_word(look, mark) if mark in LETTERS else f"{mark_word(look, mark)} {mark[1]}"
        name += f", {look.t('scorpion.screen.setup.lies')}" if lies else ""
        cells.append(pressable(name, box, tap, selected=lit, expand=True))
    half = len(cells) // 2
    return ft.Column([ft.Row(cells[:half], spacing=6), ft.Row(cells[half:], spacing=6)], spacing=6, tight=True)
