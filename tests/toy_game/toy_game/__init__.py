"""Numbers: the smallest game with everything that the referee's core must cope with.

Everybody may enter a hand of numbers, secretly, and hides one number. In turn a seat guesses another's hidden
number and is told in public whether it hit; a hit scores and opens the number. Numbers may be whispered from
seat to seat. A seat may plot numbers, as often as it likes, and nobody else may know that it did until it springs
one. `Toy` can be subclassed into games that leak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from referee.core.game import Extras, GameOptions, GameView
from referee.core.moves import Move, any_move, masked, secret, secret_kinds
from referee.core.offers import Number as Count
from referee.core.offers import Offer, One, Some
from referee.core.rulebook import Rulebook
from referee.core.values import (
    GAME_MASTER,
    PUBLIC,
    TABLE,
    Clause,
    Notice,
    Place,
    Prompt,
    PublicEvent,
    Refused,
    Result,
    Ruling,
    RulingContext,
    Seat,
    Value,
    Viewer,
)
from toy_game.position import POSITIONS

Number = Annotated[int, Field(ge=1, le=6)]
ANY = Count(least=1, most=6)


class Options(GameOptions):
    goal: Annotated[int, Field(ge=1, le=9)] = 3


class Hold(Move, secret=True):
    """A seat enters its hand; from then on it hides only what it holds."""

    numbers: Annotated[tuple[Number, ...], Field(min_length=1, max_length=3)]


class Hide(Move, secret=True):
    number: Number


class Guess(Move, public=True):
    target: str
    number: Number


class Whisper(Move, secret=True, told=("to",)):
    to: str
    number: Number


class Plot(Move, secret=True):
    """A seat notes a number for later, unnoticed."""

    number: Number


class Spring(Move, secret=True):
    """A seat tells everybody a number that it plotted."""

    number: Number


class Skip(Move, public=True):
    """A seat leaves its turn."""


class Finish(Move, public=True):
    """The table ends the match."""


class Adjustment(Value):
    points: dict[str, Annotated[int, Field(ge=0, le=9)]]


class SeatView(Value):
    seat: str
    points: int
    hidden: bool
    opened: tuple[int, ...]
    holds: bool
    hand: tuple[int, ...] | None = None
    number: int | None = None
    heard: tuple[tuple[str, int], ...] = ()
    plots: tuple[int, ...] = ()


class View(GameView):
    game: Literal["toy"] = "toy"
    turn: str
    seats: tuple[SeatView, ...]
    result: Result | None


@dataclass(frozen=True)
class Player:
    seat: str
    points: int = 0
    hand: tuple[int, ...] | None = None
    hidden: int | None = None
    opened: tuple[int, ...] = ()
    heard: tuple[tuple[str, int], ...] = ()
    plots: tuple[int, ...] = ()


@dataclass(frozen=True)
class State:
    options: Options
    players: tuple[Player, ...]
    turn: int = 0
    finished: bool = False

    def player(self, seat: str) -> Player:
        return next(p for p in self.players if p.seat == seat)

    def put(self, player: Player) -> State:
        return replace(self, players=tuple(player if p.seat == player.seat else p for p in self.players))


class Toy:
    """A `Game`."""

    PROTOCOL = 1
    KEY = "toy"
    PLAYERS = range(1, 5)
    CLAUSES: Sequence[Clause] = Rulebook(__name__)
    OPTIONS: type[GameOptions] = Options
    MOVE: TypeAdapter[Any] = any_move(globals())
    VIEW: type[GameView] = View
    ADJUSTMENT: type[Value] = Adjustment
    SCREENS = "toy_game.screens"
    EXTRAS = Extras(positions=POSITIONS)

    def begin(self, options: Options, seats: Sequence[Seat]) -> State:
        if len(seats) not in self.PLAYERS:
            raise Refused("TOY-1.1", "toy.players", firm=True)
        return State(options, tuple(Player(s.seat) for s in seats))

    def judge(self, state: State, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        if self.result(state) is not None:
            raise Refused("TOY-4.1", "toy.ended", firm=True)
        if isinstance(move, Finish):
            return self._told(replace(state, finished=True), "TOY-4.1", "toy.finished", told=False)
        if seat in (TABLE, GAME_MASTER):
            raise Refused("TOY-3.1", "toy.seats_only", firm=True)
        context, player = RulingContext(waived), state.player(seat)
        match move:
            case Hold():
                return self._told(state.put(replace(player, hand=move.numbers)), "TOY-2.2", "toy.holds", seat=seat)
            case Hide():
                return self._hide(context, state, player, move)
            case Guess():
                return self._guess(context, state, player, move)
            case Whisper():
                return self._whisper(state, player, move)
            case Plot() | Spring():
                return self._plot(context, state, player, move)
            case _:
                context.require(state.players[state.turn].seat == seat, "TOY-3.1", "toy.not_your_turn")
                return self._told(self._next(state), "TOY-3.1", "toy.skipped", seat=seat)

    def _hide(self, context: RulingContext, state: State, player: Player, move: Hide) -> Ruling:
        context.require(player.hidden is None, "TOY-2.1", "toy.hidden_already", seat=player.seat)
        if player.hand is not None:
            context.require(move.number in player.hand, "TOY-2.2", "toy.not_held", private=True, number=move.number)
        return self._told(state.put(replace(player, hidden=move.number)), "TOY-2.1", "toy.hid", seat=player.seat)

    def _guess(self, context: RulingContext, state: State, player: Player, move: Guess) -> Ruling:
        context.require(state.players[state.turn].seat == player.seat, "TOY-3.1", "toy.not_your_turn")
        if move.target == player.seat or all(p.seat != move.target for p in state.players):
            raise Refused("TOY-3.2", "toy.no_target", firm=True, target=move.target)
        target = state.player(move.target)
        if target.hidden is None:
            raise Refused("TOY-3.2", "toy.nothing_hidden", firm=True, target=move.target)
        after, hit = state, target.hidden == move.number
        if hit:
            after = after.put(replace(target, hidden=None, opened=(*target.opened, move.number)))
            after = after.put(replace(player, points=player.points + 1))
        params = {"seat": player.seat, "target": move.target, "number": move.number}
        return self._told(self._next(after), "TOY-3.2", "toy.hit" if hit else "toy.missed", told=True, **params)

    def _whisper(self, state: State, player: Player, move: Whisper) -> Ruling:
        if move.to == player.seat or all(p.seat != move.to for p in state.players):
            raise Refused("TOY-3.2", "toy.no_target", firm=True, target=move.to)
        ear = state.player(move.to)
        after = state.put(replace(ear, heard=(*ear.heard, (player.seat, move.number))))
        ruling = self._told(after, "TOY-2.2", "toy.whispered", told=True, seat=player.seat, to=move.to)
        heard = Notice(to=(move.to,), message="toy.heard", params={"number": move.number}, clause="TOY-2.2")
        return replace(ruling, notices=(*ruling.notices, heard))

    def _plot(self, context: RulingContext, state: State, player: Player, move: Plot | Spring) -> Ruling:
        unnoticed = PublicEvent(type="plots", clause="TOY-5.1", knows=(player.seat,))
        if isinstance(move, Plot):
            after = state.put(replace(player, plots=(*player.plots, move.number)))
            return Ruling(True, "TOY-5.1", "toy.plotted", state=after, event=unnoticed)
        context.require(move.number in player.plots, "TOY-5.2", "toy.not_plotted", private=True, number=move.number)
        left = list(player.plots)
        if move.number in left:
            left.remove(move.number)
        after = state.put(replace(player, plots=tuple(left)))
        ruling = self._told(after, "TOY-5.2", "toy.sprung", told=True, seat=player.seat, number=move.number)
        return replace(ruling, event=unnoticed)

    def _next(self, state: State) -> State:
        return replace(state, turn=(state.turn + 1) % len(state.players))

    def _told(self, state: State, of: str, message: str, told: bool = False, **params: Any) -> Ruling:
        notice = Notice(message=message, params=params, clause=of)
        return Ruling(True, of, message, params, (notice,), state, told=told)

    def view(self, state: State, viewer: Viewer) -> View:
        ended = self.result(state)
        seats = tuple(self._seat(p, ended is not None or viewer in (p.seat, GAME_MASTER)) for p in state.players)
        return View(viewer=viewer, turn=state.players[state.turn].seat, seats=seats, result=ended)

    def _seat(self, p: Player, openly: bool) -> SeatView:
        public = SeatView(
            seat=p.seat, points=p.points, hidden=p.hidden is not None, opened=p.opened, holds=p.hand is not None
        )
        if not openly:
            return public
        return public.model_copy(update={"hand": p.hand, "number": p.hidden, "heard": p.heard, "plots": p.plots})

    def prompts(self, state: State, viewer: Viewer) -> tuple[Prompt, ...]:
        if self.result(state) is not None:
            return ()
        turn = state.players[state.turn].seat
        targets = tuple(p.seat for p in state.players if p.seat != turn and p.hidden is not None)
        guesses = Offer(move="guess", fields={"target": One(of=targets), "number": ANY})
        asked = [Prompt(seat=turn, ask="toy.guess", offers=(*((guesses,) if targets else ()), Offer(move="skip")))]
        for p in state.players:
            knows = viewer in (p.seat, GAME_MASTER)
            if p.hidden is None:
                held = {"number": One(of=p.hand) if p.hand else ANY} if knows else {}
                asked.append(Prompt(seat=p.seat, ask="toy.hide", offers=(Offer(move="hide", fields=held),)))
            others = tuple(o.seat for o in state.players if o.seat != p.seat)
            aside = [
                Offer(move="hold", fields={"numbers": Some(of=tuple(range(1, 7)) * 3, least=1, most=3)}),
                Offer(move="plot", fields={"number": ANY}),
            ]
            if others:
                aside.append(Offer(move="whisper", fields={"to": One(of=others), "number": ANY}))
            if knows and p.plots:
                aside.append(Offer(move="spring", fields={"number": One(of=p.plots)}))
            asked.append(Prompt(seat=p.seat, ask="toy.aside", must=False, offers=tuple(aside)))
        asked.append(Prompt(seat=TABLE, ask="toy.finish", must=False, offers=(Offer(move="finish"),)))
        return tuple(asked)

    def result(self, state: State) -> Result | None:
        most = max(p.points for p in state.players)
        if not state.finished and most < state.options.goal:
            return None
        ranked = sorted(state.players, key=lambda p: -p.points)
        ranking = tuple(
            Place(seat=p.seat, place=1 + sum(o.points > p.points for o in ranked), points=p.points) for p in ranked
        )
        winners = tuple(p.seat for p in state.players if p.points == most)
        return Result(winners=winners, ranking=ranking, reason="toy.most", clause="TOY-4.1")

    secret = staticmethod(secret)
    may_be_secret = staticmethod(secret_kinds(globals()))

    def remembered(self, now: State, then: State, viewer: Viewer) -> bool:
        return True

    def masked(self, move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
        hears = isinstance(move, Whisper) and viewer == move.to
        return masked(move, viewer if hears else seat, viewer)

    def adjust(self, state: State, adjustment: Adjustment) -> State:
        for seat, points in adjustment.points.items():
            if all(p.seat != seat for p in state.players):
                raise Refused("TOY-1.1", "toy.no_such_seat", firm=True, seat=seat)
            state = state.put(replace(state.player(seat), points=points))
        return state


TOY = Toy()
SEATS = tuple(Seat(seat=f"p{i}", name=name) for i, name in enumerate(("Aki", "Ben", "Chie"), 1))
VIEWERS = (PUBLIC, *(s.seat for s in SEATS))
