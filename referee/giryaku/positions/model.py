"""Models of Giryaku positions, and checks of their single fields."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from referee.core.game import During, Position, check_phase
from referee.core.judging import firm, may_look_into, shown
from referee.core.values import Value, Viewer
from referee.giryaku.cards import CELLS, HAND, KINDS, OPENING, OWNED, Card, CellId
from referee.giryaku.moves import MOST, Cards, ConsumeMap, Graveyard, NinShiRange, Options, SeatId, well_named
from referee.giryaku.setup import STEPS
from referee.giryaku.state import Player, State, player, rival, seats
from referee.giryaku.view import phase
from referee.giryaku.view_model import Action, Due, Ended, Finding, Number, Phase
from referee.giryaku.view_model import Flipped as Flipped


def need(condition: object, clause: str, reason: str, field: str, *, private: bool = False, **params: Any) -> None:
    """Refuse a field unless the condition holds; no house ruling lifts it."""
    firm(condition, f"GIRYAKU-{clause}", f"giryaku.{reason}", private=private, field=field, **params)


Findings = Annotated[tuple[Finding, ...], Field(max_length=MOST)]


def _during(*phases: str) -> During:
    return During(frozenset(phases), "GIRYAKU-3.3")


PLAYED: Final = ("turn", "resolve", "ended")
RESULTS: Final = ("scores:turn", "scores:last_turn", "scores:count", "scores:ended")
"""The phases at the depth `scores`."""
PLAY: Final = _during(*PLAYED)
IN_OPENING: Final = _during("opening_draw", "opening_place", "opening_reveal")
DEALT: Final = _during(*IN_OPENING.phases, *PLAYED)
BOARDS: Final = _during("opening_place", "opening_reveal", *PLAYED)
WAITING: Final = _during("resolve")


class BoardCard(Value):
    """A card on a board. `card` may be `None` if it lies face down and is unknown to all or known only to its owner."""

    card: Card | None = None
    down: bool = False


class OpenSeat(Value):
    """What everybody sees of one seat. Its deck is the rest of 15 cards (GIRYAKU-1.2)."""

    hand: Annotated[Annotated[int, Field(ge=0, le=3)] | None, PLAY] = None
    """By default two, or the rest of the deck (GIRYAKU-3.5)."""
    hand_entered: Annotated[bool, PLAY] = False
    """Whether it was noted with nothing drawn since."""
    known: Annotated[Cards, _during("opening_reveal", *PLAYED)] = ()
    """The opening card that is still known to be in the hand (GIRYAKU-2.9)."""
    graveyard: Annotated[Graveyard, _during(*PLAYED, *RESULTS)] = Graveyard()
    board: Annotated[dict[CellId, BoardCard], BOARDS] = Field(default_factory=dict)
    flip: Annotated[Flipped | None, PLAY] = None
    turns: Annotated[Number, PLAY] = 0
    """The number of turns that the seat has begun."""
    extra: Annotated[Card | None, PLAY] = None
    """The player's own extra card, once it could be inferred; if public cards show it, it is set anyway."""
    opening: Annotated[Cards | None, IN_OPENING] = None
    """Before the first turn: the three cards shown."""
    redraws: Annotated[bool, _during("opening_draw")] = False
    count: Annotated[Annotated[int, Field(ge=0, le=99)] | None, _during(*RESULTS)] = None
    """At the depth `scores`: cards on the board, if entered."""


