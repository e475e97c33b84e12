"""The start of a turn: returns of dead characters, and the guards' bonus for them (SCORPION-23)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.offers import Counts, Group, Offer, One
from referee.core.values import Notice, Prompt, Refused, Ruling, RulingContext, Viewer
from referee.scorpion import moves
from referee.scorpion.cards import TOTALS, Cards, beds, cards, counts, fits_deck, hand_of, holds, minus, plus
from referee.scorpion.contact import guards_enter, weapon_left
from referee.scorpion.guards.alert_phase import even_split, open_alert_phase, placed
from referee.scorpion.secrecy import publish, uphold, whisper
from referee.scorpion.setup.guards import BEDS
from referee.scorpion.setup.hands import LETTERS, deck_of, free_letters, intruder_hand, tiles_differ
from referee.scorpion.setup.intruders import check_start, legal_starts, seen_at_start
from referee.scorpion.state import (
    FOR_THE_GAME,
    LAST_RETURN,
    Character,
    State,
    Stock,
    is_disputed,
    known_as,
    seats_of,
    stock,
    two_guard_players,
    with_character,
    with_figures,
    with_stock,
)
from referee.scorpion.turns import ask, during, guard_role, own_character

BONUS_CARDS = 5
BONUS_SLEEPERS = 3


# What is due


def second_deaths(state: State, turn: int) -> int:
    """Return the number of final deaths in a turn that, by option, still give the guards a bonus (OP-25)."""
    if state.options.bonus_on_second_death == "no" or turn > LAST_RETURN:
        return 0
    return sum(c.status == "dead" and c.life > 1 and c.died == turn for c in state.characters)


def bonus_due(state: State, times: int) -> State:
    """Set the bonuses due, limited by the available cards and places (SCORPION-23.9, 23.10, OP-25)."""
    sleepers = min(BONUS_SLEEPERS * times, sum(free_beds(state).values())) if times else 0
    due = _shares(state, BONUS_CARDS * times)
    return replace(state, bonus_cards_due=due, bonus_sleepers_due=sleepers)


def _shares(state: State, wanted: int) -> tuple[tuple[str, int], ...]:
    """Divide bonus cards between the guard players (SCORPION-23.9)."""
    there = {s.role: s.deck_size + len(s.discard) for s in state.stocks}
    total = min(wanted, sum(there.values()))
    if not two_guard_players(state):
        return tuple((s.role, total) for s in state.stocks if total)
    return tuple((role, n) for role, n in even_split(state, total, there).items() if n)


def free_beds(state: State) -> dict[str, int]:
    """Return the free places of each barracks, without sleepers and, by option, those just woken (23.11, OP-26).

    A secret of the guards; only its sum is public.
    """
    asleep = dict(state.marks.sleepers)
    waking = state.options.sleeper_slot == "left"
    free: dict[str, int] = {}
    for zone in state.board.in_order(state.board.barracks):
        standing = sum(f.woke_in == zone for f in state.figures) if waking else 0
        places = BEDS - asleep.get(zone, 0) - standing
        if places > 0:
            free[zone] = places
    return free


def go_on(state: State, told: list[Notice]) -> State:
    """Begin the alert phase once no return or bonus is due (section 6)."""
    somebody_returns = any(c.status == "due" or (c.status == "in_play" and not c.redrawn) for c in state.characters)
    if somebody_returns or state.bonus_cards_due or state.bonus_sleepers_due:
        return state
    return open_alert_phase(state, told)


# The guards' bonus (SCORPION-23.9 to 23.11)


def _bonus_time(state: State, move: Move, due: bool) -> None:
    """Refuse a bonus that is not due: after late or second deaths, or too early (SCORPION-23.9, 23.13)."""
    only_first_death = state.options.bonus_on_second_death == "no"
    lost = (c for c in state.characters if c.status == "dead" and c.died is not None)
    none = next((c for c in lost if c.died > LAST_RETURN or (only_first_death and c.life > 1)), None)  # type: ignore[operator]
    if none is not None and not due:
        raise Refused("SCORPION-23.13", "scorpion.no_bonus", firm=True, intruder=known_as(state, none.who))
    during(state, move)


def bonus_cards(state: State, seat: str, move: moves.BonusCards, context: RulingContext) -> Ruling:
    """Judge a guard player's bonus cards from deck and discard pile (SCORPION-23.9, OP-21, OP-58)."""
    role = guard_role(state, seat)
    _bonus_time(state, move, bool(state.bonus_cards_due))
    due = dict(state.bonus_cards_due).get(role, 0)
    firm(due, "SCORPION-23.9", "scorpion.no_bonus_due")
    mine = stock(state, role)
    due = min(due, mine.deck_size + len(mine.discard))
    unseen, seen = cards(move.deck), cards(move.discard)
    entered = state.options.guard_cards == "entered"
    if entered:
        from_deck = len(unseen)
        firm(move.deck_count in (None, from_deck), "SCORPION-23.9", "scorpion.cards_needed", private=True)
    else:
        firm(not unseen, "SCORPION-23.9", "scorpion.cards_unnamed", private=True)
        from_deck = move.deck_count or 0
    taken = from_deck + len(seen)
    context.require(taken == due, "SCORPION-23.9", "scorpion.bonus_count", private=True, count=due, entered=taken)
    firm(holds(mine.discard, seen), "SCORPION-23.9", "scorpion.not_discarded", private=True)
    there = from_deck <= mine.deck_size and (not entered or _in_deck(state, mine, unseen))
    firm(there, "SCORPION-23.9", "scorpion.not_in_own_deck", private=True)
    hand = None if mine.hand is None else plus(mine.hand, (*unseen, *seen))
    state = with_stock(
        state,
        role,
        hand=hand,
        hand_size=mine.hand_size + taken,
        deck_size=mine.deck_size - from_deck,
        discard=minus(mine.discard, seen),
    )
    state = replace(state, bonus_cards_due=tuple((r, n) for r, n in state.bonus_cards_due if r != role))
    told: list[Notice] = []
    # The discard pile is public, so everybody sees what is taken from it.
    state = publish(state, told, "bonus_cards_taken", "SCORPION-23.9", seat=seat, count=taken, discard=counts(seen))
    return uphold(go_on(state, told), told)


