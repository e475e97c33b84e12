"""The basis of the Scorpion screens: options, sides, prompts, the pick, words for terms, and the context."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from companion.boards.drawing import drawing_of
from companion.contract.game_ui import BOX, Counted
from companion.contract.snapshot import Snapshot
from companion.games.table import context
from companion.games.table.context import Context, Covers
from companion.games.table.frame import Awaited
from companion.games.table.table_screen import Move
from companion.i18n import Translator
from referee.board.board import Board
from referee.core.offers import Offer
from referee.core.values import Prompt, Refused, Seat
from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, TOTALS
from referee.scorpion.options import Options
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.setup import begin
from referee.scorpion.state import SIDES
from referee.scorpion.views.view_model import CharacterView, GuardsView, PatrolView, View

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": ("ninja_hand", "traitor_hand", "ninja_rehand", "traitor_rehand", "sentries", "patrols", "sleepers"),
    "variants": (
        *("lone_wolf", "lone_reveal"),
        *("disputed", "disputed_mission", "disputed_win", "search_limit_disputed"),
    ),
    "balance": (
        *("alert_on_mission", "alert_on_mission_when", "alert_on_passage"),
        *("ropes_discoverable", "passage_discoverable"),
    ),
    BOX: (
        *("guard_deck", "ninja_deck", "traitor_deck", "awaken_count", "awaken_moves", "shuriken_range"),
        *("shuriken_alert", "shadow_walk_scope", "shadow_walk_stop", "sake_targets", "sake_duration"),
        *("sake_alert", "sake_range", "drunk_notices"),
    ),
    "app": ("reasoning", "guard_cards", "intruder_cards", "empty_alert_phase", "cat_wait_s"),
}
# The least total of an intruder's two kinds of Kenjutsu starts with one of each value.
DECKS: Final[Mapping[str, Counted]] = {
    f"{'guard' if deck == 'guards' else deck}_deck": Counted(
        {kind: LEAST[deck].get(kind, int(kind in KENJUTSU)) for kind in kinds}, TOTALS[deck]
    )
    for deck, kinds in KINDS.items()
}


def roles_of(seats: Sequence[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the role of each seat, in order; empty if the seats do not fit."""
    try:
        chosen = Options.model_validate({"roles": options.get("roles")})
        found = begin.roles_of(chosen, [Seat(seat=seat) for seat in seats])
    except (Refused, ValueError):
        return ()
    return tuple(found[seat] for seat in seats)


_FIGURE = re.compile(r"g(\d\d)")
_MARK = re.compile(r"([TH])(\d)")
_ALERT = frozenset({"before", "after", "level"})
_ROLES = frozenset({"side", "role"})
_INTRUDERS = frozenset({"ninja", "traitor", "intruder"})
_FOUND = {"trap": "trap", "hidden_sentry": "hidden_sentry", "nothing": "nothing", "T": "trap", "H": "hidden_sentry"}


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card, a figure, a unit, a side, a phase, an alert level, a mark or a cause."""
    if isinstance(value, int):
        return _worded(t, f"scorpion.alert.{value}") if name in _ALERT else None
    if not isinstance(value, str):
        return None
    if name in ("guard", "figure"):
        return _figures(value, ", ") or value
    if name in ("unit", "units", "guards", "figures") and (unit := _unit(t, value)):
        return unit
    return _named(t, name, value)


def _named(t: Translator, name: str, value: str) -> str | None:
    if name in _ROLES:
        return _worded(t, f"scorpion.role.{value}")
    if name in ("intruder", "intruders", "who", "character"):
        return t(f"scorpion.{value}") if value in _INTRUDERS else None
    if name in ("weapon", "phase", "cause", "missing", "option"):
        return _worded(t, f"scorpion.{name}.{value}")
    if name in ("found", "mark", "marks", "letter"):
        numbered = _MARK.fullmatch(value)
        key = _FOUND.get(numbered[1] if numbered else value)
        words = None if key is None else t(f"scorpion.mark.{key}")
        return f"{words} {numbered[2]}" if words and numbered else words
    if name == "board":
        return _worded(t, f"words.scorpion.board.{value}")
    if value == "passage":
        return t("words.scorpion.passage")
    # Counted cards are named by their kind, under an empty parameter name.
    return _worded(t, f"scorpion.card.{value}") if name in ("card", "cards", "kind", "kinds", "") else None


def _figures(unit: str, between: str) -> str:
    """Return the numbers of a unit's figures (`"g01+g12"`), or an empty string if it is no unit."""
    numbers = [_FIGURE.fullmatch(each) for each in unit.split("+")]
    return between.join(str(int(n[1])) for n in numbers if n is not None) if all(numbers) else ""


def _unit(t: Translator, unit: str) -> str:
    numbers = _figures(unit, "+")
    if not numbers:
        return ""
    return t("words.scorpion.patrol" if "+" in numbers else "words.scorpion.guard", numbers=numbers)


def _worded(t: Translator, key: str) -> str | None:
    return t(key) if t.has(key) else None


