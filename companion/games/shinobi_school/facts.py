"""The basis of the Shinobi School screens: the pick, facts about seats, prompts, and whom the table waits for.

The facts are small values that compare by `==`, all from one snapshot. A component that is given only such values is
drawn again exactly when one of them has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.table import context, end, frame
from companion.games.table.context import Away, Context, Covers, around, away, presence, seat_of
from companion.games.table.frame import Awaited
from companion.ui import ruling_row
from companion.ui.words import begun, listed
from referee.core.values import Prompt
from referee.shinobi_school.cards import Cards
from referee.shinobi_school.view_model import Action, Finding, SeatView, Turn, View

ASK = "shinobi_school.ask."
Heaps = tuple[tuple[str, Cards], ...]
"""Cards being entered, by key: a seat's id, or for example `p2.heaven`."""


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone and not declared yet."""

    side: str = ""
    """The side that acts: heaven or earth."""
    action: str = ""
    """place, collect or pass."""
    number: int = 0
    size: int = 0
    end: str = ""
    both: bool = False
    """Whether both open sides pass."""
    tab: str = ""
    """Which of several things is being entered."""
    heaps: Heaps = ()
    who: str = ""
    """The seat that starts, that won, or whose heaven is counted."""
    count: int = -1
    """The number of cards counted in a heaven; -1 if nobody has counted."""
    lost: tuple[tuple[str, int], ...] = ()
    """Points counted by hand, by seat."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The contents of a seat's box."""

    seat: str
    name: str
    points: int
    cards: int | None
    """The number of cards in the mansion; None if nobody can know it."""
    status: str
    """The last part of a message key, shown instead of the cards, or empty."""
    turn: bool
    my_turn: bool
    presence: Away
    """The presence of its phone, if that is away; empty if it is here."""


@dataclass(frozen=True, slots=True)
class Mansion:
    """The public facts of a mansion: earth, the known part of heaven, and the number of unseen cards there."""

    seat: str
    name: str
    mine: bool
    turn: bool
    earth: Cards
    known: Cards
    unseen: int


def moment_of(view: View) -> str:
    """Return a name of the moment, by which picks of an earlier moment are recognised."""
    done = len(view.now.actions) if view.now is not None else 0
    return f"{view.round}.{view.phase}.{view.turn}.{done}.{view.active or ''}"


def prompt_of(snap: Snapshot, ask: str, seat: str = "") -> Prompt | None:
    """Return a prompt by the last part of its ask, and by seat if one is given; None if there is none."""
    return next((p for p in snap.prompts if p.ask == ASK + ask and seat in ("", p.seat)), None)


def seats(snap: Snapshot, me: str = "") -> tuple[SeatFacts, ...]:
    """Return the seats' boxes, mine last."""
    view: View = snap.view
    met = presence(snap)
    return tuple(
        SeatFacts(
            s.seat, s.name or s.seat, s.points, cards_of(s), status(view, s), s.seat == view.active,
            s.seat == view.active == me, away(met.get(s.seat, "here")),
        )
        for s in around(view.seats, me)
    )  # fmt: skip


def cards_of(seat: SeatView) -> int | None:
    return None if seat.earth is None or seat.heaven is None else len(seat.earth) + seat.heaven


def status(view: View, seat: SeatView) -> str:
    """Return the last part of the key of a box's text where cards cannot be counted."""
    if view.phase == "split":
        return "ready" if seat.ready else "splits"
    if view.phase == "scoring":
        return "won" if seat.seat == view.winner else "counted" if seat.scored is not None else "shows"
    return ""


def mansions(view: View, me: str = "") -> tuple[Mansion, ...]:
    """Return the public facts of all mansions, mine last; empty before the earths are turned up."""
    return tuple(
        Mansion(
            s.seat, s.name or s.seat, s.seat == me, s.seat == view.active, s.earth or (), s.known,
            (s.heaven or 0) - len(s.known),
        )
        for s in around(view.seats, me)
        if s.earth is not None
    )  # fmt: skip


