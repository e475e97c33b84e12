"""The intruders' secret map, the characters on an open phone, and what the table can know of them.

While the cover is open, an intruder's player is told what the table can know of the character now and after the plan;
the game master is told what the public record lets anybody know. It is computed outside the event loop, from the public
record and the player's own plan, both of which that viewer may know. A planned search counts as asked, not as answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import flet as ft

from companion.games.scorpion.facts import Ctx, board_of, called, character_of
from companion.games.scorpion.intruders.way import (
    SEARCH,
    Plan,
    PlannedPath,
    mine,
    path_move,
    paths_of,
    plan_of,
    planning,
    read,
    searches_of,
    secrets_of,
    ways,
)
from companion.games.scorpion.map import intruder_figure, letter_box, public_map, side_by_side, with_more
from companion.i18n import num
from companion.ui import Act, act, aloud, block, edge, fusuma, named, panel, pressable, text, theme
from companion.ui.base import at_most, inset, tap_box
from companion.ui.map.drawing import MapFacts, Mark, Trail
from companion.ui.map.zone_list import joined
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER
from referee.scorpion.knowledge import Reason, exposure, is_supported
from referee.scorpion.knowledge.known import reason
from referee.scorpion.moves import PASSAGE, LockPath
from referee.scorpion.parts import Event
from referee.scorpion.state import DEADLY, Character, State, in_play, known_as
from referee.scorpion.views.view import knowledge, known_by
from referee.scorpion.views.view_model import CharacterView, IntruderView, WalkView


def active(ctx: Ctx, plan: Plan) -> str:
    """Return the character being planned: the chosen one, else the first who must move, else one who may search."""
    own = [c.who for c in mine(ctx)]
    if plan.who in own:
        return plan.who
    moving = [who for who in own if paths_of(ctx, who) is not None]
    searching = [who for who in own if searches_of(ctx, who)[0]]
    return next(iter((*moving, *searching, *own)), "")


def people(ctx: Ctx, plan: Plan) -> ft.Control:
    own, now = {c.who for c in mine(ctx)}, active(ctx, plan)
    tiles = []
    for c in secrets_of(ctx.view):
        choose = act(planning(ctx), replace(plan.steps_only(), who=c.who)) if c.who in own and len(own) > 1 else None
        tiles.append(person(ctx.look, c.who, *described(ctx, c), c.who == now, choose))
    return side_by_side(ctx.look, tiles)


def described(ctx: Ctx, c: IntruderView) -> tuple[str, str]:
    """Return a character's name with its mission, and its state."""
    title = called(ctx, c.who)
    public = character_of(ctx.view, c.who) or character_of(ctx.view, "intruder")
    if c.mission is not None:
        done = public is not None and public.accomplished
        title = ctx.t("in.who.has" if done else "in.who.seeks", who=title, letter=c.mission)
    return title, joined(ctx.look, *_state(ctx, c, public))


def _state(ctx: Ctx, c: IntruderView, public: CharacterView | None) -> Iterator[str]:
    if c.status != "in_play":
        yield ctx.t(f"in.who.{c.status}")
        return
    if c.zone == PASSAGE:
        yield ctx.t("in.who.inside")
    elif c.visible:
        yield ctx.t("in.who.visible")
    if public is not None and public.accomplished:
        yield ctx.t("in.who.must_leave")
    yield ctx.t("in.who.wounds", wounds=public.wounds if public is not None else 0, most=DEADLY[c.who])