class OpenTable(Value):
    """What everybody sees during a match."""

    phase: Phase = "turn"
    first: SeatId | None = None
    consume_map: Annotated[ConsumeMap | None, DEALT] = None
    """What the box says about raids and about N×O, if the options leave it open (GIRYAKU-8.8, 7.12)."""
    nin_shi_range: Annotated[Annotated[NinShiRange, AfterValidator(well_named)] | None, DEALT] = None
    active: Annotated[SeatId | None, _during("opening_place", "turn", "resolve", "scores:last_turn")] = None
    last: Annotated[SeatId | None, _during(*PLAYED, "scores:last_turn", "scores:count", "scores:ended")] = None
    """The seat that takes the last turn of the match, once determined."""
    turn: Annotated[Number, _during(*RESULTS)] = 0
    """At the depth `scores`: the number of entries. With plays it is the number of turns begun."""
    bonus: Annotated[bool, PLAY] = False
    """Whether this is a further action before the refill (GIRYAKU-8.7)."""
    chained: Annotated[bool, PLAY] = False
    """Whether raids lead from the active seat's first turn to this one, used by a ban of two onmyoji (GIRYAKU-9.4)."""
    due: Annotated[Due | None, WAITING] = None
    """The answer that a running skill waits for."""
    waits_for: Annotated[SeatId | None, WAITING] = None
    """The seat that must answer; required if it can be either."""
    seats: tuple[OpenSeat, OpenSeat] = (OpenSeat(), OpenSeat())
    action: Annotated[Action | None, PLAY] = None
    findings: Annotated[Findings, PLAY] = ()
    result: Annotated[Ended | None, _during("ended", "scores:ended")] = None
    recounted: Annotated[bool, _during("ended")] = False


class SeatSecret(Value):
    """What one seat alone knows; optional except for a board that the seat's phone records."""

    hand: Cards | None = None
    """The cards of the seat's hand, or some of them."""
    spied: Cards | None = None
    """The cards known in the other hand since a raid."""
    board: dict[CellId, Card] = Field(default_factory=dict)
    """The seat's face-down cards that are not public (option `flip_mode=app`)."""
    findings: Findings = ()


def check_seats_named(table: OpenTable, state: State) -> None:
    """Refuse an unknown seat (GIRYAKU-3.1)."""
    named = {
        "first": table.first,
        "active": table.active,
        "last": table.last,
        "waits_for": table.waits_for,
        "action.seat": None if table.action is None else table.action.seat,
        "result.winner": None if table.result is None else table.result.winner,
    }
    named |= {f"findings[{i}].player": finding.player for i, finding in enumerate(table.findings)}
    for field, seat in named.items():
        need(seat is None or seat in seats(state), "3.1", "not_in_game", f"table.{field}", seat=seat)


def check_fields(table: OpenTable, options: Options) -> None:
    """Refuse fields that the phase does not have (GIRYAKU-3.3)."""
    scores, phase = options.depth == "scores", "turn" if table.phase == "last_turn" else table.phase
    now = f"scores:{table.phase}" if scores else phase
    of_depth = now in RESULTS if scores else phase != "count"
    need(of_depth, "3.3", "position_other_depth", "table.phase")
    check_phase(table, "table", now, "giryaku.position_not_now")
    for i, seat in enumerate(table.seats):
        check_phase(seat, f"table.seats[{i}]", now, "giryaku.position_not_now")
    if scores or phase == "setup":
        return
    need(table.first or options.first_player, "2.11", "who_is_first", "table.first")
    need(options.consume_map or table.consume_map, "8.8", "which_kind_raids", "table.consume_map")
    need(options.nin_shi_range or table.nin_shi_range, "7.12", "which_range", "table.nin_shi_range")
    for name in ("consume_map", "nin_shi_range"):
        settled, box = getattr(options, name), getattr(table, name)
        need(box is None or settled in (None, box), "2.3", "dealt_already", f"table.{name}")


def check_seat(table: OpenTable, i: int, options: Options) -> None:
    """Refuse an impossible seat."""
    one, path = table.seats[i], f"table.seats[{i}]"
    need(one.opening is None or len(one.opening) == OPENING, "2.5", "three_cards", f"{path}.opening",
         count=len(one.opening or ()))  # fmt: skip
    for cell, card in one.board.items():
        settled = cell.endswith("L") or f"{cell[0]}L" in one.board
        need(settled, "5.1", "card_fell", f"{path}.board.{cell}", cells=[cell])
        need(card.down or card.card is not None, "4.4", "position_name_card", f"{path}.board.{cell}", cell=cell)
        flipped = not card.down or one.flip is not None or table.phase in STEPS
        need(flipped, "4.4", "position_not_flipped", f"{path}.board.{cell}", cell=cell)
    if options.depth == "plays" and table.phase not in STEPS:
        _owns(one, path, options, ended=table.phase == "ended")