def _in_deck(state: State, mine: Stock, wanted: Cards) -> bool:
    """Tell whether these cards can be in a guard player's deck, by what that player knows (16.2)."""
    deck = deck_of(state, mine.role)
    if deck is not None:
        return holds(deck, wanted)
    return fits_deck("guards", (*placed(state, mine), *wanted), state.options.deck_list("guards"))


def bonus_sleepers(state: State, seat: str, move: moves.BonusSleepers, context: RulingContext) -> Ruling:
    """Judge the placing of three more sleepers in free places (SCORPION-23.10, 23.11, OP-26, OP-58)."""
    guard_role(state, seat)
    due = state.bonus_sleepers_due
    _bonus_time(state, move, bool(due))
    firm(due, "SCORPION-23.10", "scorpion.no_bonus_due")
    free = free_beds(state)
    for zone, n in move.sleepers.items():
        firm(zone in state.board.barracks, "SCORPION-23.10", "scorpion.no_barracks", private=True, zone=zone)
        clause = "SCORPION-23.11" if zone not in free else "SCORPION-23.10"
        context.require(n <= free.get(zone, 0), clause, "scorpion.barracks_full", private=True, zone=zone)
    total = sum(move.sleepers.values())
    context.require(
        total == due, "SCORPION-23.10", "scorpion.bonus_sleepers_count", private=True, count=due, entered=total
    )
    asleep = dict(state.marks.sleepers)
    more = {zone: asleep.get(zone, 0) + move.sleepers.get(zone, 0) for zone in {*asleep, *move.sleepers}}
    order = state.board.in_order(zone for zone, n in more.items() if n)
    marks = replace(state.marks, sleepers=tuple((zone, more[zone]) for zone in order))
    told: list[Notice] = []
    state = replace(state, marks=marks, bonus_sleepers_due=0)
    state = publish(state, told, "bonus_sleepers_taken", "SCORPION-23.10", count=total)
    told.append(whisper(seats_of(state, "guards"), "sleepers_noted", "SCORPION-23.10"))
    return uphold(go_on(state, told), told)


# The end of a turn (Q15) and the start of the next (Q1)


