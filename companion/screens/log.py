"""The log: the entries in words, newest first; and the sheet for proposing the correction of an entry."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot, WrongEntry
from companion.games.table.notes import parts_form, with_parts
from companion.ui import (
    Handler,
    act,
    aloud,
    app_bar,
    block,
    button_main,
    button_side,
    column,
    edge,
    icon,
    label_row,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    screen,
    sheet,
    strip,
    text,
    theme,
)
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, counted, game_name, paragraph, progress
from companion.ui.seats import seat_face
from companion.ui.sheets import clause_face, sheet_head
from companion.ui.theme import Look
from companion.ui.words import names, say, sentences
from referee.core.journal import LogLine
from referee.core.values import GAME_MASTER, TABLE

IC = ft.Icons


def correct_sheet(
    look: Look,
    snap: Snapshot,
    actions: Actions,
    wrong: WrongEntry,
    words: str,
    opened: str,
    chosen: Mapping[str, str | int],
    opens: Callable[[str], Handler],
    says: Callable[[str, str | int], Handler],
) -> ft.Control:
    """Return the sheet for correcting an entry: the values of its part `opened`, then striking out and going back.

    `words` is the entry in words, `chosen` the new values of its parts.
    """
    t, match = look.t, actions.match
    mine, several = wrong.seat == snap.viewer, snap.match is not None and len(snap.match.seats) > 1
    parts: list[ft.Control] = [
        sheet_head(look, t("app.log.entry", n=wrong.line), act(match.entry, 0)),
        text(look, "subject", words, lines=3),
    ]
    if several:
        parts.append(text(look, "label", t("app.log.proposed"), look.p.text_2, bold=False))
    if wrong.parts and (mine or wrong.seat == TABLE):
        kind = str((wrong.move or {}).get("type", ""))
        parts += parts_form(look, snap, kind, wrong.parts, opened, chosen, opens, says)
        move = with_parts(wrong.move or {}, wrong.parts, chosen)
        changed = move != wrong.move
        label = t("app.log.propose" if several else "app.log.correct_alone")
        parts.append(button_main(look, label, act(match.propose, wrong.line, move) if changed else None, changed))
    if mine and wrong.secret:
        parts.append(text(look, "body", t("app.log.note_again"), look.p.text_2))
    if not mine and wrong.seat != TABLE:
        owner = names(snap.match).get(wrong.seat, wrong.seat)
        parts.append(text(look, "body", t("app.log.owner", name=owner), look.p.text_2))
    rows = []
    if mine or not wrong.secret:
        strikes = act(match.propose, wrong.line)
        rows.append(list_row(look, IC.BACKSPACE_SHARP, t("app.log.strike"), t("app.log.strike_about"), "", strikes))
    goes_back = act(match.propose, wrong.line, onward=True)
    rows.append(list_row(look, IC.HISTORY_SHARP, t("app.log.back"), t("app.log.back_about"), "", goes_back))
    return sheet(look, [*parts, list_panel(look, rows)], True)


SHOWN = 40
"""The lines drawn at first, and how many more a tap adds: each costs time and bandwidth."""
DIGITS = 16
"""The characters of a hash that are shown."""
CHIPS = 3
NOTHING_CHOSEN: Final[tuple[tuple[str, str | int], ...]] = ()
"""The new values of a wrong entry's parts, at first."""


class Line(NamedTuple):
    """An entry in words, as it is drawn."""

    number: int
    seat: str
    who: str
    mine: bool
    head: str
    more: tuple[str, ...]
    clauses: tuple[str, ...]
    undone: bool
    house: bool
    note: str
    at: str = ""
    """The time of a pause, which is no entry of the journal; empty for an entry."""


