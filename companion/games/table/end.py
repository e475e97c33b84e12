"""What the end of a match shows in every game: the proof, the export, the same seats again, who won."""

from __future__ import annotations

import re
from collections.abc import Sequence

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.table.context import Ctx
from companion.games.table.rematch import proposed, rematch_dock
from companion.i18n import num
from companion.ui import (
    Main,
    Side,
    act,
    aloud,
    column,
    dock,
    edge,
    label_row,
    list_panel,
    named,
    row,
    seal,
    still,
    text,
    theme,
)
from companion.ui.base import about_wide, at_most, inset
from companion.ui.look import Look
from companion.ui.seats import seat_face
from companion.ui.words.sentences import listed, names, say
from referee.core.values import Result

WORD = re.compile(r"[!-\u024f]+")
"""A word of a language that writes spaces between them."""
BESIDE_SEAL = 108
"""Pixels across that are not there for who won: the seal beside it, and the spaces around both."""


def end_dock(ctx: Ctx) -> ft.Control:
    """Return the dock after the end: the rematch that is asked for; else the proof that nobody rewrote the past, the
    export, and once more.

    Only a phone that has followed the journal says that nobody did.
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
    """Return how many of the locked moves match their public hashes."""
    right, made = snap.proof or (0, 0)
    if not made:
        return look.t("app.end.proof_none")
    return look.t("app.end.proof_all" if right == made else "app.end.proof", n=right, all=made)


def outcome(ctx: Ctx) -> list[ft.Control]:
    """Return who won, where the match has a result."""
    result = ctx.view.result
    return [] if result is None else [outcome_head(ctx.look, ctx.snap, result)]


def outcome_head(look: Look, snap: Snapshot, result: Result) -> ft.Control:
    """Return who won, with the seal of a win or a draw, the winners' marks, and why in one sentence."""
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


@still
def _outcome(look: Look, sign: str, words: str, why: str, won: tuple[tuple[str, str, bool], ...]) -> ft.Control:
    p = look.p
    # No name is broken inside a word: a long one is smaller.
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
    return ft.Semantics(content=face, label=aloud(words, why), live_region=True, container=True, exclude_semantics=True)


def ranking(look: Look, snap: Snapshot, result: Result) -> ft.Control:
    """Return the final ranking: place, name, points. Places may be shared."""
    called = names(snap.match)
    mine = set(snap.my_seats)
    lines = tuple(
        (p.place, p.seat, called.get(p.seat, p.seat), p.points, p.seat in mine, p.seat in result.winners)
        for p in sorted(result.ranking, key=lambda p: p.place)
    )
    return _ranking(look, lines)


@still
def _ranking(look: Look, lines: Sequence[tuple[int, str, str, int, bool, bool]]) -> ft.Control:
    t = look.t
    rows = [
        named(
            f"{t('app.end.place', n=place)} {name}, {t('app.end.points', n=points)}",
            ft.Container(
                row(
                    [
                        ft.Container(text(look, "subject", t("app.end.place", n=place), look.p.text_2), width=34),
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
        for place, seat, name, points, me, won in lines
    ]
    return column([label_row(look, t("app.end.ranking")), list_panel(look, rows)], spacing=6)


def checked(ctx: Ctx, found: Sequence[ft.Control]) -> list[ft.Control]:
    nothing = text(ctx.look, "label", ctx.t("nothing_found"), ctx.look.p.text_2, bold=False)
    return [label_row(ctx.look, ctx.t("checked")), *(found or [nothing])]
