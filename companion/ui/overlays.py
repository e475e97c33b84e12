"""The sheets that any screen may have over it: a clause, a refusal, a message, a proposal; searching clauses; the
alarm that the past was changed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import RewrittenPast, SeatInfo, Snapshot
from companion.ui import (
    Handler,
    Main,
    Side,
    act,
    aloud,
    block,
    button_side,
    chip,
    clause_sheet,
    column,
    dock,
    edge,
    icon,
    message_sheet,
    refusal_sheet,
    row,
    sheet,
    text,
    theme,
)
from companion.ui.base import at_most
from companion.ui.phrases import counted, game_name, games, seat_names
from companion.ui.sheets import Instead
from companion.ui.theme import Look
from companion.ui.words import listed, names, say, terms_of, word
from referee.core.rulebook import TABLE_CLAUSES
from referee.core.values import Clause, Prompt

TABLE = "table"
"""The key of the table's own rules, beside those of the games."""


class Group(NamedTuple):
    """Clauses that belong together: their number and title."""

    number: str
    title: str
    clauses: tuple[Clause, ...]


def rulebook(game: str) -> tuple[Clause, ...]:
    """Return a game's clauses, or the table's, in order; none for an unknown game."""
    if game == TABLE:
        return tuple(TABLE_CLAUSES)
    return tuple(games()[game].CLAUSES) if game in games() else ()


def rulebook_name(look: Look, game: str) -> str:
    return look.t("app.rules.table") if game == TABLE else game_name(look, game)


@lru_cache(maxsize=1)
def _every() -> dict[str, tuple[str, Clause]]:
    return {clause.id: (game, clause) for game in (*games(), TABLE) for clause in rulebook(game)}


def clause_of(clause: str) -> tuple[str, Clause] | None:
    return _every().get(clause)


def words_of(look: Look, clause: Clause) -> str:
    return clause.text(look.lang)


def grouped(look: Look, game: str, search: str = "") -> tuple[Group, ...]:
    """Return a game's clauses by group; with `search`, only those whose number or text contains all its words."""
    wanted = plain(search).split()
    found = [c for c in rulebook(game) if all(w in plain(" ".join((c.id, *c.texts.values()))) for w in wanted)]
    return tuple(
        Group(number, title(look, game, number), tuple(clauses)) for number, clauses in groupby(found, key=group_of)
    )


def group_of(clause: Clause) -> str:
    """Return the number of a clause's group: 6 for `GAME-6.4`, D for `GAME-D4`."""
    number = clause.id.rsplit("-", 1)[-1].partition(".")[0]
    return number if number.isdecimal() else number.rstrip("0123456789")


def title(look: Look, game: str, number: str) -> str:
    key = f"app.group.{game}.{number}"
    return look.t(key) if look.t.has(key) else look.t("app.rules.group", n=number)


