"""Battle, showdown, duel, the end of a round and of a match, on a player's phone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.games.shinobazu import tables
from tests.companion.games.shinobazu.test_turn import declared
from tests.companion.screens.stage import JA, shown


def unrecorded() -> tables.Table:
    """A battle in which Aki's and Chie's cards were not recorded, and Chie's phone sleeps."""
    table = tables.entered(tables.begun(), "p1", "p3")
    table = table.says("p1", "lead", to="p1", colour="blue").says("p2", "lay", to="p2", card="red 4", declare="fight")
    table = table.says("p3", "lay", to="p3", declare="fight")
    table = table.says("p4", "lay", to="p4", card="blue 2", declare="pass")
    return replace(table, asleep=frozenset({"p3"}))


def test_recorded_cards_are_turned_over_by_anybody() -> None:
    screen, actions = shown(tables.first_battle(tables.entered(tables.begun())).snap("p4"))
    screen.tap("Turn the cards over")
    assert declared(actions) == [({"type": "turn_over"},)]


def test_my_unrecorded_card_is_named_from_what_nobody_has_seen() -> None:
    table = unrecorded().says("p2", "turn_over")
    screen, actions = shown(table.snap())
    screen.tap("Name my card")
    screen.tap("red 4, elsewhere")
    assert "red 4 lies in front of Ben." in screen.words
    screen.tap("blue 5")
    screen.tap("It is blue 5")
    assert declared(actions) == [({"type": "reveal", "card": "blue 5"},)]


def three_unrecorded() -> tables.Table:
    """A battle in which only Dai's card was recorded, and it is turned over."""
    table = tables.entered(tables.begun(), "p1", "p2", "p3")
    table = table.says("p1", "lead", to="p1", colour="blue").says("p2", "lay", to="p2", declare="fight")
    return table.says("p3", "lay", to="p3", declare="fight").says("p4", "lay", to="p4", card="blue 2", declare="fight")


def test_what_another_names_leaves_my_picker_open_and_takes_only_that_card() -> None:
    table = three_unrecorded().says("p4", "turn_over")
    screen, _ = shown(table.snap())
    screen.tap("Name my card")
    screen.tap("blue 5")
    after = table.says("p2", "reveal", card="red 4")
    screen.show(after.snap())
    assert "It is blue 5" in screen.names
    assert "red 4, elsewhere" in screen.names
    taken = after.says("p3", "reveal", card="blue 5")
    screen.show(taken.snap())
    assert "It is blue 5" not in screen.names
    assert "blue 5, elsewhere" in screen.names


def test_a_picker_closes_when_its_own_card_was_named() -> None:
    table = replace(three_unrecorded().says("p4", "turn_over"), asleep=frozenset({"p2"}))
    screen, _ = shown(table.snap())
    screen.tap("Name Ben’s card")
    screen.tap("red 4")
    assert "It is red 4" in screen.names
    after = table.says("p2", "reveal", card="red 4")
    screen.show(after.snap())
    assert "Name my card" in screen.names


def test_the_table_names_the_card_of_a_sleeping_phone() -> None:
    table = unrecorded().says("p2", "turn_over").says("p1", "reveal", card="blue 5")
    screen, actions = shown(table.snap("p2"))
    screen.tap("Name Chie’s card")
    screen.tap("black 2")
    screen.tap("It is black 2")
    assert declared(actions) == [({"type": "reveal", "card": "black 2", "owner": "p3"}, "table")]


def test_the_card_of_a_phone_that_is_awake_is_waited_for() -> None:
    table = replace(unrecorded(), asleep=frozenset()).says("p2", "turn_over")
    screen, _ = shown(table.says("p1", "reveal", card="blue 5").snap("p2"))
    assert "Name it" not in screen.names
    assert any(name.startswith("Waiting for Chie") for name in screen.names)


def test_the_showdown_says_the_verdict_then_the_ranking_then_why() -> None:
    screen, actions = shown(tables.showdown().snap())
    heard = screen.names
    verdict = heard.index("Smallest is strongest. Reversed once. Leads: red.")
    first = heard.index("Ben, sum −3, black −3, Wins, 3 to 2 points")
    last = heard.index("Chie, sum 5, red 5, Loses, 0 to 1 point")
    why = heard.index("Jutsu of three. Dai’s 3 breaks the passes.")
    assert verdict < first < last < why
    assert "Reversed. Blue 2 off the lead: odd." in heard
    screen.tap("Clause 6.4")
    assert ("clause", ("SHINOBAZU-6.4",), {}) in actions.told
    screen.tap("Start round 3")
    assert declared(actions) == [({"type": "end_round"},)]


def test_the_loser_challenges_one_passer_or_nobody() -> None:
    screen, actions = shown(tables.first_duel(tables.entered(tables.begun(5))).snap("p3"))
    assert "Choose whom" in screen.names
    screen.tap("Dai")
    assert "If Dai refuses: 1 point for Dai." in screen.words
    screen.tap("Challenge Dai")
    screen.tap("Nobody")
    assert declared(actions) == [({"type": "duel_challenge", "target": "p4"},), ({"type": "duel_decline"},)]


