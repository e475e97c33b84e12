"""The seats of a new match: names, their order, the starting seat, and what is wrong with a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import flet as ft
from pydantic import ValidationError

from companion.contract.actions import Actions
from companion.contract.game_ui import offered, ui_of
from companion.contract.snapshot import Draft, Snapshot
from companion.i18n import languages, translator
from companion.tables.match_draft import Order, options_of, order_of
from companion.ui import (
    act,
    block,
    chip,
    column,
    edge,
    icon,
    icon_button,
    label_row,
    named,
    on,
    pressable,
    row,
    text,
    theme,
)
from companion.ui.fonts import check_entered
from companion.ui.live_field import live_field
from companion.ui.options import title_of
from companion.ui.phrases import game_name, games, sideways
from companion.ui.seats import seat_face
from companion.ui.theme import Look
from companion.ui.words import clipped, listed
from referee.core.games import GAMES
from referee.core.reading import MAX_NAME, name_key
from referee.core.values import Refused

SUGGESTED = 6
"""The number of known players that are offered."""
GROUPS = 2
"""The number of earlier tables whose players are offered together."""


class SeatingProblem(NamedTuple):
    """Why the table cannot be opened. `certain` is False if asking the host once more may help."""

    words: str
    certain: bool


def seat_name(look: Look, names: Sequence[str], at: int, game: str = "") -> str:
    """Return the name of a seat; without one, its role or "Player 2"."""
    return names[at].strip() or hint_of(look, order_of(game, len(names)), at)


def hint_of(look: Look, order: Order, at: int) -> str:
    """Return the name of a seat that nobody has named."""
    return look.t(f"new.role.{order.roles[at]}") if order.roles else look.t("app.player_n", n=at + 1)


def trouble(look: Look, draft: Draft) -> SeatingProblem | None:
    """Return what prevents opening a draft's table, or None."""
    t = look.t
    players = games()[draft.game].PLAYERS
    if len(draft.names) not in players:
        key = "app.new.players_range" if len(players) > 1 else "new.players_exact"
        named = game_name(look, draft.game)
        return SeatingProblem(t(key, game=named, least=min(players), most=max(players), n=min(players)), True)
    called = [seat_name(look, draft.names, at, draft.game) for at in range(len(draft.names))]
    for name in called:
        try:
            check_entered(name)
        except Refused as refused:
            return SeatingProblem(t(refused.reason, **refused.params), True)
    if len({name_key(name.strip()) for name in called}) < len(called):
        return SeatingProblem(t("app.new.name_twice"), True)
    if draft.problem:
        return SeatingProblem(t(draft.problem, most=MAX_NAME), False)
    words = unfit(look, draft)
    return SeatingProblem(words, True) if words else None


def unfit(look: Look, draft: Draft) -> str:
    """Return in words which of a draft's options is impossible; empty if all are possible."""
    for option in options_of(draft.game):
        counts = draft.options.get(option.key)
        if option.things and counts and sum(counts.values()) != option.total:
            title = title_of(look, draft.game, option)
            return look.t("new.sum_wrong", option=title, n=sum(counts.values()), all=option.total)
    try:
        GAMES[draft.game].OPTIONS.model_validate(dict(draft.options))
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0]) if error.errors()[0]["loc"] else ""
        titles = (title_of(look, draft.game, each) for each in options_of(draft.game) if each.key == wrong)
        return look.t("new.option_unfit", option=next(titles, look.t("app.new.options")))
    return ""


@cache
def _placeholders() -> frozenset[str]:
    """Return the default names of seats in all languages: they are no people."""
    called = [translator(lang)("app.player_n", n=n) for lang in languages() for n in range(1, 11)]
    for lang in languages():
        for ui in map(ui_of, offered()):
            roles = {role for seats in range(1, 6) for role in ui.roles([f"p{n + 1}" for n in range(seats)], {})}
            called += [translator(lang)(f"new.role.{role}") for role in roles]
    return frozenset(map(name_key, called))


def known_groups(snap: Snapshot, least: int, most: int) -> tuple[tuple[str, ...], ...]:
    """Return the players of whole tables in this phone's lists, most recent first, each set of people once.

    `least` and `most` bound the number of players.
    """
    cards = [*snap.home, *(snap.history.matches if snap.history is not None else ())]
    tables = [tuple(seat.name.strip() for seat in card.seats if seat.name.strip()) for card in cards]
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for table in tables:
        people = frozenset(map(name_key, table))
        if least <= len(people) == len(table) <= most and not people & _placeholders():
            found.setdefault(people, table)
    return tuple(found.values())[:GROUPS]