def plain(text: str) -> str:
    """Return a text in the form in which it is searched, without differences of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()


def total(groups: Sequence[Group]) -> int:
    return sum(len(group.clauses) for group in groups)


_END = re.compile(r"。|(?<=\.) ")
"""Where a sentence ends. A title keeps the full stop in languages that write a space after it."""
CONSENT = "table.consent"
"""The ask of a prompt for consent to a house ruling."""


def overlays(
    look: Look, snap: Snapshot, actions: Actions, *, declared: str = "", insteads: Sequence[Instead] = ()
) -> ft.Control | None:
    """Return the sheet over a screen now, or None; pass it to `screen(overlay=…)`.

    One at a time: the clause being read, the refusal, the app's own message, the seats that came with the address, the
    proposed house ruling, the lost phone whose seat others want to free. `declared` says what was refused in the game's
    words ("A card in front of Chie"), `insteads` are actions to offer instead.
    """
    if snap.clause:
        return _clause(look, snap, actions)
    if snap.refusal is not None:
        return _refusal(look, snap, actions, declared, tuple(insteads))
    if snap.notice:
        title, rest = sentences(say(look, snap, snap.notice, snap.notice_params))
        return message_sheet(look, actions, title, rest, "", (), False)
    if snap.carried:
        return _carried(look, snap, actions)
    if (asked := proposal(snap)) is not None:
        return _proposal(look, snap, actions, asked)
    lost = to_be_freed(snap)
    return None if lost is None else _to_be_freed(look, snap, actions, lost)


def _carried(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    match = snap.match
    assert match is not None
    who = seat_names(look, match.seats, snap.carried)
    return carried_sheet(look, actions, who, game_name(look, match.game), match.code, len(snap.carried))


@block
def carried_sheet(look: Look, actions: Actions, who: str, game: str, code: str, count: int) -> ft.Control:
    """Return the question whether this phone takes the seats of a link's keys: its sender may be a stranger."""
    t, p = look.t, look.p
    title = t("app.carried.title", names=who)
    about = counted(look, "app.carried.about", count, names=who, game=game, code=code)
    head = ft.Semantics(
        content=ft.Column(
            [text(look, "headline", title, lines=at_most(look, 3)), text(look, "body", about)], spacing=8, tight=True
        ),
        label=aloud(title, about),
        live_region=True,
        container=True,
        exclude_semantics=True,
    )
    answers = row(
        [
            button_side(look, t("app.carried.no"), act(actions.sharing.take_carried, False), None, 56, True, True),
            button_side(look, t("app.carried.yes"), act(actions.sharing.take_carried, True), None, 56, True, True),
        ],
        spacing=10,
    )
    return sheet(look, [head, text(look, "body", t("app.carried.careful"), p.text_2), answers])


def sentences(words: str) -> tuple[str, str]:
    """Split a message into its first sentence, for the title, and the rest."""
    first, *rest = _END.split(words, maxsplit=1)
    return first, "".join(rest).strip()


