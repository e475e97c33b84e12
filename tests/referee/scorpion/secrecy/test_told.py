"""What a declaration brought out cannot be taken back by its seat; what brought out nothing can (METSUKE-2.3, L7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from referee import scorpion
from referee.core.values import Ruling
from tests.referee.scorpion.guards.guarded import lay
from tests.referee.scorpion.guards.test_alert_phase import opened
from tests.referee.scorpion.guards.test_hidden_sentry import FULL, SPEARS, found, reacts
from tests.referee.scorpion.night import Night
from tests.referee.scorpion.table import Table

Case = Callable[[], Ruling]


def guarding(kind: str, **fields: Any) -> Ruling:
    """Declare something of the guards in the card phase of turn 1."""
    table = Table.ready(2)
    table.says("guards", "end_alert_phase")
    return table.says("guards", kind, **fields)


def walked(stop: bool) -> Ruling:
    table = Table.ready(2)
    table.says("guards", "end_alert_phase")
    table.says("guards", "play_sentry_search", guard="g01")
    if stop:
        return table.says("guards", "guard_stop")
    return table.says("guards", "guard_step", to=table.board.neighbours("W1", "plain")[0])


def listened() -> Ruling:
    table = Table.ready(2)
    table.says("guards", "end_alert_phase")
    table.says("guards", "play_sentry_listen", guard="g01")
    return table.says("intruders", "answer_cat", use=False)


def patrolled() -> Ruling:
    table = Table.ready(2, patrols=0)
    table.says("guards", "end_alert_phase")
    table.says("guards", "end_card_phase")
    return table.says("guards", "end_patrol_phase")


def locked(step: str) -> Ruling:
    table = Table.setting_up(2, "intruders_lock" if step == "lock_setup" else "intruder_marks")
    if step == "lock_setup":
        return table.says("intruders", "lock_setup")
    return table.says("intruders", "set_start", intruder="ninja", zone="T1")


def searched(*zones: str) -> Ruling:
    night = Night("b2")
    night.goes("ninja", *zones)
    return night.searches("ninja", zones[-1])


def ended(disputed: str, guards: Sequence[str] = (), drunk: Mapping[str, int] | None = None) -> Ruling:
    night = Night(guards=guards, players=3, drunk=drunk, disputed=disputed)
    night.goes("ninja")
    night.goes("traitor")
    return night.says("ninja", "end_intruder_phase")


def thrown(bluff: bool) -> Ruling:
    night = Night("b2", "c3", ["b2"])
    more = {"bluff": True} if bluff else {"guards": ["g01"]}
    return night.says("intruders", "play_intruder_card", intruder="ninja", card="kenjutsu1", **more)


def answered(cat: bool) -> Ruling:
    """Let a sentry listen beside the Ninja, and the Traitor's player answer."""
    table = lay("g01:b2", ninja="b2", traitor="a5")
    table.says("guards", "play_sentry_listen", guard="g01")
    return table.says("intruders", "answer_cat", use=cat)


def placed(**fields: Any) -> Ruling:
    """Let guards who have no figure left answer for a hidden sentry that was found."""
    night = found(FULL, weapons=SPEARS)
    reacts(night)
    return night.says("guards", "place_hidden_sentry", **fields)


def over(then: str = "") -> Ruling:
    """Let the guards give up, and something after it."""
    table = Table.ready()
    ruling = table.says("guards", "concede")
    return table.says("table", then) if then else ruling


CASES: dict[str, tuple[bool, Case]] = {
    "a listen": (True, lambda: guarding("play_sentry_listen", guard="g01")),
    "a focus listen": (True, lambda: guarding("focus_listen", unit="g01")),
    "the answer of a listen": (True, listened),
    "a sound that was heard": (True, lambda: answered(cat=False)),
    "a cat": (True, lambda: answered(cat=True)),
    "a guard who is brought to the hidden sentry's place": (True, lambda: placed(replace="g13")),
    "a hidden sentry that is not placed": (True, lambda: placed(decline=True)),
    "cards that are drawn": (True, lambda: opened(1).says("guards", "draw_cards", n=1, cards={"awaken": 1})),
    "the end": (True, over),
    "what is laid open after it": (True, lambda: over("reveal_all")),
    "a guard who wakes": (True, lambda: guarding("play_awaken", zone="W3")),
    "a step into a zone that is clear": (True, lambda: walked(stop=False)),
    "a stop that finds nothing": (True, lambda: walked(stop=True)),
    "a search that has not set out": (False, lambda: guarding("play_sentry_search", guard="g01")),
    "the end of the card phase": (False, lambda: guarding("end_card_phase")),
    "the end of the guards' phases": (True, patrolled),
    "a start": (False, lambda: locked("set_start")),
    "the lock that begins turn 1": (True, lambda: locked("lock_setup")),
    "a silent path": (False, lambda: Night("b2").goes("ninja", "b1")),
    "a path with a card": (True, lambda: Night("b2").goes("ninja", "bluff rope")),
    "a path into a guarded zone": (True, lambda: Night("b2", "c3", ["b1"]).goes("ninja", "b1")),
    "a path out of the map": (True, lambda: Night("b1").goes("ninja", "exit_map")),
    "a path where the alert would answer": (
        True,
        lambda: Night("b2", alert_on_mission="1", alert_on_mission_when="entered").goes("ninja", "b1"),
    ),
    "standing still where the alert would answer": (
        False,
        lambda: Night("b2", alert_on_mission="1", alert_on_mission_when="entered").goes("ninja"),
    ),
    "a card by itself": (True, lambda: thrown(bluff=False)),
    "a bluff by itself": (True, lambda: thrown(bluff=True)),
    "a search": (True, lambda: searched("b1")),
    "the end of the turn": (False, lambda: ended("off")),
    "the end of the turn at which a guard gets sober and finds nobody": (
        True,
        lambda: ended("off", ["a1"], {"g01": 1}),
    ),
    "a rival who is done": (True, lambda: ended("on")),
}


@pytest.mark.clause("METSUKE-2.3")
@pytest.mark.parametrize("case", CASES)
def test_what_was_brought_out_stays(case: str) -> None:
    told, rule = CASES[case]
    assert rule().told is told


@pytest.mark.clause("SCORPION-29.3", "METSUKE-2.3")
def test_a_lone_wolf_who_is_named_stays_named() -> None:
    night = Night("b2", None, ["b2"], lone_wolf="hidden")
    assert not night.state.identity_public
    assert night.says("intruders", "play_intruder_card", intruder="ninja", card="rope", bluff=True).told
    assert night.state.identity_public


@pytest.mark.clause("SCORPION-18.3", "SCORPION-30.1")
def test_a_rival_does_not_wait_for_the_others_path_to_search() -> None:
    """By option partners wait; a rival would hear by it whether the other has moved."""
    rivals = Night("b2", players=3, disputed="on", search_timing="both_moves")
    rivals.goes("ninja", "b1")
    assert any(o.move == "declare_searches" for p in scorpion.prompts(rivals.state, "ninja") for o in p.offers)
    rivals.searches("ninja", "b1")
    partners = Night("b2", players=3, search_timing="both_moves")
    partners.goes("ninja", "b1")
    partners.may_not_search("18.3", "ninja", "b1")
    partners.goes("traitor")
    partners.searches("ninja", "b1")
