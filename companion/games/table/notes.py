"""My own notes, and noting them again if something is wrong: the same at every table, only under my own open cover."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import flet as ft

from companion.contract.snapshot import OwnNote, Snapshot
from companion.games.table.context import NO_HINT, Ctx, Pick, in_turn
from companion.games.table.form import in_rows
from companion.games.table.table_screen import C
from companion.ui import Act, Handler, act, button_main, button_side, chip, label_row, list_panel, list_row, sheet, text
from companion.ui.sheets import Instead, sheet_head
from companion.ui.theme import Look
from companion.ui.words import aloud, listed, names, terms_of, word
from referee.core.games import GAMES
from referee.core.journal.noting_again import JsonPath, Part, saying
from referee.core.offers import One

IC = ft.Icons
SHEET: Final = "notes"
"""The name of the sheet of my notes."""
MOST: Final = 2
"""The most notes that a refusal names, and the most other notes that are offered at once."""
TOGETHER: Final = ("table.note_told", "table.note_at_odds")
"""The reasons for which I cannot change a note alone, but the table can."""
What = Callable[[Mapping[str, Any]], str]
"""Returns a few words for a move."""


def looked_at(ctx: Ctx, line: int = 0) -> Act:
    """Return the act that shows my notes, or one of them."""
    return act(in_turn, ctx.put(sheet=SHEET, part="", renoted=()), act(ctx.actions.match.notes, line))


def correct_button(ctx: Ctx) -> list[ft.Control]:
    """Return the button beside my secrets that opens my notes, while the cover is kept open."""
    if ctx.snap.role != "seat" or ctx.ended or ctx.snap.held != "kept":
        return []
    return [button_side(ctx.look, ctx.t("notes.wrong"), looked_at(ctx), IC.EDIT_NOTE_SHARP, 48)]


def insteads(ctx: C, counted: Callable[[C], tuple[Instead, ...]]) -> tuple[Instead, ...]:
    """Return my notes on which a refusal rests, each to be noted again, or the proposal to correct one together.

    If the refusal rests on the contents of the game's copy, the match can go on without that check, or as the game's
    own `counted` says.
    """
    ruling = ctx.snap.refusal
    if ruling is not None and ruling.reason in TOGETHER and ctx.snap.refused_move is not None:
        line = ruling.params["number"]
        proposes = act(ctx.actions.match.correct_together, line, dict(ctx.snap.refused_move))
        together = (IC.GAVEL_SHARP, ctx.t("notes.together"), ctx.t("notes.together_about"), proposes)
        return together, _back_to(ctx, ruling.params.get("line") or line)
    notes = ctx.snap.mendings[:MOST]
    rests_on_box = ruling is not None and ruling.reason in GAMES[ctx.GAME].EXTRAS.notes.counted
    own = counted(ctx) if rests_on_box else ()
    if not notes:
        return (*_unchecked(ctx), *own) if rests_on_box else ()
    again = [
        (IC.EDIT_NOTE_SHARP, ctx.t("notes.again"), ctx.t("notes.line", n=m.line, what=said(ctx, m.says)),
         looked_at(ctx, m.line))
        for m in notes
    ]  # fmt: skip
    return (*again, _back_to(ctx, notes[0].line), *_unchecked(ctx), *own)


def _back_to(ctx: Ctx, line: int) -> Instead:
    """Return the proposal to take the match back to before a line of my log."""
    goes_back = act(ctx.actions.match.correct_together, line, None, onward=True)
    return IC.HISTORY_SHARP, ctx.t("notes.back", n=line), ctx.t("notes.back_about"), goes_back


def _unchecked(ctx: Ctx) -> tuple[Instead, ...]:
    """Return the act that gives up my note, to go on without the check, if it needs no choice."""
    offers = (o for p in ctx.snap.prompts if p.seat == ctx.me for o in p.offers)
    for offer in offers:
        fields = {name: choice.of for name, choice in offer.fields.items() if isinstance(choice, One)}
        clear = len(fields) == len(offer.fields) and all(len(of) == 1 for of in fields.values())
        if clear and offer.move in GAMES[ctx.GAME].EXTRAS.notes.withdrawals:
            gives_up = ctx.declare({"type": offer.move, **{name: of[0] for name, of in fields.items()}})
            return ((IC.EDIT_OFF_SHARP, ctx.t("notes.unchecked"), ctx.t("notes.unchecked_about"), gives_up),)
    return ()


def notes_sheet(ctx: Ctx, what: What) -> ft.Control:
    """Return the sheet of my notes: all of them, or one with the possible values of each part."""
    t, look, notes = ctx.t, ctx.look, ctx.snap.notes
    close = act(in_turn, ctx.put(sheet="", part="", renoted=()), act(ctx.actions.match.notes, None))
    head = sheet_head(look, t("notes.title"), close)
    to_log = act(in_turn, close, act(ctx.actions.pages.go, "log"))
    public = list_row(look, IC.HISTORY_SHARP, t("notes.public"), t("notes.public_about"), "", to_log)
    if not ctx.open or notes is None:
        opens = act(in_turn, act(ctx.actions.match.notes, ctx.snap.noting), act(ctx.actions.secrets.keep))
        about = text(look, "body", t("notes.covered"), look.p.text_2)
        shows = button_side(look, t("notes.open"), opens, IC.VISIBILITY_SHARP, 56)
        return sheet(look, [head, about, shows, list_panel(look, [public])])
    note = next((each for each in notes if each.line == ctx.snap.noting), None)
    if note is not None:
        return sheet(look, [head, *one(ctx, note, what)])
    rows = [
        list_row(look, str(each.line), what(each.move), said(ctx, each.says), "", looked_at(ctx, each.line))
        for each in notes
    ]
    which = t("notes.choose" if rows else "notes.none")
    return sheet(look, [head, text(look, "body", which, look.p.text_2), list_panel(look, [*rows, public])])


def one(ctx: Ctx, note: OwnNote, what: What) -> list[ft.Control]:
    """Return one note: the values that fit what was refused, else its parts, and the button that notes it again."""
    t, look = ctx.t, ctx.look
    shown: list[ft.Control] = [
        text(look, "subject", aloud(what(note.move), said(ctx, note.says)), lines=3),
        text(look, "label", t("notes.told"), look.p.text_2, bold=False),
    ]
    mending = next((each for each in ctx.snap.mendings if each.line == note.line), None)
    for move in mending.now[:MOST] if mending is not None else ():
        so = t("notes.so", what=said(ctx, {field: move.get(field) for field in note.says}))
        shown.append(button_side(look, so, _notes(ctx, note.line, move, True), IC.CHECK_SHARP, 56))
    chosen = dict(ctx.pick.renoted)

    def opens(part: str) -> Act:
        return ctx.put(part=part)

    kind = str(note.move.get("type", ""))
    shown += parts_form(look, ctx.snap, kind, note.parts, ctx.pick.part, chosen, opens, partial(ctx.change, _says))
    move = with_parts(note.move, note.parts, chosen)
    changed = move != note.move
    again = _notes(ctx, note.line, move, False) if changed else None
    return [*shown, button_main(look, t("notes.again"), again, changed)]


def parts_form(
    look: Look,
    snap: Snapshot,
    kind: str,
    parts: Sequence[Part],
    opened: str,
    chosen: Mapping[str, str | int],
    opens: Callable[[str], Handler],
    says: Callable[[str, str | int], Handler],
) -> list[ft.Control]:
    """Return the parts of an entry under the words of each field or, of the part that is `opened`, its possible values.

    While a part is opened nothing else is shown, so that its values are where it was. `kind` is the type of the move.
    Parts are named by their places; `chosen` holds their new values.
    """
    t = look.t
    part = next((each for each in parts if key_of(each) == opened), None)
    shown: list[ft.Control] = [text(look, "body", t("table_screen.notes.part"), look.p.text_2)]
    for field in dict.fromkeys(str(each.at[0]) for each in (parts if part is None else (part,))):
        of_it = [each for each in parts if each.at[0] == field and part in (None, each)]
        faces = [_part(look, snap, each, chosen.get(key_of(each), each.now)) for each in of_it]
        chips = [
            chip(
                look, face, opens("" if each is part else key_of(each)),
                each is part or chosen.get(key_of(each), each.now) != each.now,
                name=t("table_screen.notes.is_wrong", what=face),
            )
            for each, face in zip(of_it, faces, strict=True)
        ]  # fmt: skip
        label = label_of(look, snap, kind, field)
        shown += [*([label_row(look, label)] if label else []), *in_rows(chips, faces)]
    if part is not None:
        now, words = chosen.get(opened, part.now), [_value(look, snap, part.at, value) for value in part.of]
        values = [
            chip(look, each, says(opened, value), value == now, name=t("table_screen.notes.is", what=each))
            for each, value in zip(words, part.of, strict=True)
        ]
        instead = t("table_screen.notes.instead", what=_part(look, snap, part, part.now))
        shown += [label_row(look, instead), *in_rows(values, words)]
    return shown


def label_of(look: Look, snap: Snapshot, kind: str, field: str) -> str:
    """Return the name of a move's field in its game; empty if it has none."""
    game = snap.match.game.replace("-", "_") if snap.match is not None else ""
    keys = (f"{game}.field.{kind}.{field}", f"{game}.screen.part.{field}", f"{game}.option.{field}")
    return next((look.t(key) for key in keys if look.t.has(key)), "")