ASK = "scorpion.ask."


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone and not declared yet.

    Nothing secret may stay here while the cover is closed: an intruder's plan is in `plan`, which the screen that holds
    it empties with the cover.
    """

    tab: str = ""
    """The open part of a screen: map, list, cards, record, one of the set-up's parts, or empty."""
    zone: str = ""
    """The zone that was tapped."""
    unit: str = ""
    """The chosen figure, patrol or unit."""
    card: str = ""
    """The card to be played."""
    who: str = ""
    """The chosen one of my characters: ninja or traitor."""
    to: tuple[str, ...] = ()
    """The zones of a path, or those to be searched."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Cards by kind, or sleepers by zone, while they are counted."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The zones of marks, while they are placed."""
    weapons: tuple[str, ...] = ()
    behind: str = ""
    turn: int = 0
    """The turn that a replay shows; 0 for the newest."""
    step: int = 0
    """The declaration within that turn."""
    listed: bool = False
    """Whether zones are listed instead of shown on the map."""
    option: tuple[str, Any] | None = None
    """The option that both sides may agree on, and its proposed value."""
    together: bool = False
    """Whether two guards who wake walk as a patrol."""
    plan: tuple[str, ...] = ()
    """What a game master plans for an intruder, in the form of `intruders.way.texts`."""

    reason: str = ""
    """The intruder whose possible zones the guards' map shows: ninja, traitor, intruder, all, or empty for none."""
    asked: str = ""
    """The zone whose reasons are shown."""
    seen: int = 0
    """The number of public events that this phone has closed."""
    form: Mapping[str, str] = field(default_factory=dict)
    """What is entered of an event in depth `scores`, by field of its declaration."""

    def kept(self) -> dict[str, Any]:
        """Return what outlives its moment: the open part, map or list, the reasoning, what was read."""
        return context.Pick.kept(self) | {each: getattr(self, each) for each in ("tab", "listed", "reason", "seen")}


def moment_of(view: View) -> str:
    """Return a name of the moment from public facts, by which picks of an earlier moment are recognised."""
    pending = view.pending
    open_now = "" if pending is None else f"{pending.kind}.{pending.unit}.{pending.left}.{pending.zone}"
    done = f"{view.cards_used}.{view.focused:d}.{sum(f.moved for f in view.figures)}.{view.drawn_at}"
    return f"{view.turn}.{view.phase}.{done}.{open_now}"


def weapons_of(pair: str) -> tuple[str, ...]:
    """Return the weapons in a choice such as `sword+spear`."""
    return tuple(pair.split("+"))


def role_of(view: View, seat: str) -> str:
    """Return a seat's role: guards, sword, spear, intruders, ninja, traitor; empty for no seat."""
    return next((p.role for p in view.players if p.seat == seat), "")


def side_of(view: View, seat: str) -> str:
    """Return a seat's side, guards or intruders; empty for the table display and the game master."""
    return SIDES.get(role_of(view, seat), "")


def board_of(view: View) -> Board:
    return drawing_of(view.board.hash).board


def patrol_of(view: View, unit: str) -> PatrolView | None:
    return next((p for p in view.patrols if p.unit == unit), None)


def character_of(view: View, who: str) -> CharacterView | None:
    return next((c for c in view.characters if c.who == who), None)


def asked_of(snap: Snapshot, seat: str) -> tuple[Prompt, ...]:
    """Return a seat's prompts, mandatory ones first, without those that are always open."""
    return tuple(p for p in snap.prompts if p.seat == seat and p.ask not in ALWAYS)


def prompt_of(snap: Snapshot, seat: str, ask: str) -> Prompt | None:
    """Return a seat's prompt by the last part of its ask, such as `step`, or None."""
    return next((p for p in asked_of(snap, seat) if p.ask == ASK + ask), None)


def offers_of(snap: Snapshot, seat: str, ask: str) -> tuple[Offer, ...]:
    """Return a seat's offers for an ask; empty if it is not asked, or they are secret now."""
    found = prompt_of(snap, seat, ask)
    return () if found is None else found.offers


LESSONS: Final[Mapping[str, str]] = {
    "scores.start": "SCORPION-4.8",
    "scores.next_turn": "SCORPION-9.1",
    "scores.returned": "SCORPION-23.3",
    "scores.finish": "SCORPION-28.1",
}


K = "scorpion.screen."


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    GAME: ClassVar[str] = "scorpion"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        if view.phase == "ended":
            return t("over", depth=depth)
        if view.phase == "setup":
            return t("at_setup", depth=depth)
        if view.options.depth == "scores":
            return t("at_turn_scores", turn=view.turn, depth=depth)
        return t("at_turn", turn=view.turn, phase=t(f"phase.{view.phase}"), depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now; an intruder's covered screen shows only closed doors."""
        if self.view.options.depth != "plays" or self.view.phase == "ended":
            return "nothing"
        return "all" if self.side == "intruders" else "parts"

    @property
    def role(self) -> str:
        """My seat's role: guards, sword, spear, intruders, ninja, traitor; empty without a seat."""
        return role_of(self.view, self.me)

    @property
    def side(self) -> str:
        """My seat's side; empty without a seat."""
        return side_of(self.view, self.me)


def find(t: Translator, kind: str) -> str:
    """Return in words what a search can find."""
    return kind if len(kind) == 1 else t(f"scorpion.mark.{kind}")


def called(ctx: Ctx, who: str) -> str:
    """Return the name of a character, or of the other terms of the game by the last part of their key."""
    return ctx.look.t(f"scorpion.{who}")


def my_guards(ctx: Ctx) -> GuardsView | None:
    """Return what the guard player knows of their own cards and of the marks, or None."""
    return next((own for own in ctx.view.guards if own.role == ctx.role), None)


def awaited(ctx: Ctx) -> Awaited:
    if ctx.ended or ctx.view.phase == "ended":
        return Awaited("", ctx.t("does.ended"))
    musts = [p for p in ctx.snap.prompts if p.must]
    if not musts:
        return Awaited("", ctx.t("does.anybody"))
    first = musts[0]
    seats = {p.seat for p in musts}
    if seats != {p.seat for p in musts if p.ask == first.ask}:
        return Awaited("", ctx.t("does.setup" if ctx.view.phase == "setup" else "does.several"))
    return Awaited("" if len(seats) > 1 else first.seat, ctx.say(first.ask, first.params))


def still_due(ctx: Ctx, _: Move) -> str:
    due = awaited(ctx)
    return due.does if due.seat == ctx.me else ""
