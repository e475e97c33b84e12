"""Entering a Giryaku position: whose turn it is, then graveyard and board of each player (METSUKE-5).

Any moment between two turns can be entered, including those of the last turn; in depth `scores` every moment except the
count. At any other moment the boards and graveyards are entered as they are, as if the turn began. History is not asked
for: the last action, findings of audits, the earlier layout of a flipped board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from companion.contract.game_ui import YES, Choice, Counts, Entered, Entering, Field, Step, TakeOver, Things
from companion.games.table.placed import Form, plain
from companion.i18n import Translator
from referee.core.game import Position
from referee.core.values import Seat
from referee.giryaku.cards import CELLS, COLUMNS, HAND, KINDS, OWNED, without
from referee.giryaku.moves import CONSUME_MAP, NIN_SHI_RANGE, ConsumeMap, NinShiRange, Options
from referee.giryaku.positions.model import BoardCard, Flipped, OpenSeat, OpenTable

DOWN = "?"
"""A face-down card; one that everybody knows is `?` with its kind."""
NO = "no"
UNKNOWN = "?"


def board_of(entered: Entered, seat: str) -> dict[str, str]:
    """Return a board's entered cards, by cell."""
    columns = ((c, entered.get(f"column.{seat}.{c}") or ()) for c in COLUMNS)
    return {f"{c}{row}": face for c, faces in columns for row, face in zip("LU", faces, strict=False)}


def down(entered: Entered, seat: str) -> list[str]:
    """Return the cells of the face-down cards that not everybody knows."""
    return [cell for cell, face in board_of(entered, seat).items() if face == DOWN]


def is_flipped(entered: Entered, seat: str) -> bool:
    return any(face.startswith(DOWN) for face in board_of(entered, seat).values())


def hand_of(entered: Entered, seat: str) -> int:
    """Return the number of cards in a hand between two turns (GIRYAKU-3.5)."""
    graveyard = entered.get(f"graveyard.{seat}") or {}
    return max(0, min(HAND, OWNED - sum(graveyard.values()) - len(board_of(entered, seat))))


def table(entering: Entering) -> tuple[Step, ...]:
    """Return whose turn it is, then a step for each player's cards; in depth `scores` a single step."""
    if entering.options.depth == "scores":
        return (_results_asked(entering),)
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
    """Yield the fields of the reference card that the options leave open; a table's own cells are an option."""
    t, options = entering.t, entering.options
    if options.consume_map is None:
        key = "giryaku.option.consume_map"
        kinds = tuple((each, t(f"{key}.{each}")) for each in get_args(ConsumeMap))
        yield Choice(key="consume_map", title=t(key), values=kinds, at="consume_map")
    if options.nin_shi_range is None:
        ranges = tuple((each, t(f"giryaku.take_over.range.{each}")) for each in get_args(get_args(NinShiRange)[0]))
        title = t("giryaku.option.nin_shi_range")
        yield Choice(key="nin_shi_range", title=title, values=ranges, at="nin_shi_range")


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


def _results_asked(entering: Entering) -> Step:
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
    """Return the steps of one's own hand, with the cards seen in a raid, and of a flipped board kept by the phone."""
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


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the initial values: the second turn of the first player."""
    if options.depth == "scores":
        return {"first": options.first_player, "last": NO, **{f"count.{seat.seat}": UNKNOWN for seat in seats}}
    first = options.first_player or seats[0].seat
    turns = {seat.seat: 2 if seat.seat == first else 1 for seat in seats}
    return {
        "active": first,
        "first": first,
        "turns": turns,
        "last": NO,
        "consume_map": CONSUME_MAP,
        "nin_shi_range": NIN_SHI_RANGE,
        "chained": NO,
        **{f"known.{seat.seat}": NO for seat in seats},
    }


def position(
    options: Options, seats: Sequence[Seat], entered: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position. A hand that its owner has entered completely is noted, as on a turn."""
    form = Form(options, seats, table, secret)
    if options.depth == "scores":
        return {"table": _results(form.table(entered, {"seats": [{} for _ in seats]})), "secrets": {}}
    known = {seat: form.secret(entered, seat, own) for seat, own in secrets.items()}
    noted = {seat for seat, own in known.items() if len(own.get("hand", ())) == hand_of(entered, seat) > 0}
    before = [{**_seat(entered, s.seat), "hand_entered": s.seat in noted} for s in seats]
    found = form.table(entered, {"phase": "turn", "seats": before})
    if entered.get("last") == YES:
        found |= {"phase": "last_turn", "last": entered.get("active")}
    return {"table": found, "secrets": known}


def _results(found: dict[str, Any]) -> dict[str, Any]:
    """Add to results alone the phase, whether anything has been entered, and whose turn the last one is."""
    last = found.get("last")
    entered = last or any("count" in seat or any(seat["graveyard"].values()) for seat in found["seats"])
    phase = "turn" if last is None else "last_turn"
    return found | {"phase": phase, "active": last, "turn": int(bool(entered))}


def _seat(entered: Entered, seat: str) -> dict[str, Any]:
    kept, since = entered.get(f"known.{seat}") or NO, entered.get(f"since.{seat}") or {}
    found: dict[str, Any] = {
        "known": [] if kept == NO else [kept],
        "board": {
            cell: {"down": True, "card": face.removeprefix(DOWN) or None} if face.startswith(DOWN) else {"card": face}
            for cell, face in board_of(entered, seat).items()
        },
    }
    if is_flipped(entered, seat):
        found["flip"] = {"pool": entered.get(f"pool.{seat}") or [], **since}
    return found


def entered(
    options: Options, seats: Sequence[Seat], known: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the values of the fields, cut to what they can hold."""
    seen: OpenTable = known.table
    form, stands, values = Form(options, seats, table, secret), plain(seen), dict[str, Any]()
    if options.depth == "scores":
        return form.entered(stands, values), {}
    stands["active"] = seen.active or seen.first
    values["last"] = YES if seen.last is not None and seen.last == seen.active else NO
    for each, one in zip(seats, seen.seats, strict=True):
        values |= dict(_entered_seat(each.seat, one))
    values = form.entered(stands, values)
    return values, {seat: form.entered_secret(plain(own), values, seat, {}) for seat, own in known.secrets.items()}


def _entered_seat(seat: str, one: OpenSeat) -> Iterator[tuple[str, Any]]:
    yield f"known.{seat}", one.known[0] if one.known else NO
    lies = {str(cell): card for cell, card in one.board.items()}
    for c in COLUMNS:
        faces = [_face(lies[cell]) for cell in (f"{c}L", f"{c}U") if cell in lies]
        if faces:
            yield f"column.{seat}.{c}", faces
    if one.flip is not None:
        yield from _entered_flip(seat, one.flip)


def _face(card: BoardCard) -> str:
    return (DOWN if card.down else "") + (card.card or "")


def _entered_flip(seat: str, flip: Flipped) -> Iterator[tuple[str, Any]]:
    """Yield the cards turned down that are still there, and those placed since."""
    beside = without(flip.shown, flip.pool)
    yield f"pool.{seat}", list(without(flip.pool, flip.shown))
    yield f"since.{seat}", {"extra": flip.extra - len(beside), "gone": flip.gone}


TAKE_OVER = TakeOver(
    table=table, secret=secret, begin=begin, position=position, entered=entered, moment=("phase", "action")
)