def next_turn(state: State, told: list[Notice]) -> State:
    """End a turn before the 20th and begin the next, with returns or its alert phase (SCORPION-23.1, 23.13).

    Noise is already set. Guards who are drunk for a limited time may become sober.
    """
    state = _sobered(_rested(state), told)
    ended, state = state.turn, replace(state, turn=state.turn + 1)
    returning = [c.who for c in state.characters if c.status == "due"]
    bonuses = len(returning) + second_deaths(state, ended)
    state = bonus_due(state, bonuses)
    if returning or state.bonus_cards_due or state.bonus_sleepers_due:
        due = {"cards": sum(n for _, n in state.bonus_cards_due), "sleepers": state.bonus_sleepers_due}
        state = replace(state, phase="start")
        state = publish(state, told, "returns_due", "SCORPION-23.1", intruders=returning, **due)
    return go_on(state, told)


def _rested(state: State) -> State:
    """Clear the flags and counters of a turn (SCORPION-11.1, 13.4, 14.1, 18.2, 18.4, 22.8)."""
    characters = tuple(
        replace(c, returned=False, locked=False, touched=(), searched=False, shadow=False) for c in state.characters
    )
    stocks = tuple(replace(s, drew=False, hand_used=0) for s in state.stocks)
    return replace(
        state,
        figures=tuple(replace(f, carded=False, moved=False, attacked=False) for f in state.figures),
        characters=characters,
        stocks=stocks,
        opened=True,
        splits=tuple(split for split in state.splits if split.what == "wounds"),
        cards_used=0,
        kenjutsu_used=0,
        hand_used=0,
        focused=(),
        searches=(),
    )


def _sobered(state: State, told: list[Notice]) -> State:
    """Count down drunkenness; a sober guard becomes a sentry where it stands (OP-14, Q15).

    It discovers an intruder there. The turn in which the guard was made drunk counts as the first.
    """
    for f in state.figures:
        if f.drunk is None or f.drunk >= FOR_THE_GAME:
            continue
        if f.drunk > 1:
            state = with_figures(state, [f.id], drunk=f.drunk - 1)
            continue
        state = with_figures(state, [f.id], drunk=None, weapon=weapon_left(state, f.weapon))
        state = publish(state, told, "sobered", "SCORPION-21.9", figure=f.id, zone=f.zone)
        state, _ = guards_enter(state, f.zone, told)
    return state


# Returns (SCORPION-23.1 to 23.8)


def respawn(state: State, seat: str, move: moves.Respawn, context: RulingContext) -> Ruling:
    """Judge the return of a dead character with a new start and hand and no wounds (SCORPION-23.1 to 23.6, 23.14)."""
    one = own_character(state, seat, move.intruder)
    firm(one.life == 1, "SCORPION-23.2", "scorpion.returned_before", intruder=one.who)
    died_too_late = one.status == "dead" and one.died is not None and one.died > LAST_RETURN
    firm(
        not died_too_late, "SCORPION-23.13", "scorpion.lost_too_late", intruder=one.who, turn=one.died, last=LAST_RETURN
    )
    during(state, move)
    firm(one.status == "due", "SCORPION-23.1", "scorpion.no_return_due", intruder=one.who)
    check_start(state, one.who, move.zone, context, "SCORPION-23.3")
    keeps = keeps_permission(state, one)
    kept = ("secret_passage",) if keeps else ()
    size = rehand_size(state, one)
    hand = intruder_hand(state, one.who, move.cards, size, "SCORPION-23.6", context, kept)
    state = with_character(
        state,
        one.who,
        status="in_play",
        zone=move.zone,
        start=move.zone,
        noise=0,
        visible=False,
        wounds=(),
        accomplished=False,
        life=one.life + 1,
        hand=hand,
        hand_size=size if hand is None else len(hand),
        hand_chosen=True,
        played=(),
        permitted=keeps,
        passage_uses=one.passage_uses if keeps else 0,
        decoy=0,
        returned=True,
        redrawn=False,
    )
    told: list[Notice] = []
    state = publish(state, told, "returned", "SCORPION-23.1", intruder=one.who)
    return uphold(seen_at_start(state, one.who, told), told)


def keeps_permission(state: State, one: Character) -> bool:
    """Tell whether the Secret Passage card of the old life stays in front of the character (OP-46)."""
    return state.options.passage_after_return == "keeps" and one.permitted


def rehand_size(state: State, one: Character) -> int:
    """Return the hand size of a returning character: the option's, or all available cards (SCORPION-23.6, 31.1)."""
    return min(state.options.hand_size(one.who, 2), TOTALS[one.who] - keeps_permission(state, one))  # type: ignore[index]