def log(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    return _log(look, snap, actions)


@ft.component
def _log(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    t = look.t
    shown, show = ft.use_state(SHOWN)
    proofs, unfold = ft.use_state(False)
    opened, open_part = ft.use_state("")
    chosen, choose = ft.use_state(NOTHING_CHOSEN)

    def earlier() -> None:
        show(shown + SHOWN)

    def fold() -> None:
        unfold(not proofs)

    def look_at(line: int) -> None:
        open_part("")
        choose(NOTHING_CHOSEN)
        actions.match.entry(line)

    def says(part: str, value: str | int) -> None:
        choose(tuple({**dict(chosen), part: value}.items()))
        open_part("")

    earlier = ft.use_callback(earlier, [shown])
    look_at = ft.use_callback(look_at, [])
    fold = ft.use_callback(fold, [proofs])
    newest = snap.log[::-1]
    merged_lines = merged(look, snap)
    locked = tuple((line.number, line.commitment) for line in newest if line.commitment)
    content: list[ft.Control] = []
    if locked:
        content.append(proof_fold(look, locked, proofs, fold))
    if merged_lines:
        if snap.correctable:
            content.append(paragraph(look, t("app.log.tap_wrong")))
        content += grouped(look, snap, actions, merged_lines[:shown], look_at)
    else:
        content.append(paragraph(look, t("app.log.none")))
    if len(merged_lines) > shown:
        content.append(button_side(look, t("app.log.earlier", n=len(merged_lines) - shown), earlier, None, 48))
    over = overlays(look, snap, actions)
    if over is None and snap.wrong is not None:
        words = line_of(look, snap, snap.log[snap.wrong.line - 1]).head
        over = correct_sheet(
            look, snap, actions, snap.wrong, words, opened, dict(chosen), partial(act, open_part), partial(act, says)
        )
    title = game_name(look, snap.match.game) if snap.match else ""
    gm = snap.role == "gm" and snap.held != "covered"
    ended = snap.match is not None and snap.match.status == "ended"
    return screen(
        look,
        bar=app_bar(look, t("app.log.title"), aloud(title, t("app.log.newest")), back_action(look, actions)),
        strip=strip(look, "ended" if ended else "gm" if gm else "safe"),
        content=content,
        dock=None,
        overlay=over,
        frame="gm" if gm and not ended else "none",
    )


def grouped(
    look: Look, snap: Snapshot, actions: Actions, all_lines: Sequence[Line | LogLine], opens: Handler
) -> list[ft.Control]:
    """Return entries, newest first, in a panel for each round or turn in which they were declared, under its heading.

    `opens` is called with the line of an entry that a seat may have corrected.

    A round begins at a line number of the journal; a pause belongs to the round of the line before it.
    """
    begins = [line for line, _ in snap.counts]

    def reached(line: Line | LogLine) -> str:
        at = bisect_right(begins, line.number)
        return progress(look, snap.match.game, snap.counts[at - 1][1]) if at and snap.match is not None else ""

    parts: list[ft.Control] = []
    for heading, each in groupby(all_lines, reached):
        lines = [line if isinstance(line, Line) else line_of(look, snap, line) for line in each]
        parts += [label_row(look, heading)] if heading else []
        parts.append(entries(look, actions, lines, snap.correctable, opens))
    return parts


def merged(look: Look, snap: Snapshot) -> list[Line | LogLine]:
    """Return the lines of the log and the pauses between them, newest first."""
    master = look.t("app.game_master")
    lines: list[Line | LogLine] = list(snap.log)
    for pause in snap.pauses:
        head = look.t("table_screen.log_paused" if pause.paused else "table_screen.log_went_on")
        lines.append(Line(pause.after, "", master, False, head, (), (), False, False, "", pause.at))
    return sorted(lines, key=lambda line: line.number)[::-1]


def line_of(look: Look, snap: Snapshot, line: LogLine) -> Line:
    """Return a journal entry in words: its notices, or the act where it has none."""
    called = names(snap.match)
    who = called.get(line.seat or line.actor) or look.t(
        "app.game_master" if line.actor == GAME_MASTER else "app.the_table"
    )
    said = sentences(look, snap, line)
    if not said:
        act_ = "secret" if line.act == "declare" and line.commitment else line.act
        said = [say(look, snap, f"app.log.{act_}", {"name": who, "number": line.number})]
    clauses = dict.fromkeys(c for c in (line.clause, *(n.clause for n in line.notices)) if c)
    seat = line.seat or (line.actor if line.actor in called else "")
    return Line(
        line.number,
        seat,
        who,
        seat in snap.my_seats,
        said[0],
        tuple(said[1:]),
        tuple(clauses)[:CHIPS],
        not line.in_force and line.act in ("declare", "house_ruling", "correct"),
        line.house,
        line.note,
    )


def entries(
    look: Look, actions: Actions, lines: Sequence[Line], correctable: Collection[int], opens: Handler
) -> ft.Control:
    """Return entries in one panel. Each has a key, so that a new one moves the others without redrawing them."""
    hairline = ft.Border(top=ft.BorderSide(1, look.p.line))
    handlers = [act(opens, line.number) if line.number in correctable and not line.at else None for line in lines]
    rows = [
        ft.Container(log_row(look, actions, line, handler), key=key_of(lines, n), border=hairline if n else None)
        for n, (line, handler) in enumerate(zip(lines, handlers, strict=True))
    ]
    return ft.Container(
        column(rows),
        bgcolor=look.p.surface,
        border=edge(1, look.p.line),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def key_of(lines: Sequence[Line], n: int) -> str:
    """Return the key of line `n`: its entry's number, or for a pause also its position after that entry."""
    line = lines[n]
    if not line.at:
        return f"entry-{line.number}"
    return f"pause-{line.number}-{sum(bool(each.at) and each.number == line.number for each in lines[n:])}"


@block
def log_row(look: Look, actions: Actions, line: Line, opens: Handler | None) -> ft.Control:
    p, t = look.p, look.t
    ink = p.text_3 if line.undone else p.text
    house = t("app.log.house")
    says_so = house.lower() in line.head.lower()  # not twice
    marks = [each for each, on_ in ((t("app.log.undone"), line.undone), (house, line.house and not says_so)) if on_]
    where = line.at or t("app.log.seat_line", n=line.number, name=line.who)
    over = t("app.list.comma").join([where, *marks])
    words: list[ft.Control] = [
        text(look, "caption", over, p.accent_text if line.house and not line.undone else p.text_2, lines=2),
        text(look, "subject", line.head, ink, struck=line.undone),
        *(
            text(look, "label", each, p.text_3 if line.undone else p.text_2, bold=False, struck=line.undone)
            for each in line.more
        ),
    ]
    if line.note:
        words.append(text(look, "label", t("app.house.note", note=line.note), p.text_2, bold=False))
    face = (
        ft.Container(
            icon(look, ft.Icons.PAUSE_SHARP if line.at else ft.Icons.GAVEL_SHARP, 22, p.accent_text),
            width=36,
            height=36,
            alignment=ft.Alignment.CENTER,
            border=edge(2, p.accent_text),
            border_radius=theme.R_CARD,
        )
        if line.house or line.at
        else seat_face(look, line.who, line.mine, "", 36, seat=line.seat)
    )
    shown = row([face, column(words, expand=True)], spacing=12, vertical_alignment=ft.CrossAxisAlignment.START)
    said = aloud(over, line.head, *line.more, line.note)
    if opens is None:
        spoken = ft.Semantics(content=shown, label=said, container=True, exclude_semantics=True)
    else:
        spoken = pressable(said, ft.Container(shown, on_click=on(opens), ink=True), opens)
    chips = [clause_face(look, actions, c) for c in line.clauses]
    body: list[ft.Control]
    if len(chips) == 1 and look.scale <= 1.3:
        body = [row([ft.Container(spoken, expand=True), *chips], spacing=6)]
    else:
        body = [spoken, ft.Container(row(chips, spacing=6), padding=ft.Padding(left=48, right=0, top=0, bottom=0))]
    return ft.Container(column(body), padding=ft.Padding(left=14, right=10, top=8, bottom=2 if len(chips) > 1 else 8))


@block
def proof_fold(look: Look, locked: Sequence[tuple[int, str | None]], opened: bool, fold: Handler) -> ft.Control:
    """Return the fold with the public hashes of secret moves, shortened."""
    t, p = look.t, look.p
    head = list_row(
        look,
        ft.Icons.LOCK_SHARP,
        t("app.log.proofs"),
        counted(look, "app.log.proofs_about", len(locked)),
        "",
        fold,
        arrow=False,
    )
    if not opened:
        return list_panel(look, [head])
    rows = [
        row(
            [
                ft.Container(text(look, "label", str(number), p.text_2), width=40),
                text(look, "label", f"{digest[:DIGITS]}…", bold=False, expand=True),
            ]
        )
        for number, digest in locked
        if digest
    ]
    return list_panel(look, [head, ft.Container(column(rows, spacing=4), padding=14)])
