"""Every game is held to the same by random matches; and the judge of games finds what is wrong with one."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom
from time import perf_counter
from typing import Any

import pytest

import toy_game
from referee.__main__ import main
from referee.check.before_play import Words
from referee.check.places import WORDS, Found
from referee.check.player import Unfinished, any_match, any_options, played_to_end, playing
from referee.check.report import Report, check, note_unfinished
from referee.check.twins import LIMITS
from referee.core.games import game
from referee.core.rulebook import needed_by
from referee.core.values import Notice, Prompt, Refused, Ruling
from tests.own_games import OWN_GAMES
from tests.referee.check.test_twins import (
    LeakyEvent,
    LeakyMask,
    LeakyPrompts,
    LeakyTold,
    LeakyView,
)
from tests.shares import SOAK, count, parts
from toy_game import TOY, Hide, Toy

MATCHES = -(-count("MATCHES") // 100)
"""Matches of each game: most of what games are held to is looked at many times in one."""
SOON = 400
"""Declarations after which a match of the toy game goes on without end: it ends within a few dozen."""
LOCALE = Path(__file__).parents[3] / "assets" / "locale"
TOY_LOCALE = Path(toy_game.__file__).parent / "locale"


def faults(found: Toy, matches: int = 1, words: Words | None = None) -> list[str]:
    report: Report = check(found, matches, 0, words or {}, perf_counter)
    return report.faults


@pytest.mark.soak
@pytest.mark.parametrize("key", OWN_GAMES)
def test_random_matches_of_every_game_find_no_fault(key: str) -> None:
    report = check(game(key), MATCHES, 0, needed_by([LOCALE]), perf_counter)
    assert report.faults == []
    assert report.matches == MATCHES
    assert report.compared > 10 * MATCHES


@pytest.mark.soak
@pytest.mark.parametrize("key", OWN_GAMES)
@pytest.mark.parametrize("matches", parts("ENTRIES", 500), ids=str)
def test_no_entry_strands_a_match_of_any_game(key: str, matches: range) -> None:
    """Without twins, and with a new seed in `make soak`: there is an offer for what must be, and an end."""
    seed = SystemRandom().getrandbits(32) if SOAK else 0
    print(f"python -m referee check {key} --matches {len(matches)} --seed {seed} --pairs 0")
    report = check(game(key), len(matches), seed, {}, perf_counter, pairs=0)
    assert report.faults == []
    assert report.matches == len(matches)


@pytest.mark.parametrize("key", OWN_GAMES)
def test_a_match_of_random_players_is_the_same_for_the_same_seed(key: str) -> None:
    def played(seed: int) -> Any:
        random = Random(seed)
        return [one.move for one in islice(playing(any_match(game(key), random, {}), random), 60)]

    assert played(3) == played(3) != played(4)


def test_options_are_drawn_among_those_that_a_game_names() -> None:
    for key in OWN_GAMES:
        drawn = [any_options(game(key), Random(seed)) for seed in range(40)]
        assert {"plays", "scores"} == {options.get("depth", "plays") for options in drawn}
        assert len({name for options in drawn for name in options}) > 3


def test_the_toy_game_has_no_fault() -> None:
    report = check(TOY, 4, 0, needed_by([LOCALE, TOY_LOCALE]), perf_counter)
    assert report.faults == []
    assert set(report.differ) == {"hide", "hold", "whisper", "plot"}


@pytest.mark.parametrize("leaky", [LeakyEvent, LeakyMask, LeakyPrompts, LeakyTold, LeakyView])
def test_a_game_that_leaks_is_found(leaky: type[Toy]) -> None:
    said = ("tells the difference", "everybody is told it", "learned a secret")
    assert any(each in fault for fault in faults(leaky(), 4) for each in said)


class NoClause(Toy):
    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        return replace(super().judge(state, seat, move, waived), clause="TOY-9.9")


class SaysTooMuch(Toy):
    """Refuses what it offers."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        if isinstance(move, Hide) and move.number > 3:
            raise Refused("TOY-2.1", "toy.too_high")
        return super().judge(state, seat, move, waived)


class SaysTooLittle(Toy):
    """Upholds what it does not offer."""

    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        return tuple(prompt for prompt in super().prompts(state, viewer) if prompt.ask != "toy.aside")


class Endless(Toy):
    def result(self, state: Any) -> None:
        return None


class Silent(Endless):
    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        return ()


class Forgetful(Toy):
    """Judges the same declaration otherwise each time."""

    told = 0

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        self.told += 1
        ruling = super().judge(state, seat, move, waived)
        notices = tuple(notice.model_copy(update={"params": {"told": self.told}}) for notice in ruling.notices)
        return replace(ruling, notices=notices)


class Talkative(Toy):
    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        ruling = super().judge(state, seat, move, waived)
        return replace(ruling, notices=(*ruling.notices, Notice(message="toy.unheard_of", clause="TOY-1.1")))


class Wide(Toy):
    def view(self, state: Any, viewer: str) -> Any:
        return super().view(state, viewer).model_copy(update={"turn": "p" * LIMITS["view"]})


