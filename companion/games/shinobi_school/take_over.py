"""Entering a Shinobi School position: the moment, the mansions, the field, what all remember.

Any moment between two turns can be entered, and those before the first turn; in depth `scores` every moment except the
end. Not entered are an action already taken in the current turn, a round that is won and not counted yet, points set by
a house ruling, an agreement under way to sweep, withdrawn or wrong entries, empty ones, a hand noted before the split
and, once somebody has placed, the number of the turn: it is the least possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.contract.game_ui import Choice, Counts, Entered, Entering, Field, Step, TakeOver, Things
from companion.games.table.placed import Form, listed, number, plain
from referee.core.game import Position
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, triangle
from referee.shinobi_school.moves import WIN, Options
from referee.shinobi_school.positions.model import LIES, OPEN, OVER, OpenTable
from referee.shinobi_school.state import deal_of

PLAYS = ("deal", "split", "reveal", "field", "start", "turn")
SCORES = ("score", "close", "tie")
ONE = "n"
"""The row of a single number."""
NOBODY = "-"


def swept_unknown(options: Options, seats: Sequence[Seat], entered: Entered) -> int:
    """Return how many cards of the deck are nowhere else."""
    lists = ("field", "swept_cards", *(f"earth.{seat.seat}" for seat in seats))
    seen = sum(len(entered.get(key) or ()) for key in lists) + number(entered, "stock", ONE)
    heavens = sum(number(entered, "heaven", seat.seat) for seat in seats)
    return max(0, COPIES * deal_of(options, len(seats)).highest - seen - heavens)


def score_of(entered: Entered, n: int, seat: str) -> int:
    return WIN if entered.get(f"winner.{n}") == seat else -number(entered, f"lost.{n}", seat)


def round_of(entered: Entered) -> int:
    return max(1, number(entered, "round", ONE))


def past_of(entered: Entered) -> int:
    """Return how many rounds are over."""
    return round_of(entered) - (entered.get("phase") not in OVER)


Words = tuple[tuple[str, str], ...]


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the steps for what lies open: in depth `scores`, and between rounds, only the first."""
    phase = entering.table.get("phase")
    steps = [_moment(entering)]
    if phase == "split":
        ready = Things(key="ready", title=_t(entering, "ready"), values=entering.people, most=len(entering.seats),
                       at="seats.*.ready")  # fmt: skip
        steps.append(Step(_t(entering, "mansions"), (ready,), _t(entering, "ready_about")))
    if phase in OPEN:
        steps.append(_mansions(entering))
    if phase in LIES:
        steps.append(_field(entering))
    if phase == "turn":
        steps.append(_remembered(entering))
    return tuple(steps)


def _moment(entering: Entering) -> Step:
    """Return the step of the moment, with who won each finished round and what the others lost."""
    options, entered = entering.options, entering.table
    phases = tuple((each, _t(entering, f"phase.{each}")) for each in (SCORES if options.depth == "scores" else PLAYS))
    title, most = _t(entering, "round"), options.rounds
    rounds = Counts(key="round", title=title, rows=((ONE, ""),), least=1, most=most, at="round")
    fields: list[Field] = [Choice(key="phase", title=_t(entering, "phase"), values=phases, at="phase"), rounds]
    if round_of(entered) == 1 and entered.get("phase") != "start":
        fields.append(Choice(key="start", title=_t(entering, "start"), values=entering.people, at="start"))
    most = deal_of(options, len(entering.seats)).highest * triangle(COPIES)
    for n in range(past_of(entered)):
        who, winner = entering.people, entered.get(f"winner.{n}")
        fields.append(Choice(key=f"winner.{n}", title=_t(entering, "winner", round=n + 1), values=who))
        losers = tuple((seat, name) for seat, name in who if seat != winner)
        fields.append(Counts(key=f"lost.{n}", title=_t(entering, "lost", round=n + 1), rows=losers, most=most))
    return Step(_t(entering, "moment"), tuple(fields), _t(entering, "moment_about"))


def _mansions(entering: Entering) -> Step:
    deck = _numbers(entering)
    most = COPIES * len(deck)
    heavens = Counts(
        key="heaven", title=_t(entering, "heavens"), rows=entering.people, most=most, at="seats.*.heaven"
    )
    fields: list[Field] = [heavens]
    for seat in entering.seats:
        title = _t(entering, "earth", name=seat.name)
        fields.append(_cards(f"earth.{seat.seat}", title, deck, most, f"seats.{seat.seat}.earth"))
    return Step(_t(entering, "mansions"), tuple(fields), _t(entering, "mansions_about"))


def _field(entering: Entering) -> Step:
    deck, who, turn = _numbers(entering), entering.people, entering.table.get("phase") == "turn"
    most = COPIES * len(deck)
    title = _t(entering, "column")
    fields: list[Field] = [
        Things(key="field", title=title, values=deck, most=most, copies=COPIES, ordered=True),
        Counts(key="stock", title=_t(entering, "stock"), rows=((ONE, ""),), most=most, at="stock"),
    ]
    if turn:
        nobody = ((NOBODY, _t(entering, "nobody")), *who)
        fields += [
            Choice(key="active", title=_t(entering, "active"), values=who, at="now.seat"),
            Choice(key="last_placer", title=_t(entering, "last_placer"), values=nobody, at="last_placer",
                   nothing=NOBODY),
        ]  # fmt: skip
    return Step(_t(entering, "field"), tuple(fields), _t(entering, "field_about"))


