"""After the end: who won, both secret maps, the replay under a slider, and the findings of audits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.game_ui import WalkedMap, WalkedWay
from companion.games.scorpion.display import concerned, whole_map
from companion.games.scorpion.events import UNANNOUNCED, event_row
from companion.games.scorpion.facts import Ctx, Pick, called
from companion.games.scorpion.gm import master_map
from companion.games.scorpion.map import letter_box, public_map, side_by_side
from companion.games.table.context import Screen
from companion.games.table.end import end_dock, outcome
from companion.ui import (
    Act,
    act,
    aloud,
    block,
    icon,
    icon_button,
    label_row,
    named,
    panel,
    row,
    ruling_row,
    text,
)
from companion.ui.base import fill_column
from companion.ui.choices import chip
from companion.ui.map.board_map import board_map
from companion.ui.map.drawing import MapFacts
from companion.ui.theme import Look
from referee.core.analysis import Puzzle
from referee.scorpion.analysis.after_the_end import Frame
from referee.scorpion.audits.guards import Finding
from referee.scorpion.views.view_model import CharacterView

IC = ft.Icons


def audited(ctx: Ctx) -> list[ft.Control]:
    """Return the findings with their clauses, or that there are none (ledger section 8). They change nothing."""
    found = ctx.snap.findings
    if not found:
        return [clean(ctx.look, ctx.t("audit.none"))]
    return [label_row(ctx.look, ctx.t("audit.head"), str(len(found))), *(finding_row(ctx, each) for each in found)]


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    title = ctx.t(f"audit.{found.certainty}", audit=found.audit)
    return ruling_row(ctx.look, IC.FLAG_SHARP, title, words_of(ctx, found), found.clause, ctx.actions, False, True)


def words_of(ctx: Ctx, found: Finding) -> str:
    """Return a finding in one sentence, by its audit or, if one audit finds several things, by the kind of finding."""
    own = f"scorpion.screen.finding.{found.audit.lower()}"
    kind = "tile" if "tile" in found.about else found.clause.rpartition("-")[2].replace(".", "_")
    key = f"{own}.{kind}" if ctx.look.t.has(f"{own}.{kind}") else own
    return ctx.say(key, found.about)


@block
def clean(look: Look, words: str) -> ft.Control:
    sign = icon(look, IC.VERIFIED_SHARP, 20, look.p.text_2)
    return named(aloud(words), row([sign, text(look, "caption", words, look.p.text_2, expand=True)], 8))


def ways(state: Any, steps: Sequence[Any]) -> WalkedMap | None:
    """Return the map with both paths of an ended match; None if none was noted, as in depth `scores`."""
    if state.phase != "ended":
        return None
    found = []
    for one in state.characters:
        zones: list[str] = []
        turns: list[int] = []
        for walk in one.walks:
            new = walk.zones if not zones or walk.zones[0] != zones[-1] else walk.zones[1:]
            zones += new
            turns += [walk.turn] * len(new)
        if len(zones) > 1 and one.who in ("ninja", "traitor"):
            found.append(WalkedWay(one.who, tuple(zones), tuple(turns)))
    reached = tuple((step.number, step.ruling.state.turn) for step in steps)
    return WalkedMap(state.board.hash, tuple(found), reached) if found else None


PACE = 1.0
"""Seconds between two steps while the replay plays by itself."""
SHOWN = 3
"""The most events of a moment that are shown."""


def frame_index(pick: Pick, count: int) -> int:
    """Return the index of the frame shown, of so many; initially the last one."""
    at = pick.step - 1 if pick.step else count - 1
    return min(max(at, 0), count - 1)


def _stepped(now: Pick, count: int, by: int) -> Pick:
    return replace(now, step=min(max(frame_index(now, count) + by, 0), count - 1) + 1)


def slider_row(ctx: Ctx) -> ft.Control:
    """Return the slider over the turns, with a step back and a step forward beside it."""
    every = ctx.snap.replay
    at = frame_index(ctx.pick, len(every))
    turns = (every[0].turn, every[-1].turn)
    # The first frame of each turn, or of the next turn that has any.
    firsts = (next(n for n, each in enumerate(every, 1) if each.turn >= turn) for turn in range(turns[1] + 1))
    jump = act(_jump, ctx.choose("step"), tuple(firsts))
    back = ctx.change(_stepped, len(every), -1) if at > 0 else None
    forward = ctx.change(_stepped, len(every), 1)
    on = forward if at + 1 < len(every) else None
    again = ctx.choose("step", 1)
    return _slider(ctx.look, turns[0], turns[1], every[at].turn, at + 1, len(every), jump, back, on, forward, again)


def _jump(choose: Any, first: tuple[int, ...], turn: float) -> None:
    """Go to the first moment of a turn. A phone may send any number."""
    if 0 <= turn < len(first):
        choose(first[int(turn)])


@block
def _slider(
    look: Look, least: int, most: int, turn: int, step: int, steps: int, jump: Act, back: Act | None, on: Act | None,
    forward: Act, again: Act,
) -> ft.Control:
    """Draw the slider. While playing it steps `forward` until the end; started at the end, from the first frame."""
    t = look.t
    playing, play = ft.use_state(False)
    latest, ended = ft.use_ref(0), on is None

    async def run() -> None:
        latest.current = mine = (latest.current or 0) + 1
        if playing and ended:
            play(False)
        elif playing:
            await asyncio.sleep(PACE)
            if latest.current == mine:  # nobody has stopped it or moved elsewhere meanwhile
                forward()

    ft.use_effect(run, [playing, step])

    def pressed() -> None:
        if not playing and ended:
            again()
        play(not playing)

    def moved(event: Any) -> None:
        jump(float(event.control.value))

    slider = ft.Slider(
        min=least, max=max(most, least + 1), divisions=max(most - least, 1), value=turn, label="{value}",
        on_change=moved, active_color=look.p.text, inactive_color=look.p.line, thumb_color=look.p.text, expand=True,
    )  # fmt: skip
    where = t("scorpion.screen.replay.at", turn=turn, step=step, of=steps)
    named_slider = ft.Semantics(content=slider, label=where, slider=True, expand=True)
    return ft.Column(
        [
            row(
                [
                    icon_button(look, IC.SKIP_PREVIOUS_SHARP, t("scorpion.screen.replay.back"), back),
                    named_slider,
                    icon_button(
                        look, IC.PAUSE_SHARP if playing else IC.PLAY_ARROW_SHARP,
                        t("scorpion.screen.replay.pause" if playing else "scorpion.screen.replay.play"), pressed,
                    ),
                    icon_button(look, IC.SKIP_NEXT_SHARP, t("scorpion.screen.replay.on"), on),
                ],
                4,
            ),
            text(look, "caption", where, look.p.text_2),
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def frame_rows(ctx: Ctx, frame: Frame) -> list[ft.Control]:
    """Return what became public at a moment, or whose secret move it was."""
    shown = [event for event in frame.events if event.kind not in UNANNOUNCED][:SHOWN]
    if shown:
        return [event_row(ctx, event) for event in shown]
    return [text(ctx.look, "caption", ctx.t("replay.secret_move", name=ctx.name(frame.seat)), ctx.look.p.text_2)]


MAP, MAP_WIDE = 284.0, 580.0


def ended(ctx: Ctx) -> Screen:
    """Draw the record: the result, each intruder's fate, the final positions, the audits."""
    head = [*outcome(ctx), fates(ctx)]
    dock = end_dock(ctx)
    if ctx.view.options.depth != "plays":
        return [*head, *audited(ctx)], dock
    return beside_map(ctx, master_map(ctx), head, audited(ctx)), dock


