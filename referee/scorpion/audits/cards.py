"""Audits of the cards that were played and drawn: A8 and A9 (ledger section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.scorpion.audits.values import Finding, events, everybody, figures_of, of_who, owner_of, who_of
from referee.scorpion.cards import fits_deck
from referee.scorpion.guards.cards import HAND_CARDS
from referee.scorpion.intruder_hands import deck_list
from referee.scorpion.state import State


def passage_without_card(state: State) -> Iterator[Finding]:
    """A8: an intruder was in the passage, and the Secret Passage card of this life had never been played (25.7)."""
    for who in everybody(state):
        lies, entered = False, 0
        for n, e in of_who(state, who, "card_played", "passage_entered", "returned"):
            if e.kind == "returned":
                lies = lies and state.options.passage_after_return == "keeps"
            elif e.kind == "card_played":
                lies = lies or e.data["card"] == "secret_passage"
            elif not lies:
                entered += 1
                about = {"intruder": who, "turn": e.turn}
                yield Finding(audit="A8", clause="SCORPION-25.7", facts=(n,), about=about)


def too_many_intruder_cards(state: State) -> Iterator[Finding]:
    """A9: within one life more cards than the hand had, or more of a kind than the deck can have (3.1, 16.3, 23.6)."""
    options = state.options
    for who in everybody(state):
        one = owner_of(state, who)
        sizes = (
            (options.ninja_hand, options.ninja_rehand)
            if one == "ninja"
            else (options.traitor_hand, options.traitor_rehand)
        )
        played: list[str] = []
        size, said = sizes[0], False
        for n, e in of_who(state, who, "card_played", "returned"):
            if e.kind == "returned":
                played, size, said = [], sizes[1], False
                continue
            played.append(e.data["card"])
            about = {"intruder": who, "card": e.data["card"], "turn": e.turn}
            if said:
                continue
            if len(played) > size:
                clause = "SCORPION-23.6" if size == sizes[1] != sizes[0] else "SCORPION-3.1"
                said = True
                yield Finding(audit="A9", clause=clause, facts=(n,), about=about)
            elif not fits_deck(one, played, deck_list(state, one)):  # type: ignore[arg-type]
                said = True
                yield Finding(audit="A9", clause="SCORPION-16.3", facts=(n,), about=about)


def too_many_guard_cards(state: State) -> Iterator[Finding]:
    """A9: a third hand card, a second card or attack of one guard, or cards that the deck cannot have."""
    turns = sorted({e.turn for _, e in events(state, "guard_card")})
    for turn in turns:
        played = [(n, e) for n, e in events(state, "guard_card") if e.turn == turn]
        free = state.options.kenjutsu_card_phase == "free"
        hand = [n for n, e in played if e.phase == "cards" and not (free and e.data["card"] == "kenjutsu")]
        if len(hand) > HAND_CARDS:
            facts = (hand[0], hand[HAND_CARDS])
            yield Finding(audit="A9", clause="SCORPION-14.1", facts=facts, about={"turn": turn})
        yield from _twice(state, turn)
        if not _possible(state, turn):
            yield Finding(audit="A9", clause="SCORPION-1.3", facts=(played[-1][0],), about={"turn": turn})


def _twice(state: State, turn: int) -> Iterator[Finding]:
    """Find guards with two cards or two attacks in one turn (11.2, 22.8)."""
    had: dict[tuple[bool, str], int] = {}
    for n, e in events(state, "guard_card", "listen_declared"):
        if e.turn != turn or (e.kind == "listen_declared" and e.data.get("by") != "focus"):
            continue
        attack = e.data.get("card") == "kenjutsu"
        for id in figures_of(e):
            first = had.setdefault((attack, id), n)
            if first != n:
                clause = "SCORPION-22.8" if attack else "SCORPION-11.2"
                yield Finding(audit="A9", clause=clause, facts=(first, n), about={"guard": id, "turn": turn})


def _possible(state: State, turn: int) -> bool:
    """Tell whether the cards that exist side by side in a turn are in the deck: used, in front, and as wounds."""
    seen: list[str] = []
    wounds: Counter[str] = Counter()
    for e in state.record:
        if e.turn > turn:
            break
        if e.kind in ("died", "escaped"):
            wounds[str(who_of(state, e))] = 0
        if e.kind != "guard_card":
            continue
        card = str(e.data["card"])
        if card == "secret_passage" or e.turn == turn:
            seen.append(card)
        elif card == "kenjutsu":
            wounds[str(who_of(state, e))] += 1
    return fits_deck("guards", (*seen, *["kenjutsu"] * wounds.total()), state.options.guard_deck)  # type: ignore[arg-type]


def wrong_draws(state: State) -> Iterator[Finding]:
    """A9: the guards drew another number of cards than the alert says (10.4)."""
    for n, e in events(state, "card_phase"):
        due = [(m, x) for m, x in events(state, "alert_phase") if x.turn == e.turn and m < n and "draw" in x.data]
        if not due:
            continue
        drawn = sum(x.data["n"] for _, x in events(state, "drawn") if x.turn == e.turn)
        if drawn != due[-1][1].data["draw"]:
            about = {"turn": e.turn, "drawn": drawn, "due": due[-1][1].data["draw"]}
            yield Finding(audit="A9", clause="SCORPION-10.4", facts=(due[-1][0], n), about=about)
