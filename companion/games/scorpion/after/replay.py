"""Going through a finished match: the slider's long jumps from turn to turn, and single steps between."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.events import QUIET, event_row
from companion.games.scorpion.facts import Pick
from companion.games.scorpion.frame import Ctx
from companion.ui import Act, act, block, icon_button, row, text
from companion.ui.look import Look
from referee.scorpion.analysis.after_the_end import Frame

IC = ft.Icons
PACE = 1.0
"""Seconds from one step to the next while the replay plays by itself."""
SHOWN = 3
"""Events of a moment that are told."""


def frames(ctx: Ctx) -> tuple[Frame, ...]:
    """Return the match frame by frame; nothing where it cannot be watched."""
    return ctx.snap.replay


def place(ctx: Ctx) -> int:
    """Return at which frame the phone looks, from 0; the last one until somebody moves."""
    return _place(ctx.pick, len(frames(ctx)))


def _place(pick: Pick, count: int) -> int:
    at = pick.step - 1 if pick.step else count - 1
    return min(max(at, 0), count - 1)


def _stepped(now: Pick, count: int, by: int) -> Pick:
    return replace(now, step=min(max(_place(now, count) + by, 0), count - 1) + 1)


def frame_at(ctx: Ctx) -> Frame | None:
    every = frames(ctx)
    return every[place(ctx)] if every else None


def first_of_turn(ctx: Ctx, turn: int) -> int:
    """Return the first frame of a turn, or of the next one that has any."""
    return next((n for n, frame in enumerate(frames(ctx)) if frame.turn >= turn), len(frames(ctx)) - 1)


def slider_row(ctx: Ctx) -> ft.Control:
    """Return the slider over the turns with a step back and a step on beside it."""
    every, at = frames(ctx), place(ctx)
    turns = (every[0].turn, every[-1].turn)
    jump = act(_jump, ctx.choose("step"), tuple(first_of_turn(ctx, turn) + 1 for turn in range(turns[1] + 1)))
    back = ctx.change(_stepped, len(every), -1) if at > 0 else None
    on = ctx.change(_stepped, len(every), 1) if at + 1 < len(every) else None
    ahead = ctx.change(_stepped, len(every), 1)
    again = ctx.choose("step", 1)
    return _slider(ctx.look, turns[0], turns[1], every[at].turn, at + 1, len(every), jump, back, on, ahead, again)


def _jump(choose: Any, first: tuple[int, ...], turn: float) -> None:
    """Go to the first moment of a turn. What a phone sends is only a number; it may be any."""
    if 0 <= turn < len(first):
        choose(first[int(turn)])


@block
def _slider(
    look: Look, least: int, most: int, turn: int, step: int, steps: int, jump: Act, back: Act | None, on: Act | None,
    ahead: Act, again: Act,
) -> ft.Control:
    """Draw the slider. Playing, it goes `ahead` a step at a time until the end; begun at the end, from the first."""
    t = look.t
    playing, play = ft.use_state(False)
    latest, ended = ft.use_ref(0), on is None

    async def run() -> None:
        latest.current = mine = (latest.current or 0) + 1
        if playing and ended:
            play(False)
        elif playing:
            await asyncio.sleep(PACE)
            if latest.current == mine:  # nobody has stopped it or gone elsewhere meanwhile
                ahead()

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


def told_frame(ctx: Ctx, frame: Frame) -> list[ft.Control]:
    """Return what became public at a moment; a secret move says whose it was."""
    shown = [event for event in frame.events if event.kind not in QUIET][:SHOWN]
    if shown:
        return [event_row(ctx, event) for event in shown]
    return [text(ctx.look, "caption", ctx.t("replay.secret_move", name=ctx.name(frame.seat)), ctx.look.p.text_2)]
