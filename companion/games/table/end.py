"""The end of a match in every game: who won, the proof, the export, and the rematch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.contract.game_ui import ui_of
from companion.contract.snapshot import Rematch, Snapshot
from companion.games.table.context import Ctx, looked
from companion.i18n import num
from companion.ui import (
    Main,
    Side,
    act,
    aloud,
    block,
    chip,
    column,
    dock,
    edge,
    label_row,
    list_panel,
    named,
    panel,
    row,
    ruling_row,
    seal,
    text,
    theme,
)
from companion.ui.base import about_wide, at_most, inset, rule
from companion.ui.seats import seat_face
from companion.ui.theme import Look
from companion.ui.words import listed, names, say
from referee.core.values import Result


def proposed(ctx: Ctx) -> str:
    """Return the seat to start the rematch: the one chosen here, else the one after the last starter."""
    match, chosen = ctx.snap.match, ctx.pick.back.starter
    if match is None or not ui_of(match.game).starter:
        return ""
    ui, seats = ui_of(match.game), [each.seat for each in match.seats]
    if chosen in seats:
        return str(chosen)
    named = match.options.get(ui.starter)
    last = named if named in seats else seats[0] if ui.first_starts and seats else ""
    return seats[(seats.index(last) + 1) % len(seats)] if last else ""


def starters(ctx: Ctx) -> list[ft.Control]:
    """Return the choice of the rematch's starting seat, for a phone that may ask for one and has nothing else open."""
    snap, match = ctx.snap, ctx.snap.match
    asks = snap.role in ("seat", "gm") or snap.host
    if match is None or not asks or not ui_of(match.game).starter or ctx.pick.back.puzzle or ctx.pick.naming:
        return []
    if snap.rematch is not None or snap.rewritten is not None or match.demonstration is not None:
        return []
    pick = proposed(ctx)
    chips = [
        chip(ctx.look, each.name, ctx.change(looked, starter=each.seat), each.seat == pick) for each in match.seats
    ]
    head = label_row(ctx.look, ctx.look.t("app.rematch.who_starts"))
    return [column([head, ft.Row(list(chips), spacing=8, run_spacing=8, wrap=True)], spacing=6)]


def asked(ctx: Ctx) -> list[ft.Control]:
    """Return who asks for a rematch and who has accepted, if anybody asks."""
    again, match = ctx.snap.rematch, ctx.snap.match
    if again is None or match is None or again.mine == "declined":
        return []
    look, t, p = ctx.look, ctx.look.t, ctx.look.p
    title = t("app.rematch.wants", name=ctx.name(again.asked_by)) if again.asked_by else t("app.rematch.title")
    about = t("app.rematch.starts", name=ctx.name(again.starter)) if again.starter else t("app.rematch.same")
    lines: list[ft.Control] = []
    for each in match.seats:
        how = t(f"app.rematch.{_how(ctx, again, each.seat)}")
        face = row([text(look, "subject", each.name, lines=1, expand=True), text(look, "label", how, p.text_2)], 12)
        lines.append(named(f"{each.name}, {how}", ft.Container(face, padding=inset(2, 9), border=rule("top", p.line))))
    head = column([text(look, "subject", title, lines=2), text(look, "caption", about, p.text_2)], 0)
    return [panel(look, column([head, column(lines, 0)], 8), strong=True)]


def _how(ctx: Ctx, again: Rematch, seat: str) -> str:
    if seat in again.come:
        return "ready"
    if seat in again.gone:
        return "not_coming"
    return "this_phone" if seat in ctx.snap.my_seats else "not_yet"


def rematch_dock(ctx: Ctx) -> ft.Control | None:
    """Return the dock about the rematch, or None if nothing is asked of this phone."""
    again, match = ctx.snap.rematch, ctx.snap.match
    if again is None or match is None or again.mine == "declined" or (again.mine == "none" and not again.host):
        return None
    look, t, new = ctx.look, ctx.look.t, ctx.actions.new_match
    line = t("app.rematch.count", n=len(again.come), all=len(match.seats))
    mark = ft.Icons.REPLAY_SHARP
    if again.mine == "asked":
        ask = t("app.rematch.begun" if again.begun else "app.rematch.ask")
        left = Side(t("app.rematch.not_now"), None, act(new.not_now))
        main = Main(t("app.rematch.join"), act(new.rematch))
        return dock(look, state="asked", line=line, ask=ask, left=left, main=main, mark=mark)
    missing = [each.name for each in match.seats if each.seat not in again.come]
    gone = [each.name for each in match.seats if each.seat in again.gone]
    ask = t("app.rematch.waits", names=listed(look, missing))
    if gone:
        ask = t("app.rematch.without", names=listed(look, gone))
    if again.begun:
        ask = t("app.rematch.begun")
    main_ = Main(t("app.rematch.lobby"), act(new.to_rematch)) if again.host or again.begun else None
    return dock(look, state="asked" if again.begun else "waiting", line=line, ask=ask, main=main_, mark=mark)


WORD = re.compile(r"[!-\u024f]+")
"""A word of a language that separates words by spaces."""
BESIDE_SEAL = 108
"""The width in pixels of the seal beside the winner, with the spaces around both."""