def hand_and_deck(one: OpenSeat) -> int:
    """Return the number of a seat's cards in hand and deck: the rest of 15 (GIRYAKU-1.2)."""
    return OWNED - sum((one.graveyard.S, one.graveyard.N, one.graveyard.O)) - len(one.board)


def deck_and_hand(seat: OpenSeat, table: OpenTable, options: Options) -> tuple[int, int]:
    """Return the sizes of deck and hand (GIRYAKU-1.2, 2.5, 2.9, 3.5); zeros at the depth `scores`."""
    if options.depth == "scores":
        return 0, 0
    if table.phase in STEPS:
        dealt = table.phase != "setup"
        return (OWNED - (OPENING if seat.opening else 0) if dealt else 0), 1 if seat.board else 0
    rest = hand_and_deck(seat)
    hand = min(HAND, rest) if seat.hand is None else seat.hand
    return rest - hand, hand


def _owns(one: OpenSeat, path: str, options: Options, *, ended: bool) -> None:
    rest = hand_and_deck(one)
    hand = min(HAND, max(0, rest)) if one.hand is None else one.hand
    need(rest >= hand, "1.2", "position_fifteen", f"{path}.graveyard", count=OWNED - rest + hand)
    need(len(one.known) <= min(1, hand), "2.9", "position_kept", f"{path}.known")
    need(hand or not one.hand_entered, "3.5", "no_hand_to_enter", f"{path}.hand_entered")
    need(one.board or ended or options.self_empty_board == "no_loss", "9.2", "position_empty_board", f"{path}.board")
    if one.flip is None:
        return
    down, flip = sum(card.down for card in one.board.values()), one.flip
    due = len(flip.pool) + flip.extra - flip.gone - len(flip.shown)
    need(down == due, "7.7", "position_flipped_cards", f"{path}.flip.pool", down=down, count=due)
    for n, moment in enumerate(flip.moments):
        field = f"{path}.flip.moments[{n}]"
        need(len(set(moment.cards.values())) == len(moment.cards), "7.7", "position_moment", field)
    now = flip.moments[-1].cards.keys() if flip.moments else one.board.keys()
    need(now == one.board.keys(), "7.7", "position_moment", f"{path}.flip.moments")


def position_of(state: State, viewer: Viewer) -> Position:
    """Return the position of a state, with the secrets of the seats that the viewer may see."""
    secrets = {p.seat: _secret(state, p.seat) for p in may_look_into(state, viewer)}
    return Position(_open_table(state), secrets)


def _open_table(state: State) -> OpenTable:
    waiting = state.queue[0] if state.phase == "resolve" else None
    dealt = state.options.depth == "plays" and state.phase != "setup"
    return shown(
        OpenTable,
        state,
        phase=phase(state),
        consume_map=state.options.consume_map if dealt else None,
        nin_shi_range=state.options.nin_shi_range if dealt else None,
        turn=state.turn if state.options.depth == "scores" else 0,
        chained=state.chained and state.options.first_turn_ban == "first_turn_and_chained",
        due=None if waiting is None else waiting.kind,
        waits_for=None if waiting is None else waiting.seat,
        seats=tuple(_open_seat(state, p) for p in state.players),
        findings=tuple(n.finding for n in state.findings if n.to is None),
        result=state.outcome,
    )


def _open_seat(state: State, p: Player) -> OpenSeat:
    begun = state.options.depth == "plays" and state.phase not in STEPS
    lies = zip(CELLS, p.board, strict=True)
    return shown(
        OpenSeat,
        p,
        hand=p.hand if begun else None,
        graveyard=Graveyard.model_validate(dict(zip(KINDS, p.graveyard, strict=True))),
        board={cell: shown(BoardCard, card) for cell, card in lies if card is not None},
        opening=None if begun else p.opening,
        redraws=p.redraw,
    )


def _secret(state: State, seat: str) -> SeatSecret:
    p = player(state, seat)
    hidden = ((cell, card) for cell, card in zip(CELLS, p.board, strict=True) if card is not None and not card.card)
    return shown(
        SeatSecret,
        p,
        hand=p.entered,
        spied=rival(state, seat).spied,
        board={cell: card.noted for cell, card in hidden if card.noted is not None},
        findings=tuple(n.finding for n in state.findings if n.to == seat),
    )
