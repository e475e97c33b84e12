"""Laying a seat's secrets: the guards' marks and cards, or the secret map, missions and hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, naming
from referee.core.values import RulingContext
from referee.scorpion.cards import KINDS, Cards, cards, fits_deck, holds, plus
from referee.scorpion.contact import is_watched, unseen_among_guards
from referee.scorpion.guards.alert_phase import is_possible
from referee.scorpion.guards.steps import ENTRANCES
from referee.scorpion.intruders.paths import unmoved
from referee.scorpion.moves import PASSAGE
from referee.scorpion.positions import board
from referee.scorpion.positions.model import CharacterSecret, MapSecret, MarksSecret, OpenTable, PlaceSecret, SeatSecret
from referee.scorpion.positions.people import first_hands, ropes_at_most
from referee.scorpion.positions.reading import is_in_set_up, keeps_paper
from referee.scorpion.returns import free_beds
from referee.scorpion.setup.begin import MARKS, usable_mark_zones
from referee.scorpion.setup.guards import BEDS, LETTERS, OBJECTIVES_IN_A_CASTLE, in_different_zones, refuse_mark
from referee.scorpion.setup.hands import hand_clause
from referee.scorpion.setup.intruders import check_start
from referee.scorpion.state import (
    SIDES,
    Character,
    Marks,
    Passage,
    Placing,
    Player,
    Reacting,
    Rope,
    State,
    Stock,
    character,
    is_disputed,
    seats_of,
    stock,
    two_guard_players,
    with_character,
)


def _fits_size(held: Cards, size: int, clause: str, at: str, *, complete: bool = False) -> None:
    """Refuse more cards than are public, and fewer if they must be `complete`; else `progress` reports those."""
    fits = len(held) == size or (len(held) < size and not complete)
    firm(fits, clause, "scorpion.hand_size", field=at, count=size, entered=len(held))


def marks(state: State, table: OpenTable, entered: MarksSecret, at: str) -> Marks:
    setting_up, context = is_in_set_up(state), RulingContext()
    named = {**entered.objectives}
    for kind, zones in (("T", entered.traps), ("H", entered.hidden)):
        named |= {f"{kind}{n}": zone for n, zone in enumerate(zones, 1)}  # type: ignore[misc]
    usable = frozenset(usable_mark_zones(state.options, state.board))
    for mark, zone in named.items():
        field = f"{at}.objectives.{mark}" if mark in LETTERS else f"{at}.{'traps' if mark[0] == 'T' else 'hidden'}"
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=zone)
        if zone not in usable:
            with naming(field, private=True):
                refuse_mark(state, mark, zone, context)
    with naming(f"{at}.objectives", private=True):
        in_different_zones(named, context)
    lacking = [letter for letter in LETTERS if letter not in entered.objectives]
    # Before turn 1 marks are recorded all at once; later some may still have to be entered.
    lies_complete = not setting_up or not named or len(named) == MARKS
    firm(lies_complete, "SCORPION-5.2", "scorpion.marks_lacking", field=f"{at}.objectives", marks=lacking)
    inside = Counter(state.board.zone(zone).castle for zone in entered.objectives.values())
    castles_fit = all(inside[castle] <= OBJECTIVES_IN_A_CASTLE for castle in ("A", "B"))
    count = OBJECTIVES_IN_A_CASTLE
    firm(castles_fit, "SCORPION-5.5", "scorpion.objectives_even", field=f"{at}.objectives", count=count)
    _as_found(table, entered, at)
    sleepers = _sleepers(state, entered, f"{at}.sleepers")
    objectives = tuple((x, entered.objectives[x]) for x in LETTERS if x in entered.objectives)
    found = Marks(
        objectives,
        entered.traps,
        entered.hidden,
        sleepers,
        bool(named) or not setting_up,
        bool(sleepers) or not setting_up,
    )
    beds = sum(free_beds(replace(state, marks=found)).values())
    firm(table.bonus_sleepers_due <= beds, "SCORPION-23.10", "scorpion.barracks_full", field=f"{at}.sleepers", zone="")
    return found


def _as_found(table: OpenTable, entered: MarksSecret, at: str) -> None:
    """Refuse marks that contradict what searches have found (SCORPION-18.9, 18.13, 19.2, 19.5)."""
    lies = {zone: letter for letter, zone in entered.objectives.items()} | dict.fromkeys(entered.traps, "trap")
    for note in table.found:
        there = lies.get(note.zone, "nothing")
        expected = "nothing" if note.found == "hidden_sentry" else note.found
        agrees_with_search = there == expected and note.zone not in entered.hidden
        about: dict[str, Any] = {"field": f"{at}.objectives", "zone": note.zone, "found": note.found}
        firm(agrees_with_search, "SCORPION-18.13", "scorpion.position_found", **about)


def _sleepers(state: State, entered: MarksSecret, at: str) -> tuple[tuple[str, int], ...]:
    for zone, n in entered.sleepers.items():
        firm(zone in state.board.barracks, "SCORPION-5.1", "scorpion.no_barracks", field=at, zone=zone)
        firm(n <= BEDS, "SCORPION-5.1", "scorpion.two_in_barracks", field=at, zone=zone, most=BEDS)
    total, wanted = sum(entered.sleepers.values()), state.options.sleepers
    count_fits = not is_in_set_up(state) or total in (0, wanted)
    firm(count_fits, "SCORPION-5.1", "scorpion.sleepers_count", field=at, count=wanted, entered=total)
    order = state.board.in_order(zone for zone, n in entered.sleepers.items() if n)
    return tuple((zone, entered.sleepers[zone]) for zone in order)


def guard_cards(state: State, role: str, secret: SeatSecret, at: str) -> State:
    """Lay a hand and drawn cards within the public numbers and the deck (SCORPION-1.3, 3.5, 3.6)."""
    mine, entered = stock(state, role), state.options.guard_cards == "entered"
    clause = "SCORPION-3.6" if two_guard_players(state) else "SCORPION-3.5"
    unnamed = entered or (secret.hand is None and secret.listed is None and not secret.drawn)
    firm(unnamed, clause, "scorpion.cards_unnamed", field=f"{at}.hand")
    if secret.listed is not None:
        mine = replace(mine, listed=cards(secret.listed))
    if is_in_set_up(state):
        firm(not secret.drawn, "SCORPION-9.2", "scorpion.position_not_now", field=f"{at}.drawn", phase="setup")
        mine = _first_hand(mine, secret, clause, f"{at}.hand")
    elif entered:
        hand, drawn = cards(secret.hand or {}), cards(secret.drawn)
        _fits_size(hand, mine.hand_size, "SCORPION-14.1", f"{at}.hand")
        _fits_size(drawn, mine.drawn_size, "SCORPION-10.5", f"{at}.drawn")
        mine = replace(mine, hand=None if secret.hand is None and mine.hand_size else hand, drawn=drawn)
    empty = replace(mine, hand=None, drawn=None)
    known = plus(mine.hand or (), mine.drawn or ())
    firm(is_possible(state, empty, known), "SCORPION-1.3", "scorpion.more_than_deck", field=f"{at}.hand")
    if mine.listed is not None:
        n, size, field = len(mine.listed), mine.size, f"{at}.listed"
        firm(n == size, "SCORPION-3.6", "scorpion.stock_size", field=field, count=size, entered=n)
    return replace(state, stocks=tuple(mine if s.role == role else s for s in state.stocks))


def _first_hand(mine: Stock, secret: SeatSecret, clause: str, at: str) -> Stock:
    """Return the stock with two thirds of its cards in hand and the rest in the deck (SCORPION-3.5, 3.6)."""
    size = mine.size * 2 // 3
    hand = None if secret.hand is None else cards(secret.hand)
    if hand is not None:
        _fits_size(hand, size, clause, at, complete=True)
    elif not secret.chosen:
        return mine
    return replace(mine, chosen=True, hand=hand, hand_size=size, deck_size=mine.size - size)


def laid_map(state: State, player: Player, entered: MapSecret, at: str) -> State:
    mine = {c.who for c in state.characters if c.seat == player.seat or not is_disputed(state)}
    for who, place in entered.places.items():
        clause = "SCORPION-30.1" if is_disputed(state) else "SCORPION-29.1"
        plays = who in mine and character(state, who).status != "absent"
        firm(plays, clause, "scorpion.not_your_character", field=f"{at}.places.{who}", intruder=who)
        state = _place(state, character(state, who), place, f"{at}.places.{who}")
    state = _entrances(state, mine, entered.entrances, f"{at}.entrances")
    return _ropes(state, mine, entered, f"{at}.ropes")


def _place(state: State, one: Character, place: PlaceSecret, at: str) -> State:
    zone = _where(state, one, place, at)
    is_in_play = one.status == "in_play"
    may_be_heard = is_in_play or not place.noise
    firm(may_be_heard, "SCORPION-12.4", "scorpion.not_on_the_map", field=f"{at}.noise", intruder=one.who)
    if place.start is not None:
        with naming(f"{at}.start", private=True):
            bare = replace(state, figures=())
            check_start(bare, one.who, place.start, RulingContext())
    moving = state.phase in ("intruders", "ended")
    if not moving:
        unset = not (place.locked or place.touched or place.shadow)
        firm(unset, "SCORPION-17.2", "scorpion.position_not_now", field=at, phase=state.phase)
    shows_no_steps = place.locked or not place.touched
    firm(shows_no_steps, "SCORPION-18.2", "scorpion.move_first", field=f"{at}.touched", intruder=one.who)
    strange = next((z for z in place.touched if z not in state.board), None)
    firm(strange is None, "SCORPION-18.16", "scorpion.only_zones", field=f"{at}.touched", zone=strange)
    state = with_character(
        state,
        one.who,
        zone=zone,
        start=place.start,
        noise=place.noise,
        locked=place.locked,
        touched=place.touched,
        searched=one.who in state.searches,
        shadow=place.shadow,
        decoy=place.decoy,
        permitted=place.permitted if place.decoy else one.permitted,
        mission_entered=one.life if place.mission_entered else 0,
    )
    placed = character(state, one.who)
    unseen = unseen_among_guards(state.options) or placed.visible or not is_in_play or zone is None
    hides = unseen or not is_watched(state, placed)
    firm(hides, "SCORPION-21.1", "scorpion.position_watched", field=f"{at}.zone", zone=zone)
    return state


def _where(state: State, one: Character, place: PlaceSecret, at: str) -> str | None:
    """Return an intruder's zone: the public one, or that on its map (SCORPION-21.1, 25.7, OP-24)."""
    field = f"{at}.zone"
    behind = not place.decoy or (one.zone == PASSAGE and not one.visible and place.decoy <= state.turn)
    firm(behind, "SCORPION-26.2", "scorpion.position_decoy", field=f"{at}.decoy")
    firm(place.decoy or not place.permitted, "SCORPION-26.2", "scorpion.position_decoy", field=f"{at}.permitted")
    if one.status != "in_play":
        firm(place.zone is None, "SCORPION-20.2", "scorpion.not_on_the_map", field=field, intruder=one.who)
        return None
    if one.zone is not None and not place.decoy:
        firm(place.zone in (None, one.zone), "SCORPION-21.1", "scorpion.position_elsewhere", field=field, zone=one.zone)
        return one.zone
    if place.zone is not None:
        firm(place.zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=place.zone)
    return place.zone


