"""What is asked at the start of a turn in which somebody returns (SCORPION-23)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.core.offers import Counts, Group, Offer, One
from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import ask
from referee.scorpion.cards import counts
from referee.scorpion.guards.stocks import placed
from referee.scorpion.offered_cards import beds, hand_of
from referee.scorpion.returns.bonus import free_beds
from referee.scorpion.returns.start_of_turn import keeps_permission, rehand_size
from referee.scorpion.setup.guard_hands import deck_list, deck_of
from referee.scorpion.setup.hands import LETTERS, free_letters
from referee.scorpion.setup.starts import legal_starts
from referee.scorpion.state import Character, State, Stock, disputed, seats_of, stock


def return_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for returns and the guards' bonus (SCORPION-23.1 to 23.11)."""
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
        fields["cards"] = hand_of(one.who, rehand_size(state, one), deck_list(state.options, one.who), kept)
    yield Offer(move="respawn", fields=fields)


def _redraw(state: State, one: Character) -> Iterator[Offer]:
    letters = LETTERS if disputed(state) else free_letters(state, one.who)
    yield Offer(move="redraw_mission", fields={"intruder": One(of=(one.who,)), "letter": One(of=letters)})


def _bonus_cards(state: State, mine: Stock, due: int) -> Iterator[Offer]:
    """Offer so many from the deck and the rest from the open pile, for each number that there may be (23.9)."""
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
    """Return the choice of cards that may lie in a deck, by what its player knows of all their cards (16.2)."""
    deck = deck_of(state, mine.role)
    if deck is not None:
        return Counts(groups=tuple(Group(keys=(k,), most=m) for k, m in counts(deck).items()), total=n)
    return hand_of("guards", n, deck_list(state.options, "guards"), placed(state, mine))


def _bonus_sleepers(state: State, due: int) -> Iterator[Offer]:
    free = dict.fromkeys(state.board.in_order(state.board.barracks), 0) | free_beds(state)
    yield Offer(move="bonus_sleepers", fields={"sleepers": beds(free, due)})
