"""A game in the short form as a `Game`: the whole protocol, derived from its state and moves."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Annotated, Any, Final, Literal, TypeVar, Union

from pydantic import BaseModel, Field, TypeAdapter, ValidationError, create_model

from referee.core.game import PROTOCOL, Drawing, Extras, GameOptions, GameView
from referee.core.journal import Declare, HouseRuling, Match
from referee.core.judging import passes, remembered
from referee.core.moves import masked, secret
from referee.core.offers import Offer
from referee.core.rulebook import Rulebook
from referee.core.values import (
    GAME_MASTER,
    PUBLIC,
    TABLE,
    Place,
    Prompt,
    Refused,
    Result,
    Ruling,
    Seat,
    Value,
    Viewer,
)
from referee.short.knowledge import AuthorError, HiddenValue, Unknown, at_fault, holds_secret, marked, place, place_of
from referee.short.moves import Move, Values, listed_fields, move_of
from referee.short.state import (
    Audience,
    Draft,
    Player,
    Tabletop,
    drafted,
    fields_of,
    frozen,
    is_collection,
    put_into,
    shown,
    view_of,
)

F = TypeVar("F", bound=Callable[..., Any])


KEYS: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The pattern of a game's key."""


class ShortOptions(GameOptions):
    """Base of the options of a game in the short form: every move is declared."""

    depth: Literal["plays"] = "plays"


class NoAdjustment(Value):
    """The empty adjustment of a game that allows none by hand."""


@dataclass(frozen=True)
class State:
    """An immutable state of a match, with values computed from it as a cache."""

    table: Tabletop
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def options(self) -> Any:
        return self.table.options

    @property
    def phase(self) -> str:
        return str(getattr(self.table, "phase", ""))