def _entrances(state: State, mine: set[str], entrances: tuple[str, ...], at: str) -> State:
    """Lay a passage's entrances: outside moats, including those found (SCORPION-6.8, 25.11)."""
    passage: Passage = next(p for p in state.passages if p.owner is None or p.owner in mine)
    for zone in entrances:
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=at, zone=zone)
        firm(zone in state.board.entrance_zones, "SCORPION-6.8", "scorpion.entrance_in_moat", field=at, zone=zone)
    found = len(entrances) < ENTRANCES or holds(entrances, passage.found)
    firm(found, "SCORPION-25.11", "scorpion.position_entrance", field=at, zones=list(passage.found))
    laid = replace(passage, entrances=entrances)
    return replace(state, passages=tuple(laid if p.owner == passage.owner else p for p in state.passages))


def _ropes(state: State, mine: set[str], entered: MapSecret, at: str) -> State:
    """Lay ropes over walls, including those that the guards have found (SCORPION-17.6, 30.5, 31.6)."""
    for n, rope in enumerate(entered.ropes):
        board.wall(state, rope.a, rope.b, f"{at}[{n}]")
        is_own_rope = rope.owner in mine
        firm(is_own_rope, "SCORPION-30.5", "scorpion.not_your_character", field=f"{at}[{n}].owner", intruder=rope.owner)
    for who in sorted(mine):
        most = sum(ropes_at_most(state.options, character(state, who)))
        within_most = sum(rope.owner == who for rope in entered.ropes) <= most
        firm(within_most, "SCORPION-17.6", "scorpion.position_ropes_hung", field=at, intruder=who, count=most)
    found = Counter((rope.a, rope.b) for rope in entered.ropes if rope.found)
    known = Counter((rope.a, rope.b) for rope in state.ropes if rope.owner == board.NOBODY)
    ropes_fit = found <= known if is_disputed(state) else found == known
    firm(ropes_fit, "SCORPION-31.6", "scorpion.position_ropes_differ", field=at)
    own_ropes = tuple(Rope(r.a, r.b, r.owner, state.turn if r.new else state.turn - 1, r.found) for r in entered.ropes)
    left = [rope for rope in state.ropes if rope.owner != board.NOBODY]
    for pair, n in (known - found).items():
        left += [Rope(*pair, board.NOBODY, state.turn - 1, found=True)] * n
    return replace(state, ropes=(*left, *own_ropes))


