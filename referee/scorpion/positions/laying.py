"""From a position to its state. First what lies open (`board`, `people`), then what each seat has entered (`papers`).

Whatever contradicts the rules, or the table and one seat's secrets, is refused here by its field. The secrets of
several seats are held against each other only where all may be known (`contradiction`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.core.judging import firm, naming
from referee.core.position import Position
from referee.core.replacing import replace
from referee.core.values import Refused, RulingContext, Seat
from referee.scorpion.cards import fits_deck
from referee.scorpion.event import Event
from referee.scorpion.guards.stocks import lying
from referee.scorpion.hearing import heard
from referee.scorpion.options import Options
from referee.scorpion.positions import board, moment, papers, people, results
from referee.scorpion.positions.board import waiting
from referee.scorpion.positions.open_table import OpenTable
from referee.scorpion.positions.reading import in_set_up
from referee.scorpion.positions.secrets import SeatSecret
from referee.scorpion.positions.shown import shown
from referee.scorpion.record import LAID
from referee.scorpion.setup.begin import begin
from referee.scorpion.setup.hands import deck_list
from referee.scorpion.setup.missing import missing
from referee.scorpion.setup.rules import figures_complete, hands_complete, locked
from referee.scorpion.setup.starts import check_start
from referee.scorpion.state import Listening, State, disputed, seats_of, two_guard_players


def lay(options: Options, seats: Sequence[Seat], position: Position) -> State:
    """Return the state of a position; what has not been entered yet is left open in it.

    Raises `Refused` that names the field and the clause, private where it rests on what a seat has entered.
    """
    table: OpenTable = position.table
    state = replace(begin(options, seats), phase=table.phase, turn=table.turn, alert=table.alert)
    if not people.before_turn_1(table):
        begun = Event(turn=table.turn, phase=table.phase, kind=LAID, data=shown(options, table))
        state = replace(state, record=(begun,))
    if options.depth == "scores":
        return results.laid(state, table, position.secrets)
    firm(table.scores is None, "SCORPION-9.2", "scorpion.other_depth", field="table.scores")
    moment.fits(state, table)
    state = moment.laid(board.laid(people.laid(state, table), table), table)
    for player in state.players:
        state = papers.laid(state, table, player, position.secrets.get(player.seat, SeatSecret()))
    return replace(
        state,
        ropes=tuple(sorted(state.ropes, key=lambda r: (r.a, r.b, r.owner))),
        pending=tuple(
            replace(asked, heard=heard(state, asked.unit)) if isinstance(asked, Listening) else asked
            for asked in state.pending
        ),
    )


def contradiction(options: Options, seats: Sequence[Seat], position: Position) -> Refused | None:
    """Return what the secrets of several seats contradict, if anything."""
    if options.depth == "scores":
        return None
    state, table = lay(options, seats, position), position.table
    try:
        _guard_cards_differ(state)
        _intruders_agree(state, table)
        if in_set_up(state):
            _set_up_in_order(state, position)
    except Refused as refused:
        return refused
    return None


def _guard_cards_differ(state: State) -> None:
    """Two guard players have one deck between them (SCORPION-1.3, 3.6)."""
    if not two_guard_players(state):
        return
    seen = [card for s in state.stocks for card in (*(s.hand or ()), *(s.drawn or ()), *lying(state, s))]
    seen += ["kenjutsu"] * len(waiting(state))
    fits = fits_deck("guards", seen, deck_list(state.options, "guards"))
    seat = seats_of(state, "guards")[1]
    firm(fits, "SCORPION-1.3", "scorpion.more_than_deck", private=True, field=f"secrets.{seat}.hand")


def _intruders_agree(state: State, table: OpenTable) -> None:
    """Partners have different tiles; rivals' ropes are all that the guards have found (SCORPION-2.5, 30.5, 31.6)."""
    seats = seats_of(state, "intruders")
    letters = [c.mission for c in state.characters if c.status in ("waiting", "in_play") and c.mission]
    differ = disputed(state) or len(set(letters)) == len(letters)
    about = {"letter": letters[0] if letters else ""}
    firm(differ, "SCORPION-2.5", "scorpion.tile_taken", private=True, field=f"secrets.{seats[-1]}.characters", **about)
    if disputed(state):
        wanted = Counter((rope.a, rope.b) for rope in table.ropes)
        found = Counter((rope.a, rope.b) for rope in state.ropes if rope.found and rope.owner)
        firm(wanted == found, "SCORPION-31.6", "scorpion.position_ropes_differ", private=True, field="table.ropes")
        over = state.phase == "intruders" and set(seats) <= set(state.intruders_done)
        firm(not over, "SCORPION-9.2", "scorpion.position_all_done", private=True, field=f"secrets.{seats[-1]}.done")


def _set_up_in_order(state: State, position: Position) -> None:
    """Whoever has locked lacks nothing, and the last figure waits for all hands (SCORPION-4.8)."""
    for side in ("guards", "intruders"):
        seats = seats_of(state, side)
        all_locked = all(seat in position.secrets and position.secrets[seat].locked for seat in seats)
        one_waits = not all_locked or side in position.table.ready
        firm(one_waits, "SCORPION-4.8", "scorpion.position_ready", private=True, field=f"secrets.{seats[-1]}.locked")
    for player in state.players:
        if not locked(state, player.seat):
            continue
        unlocked = replace(state, players=tuple(replace(p, locked=False) for p in state.players))
        lacking = list(missing(unlocked, player.seat))
        field = f"secrets.{player.seat}"
        firm(not lacking, "SCORPION-4.8", "scorpion.still_missing", private=True, field=field, missing=lacking)
    for one in state.characters:
        if one.status != "absent" and one.start is not None and locked(state, one.seat):
            with naming(f"secrets.{one.seat}", private=True):
                check_start(state, one.who, one.start, RulingContext())
    early = figures_complete(state) and not hands_complete(state)
    firm(not early, "SCORPION-4.8", "scorpion.hands_first", private=True, field="table.figures")
