"""From a position to its state.

The public part is laid first (`board`, `people`), then what each seat has entered (`papers`). Contradictions with the
rules, or between the table and one seat's secrets, are refused with their field. The secrets of several seats are
compared only where all may be known (`contradiction`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.core.base import replace
from referee.core.game import Position
from referee.core.judging import firm, naming
from referee.core.values import Refused, RulingContext, Seat
from referee.scorpion.cards import cards, fits_deck
from referee.scorpion.guards.alert_phase import placed, seen
from referee.scorpion.hearing import hears_any
from referee.scorpion.options import Options
from referee.scorpion.parts import Event, Scores
from referee.scorpion.positions import board, moment, people, seat_secrets
from referee.scorpion.positions.board import waiting
from referee.scorpion.positions.model import OpenCharacter, OpenTable, SeatSecret
from referee.scorpion.positions.moment import agreements, who_is
from referee.scorpion.positions.people import shown
from referee.scorpion.positions.reading import is_in_set_up
from referee.scorpion.scores import FOUND, RUNNING, UNNAMED, scores_of
from referee.scorpion.scores.searches import HIDDEN, TRAPS
from referee.scorpion.secrecy import LAID
from referee.scorpion.setup.begin import are_figures_complete, are_hands_complete, begin, is_locked
from referee.scorpion.setup.hands import LETTERS
from referee.scorpion.setup.intruders import check_start, missing
from referee.scorpion.state import (
    LIMIT,
    MOST_DRUNK,
    OF_A_WEAPON,
    Character,
    Listening,
    State,
    is_disputed,
    seats_of,
    two_guard_players,
)

_PLAYS: Final = (
    *("ready", "figures", "patrols", "passages", "ropes", "pending", "splits", "bonus_cards_due"),
    *("bonus_sleepers_due", "passage_swords"),
)
"""The fields that a table at the depth `scores` does not have."""
_RUNS: Final = (
    *("alert", "stocks", "drawn_at", "cards_used", "kenjutsu_used", "hand_used", "focused", "searches"),
    *("passage_entries", "found"),
)
"""The fields that it does not have before the start."""
LABEL: Final = 40
"""Maximum length of a zone label, in characters."""


def laid(state: State, table: OpenTable, secrets: Mapping[str, Any]) -> State:
    """Lay a position at the depth `scores`. Raises `Refused` for what is impossible."""
    strange = next((seat for seat, known in secrets.items() if known != SeatSecret()), None)
    firm(strange is None, "SCORPION-9.2", "scorpion.other_depth", private=True, field=f"secrets.{strange}")
    firm(table.phase in ("setup", RUNNING, "ended"), "SCORPION-9.2", "scorpion.other_depth", field="table.phase")
    early = people.before_turn_1(table)
    for name in (*_PLAYS, *(_RUNS if early else ())):
        may = not getattr(table, name)
        firm(may, "SCORPION-9.2", "scorpion.position_not_now", field=f"table.{name}", phase=table.phase)
    may_be_so_early = table.turn == 1 or not early
    firm(may_be_so_early, "SCORPION-9.2", "scorpion.position_not_now", field="table.turn", phase=table.phase)
    over = table.phase == "ended"
    firm(over or not (table.conceded or table.revealed), "SCORPION-28.1", "scorpion.not_over", field="table.conceded")
    kept = table.scores or Scores()
    if early:
        scores_are_blank = kept == Scores() and all(
            c == OpenCharacter(who=c.who, status="waiting") for c in table.characters
        )
        firm(scores_are_blank, "SCORPION-9.2", "scorpion.position_not_now", field="table.scores", phase="setup")
        return replace(state, scores=kept, **agreements(state, table))
    _trackers(table, kept)
    state = _people(replace(state, scores=kept), table)
    board.check_stocks(state, table)
    state = replace(
        state,
        **agreements(state, table),
        players=tuple(replace(p, locked=True) for p in state.players),
        stocks=tuple(
            replace(s, discard=cards(shown.discard), front=shown.front)
            for s, shown in zip(state.stocks, table.stocks, strict=True)
        ),
        drawn_at=table.drawn_at,
        cards_used=table.cards_used,
        kenjutsu_used=table.kenjutsu_used,
        hand_used=table.hand_used,
        focused=table.focused,
        passage_entries=table.passage_entries,
    )
    _guard_cards(state, table, kept)
    searches = tuple(who_is(state, who, f"table.searches[{n}]") for n, who in enumerate(table.searches))
    return replace(state, searches=searches)


def _trackers(table: OpenTable, kept: Scores) -> None:
    """Refuse impossible numbers of figures and finds (SCORPION-1.2, 5.2, 18.9, 24.1)."""
    at = "table.scores"
    numbers = ("sword", "spear", "drunk", "guards_in_passage", "guards_went_in", "sleepers", "woken", "drawn_used")
    for name in numbers:
        within_most = 0 <= getattr(kept, name) <= 400
        firm(within_most, "SCORPION-1.2", "scorpion.position_number", field=f"{at}.{name}")
    for weapon in ("sword", "spear"):
        about: dict[str, Any] = {"field": f"{at}.{weapon}", "weapon": weapon, "most": OF_A_WEAPON}
        firm(getattr(kept, weapon) <= OF_A_WEAPON, "SCORPION-1.2", "scorpion.position_weapons", **about)
    firm(kept.drunk <= MOST_DRUNK, "SCORPION-1.2", "scorpion.drunk_figures", field=f"{at}.drunk", most=MOST_DRUNK)
    within_most = kept.guards <= LIMIT
    firm(within_most, "SCORPION-24.1", "scorpion.position_figures", field=f"{at}.sword", most=LIMIT, count=kept.guards)
    inside = kept.guards_went_in <= kept.guards_in_passage <= kept.guards
    firm(inside, "SCORPION-25.18", "scorpion.position_entries", field=f"{at}.guards_in_passage")
    firm(kept.woken <= kept.sleepers, "SCORPION-5.1", "scorpion.scores_nobody_sleeps", field=f"{at}.woken", count=0)
    lies = Counter([*kept.zones.values()])
    finds_are_known = (
        len(kept.found) <= 80 and set(kept.found) | set(lies) <= set(FOUND) and lies.total() <= len(kept.found)
    )
    firm(finds_are_known, "SCORPION-18.9", "scorpion.position_finds", field=f"{at}.found")
    sentries_are_left = max(lies["hidden_sentry"], kept.found.count("hidden_sentry")) <= HIDDEN
    firm(sentries_are_left, "SCORPION-5.2", "scorpion.scores_hidden_out", field=f"{at}.found", most=HIDDEN)
    firm(lies["trap"] <= TRAPS, "SCORPION-5.2", "scorpion.scores_traps_out", field=f"{at}.zones", most=TRAPS)
    twice = next((letter for letter in LETTERS if lies[letter] > 1), None)
    firm(twice is None, "SCORPION-5.2", "scorpion.marks_share", field=f"{at}.zones", zone=twice)
    labels = [*kept.zones, *(note.zone for note in table.found)]
    labels_are_short = all(0 < len(label) <= LABEL for label in labels)
    firm(labels_are_short, "SCORPION-18.6", "scorpion.position_label", field=f"{at}.zones", most=LABEL)
    notes = all(1 <= note.turn <= table.turn and note.found in FOUND for note in table.found)
    firm(notes, "SCORPION-18.14", "scorpion.position_note", field="table.found", zone="")


def _people(state: State, table: OpenTable) -> State:
    """Lay the characters; a nameless lone wolf is a character of its own (SCORPION-29.3)."""
    named = people.taking_part(state, table)
    unnamed = any(c.who == UNNAMED for c in table.characters)
    at = "table.scores.characters"
    kept = scores_of(state).characters
    firm([c.who for c in kept] == [c.who for c in table.characters], "SCORPION-29.1", "scorpion.position_who", field=at)
    for one in kept:
        letters = set(one.letters) <= set(LETTERS) and len(set(one.letters)) == len(one.letters)
        firm(letters and one.mission in (None, *LETTERS), "SCORPION-18.12", "scorpion.position_letters", field=at)
        turns = all(1 <= turn <= state.turn for turn in (one.went_in, one.came_out) if turn is not None)
        firm(turns, "SCORPION-25.6", "scorpion.position_letters", field=at)
    shown = dict(zip(named, table.characters, strict=True))
    if unnamed:
        nameless = Character(UNNAMED, state.characters[0].seat)
        return replace(
            state,
            characters=(_character(state, nameless, table.characters[0]),),
            identity_public=table.phase == "ended",
        )
    characters = tuple(
        _character(state, c, shown[c.who]) if c.who in shown else replace(c, status="absent") for c in state.characters
    )
    return replace(state, characters=characters, identity_public=True)


def _character(state: State, c: Character, shown: OpenCharacter) -> Character:
    at = "table.characters"
    inside = shown.status in ("hidden", "passage", "escaped", "dead", "due") and shown.zone is None
    firm(inside, "SCORPION-9.2", "scorpion.position_status", field=f"{at}.status", status=shown.status)
    return people.present_life(state, c, shown, at)


def _guard_cards(state: State, table: OpenTable, kept: Scores) -> None:
    """Refuse visible guard cards that cannot exist at the same time (SCORPION-1.3, 10.3, 25.20)."""
    fits = fits_deck("guards", seen(state), state.options.deck_list("guards"))
    firm(fits, "SCORPION-1.3", "scorpion.more_than_deck", field="table.stocks")
    room = kept.guards_in_passage <= sum(s.front for s in state.stocks)
    firm(room, "SCORPION-25.20", "scorpion.passage_full", field="table.scores.guards_in_passage")
    used = table.kenjutsu_used <= table.cards_used >= table.hand_used and kept.drawn_used <= table.drawn_at
    firm(used, "SCORPION-10.3", "scorpion.position_cards_used", field="table.cards_used")


def lay(options: Options, seats: Sequence[Seat], position: Position) -> State:
    """Return the state of a position; secrets not entered yet stay open in it.

    Raises `Refused` with the field and the clause, private if it rests on what a seat has entered.
    """
    table: OpenTable = position.table
    state = replace(begin(options, seats), phase=table.phase, turn=table.turn, alert=table.alert)
    if not people.before_turn_1(table):
        begun = Event(turn=table.turn, phase=table.phase, kind=LAID, data=shown(options, table))
        state = replace(state, record=(begun,))
    if options.depth == "scores":
        return laid(state, table, position.secrets)
    firm(table.scores is None, "SCORPION-9.2", "scorpion.other_depth", field="table.scores")
    moment.fits(state, table)
    state = moment.laid(board.laid(people.laid(state, table), table), table)
    for player in state.players:
        state = seat_secrets.laid(state, table, player, position.secrets.get(player.seat, SeatSecret()))
    return replace(
        state,
        ropes=tuple(sorted(state.ropes, key=lambda r: (r.a, r.b, r.owner))),
        pending=tuple(
            replace(asked, heard=hears_any(state, asked.unit)) if isinstance(asked, Listening) else asked
            for asked in state.pending
        ),
    )


def contradiction(options: Options, seats: Sequence[Seat], position: Position) -> Refused | None:
    """Return the contradiction between the secrets of several seats, or `None`."""
    if options.depth == "scores":
        return None
    state, table = lay(options, seats, position), position.table
    try:
        _guard_cards_differ(state)
        _intruders_agree(state, table)
        if is_in_set_up(state):
            _set_up_in_order(state, position)
    except Refused as refused:
        return refused
    return None


def _guard_cards_differ(state: State) -> None:
    """Refuse hands of two guard players that exceed their common deck (SCORPION-1.3, 3.6)."""
    if not two_guard_players(state):
        return
    known = [card for s in state.stocks for card in placed(state, s)] + ["kenjutsu"] * len(waiting(state))
    fits = fits_deck("guards", known, state.options.deck_list("guards"))
    seat = seats_of(state, "guards")[1]
    firm(fits, "SCORPION-1.3", "scorpion.more_than_deck", private=True, field=f"secrets.{seat}.hand")


def _intruders_agree(state: State, table: OpenTable) -> None:
    """Refuse equal tiles of partners, and rivals' ropes that differ from those found (SCORPION-2.5, 30.5, 31.6)."""
    seats = seats_of(state, "intruders")
    letters = [c.mission for c in state.characters if c.status in ("waiting", "in_play") and c.mission]
    differ = is_disputed(state) or len(set(letters)) == len(letters)
    about = {"letter": letters[0] if letters else ""}
    firm(differ, "SCORPION-2.5", "scorpion.tile_taken", private=True, field=f"secrets.{seats[-1]}.characters", **about)
    if is_disputed(state):
        wanted = Counter((rope.a, rope.b) for rope in table.ropes)
        found = Counter((rope.a, rope.b) for rope in state.ropes if rope.found and rope.owner)
        firm(wanted == found, "SCORPION-31.6", "scorpion.position_ropes_differ", private=True, field="table.ropes")
        over = state.phase == "intruders" and set(seats) <= set(state.intruders_done)
        firm(not over, "SCORPION-9.2", "scorpion.position_all_done", private=True, field=f"secrets.{seats[-1]}.done")