def named_wolf(state: State, who: str, at: str) -> State:
    """Set the character that a nameless lone wolf plays (SCORPION-29.3)."""
    if is_in_set_up(state):
        other = "traitor" if who == "ninja" else "ninja"
        return with_character(state, other, status="absent")
    if character(state, who).status != "absent":
        return state
    wolf = next(c for c in state.characters if c.status != "absent")
    absent = replace(character(state, who), status="waiting")
    characters = tuple(
        replace(wolf, who=who) if c.who == who else replace(absent, who=c.who, status="absent")
        for c in state.characters
    )
    pending = tuple(
        replace(asked, who=who, queue=tuple((who, zone) for _, zone in asked.queue))
        if isinstance(asked, Reacting | Placing)
        else asked
        for asked in state.pending
    )
    return replace(state, characters=characters, searches=tuple(who for _ in state.searches), pending=pending)


def laid_character(state: State, player: Player, who: str, one: CharacterSecret, at: str) -> State:
    """Lay a mission and a hand, whose size is public and whose cards fit the character's deck (SCORPION-3.1 to 3.3)."""
    mine = character(state, who)
    firm(mine.seat == player.seat, "SCORPION-9.3", "scorpion.not_your_character", field=at, intruder=who)
    plays = mine.status != "absent"
    may_be_chosen = plays or (state.options.lone_wolf == "hidden" and one.mission is None)
    firm(may_be_chosen, "SCORPION-29.1", "scorpion.not_played", field=at, intruder=who)
    state = with_character(state, who, mission=one.mission)
    setting_up, entered = is_in_set_up(state), state.options.intruder_cards == "entered"
    clause = hand_clause(who, mine.life)
    (first, *_) = first_hands(state.options, who, mine.life)
    # Before the lone wolf is named, the public hand size is empty, since it would show the character.
    size = first if setting_up or not plays or not state.identity_public else mine.hand_size
    if entered:
        firm(not one.chosen, clause, "scorpion.cards_needed", field=f"{at}.chosen")
        if one.hand is None:
            return state
    else:
        firm(one.hand is None, clause, "scorpion.cards_unnamed", field=f"{at}.hand")
        chosen_in_time = not one.chosen or setting_up
        firm(chosen_in_time, "SCORPION-9.2", "scorpion.position_not_now", field=f"{at}.chosen", phase=state.phase)
        return with_character(state, who, hand_size=size, hand_chosen=True) if one.chosen else state
    hand = cards(one.hand)
    strange = next((card for card in hand if card not in KINDS[who]), None)  # type: ignore[index]
    firm(strange is None, "SCORPION-3.3", "scorpion.of_other_deck", field=f"{at}.hand", card=strange)
    # For a character in play, `progress` reports how many cards are still to be entered.
    _fits_size(hand, size, clause, f"{at}.hand", complete=mine.status != "in_play")
    fits = fits_deck(who, plus(hand, mine.played), state.options.deck_list(who))  # type: ignore[arg-type]
    firm(fits, clause, "scorpion.more_than_deck", field=f"{at}.hand")
    return with_character(state, who, hand=hand, hand_size=size, hand_chosen=True)


