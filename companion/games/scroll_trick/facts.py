"""The basis of the Scroll Trick screens: words for cards, the pick, facts about seats, prompts, and the context."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.table import context, frame
from companion.games.table.context import Away, Context, Covers, around, asleep, away, presence, seat_of
from companion.games.table.frame import Awaited
from companion.i18n import Translator
from companion.ui import Act
from companion.ui.words import listed
from referee.core.cards import of_suit
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import SHADOW, VALUES, deck
from referee.scroll_trick.view_model import LaidView, SeatView, View

_NUMBERED = re.compile(r"(.+) (\d+)")


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card (`"A 5"`), a kind, or the shadow's seat."""
    if not isinstance(value, str):
        return None
    if value == SHADOW:
        return t("scroll_trick.shadow")
    if name in ("kind", "kinds", "lead", "trump"):
        return _kind(t, value)
    card = _NUMBERED.fullmatch(value)
    return None if card is None else t("scroll_trick.card", kind=_kind(t, card[1]), number=card[2])


def _kind(t: Translator, kind: str) -> str:
    """Return a kind's name; the placeholders of the standard box have names of our own."""
    key = f"scroll_trick.kind.{kind}"
    return t(key) if t.has(key) else kind


ASK = "scroll_trick.ask."
ANYBODY = frozenset({"take_start_scrolls", "place_scrolls", "take_trick", "draw_scrolls"})
"""The asks that others may answer for a seat whose phone sleeps."""
PREPARING = frozenset({"setup", "deal", "between", "tie", "ended"})
"""The phases in which nobody holds cards."""

Slots = tuple[tuple[str, int], ...]
"""Scrolls with their entered values: by the seat that played them, or by the card they are on."""
Taken = tuple[tuple[str, tuple[int, ...]], ...]
"""Captured scrolls by seat."""


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone and not declared yet."""

    card: str = ""
    """A card or, with `#`, its place in my noted hand."""
    kind: str = ""
    who: str = ""
    tab: str = ""
    """The open picker: closed, scrolls, hand; in depth `scores` round or trick."""
    named: tuple[str, ...] = ()
    """The cards of the shadow's row, from the left."""
    slot: str = ""
    """The scroll whose value is entered next."""
    values: Slots = ()
    taken: Taken = ()
    noted: tuple[str, ...] = ()
    """For a game master: what is tapped in an entry."""
    trick: int = 0


@dataclass(frozen=True, slots=True)
class SeatFacts:
    seat: str
    name: str
    points: int
    cards: tuple[LaidView, ...]
    closed: int
    mine: bool
    turn: bool
    marker: bool
    presence: Away
    note: str
    """The words after the name: what the seat still has to do."""


def moment_of(view: View) -> str:
    """Return a name of the moment, by which picks of an earlier moment are recognised."""
    plays = len(view.now.plays) if view.now is not None else 0
    tiles = sum(s.tiles for s in view.seats) if view.options.depth == "scores" else 0
    opened = sum(len(s.cards) for s in view.seats) if view.phase == "open" else 0
    decides = "!" if view.remedy is not None else ""
    asked = view.active or view.marker or ""
    return f"{view.round}.{view.phase}.{view.trick}.{plays}.{tiles}.{opened}.{asked}{decides}"


def seats_around(view: View, me: str) -> tuple[SeatView, ...]:
    """Return the seats, with the shadow in its place, starting at my left and ending with me."""
    return around([seat_of(view, seat) for seat in view.order], me)


def name_of(prompt: Prompt) -> str:
    """Return what a prompt asks for: the last part of its key; for a card to play, `lead` or a form of `follow`."""
    name = prompt.ask.removeprefix(ASK)
    if name != "play_card":
        return name
    kind = prompt.params["kind"]
    if kind is None:
        return "lead"
    return "follow_open" if of_suit(prompt.params["open"], kind) else "follow"


def asked_of(snap: Snapshot, me: str) -> Prompt | None:
    """Return what this seat (or without one the table) must do first, as far as it may."""
    musts = [p for p in snap.prompts if p.must]
    mine = [p for p in musts if p.seat == me] if me else []
    table = [p for p in musts if p.seat == TABLE]
    # Only answers on behalf of others: the cover of an entry belongs to its owner.
    asleep_ = [p for p in musts if me and name_of(p) in ANYBODY and asleep(snap, p.seat)]
    return next(iter((*mine, *table, *asleep_)), None)


def may(snap: Snapshot, ask: str, seat: str) -> Prompt | None:
    return next((p for p in snap.prompts if p.ask == ASK + ask and p.seat == seat and not p.must), None)


def shown(view: View) -> dict[str, str]:
    """Return the cards that everybody sees now, with the seat that showed each."""
    found = {laid.card: s.seat for s in view.seats for laid in s.cards}
    tricks = (*view.tricks, *((view.now,) if view.now is not None else ()))
    return found | {play.card: play.seat for trick in tricks for play in trick.plays}


def cards(view: View) -> tuple[str, ...]:
    return deck(view.options.kinds, view.options.numbers)


def duty(view: View, me: str) -> tuple[str, ...]:
    """Return my open cards that must be played first, by public facts (SCROLL-6.6, 6.7); none if a closed one may."""
    if view.now is None or not view.now.plays or view.active != me:
        return ()
    return of_suit([laid.card for laid in seat_of(view, me).cards], view.now.kind)