def groups(cards: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return cards as sets: each number with its count, in rising order."""
    return tuple(sorted(Counter(cards).items()))


def heap_of(heaps: Heaps, key: str) -> Cards | None:
    """Return the cards entered under a key, None if nothing was entered."""
    return dict(heaps).get(key)


def with_heap(heaps: Heaps, key: str, cards: Iterable[int]) -> Heaps:
    return (*((name, old) for name, old in heaps if name != key), (key, tuple(sorted(cards))))


def more_of(cards: Cards, number: int, most: int, room: int) -> Cards:
    """Return cards with one more of a number; unchanged if there are `most` of it, or no space."""
    return cards if cards.count(number) >= most or len(cards) >= room else tuple(sorted((*cards, number)))


def fewer_of(cards: Cards, number: int) -> Cards:
    left = list(cards)
    if number in left:
        left.remove(number)
    return tuple(left)


HELD = "h"
"""The prefix of heaven's cards while a whole split is entered."""


def entered(entering: tuple[str, ...], of: str = "") -> Cards:
    """Return the numbers tapped so far in a secret entry; of a whole split those of one side."""
    kept = (card.removeprefix(of) for card in entering if card.startswith(of))
    return tuple(sorted(int(card) for card in kept if card.isdecimal()))


def spoken_set(number: int, size: int) -> str:
    return f"{number} \N{MULTIPLICATION SIGN}{size}" if size > 1 else str(number)


def chosen_action(pick: Pick, legal: dict[str, Any]) -> Pick:
    """Return the pick as it is legal now: impossible values dropped, a single possible value already chosen."""
    sides = legal["sides"]
    # Of two open sides earth comes first: everybody sees what may be placed from it.
    side = pick.side if pick.side in sides else sides[-1]
    action = pick.action or "place"
    ends = legal["collect"][side]
    end = pick.end if pick.end in ends else ends[0] if len(ends) == 1 else ""
    sizes = legal["place"][side].get(str(pick.number))
    number, size = (pick.number, pick.size) if sizes else (0, 0)
    if sizes and not sizes[0] <= size <= sizes[1]:
        size = sizes[1] if side == "earth" else sizes[0]
    return replace(pick, side=side, action=action, end=end, number=number, size=size, both=pick.both and len(sides) > 1)


LESSONS: Final[Mapping[str, str]] = {
    "set_start_player": "SCHOOL-11.1",
    "confirm_deal": "SCHOOL-1.3",
    "lay_earth": "SCHOOL-6.2",
    "reveal_earths": "SCHOOL-9.3",
    "first_field": "SCHOOL-10.2",
    "turn": "SCHOOL-7.4",
    "heaven_action": "SCHOOL-7.2",
    "earth_action": "SCHOOL-7.3",
    "score_round": "SCHOOL-12.1",
    "show_heaven": "SCHOOL-12.2",
    "round_cards": "SCHOOL-12.5",
    "close_game": "SCHOOL-13.2",
    "wait": "SCHOOL-8.1",
    "wait_show_heaven": "SCHOOL-12.2",
}


K = "shinobi_school.screen."


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """The context of a Shinobi School screen."""

    GAME: ClassVar[str] = "shinobi-school"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        if view.phase in ("tie", "close", "ended"):
            return t("over", depth=depth)
        return t("at_round", round=view.round, of=view.options.rounds, depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: its heaven, during a round."""
        heaven = self.view.options.depth == "plays" and self.view.phase not in ("deal", "scoring", "tie", "ended")
        return "parts" if heaven else "nothing"


FOR_ALL = frozenset({"deal", "reveal", "field", "start", "won", "score", "close", "tie", "ended"})
"""The phases in which anybody at the table acts for all."""


@dataclass(frozen=True, slots=True)
class AwaitedDecision:
    """What the table waits for: a seat's decision or, with an empty `seat`, something anybody may do for all."""

    kind: str
    """The last part of a message key."""
    seat: str = ""
    others: tuple[str, ...] = ()
    """Further seats that are awaited in the same way."""


def due(view: View) -> AwaitedDecision:
    if view.phase == "turn":
        return AwaitedDecision("turn" if len(view.open) > 1 else f"{view.open[0]}_action", view.active or "")
    if view.phase in ("split", "reveal", "scoring") and (lack := [s.seat for s in view.seats if _lacks(view, s.seat)]):
        first, *others = lack
        return AwaitedDecision("earth" if view.phase == "reveal" else view.phase, first, tuple(others))
    if view.phase == "start" and view.options.first_start == "random":
        return AwaitedDecision("draw")
    return AwaitedDecision(view.phase)


def _lacks(view: View, seat: str) -> bool:
    s = seat_of(view, seat)
    if view.phase == "reveal":
        return not s.earth_noted
    return not s.ready if view.phase == "split" else s.seat != view.winner and s.scored is None


def awaited(ctx: Ctx) -> Awaited:
    """Return whom the table waits for, and what for; if several seats do the same, that all of them do it."""
    now = due(ctx.view)
    if now.others:
        return Awaited("", ctx.t(f"does_all.{now.kind}"))
    return Awaited("" if now.kind in FOR_ALL else now.seat, ctx.t(f"does.{now.kind}", name=ctx.name(now.seat)))


def waits(ctx: Ctx) -> ft.Control:
    """Return the dock of a waiting seat. Among several awaited seats one of this phone comes first."""
    now = due(ctx.view)
    seat = next((s for s in (now.seat, *now.others) if s in ctx.snap.my_seats), now.seat)
    return frame.waits(ctx, seat, ctx.t(f"does.{now.kind}", name=ctx.name(seat)))


IC = ft.Icons
_CLAUSES = {
    "supply": "SCHOOL-1.1", "capacity": "SCHOOL-3.3", "heaven": "SCHOOL-3.3", "count": "SCHOOL-9.2",
    "entry": "SCHOOL-6.2",
}  # fmt: skip
SHOWN = 12
"""The most earlier turns that are listed."""


def lately(ctx: Ctx, most: int = 1) -> list[ft.Control]:
    """Return the actions of the current turn and of the `most` turns before it, as far as they are public."""
    view = ctx.view
    turns = [*view.turns[-most:], *([view.now] if view.now is not None and view.now.actions else [])]
    return [turn_row(ctx, turn) for turn in reversed(turns)]


def turn_row(ctx: Ctx, turn: Turn) -> ft.Control:
    passed = len(turn.actions) > 1 and all(action.kind == "pass" for action in turn.actions)
    done = ctx.t("did.pass_both") if passed else listed(ctx.look, [action_words(ctx, a) for a in turn.actions])
    swept = ctx.t("was_swept") if turn.swept else ""
    return ruling_row(ctx.look, IC.AIR_SHARP if turn.swept else IC.HISTORY_SHARP, ctx.name(turn.seat),
                      " ".join(filter(None, (swept, begun(done)))))  # fmt: skip


def action_words(ctx: Ctx, action: Action) -> str:
    cards = spoken_set(action.number, action.size) if action.number is not None else ""
    return ctx.t(f"did.{action.kind}_{action.side}", cards=cards)


def finding_rows(ctx: Ctx, *, all_of_them: bool = False) -> list[ft.Control]:
    """Return the findings of audits in this round: they change no points, the table decides."""
    return [finding_row(ctx, f) for f in ctx.view.findings if all_of_them or f.round == ctx.view.round]


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    return end.finding_row(ctx, found, ctx.t(f"finding.{found.kind}", round=found.round), _CLAUSES[found.kind])
