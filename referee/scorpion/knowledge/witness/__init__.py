"""A witness: a complete legal match with the same public record, which ends with an intruder in a given zone.

Knowledge is a set of zones (`referee.scorpion.knowledge`). For each of its zones there is a play of the intruders that
the referee upholds from the first declaration to the last, and in which everybody sees and hears exactly the same. It
is found backwards: by bisection, one situation is chosen before and after each intruder phase, so that each leads to
the next (`chain`); the declarations between them are searched for with the referee (`paths`). The result is judged
again from the beginning.

Hands stay as they were. So do missions and marks, except where places depend on them (`script`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, islice, product
from typing import Any, Final, Literal

from referee.core.acts import Act, Consent, Correct, Declare, HouseRuling, Step
from referee.core.analysis import NoWitness, UnknownName
from referee.core.base import replace
from referee.core.game import Progress, unwatched
from referee.core.reading import parse_adjustment, parse_move
from referee.core.values import PUBLIC, Viewer
from referee.scorpion.knowledge.acts import ANYBODY, WHO
from referee.scorpion.knowledge.cases import SIDES, Case, Half, mated, simple
from referee.scorpion.knowledge.facts import learned
from referee.scorpion.knowledge.ground import ones
from referee.scorpion.knowledge.known import Knowledge, is_supported, nothing_known
from referee.scorpion.knowledge.phase import reveals_goals
from referee.scorpion.knowledge.situations import Situations
from referee.scorpion.knowledge.witness.chain import chain, entrances_of, leaps, place_of, stations
from referee.scorpion.knowledge.witness.paths import Search
from referee.scorpion.knowledge.witness.script import Declared as Declared
from referee.scorpion.knowledge.witness.script import Referee as Referee
from referee.scorpion.knowledge.witness.script import Script, course_of, lives, script_of, set_up, with_missions
from referee.scorpion.secrecy import was_taken_over
from referee.scorpion.state import State, seats_of

Why = Literal[
    "not_supported", "not_begun", "refused", "broken", "missions", "out", "rough", "unproved", "untried", "laid"
]
SAID: Final[dict[Why, str]] = {
    "not_supported": "nothing can be worked out: only results were declared",
    "untried": "no play was found with the missions that were tried, and not all are tried",
    "laid": "the match began in the middle, and a witness is a match from its beginning on",
    "not_begun": "turn 1 has not begun",
    "refused": "a declaration of this match is refused when it is judged again",
    "broken": "no legal play explains this record: a house ruling broke it",
    "missions": "where the alert answers whoever comes to a mission, no witnesses are made for intruders",
    "out": "the zone is out: nobody who plays by the rules can be there",
    "rough": "no play was found: too much is possible to tell all of it apart, and the zone may be one too many",
    "unproved": "no play was found, though the zone is shown: a report of this match would help to find out why",
}


TRIED: Final = 40
"""The maximum number of pairs of missions that are tried."""
PATIENT: Final = 10_000
"""The maximum number of halves: more than is acceptable during a match."""


class Unwitnessed(NoWitness):
    """There is no witness, or none can be made; `why` gives the reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(SAID[why])
        self.why = why
        self.unexplained = why == "unproved"