def seats(snap: Snapshot, me: str, shadow: str) -> tuple[SeatFacts, ...]:
    """Return the facts of all seats, mine last. `shadow` is the third seat's name."""
    view: View = snap.view
    met = presence(snap)
    return tuple(
        SeatFacts(
            s.seat, shadow if s.seat == SHADOW else s.name or s.seat, s.points, s.cards, s.closed, s.seat == me,
            s.seat == view.active, s.marker, away(met.get(s.seat, "here")), note_of(view, s),
        )
        for s in seats_around(view, me)
    )  # fmt: skip


def note_of(view: View, seat: SeatView) -> str:
    """Return the last part of the key of what a seat still has to do, or empty."""
    if view.options.depth == "scores":
        return ""
    if view.phase == "setup" and not seat.has_set:
        return "takes"
    if seat.seat != SHADOW and view.phase == "place" and not seat.placed:
        return "lays"
    if view.phase == "turn" and seat.turned < seat.due:
        return "turns"
    return "draws" if seat.seat != SHADOW and view.phase == "between" and not seat.drawn else ""


def given(taken: Taken, seat: str) -> tuple[int, ...]:
    return dict(taken).get(seat, ())


def without_one(values: tuple[int, ...], at: int) -> tuple[int, ...]:
    return values[:at] + values[at + 1 :]


def left_of(view: View, value: int, more: int = 0) -> int | None:
    """Return how many scrolls of a value can still come, after `more` entered ones; None if they were not counted."""
    row = next(r for r in view.supply if r.value == value)
    return None if row.count is None else max(0, row.count - row.seen - more)


def still_to_come(view: View) -> tuple[int, ...]:
    """Return the values that a scroll from the pile may have."""
    return tuple(value for value in VALUES if left_of(view, value) != 0)


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}"


def labels(values: Any) -> str:
    return "  ".join(signed(value) for value in values)


LESSONS: Final[Mapping[str, str]] = {
    "set_start_player": "SCROLL-2.12",
    "take_start_scrolls": "SCROLL-2.7",
    "confirm_deal": "SCROLL-3.2",
    "choose_trump": "SCROLL-3.4",
    "lay_shadow": "SCROLL-9.3",
    "open_card": "SCROLL-4.1",
    "place_scrolls": "SCROLL-5.1",
    "turn_scroll": "SCROLL-5.5",
    "play_card": "SCROLL-6.4",
    "shadow_play": "SCROLL-9.10",
    "take_trick": "SCROLL-6.15",
    "refill_shadow": "SCROLL-9.15",
    "draw_scrolls": "SCROLL-7.2",
    "give_marker": "SCROLL-7.3",
    "score_round": "SCROLL-8.2",
    "close_round": "SCROLL-6.18",
    "final": "SCROLL-8.2",
    "wait": "SCROLL-6.2",
}


K = "scroll_trick.screen."
OWN_WORDS = {
    "lead": "trick_lead_short",
    "follow": "ask_follow",
    "follow_open": "ask_follow_open",
    "set_start_player": "who_met_ninja",
}
"""A phone's own words for some asks."""


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """The context of a Scroll Trick screen."""

    GAME: ClassVar[str] = "scroll-trick"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        return t("over", depth=depth) if view.phase == "ended" else t("at_round", round=view.round, depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now, whatever was noted: parts while cards are held, or drawn."""
        view = self.view
        held = view.phase not in PREPARING or view.phase == "between"
        return "parts" if self.snap.role == "seat" and view.options.depth == "plays" and held else "nothing"

    def name(self, seat: str | None) -> str:
        """Return a seat's name; the third seat of the game for two is the shadow."""
        return self.look.t("scroll_trick.shadow") if seat == SHADOW else Context.name(self, seat)

    def names(self, seats: Iterable[str]) -> str:
        return listed(self.look, [self.name(seat) for seat in seats])

    def card(self, card: str) -> str:
        return terms(self.look.t, "card", card) or card

    def kind(self, kind: str) -> str:
        return terms(self.look.t, "kind", kind) or kind

    def asks(self, prompt: Prompt) -> str:
        key = f"{K}{own}" if (own := OWN_WORDS.get(name_of(prompt))) else prompt.ask
        return self.say(key, prompt.params)

    def move(self, move: Mapping[str, Any]) -> Act:
        """Return the act that declares a move for my seat, or without one for the table."""
        return self.declare(move, "" if self.me else TABLE)


def awaited(ctx: Ctx) -> Awaited:
    prompt = next((p for p in ctx.snap.prompts if p.must), None)
    if prompt is None:
        return Awaited("", ctx.t("over_line"))
    if prompt.seat == TABLE:
        return Awaited("", ctx.asks(prompt))
    key = f"does.{name_of(prompt)}"
    params = {k: v for k, v in prompt.params.items() if isinstance(v, int)}
    kind = prompt.params.get("kind")
    does = ctx.t(key, name=ctx.name(prompt.seat), kind=ctx.kind(str(kind)) if kind else "", **params)
    return Awaited(prompt.seat, does)


def waits(ctx: Ctx) -> ft.Control:
    return frame.waits(ctx, *awaited(ctx))
