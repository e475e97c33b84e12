"""The fields: of what lies open, and of what a seat alone knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from companion.contract.take_over import YES, Choice, Counts, Entering, Field, Step, Things
from companion.games.giryaku.take_over.given import DOWN, NO, UNKNOWN, down, hand_of, is_flipped
from companion.i18n import Translator
from referee.core.values import Seat
from referee.giryaku.cards import CELLS, COLUMNS, KINDS, OWNED
from referee.giryaku.moves import ConsumeMap, NinShiRange


def table(entering: Entering) -> tuple[Step, ...]:
    """Return whose turn it is, then a step for each player's cards; of results alone a single one."""
    if entering.options.depth == "scores":
        return (_results(entering),)
    return (_turn(entering), *(_cards(entering, seat) for seat in entering.seats))


def _turn(entering: Entering) -> Step:
    t, who = entering.t, entering.people
    fields: list[Field] = [
        Choice(key="active", title=t("giryaku.take_over.active"), values=who, at="active"),
        _first(entering),
        Counts(key="turns", title=t("giryaku.take_over.turns"), rows=who, most=99, at="seats.*.turns"),
        Choice(key="last", title=t("giryaku.take_over.last"), values=_yes_or_no(t)),
    ]
    fields += _box(entering)
    if entering.options.first_turn_ban == "first_turn_and_chained":
        title, values = t("giryaku.take_over.chained"), _yes_or_no(t)
        fields.append(Choice(key="chained", title=title, values=values, at="chained", holds="flag", nothing=NO))
    return Step(t("giryaku.take_over.turn_step"), tuple(fields), t("giryaku.take_over.turn_about"))


def _box(entering: Entering) -> Iterator[Field]:
    """Yield what the reference card says, where the options leave it open; cells of a table's own are an option."""
    t, options = entering.t, entering.options
    if options.consume_map is None:
        key = "giryaku.option.consume_map"
        kinds = tuple((way, t(f"{key}.{way}")) for way in get_args(ConsumeMap))
        yield Choice(key="consume_map", title=t(key), values=kinds, at="consume_map")
    if options.nin_shi_range is None:
        ways = tuple((way, t(f"giryaku.take_over.range.{way}")) for way in get_args(get_args(NinShiRange)[0]))
        title = t("giryaku.option.nin_shi_range")
        yield Choice(key="nin_shi_range", title=title, values=ways, at="nin_shi_range")


def _cards(entering: Entering, seat: Seat) -> Step:
    t, kinds = entering.t, _kinds(entering.t)
    faces = [*kinds, (DOWN, t("giryaku.take_over.down"))]
    if entering.options.facedown_pair == "show":
        faces += [(DOWN + kind, t("giryaku.take_over.known_down", card=words)) for kind, words in kinds]
    fields: list[Field] = [_graveyard(entering, seat)]
    for c in COLUMNS:
        title = t("giryaku.take_over.column", column=c)
        fields.append(Things(key=f"column.{seat.seat}.{c}", title=title, values=tuple(faces), most=2, copies=2,
                             ordered=True))  # fmt: skip
    if is_flipped(entering.table, seat.seat):
        pool = t("giryaku.take_over.pool")
        rows = (("extra", t("giryaku.take_over.extra")), ("gone", t("giryaku.take_over.gone")))
        fields.append(Things(key=f"pool.{seat.seat}", title=pool, values=kinds, most=len(CELLS), copies=len(CELLS)))
        fields.append(Counts(key=f"since.{seat.seat}", title=t("giryaku.take_over.since"), rows=rows, most=15))
    kept = ((NO, t("giryaku.take_over.nobody_knows")), *kinds)
    fields.append(Choice(key=f"known.{seat.seat}", title=t("giryaku.take_over.known"), values=kept))
    return Step(seat.name, tuple(fields), t("giryaku.take_over.cards_about", name=seat.name))


def _results(entering: Entering) -> Step:
    t, who = entering.t, entering.people
    fields: list[Field] = [_first(entering)]
    counted = ((UNKNOWN, t("giryaku.take_over.not_counted")), *((str(n), str(n)) for n in range(len(CELLS) + 1)))
    for seat in entering.seats:
        fields.append(_graveyard(entering, seat, seat.name))
        title = t("giryaku.take_over.board_of", name=seat.name)
        at = f"seats.{seat.seat}.count"
        fields.append(
            Choice(key=f"count.{seat.seat}", title=title, values=counted, at=at, holds="number", nothing=UNKNOWN)
        )
    last = ((NO, t("giryaku.take_over.nobody_yet")), *who)
    fields.append(Choice(key="last", title=t("giryaku.take_over.last_of"), values=last, at="last", nothing=NO))
    return Step(t("giryaku.take_over.results_step"), tuple(fields), t("giryaku.take_over.results_about"))


def _graveyard(entering: Entering, seat: Seat, name: str = "") -> Counts:
    t = entering.t
    title = t("giryaku.take_over.graveyard_of", name=name) if name else t("giryaku.take_over.graveyard")
    at = f"seats.{seat.seat}.graveyard"
    return Counts(key=f"graveyard.{seat.seat}", title=title, rows=_kinds(t), most=OWNED, total=True, at=at)


def _first(entering: Entering) -> Choice:
    return Choice(key="first", title=entering.t("giryaku.take_over.first"), values=entering.people, at="first")


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the own hand with what a raid showed of the other, and a flipped board where the phone keeps it."""
    t, options = entering.t, entering.options
    if options.depth == "scores":
        return ()
    kinds, steps = _kinds(t), list[Step]()
    cells = down(entering.table, seat) if options.flip_mode == "app" else []
    if cells:
        faces = tuple(
            Choice(key=at, title=t(f"words.giryaku.{at[-1]}", column=at[-2]), values=kinds, at=at)
            for at in (f"board.{cell}" for cell in cells)
        )
        steps.append(Step(t("giryaku.take_over.board_step"), faces, t("giryaku.take_over.board_about")))
    other = next(each for each in entering.seats if each.seat != seat)
    hand, theirs = (hand_of(entering.table, each) for each in (seat, other.seat))
    noted = [
        Things(key=key, title=title, values=kinds, most=most, copies=most, at=key)
        for key, title, most in (
            ("hand", t("giryaku.take_over.hand"), hand),
            ("spied", t("giryaku.take_over.spied", name=other.name), theirs),
        )
        if most
    ]
    if noted:
        steps.append(Step(t("giryaku.take_over.hand_step"), tuple(noted), t("giryaku.take_over.hand_about")))
    return tuple(steps)


def _kinds(t: Translator) -> tuple[tuple[str, str], ...]:
    return tuple((kind, t(f"words.giryaku.{kind}")) for kind in KINDS)


def _yes_or_no(t: Translator) -> tuple[tuple[str, str], ...]:
    return (NO, t("giryaku.take_over.no")), (YES, t("giryaku.take_over.yes"))
