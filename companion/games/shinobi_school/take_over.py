"""A table of Shinobi School is entered as one reads it: the moment, the mansions, the field, what all remember.

Every moment between two turns can be entered, and those before the first turn; of results alone every moment but
the end. Not entered are an action already taken in the turn that is on, a round that is won and not scored yet,
points that a house ruling set, an agreement under way to sweep, entries that were given up or turned out wrong, empty
ones, a hand registered before the split, and, once somebody has placed, the number of the turn: it is the least that
it can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.contract.take_over import Choice, Counts, Entered, Entering, Field, Step, TakeOver, Things
from companion.games.table.entered import listed, number
from referee.core.position import Position
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, WIN, triangle
from referee.shinobi_school.options import Options
from referee.shinobi_school.position_fields import LIES, OPEN, OVER
from referee.shinobi_school.position_model import OpenTable, SeatSecret
from referee.shinobi_school.state import deal_of

PLAYS = ("deal", "split", "reveal", "field", "start", "turn")
SCORES = ("score", "close", "tie")
ONE = "n"
"""The row of a number that stands alone."""
NOBODY = "-"


# The fields


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the steps of what lies open: of results alone, and between rounds, the first is all."""
    phase = entering.table.get("phase")
    steps = [_moment(entering)]
    if phase == "split":
        ready = Things(key="ready", title=_t(entering, "ready"), values=entering.people, most=len(entering.seats))
        steps.append(Step(_t(entering, "mansions"), (ready,), _t(entering, "ready_about")))
    if phase in OPEN:
        steps.append(_mansions(entering))
    if phase in LIES:
        steps.append(_field(entering))
    if phase == "turn":
        steps.append(_remembered(entering))
    return tuple(steps)


def _moment(entering: Entering) -> Step:
    """Ask where the match stands, and who won each round that is over and what the others lost."""
    options, entered = entering.options, entering.table
    phases = tuple((each, _t(entering, f"phase.{each}")) for each in (SCORES if options.depth == "scores" else PLAYS))
    rounds = Counts(key="round", title=_t(entering, "round"), rows=((ONE, ""),), least=1, most=options.rounds)
    fields: list[Field] = [Choice(key="phase", title=_t(entering, "phase"), values=phases), rounds]
    if _round(entered) == 1 and entered.get("phase") != "start":
        fields.append(Choice(key="start", title=_t(entering, "start"), values=entering.people))
    most = deal_of(options, len(entering.seats)).highest * triangle(COPIES)
    for n in range(_past(entered)):
        who, winner = entering.people, entered.get(f"winner.{n}")
        fields.append(Choice(key=f"winner.{n}", title=_t(entering, "winner", round=n + 1), values=who))
        losers = tuple((seat, name) for seat, name in who if seat != winner)
        fields.append(Counts(key=f"lost.{n}", title=_t(entering, "lost", round=n + 1), rows=losers, most=most))
    return Step(_t(entering, "moment"), tuple(fields), _t(entering, "moment_about"))


def _mansions(entering: Entering) -> Step:
    deck = _numbers(entering)
    most = COPIES * len(deck)
    fields: list[Field] = [Counts(key="heaven", title=_t(entering, "heavens"), rows=entering.people, most=most)]
    for seat in entering.seats:
        title = _t(entering, "earth", name=seat.name)
        fields.append(Things(key=f"earth.{seat.seat}", title=title, values=deck, most=most, copies=COPIES))
    return Step(_t(entering, "mansions"), tuple(fields), _t(entering, "mansions_about"))


def _field(entering: Entering) -> Step:
    deck, who, turn = _numbers(entering), entering.people, entering.table.get("phase") == "turn"
    most = COPIES * len(deck)
    title = _t(entering, "column")
    fields: list[Field] = [
        Things(key="field", title=title, values=deck, most=most, copies=COPIES, ordered=True),
        Counts(key="stock", title=_t(entering, "stock"), rows=((ONE, ""),), most=most),
    ]
    if turn:
        nobody = ((NOBODY, _t(entering, "nobody")), *who)
        fields += [
            Choice(key="active", title=_t(entering, "active"), values=who),
            Choice(key="last_placer", title=_t(entering, "last_placer"), values=nobody),
        ]
    return Step(_t(entering, "field"), tuple(fields), _t(entering, "field_about"))


