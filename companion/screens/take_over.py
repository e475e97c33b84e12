"""Entering a position: the host enters what lies open, each seat its own part under its cover; their fields."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import (
    Choice,
    Counts,
    Entered,
    Entering,
    Field,
    Step,
    TakeOver,
    Things,
    Zones,
    in_words,
    ui_of,
)
from companion.contract.snapshot import MatchInfo, Snapshot, TakeOverState
from companion.ui import (
    Act,
    Main,
    Side,
    act,
    app_bar,
    block,
    chip,
    choice_bar,
    column,
    dock,
    label_row,
    list_panel,
    list_row,
    panel,
    row,
    screen,
    short_clause,
    strip,
    text,
    theme,
)
from companion.ui import Choice as Option
from companion.ui.base import about_wide
from companion.ui.frame import BarAction
from companion.ui.live_field import live_field
from companion.ui.map.board_map import MapFacts, Mark, board_map
from companion.ui.options import steps
from companion.ui.overlays import overlays
from companion.ui.phrases import game_name, paragraph
from companion.ui.theme import Look
from companion.ui.words import listed, names, say
from referee.core.values import TABLE, Ruling, Seat

BAR, EDGES = 5, 44
"""The most choices in one bar, and the pixels around the words of each."""
MAP = 400
MOST_STEPS = 30
"""Numbers with a larger range can also be typed."""
MOST_DIGITS = 9
"""The most digits of a typed number that are read; a phone may send thousands."""


def drawn(look: Look, actions: Actions, part: str, fields: Sequence[Field], entered: Entered) -> list[ft.Control]:
    """Return the fields of a step except those of zones, which share one map (`zones`)."""
    found: list[ft.Control] = []
    for each in fields:
        change = act(actions.take_over.enter, part, each.key)
        value = entered.get(each.key)
        if isinstance(each, Counts):
            found.append(counts(look, each, tuple((value or {}).items()), change))
        elif isinstance(each, Choice):
            found.append(choice(look, each, value or "", change))
        elif isinstance(each, Things):
            found.append(things(look, each, tuple(value or ()), change))
    return found


@block
def counts(look: Look, field: Counts, value: tuple[tuple[str, int], ...], change: Act) -> ft.Control:
    """Draw numbers, one per row; each tap changes one by 1."""
    known = dict(value)
    rows: list[ft.Control] = []
    for key, label in field.rows:
        name = label or field.title
        now = known.get(key, field.least)
        few = steps(look, name, now, (field.least, field.most), act(_by, change, key, now))
        if field.most - field.least > MOST_STEPS:
            few[1] = _typed(look, name, now, field.most, act(_number, change, key))
        face = row([text(look, "subject", name, expand=True, lines=2), *few], spacing=0)
        rows.append(ft.Container(face, padding=ft.Padding.symmetric(horizontal=12, vertical=2)))
    right = look.t("app.take_over.sum", n=sum(known.values())) if field.total else ""
    alone = len(field.rows) == 1 and not field.rows[0][1]
    return column([*([] if alone else [label_row(look, field.title, right)]), list_panel(look, rows)], spacing=4)


def _typed(look: Look, name: str, now: int, most: int, on_typed: Act) -> ft.Control:
    """Return the field between − and + in which the number can be typed."""
    field = live_field(look, str(now), on_typed, name=name, bare=True, limit=len(str(most)), digits=True)
    return ft.Container(
        ft.Row([field], spacing=0),
        width=theme.grown(look, 64),
        border=ft.Border.only(bottom=ft.BorderSide(theme.LINE, look.p.line_strong)),
    )


def _number(change: Act, key: str, typed: str) -> None:
    if typed.isdecimal() and len(typed) <= MOST_DIGITS:
        change("number", [key, int(typed)])


def _by(change: Act, key: str, now: int, wanted: int) -> None:
    """Send the difference, not the number: two quick taps are two steps, whatever was drawn between them."""
    change("count", [key, wanted - now])


@block
def choice(look: Look, field: Choice, chosen: str, change: Act) -> ft.Control:
    """Draw a choice: as one bar if it fits, else as chips."""
    head = label_row(look, field.title)
    if len(field.values) <= BAR and sum(about_wide(words) + EDGES for _, words in field.values) < theme.ROOM:
        options = tuple(Option(value, words) for value, words in field.values)
        return column([head, choice_bar(look, options, chosen, act(change, "choose"))], spacing=4)
    chips = [chip(look, words, act(change, "choose", value), value == chosen) for value, words in field.values]
    return column([head, wrapped(chips)], spacing=4)


@block
def things(look: Look, field: Things, value: tuple[str, ...], change: Act) -> ft.Control:
    """Draw the things that can be entered as chips: a tap enters one more or, if there is no more, removes it."""
    words = dict(field.values)
    rows: list[ft.Control] = [label_row(look, field.title, look.t("app.take_over.of", n=len(value), of=field.most))]
    if value and (field.ordered or field.copies > 1):
        in_order = [f"{n}. {words.get(each, each)}" for n, each in enumerate(value, 1)]
        shown = in_order if field.ordered else [words.get(each, each) for each in value]
        taken = [
            chip(look, label, act(change, "drop", each), True, None, look.t("app.take_over.drop", thing=label))
            for label, each in zip(shown, value, strict=True)
        ]
        rows.append(wrapped(taken))
    pool = []
    for each, label in field.values:
        has = value.count(each)
        how = "drop" if has and has >= field.copies else "add"
        pool.append(chip(look, label, act(change, how, each), has > 0, count=has if field.copies > 1 else 0))
    return column([*rows, wrapped(pool)], spacing=6)


@block
def zones(
    look: Look,
    board: str,
    fields: tuple[Zones, ...],
    values: tuple[tuple[str, ...], ...],
    active: int,
    to: Act,
    tap: Act,
) -> ft.Control:
    """Draw one map for all fields of zones, and above it the choice of the field that a tap on the map fills."""
    rows = [
        chip(
            look,
            f"{n + 1}  {each.title}",
            act(to, n),
            n == active,
            name=f"{each.title}: {listed(look, values[n]) if values[n] else look.t('app.take_over.no_zone')}",
            count=len(values[n]),
        )
        for n, each in enumerate(fields)
    ]
    now = fields[active]
    marks = [
        Mark(zone, _label(n, values[n].count(zone)), "vermilion" if n == active else "pale")
        for n in range(len(fields))
        for zone in dict.fromkeys(values[n])
    ]
    facts = MapFacts(
        board, "secret" if look.secret else "public", marks=tuple(marks), targets=tuple((z, "") for z in now.zones)
    )
    many = look.t("app.take_over.of", n=len(values[active]), of=now.most)
    head = label_row(look, look.t("app.take_over.tap_zones", what=now.title), many)
    where = text(look, "label", listed(look, values[active]) if values[active] else look.t("app.take_over.no_zone"))
    return column([wrapped(rows), head, where, panel(look, board_map(look, facts, tap, MAP), padding=0)], spacing=8)


def _label(field: int, times: int) -> str:
    return f"{field + 1}" if times == 1 else f"{field + 1}\N{MULTIPLICATION SIGN}{times}"


def wrapped(chips: Sequence[ft.Control]) -> ft.Control:
    """Return chips in as many lines as they take."""
    return ft.Row([ft.Row([each], tight=True) for each in chips], spacing=6, run_spacing=6, wrap=True)


IC = ft.Icons


def fields_of(
    look: Look, actions: Actions, part: str, step: Step, entered: object, form: TakeOver, state: TakeOverState,
    zone_field: int, to_field: ft.StateCallback,
) -> list[ft.Control]:  # fmt: skip
    """Return the fields of a step, those of zones on one map."""
    known = dict(entered)  # type: ignore[call-overload]
    content: list[ft.Control] = [paragraph(look, step.about)] if step.about else []
    content += drawn(look, actions, part, step.fields, known)
    mapped = tuple(each for each in step.fields if isinstance(each, Zones))
    if mapped and form.board is not None:
        active = min(zone_field, len(mapped) - 1)
        values = tuple(tuple(known.get(each.key) or ()) for each in mapped)
        tap = act(_tap_zone, actions, part, mapped[active], values[active])
        content.append(zones(look, form.board(state.options).hash, mapped, values, active, act(to_field), tap))
    return content


def _tap_zone(actions: Actions, part: str, field: Zones, value: tuple[str, ...], zone: str) -> None:
    """Enter a zone once more or, if the field holds no more, remove it."""
    full = value.count(zone) >= field.copies or len(value) >= field.most
    for _ in range(value.count(zone) if full else 1):
        actions.take_over.enter(part, field.key, "drop" if full else "add", zone)


def still_to_come(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, own: bool
) -> list[ft.Control]:
    """Return the seats whose secrets are still missing, but not which secrets."""
    t, called = look.t, names(match)
    rows = []
    entries = {seat: rest for seat, *rest in state.missing}
    for seat in match.seats:
        done, of, must = entries.get(seat.seat, (0, 0, True))
        words = (
            t("app.take_over.unfit")
            if seat.seat in state.unfit
            else t("app.take_over.nothing_to_enter")
            if not of
            else t("app.take_over.may_enter")
            if not (must or done)
            else t("app.take_over.entered", n=done)
            if done >= of
            else t("app.take_over.of", n=done, of=of)
        )
        whole = (done >= of or not (must or done)) and seat.seat not in state.unfit
        enter = None
        if seat.seat in snap.my_seats and of:
            here = seat.seat == snap.viewer and own
            enter = act(actions.secrets.keep) if here else act(actions.sharing.hand_over, seat.seat)
        rows.append(
            list_row(look, IC.CHECK_SHARP if whole else IC.HOURGLASS_EMPTY_SHARP, called[seat.seat], words, "", enter)
        )
    return [label_row(look, t("app.take_over.still")), list_panel(look, rows)]


def why(look: Look, snap: Snapshot, problem: Ruling, steps: Sequence[Step]) -> str:
    """Return why a part is impossible as entered; an incomplete field is named by its title."""
    titles = {each.key: each.title for step in steps for each in step.fields}
    field = str(problem.params.get("field", ""))
    return say(look, snap, problem.reason, {**problem.params, "field": titles.get(field, field)})


def summary(look: Look, steps: Sequence[Step], state: TakeOverState) -> list[ft.Control]:
    """Return what has been entered of the table, step by step, in the order of the sheet."""
    found: list[ft.Control] = []
    for step in steps:
        rows = [
            list_row(look, None, each.title, in_words(look.t, each, state.table.get(each.key))) for each in step.fields
        ]
        found += [label_row(look, step.title), list_panel(look, rows)]
    return found


def to_lobby(look: Look, actions: Actions) -> BarAction:
    return IC.ARROW_BACK_SHARP, look.t("app.take_over.lobby"), act(actions.pages.go, "lobby")


def open_table(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, form: TakeOver,
    steps: Sequence[Step], at: int, zone_field: int, turn: ft.StateCallback, to_field: ft.StateCallback, own: bool,
) -> ft.Control:  # fmt: skip
    t = look.t
    last = at == len(steps)
    if last:
        content = [
            *still_to_come(look, snap, actions, match, state, own),
            *_judged(look, snap, state, steps),
            *summary(look, steps, state),
        ]
        title = t("app.take_over.review")
    else:
        content = [
            *(_judged(look, snap, state, steps) if state.problem is not None else ()),
            *fields_of(look, actions, TABLE, steps[at], state.table, form, state, zone_field, to_field),
        ]
        title = steps[at].title
    back = Side(t("app.take_over.back"), None, act(turn, at - 1)) if at else None
    over, ask = _said(look, snap, match, state, steps, at)
    main = (
        Main(t("app.take_over.go_on"), act(actions.take_over.go_on), state.whole)
        if last
        else Main(t("app.take_over.next"), act(turn, at + 1))
    )
    return screen(
        look,
        bar=app_bar(
            look, t("app.take_over.title"), f"{game_name(look, match.game)}, {title}", to_lobby(look, actions), (
                (IC.PRINT_SHARP, t("app.take_over.print"), act(actions.take_over.print_sheets)),
            )
        ),
        strip=strip(look, "safe", t("app.take_over.step", n=at + 1, of=len(steps) + 1)),
        content=content,
        dock=dock(
            look, state="asked" if not last or state.whole else "waiting", line=over, ask=ask,
            mark=IC.EDIT_SHARP if not last else None, left=back, main=main,
        ),
        overlay=overlays(look, snap, actions),
    )  # fmt: skip


def _judged(look: Look, snap: Snapshot, state: TakeOverState, steps: Sequence[Step]) -> list[ft.Control]:
    """Return what is impossible in what lies open, with its clause; else what nobody can check."""
    if state.problem is not None:
        words = f"{why(look, snap, state.problem, steps)} {short_clause(state.problem.clause)}"
        found: list[ft.Control] = [panel(look, text(look, "label", words, look.p.accent_text), strong=True)]
        if state.problem.clause != "METSUKE-1.4":
            found.append(paragraph(look, look.t("app.take_over.house_ruled")))
        return found
    unchecked = [say(look, snap, each.message, each.params) for each in state.unchecked]
    return [paragraph(look, look.t("app.take_over.unchecked", what="\n".join(unchecked)))] if unchecked else []


def _said(
    look: Look, snap: Snapshot, match: MatchInfo, state: TakeOverState, steps: Sequence[Step], at: int
) -> tuple[str, str]:
    """Return the dock's two lines: whether the position fits, and what is asked now."""
    t, called = look.t, names(match)
    over = t("app.take_over.fits") if state.problem is None else t("app.take_over.does_not_fit")
    if at < len(steps):
        return over, t("app.take_over.ask", step=steps[at].title)
    if state.problem is not None:
        return over, t("app.take_over.change")
    late = [called[seat] for seat, done, of, must in state.missing if (must and done < of) or seat in state.unfit]
    if state.whole:
        return over, t("app.take_over.whole")
    if not late:
        return over, t("app.take_over.unfinished_part")
    return over, t("app.take_over.waiting", names=listed(look, late))