class Broken(Toy):
    def masked(self, move: Any, seat: str, viewer: str) -> Any:
        raise ZeroDivisionError("masked")


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (NoClause, "cites TOY-9.9, which is no clause"),
        (SaysTooMuch, "TOY-2.1 toy.too_high"),
        (SaysTooLittle, "and it is upheld: "),
        (Endless, f"the match does not end within {SOON} declarations"),
        (Silent, "nobody can declare anything: nothing is offered to anybody"),
        (Forgetful, "the fold of the journal"),
        (Wide, "view: 400"),
        (Broken, "ZeroDivisionError: masked"),
    ],
)
def test_a_game_with_a_fault_is_told_which(wrong: type[Toy], fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.check.report.MOST", SOON)
    assert fault in "\n".join(faults(wrong(), 1 if issubclass(wrong, Endless) else 3))


def hit(state: Any) -> bool:
    return any(player.opened for player in state.players)


class OffersNothing(Toy):
    """After a hit, a guess must be made and nothing is offered."""

    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        asked = super().prompts(state, viewer)
        return tuple(prompt.model_copy(update={"offers": ()}) for prompt in asked) if hit(state) else asked


class AsksNothing(Toy):
    """After a hit, nobody is asked for anything."""

    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        return () if hit(state) else super().prompts(state, viewer)


class Circles(Toy):
    """After a hit, nothing must be declared any more, and what is declared changes nothing."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        ruling = super().judge(state, seat, move, waived)
        return replace(ruling, state=state) if hit(state) else ruling

    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        asked = super().prompts(state, viewer)
        return tuple(prompt for prompt in asked if prompt.ask == "toy.aside") if hit(state) else asked


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (OffersNothing, "no offer can be made of what must be declared"),
        (AsksNothing, "nobody can declare anything: nothing is offered to anybody"),
        (Circles, "the match repeats itself"),
        (SaysTooMuch, "toy.hide offers"),
    ],
)
def test_a_fault_is_told_with_a_position_and_few_declarations(wrong: type[Toy], fault: str) -> None:
    told = next(each for each in faults(wrong(), 6) if fault in each)
    shown = json.loads(told[told.index(': [{"seat": "table", "lay"') + 2 :])
    assert set(shown[0]) == {"seat", "lay"}
    assert len(shown) <= 2


def test_a_message_without_words_is_named_in_each_language() -> None:
    known = check(TOY, 1, 0, {}, perf_counter).brought
    assert faults(Talkative(), words={"en": known, "ja": known}) == [
        "no words: toy.unheard_of (en)",
        "no words: toy.unheard_of (ja)",
    ]


def test_words_that_need_more_than_is_said_are_named() -> None:
    known = check(TOY, 1, 0, {}, perf_counter).brought
    key = sorted(known)[0]
    assert faults(TOY, words={"en": known, "ja": known | {key: known[key] | {"whom"}}}) == [
        f"words for more than is said: {key} (ja) whom"
    ]


def test_a_match_that_cannot_go_on_says_so() -> None:
    random = Random(0)
    with pytest.raises(Unfinished):
        list(playing(any_match(Silent(), random, {}), random))


def test_the_command_tells_what_it_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["check", "toy", "--matches", "2", "--seed", "1"], {"toy": TOY}) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 matches, ")
    assert "FAULT" not in out
    assert main(["check", "toy", "--matches", "1"], {"toy": Talkative()}) == 1
    assert "\nFAULT no words: toy.unheard_of (ja): said in " in capsys.readouterr().out


class Failing(Toy):
    """Its faults are met by the check and by the search for mistakes."""

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        ruling = super().judge(state, seat, move, waived)
        notice = Notice(message="toy.unheard_of", clause="TOY-9.9")
        return replace(ruling, notices=(*ruling.notices, notice))

    def view(self, state: Any, viewer: str) -> Any:
        if hit(state):
            raise ZeroDivisionError("view")
        return super().view(state, viewer)


def test_the_command_tells_each_fault_once(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "toy", "--matches", "3"], {"toy": Failing()})
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAULT")]
    for said in ("no words: toy.unheard_of (en)", "no words: toy.unheard_of (ja)", "ZeroDivisionError: view"):
        assert len([line for line in told if said in line]) == 1, told
    assert re.search(rf"unheard_of \(en\): said in {re.escape(__file__)}:\d+$", "\n".join(told), re.MULTILINE)


def test_words_stand_behind_all_other_faults_and_a_match_that_stops_behind_its_cause() -> None:
    found = Found(TOY)
    found.note("no words: toy.hid (en)", order=WORDS)
    note_unfinished(found, Unfinished("the match does not end within 9 declarations"))
    found.note("toy.hide offers p1 what is refused")
    assert [each.partition(": ")[2] or each for each in found.lines()] == [
        "toy.hide offers p1 what is refused",
        "the match does not end within 9 declarations",
        "toy.hid (en)",
    ]


@pytest.mark.parametrize("terminal", [True, False])
def test_the_command_shows_its_progress_on_a_terminal_alone(
    terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert main(["check", "toy", "--matches", "2", "--pairs", "0"], {"toy": TOY}) == 0
    shown = capsys.readouterr()
    assert "%" not in shown.out
    steps = [int(step.strip().removesuffix("%")) for step in shown.err.split("\r") if step.strip()]
    assert steps == sorted(steps)
    assert (steps[:1], steps[-1:]) == (([0], [100]) if terminal else ([], []))


@pytest.mark.parametrize("key", ["scroll-trick", "shinobazu"])
def test_who_plays_truly_is_hardly_ever_found_to_contradict_what_was_noted(key: str) -> None:
    """A match of players who noted and said what came to hand had some six findings."""
    found = 0
    for seed in range(4):
        random = Random(seed)
        match = played_to_end(any_match(game(key), random, {"depth": "plays"}), random, truly=True)
        found += game(key).EXTRAS.demonstration.doubts(match.state)
    assert found <= 1
