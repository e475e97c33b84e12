"""One intruder alone, and nobody knows which."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.values import Notice
from referee.scorpion import contact, turns
from tests.referee.scorpion.night import Night, about, said


def wolf(who: str = "ninja", zone: str = "b2", guards: Any = (), **options: Any) -> Night:
    places = {"ninja": None, "traitor": None} | {who: zone}
    options = {"lone_wolf": "hidden"} | options
    return Night(places["ninja"], places["traitor"], guards, **options)


def named(ruling: Any) -> list[str]:
    return [n.params["intruder"] for n in ruling.notices if "intruder" in n.params]


@pytest.mark.clause("SCORPION-29.5", "SCORPION-29.3")
def test_whatever_is_told_names_only_the_intruder() -> None:
    texts = []
    for who in ("ninja", "traitor"):
        night = wolf(who, guards=["c2"], missions={"ninja": "A", "traitor": "A"})
        told = list(night.goes(who, "c2", "b2", "a2").notices)
        told += night.says("intruders", "declare_searches", searches=[{"zone": "b2"}, {"zone": "a2"}]).notices
        texts.append([n.model_dump() for n in told])
    assert texts[0] == texts[1]
    assert {n["params"]["intruder"] for n in texts[0] if "intruder" in n["params"]} == {"intruder"}


@pytest.mark.clause("SCORPION-29.5", "SCORPION-18.6")
def test_naming_a_lone_wolf_in_a_search_tells_nobody() -> None:
    night = wolf()
    night.goes("ninja", "a2")
    assert set(named(night.searches("ninja", "a2"))) == {"intruder"}


@pytest.mark.clause("SCORPION-29.5", "SCORPION-19.3")
def test_the_hidden_sentry_finds_the_intruder_whoever_it_is() -> None:
    night = wolf()
    night.goes("ninja", "c2")
    night.searches("ninja", "c2")
    assert set(named(night.says("intruders", "answer_hidden_sentry", use="none"))) == {"intruder"}


@pytest.mark.clause("SCORPION-29.3", "SCORPION-26.4")
def test_the_first_card_names_the_lone_wolf() -> None:
    for who, steps in (("ninja", ("bluff rope",)), ("traitor", ("bluff kenjutsu1",))):
        night = wolf(who)
        ruling = night.goes(who, *steps)
        assert said(ruling) == ["lone_wolf_named", "card_played"]
        assert named(ruling) == [who, who]
        assert night.state.identity_public


@pytest.mark.clause("SCORPION-29.3")
def test_a_card_that_kills_the_hidden_sentry_names_the_lone_wolf() -> None:
    night = wolf()
    night.goes("ninja", "c2")
    night.searches("ninja", "c2")
    ruling = night.says("intruders", "answer_hidden_sentry", use="shuriken")
    assert said(ruling) == ["lone_wolf_named", "card_played", "hidden_sentry_killed"]


@pytest.mark.clause("SCORPION-29.3", "SCORPION-20.3")
def test_the_escape_names_the_lone_wolf() -> None:
    ruling = wolf("traitor", "b1").goes("traitor", "exit_map")
    assert said(ruling)[:2] == ["lone_wolf_named", "escaped"]
    assert named(ruling) == ["traitor", "traitor"]


@pytest.mark.clause("SCORPION-29.3")
def test_the_second_wound_names_the_ninja_who_survives_it_and_the_traitor_dies_of_it() -> None:
    told: list[Notice] = []
    state = contact.wound(wolf().state, "ninja", "guards", told)
    assert not state.identity_public
    state = contact.wound(state, "ninja", "guards", told)
    assert [n.message for n in told] == ["scorpion.wounded", "scorpion.wounded", "scorpion.lone_wolf_named"]
    assert told[0].params["intruder"] == "intruder"
    dead: list[Notice] = []
    state = contact.wound(wolf("traitor", wounds={"traitor": 1}).state, "traitor", "guards", dead)
    assert state.identity_public
    assert dead[-1].params["intruder"] == "traitor"


@pytest.mark.clause("SCORPION-29.3")
@pytest.mark.parametrize(("option", "told"), [("first_card", False), ("first_card_or_seen", True)])
def test_by_option_being_seen_names_the_lone_wolf(option: str, told: bool) -> None:
    night = wolf(guards=["c2"], lone_reveal=option)
    assert ("lone_wolf_named" in said(night.goes("ninja", "c2"))) is told


@pytest.mark.clause("SCORPION-29.1")
def test_where_it_is_no_secret_the_lone_wolf_is_named_from_the_start() -> None:
    night = wolf(lone_wolf="on", guards=["c2"])
    ruling = night.goes("ninja", "c2")
    assert said(ruling) == ["discovered", "alert_raised"]
    assert named(ruling) == ["ninja"]


@pytest.mark.clause("SCORPION-29.1", "SCORPION-29.3")
def test_the_other_character_is_not_there() -> None:
    night = wolf()
    night.may_not("20.2", "traitor", "b1")
    night.goes("ninja")
    night.ends()
    assert night.state.turn == 4


@pytest.mark.clause("SCORPION-29.4")
@pytest.mark.parametrize(
    ("status", "accomplished", "winner"),
    [
        ("escaped", True, "intruders"),
        ("escaped", False, "guards"),
        ("dead", True, "guards"),
        ("in_play", True, "guards"),
    ],
)
def test_a_lone_wolf_wins_accomplished_and_out_and_never_draws(status: str, accomplished: bool, winner: str) -> None:
    for form in ("on", "hidden"):
        night = wolf(lone_wolf=form).set("ninja", status=status, accomplished=accomplished).change(phase="ended")
        outcome = turns.result(night.state)
        assert outcome is not None
        assert (outcome.winners, outcome.clause) == ((winner,), "SCORPION-29.4")


@pytest.mark.clause("SCORPION-29.4", "SCORPION-28.1")
def test_the_escape_of_a_lone_wolf_is_the_end() -> None:
    night = wolf(zone="b1").set("ninja", accomplished=True)
    assert about(night.goes("ninja", "exit_map"), "ended")["winners"] == ["intruders"]


@pytest.mark.clause("SCORPION-29.6", "SCORPION-28.1")
def test_the_first_death_of_a_lone_wolf_is_not_the_end() -> None:
    night = wolf(wounds={"ninja": 2})
    state = contact.wound(night.state, "ninja", "guards", [])
    assert turns.end_if_over(state, []).phase == "intruders"
