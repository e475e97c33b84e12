"""Missions and marks, tried where they tell of places: where the alert answers whoever enters the mission's zone.

Marks are laid only where something rests on them, at a mission's zone and where a search has just been answered;
whether the rest could be laid by the rules is asked at once (SCORPION-5.2 to 5.7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product, takewhile

from referee.core.base import replace
from referee.scorpion.parts import Event
from referee.scorpion.setup.begin import usable_mark_zones
from referee.scorpion.state import Character, State, is_disputed, with_character

LETTERS = "ABCDEF"
NAMED = {"trap": "T", "hidden_sentry": "H", "nothing": ""}


def matters(state: State) -> bool:
    """Tell whether places and missions are joined (SCORPION-31.2, OP-30)."""
    return state.options.alert_on_mission_when == "entered" and state.options.alert_on_mission != "0"


class Missions:
    """Which letters and zones are tried."""

    def __init__(self, record: Sequence[Event], free: frozenset[str], marks_known: bool, alike: int) -> None:
        """`free` are the seats whose letters are tried.

        Letters that no search ever finds are all the same for whoever does not know the marks: so many of them are
        tried as may be held in a match.
        """
        found = {e.data["found"] for e in record if e.kind == "search_answered" and e.data["found"] in LETTERS}
        others = [letter for letter in LETTERS if letter not in found]
        self.letters = tuple(LETTERS) if marks_known else (*sorted(found), *others[:alike])
        self.free, self.marks_known = free, marks_known

    def begun(self, state: State) -> Iterator[State]:
        """Yield a table with all missions that may have been drawn, and their zones."""
        if not matters(state):
            yield state
            return
        if not self.marks_known:
            state = replace(state, marks=replace(state.marks, objectives=(), traps=(), hidden=()))
        playing = [c for c in state.characters if c.status != "absent"]
        for drawn in product(*(self._of(state, c) for c in playing)):
            if len(set(drawn)) < len(drawn) and not is_disputed(state):
                continue
            with_letters = state
            for one, letter in zip(playing, drawn, strict=True):
                with_letters = with_character(with_letters, one.who, mission=letter)
            yield from self._laid(with_letters, sorted(set(drawn)))

    def _of(self, state: State, one: Character) -> tuple[str, ...]:
        letters = self.letters if one.seat in self.free else (str(one.mission),)
        laid = dict(state.marks.objectives)
        return tuple(letter for letter in letters if letter in laid) if self.marks_known else letters

    def redrawn(self, state: State, who: str) -> Iterator[tuple[State, str]]:
        """Yield the tables on which a new mission may be drawn, each with its letter."""
        one = next(c for c in state.characters if c.who == who)
        for letter in self._of(state, one):
            for laid in self._laid(state, [letter]):
                yield laid, letter

    def _laid(self, state: State, letters: Sequence[str]) -> Iterator[State]:
        """Yield a table with zones for letters that have none yet."""
        new = [letter for letter in letters if letter not in dict(state.marks.objectives)]
        if self.marks_known or not new:
            yield state
            return
        for zones in product(usable_mark_zones(state.options, state.board), repeat=len(new)):
            objectives = tuple(sorted((*state.marks.objectives, *zip(new, zones, strict=True))))
            laid = replace(state, marks=replace(state.marks, objectives=objectives))
            if completable(laid):
                yield laid

    def searched(self, state: State, coming: Sequence[Event]) -> State | None:
        """Return a table with what the searches told next find, or None where that cannot lie there."""
        if self.marks_known or not matters(state):
            return state
        declared = sum(1 for _ in takewhile(lambda e: e.kind == "search_declared", coming))
        answers = (e for e in coming if e.kind == "search_answered")
        for e in islice(answers, declared):
            zone, found = e.data["zone"], e.data["found"]
            marks = state.marks
            if found in LETTERS and (found, zone) not in marks.objectives:
                marks = replace(marks, objectives=tuple(sorted((*marks.objectives, (found, zone)))))
            elif found == "trap" and zone not in marks.traps:
                marks = replace(marks, traps=(*marks.traps, zone))
            elif found == "hidden_sentry":
                marks = replace(marks, hidden=(*marks.hidden, zone))
            state = replace(state, marks=marks)
        return state if completable(state, coming) else None


def completable(state: State, coming: Sequence[Event] = ()) -> bool:
    """Tell whether all ten marks could lie as far as they are known: by what was answered, and by the missions."""
    usable = usable_mark_zones(state.options, state.board)
    at: dict[str, str] = {}
    for e in (*state.record, *coming):
        if e.kind == "search_answered":
            at.setdefault(e.data["zone"], NAMED.get(e.data["found"], e.data["found"]))
    for letter, zone in state.marks.objectives:
        if at.setdefault(zone, letter) != letter:
            return False
    if len(usable) < len(LETTERS) + 4:
        return all(zone in usable for zone, mark in at.items() if mark) and _apart(at)
    kinds = Counter(mark for mark in at.values() if mark)
    if any(zone not in usable for zone, mark in at.items() if mark) or kinds["T"] > 2 or kinds["H"] > 2:
        return False
    if any(kinds[letter] > 1 for letter in LETTERS):
        return False
    room, wanted = 0, 4 - kinds["T"] - kinds["H"]
    for castle in ("A", "B"):
        inside = [zone for zone in usable if state.board.zone(zone).castle == castle]
        lacking = 3 - sum(at.get(zone, "") in LETTERS and at.get(zone, "") != "" for zone in inside)
        free = sum(zone not in at for zone in inside)
        if not 0 <= lacking <= free:
            return False
        room += free - lacking
    return room >= wanted


def _apart(at: Mapping[str, str]) -> bool:
    """Tell whether each mark lies once at most; on a board with too little room for all ten, no more is asked."""
    found = [mark for mark in at.values() if mark and mark not in "TH"]
    return len(set(found)) == len(found)
