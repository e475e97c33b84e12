"""Mistakes in a game that fulfils the protocol itself, planted one by one: each is found, and its place is named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.referee.check.planting import RULES, SOON, Edit, toy

MASKED = "return masked(move, viewer if hears else seat, viewer)"
NUMBERS = "    numbers: Annotated[tuple[Number, ...], Field(min_length=1, max_length=3)]\n"
COUNT = "\n    @property\n    def count(self) -> int:\n        return len(self.numbers)\n"
ENDED = '''        if self.result(state) is not None:
            raise Refused("TOY-4.1", "toy.ended", firm=True)
'''
HID = 'return self._told(state.put(replace(player, hidden=move.number)), "TOY-2.1", "toy.hid", seat=player.seat)'
NOBODY = '''        if move.to == player.seat or all(p.seat != move.to for p in state.players):
            raise Refused("TOY-3.2", "toy.no_target", firm=True, target=move.to)
'''
UNKNOWN = '''            if all(p.seat != seat for p in state.players):
                raise Refused("TOY-1.1", "toy.no_such_seat", firm=True, seat=seat)
'''
VIEW = "        return View(viewer=viewer, turn="
SEAT = "seat=p.seat, points=p.points, hidden=p.hidden is not None"
EXTRAS = "EXTRAS = Extras(positions=POSITIONS"
IMPORT = "from referee.core.game import Extras"
GOAL = "goal: Annotated[int, Field(ge=1, le=9)] = 3"
GUESSED = '"target": One(of=targets), "number": ANY}'
HIDE = "class Hide(Move, secret=True):\n    number: "
UNNOTICED = '    """A seat notes a number for later, unnoticed."""\n\n'
LAST = "    finished: bool = False\n"
LOG = "    log: list[str] = field(default_factory=list, compare=False)\n"
JUDGED = "        context, player = RulingContext(waived)"
AT = rf"{RULES}:\d+: "

MISTAKES: Mapping[str, tuple[tuple[Edit, ...], str]] = {
    # What a viewer may not know
    "a view that counts what nobody may know of": (
        (
            (RULES, "    holds: bool\n", "    holds: bool\n    plotted: int = 0\n"),
            (RULES, SEAT, f"{SEAT}, plotted=len(p.plots)"),
        ),
        rf"(?s){AT}view of \S+ tells the difference .*seats\[\d\]\.plotted: \d beside \d",
    ),
    "a view that shows a seat what another holds": (
        ((RULES, "viewer in (p.seat, GAME_MASTER)) for p", "viewer in (p.seat, GAME_MASTER) or p.points) for p"),),
        rf"(?s){AT}view of \S+ tells the difference .*seats\[\d\]\.\w+: ",
    ),
    "a prompt that offers by another's secret": (
        ((RULES, GUESSED, GUESSED.replace("ANY", "One(of=tuple({p.hidden for p in state.players}))")),),
        rf"(?s){AT}prompts of \S+ tells the difference .*offers",
    ),
    "a prompt that shows everybody a hand": (
        ((RULES, "One(of=p.hand) if p.hand else ANY} if knows else {}", "One(of=p.hand) if p.hand else ANY}"),),
        rf"(?s){AT}prompts of \S+ tells the difference .*fields\.number",
    ),
    "a secret that secret forgets": (
        ((RULES, "class Hide(Move, secret=True)", "class Hide(Move, public=True)"),),
        rf"{AT}hide is public, but what it says is shown to its seat alone: seats\[\d\]\.number",
    ),
    "a secret that may_be_secret forgets": (
        ((RULES, "staticmethod(secret_kinds(globals()))", 'staticmethod(lambda kind: kind != "hide")'),),
        rf"{AT}hide is secret, but may_be_secret says that none of its type is",
    ),
    "a mask that covers nothing": (
        ((RULES, MASKED, "return masked(move, seat, seat)"),),
        rf"{AT}\w+: whatever is declared in secret, everybody is told it",
    ),
    "a mask that tells how many": (
        (
            (RULES, "class Hold(Move, secret=True)", 'class Hold(Move, secret=True, told=("count",))'),
            (RULES, NUMBERS, NUMBERS + COUNT),
        ),
        rf"{AT}hold is masked with 'count', which tells moves apart that nothing else does",
    ),
    "a mask that hides a move from its own seat": (
        ((RULES, MASKED, MASKED.replace("else seat", 'else ""')),),
        rf"{AT}\w+ is masked for its own seat",
    ),
    "a mask without a type": (
        ((RULES, MASKED, MASKED.replace("return ", "return {k: v for k, v in ") + '.items() if k != "type"}'),),
        rf"{AT}\w+ is masked as None: a masked move keeps its type",
    ),
    "a notice that tells of a secret": (
        ((RULES, '"toy.hid", seat=player.seat)', '"toy.hid", seat=player.seat, odd=move.number % 2)'),),
        rf"{AT}hide tells its secret 'number' by toy\.hid, .*: odd: [01] beside [01]",
    ),
    "a notice that tells a secret outright": (
        ((RULES, '"toy.hid", seat=player.seat)', '"toy.hid", seat=player.seat, number=move.number)'),),
        rf"{AT}hide: whatever is declared in secret, everybody is told it",
    ),
    "a secret refusal that is not private": (
        ((RULES, '"TOY-2.2", "toy.not_held", private=True,', '"TOY-2.2", "toy.not_held",'),),
        rf"{AT}hide is refused by its secret 'number' \(toy\.not_held\), not in private",
    ),
    "a reveal that its seat may take back": (
        ((RULES, '"toy.hit" if hit else "toy.missed", told=True', '"toy.hit" if hit else "toy.missed", told=False'),),
        rf"{AT}p\d may take back .*'guess'.* learned a secret",
    ),
    "a position that holds the secrets of all": (
        (("position.py", "        if viewer in (p.seat, GAME_MASTER)\n", ""),),
        r"(?s)position\.py:\d+: position of \S+ tells the difference .*secrets\.",
    ),
    "counts that tell a secret": (
        ((RULES, EXTRAS, f'{EXTRAS}, counts=lambda s: {{"plots": sum(len(p.plots) for p in s.players)}}'),),
        rf"(?s){AT}counts of \S+ tells the difference",
    ),
    # What is refused and told
    "a refusal by an unknown clause": (
        ((RULES, 'raise Refused("TOY-3.2", "toy.nothing_hidden"', 'raise Refused("TOY-3.9", "toy.nothing_hidden"'),),
        rf"{AT}cites TOY-3\.9, which is no clause",
    ),
    "a notice by an unknown clause": (
        ((RULES, HID, HID.replace("TOY-2.1", "2.1")),),
        rf"{AT}toy\.hid cites 2\.1, which is no clause",
    ),
    "a notice to nobody who sits there": (
        ((RULES, "heard = Notice(to=(move.to,)", "heard = Notice(to=(f'seat {move.to}',)"),),
        rf"{AT}whisper tells 'seat p\d' toy\.heard, and nobody sits there",
    ),
    "a notice that cannot be sent": (
        ((RULES, '"toy.holds", seat=seat)', '"toy.holds", seat=player)'),),
        rf"{AT}what hold tells by toy\.holds cannot be sent: TypeError",
    ),
    "a refusal that no house ruling lifts": (
        ((RULES, "context.require(player.hidden is None,", "RulingContext().require(player.hidden is None,"),),
        rf"{AT}hide is refused by TOY-2\.1 \(toy\.hidden_already\) though a house ruling sets it aside",
    ),
    "a waiver that fails": (
        ((RULES, "        if move.number in left:\n            left.remove", "        left.remove"),),
        rf"{AT}judging spring with TOY-5\.2 set aside: ValueError",
    ),
    "a refusal that is a failure": (
        (
            (
                RULES,
                'raise Refused("TOY-3.2", "toy.nothing_hidden", firm=True, target=move.target)',
                "raise ValueError(target)",
            ),
        ),
        rf"{AT}.* guess.*: ValueError",
    ),
    "a name that is not looked up": (
        ((RULES, NOBODY, ""),),
        rf"{AT}judging whisper: StopIteration",
    ),
    "a ruling that is not returned": (
        ((RULES, f"        {HID}", f"        {HID.removeprefix('return ')}"),),
        rf"{AT}hide is judged by None, which is no Ruling",
    ),
    "an upheld move without a state": (
        ((RULES, "return self._told(self._next(state), ", "return self._told(None, "),),
        rf"{AT}skip is upheld without a next state",
    ),
    # What is offered
    "a move out of turn": (
        ((RULES, '''            case _:
                context.require(state.players[state.turn].seat == seat, "TOY-3.1", "toy.not_your_turn")
''', "            case _:\n"),),
        rf"{AT}skip is upheld, and nothing offers it: .*'type': 'skip'",
    ),
    "a number that may be negative": (
        ((RULES, "    to: str\n    number: Number", "    to: str\n    number: Annotated[int, Field(le=6)]"),),
        rf"{AT}whisper is upheld, and nothing offers it: .*'number': (0|-1)",
    ),
    "an offer that is refused": (
        ((RULES, "ANY = Count(least=1, most=6)", "ANY = Count(least=1, most=7)"),),
        rf"{AT}toy\.\w+ offers p\d .*'number': 7",
    ),
    "an offer of what the rules refuse": (
        ((RULES, "One(of=p.hand) if p.hand else ANY}", "ANY}"),),
        rf"{AT}toy\.hide offers p\d .*: TOY-2\.2 toy\.not_held .*, refused in .*{RULES}:\d+",
    ),
    "an offer of no move": (
        ((RULES, 'Offer(move="skip")', 'Offer(move="pass")'),),
        rf"{AT}toy\.guess offers 'pass', which is no move",
    ),
    "an offer of no field": (
        ((RULES, GUESSED, GUESSED.replace("target", "whom", 1)),),
        rf"{AT}toy\.guess offers guess with 'whom', which is no field of it",
    ),
    "a question without an answer": (
        (
            (
                RULES,
                'offers=(*((guesses,) if targets else ()), Offer(move="skip"))',
                "offers=((guesses,) if targets else ())",
            ),
        ),
        rf"{AT}no offer can be made of what must be declared: .*toy\.guess",
    ),
    "a question to a seat that nobody has": (
        (
            (
                RULES,
                'asked.append(Prompt(seat=p.seat, ask="toy.hide"',
                'asked.append(Prompt(seat=p.seat.upper(), ask="toy.hide"',
            ),
        ),
        rf"{AT}toy\.hide asks 'P\d', where nobody sits",
    ),
    # The state and the end
    "a state that is changed in place": (
        (
            (RULES, f"{LAST}\n    def", f"{LAST}{LOG}\n    def"),
            (RULES, "import dataclass, replace", "import dataclass, field, replace"),
            (RULES, JUDGED, f"        state.log.append(move.type)\n{JUDGED}"),
        ),
        rf"{AT}judging changes the state that it is given",
    ),
    "states that are never equal": (
        ((RULES, "@dataclass(frozen=True)\nclass State", "@dataclass(frozen=True, eq=False)\nclass State"),),
        rf"{AT}two states are never equal: State is to be a frozen dataclass",
    ),
    "a beginning that draws": (
        ((RULES, "for s in seats))\n", "for s in seats), __import__('random').randrange(len(seats)))\n"),),
        rf"{AT}a match begins otherwise each time: begin draws, or remembers",
    ),
    "a beginning without its options": (
        ((RULES, "return State(options, ", "return State(Options(goal=9), "),),
        rf"{AT}the state has other options than the match was begun with",
    ),
    "a judge that asks the clock": (
        ((RULES, "points=player.points + 1))", "points=player.points + 1 + __import__('time').time_ns() % 2))"),),
        rf"{AT}guess comes to something else when it is judged again",
    ),
    "a result that is drawn": (
        ((RULES, "        winners = tuple(p.seat for p in state.players if p.points == most)",
          "        winners = (__import__('random').choice([p.seat for p in state.players if p.points == most]),)"),
         (RULES, "if not state.finished and most < state.options.goal", "if not state.finished and most < 0")),
        rf"{AT}result comes to something else when it is asked for again",
    ),
    "a result that leaves a seat out": (
        ((RULES, "for p in ranked\n        )", "for p in ranked[:-1]\n        )"),),
        rf"{AT}the ranking leaves out, or makes up, p\d",
    ),
    "places that count from nought": (
        ((RULES, "place=1 + sum(", "place=sum("),),
        rf"{AT}p\d, a winner, has place 0; places count from 1, ties share",
    ),
    "a result by an unknown clause": (
        ((RULES, 'reason="toy.most", clause="TOY-4.1"', 'reason="toy.most", clause="TOY-6.1"'),),
        rf"{AT}the result cites TOY-6\.1, which is no clause",
    ),
    "a match that goes on after its end": (
        ((RULES, ENDED, ""),),
        rf"{AT}\w+ is upheld after the end",
    ),
    "a question after the end": (
        ((RULES, '''        if self.result(state) is not None:
            return ()
''', ""),),
        rf"{AT}toy\.\w+ must be answered after the end",
    ),
    "a match without an end": (
        ((RULES, "if not state.finished and most < state.options.goal", "if most < state.options.goal + 99"),),
        rf"{AT}the match does not end within {SOON} declarations",
    ),
    # Views, journal, adjustments
    "a view for nobody in particular": (
        (
            (
                RULES,
                f"{VIEW}state",
                '        own = state.player(viewer)\n        return View(viewer=own.seat, turn=state',
            ),
        ),
        rf"{AT}the view or prompts of public: StopIteration",
    ),
    "a view for another viewer": (
        ((RULES, "View(viewer=viewer", "View(viewer=PUBLIC"),),
        rf"{AT}the view of \S+ is a View for 'public', no View for it",
    ),
    "a view that cannot be sent": (
        ((RULES, "    turn: str\n    seats: tuple[SeatView", "    turn: Any\n    seats: tuple[SeatView"),
         (RULES, "turn=state.players[state.turn].seat, seats", "turn=state.player, seats")),
        rf"{AT}the view of \S+ cannot be sent: \w+Error",
    ),
    "a journal that forgets by failing": (
        (
            (
                RULES,
                "        return True\n\n    def masked",
                "        return now.turn < then.turn / then.turn\n\n    def masked",
            ),
        ),
        rf"{AT}ZeroDivisionError",
    ),
    "an adjustment that fails": (
        ((RULES, UNKNOWN, ""),),
        rf"{AT}the adjustment .*: StopIteration",
    ),
    "an adjustment that is not returned": (
        ((RULES, "points=points))\n        return state", "points=points))"),),
        rf"{AT}after the adjustment .*: AttributeError",
    ),
    # Moves
    "a field that is not written": (
        ((RULES, f"{HIDE}Number", f"{HIDE}Annotated[Number, Field(exclude=True)]"),),
        rf"{AT}hide is another move when it is written to JSON and read again: hide\.number",
    ),
    "two moves of one type": (
        ((RULES, UNNOTICED, f'{UNNOTICED}    type: Literal["hold"] = "hold"\n'),),
        r"planted_\d+:TOY cannot be loaded: TypeError: .*'hold'",
    ),
    # What a game says of itself
    "a count of players that cannot begin": (
        ((RULES, "if len(seats) not in self.PLAYERS:", "if len(seats) < 2:"),),
        rf"{AT}1 may play by PLAYERS, and are refused: toy\.players",
    ),
    "nobody who may play": (
        ((RULES, "PLAYERS = range(1, 5)", "PLAYERS = range(4, 1)"),),
        r"planted_\d+:TOY has not what the protocol asks for in PLAYERS",
    ),
    "a rule that is missing": (
        ((RULES, "def remembered(self", "def remembers(self"),),
        r"planted_\d+:TOY lacks remembered",
    ),
    "an option without a default": (
        ((RULES, GOAL, GOAL.removesuffix(" = 3")),),
        rf"{AT}the default of the option 'goal': Field required",
    ),
    "an option that cannot be read back": (
        ((RULES, GOAL, f"{GOAL}\n    pace: Any = (1, 2)"),),
        rf"{AT}the options are others when they are written to JSON and read again: .*pace",
    ),
    "an option that no rule reads": (
        ((RULES, GOAL, f"{GOAL}\n    quick: bool = False"),),
        rf"{AT}no rule reads the option 'quick'",
    ),
    "an option that no match begins with": (
        (
            (
                RULES,
                "        return State(options, ",
                "        _ = (1, 2, 3, 4, 5)[options.goal - 1]\n        return State(options, ",
            ),
        ),
        rf"{AT}begin with the option 'goal' at [6-9]: IndexError",
    ),
    "clauses out of order": (
        (("clauses/en.toml", '"TOY-2.1"', '"TOY-2.9"'), ("clauses/ja.toml", '"TOY-2.1"', '"TOY-2.9"')),
        r"en\.toml: TOY-2\.2 stands behind TOY-2\.9",
    ),
    "a clause that stands twice": (
        (("clauses/en.toml", '"TOY-5.2"', '"TOY-5.1"'),),
        r"en\.toml: ",
    ),
    "an extra that names no move": (
        (
            (RULES, IMPORT, f"{IMPORT}, Notes"),
            (RULES, EXTRAS, f'{EXTRAS}, notes=Notes(noting=frozenset({{"hand"}}))'),
        ),
        rf"{AT}EXTRAS\.notes\.noting names 'hand', which is no move",
    ),
    "an extra that fails": (
        (
            (RULES, IMPORT, f"{IMPORT}, Statistics"),
            (RULES, EXTRAS, f"{EXTRAS}, statistics=Statistics(standing=lambda state: state.rounds)"),
        ),
        rf"{AT}EXTRAS\.statistics\.standing: AttributeError",
    ),
    "a position that forgets": (
        (("position.py", "number=p.hidden, hand", "hand"),),
        r"position\.py:\d+: its own position is refused: .*'secrets\.p\d'",
    ),
    "an ended match that cannot be laid": (
        (("position.py", 'raise Refused("TOY-4.1", "toy.ended", firm=True, field=', "raise KeyError(seen.points) #"),),
        r"position\.py:\d+: (an ended match cannot be laid|a broken position): KeyError",
    ),
    "a position whose refusal names no field": (
        (
            ("position.py", ', field=f"table.seats.{seat}.points"', ""),
            ("position.py", ', field=f"table.seats.{seat}", seat=seat', ", seat=seat"),
            ("position.py", ', field="table.turn", seat=table.turn', ", seat=table.turn"),
        ),
        r"position\.py:\d+: TOY-\d\.1 toy\.\w+ names no field",
    ),
    # Screens and words
    "a table screen that cannot be imported": (
        (
            (
                "screens.py",
                "def _table() -> Screen:\n",
                "def _table() -> Screen:\n    from toy_screens import table\n\n",
            ),
        ),
        r"screens\.py:\d+: the screens .* cannot be imported: ModuleNotFoundError",
    ),
    "screens whose words are nowhere": (
        (("screens.py", '/ "locale")', '/ "locales")'),),
        r"screens\.py:1: UI\.locale: there are no words in .*locales",
    ),
    "screens that name no option": (
        (("screens.py", 'starter=""', 'starter="first"'),),
        r"screens\.py:1: UI names the option 'first', which the game does not have",
    ),
    "words that are seldom said and one language lacks": (
        (("locale/ja/LC_MESSAGES/toy.po", 'msgid "toy.finished"', 'msgid "toy.finishd"'),),
        r"no words: toy\.finished \(ja\)",
    ),
    "words that leave a parameter out": (
        (("locale/en/LC_MESSAGES/toy.po", "{number}", "it"),),
        r"words for less than another language says: toy\.\w+ \(en\) number",
    ),
}


def test_the_toy_game_has_none_of_them(tmp_path: Path) -> None:
    assert toy(tmp_path) == []


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_game_that_fulfils_the_protocol_is_found(name: str, tmp_path: Path) -> None:
    edits, said = MISTAKES[name]
    faults = toy(tmp_path, *edits, said=said)
    assert any(re.search(said, fault) for fault in faults), faults
