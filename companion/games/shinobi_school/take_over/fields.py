"""The fields: of what lies open, and of what a seat alone knows."""

from __future__ import annotations

from typing import Any

from companion.contract.take_over import Choice, Counts, Entering, Field, Step, Things
from companion.games.shinobi_school.take_over.given import NOBODY, ONE, PLAYS, SCORES, nobody_placed, past_of, round_of
from companion.games.table.entered import number
from referee.shinobi_school.cards import COPIES, triangle
from referee.shinobi_school.positions.model import LIES, OPEN
from referee.shinobi_school.state import deal_of

Words = tuple[tuple[str, str], ...]


def table(entering: Entering) -> tuple[Step, ...]:
    """Return the steps of what lies open: of results alone, and between rounds, the first is all."""
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
    """Ask where the match stands, and who won each round that is over and what the others lost."""
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
    """Ask what nothing on the table says any more."""
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
    if nobody_placed(entering.table):
        title = _t(entering, "turn")
        fields.append(Counts(key="turn", title=title, rows=((ONE, ""),), most=999, at="turn", holds="some"))
    return Step(_t(entering, "remembered"), tuple(fields), _t(entering, "remembered_about"))


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return what a seat may register: its heaven, and an earth that lies face down."""
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