def unnamed_hands(state: State) -> State:
    """Give a hidden lone wolf both prepared hands, if kinds are not entered (SCORPION-29.3)."""
    hands_are_hidden = state.options.lone_wolf == "hidden" and state.options.intruder_cards == "counted"
    for one in state.characters if hands_are_hidden and not is_in_set_up(state) else ():
        if one.status == "absent" or not state.identity_public:
            size = first_hands(state.options, one.who, 1)[0]
            state = with_character(state, one.who, hand_size=size, hand_chosen=True)
    return state


def declared(state: State, player: Player, secret: SeatSecret, at: str) -> State:
    """Lay confirmations of the passage and of the phase's end; check locked starts (SCORPION-6, 9.2)."""
    if secret.named:
        mine = {c.who for c in state.characters if c.seat == player.seat}
        named = tuple(
            replace(p, named_by=(*p.named_by, player.seat)) if p.owner is None or p.owner in mine else p
            for p in state.passages
        )
        state = replace(state, passages=named)
    if secret.done:
        firm(not unmoved(state, player.seat), "SCORPION-9.2", "scorpion.position_path_first", field=f"{at}.done")
        state = replace(state, intruders_done=(*state.intruders_done, player.seat))
    return state


def laid(state: State, table: OpenTable, player: Player, secret: SeatSecret) -> State:
    """Lay what a seat has entered. Raises a private `Refused` for what contradicts the table."""
    at = f"secrets.{player.seat}"
    with naming(at, private=True):
        _own_fields(state, player, secret, at)
        if secret.locked:
            locked = tuple(replace(p, locked=True) if p.seat == player.seat else p for p in state.players)
            state = replace(state, players=locked)
        if SIDES[player.role] == "guards":
            if secret.marks is not None:
                state = replace(state, marks=marks(state, table, secret.marks, f"{at}.marks"))
            return guard_cards(state, player.role, secret, at)
        if secret.plays is not None:
            state = named_wolf(state, secret.plays, f"{at}.plays")
        state = unnamed_hands(state)
        for who, one in secret.characters.items():
            state = laid_character(state, player, who, one, f"{at}.characters.{who}")
        if secret.map is not None:
            state = laid_map(state, player, secret.map, f"{at}.map")
        return declared(state, player, secret, at)


def _own_fields(state: State, player: Player, secret: SeatSecret, at: str) -> None:
    """Refuse fields that this seat does not enter, or not at this moment (METSUKE-5.3, SCORPION-3.7, 9.2)."""
    guards, setting_up = SIDES[player.role] == "guards", is_in_set_up(state)
    paper = keeps_paper(state, player) or (not guards and is_disputed(state))
    wolf = not state.identity_public
    may: Mapping[str, bool] = {
        "marks": guards and paper,
        "hand": guards,
        "drawn": guards,
        "listed": guards and two_guard_players(state),
        "chosen": guards and setting_up and state.options.guard_cards == "counted",
        "map": not guards and paper,
        "characters": not guards,
        "plays": not guards and wolf,
        "named": not guards and setting_up,
        "locked": setting_up and len(seats_of(state, SIDES[player.role])) > 1 and not player.locked,
        "done": not guards and state.phase == "intruders" and is_disputed(state),
    }
    strange = next((name for name, so in may.items() if getattr(secret, name) and not so), None)
    firm(strange is None, "METSUKE-5.3", "scorpion.position_not_yours", field=f"{at}.{strange}")
