"""Set-up: who goes first, the decks, the opening cards (GIRYAKU-2)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.base import replace
from referee.core.judging import firm, uphold
from referee.core.values import Ruling, RulingContext, Seat
from referee.giryaku.cards import COLUMNS, HAND, OPENING, OWNED, lower, without
from referee.giryaku.hands import drawn, require_fits
from referee.giryaku.moves import (
    Configure,
    DealDone,
    OpeningPlace,
    OpeningReveal,
    Options,
    RedrawOpening,
    RevealOpening,
    SetFirstPlayer,
    misnamed,
)
from referee.giryaku.state import EMPTY, Lying, Player, State, player, put, rival, seats, tell, with_player
from referee.giryaku.turn import begins

PLAYERS = range(2, 3)


def begin(options: Options, seated: Sequence[Seat]) -> State:
    """Return the first state. Raises `Refused` for a wrong number of players or an unknown first player."""
    firm(len(seated) in PLAYERS, "GIRYAKU-1.3", "giryaku.players", count=len(seated))
    a, b = (Player(s.seat, s.name or s.seat) for s in seated)
    first = options.first_player
    firm(first in (None, a.seat, b.seat), "GIRYAKU-2.11", "giryaku.not_in_game", seat=first)
    phase = "setup" if options.depth == "plays" else "turn"
    return State(options, (a, b), phase=phase, first=first)


def configure(state: State, seat: str, move: Configure, context: RulingContext) -> Ruling:
    """Judge the decisions of the table before the deal (GIRYAKU-2.11, 7.12, 8.8)."""
    chosen = {name: value for name, value in move.model_dump(exclude={"type"}).items() if value is not None}
    firm(chosen, "GIRYAKU-2.11", "giryaku.nothing_chosen")
    misfit = misnamed(move.nin_shi_range)
    firm(misfit is None, "GIRYAKU-7.12", misfit or "")
    told = []
    if move.first_player is not None:
        firm(move.first_player in seats(state), "GIRYAKU-2.11", "giryaku.not_in_game", seat=move.first_player)
        state = replace(state, first=move.first_player)
        told.append(tell("first", "2.11", seat=move.first_player))
    if move.consume_map is not None:
        told.append(tell("consume_map", "8.8", card=move.consume_map[0]))
    rest = [name for name in chosen if name not in ("first_player", "consume_map")]
    if rest:
        told.append(tell("configured", "2.11", options=rest))
    # Validated again, so that the same rules apply as at the beginning of a match.
    options = Options.model_validate(state.options.model_dump() | chosen)
    return uphold(replace(state, options=options), told)


def set_first_player(state: State, seat: str, move: SetFirstPlayer, context: RulingContext) -> Ruling:
    """Judge who goes first, at the depth `scores` (GIRYAKU-2.11)."""
    firm(move.player in seats(state), "GIRYAKU-2.11", "giryaku.not_in_game", seat=move.player)
    return uphold(replace(state, first=move.player), [tell("first", "2.11", seat=move.player)])


def deal_done(state: State, seat: str, move: DealDone, context: RulingContext) -> Ruling:
    """Judge the deal: 15 shuffled cards each, one of them an extra card that nobody has seen (GIRYAKU-2.1 to 2.4)."""
    firm(state.first is not None, "GIRYAKU-2.11", "giryaku.who_is_first")
    firm(state.options.consume_map is not None, "GIRYAKU-8.8", "giryaku.which_kind_raids")
    firm(state.options.nin_shi_range is not None, "GIRYAKU-7.12", "giryaku.which_range")
    for name in seats(state):
        state = with_player(state, name, deck=OWNED)
    return uphold(replace(state, phase="opening_draw"), [tell("dealt", "2.3", count=OWNED)])


# The opening, step by step

STEPS = ("setup", "opening_draw", "opening_place", "opening_reveal")


def reveal_opening(state: State, seat: str, move: RevealOpening, context: RulingContext) -> Ruling:
    """Judge the three cards that a player shows (GIRYAKU-2.5)."""
    firm(not player(state, seat).redraw, "GIRYAKU-2.6", "giryaku.first_redraw", seat=seat)
    firm(player(state, seat).opening is None, "GIRYAKU-2.5", "giryaku.opening_shown_already")
    return opening_shown(state, seat, move.cards)


def redraw_opening(state: State, seat: str, move: RedrawOpening, context: RulingContext) -> Ruling:
    """Judge the new three cards of a player who had two onmyoji or more (GIRYAKU-2.6, OP-2)."""
    firm(player(state, seat).opening is not None, "GIRYAKU-2.5", "giryaku.show_opening_first")
    firm(player(state, seat).redraw, "GIRYAKU-2.6", "giryaku.no_redraw")
    return opening_shown(state, seat, move.cards)


def opening_shown(state: State, seat: str, cards: tuple[str, ...]) -> Ruling:
    """Record three cards; with two onmyoji or more they must be redrawn, by option by both players."""
    firm(len(cards) == OPENING, "GIRYAKU-2.5", "giryaku.three_cards", count=len(cards))
    again = cards.count("O") > 1
    told = [tell("opening_shown", "2.5", seat=seat, cards=list(cards))]
    state = with_player(state, seat, opening=tuple(cards), redraw=False, deck=OWNED - OPENING)
    if state.options.opening_redraw == "own":
        bad = [seat] if again else []
    else:
        # Both redraw at once, which is known only when both triples are shown and none is outstanding.
        done = all(p.opening is not None and not p.redraw for p in state.players)
        found = any((p.opening or ()).count("O") > 1 for p in state.players)
        bad = list(seats(state)) if done and found else []
    for name in bad:
        state = with_player(state, name, redraw=True)
        told.append(tell("must_redraw", "2.6", seat=name))
    if all(p.opening is not None and not p.redraw for p in state.players):
        assert state.first is not None
        state = replace(state, phase="opening_place", active=state.first)
        told.append(tell("opening_stands", "2.6", seat=state.first))
    return uphold(state, told)


def opening_place(state: State, seat: str, move: OpeningPlace, context: RulingContext) -> Ruling:
    """Judge two face-down cards in the lower row of two columns; the first player lays first (GIRYAKU-2.7)."""
    firm(not any(player(state, seat).board), "GIRYAKU-2.7", "giryaku.opening_placed_already")
    firm(seat == state.active, "GIRYAKU-2.7", "giryaku.first_lay", seat=state.active)
    beyond = [c for c in move.cols if c not in COLUMNS]
    firm(not beyond, "GIRYAKU-1.3", "giryaku.no_such_column", column=beyond[0] if beyond else 0)
    firm(len(move.cols) == HAND == len(set(move.cols)), "GIRYAKU-2.7", "giryaku.two_columns")
    board = put(EMPTY, {lower(c): Lying(state.ids + n, None, True) for n, c in enumerate(sorted(move.cols))})
    state = with_player(replace(state, ids=state.ids + HAND), seat, board=board, hand=1)
    told = [tell("opening_placed", "2.7", seat=seat, columns=sorted(move.cols))]
    other = rival(state, seat)
    if any(other.board):
        return uphold(replace(state, phase="opening_reveal", active=None), told)
    return uphold(replace(state, active=other.seat), told)


def opening_reveal(state: State, seat: str, move: OpeningReveal, context: RulingContext) -> Ruling:
    """Turn the opening cards up; the third card is the hand, and each draws one more (GIRYAKU-2.8, 2.9).

    No skill fires (2.10).
    """
    p = player(state, seat)
    columns = [c for c in COLUMNS if p.board[lower(c)] is not None]
    down = any(card is not None and card.down for card in p.board)
    firm(down, "GIRYAKU-2.8", "giryaku.revealed_already")
    firm(sorted(move.cards) == columns, "GIRYAKU-2.8", "giryaku.those_columns", columns=columns)
    assert p.opening is not None
    kinds = tuple(move.cards[c] for c in columns)
    among = not without(kinds, p.opening)
    context.require(among, "GIRYAKU-2.8", "giryaku.not_of_opening", cards=list(p.opening))
    faces = {lower(c): kind for c, kind in zip(columns, kinds, strict=True)}
    board = tuple(None if card is None else replace(card, card=faces[i], down=False) for i, card in enumerate(p.board))
    kept = without(p.opening, kinds) if among else ()
    state = with_player(state, seat, board=board, known=kept)
    require_fits(state, seat, context)
    told = [tell("opening_revealed", "2.8", seat=seat, columns=columns, cards=list(kinds))]
    if any(card is not None and card.down for card in rival(state, seat).board):
        return uphold(state, told)
    for name in seats(state):
        state = drawn(state, name, 1, told, "2.9")
    assert state.first is not None
    return uphold(begins(state, state.first, told), told)