def known_names(snap: Snapshot) -> tuple[str, ...]:
    """Return players in this phone's lists who have no seat in the draft yet, most recent first."""
    seen = [s.name for card in snap.home for s in card.seats]
    if snap.history is not None:
        seen += [s.name for card in snap.history.matches for s in card.seats]
        seen += [p.name for p in snap.history.players]
    taken = {name_key(name.strip()) for name in (snap.draft.names if snap.draft else ())} | _placeholders()
    fresh = {name_key(name.strip()): name for name in reversed(seen) if name_key(name.strip()) not in taken}
    return tuple(reversed(fresh.values()))[:SUGGESTED]


FIRST_STARTS = Order()
"""The order in a game where the first seat starts unless the table says otherwise."""


class Seating(NamedTuple):
    """Names in turn order, and the index of the starting seat: the first unless the table says otherwise."""

    names: tuple[str, ...]
    start: int = 0
    nobody: int = 0
    """The value of `start` while no seat was named: 0 if the first seat then starts, else -1."""

    def moved(self, old: int, new: int) -> Seating:
        """Return the seating with one seat moved; the others close up."""
        order = list(range(len(self.names)))
        if not (0 <= old < len(order) and 0 <= new < len(order)):
            return self
        order.insert(new, order.pop(old))
        return self._taken(order)

    def without(self, at: int) -> Seating:
        return self._taken([n for n in range(len(self.names)) if n != at])

    def _taken(self, order: Sequence[int]) -> Seating:
        # A seat chosen to start stays the starting seat when it moves; a first seat that starts by default does not.
        start = order.index(self.start) if self.start != self.nobody and self.start in order else self.nobody
        return Seating(tuple(self.names[n] for n in order), start, self.nobody)

    def options(self, options: Mapping[str, Any], order: Order = FIRST_STARTS) -> dict[str, Any]:
        """Return the draft's options with the starting seat."""
        rest = {key: value for key, value in options.items() if key != order.start}
        said = order.start and self.start != self.nobody
        return rest | ({order.start: f"p{self.start + 1}"} if said else {})


def nobody(order: Order) -> int:
    """Return the `start` value while no seat was named: 0 if the first seat then starts, else -1."""
    return 0 if order.start and not order.named else -1


def start_of(start: str, order: Order = FIRST_STARTS) -> int:
    """Return the index of the starting seat in an option's value; without one, that of `nobody`."""
    return max(0, int(start[1:]) - 1) if start[:1] == "p" and start[1:].isdecimal() else nobody(order)


@block
def seating(
    look: Look,
    actions: Actions,
    names: tuple[str, ...],
    start: str,
    options: tuple[tuple[str, Any], ...],
    least: int,
    most: int,
    known: tuple[str, ...],
    order: Order = FIRST_STARTS,
    groups: tuple[tuple[str, ...], ...] = (),
) -> ft.Control:
    """Return the seats in turn order, to name, reorder, add and remove.

    A field that is being typed in stays the same control. Only when seats change place do all fields get new keys, so
    that each is drawn from its seat's name.
    """
    t = look.t
    opened, open_row = ft.use_state(-1)
    shuffled = ft.use_ref(0)
    now = Seating(names, start_of(start, order), nobody(order))

    def put(seats: Seating, row_: int = -1) -> None:
        shuffled.current = (shuffled.current or 0) + 1
        open_row(row_)
        actions.new_match.draft(names=seats.names, options=seats.options(dict(options), order))

    def typed(at: int, name: str) -> None:
        actions.new_match.draft(names=(*names[:at], name, *names[at + 1 :]))

    def reorder(event: ft.OnReorderEvent) -> None:
        if event.old_index is not None and event.new_index is not None:
            put(now.moved(event.old_index, event.new_index))

    def add() -> None:
        actions.new_match.draft(names=(*names, ""))

    def suggest(name: str) -> None:
        at = next((n for n, each in enumerate(names) if not each.strip()), -1)
        if at >= 0:
            put(now._replace(names=(*names[:at], name, *names[at + 1 :])))

    def gather(people: tuple[str, ...]) -> None:
        put(Seating(people, now.nobody, now.nobody))

    def tools(at: int) -> None:
        open_row(-1 if opened == at else at)

    rows: list[ft.Control] = []
    for at in range(len(names)):
        hint = hint_of(look, order, at)
        parts = [_seat(look, at, names[at], hint, now.start == at, opened == at, typed, tools, bool(order.roles))]
        if opened == at:
            parts.append(_tools(look, at, names[at].strip() or hint, now, least, put, bool(order.start)))
        rows.append(
            ft.Container(
                column(parts),
                key=f"seat-{shuffled.current}-{at}",
                border=None if at == len(names) - 1 else ft.Border(bottom=ft.BorderSide(1, look.p.line)),
            )
        )
    blank = any(not name.strip() for name in names)
    fresh = not any(name.strip() for name in names)
    return column(
        [
            label_row(
                look,
                t("new.seats_roles" if order.roles else "app.new.seats"),
                t("app.new.seats_of" if least < most else "new.seats_exact", n=len(names), least=least, most=most),
            ),
            ft.Container(
                ft.ReorderableListView(controls=rows, show_default_drag_handles=False, on_reorder=reorder),
                bgcolor=look.p.surface,
                border=edge(1, look.p.line),
                border_radius=theme.R_PANEL,
                clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
            ),
            *([_known(look, groups if fresh else (), known, gather, suggest)] if blank and known else []),
            *([_add(look, add)] if len(names) < most else []),
        ],
        spacing=8,
    )


