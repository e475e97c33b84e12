"""Liar's Dice, the traditional game: hidden dice, and bids on how many of a face lie under all cups together.

The phones hold the dice, or (option `dice_are` real) the dice lie under real cups and the phones only judge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from referee.short import Mine, Open, Player, Secret, ShortGame, ShortOptions, Some, Tabletop

FACES = (1, 2, 3, 4, 5, 6)
Face = Annotated[int, Field(ge=1, le=6)]
Count = Annotated[int, Field(ge=1, le=36)]


class Options(ShortOptions):
    dice: Annotated[int, Field(ge=1, le=6)] = 5
    dice_are: Literal["on_phones", "real"] = "on_phones"


@dataclass
class Cup(Player):
    left: Open[int] = 0
    dice: Mine[list[int]] = field(default_factory=list)
    rolled: Open[bool] = False
    shown: Open[list[int]] = field(default_factory=list)


@dataclass
class Dice(Tabletop):
    round: Open[int] = 1
    turn: Open[str] = ""
    bidder: Open[str] = ""
    count: Open[int] = 0
    face: Open[int] = 0
    doubter: Open[str] = ""


game = ShortGame("liars-dice", Dice, Cup, range(2, 7), options=Options, points="left", screens="liars_dice.screens")


@game.setup
def setup(t: Any) -> None:
    for cup in t.players:
        cup.left = t.options.dice
        cup.rolled = t.options.dice_are == "real"
    t.turn = t.players[0].seat


def as_many(t: Any, me: Any) -> Some:
    return Some(of=tuple(face for face in FACES for _ in range(me.left)), least=me.left, most=me.left)


def thrown(t: Any, me: Any, random: Any) -> dict[str, list[int]]:
    return {"dice": sorted(random.choices(FACES, k=me.left))}


@game.move(dice=as_many, drawn_by=thrown)
def roll(t: Any, me: Any, dice: Secret[list[Face]]) -> None:
    """Everybody rolls all the dice that they have left, under their cup (2.1)."""
    t.must(not me.rolled, "2.1", "has_rolled", seat=me.seat)
    t.must(dice is not None and len(dice) == me.left, "2.1", "not_all_dice", count=me.left)
    me.dice, me.rolled, me.shown = sorted(dice), True, []
    t.tell("2.1", "rolled", seat=me.seat)


@game.move
def doubt(t: Any, me: Any) -> None:
    """Whose turn it is doubts the bid: all cups are lifted (4.1)."""
    all_rolled(t)
    t.require(t.turn == me.seat, "3.1", "not_your_turn", turn=t.turn)
    t.must(t.bidder, "4.1", "no_bid")
    t.tell("4.1", "doubted", seat=me.seat, bidder=t.bidder)
    t.doubter = me.seat
    if t.options.dice_are == "on_phones":
        for cup in t.players:
            cup.shown = t.reveals(cup.dice)
            t.tell("4.1", "showed", seat=cup.seat, dice=cup.shown)
        settle(t)


def up_to_all(t: Any, me: Any) -> range:
    return range(1, sum(cup.left for cup in t.players) + 1)


@game.move(count=up_to_all)
def bid(t: Any, me: Any, count: Count, face: Face) -> None:
    """Whose turn it is bids more dice than before, or as many of a higher face (3.2)."""
    all_rolled(t)
    t.require(t.turn == me.seat, "3.1", "not_your_turn", turn=t.turn)
    t.must(count <= sum(cup.left for cup in t.players), "3.2", "not_so_many", count=count)
    t.must((count, face) > (t.count, t.face), "3.2", "not_more", count=t.count, face=t.face)
    t.bidder, t.count, t.face = me.seat, count, face
    t.turn = next(cup.seat for cup in t.after(me.seat) if cup.left)
    t.tell("3.2", "bidden", seat=me.seat, count=count, face=face)


@game.move(dice=as_many)
def show(t: Any, me: Any, dice: list[Face]) -> None:
    """With real dice everybody lifts the cup, and what lies under it is entered (4.1)."""
    t.must(t.doubter and t.options.dice_are == "real", "4.1", "nothing_to_show")
    t.must(me.left and not me.shown, "4.1", "has_shown", seat=me.seat)
    t.must(len(dice) == me.left, "4.1", "not_all_dice", count=me.left)
    me.shown = sorted(dice)
    t.tell("4.1", "showed", seat=me.seat, dice=me.shown)
    if all(cup.shown for cup in t.players if cup.left):
        settle(t)


def all_rolled(t: Any) -> None:
    t.must(all(cup.rolled or not cup.left for cup in t.players), "2.1", "not_all_rolled")
    t.must(not t.doubter, "4.1", "cups_are_lifted")


def settle(t: Any) -> None:
    """Count the face; who was wrong loses a die, and the next round is theirs to begin (4.2, 4.3)."""
    there = sum(cup.shown.count(t.face) for cup in t.players)
    wrong = t.player(t.doubter if there >= t.count else t.bidder)
    wrong.left -= 1
    t.tell("4.2", "counted", there=there, count=t.count, face=t.face, seat=wrong.seat)
    for cup in t.players:
        cup.dice, cup.rolled = [], t.options.dice_are == "real" or not cup.left
        cup.shown = cup.shown if t.options.dice_are == "on_phones" else []
    t.turn = next(cup.seat for cup in (wrong, *t.after(wrong.seat)) if cup.left)
    t.round, t.bidder, t.count, t.face, t.doubter = t.round + 1, "", 0, 0, ""


@game.over("5.1")
def over(t: Any) -> list[str] | None:
    still = [cup.seat for cup in t.players if cup.left]
    return still if len(still) == 1 else None
