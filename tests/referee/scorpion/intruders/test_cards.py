"""Cards before and after the path, and bluffs."""

from __future__ import annotations

import pytest

from tests.referee.scorpion.night import Night, about, said


def plays(night: Night, who: str, card: str, *guards: str, bluff: bool = False):  # type: ignore[no-untyped-def]
    seat = night.owner(who)
    return night.says(seat, "play_intruder_card", intruder=who, card=card, guards=guards, bluff=bluff)


def may_not_play(night: Night, number: str, who: str, card: str, *guards: str, bluff: bool = False) -> None:
    fields = {"intruder": who, "card": card, "guards": guards, "bluff": bluff}
    assert night.refuses(number, night.owner(who), "play_intruder_card", **fields).private


@pytest.mark.clause("SCORPION-16.2", "SCORPION-22.1", "SCORPION-22.3")
def test_a_card_is_used_before_or_after_the_path() -> None:
    night = Night("c2", "c3", ["c2", "c1"], visible=["ninja"])
    ruling = plays(night, "ninja", "shuriken", "g01")
    assert said(ruling) == ["card_played", "guard_killed", "lost_sight"]
    assert ruling.told
    night.goes("ninja", "c1")
    assert said(plays(night, "ninja", "kenjutsu2", "g02")) == [
        "card_played",
        "guard_killed",
        "alert_raised",
        "lost_sight",
    ]


@pytest.mark.clause("SCORPION-8.5", "SCORPION-22.4")
@pytest.mark.parametrize(("card", "clause"), [("shuriken", "SCORPION-8.5"), ("kenjutsu2", "SCORPION-22.4")])
def test_a_card_that_kills_raises_the_alert_by_its_own_clause(card: str, clause: str) -> None:
    ruling = plays(Night("c2", "c3", ["c2"], shuriken_alert="1"), "ninja", card, "g01")
    assert [n.clause for n in ruling.notices if n.message == "scorpion.alert_raised"] == [clause]


@pytest.mark.clause("SCORPION-16.2", "SCORPION-22.2", "SCORPION-9.2")
@pytest.mark.parametrize("phase", ["start", "alert", "cards", "patrol"])
def test_no_card_is_used_outside_the_own_phase(phase: str) -> None:
    may_not_play(Night("c2", "c3", ["c2"]).change(phase=phase), "9.2", "ninja", "shuriken", "g01")


@pytest.mark.clause("SCORPION-16.2")
def test_any_number_of_cards_is_used_in_a_turn() -> None:
    night = Night("c2", "c3", ["c2"] * 4)
    for card, guard in (("kenjutsu1", "g01"), ("kenjutsu2", "g02"), ("shuriken", "g03"), ("shuriken", "g04")):
        plays(night, "ninja", card, guard)
    assert night.one("ninja").hand_size == 4


@pytest.mark.clause("SCORPION-16.3", "SCORPION-9.3", "SCORPION-3.3")
def test_a_card_is_the_own_held_and_of_the_own_deck() -> None:
    night = Night("c2", "c2", ["c2"], players=3, hands={"ninja": ["rope"]})
    may_not_play(night, "16.3", "ninja", "shuriken", "g01")
    may_not_play(night, "3.3", "ninja", "potent_sake", "g01")
    may_not_play(night, "3.3", "traitor", "shadow_walk", bluff=True)
    assert night.refuses("9.3", "traitor", "play_intruder_card", intruder="ninja", card="rope", bluff=True).private
    plays(night, "traitor", "potent_sake", "g01")


@pytest.mark.clause("SCORPION-26.1")
@pytest.mark.parametrize("bluff", [True, False])
def test_the_cat_only_answers_a_listen(bluff: bool) -> None:
    may_not_play(Night(), "26.1", "traitor", "cat", bluff=bluff)


@pytest.mark.clause("SCORPION-26.1", "SCORPION-20.2")
@pytest.mark.parametrize("status", ["dead", "due", "escaped"])
def test_whoever_is_not_on_the_map_uses_no_card(status: str) -> None:
    may_not_play(Night().set("ninja", status=status, zone=None), "26.1", "ninja", "rope", bluff=True)


@pytest.mark.clause("SCORPION-26.2")
@pytest.mark.parametrize("card", ["rope", "secret_passage", "shadow_walk"])
def test_what_belongs_to_a_step_is_used_on_the_path_or_thrown_as_a_bluff(card: str) -> None:
    night = Night("c2")
    may_not_play(night, "21.3" if card == "shadow_walk" else "26.2", "ninja", card)
    ruling = plays(night, "ninja", card, bluff=True)
    assert said(ruling) == ["card_played"]
    assert about(ruling, "card_played") == {"intruder": "ninja", "card": card}


@pytest.mark.clause("SCORPION-26.2", "SCORPION-22.4")
def test_a_bluff_asks_for_nothing_and_does_nothing() -> None:
    night = Night("b2", "c3", ["c2"])
    for card in ("kenjutsu2", "shuriken", "rope"):
        plays(night, "ninja", card, bluff=True)
    assert (night.state.alert, len(night.state.figures), night.state.ropes) == (0, 1, ())
    assert night.one("ninja").played == ("kenjutsu2", "rope", "shuriken")
    may_not_play(night, "16.3", "ninja", "kenjutsu2", bluff=True)


@pytest.mark.clause("SCORPION-26.4", "SCORPION-3.4")
def test_a_played_card_is_told_by_kind_and_owner_and_the_others_are_not() -> None:
    night = Night()
    ruling = plays(night, "traitor", "rope", bluff=True)
    assert about(ruling, "card_played") == {"intruder": "traitor", "card": "rope"}
    assert [(e.kind, dict(e.data)) for e in night.state.record] == [
        ("card_played", {"intruder": "traitor", "card": "rope"})
    ]


@pytest.mark.clause("SCORPION-26.2")
def test_whether_a_card_was_a_bluff_is_not_seen_in_the_ruling() -> None:
    seen = Night("c2", shadow_walk_scope="turn")
    real = plays(seen, "ninja", "shadow_walk")
    thrown = plays(Night("c2"), "ninja", "shadow_walk", bluff=True)
    assert (real.notices, real.clause, real.reason, real.told) == (
        thrown.notices,
        thrown.clause,
        thrown.reason,
        thrown.told,
    )


@pytest.mark.clause("SCORPION-21.3")
def test_by_option_a_shadow_walk_before_the_path_covers_it() -> None:
    night = Night("b2", "c3", ["c2"], shadow_walk_scope="turn")
    plays(night, "ninja", "shadow_walk")
    assert not said(night.goes("ninja", "c2", "c1"))
    may_not_play(night, "21.3", "ninja", "shadow_walk")


@pytest.mark.clause("SCORPION-19.3")
def test_an_open_question_is_answered_before_the_next_card() -> None:
    night = Night("b2")
    night.goes("ninja", "c2")
    night.searches("ninja", "c2")
    may_not_play(night, "19.3", "traitor", "rope", bluff=True)


@pytest.mark.clause("SCORPION-22.3", "SCORPION-21.3")
def test_a_guard_is_named_once() -> None:
    night = Night("b2", "b2", ["b2", "b2"], sake_targets="2")
    for number, who, card in (("22.3", "ninja", "kenjutsu1"), ("21.3", "traitor", "potent_sake")):
        fields = {"intruder": who, "card": card}
        ruling = night.refuses(number, "intruders", "play_intruder_card", **fields, guards=["g01", "g01"])
        assert (ruling.reason, ruling.private) == ("scorpion.target_twice", True)
        assert night.judge("intruders", "play_intruder_card", **fields, guards=["g01"]).upheld