def end_dock(ctx: Ctx) -> ft.Control:
    """Return the dock after the end: the rematch that is asked for, else the proof, the export and a new rematch.

    Only a phone that has followed the journal says that nobody has rewritten it.
    """
    if (about_rematch := rematch_dock(ctx)) is not None:
        return about_rematch
    look, snap, actions, t = ctx.look, ctx.snap, ctx.actions, ctx.look.t
    right, made = snap.proof or (0, 0)
    since, until = snap.followed or (0, 0)
    again = (snap.role in ("seat", "gm") or snap.host) and (snap.match is None or snap.match.demonstration is None)
    changed = right < made or snap.rewritten is not None
    if changed:
        ask = t("app.end.ask_broken" if right < made else "app.end.ask_rewritten")
    elif snap.followed is not None:
        ask = t("app.end.ask_honest" if again else "app.end.ask_guest", n=since, m=until)
    else:
        ask = t("app.end.ask" if again else "app.end.over")
    main = Main(t("app.lost.home"), act(actions.pages.go, "home"))
    if again:
        main = Main(t("app.end.again"), act(actions.new_match.rematch, proposed(ctx)))
    if changed:
        main = Main(t("app.end.to_log"), act(actions.pages.go, "log"))
    return dock(
        look,
        state="ruled",
        line=ctx.t("over_line") if snap.rewritten is not None else proof_line(look, snap),
        ask=ask,
        main=main,
        mark=ft.Icons.REPORT_SHARP if changed else ft.Icons.VERIFIED_SHARP,
        left=Side(t("app.end.export"), ft.Icons.IOS_SHARE_SHARP, act(actions.keeping.open)),
    )


def proof_line(look: Look, snap: Snapshot) -> str:
    """Return how many of the secret moves match their commitments."""
    right, made = snap.proof or (0, 0)
    if not made:
        return look.t("app.end.proof_none")
    return look.t("app.end.proof_all" if right == made else "app.end.proof", n=right, all=made)


def outcome(ctx: Ctx) -> list[ft.Control]:
    """Return who won, if the match has a result."""
    result = ctx.view.result
    return [] if result is None else [outcome_head(ctx.look, ctx.snap, result)]


def outcome_head(look: Look, snap: Snapshot, result: Result) -> ft.Control:
    """Return who won, with the seal of a win or a draw, the winners' marks, and the reason in one sentence."""
    t, called = look.t, names(snap.match)
    winners = [called.get(w, w) for w in result.winners]
    if len(winners) == 1:
        sign, words = "勝", t("app.end.wins", name=winners[0])
    elif winners:
        sign, words = "分", t("app.end.share", names=listed(look, winners))
    else:
        sign, words = "分", t("app.end.draw")
    won = tuple((called.get(w, w), w, w in snap.my_seats) for w in result.winners)
    return _outcome(look, sign, words, say(look, snap, result.reason), won)


@block
def _outcome(look: Look, sign: str, words: str, why: str, won: tuple[tuple[str, str, bool], ...]) -> ft.Control:
    p = look.p
    # A name is not broken inside a word: long ones are drawn smaller.
    widest = max((about_wide(word, 28) for word in WORD.findall(words)), default=0.0) * look.scale
    room = theme.ROOM - BESIDE_SEAL
    size = 0 if widest <= room else max(16, int(28 * room / widest))
    marks = [seat_face(look, name, mine, "", 40, seat=seat) for name, seat, mine in won]
    about = column([text(look, "label", why, p.text_2, bold=False, lines=3), *([row(marks, 8)] if marks else [])], 8)
    face = ft.Container(
        row(
            [
                seal(look, sign, 64, filled=True),
                column([text(look, "display", words, lines=at_most(look, 3), size=size), about], expand=True),
            ],
            14,
        ),
        padding=inset(14, 14),
        border=edge(2, p.accent),
        border_radius=theme.R_PANEL,
        gradient=ft.LinearGradient(
            begin=ft.Alignment.TOP_LEFT, end=ft.Alignment.BOTTOM_RIGHT, colors=[p.accent_soft, p.surface]
        ),
    )
    return named(aloud(words, why), face, live_region=True)


def ranking(look: Look, snap: Snapshot, result: Result) -> ft.Control:
    """Return the final ranking: place, name, points. Places may be shared."""
    called = names(snap.match)
    mine = set(snap.my_seats)
    lines = tuple(
        (p.place, p.seat, called.get(p.seat, p.seat), p.points, p.seat in mine, p.seat in result.winners)
        for p in sorted(result.ranking, key=lambda p: p.place)
    )
    return _ranking(look, lines)


@block
def _ranking(look: Look, lines: Sequence[tuple[int, str, str, int, bool, bool]]) -> ft.Control:
    t = look.t
    rows = [
        named(
            f"{t('app.end.place', n=rank)} {name}, {t('app.end.points', n=points)}",
            ft.Container(
                row(
                    [
                        ft.Container(text(look, "subject", t("app.end.place", n=rank), look.p.text_2), width=34),
                        seat_face(look, name, me, "", 36, seat=seat),
                        text(look, "subject", name, lines=1, expand=True),
                        text(look, "numeral_s", num(points), align=ft.TextAlign.END),
                    ],
                    spacing=12,
                ),
                padding=ft.Padding.symmetric(horizontal=14, vertical=8),
                bgcolor=look.p.surface_2 if won else None,
            ),
        )
        for rank, seat, name, points, me, won in lines
    ]
    return column([label_row(look, t("app.end.ranking")), list_panel(look, rows)], spacing=6)


def finding_row(ctx: Ctx, found: Any, title: str, clause: str) -> ft.Control:
    """Return a finding of an audit; it changes nothing, the table decides."""
    about = found.model_dump(exclude={"kind", "certainty", "rewound", "was_open"})
    cause = ctx.say(f"{ctx.WORDS.partition('.')[0]}.finding.{found.kind}", about)
    return ruling_row(ctx.look, ft.Icons.FLAG_SHARP, title, cause, clause, ctx.actions, False, True)


def checked(ctx: Ctx, found: Sequence[ft.Control]) -> list[ft.Control]:
    nothing = text(ctx.look, "label", ctx.t("nothing_found"), ctx.look.p.text_2, bold=False)
    return [label_row(ctx.look, ctx.t("checked")), *(found or [nothing])]