def _remembered(entering: Entering) -> Step:
    """Return the step of what nothing on the table shows any more."""
    deck, who = _numbers(entering), entering.people
    fields: list[Field] = []
    for seat in entering.seats:
        title = _t(entering, "known", name=seat.name)
        most = number(entering.table, "heaven", seat.seat)
        fields.append(_cards(f"known.{seat.seat}", title, deck, most, f"seats.{seat.seat}.known"))
    changed = _t(entering, "heaven_changed")
    fields.append(
        Things(key="heaven_changed", title=changed, values=who, most=len(who), at="seats.*.heaven_changed")
    )
    most = COPIES * len(deck)
    fields.append(_cards("swept_cards", _t(entering, "swept_cards"), deck, most, "swept_cards"))
    if not entering.table.get("field"):
        fields.append(Counts(key="quiet", title=_t(entering, "quiet"), rows=((ONE, ""),), most=99, at="quiet"))
    if entering.table.get("last_placer") == NOBODY:  # else nobody needs to have counted
        title = _t(entering, "turn")
        fields.append(Counts(key="turn", title=title, rows=((ONE, ""),), most=999, at="turn", holds="some"))
    return Step(_t(entering, "remembered"), tuple(fields), _t(entering, "remembered_about"))


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the step of what a seat may note: its heaven, and an earth that lies face down."""
    entered, deck = entering.table, _numbers(entering)
    phase, each = entered.get("phase"), deal_of(entering.options, len(entering.seats)).cards
    if phase == "reveal" or (phase == "split" and seat in entered.get("ready", ())):
        laid = _cards("laid", _t(entering, "laid"), deck, each, "laid")
        heaven = _cards("heaven", _t(entering, "heaven"), deck, each, "heaven")
        return (Step(_t(entering, "own"), (laid, heaven), _t(entering, "own_about")),)
    count = number(entered, "heaven", seat)
    if phase not in OPEN or not count:
        return ()
    heaven = _cards("heaven", _t(entering, "heaven"), deck, count, "heaven")
    return (Step(_t(entering, "own"), (heaven,), _t(entering, "own_about")),)


def _cards(key: str, title: str, deck: Words, most: int, at: str) -> Things:
    return Things(key=key, title=title, values=deck, most=most, copies=COPIES, at=at, holds="number")


def _t(entering: Entering, key: str, **params: Any) -> str:
    return entering.t(f"shinobi_school.take_over.{key}", **params)


def _numbers(entering: Entering) -> Words:
    highest = deal_of(entering.options, len(entering.seats)).highest
    return tuple((str(n), str(n)) for n in range(1, highest + 1))


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a turn of the first round, in which half of all cards are in heaven and the stock gave two."""
    entered: dict[str, Any] = {"round": {ONE: 1}, **({} if options.start is None else {"start": options.start})}
    if options.depth == "scores":
        return entered | {"phase": "score"}
    deal = deal_of(options, len(seats))
    return entered | {
        "phase": "turn",
        "heaven": {seat.seat: deal.cards // 2 for seat in seats},
        "stock": {ONE: COPIES * deal.highest - deal.cards * len(seats) - 2},
        "last_placer": NOBODY,
        "heaven_changed": [seat.seat for seat in seats],
    }


def position(options: Options, seats: Sequence[Seat], entered: Entered, own: Mapping[str, Entered]) -> dict[str, Any]:
    """Return the position as JSON, from the values that are asked for at its moment."""
    phase, form = entered.get("phase"), Form(options, seats, table, secret)
    scores = {s.seat: [score_of(entered, n, s.seat) for n in range(past_of(entered))] for s in seats}
    found = form.table(entered, {"seats": [{"seat": seat, "scores": each} for seat, each in scores.items()]})
    if phase in LIES:
        cards = (int(each) if each.isdecimal() else each for each in listed(entered, "field"))
        found["field"] = [{"number": card, "size": len(list(equal))} for card, equal in groupby(cards)]
    if phase == "turn":
        found["swept_unknown"] = swept_unknown(options, seats, entered)
    if "now" in found:
        found["now"]["swept"] = found.get("quiet") == 0
    known = {seat: form.secret(entered, seat, entries) for seat, entries in own.items()}
    return {"table": found, "secrets": {seat: each for seat, each in known.items() if each}}


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the values of a position, for a sheet; of a turn that has begun, the table as it is then."""
    lies: OpenTable = position.table
    form = Form(options, seats, table, secret)
    found: dict[str, Any] = {}
    for n in range(min((len(seat.scores) for seat in lies.seats), default=0)):
        found |= {f"winner.{n}": seat.seat for seat in lies.seats if seat.scores[n] == WIN}
        found[f"lost.{n}"] = {seat.seat: -seat.scores[n] for seat in lies.seats if seat.scores[n] != WIN}
    if lies.phase in LIES:
        found["field"] = [str(tier.number) for tier in lies.field for _ in range(tier.size)]
    found = form.entered(plain(lies), found)
    return found, {seat: form.entered_secret(plain(own), found, seat, {}) for seat, own in position.secrets.items()}


TAKE_OVER = TakeOver(table, secret, begin, position, entered, moment=("phase", "now"))