def _seat(
    look: Look, at: int, name: str, hint: str, starts: bool, opened: bool, typed: Any, tools: Any, role: bool
) -> ft.Control:
    t, p = look.t, look.p
    called = name.strip() or hint
    field = live_field(look, name, act(typed, at), name=t("app.new.seat_name", n=at + 1), hint=hint, bare=True)
    flag = named(
        t("app.new.starts"),
        row([icon(look, ft.Icons.FLAG_SHARP, 18), text(look, "label", t("app.new.starts"))], spacing=2, tight=True),
    )
    mark = ft.Container(
        seat_face(look, name or str(at + 1), False, "", 36, seat=f"p{at + 1}"), width=48, height=48,
        alignment=ft.Alignment.CENTER,
    )  # fmt: skip
    handle = ft.ReorderableDragHandle(
        named(
            t("app.new.drag", name=called),
            ft.Container(
                icon(look, ft.Icons.DRAG_HANDLE_SHARP, color=p.text_2),
                width=48,
                height=48,
                alignment=ft.Alignment.CENTER,
            ),
        ),
        mouse_cursor=ft.MouseCursor.GRAB,
    )
    glyph = ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.MORE_VERT_SHARP
    more = icon_button(look, glyph, t("app.new.edit_seat", n=at + 1, name=called), act(tools, at))
    return ft.Container(
        row(
            [
                mark,
                ft.Container(field, expand=True),
                *([flag] if starts else []),
                *([text(look, "caption", hint, p.text_2)] if role and name.strip() else []),
                row([more, handle], spacing=0),
            ],
            spacing=4,
        ),
        height=theme.grown(look, 52),
        padding=ft.Padding(left=8, right=4, top=0, bottom=0),
    )


def _tools(look: Look, at: int, called: str, now: Seating, least: int, put: Any, starts: bool) -> ft.Control:
    t = look.t
    buttons: list[ft.Control] = []
    if starts:
        named = act(put, now._replace(start=at), at)
        buttons.append(chip(look, t("app.new.make_start"), named, now.start == at, ft.Icons.FLAG_SHARP))
    if at > 0:
        up = act(put, now.moved(at, at - 1), at - 1)
        buttons.append(icon_button(look, ft.Icons.ARROW_UPWARD_SHARP, t("app.new.up", name=called), up))
    if at < len(now.names) - 1:
        down = act(put, now.moved(at, at + 1), at + 1)
        buttons.append(icon_button(look, ft.Icons.ARROW_DOWNWARD_SHARP, t("app.new.down", name=called), down))
    if len(now.names) > least:
        gone = act(put, now.without(at))
        buttons.append(icon_button(look, ft.Icons.PERSON_REMOVE_SHARP, t("app.new.remove", name=called), gone))
    return ft.Container(sideways(buttons), padding=ft.Padding(left=56, right=8, top=0, bottom=6))


def _known(
    look: Look, groups: tuple[tuple[str, ...], ...], known: tuple[str, ...], gather: Any, suggest: Any
) -> ft.Control:
    return sideways(
        [
            text(look, "label", look.t("app.new.known"), look.p.text_2),
            *(
                chip(look, listed(look, map(clipped, each)), act(gather, each), False, None, listed(look, each))
                for each in groups
            ),
            *(chip(look, clipped(name), act(suggest, name), False, None, name) for name in known),
        ]
    )


def _add(look: Look, add: Any) -> ft.Control:
    words = row(
        [
            ft.Container(icon(look, ft.Icons.ADD_SHARP), width=48, alignment=ft.Alignment.CENTER),
            text(look, "subject", look.t("app.new.add")),
        ],
        spacing=8,
    )
    box = ft.Container(
        words,
        height=theme.grown(look, 48),
        border_radius=theme.R_BUTTON,
        ink=True,
        on_click=on(add),
        padding=ft.Padding.symmetric(horizontal=8),
    )
    return pressable(look.t("app.new.add"), box, add)