def redraw_mission(state: State, seat: str, move: moves.RedrawMission, context: RulingContext) -> Ruling:
    """Judge a returned character's new mission, drawn from unused tiles and its old one (SCORPION-23.7, 23.8, 29.6).

    The tiles of rivals are not compared, as in the set-up.
    """
    one = own_character(state, seat, move.intruder)
    during(state, move)
    firm(one.status != "due", "SCORPION-23.7", "scorpion.return_first", intruder=one.who)
    firm(one.status == "in_play" and not one.redrawn, "SCORPION-23.7", "scorpion.mission_stays", intruder=one.who)
    state = with_character(state, one.who, mission=move.letter, accomplished=False, redrawn=True)
    told: list[Notice] = []
    state = publish(state, told, "mission_redrawn", "SCORPION-23.7", intruder=one.who)
    tiles_differ(state, told, "SCORPION-23.7")
    return uphold(go_on(state, told), told)


def return_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts for returns and the guards' bonus (SCORPION-23.1 to 23.11)."""
    for c in state.characters:
        if c.status == "due":
            yield ask(state, viewer, c.seat, "respawn", offers=partial(_respawn, state, c), intruder=c.who)
        elif c.status == "in_play" and not c.redrawn:
            yield ask(state, viewer, c.seat, "redraw_mission", offers=partial(_redraw, state, c), intruder=c.who)
    for role, n in state.bonus_cards_due:
        seat = next(p.seat for p in state.players if p.role == role)
        mine = stock(state, role)
        yield ask(state, viewer, seat, "bonus_cards", offers=partial(_bonus_cards, state, mine, n), cards=n)
    if state.bonus_sleepers_due:
        due = state.bonus_sleepers_due
        for seat in seats_of(state, "guards"):
            yield ask(state, viewer, seat, "bonus_sleepers", offers=partial(_bonus_sleepers, state, due), n=due)


def _respawn(state: State, one: Character) -> Iterator[Offer]:
    zones = legal_starts(state, one.who)
    fields: dict[str, Any] = {"intruder": One(of=(one.who,)), "zone": One(of=zones)}
    if state.options.intruder_cards == "entered":
        kept = ("secret_passage",) if keeps_permission(state, one) else ()
        fields["cards"] = hand_of(one.who, rehand_size(state, one), state.options.deck_list(one.who), kept)
    yield Offer(move="respawn", fields=fields)


def _redraw(state: State, one: Character) -> Iterator[Offer]:
    letters = LETTERS if is_disputed(state) else free_letters(state, one.who)
    yield Offer(move="redraw_mission", fields={"intruder": One(of=(one.who,)), "letter": One(of=letters)})


def _bonus_cards(state: State, mine: Stock, due: int) -> Iterator[Offer]:
    """Yield, for each number of deck cards, bonus cards from the deck and the visible discard pile (SCORPION-23.9)."""
    due = min(due, mine.deck_size + len(mine.discard))
    pile = tuple(Group(keys=(kind,), most=n) for kind, n in counts(mine.discard).items())
    for unseen in range(max(0, due - len(mine.discard)), min(due, mine.deck_size) + 1):
        fields: dict[str, Any] = {"discard": Counts(groups=pile, total=due - unseen)}
        if state.options.guard_cards == "entered":
            fields |= {"deck": _deck(state, mine, unseen), "deck_count": One(of=(None, unseen))}
        else:
            count = (unseen,) if unseen else (None, 0)
            fields |= {"deck": Counts(groups=(), total=0), "deck_count": One(of=count)}
        yield Offer(move="bonus_cards", fields=fields)


def _deck(state: State, mine: Stock, n: int) -> Counts:
    """Return the choice of cards that can be in a deck, by what its player knows (16.2)."""
    deck = deck_of(state, mine.role)
    if deck is not None:
        return Counts(groups=tuple(Group(keys=(k,), most=m) for k, m in counts(deck).items()), total=n)
    return hand_of("guards", n, state.options.deck_list("guards"), placed(state, mine))


def _bonus_sleepers(state: State, due: int) -> Iterator[Offer]:
    free = dict.fromkeys(state.board.in_order(state.board.barracks), 0) | free_beds(state)
    yield Offer(move="bonus_sleepers", fields={"sleepers": beds(free, due)})