def covered(
    look: Look,
    snap: Snapshot,
    actions: Actions,
    match: MatchInfo,
    state: TakeOverState,
    table: Sequence[Step],
    own: bool,
) -> ft.Control:
    """Return the screen of everybody but the host: the table as entered so far, and the way to one's own part."""
    t = look.t
    line, ask = t("app.take_over.fits"), t("app.take_over.wait_host")
    if own:
        line, ask = t("app.take_over.yours"), t("app.take_over.yours_ask")
    others = [seat for seat in snap.my_seats if seat != snap.viewer]
    left = Side(t("app.take_over.other_seat"), None, act(actions.sharing.hand_over, others[0])) if others else None
    main = Main(t("app.take_over.enter_mine"), act(actions.secrets.keep)) if own else None
    return screen(
        look,
        bar=app_bar(look, t("app.take_over.title"), game_name(look, match.game), to_lobby(look, actions)),
        strip=strip(look, "covered_parts" if own else "safe"),
        content=[*still_to_come(look, snap, actions, match, state, own), *summary(look, table, state)],
        dock=dock(look, state="asked" if own else "waiting", line=line, ask=ask, left=left, main=main),
        overlay=overlays(look, snap, actions),
    )


def own_part(
    look: Look, snap: Snapshot, actions: Actions, state: TakeOverState, form: TakeOver,
    steps: Sequence[Step], at: int, zone_field: int, turn: ft.StateCallback, to_field: ft.StateCallback,
) -> ft.Control:  # fmt: skip
    """Return the seat's own part, while its cover is open."""
    t = look.t
    wrong = state.own_problem
    line = why(look, snap, wrong, steps) if wrong is not None else t("app.take_over.only_you")
    last = at == len(steps) - 1
    cover = act(actions.secrets.cover)
    left = Side(t("app.take_over.back"), None, act(turn, at - 1)) if at else Side(t("app.take_over.cover"), None, cover)
    main = Main(t("app.take_over.done"), cover) if last else Main(t("app.take_over.next"), act(turn, at + 1))
    entered = state.own or {}
    return screen(
        look,
        bar=app_bar(look, steps[at].title, t("app.take_over.title")),
        strip=strip(look, "secret", t("app.take_over.step", n=at + 1, of=len(steps))),
        content=fields_of(look, actions, snap.viewer, steps[at], entered, form, state, zone_field, to_field),
        dock=dock(
            look, state="asked", line=line, ask=t("app.take_over.ask", step=steps[at].title), left=left, main=main
        ),
        overlay=overlays(look, snap, actions),
        frame="seat",
    )