def with_parts(move: Mapping[str, Any], parts: Sequence[Part], chosen: Mapping[str, str | int]) -> dict[str, Any]:
    """Return a move with the chosen values of its parts."""
    changed = dict(move)
    for part in parts:
        changed = saying(changed, part.at, chosen[key_of(part)]) if key_of(part) in chosen else changed
    return changed


def changed(ctx: Ctx) -> list[ft.Control]:
    """Return, after the end, the notes that were changed, with old and new values (METSUKE-6.3)."""
    found = ctx.snap.changed
    if not found:
        return []
    rows = [
        list_row(
            ctx.look, str(each.line), ctx.name(each.seat),
            ctx.t("notes.changed", was=said(ctx, each.was), now=said(ctx, each.now)),
        )
        for each in found
    ]  # fmt: skip
    return [label_row(ctx.look, ctx.t("notes.all_changed"), str(len(found))), list_panel(ctx.look, rows)]


def said(ctx: Ctx, says: Mapping[str, Any]) -> str:
    """Return a note's fields in words."""
    return listed(ctx.look, [_words(ctx.look, ctx.snap, field, value) for field, value in says.items()])


def _notes(ctx: Ctx, line: int, move: Mapping[str, Any], then: bool) -> Act:
    declares = act(ctx.actions.match.note_again, line, dict(move), then)
    return act(in_turn, ctx.put(sheet="", part="", renoted=()), declares)


def _says(now: Pick, key: str, value: str | int) -> Pick:
    return replace(now, **NO_HINT, part="", renoted=tuple({**dict(now.renoted), key: value}.items()))


def key_of(part: Part) -> str:
    """Return the place of a part in its entry, as one text."""
    return "/".join(map(str, part.at))


def _part(look: Look, snap: Snapshot, part: Part, value: str | int) -> str:
    keys = [_words(look, snap, "", key) for key in part.at[1:] if isinstance(key, str)]
    return " ".join((*keys, _value(look, snap, part.at, value)))


def _value(look: Look, snap: Snapshot, at: JsonPath, value: str | int) -> str:
    keyed = any(isinstance(key, str) for key in at[1:])  # the zone of a mark is not a mark, although its id may be T1
    return _words(look, snap, "" if keyed else str(at[0]), value)


def _words(look: Look, snap: Snapshot, field: str, value: Any) -> str:
    return word(look, names(snap.match), field, value, terms_of(snap))