def replayed(ctx: Ctx) -> list[ft.Control]:
    """Draw the replay under a slider, with what the guards could know at each moment."""
    every = ctx.snap.replay
    if not every:
        return []
    frame: Frame = every[frame_index(ctx.pick, len(every))]
    rest = [slider_row(ctx), *frame_rows(ctx, frame), *guards_knew(ctx, frame)]
    return beside_map(ctx, frame_map(ctx, frame), outcome(ctx), rest)


def beside_map(ctx: Ctx, facts: MapFacts, head: list[ft.Control], rest: list[ft.Control]) -> list[ft.Control]:
    """Return a map between what is above and below it; on a tablet both are beside it."""
    if not ctx.look.wide:
        return [*head, board_map(ctx.look, facts, None, MAP), *rest]
    side = ft.Column([*head, *rest], spacing=14, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    both = [whole_map(ctx.look, facts, MAP_WIDE), side]
    return [ft.Row(both, spacing=24, vertical_alignment=ft.CrossAxisAlignment.START)]


def puzzle_map(ctx: Ctx, puzzle: Puzzle) -> MapFacts:
    """Return the public map at the moment of a puzzle: without intruders who were not seen."""
    frame = next((frame for frame in ctx.snap.replay if frame.number == puzzle.entry), None)
    if frame is None:
        return MapFacts(board=puzzle.board)
    return public_map(replace(ctx, snap=replace(ctx.snap, view=frame.view)))


def sought(ctx: Ctx, entry: int) -> Mapping[str, Any]:
    """Return the changes of the pick that show an entry of the journal in the replay."""
    at = max((n for n, frame in enumerate(ctx.snap.replay) if frame.number <= entry), default=0)
    return {"step": at + 1}


def guards_knew(ctx: Ctx, frame: Frame) -> list[ft.Control]:
    """Return in how many zones each intruder could be as far as the guards could know; a tap shows them on the map."""
    if not frame.cloud:
        return []
    chips = [
        chip(
            ctx.look,
            ctx.t("replay.zones", who=called(ctx, who), n=len(zones)),
            ctx.toggle("who", who),
            ctx.pick.who == who,
            name=ctx.t("replay.could_be", who=called(ctx, who), n=len(zones)),
        )
        for who, zones in frame.cloud.items()
    ]
    return [label_row(ctx.look, ctx.t("replay.guards_knew")), row(chips, 8)]


def frame_map(ctx: Ctx, frame: Frame) -> MapFacts:
    then = replace(ctx, snap=replace(ctx.snap, view=frame.view, held="kept"))
    newest = replace(then, snap=replace(then.snap, view=frame.view.model_copy(update={"record": frame.events})))
    cloud = frame.cloud.get(ctx.pick.who, ())
    return replace(master_map(then), tone="replay", cloud=cloud, concerned=concerned(newest), chosen="")


def fates(ctx: Ctx) -> ft.Control:
    tiles = [fate(ctx.look, *_fate(ctx, c)) for c in ctx.view.characters if c.who in ("ninja", "traitor")]
    return side_by_side(ctx.look, tiles)


def _fate(ctx: Ctx, c: CharacterView) -> tuple[str, str, str]:
    left = (e for e in ctx.view.record[::-1] if e.kind in ("died", "escaped") and e.data.get("intruder") == c.who)
    turn = next((e.turn for e in left), 0)
    status = c.status if c.status in ("escaped", "dead") else "inside"
    secret = ctx.view.intruders
    mission = next((o.mission for o in (secret.characters if secret else ()) if o.who == c.who), None)
    how = ctx.t(f"fate.{status}", turn=turn)
    done = ctx.t("fate.done" if c.accomplished else "fate.not_done", letter=mission or "?")
    return c.who, how, done


@block
def fate(look: Look, who: str, how: str, mission: str) -> ft.Control:
    words = fill_column(text(look, "subject", how, lines=2), text(look, "caption", mission, look.p.text_2, lines=2))
    shown = panel(look, row([letter_box(look, who), words], 10), padding=8)
    return named(aloud(look.t(f"scorpion.{who}"), how, mission), shown)
