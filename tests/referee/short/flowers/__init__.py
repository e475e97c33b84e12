"""Flowers and a skull: a game of hidden cards that is written the short way, to try what it does with secrets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.short import ASeat, Mine, Nobody, Open, Player, Secret, ShortGame, Tabletop


@dataclass
class Hand(Player):
    cards: Mine[list[str]] = field(default_factory=lambda: ["flower", "flower", "flower", "skull"])
    pile: Mine[list[str]] = field(default_factory=list)
    seen: Open[list[str]] = field(default_factory=list)
    laid: Open[int] = 0


@dataclass
class Garden(Tabletop):
    turn: Open[str] = ""
    under: Nobody[list[str]] = field(default_factory=lambda: ["skull"])


def new_game() -> ShortGame:
    game = ShortGame("flowers", Garden, Hand, range(2, 5), points="laid")

    @game.setup
    def setup(t: Any) -> None:
        t.turn = t.players[0].seat

    @game.move(card=lambda t, me: me.cards)
    def lay(t: Any, me: Any, card: Secret[str]) -> None:
        t.require(t.turn == me.seat, "2.1", "not_your_turn", turn=t.turn)
        t.must(card in me.cards, "2.1", "not_held")
        me.cards.remove(card)
        me.pile.append(card)
        me.laid += 1
        t.turn = next(iter(t.after(me.seat))).seat
        t.tell("2.1", "laid", seat=me.seat, left=len(me.cards))

    @game.move(may=True, card=lambda t, me: me.pile)
    def whisper(t: Any, me: Any, to: ASeat, card: Secret[str]) -> None:
        t.must(to != me.seat, "2.2", "to_oneself")
        t.must(card in me.pile, "2.2", "not_laid")
        t.tell("2.2", "whispered", seat=me.seat, to=to)
        t.tell_to(to, "2.2", "heard", card=card)

    @game.move(may=True)
    def look(t: Any, me: Any, at: ASeat) -> None:
        other = t.player(at)
        t.must(other.laid > len(other.seen), "3.1", "nothing_to_see")
        other.seen = t.reveals(other.pile)
        t.tell("3.1", "looked", seat=me.seat, at=at, cards=other.seen)

    @game.over("4.1")
    def over(t: Any) -> list[str] | None:
        return [hand.seat for hand in t.players if hand.laid == 3] or None

    return game


game = new_game()