@block
def person(look: Look, who: str, title: str, sub: str, chosen: bool, handler: Act | None) -> ft.Control:
    """Draw one character: the letter in its shape on the map, the mission, the state."""
    p = look.p
    ink = p.background if chosen else p.text
    sign = letter_box(look, who, 28, border=edge(theme.LINE, p.background))
    words = ft.Column(
        [
            text(look, "subject", title, ink, size=15, lines=1 if look.scale <= 1.15 else 3),
            text(look, "caption", sub, ink if chosen else p.text_2, lines=at_most(look, 2), line=15),
        ],
        spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    both, high = ft.Row([sign, words], spacing=6), 60 if look.scale <= 1.15 else None
    box = tap_box(
        look, both, handler, lit=chosen, bgcolor=p.surface, height=high, padding=inset(7, 4), alignment=None,
        ink=handler is not None,
    )  # fmt: skip
    spoken = aloud(title, sub)
    return named(spoken, box) if handler is None else pressable(spoken, box, handler, selected=chosen)


_INTRUDERS = frozenset({"ninja", "traitor"})


def intruders_map(ctx: Ctx, **more: Any) -> MapFacts:
    """Return the map as the intruders may see it now: the public one while their cover is closed.

    From `more`, figures, marks, trails and ropes are added; other values replace the map's own.
    """
    facts = public_map(ctx)
    if not ctx.open or ctx.view.intruders is None:
        return with_more(facts, **more)
    known = secrets_of(ctx.view)
    letters = {c.who[0].upper() for c in known} | {"?"}
    others = tuple(f for f in facts.figures if f.kind not in _INTRUDERS or f.label not in letters)
    secret = ctx.view.intruders
    entrances = tuple(zone for passage in secret.passages for zone in passage.entrances)
    ropes = tuple((r.a, r.b) for r in secret.ropes)
    planned = ways(ctx.view, plan_of(ctx))
    board = board_of(ctx.view)
    there = (intruder_figure(way.at, c.who) for c in known if (way := planned.get(c.who)) and way.at in board)
    mine = replace(
        facts,
        tone="intruders",
        figures=(*others, *there),
        marks=(*facts.marks, *(Mark(zone, "X") for zone in entrances if Mark(zone, "X") not in facts.marks)),
        trails=tuple(trail for c in known for trail in _trails(c, planned.get(c.who), ctx.view.turn)),
        ropes=tuple(dict.fromkeys((*facts.ropes, *ropes))),
    )
    return with_more(mine, **more)


def closed_screens(
    ctx: Ctx, kind: Literal["full", "short"], height: float, secret: ft.Control | None = None
) -> ft.Control:
    """Return the closed doors and, while the cover is open, a secret in front of them.

    The doors stay in the tree: to cover, a phone is only sent the removal of the secret.
    """
    behind = ft.Semantics(content=fusuma(ctx.look, kind), exclude_semantics=secret is not None)
    layers: list[ft.Control] = [ft.Container(behind, alignment=ft.Alignment.TOP_CENTER, left=0, right=0, top=0)]
    if secret is not None:
        layers.append(ft.Container(secret, bgcolor=ctx.look.p.background, left=0, right=0, top=0, bottom=0))
    return ft.Stack(layers, height=height)


def _trails(c: IntruderView, way: PlannedPath | None, turn: int) -> Iterator[Trail]:
    """Yield the path of this life, turn by turn, with the plan at its end."""
    zones: list[str] = []
    turns: list[int] = []
    for walk in _this_life(c):
        if not zones:
            zones, turns = [walk.zones[0]], [0]
        steps = walk.zones[1:]
        zones += steps
        turns += [0] * (len(steps) - 1) + [walk.turn] if steps else []
    if way is not None and way.steps:
        zones = zones or [way.zones[0]]
        turns = turns or [0]
        zones += way.zones[1:]
        turns += [0] * (way.steps - 1) + [turn]
    if len(zones) > 1:
        yield Trail(c.who, tuple(zones), tuple(turns))  # type: ignore[arg-type]


def _this_life(c: IntruderView) -> tuple[WalkView, ...]:
    """Return the walks since the character came onto the map: each begins where the last ended."""
    found: list[WalkView] = []
    for walk in c.walks:
        if found and walk.zones and walk.zones[0] != found[-1].zones[-1]:
            found = []
        found.append(walk)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ZoneCounts:
    """In how many zones an intruder can be by the public record: `now`, `after` the plan, and without it (`still`).

    `why` is the planned event that reveals most. `after` is None if the plan cannot be walked as it is, and outside the
    intruders' phase. Once the path is `locked`, only searches can be planned.
    """

    who: str
    now: int
    after: int | None = None
    still: int | None = None
    why: tuple[str, Mapping[str, Any]] | None = None
    locked: bool = False


def foreseen(state: State, mine: Sequence[Character], plan: Plan) -> tuple[ZoneCounts, ...]:
    """Return the exposure of each of these characters; of none in the phase in which a match was taken over."""
    return tuple(_exposed(state, c, plan) for c in mine if knowledge(state).names)


def _exposed(state: State, c: Character, plan: Plan) -> ZoneCounts:
    known = knowledge(state)
    now = len(known.zones(known_as(state, c.who)))
    if state.phase != "intruders":
        return ZoneCounts(c.who, now)
    searches = tuple(item.what for item in plan.of(c.who, SEARCH))
    if c.locked:
        return _searching(state, c, now, searches)
    found = exposure(state, c.who, LockPath.model_validate(path_move(plan, (c.who,))), searches, known)
    if found is None:
        return ZoneCounts(c.who, now)
    still = exposure(state, c.who, LockPath(intruder=c.who), (), known) if plan.of(c.who) else None  # type: ignore[arg-type]
    return ZoneCounts(c.who, now, found.after, None if still is None else still.after, _message_of(found.why))


def _searching(state: State, c: Character, now: int, searches: Sequence[str]) -> ZoneCounts:
    """Return the exposure after the planned searches: the zones count as asked about, without an answer."""
    who = known_as(state, c.who)
    declared = [_event(state, "search_declared", intruder=who, zone=zone) for zone in searches]
    known, ended = knowledge(state), _event(state, "intruder_phase_ended")
    without = len(known.learn((ended,)).zones(who))
    if not declared:
        return ZoneCounts(c.who, now, without, locked=True)
    after = len(known.learn((*declared, ended)).zones(who))
    return ZoneCounts(c.who, now, after, without, _message_of(reason(declared[-1])), locked=True)


def _event(state: State, kind: str, **data: Any) -> Event:
    return Event(turn=state.turn, phase=state.phase, kind=kind, data=data)


def _message_of(why: Reason | None) -> tuple[str, Mapping[str, Any]] | None:
    return None if why is None else (why.kind, dict(why.data))


def foresight(state: State, viewer: str, entering: Sequence[str]) -> Callable[[], Any] | None:
    if not is_supported(state.options) or state.phase in ("setup", "ended"):
        return None
    if viewer == GAME_MASTER:
        return partial(known_by, state)
    mine = tuple(c for c in in_play(state) if c.seat == viewer)
    return partial(foreseen, state, mine, read(entering, state.turn)) if mine else None


X = "in.exposed."
UNKNOWN = "–"
"""Stands for a number that is still being computed."""


def exposure_panel(ctx: Ctx, who: str) -> list[ft.Control]:
    """Return in how many zones an intruder can be by the public record, now and after the plan, and why.

    While that is computed the numbers are missing, and nothing moves when they come.
    """
    if ctx.acting or not who:
        return []
    found = ctx.snap.foreseen
    one = next((each for each in found if each.who == who), None) if isinstance(found, tuple) else None
    title = ctx.t(f"{X}of_me") if ctx.role == who else ctx.t(f"{X}of", who=called(ctx, who))
    now = UNKNOWN if one is None else num(one.now)
    after = UNKNOWN if one is None or one.after is None else num(one.after)
    spoken = (title, ctx.t(f"{X}record"), f"{now} {ctx.t(f'{X}now')}", f"{after} {ctx.t(f'{X}after')}")
    left = one.after if one is not None and one.after is not None else 0
    return [_panel(ctx.look, ctx.t(f"{X}numbers", now=now, after=after, n=left), _why(ctx, one), spoken)]


def _why(ctx: Ctx, one: ZoneCounts | None) -> str:
    """Return the part of the plan that reveals most, and what would be known without it."""
    if one is None:
        return ""
    said = [ctx.t(f"{X}refused")] if one.after is None and ctx.view.phase == "intruders" else []
    if one.why is not None:
        kind, params = one.why
        own = f"scorpion.screen.{X}why.{kind}"
        said.append(ctx.say(own if ctx.look.t.has(own) else f"scorpion.{kind}", params))
    if one.still is not None:
        said.append(ctx.t(f"{X}unsearched" if one.locked else f"{X}staying", n=one.still))
    stop = ctx.look.t("map.stop")
    return "".join(each.rstrip(".。") + stop for each in said).strip()


@block
def _panel(look: Look, numbers: str, why: str, spoken: tuple[str, ...]) -> ft.Control:
    """Draw the two numbers in one line and the reason below it; a screen reader speaks each with its meaning."""
    large = look.scale > 1.15
    words = [
        text(look, "subject", numbers, lines=None if large else 2),
        text(look, "caption", why or " ", look.p.text_2, lines=None if large else 3, line=17),
    ]
    inside = ft.Column([*words], spacing=2, tight=True)
    return named(aloud(*spoken, why), panel(look, inside, strong=True, padding=inset(12, 6)))