def test_the_challenged_hears_the_cost_before_answering() -> None:
    table = tables.first_duel(tables.entered(tables.begun())).says("p3", "duel_challenge", target="p4")
    screen, actions = shown(table.snap("p4"))
    assert "Chie challenges you. Accept the duel, or take 1 point?" in screen.names
    screen.tap("Accept")
    screen.tap("Refuse, 1 point")
    assert declared(actions) == [({"type": "duel_answer", "answer": a},) for a in ("accept", "refuse")]


def test_the_loser_names_the_colour_of_a_duel_by_option() -> None:
    table = tables.entered(tables.begun(duel_lead="loser_names"))
    table = table.says("p1", "lead", to="p1", colour="blue", card="blue 5")
    table = table.says("p2", "lay", to="p2", card="red 4", declare="fight")
    table = table.says("p3", "lay", to="p3", card="black 2", declare="pass")
    table = table.says("p4", "lay", to="p4", card="blue 2", declare="pass").says("p1", "turn_over")
    if table.view.phase == "duel":
        table = table.says(table.view.challenger, "duel_decline")
    table = table.says("p1", "turn_over").says("p1", "end_round")
    start = table.view.start
    order = [f"p{(int(start[1]) - 1 + i) % 4 + 1}" for i in range(4)]
    cards = {"p1": "red 1", "p2": "black -3", "p3": "red 5", "p4": "black 1"}
    table = table.says(start, "lead", to=start, colour=cards[start].split()[0], card=cards[start])
    for seat in order[1:]:
        table = table.says(seat, "lay", to=seat, card=cards[seat], declare="pass" if seat == "p4" else "fight")
    table = table.says("p1", "turn_over")
    assert table.view.phase == "duel"
    loser = table.view.challenger
    table = table.says(loser, "duel_challenge", target="p4").says("p4", "duel_answer", answer="accept")
    assert not table.view.reveals
    screen, actions = shown(table.snap(loser))
    assert any(name.endswith("Which of your colours leads the duel?") for name in screen.names)
    screen.tap("black")
    screen.tap("Duel led by black")
    assert declared(actions) == [({"type": "choose_duel_lead", "colour": "black"},)]


def test_a_duel_that_was_fought_stands_beside_its_battle() -> None:
    table = tables.first_duel(tables.entered(tables.begun())).says("p3", "duel_challenge", target="p4")
    table = table.says("p4", "duel_answer", answer="accept").says("p4", "turn_over")
    screen, _ = shown(table.snap())
    assert "The duel’s colour" in screen.words
    screen.tap("Battle")
    assert "Reversed and back" in screen.words


def test_a_refused_challenge_says_what_it_cost() -> None:
    table = tables.first_duel(tables.entered(tables.begun())).says("p3", "duel_challenge", target="p4")
    screen, _ = shown(table.says("p4", "duel_answer", answer="refuse").snap())
    assert "Dai refused: 0 → 1. One point a card: one more." in screen.names


def test_the_end_of_a_set_says_what_returns_and_what_is_dealt() -> None:
    screen, actions = shown(tables.set_end().snap())
    assert "Dai takes these back. blue 2, black 1 and blue 1" in screen.names
    assert "New deal. Shuffle the rest. Deal Aki 3, Ben 3, Chie 3 and Dai 0." in screen.names
    screen.tap("Start set 2")
    assert declared(actions) == [({"type": "end_round"},)]


def test_an_audit_is_told_with_its_clause() -> None:
    table = unrecorded()
    table = (
        table.says("p2", "turn_over")
        .says("p1", "reveal", card="red 1")
        .says("table", "reveal", owner="p3", card="black 2")
    )
    screen, _ = shown(table.snap())
    assert "Another colour than named" in screen.words
    assert "4.1" in screen.words


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_end_names_the_winners_and_opens_what_was_held(count: int) -> None:
    table = tables.showdown(count)
    loser = "p4" if count > 3 else "p2"
    table = table.with_points(**{loser: 5}).says("p1", "end_round")
    screen, actions = shown(table.snap())
    assert any("win" in name for name in screen.names)
    assert any(name.startswith("place 1: ") for name in screen.names)
    assert any("held blue 4" in name for name in screen.names)
    screen.tap("Play again")
    screen.tap("Export")
    assert [told[0] for told in actions.told] == ["rematch", "open"]


def test_the_last_cards_may_be_shown() -> None:
    screen, actions = shown(tables.over().snap())
    screen.tap("Show my last cards")
    screen.tap("blue 4")
    screen.tap("Show them")
    assert declared(actions) == [({"type": "show_hand", "cards": ["blue 4"]},)]


def test_japanese_has_words_for_everything() -> None:
    for table in (tables.my_turn(), tables.showdown(), tables.set_end(), tables.over(), tables.begun()):
        said = shown(table.snap(), JA)[0]
        assert not [word for word in (*said.words.split("\n"), *said.names) if "shinobazu." in word]