def _set_up_in_order(state: State, position: Position) -> None:
    """Refuse a lock with anything missing, and a last figure before all hands are chosen (SCORPION-4.8)."""
    for side in ("guards", "intruders"):
        seats = seats_of(state, side)
        all_locked = all(seat in position.secrets and position.secrets[seat].locked for seat in seats)
        one_waits = not all_locked or side in position.table.ready
        firm(one_waits, "SCORPION-4.8", "scorpion.position_ready", private=True, field=f"secrets.{seats[-1]}.locked")
    for player in state.players:
        if not is_locked(state, player.seat):
            continue
        unlocked = replace(state, players=tuple(replace(p, locked=False) for p in state.players))
        lacking = list(missing(unlocked, player.seat))
        field = f"secrets.{player.seat}"
        firm(not lacking, "SCORPION-4.8", "scorpion.still_missing", private=True, field=field, missing=lacking)
    for one in state.characters:
        if one.status != "absent" and one.start is not None and is_locked(state, one.seat):
            with naming(f"secrets.{one.seat}", private=True):
                check_start(state, one.who, one.start, RulingContext())
    figures_come_first = are_figures_complete(state) and not are_hands_complete(state)
    firm(not figures_come_first, "SCORPION-4.8", "scorpion.hands_first", private=True, field="table.figures")
