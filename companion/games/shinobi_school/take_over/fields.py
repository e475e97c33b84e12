"""The fields: of what lies open, and of what a seat alone knows."""

from __future__ import annotations

from typing import Any

from companion.contract.take_over import Choice, Counts, Entering, Field, Step, Things
from companion.games.shinobi_school.take_over.given import NOBODY, ONE, PLAYS, SCORES, nobody_placed, past_of, round_of
from companion.games.table.entered import number
from referee.shinobi_school.cards import COPIES, triangle
from referee.shinobi_school.positions.fields import LIES, OPEN
from referee.shinobi_school.state import deal_of


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
    if round_of(entered) == 1 and entered.get("phase") != "start":
        fields.append(Choice(key="start", title=_t(entering, "start"), values=entering.people))
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
    if nobody_placed(entering.table):
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