class Witnesses:
    """The witnesses of one match as played so far, for one viewer."""

    def __init__(
        self,
        referee: Referee,
        begun: State | None,
        declared: Sequence[Declared],
        viewer: Viewer = PUBLIC,
        progress: Progress = unwatched,
    ) -> None:
        """Raise `Unwitnessed` if no witness can be made for any zone.

        The first half of `progress` is what was known at each event, the second half each witness.
        """
        self.referee, self.viewer = referee, viewer
        if begun is None or not declared:
            raise Unwitnessed("not_begun")
        states = course_of(referee, begun, declared)
        if states is None:
            raise Unwitnessed("refused")
        self.last = states[-1]
        if not is_supported(self.last.options):
            raise Unwitnessed("not_supported")
        if was_taken_over(self.last):
            raise Unwitnessed("laid")
        if all(state.phase == "setup" for state in states):
            raise Unwitnessed("not_begun")
        self.states = states
        self.record = self.last.record
        self.missions = reveals_goals(self.last.options)
        if self.missions and viewer in seats_of(self.last, "intruders"):
            raise Unwitnessed("missions")
        first = nothing_known(self.last, viewer, PATIENT)
        learning = [first]
        for n, event in enumerate(self.record, 1):
            learning.append(learning[-1].learn((event,)))
            progress(n / len(self.record) / 2)
        self.knowledge: Knowledge = learning[-1]
        self.cases = self.knowledge.now.held()[0]
        if self.knowledge.broken is not None or not self.cases:
            raise Unwitnessed("broken" if any(map(_may_break, declared)) else "unproved")
        self.script: Script = script_of(begun, declared, states, viewer)
        self.ground = first.ground
        course = [known.now for known in learning]
        if self.missions:
            course = [*accumulate(self.record, learned, initial=self._lying(first.now))]
        self.course = leaps(stations(course, self.record), self.record)

    def witness(self, who: str, zone: str, progress: Progress = unwatched) -> list[Declared]:
        """Return a complete match that ends with an intruder in a zone. Raises `Unwitnessed`."""
        if zone not in self.ground.number or who not in (*WHO, ANYBODY):
            raise Unwitnessed("out")
        at = self.ground.at(self.ground.bit(zone))
        sides = [side for side, name in enumerate(WHO) if who in (name, ANYBODY)]
        ends = (mated(case.at(side, at)) for case in self.cases for side in sides)
        wanted = [case for case in ends if case is not None]
        if not wanted:
            raise Unwitnessed("out")
        for some in islice(self._by_missions(wanted), TRIED) if self.missions else [wanted]:
            found = chain(self.course, some, self._likely, lambda done: progress((1 + done) / 2))
            match = None if found is None else self._played(found)
            if match is not None:
                return match
        raise Unwitnessed("rough" if self.knowledge.rough else "untried" if self.missions else "unproved")

    def _lying(self, first: Situations) -> Situations:
        """Return the situations at the start without missions in zones where a search found none."""
        bare = {e.data["zone"] for e in self.record if e.kind == "search_answered" and len(e.data["found"]) > 1}
        return replace(first, own=first.own._replace(marks=first.own.marks - bare))

    def _by_missions(self, wanted: list[Case]) -> Iterator[list[Case]]:
        """Yield the wanted situations, split by the zones of the missions, on which places depend.

        For some of them the other marks may not be possible; the referee decides that.
        """
        pairs = dict.fromkeys(pair for case in wanted for pair in product(*(self._goals(case, side) for side in SIDES)))
        for pair in pairs:

            def only(half: Half, side: int, at: tuple[int, ...] = pair) -> tuple[Half]:
                return (half._replace(goals=half.goals & at[side]),)

            some = [one for case in wanted if (one := simple(case.each(only))) is not None]
            if some:
                yield some

    def _goals(self, case: Case, side: int) -> list[int]:
        """Return the possible mission zones of a side singly, or all together for an absent one."""
        goals = {half.goals for half in case.halves(side)}
        if goals == {self.ground.all}:
            return [self.ground.all]
        return sorted({1 << i for some in goals for i in ones(some)})

    def _played(self, situations: Sequence[Case]) -> list[Declared] | None:
        first = next(state for state in self.states if state.phase != "setup")
        script = self.script
        if self.missions:
            wanted = lives(self.ground, self.course, situations, self.record)
            script = with_missions(script, self.last, self.ground, wanted)
        before = list(set_up(script, first, self.ground, situations[0]))
        begun = course_of(self.referee, self.script.begun, before)
        if begun is None or begun[-1].record != self.record[: len(begun[-1].record)]:
            return None
        rest = Search(self.referee, script, self.record, self.course, situations).found(begun[-1])
        if rest is None:
            return None
        match = [*before, *rest]
        return match if self._is_upheld(match) else None

    def _is_upheld(self, match: Sequence[Declared]) -> bool:
        """Judge a witness from the beginning: the viewer must see the same, unless the match has ended."""
        states = course_of(self.referee, self.script.begun, match)
        if states is None or states[-1].record != self.record:
            return False
        if self.last.phase == "ended":
            return True
        return bool(self.referee.view(states[-1], self.viewer) == self.referee.view(self.last, self.viewer))

    def _likely(self, at: int) -> list[Case]:
        """Return the true situation, and those with only one part of it."""
        state = next(state for state in self.states if len(state.record) >= at and state.phase != "setup")
        ground, now = self.ground, self.course[0].a.now
        anywhere = ground.everywhere | ground.gone
        ninja, traitor = (place_of(ground, state, side) for side in SIDES)
        entrances = entrances_of(ground, state) or ((ground.entrances, ground.entrances),) * len(WHO)
        pairs = (ninja, traitor), (anywhere, traitor), (ninja, anywhere), (anywhere, anywhere)
        return [now.case(pair, entrances, (), (0, 0)) for pair in pairs]


def _may_break(one: Declared) -> bool:
    """Tell whether a house ruling may have made a record that no legal play explains."""
    return one.ruled or (one.adjustment is not None and one.adjustment.answer is not None)


def witness(
    game: Any, steps: Sequence[Step], viewer: Viewer, who: str, zone: str, progress: Progress = unwatched
) -> tuple[tuple[str, Act], ...]:
    """Return a match that ends with an intruder in a zone and tells a viewer the same.

    Raises `Unwitnessed`, and `UnknownName` for an unknown name or zone.
    """
    _known(who, (*WHO, ANYBODY), "looks for one of")
    if steps:
        _known(zone, steps[0].before.board.ids, "has the zones")
    standing = [step for step in steps if not isinstance(step.act, Correct)]
    declared = [_declared(game, step) for step in standing]
    ruled = {id(one): step for one, step in zip(declared, standing, strict=True) if isinstance(step.act, HouseRuling)}
    begun = standing[0].before if standing else None
    found = Witnesses(game, begun, declared, viewer, progress).witness(who, zone, progress)
    return tuple(said for one in found for said in _acts(one, ruled.get(id(one))))


def _known(name: str, names: Collection[str], what: str) -> None:
    if name not in names:
        raise UnknownName(f"{name!r} is no such name: this game {what} {', '.join(names)}")


def _declared(game: Any, step: Step) -> Declared:
    act = step.act
    if isinstance(act, HouseRuling) and act.adjust is not None:
        return Declared(step.seat, adjustment=parse_adjustment(game, act.adjust))
    assert isinstance(act, Declare | HouseRuling)
    assert act.move is not None
    return Declared(step.seat, parse_move(game, act.move), ruled=isinstance(act, HouseRuling))


def _acts(one: Declared, ruled: Step | None) -> Iterator[tuple[str, Act]]:
    if ruled is None:
        move = one.move.model_dump(mode="json", exclude_defaults=True) | {"type": one.move.type}
        yield one.seat, Declare(seat=one.seat, move=move)
        return
    assert not isinstance(ruled.act, Correct)
    yield ruled.actor, ruled.act
    if ruled.agreed is not None:
        for player in ruled.before.players:
            if player.seat != ruled.actor:
                yield player.seat, Consent(agree=True)