def _clause(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    found = clause_of(snap.clause)
    if found is None:
        return clause_sheet(look, actions, snap.clause, look.t("app.rules.unknown"))
    game, clause = found
    return clause_sheet(look, actions, clause.id, words_of(look, clause), rulebook_name(look, game))


def _refusal(look: Look, snap: Snapshot, actions: Actions, declared: str, insteads: tuple[Instead, ...]) -> ft.Control:
    ruling = snap.refusal
    assert ruling is not None
    if ruling.private and snap.held == "covered":
        # The refusal rests on a secret: while the cover is closed not even its clause is shown.
        return message_sheet(look, actions, look.t("app.refused"), look.t("app.refused_privately"), "", (), True)
    why = say(look, snap, ruling.reason, ruling.params)
    if not ruling.clause:
        return message_sheet(look, actions, look.t("app.refused"), why, "", (), True)
    overrule = None
    if not ruling.firm and snap.refused_move is not None:
        overrule = act(actions.match.house_ruling, move=snap.refused_move)
    return refusal_sheet(look, actions, declared or look.t("app.refused_what"), why, ruling.clause, insteads, overrule)


def refusal_dock(
    look: Look, snap: Snapshot, actions: Actions, ask: str = "", again: Handler | None = None
) -> ft.Control | None:
    """Return the dock below a refusal: still your turn, choose again; None if nothing was refused.

    `again` goes back to choosing.
    """
    ruling, t = snap.refusal, look.t
    if ruling is None:
        return None
    mine = any(p.seat == snap.viewer and p.must for p in snap.prompts)
    hidden = ruling.private and snap.held == "covered"
    left = None
    if ruling.clause and not hidden:
        left = Side(t("app.refused.rule"), ft.Icons.MENU_BOOK_SHARP, act(actions.pages.clause, ruling.clause))
    return dock(
        look,
        state="asked",
        line=t("app.refused.still" if mine else "app.refused.nothing"),
        ask=ask or t("app.refused.ask" if mine else "app.refused.ask_other"),
        left=left,
        main=Main(t("app.refused.again" if mine else "app.refused.go_back"), again or act(actions.pages.dismiss)),
        mark=ft.Icons.REPLAY_SHARP,
    )


def proposal(snap: Snapshot) -> Prompt | None:
    """Return the prompt about a house ruling that waits for this phone's seat, or None."""
    if snap.role != "seat" or snap.curtain:
        return None
    return next((p for p in snap.prompts if p.ask == CONSENT and p.seat == snap.viewer), None)


def _proposal(look: Look, snap: Snapshot, actions: Actions, asked: Prompt) -> ft.Control:
    t, params, called = look.t, asked.params, names(snap.match)
    proposer = word(look, called, "actor", params.get("actor"))
    facts = []
    if "corrects" in params:
        return proposal_sheet(look, actions, proposer, (corrected(look, snap, params),), t("app.house.correction"))
    if params.get("move") is not None:
        facts.append(t("app.house.move", name=word(look, called, "seat", params.get("seat"))))
    if params.get("adjust"):
        points = params["adjust"].get("points", params["adjust"])
        facts.append(t("app.house.adjust", points=word(look, called, "points", points)))
    if params.get("note"):
        facts.append(t("app.house.note", note=str(params["note"])))
    return proposal_sheet(look, actions, proposer, tuple(facts))


def corrected(look: Look, snap: Snapshot, params: Mapping[str, Any]) -> str:
    """Return in words what a proposed correction would do, as far as this phone may know."""
    t, called = look.t, names(snap.match)
    at = {"n": params["line"], "name": word(look, called, "seat", params["seat"])}
    was, now = params["corrects"] or {}, params["move"]
    if params["line"] is not None and now is None:
        return t("app.house.back" if params["onward"] else "app.house.strike", **at)
    differ = [name for name, value in (now or {}).items() if value != was.get(name)]
    if params["line"] is None or not differ:
        return t("app.house.corrects", **at)
    terms = terms_of(snap)
    words = [
        listed(look, [word(look, called, name, move.get(name), terms) for name in differ]) for move in (was, now)
    ]
    return t("app.house.becomes", was=words[0], now=words[1], **at)


def to_be_freed(snap: Snapshot) -> SeatInfo | None:
    """Return the seat that others want to free and about which this phone's seats have not answered, or None."""
    if snap.role != "seat" or snap.curtain or snap.match is None:
        return None
    asked = (each for each in snap.match.seats if each.freeing and not each.mine)
    return next((each for each in asked if not agrees(snap, each)), None)


def agrees(snap: Snapshot, lost: SeatInfo) -> bool:
    """Tell whether all seats of this phone agree to free a lost one."""
    return set(snap.my_seats) <= set(lost.freeing)


def _to_be_freed(look: Look, snap: Snapshot, actions: Actions, lost: SeatInfo) -> ft.Control:
    assert snap.match is not None
    title = look.t("app.lobby.together_who", names=seat_names(look, snap.match.seats, lost.freeing), name=lost.name)
    yes, no = (act(actions.lobby.free_together, lost.seat, agreed) for agreed in (True, False))
    return free_seat_sheet(look, title, lost.name, lost.away, yes, no)


@block
def free_seat_sheet(look: Look, title: str, name: str, away: int, yes: Handler, no: Handler) -> ft.Control:
    """Return the question whether to free the seat of a phone that is gone. `away`: for how many minutes."""
    t = look.t
    facts = [
        text(look, "body", counted(look, "app.lobby.lost", away), size=17, line=25),
        text(look, "body", t("app.lobby.together_about", name=name), look.p.text_2),
    ]
    head = _question(look, t("app.lobby.together"), title)
    return sheet(look, [head, *facts, _answers(look, yes, no, t("app.lobby.together_no"))])


@block
def proposal_sheet(look: Look, actions: Actions, proposer: str, facts: tuple[str, ...], title: str = "") -> ft.Control:
    """Return the question whether a house ruling or a correction is accepted: two answers of the same weight."""
    t = look.t
    head = _question(look, title or t("app.house.title"), t("app.house.over", name=proposer))
    said = [text(look, "body", fact, size=17, line=25) for fact in facts]
    about = text(look, "body", t("app.house.ask"), look.p.text_2)
    yes, no = (act(actions.match.consent, agreed) for agreed in (True, False))
    answers = _answers(look, yes, no, t("app.house.no_entry" if title else "app.house.no"))
    return sheet(look, [head, *said, about, answers])


def _question(look: Look, over: str, title: str) -> ft.Control:
    """Return the head of a question to all, which a screen reader speaks as soon as it is shown."""
    lines: list[ft.Control] = [text(look, "label", over, look.p.text_2)]
    lines.append(text(look, "headline", title, lines=at_most(look, 3)))
    return ft.Semantics(
        content=ft.Column(lines, spacing=0, tight=True),
        label=aloud(over, title),
        live_region=True,
        container=True,
        exclude_semantics=True,
    )


def _answers(look: Look, yes: Handler, no: Handler, no_words: str) -> ft.Control:
    """Return two answers of the same weight."""
    agree = button_side(look, look.t("app.house.yes"), yes, None, 56, True, True)
    return row([agree, button_side(look, no_words, no, None, 56, True, True)], spacing=10)


# The alarm over a match whose past was changed


def with_changed_past(look: Look, snap: Snapshot, actions: Actions, shown: ft.Control) -> ft.Control:
    """Return a screen below the alarm that says what differs, if anything does."""
    if snap.rewritten is None:
        return shown
    return ft.Column(
        [alarm(look, actions, snap.rewritten, snap.screen == "log"), ft.Container(shown, expand=True)],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip


@block
def alarm(look: Look, actions: Actions, found: RewrittenPast, at_log: bool) -> ft.Control:
    """Draw the alarm and its actions: open the log or, on the log, accept the journal as it is now."""
    p, t = look.p, look.t
    title, more = t(f"app.rewritten.title.{found.kind}"), what_differs(look, found)
    mark = ft.Container(
        icon(look, ft.Icons.REPORT_SHARP, 24, p.on_accent), width=40, height=40, alignment=ft.Alignment.CENTER,
        bgcolor=p.accent, border_radius=theme.R_CARD,
    )  # fmt: skip
    said = ft.Semantics(
        content=row(
            [
                mark,
                column(
                    [
                        text(look, "subject", title, lines=3),
                        text(look, "label", more, p.text_2, bold=False, lines=6),
                    ],
                    expand=True,
                ),
            ],
            spacing=12, vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        label=aloud(title, more), live_region=True, container=True, exclude_semantics=True,
    )  # fmt: skip
    if at_log and look.scale > 1.15:  # its text wraps
        tap = button_side(look, t("app.rewritten.anew"), act(actions.match.follow_anew), None, theme.TOUCH, True)
    elif at_log:
        tap = chip(look, t("app.rewritten.anew"), act(actions.match.follow_anew))
    else:
        tap = chip(look, t("app.end.log"), act(actions.pages.go, "log"))
    large = look.scale > 1.15 or at_log
    body = column([said, row([tap], alignment=ft.MainAxisAlignment.END)], spacing=2)
    return ft.SafeArea(
        ft.Container(
            body if large else row([ft.Container(said, expand=True), tap], spacing=8), bgcolor=p.surface,
            padding=ft.Padding(left=14, right=10, top=10, bottom=4), border=edge(2, p.accent),
        ),
        avoid_intrusions_bottom=False,
    )  # fmt: skip


def what_differs(look: Look, found: RewrittenPast) -> str:
    """Return in words what differs, its first line, and since when."""
    t, kind = look.t, found.kind
    if kind == "changed" and found.secret:
        said = t("app.rewritten.locked", n=found.first) if found.first else t("app.rewritten.locked_first")
    elif kind == "changed" and found.first < found.last:
        said = t("app.rewritten.lines", n=found.first, m=found.last)
    elif kind in ("changed", "shorter", "file"):
        said = t(f"app.rewritten.{kind}", n=found.first)
    else:
        said = t(f"app.rewritten.{kind}")
    return " ".join([said, t("app.rewritten.since", at=found.at)]) if found.at else said