def take_over(look: Look, snap: Snapshot, actions: Actions, first: int = 0) -> ft.Control:
    """Return the screen on which a position is entered, starting with step `first`."""
    assert snap.match is not None
    assert snap.taking_over is not None
    code = f"take-over-{snap.match.code}-{snap.viewer}"
    return _take_over(look, snap, actions, snap.match, snap.taking_over, first, key=code)  # type: ignore[call-arg]


@ft.component
def _take_over(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, first: int
) -> ft.Control:
    step, go = ft.use_state(first)
    own_step, go_own = ft.use_state(0)
    zone_field, to_field = ft.use_state(0)

    def turn(to: int) -> None:
        to_field(0)
        go(to)

    def turn_own(to: int) -> None:
        to_field(0)
        go_own(to)

    form = _form(match)
    seats = tuple(Seat(seat=s.seat, name=s.name) for s in match.seats)
    entering = Entering(look.t, seats, state.options, state.table)
    mine = snap.viewer if snap.role == "seat" else ""
    own = form.secret(entering, mine) if mine else ()
    table = form.table(entering)
    if state.own is not None and own:
        at = min(own_step, len(own) - 1)
        return own_part(look, snap, actions, state, form, own, at, zone_field, turn_own, to_field)
    if not snap.host:
        return covered(look, snap, actions, match, state, table, bool(own))
    at = min(step, len(table))
    return open_table(look, snap, actions, match, state, form, table, at, zone_field, turn, to_field, bool(own))


def _form(match: MatchInfo) -> TakeOver:
    loaded = ui_of(match.game).take_over
    assert loaded is not None
    return loaded()