def _remembered(entering: Entering) -> Step:
    """Ask what nothing on the table says any more."""
    deck, who = _numbers(entering), entering.people
    fields: list[Field] = []
    for seat in entering.seats:
        title = _t(entering, "known", name=seat.name)
        most = number(entering.table, "heaven", seat.seat)
        fields.append(Things(key=f"known.{seat.seat}", title=title, values=deck, most=most, copies=COPIES))
    fields.append(Things(key="heaven_changed", title=_t(entering, "heaven_changed"), values=who, most=len(who)))
    most = COPIES * len(deck)
    fields.append(Things(key="swept_cards", title=_t(entering, "swept_cards"), values=deck, most=most, copies=COPIES))
    if not entering.table.get("field"):
        fields.append(Counts(key="quiet", title=_t(entering, "quiet"), rows=((ONE, ""),), most=99))
    if _nobody_placed(entering.table):
        fields.append(Counts(key="turn", title=_t(entering, "turn"), rows=((ONE, ""),), most=999))
    return Step(_t(entering, "remembered"), tuple(fields), _t(entering, "remembered_about"))


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return what a seat may register: its heaven, and an earth that lies face down."""
    entered, deck = entering.table, _numbers(entering)
    phase, each = entered.get("phase"), deal_of(entering.options, len(entering.seats)).cards
    heaven = Things(key="heaven", title=_t(entering, "heaven"), values=deck, most=each, copies=COPIES)
    if phase == "reveal" or (phase == "split" and seat in entered.get("ready", ())):
        laid = Things(key="laid", title=_t(entering, "laid"), values=deck, most=each, copies=COPIES)
        return (Step(_t(entering, "own"), (laid, heaven), _t(entering, "own_about")),)
    count = number(entered, "heaven", seat)
    if phase not in OPEN or not count:
        return ()
    heaven = Things(key="heaven", title=_t(entering, "heaven"), values=deck, most=count, copies=COPIES)
    return (Step(_t(entering, "own"), (heaven,), _t(entering, "own_about")),)


def _t(entering: Entering, key: str, **params: Any) -> str:
    return entering.t(f"shinobi_school.take_over.{key}", **params)


def _numbers(entering: Entering) -> tuple[tuple[str, str], ...]:
    highest = deal_of(entering.options, len(entering.seats)).highest
    return tuple((str(n), str(n)) for n in range(1, highest + 1))


# What has been entered


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a turn of the first round, in which half of all cards are in heaven and the stock gave two."""
    entered: dict[str, Any] = {"round": {ONE: 1}, **({} if options.start is None else {"start": options.start})}
    if options.depth == "scores":
        return entered | {"phase": "score"}
    deal = deal_of(options, len(seats))
    stock = COPIES * deal.highest - deal.cards * len(seats) - 2
    heaven = {seat.seat: deal.cards // 2 for seat in seats}
    changed = [seat.seat for seat in seats]
    placed = {"last_placer": NOBODY, "heaven_changed": changed}
    return entered | {"phase": "turn", "heaven": heaven, "stock": {ONE: stock}} | placed


def position(options: Options, seats: Sequence[Seat], entered: Entered, own: Mapping[str, Entered]) -> dict[str, Any]:
    """Return the position as JSON: of what was entered, what is asked for at its moment."""
    phase = entered.get("phase")
    open_: dict[str, Any] = {"phase": phase, "round": _round(entered)}
    open_["seats"] = [_seat(entered, seat.seat) for seat in seats]
    if _round(entered) == 1 and phase != "start":
        open_["start"] = entered.get("start")
    if phase in LIES:
        sets = [(card, len(list(equal))) for card, equal in groupby(_cards(entered, "field"))]
        open_ |= {"field": [{"number": card, "size": size} for card, size in sets]}
        open_ |= {"stock": number(entered, "stock", ONE)}
    if phase == "turn":
        open_ |= _turn(entered) | {"swept_unknown": _swept_unknown(options, seats, entered)}
    secrets = {seat: _own(entered, seat, entries) for seat, entries in own.items()}
    table = {key: value for key, value in open_.items() if value is not None}
    return {"table": table, "secrets": {seat: known for seat, known in secrets.items() if known}}


def _turn(entered: Entered) -> dict[str, Any]:
    placer, swept = entered.get("last_placer"), not entered.get("field")
    quiet = number(entered, "quiet", ONE) if swept else None
    active = entered.get("active")
    return {
        "swept_cards": _cards(entered, "swept_cards"),
        "last_placer": None if placer == NOBODY else placer,
        "quiet": quiet,
        "turn": (number(entered, "turn", ONE) or None) if _nobody_placed(entered) else None,
        "now": active and {"seat": active, "swept": quiet == 0},
    }


def _nobody_placed(entered: Entered) -> bool:
    """Tell whether the number of the turn says how long nobody has placed; else nobody needs to have counted."""
    return entered.get("last_placer") == NOBODY


def _swept_unknown(options: Options, seats: Sequence[Seat], entered: Entered) -> int:
    """Return how many cards of the deck are nowhere else."""
    lists = ("field", "swept_cards", *(f"earth.{seat.seat}" for seat in seats))
    seen = sum(len(entered.get(key) or ()) for key in lists) + number(entered, "stock", ONE)
    heavens = sum(number(entered, "heaven", seat.seat) for seat in seats)
    return max(0, COPIES * deal_of(options, len(seats)).highest - seen - heavens)


def _seat(entered: Entered, seat: str) -> dict[str, Any]:
    phase = entered.get("phase")
    known: dict[str, Any] = {"seat": seat}
    known["scores"] = [_score(entered, n, seat) for n in range(_past(entered))]
    if phase == "split":
        known["ready"] = seat in entered.get("ready", ())
    if phase in OPEN:
        known["heaven"] = number(entered, "heaven", seat)
        known["earth"] = _cards(entered, f"earth.{seat}")
    if phase == "turn":
        known["known"] = _cards(entered, f"known.{seat}")
        known["heaven_changed"] = seat in entered.get("heaven_changed", ())
    return known


def _score(entered: Entered, n: int, seat: str) -> int:
    return WIN if entered.get(f"winner.{n}") == seat else -number(entered, f"lost.{n}", seat)


def _own(entered: Entered, seat: str, own: Entered) -> dict[str, Any]:
    phase = entered.get("phase")
    hidden = phase == "reveal" or (phase == "split" and seat in entered.get("ready", ()))
    asked = ("laid", "heaven") if hidden else ("heaven",) if phase in OPEN else ()
    return {key: _cards(own, key) for key in asked if own.get(key)}


def _cards(entered: Entered, key: str) -> list[Any]:
    return [int(each) if each.isdecimal() else each for each in listed(entered, key)]


def _round(entered: Entered) -> int:
    return max(1, number(entered, "round", ONE))


def _past(entered: Entered) -> int:
    """Return how many rounds are over."""
    return _round(entered) - (entered.get("phase") not in OVER)


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what a sheet prints of a position. Of a turn that has begun it is what lies on the table by then."""
    lies: OpenTable = position.table
    found: dict[str, Any] = {"phase": lies.phase, "round": {ONE: lies.round}}
    found |= {} if lies.start is None else {"start": lies.start}
    for n in range(min((len(seat.scores) for seat in lies.seats), default=0)):
        found |= {f"winner.{n}": seat.seat for seat in lies.seats if seat.scores[n] == WIN}
        found[f"lost.{n}"] = {seat.seat: -seat.scores[n] for seat in lies.seats if seat.scores[n] != WIN}
    if lies.phase == "split":
        found["ready"] = [seat.seat for seat in lies.seats if seat.ready]
    if lies.phase in OPEN:
        found["heaven"] = {seat.seat: seat.heaven or 0 for seat in lies.seats}
        found |= {f"earth.{seat.seat}": _texts(seat.earth) for seat in lies.seats}
    if lies.phase in LIES:
        found["field"] = [text for tier in lies.field for text in _texts((tier.number,) * tier.size)]
        found["stock"] = {ONE: lies.stock or 0}
    if lies.phase in LIES - {"start"}:
        found["swept_cards"] = _texts(lies.swept_cards)
        found |= {} if lies.now is None else {"active": lies.now.seat}
        found["last_placer"] = lies.last_placer or NOBODY
        found |= {f"known.{seat.seat}": _texts(seat.known) for seat in lies.seats}
        found["heaven_changed"] = [seat.seat for seat in lies.seats if seat.heaven_changed]
        found |= {"quiet": {ONE: lies.quiet or 0}, "turn": {ONE: lies.turn or 0}}
    return found, {seat: _texts_of(secret) for seat, secret in position.secrets.items()}


def _texts_of(secret: SeatSecret) -> dict[str, Any]:
    noted = {"laid": secret.laid, "heaven": secret.heaven}
    return {key: _texts(cards) for key, cards in noted.items() if cards is not None}


def _texts(cards: Sequence[int] | None) -> list[str]:
    return [str(card) for card in cards or ()]


TAKE_OVER = TakeOver(table, secret, begin, position, entered, moment=("phase", "now"))