class ShortGame:
    """A game made of an annotated state and functions: `setup` deals, each `move` is a move, `over` names the winners.

    `players` are the possible numbers of players. `points` is the name of a player's open number by which the match is
    ranked, the highest first, and which house rulings set; without it, winners share the first place and all others the
    next one. `screens` is the module that holds the game's `UI`.
    """

    PROTOCOL = PROTOCOL
    secret = staticmethod(secret)
    masked = staticmethod(masked)
    remembered = staticmethod(remembered)

    def __init__(
        self,
        key: str,
        table: type[Tabletop],
        player: type[Player],
        players: range,
        *,
        options: type[GameOptions] = ShortOptions,
        points: str = "",
        screens: str = "",
    ) -> None:
        written_in = sys._getframe(1).f_globals
        self.__module__ = str(written_in.get("__package__") or written_in["__name__"])
        if not KEYS.fullmatch(key):
            raise AuthorError(f"{place()}: the key {key!r}: small letters and digits, with hyphens between them")
        if not players or min(players) < 1:
            raise AuthorError(f"{place()}: players={players!r}: nobody can play; range(2, 6) is two to five")
        if not (isinstance(options, type) and issubclass(options, GameOptions)):
            raise AuthorError(f"{place()}: options={options!r} is no class that inherits from ShortOptions")
        try:
            options.model_validate(options().model_dump())
        except ValidationError as wrong:
            first = wrong.errors()[0]
            said = f"the default of the option {first['loc'][0]!r}: {first['msg']}"
            raise AuthorError(f"{place()}: {said}") from None
        self.KEY, self.PLAYERS, self.OPTIONS, self.SCREENS = key, players, options, screens
        self.words = key.replace("-", "_")
        """The prefix of its message keys."""
        self.CLAUSES = Rulebook(self.__module__)
        self.points = points
        self._table, self._player = table, player
        for part in (table, player):
            part._fields = fields_of(part)
        if points and points not in {f.name for f in player._fields if f.sight is Audience.OPEN and f.type is int}:
            raise AuthorError(f"{place()}: points={points!r} is no Open[int] of {player.__qualname__}")
        self._moves: dict[str, Move] = {}
        self.setting_up: Callable[[Any], None] | None = None
        """The function that sets up the table."""
        self.ending: Callable[[Any], Iterable[str] | None] | None = None
        """The function that returns the winners."""
        self._end = ""

    # Decorators for the author

    def setup(self, function: F) -> F:
        """Register the function that sets up the table of a match."""
        self.setting_up = function
        return function

    def move(self, function: F | None = None, /, *, may: bool = False, drawn_by: Any = None, **values: Values) -> Any:
        """Register a move: a function of the table, the player and the move's fields, which are annotated.

        With `may`, nobody has to declare it. `values` give the possible values of fields whose type does not.
        `drawn_by` returns the values that the app draws, by field, and declared values are ignored; without it, people
        draw.
        """

        def taken(written: F) -> F:
            if written.__name__ in self._moves:
                raise AuthorError(f"{place_of(written)}: there is a move {written.__name__} already")
            self._moves[written.__name__] = move_of(written, values, may, drawn_by)
            self.__dict__.pop("MOVE", None)
            return written

        return taken if function is None else taken(function)

    def over(self, clause: str) -> Callable[[F], F]:
        """Register the function that returns the winning seats, or `None` while the match goes on, and its clause."""

        def taken(function: F) -> F:
            self.ending, self._end = function, clause
            return function

        return taken

    # For the checks

    def written(self, kind: str) -> Callable[..., None] | None:
        """Return the function of a move, or `None`."""
        return self._moves[kind].function if kind in self._moves else None

    def owed(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the message keys that phones need, with the parameters given for each."""
        open_ = frozenset(f.name for f in self._table._fields if f.sight is Audience.OPEN) | {"seat"}
        asking = [move for move in self._moves.values() if move.fields and move.drawn_by is None]
        for move in asking if len(asking) > 1 else ():  # the bar in which one of several is chosen
            yield f"{self.words}.move.{move.name}", frozenset()
        for name, _, sight in self._player._fields:
            if sight is Audience.MINE:
                yield f"{self.words}.view.{name}", frozenset()
        for move in self._moves.values():
            yield f"{self.words}.ask.{move.name}", open_
            yield f"{self.words}.do.{move.name}", frozenset(move.fields)
            for name in move.fields if move.drawn_by is None else ():
                yield f"{self.words}.field.{move.name}.{name}", frozenset()

    @property
    def own_values(self) -> tuple[str, ...]:
        """The names of a player's single values that only its own seat sees."""
        fields = self._player._fields
        return tuple(f.name for f in fields if f.sight is Audience.MINE and not is_collection(f.type))

    # The protocol

    @cached_property
    def MOVE(self) -> TypeAdapter[Any]:
        if not self._moves:
            raise AuthorError(f"{self.__module__}: the game has no @game.move")
        models: Any = Union[tuple(move.model for move in self._moves.values())]  # noqa: UP007
        return TypeAdapter(Annotated[models, Field(discriminator="type")])

    @cached_property
    def EXTRAS(self) -> Extras:
        drawn = frozenset(m.name for m in self._moves.values() if m.drawn_by is not None)
        return Extras(counts=self._counts, drawing=Drawing(fill=self._draw, whole=drawn))

    @cached_property
    def VIEW(self) -> type[GameView]:
        seat: Any = view_of("SeatView", self._player._fields, Value, {})
        own = {
            "game": (Literal[self.KEY], self.KEY),
            "seats": (tuple[seat, ...], ...),
            "result": (Result | None, None),
        }
        table = [f for f in self._table._fields if f.name not in ("players", "options")]
        return view_of("View", table, GameView, own)

    @cached_property
    def ADJUSTMENT(self) -> type[Value]:
        if not self.points:
            return NoAdjustment
        return create_model(
            "Adjustment", __base__=Value, points=(dict[str, Annotated[int, Field(ge=-999, le=999)]], ...)
        )

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(clause.id for clause in self.CLAUSES)

    @cached_property
    def prefix(self) -> str:
        return self.CLAUSES[0].id.rpartition("-")[0]

    def _work(self, waived: frozenset[str] = frozenset()) -> Draft:
        return Draft(self.prefix, self.words, self._known, waived)

    def begin(self, options: Any, seats: Sequence[Seat]) -> State:
        if len(seats) not in self.PLAYERS:
            raise Refused(self.CLAUSES[0].id, f"{self.words}.players", firm=True)
        players = [self._player(seat=seat.seat) for seat in seats]
        t: Any = drafted(self._table(players=players, options=options), None).copy_for(self._work())
        if self.setting_up is not None:
            self._run("setup", self.setting_up, t)
        return State(frozen(t, "setup"))

    def judge(self, state: State, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        if self.result(state) is not None:
            raise Refused(f"{self.prefix}-{self._end}", f"{self.words}.ended", firm=True)
        if seat in (TABLE, GAME_MASTER):
            raise Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=seat)
        kind = self._moves[move.type]
        given = {name: getattr(move, name) for name in kind.fields}
        told = False
        try:
            self._made(state, kind, seat, given, seat, waived)
        except Unknown:  # it rests on what only others know, so it may reveal that, but is not refused because of it
            told = True
        except Refused as refused:
            refused.private = not self._refused_for_all(state, kind, seat, given, waived, refused)
            raise
        try:
            t = self._made(state, kind, seat, given, None, waived)
        except Refused as refused:
            raise AuthorError(
                f"{place_of(kind.function)}: move {kind.name} is refused ({refused.reason}) by what only others know:"
                " whoever declares it would learn that"
            ) from None
        work = t._draft
        if told and not work.told and kind.drawn_by is None:
            raise AuthorError(
                f"{place_of(kind.function)}: what move {kind.name} does rests on what only others know:"
                " t.reveals(…) says what of it is known from now on; to show it to one seat, t.tell_to(…) as well"
            )
        if not work.notices:
            raise AuthorError(f"{place_of(kind.function)}: move {kind.name} tells nobody what it was: say t.tell(…)")
        first = next((notice for notice in work.notices if notice.to == PUBLIC), work.notices[0])
        after, told = State(frozen(t, kind.name)), told or work.told or kind.drawn_by is not None
        if not work.told and (leaking := self._leaking(state, after, kind, seat, given, waived)):
            name, field = leaking
            raise AuthorError(
                f"{place_of(kind.function)}: everybody is told {name!r} of move {kind.name}, and not everybody may know"
                f" {field}, where it is put: annotate {name} as Secret[…]"
            )
        return Ruling(True, first.clause or "", first.message, first.params, tuple(work.notices), after, told=told)

    def _leaking(
        self, before: State, after: State, kind: Move, seat: str, given: Mapping[str, Any], waived: frozenset[str]
    ) -> tuple[str, str] | None:
        """Return a public field of a move whose value is put into a hidden field, and that field; `None` without one.

        A number may be there by chance: it counts if another number in its place would be put there as well.
        """
        secrets = [given[name] for name in kind.secret]
        for name in kind.fields:
            value = given[name]
            field = None if name in kind.secret else put_into(before.table, after.table, value, secrets)
            if field is None:
                continue
            if type(value) is not int:
                return name, field
            for other in (value + 1, value - 1):
                with suppress(Refused, AuthorError):
                    t = self._made(before, kind, seat, {**given, name: other}, None, waived)
                    if put_into(before.table, frozen(t, kind.name), other, secrets) == field:
                        return name, field
        return None

    def _made(
        self,
        state: State,
        kind: Move,
        seat: str,
        given: Mapping[str, Any],
        viewer: str | None,
        waived: frozenset[str] = frozenset(),
    ) -> Tabletop:
        """Make a move on a draft as `viewer` may know the table (`None`: all of it). Raises `Refused` and `Unknown`."""
        t = self._seen_by(state, viewer, waived)
        for name in kind.seats:
            if not isinstance(given[name], HiddenValue) and all(p.seat != given[name] for p in t.players):
                raise Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=seat)
        fields = dict(given)
        for name in kind.secret:
            fields[name] = marked(given[name]) if viewer in (None, seat) else HiddenValue()
        self._run(f"move {kind.name}", kind.function, t, t.player(seat), **fields)
        return t

    def _refused_for_all(
        self, state: State, kind: Move, seat: str, given: Mapping[str, Any], waived: frozenset[str], refused: Refused
    ) -> bool:
        """Tell whether public knowledge alone leads to the same refusal."""
        try:
            self._made(state, kind, seat, given, PUBLIC, waived)
        except Unknown:
            return False
        except Refused as other:
            return (other.clause, other.reason) == (refused.clause, refused.reason)
        return False

    def _run(self, what: str, function: Callable[..., Any], *arguments: Any, **fields: Any) -> Any:
        try:
            return function(*arguments, **fields)
        except Refused as refused:
            if any(map(holds_secret, refused.params.values())):
                raise at_fault(what, TypeError("a refusal tells a secret")) from None
            raise
        except AuthorError:
            raise
        except Exception as error:
            raise at_fault(what, error) from error

    def view(self, state: State, viewer: Viewer) -> GameView:
        result = self.result(state)
        everything = viewer == GAME_MASTER or result is not None
        seats = [shown(player, everything or player.seat == viewer, everything) for player in state.table.players]
        table = {k: v for k, v in shown(state.table, False, everything).items() if k not in ("players", "options")}
        return self.VIEW.model_validate({"viewer": viewer, "seats": seats, "result": result, **table})

    def prompts(self, state: State, viewer: Viewer) -> tuple[Prompt, ...]:
        if self.result(state) is not None:
            return ()
        asked: list[Prompt] = []
        for player in state.table.players:
            offers = self._offers(state, player.seat, viewer if viewer != GAME_MASTER else player.seat)
            for may in (False, True):
                due = tuple(offer for offer in offers if self._moves[offer.move].may is may)
                if due:
                    ask = f"{self.words}.ask.{due[0].move}"
                    params = {"seat": player.seat, **self._facts(state)}
                    asked.append(Prompt(seat=player.seat, ask=ask, must=not may, params=params, offers=due))
        return tuple(asked)

    def _counts(self, state: State) -> dict[str, int]:
        """Return the public numbers of the table."""
        return {name: value for name, value in self._facts(state).items() if type(value) is int}

    def _facts(self, state: State) -> dict[str, Any]:
        """Return the public strings and numbers of the table, as parameters for asks."""
        fields = (f for f in self._table._fields if f.sight is Audience.OPEN)
        facts = {f.name: getattr(state.table, f.name) for f in fields}
        return {name: value for name, value in facts.items() if isinstance(value, str | int) and value != ""}

    def _offers(self, state: State, seat: str, viewer: Viewer) -> tuple[Offer, ...]:
        """Return what a seat may declare, as far as a viewer can know; others get only what public facts determine."""
        offers: list[Offer] = []
        for move in self._moves.values():
            found = self._offers_of(state, move, seat, PUBLIC)
            if found is None:
                found = (self._offers_of(state, move, seat, seat) or ()) if viewer == seat else (Offer(move=move.name),)
            offers += found
        return tuple(offers)

    def _offers_of(self, state: State, move: Move, seat: str, viewer: Viewer) -> tuple[Offer, ...] | None:
        """Return the offers of a kind of move for a seat, cached; `None` if the viewer cannot know them."""
        key = "offers", seat, move.name, viewer
        if key not in state.known:
            state.known[key] = self._listed_offers(state, move, seat, viewer)
        return state.known[key]

    def _listed_offers(self, state: State, move: Move, seat: str, viewer: Viewer) -> tuple[Offer, ...] | None:
        t = self._seen_by(state, viewer)

        def upheld(given: Mapping[str, Any]) -> bool:
            return passes(self._made, state, move, seat, given, viewer)

        def may_be(**given: Any) -> bool:
            try:
                return upheld(given)
            except Unknown:
                if viewer != seat:
                    raise
                return True  # it rests on what others know, and is not refused because of that

        try:
            # What is told or refused of fields without a value is no mistake of the author.
            with suppress(Unknown, AuthorError):
                if not upheld(dict.fromkeys(move.fields, HiddenValue())):
                    return ()
            listed = listed_fields(move, t, t.player(seat), may_be)
            return tuple(Offer(move=move.name, fields=fields) for fields in listed)
        except Unknown:
            return None

    def _seen_by(self, state: State, viewer: str | None, waived: frozenset[str] = frozenset()) -> Any:
        """Return a draft of the table as a viewer knows it; `None` knows everything."""
        sighted = state.known.get(("table", viewer))
        if sighted is None:
            sighted = state.known["table", viewer] = drafted(state.table, viewer)
        return sighted.copy_for(self._work(waived))

    def result(self, state: State) -> Result | None:
        if self.ending is None:
            raise AuthorError(f"{self.__module__}: the game has no @game.over")
        if "result" not in state.known:
            state.known["result"] = self._result(state, self.ending)
        return state.known["result"]

    def _result(self, state: State, over: Callable[[Any], Iterable[str] | None]) -> Result | None:
        won = self._run("over", over, self._seen_by(state, None))
        if won is None:
            return None
        winners = () if isinstance(won, str) else tuple(won)
        seats = {player.seat for player in state.table.players}
        if isinstance(won, str) or not set(winners) <= seats:
            said = f"over returns {won!r}, which is no list of seats; there are {sorted(seats)}"
            raise AuthorError(f"{place_of(over)}: {said}")
        points = {
            p.seat: getattr(p, self.points) if self.points else int(p.seat in winners) for p in state.table.players
        }
        first = [(p.seat not in winners, -points[p.seat], p.seat) for p in state.table.players]
        places = [
            Place(seat=s, place=1 + sum(f[:2] < (out, n) for f in first), points=-n) for out, n, s in sorted(first)
        ]
        clause = f"{self.prefix}-{self._end}"
        return Result(winners=winners, ranking=tuple(places), reason=f"{self.words}.won", clause=clause)

    def may_be_secret(self, kind: str) -> bool:
        return kind not in self._moves or bool(self._moves[kind].secret)

    def adjust(self, state: State, adjustment: Any) -> State:
        t = self._seen_by(state, None)
        for seat, points in getattr(adjustment, "points", {}).items():
            if all(player.seat != seat for player in t.players):
                raise Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=seat[:40])
            setattr(t.player(seat), self.points, points)
        return State(frozen(t, "a house ruling"))

    def _draw(self, match: Match, act: Any, random: Random) -> Any:
        """Return an act with the values filled in that the app draws."""
        data = act.model_dump() if isinstance(act, BaseModel) else act
        if not isinstance(data, Mapping) or not isinstance(data.get("move"), Mapping):
            return act
        move, seat = data["move"], data.get("seat")
        kind = self._moves.get(str(move.get("type")))
        if kind is None or kind.drawn_by is None or not match.sits(str(seat)):
            return act
        t = self._seen_by(match.state, str(seat))
        try:
            drawn = self._run(f"drawn_by of {kind.name}", kind.drawn_by, t, t.player(str(seat)), random)
        except (Unknown, Refused):
            return act
        if drawn is None:
            return act
        made = {**data, "move": {**move, **drawn}}
        return type(act).model_validate(made) if isinstance(act, Declare | HouseRuling) else made
