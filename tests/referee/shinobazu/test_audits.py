"""What is proved afterwards, from what everybody saw (ledger section 8)."""

import pytest

from referee import shinobazu
from tests.referee.shinobazu.table import Table


def round_of(table: Table, plays: str, lead: str, *choices: str) -> None:
    """Play a round without records or duel: `plays` like `A:red 5, B:blue 1`, all before themselves, in turn order."""
    cards = dict(play.split(":") for play in plays.split(", "))
    start, *others = cards
    table.says(start, "lead", to=start, colour=lead)
    for seat, choice in zip(others, choices, strict=True):
        table.says(seat, "lay", to=seat, declare=choice)
    while table.state.phase != "round_end" or table.state.due:
        if table.state.due:
            table.says("table", "reveal", owner=table.state.due[0], card=cards[table.state.due[0]])
        else:
            table.says(table.state.challenger or "", "duel_decline")


def kinds(table: Table) -> list[tuple[str, str, int]]:
    return [(f.kind, f.player, f.round) for f in table.view().findings]


@pytest.mark.clause("SHINOBAZU-4.4")
def test_a_renege_is_proved_when_the_later_card_is_shown() -> None:
    table = Table("ABC")
    round_of(table, "A:red 5, B:blue 1, C:red 4", "red", "fight", "fight")
    assert kinds(table) == []
    table.says("table", "end_round")
    table.says("B", "lead", to="B", colour="red")
    table.says("C", "lay", to="C", declare="fight")
    table.says("A", "lay", to="A", declare="fight")
    ruling = table.says("B", "reveal", card="red 2")
    finding = table.view().findings[0]
    assert finding.model_dump() == {
        "kind": "renege",
        "player": "B",
        "set": 1,
        "round": 1,
        "card": "blue 1",
        "lead": "red",
        "proving": "red 2",
        "proved_set": 1,
        "proved_round": 2,
        "certainty": "proved",
    }
    told = [n for n in ruling.notices if n.message == "shinobazu.finding.renege"]
    assert [(n.to, n.clause) for n in told] == [("public", "SHINOBAZU-4.4")]
    assert table.points == (0, 1, 0)


@pytest.mark.clause("SHINOBAZU-4.4")
def test_a_renege_is_proved_once() -> None:
    table = Table("ABC")
    round_of(table, "A:red 5, B:blue 1, C:red 4", "red", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "B:red 2, C:blue 4, A:blue 5", "red", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "A:red 1, B:red -3, C:black 2", "red", "fight", "fight")
    assert [k for k in kinds(table) if k[1] == "B"] == [("renege", "B", 1)]


@pytest.mark.clause("SHINOBAZU-4.5")
def test_whoever_had_no_lead_colour_is_clean() -> None:
    table = Table("ABC")
    round_of(table, "A:red 5, B:blue 1, C:red 4", "red", "fight", "fight")
    assert table.view().open_checks == 1
    table.says("table", "end_round")
    round_of(table, "B:black 2, C:black 4, A:black 5", "black", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "B:blue 4, C:blue 5, A:blue 2", "blue", "fight", "fight")
    assert kinds(table) == []
    assert table.view().open_checks == 0


@pytest.mark.clause("SHINOBAZU-4.4")
def test_the_player_of_a_pushed_card_is_audited_and_not_its_owner() -> None:
    table = Table("ABC")
    table.says("A", "lead", to="A", colour="red")
    table.says("B", "lay", to="C")
    table.says("C", "declare", choice="fight")
    table.says("C", "lay", to="B")
    table.says("B", "declare", choice="fight")
    for owner, card in [("A", "red 5"), ("C", "blue 1"), ("B", "red 4")]:
        table.says(owner, "reveal", card=card)
    table.says("table", "end_round")
    start = table.state.start
    assert start == "C"
    table.says("C", "lead", to="C", colour="black")
    table.says("A", "lay", to="A", declare="fight")
    table.says("B", "lay", to="B", declare="fight")
    table.says("A", "reveal", card="red 1")
    table.says("C", "reveal", card="black 4")
    assert kinds(table) == []
    table.says("B", "reveal", card="red 2")
    assert kinds(table) == [("renege", "B", 1)]


@pytest.mark.clause("SHINOBAZU-4.4", "SHINOBAZU-5.4")
def test_the_announced_lead_counts_and_not_that_of_a_single_fighters_neighbour() -> None:
    table = Table("ABC")
    round_of(table, "A:red 5, B:blue 1, C:black 4", "red", "pass", "pass")
    assert table.view().battle.leads == ("blue",)
    table.says("table", "end_round")
    assert table.state.start == "C"
    round_of(table, "C:blue 2, A:blue 4, B:blue 5", "blue", "fight", "fight")
    assert kinds(table) == []


@pytest.mark.clause("SHINOBAZU-9.5", "SHINOBAZU-4.4")
def test_a_returned_card_in_hand_proves_a_renege_at_once() -> None:
    table = Table("ABC")
    for plays, lead in [
        ("A:red 1, B:red 5, C:red 4", "red"),
        ("A:blue 1, B:blue 5, C:blue 4", "blue"),
        ("A:black 1, B:black 5, C:black 4", "black"),
    ]:
        round_of(table, plays, lead, "pass", "fight")
        table.says("table", "end_round")
    assert table.view().seats[1].returned == ("red 5", "blue 5", "black 5")
    table.says("A", "lead", to="A", colour="blue")
    assert table.refuses("4.4", "B", "lay", to="B", card="red 5").private
    table.says("B", "lay", to="B", declare="fight")
    table.says("C", "lay", to="C", declare="fight")
    table.says("A", "reveal", card="blue 1")
    assert kinds(table) == []
    table.says("B", "reveal", card="red 5")
    assert kinds(table) == [("renege", "B", 1)]
    assert table.view().findings[0].proving == "blue 5"
    assert table.view().findings[0].set == 2


@pytest.mark.clause("SHINOBAZU-4.1", "SHINOBAZU-4.2")
@pytest.mark.parametrize("to", ["A", "B"])
def test_a_false_lead_is_found_when_the_card_is_shown_wherever_it_lies(to: str) -> None:
    table = Table("ABC")
    table.says("A", "lead", to=to, colour="red")
    if to == "B":
        table.says("B", "declare", choice="fight")
        table.says("B", "lay", to="A")
        table.says("A", "declare", choice="fight")
    else:
        table.says("B", "lay", to="B", declare="fight")
    table.says("C", "lay", to="C", declare="fight")
    assert table.view().open_checks == 3
    table.says(to, "reveal", card="blue 5")
    assert kinds(table) == [("false_lead", "A", 1)]
    assert table.view().findings[0].lead == "red"
    assert table.view().open_checks == 2


@pytest.mark.clause("SHINOBAZU-3.1")
def test_a_wrong_record_is_found_and_what_lies_there_counts() -> None:
    table = Table("ABC")
    table.says("B", "enter_hand", cards=["red 1", "red 2", "red 4"])
    table.lead("red 5")
    table.says("B", "lay", to="B", card="red 1", declare="fight")
    table.says("C", "lay", to="C", card="red -3", declare="fight")
    ruling = table.says("B", "reveal", card="red 4")
    assert kinds(table) == [("wrong_entry", "B", 1)]
    assert "red 1" not in str([n.model_dump() for n in ruling.notices])
    assert table.front("B") == ["red 4"]
    seat = table.view().seats[1]
    assert (seat.hand_entered, seat.withdrawn) == (False, True)
    assert table.view("B").private[0].hand is None


@pytest.mark.clause("SHINOBAZU-1.2")
def test_records_that_clash_are_not_turned_over_and_told_when_due() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.says("B", "lay", to="B", card="red 1", declare="fight")
    ruling = table.says("C", "lay", to="C", card="red 1", declare="fight")
    assert [n.to for n in ruling.notices if n.message == "shinobazu.entries_clash"] == [()]
    ruling = table.says("table", "turn_over")
    assert ruling.params == {"seats": ["A"]}
    assert ruling.notices[-1].message == "shinobazu.records_clash"
    assert table.view().reveals == ("B", "C")
    table.refuses("5.1", "table", "turn_over")
    table.refuses("5.1", "B", "reveal")
    table.says("B", "reveal", card="red 1")
    table.says("C", "reveal", card="red 2")
    assert kinds(table) == [("wrong_entry", "C", 1)]


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_record_of_a_card_that_lies_open_elsewhere_is_void() -> None:
    table = Table("ABC")
    table.says("A", "lead", to="A", colour="red")
    table.says("B", "lay", to="B", card="red 5", declare="fight")
    table.says("C", "lay", to="C", declare="fight")
    table.says("A", "reveal", card="red 5")
    assert table.prompts()["turn_over"].params == {"seats": ["B"]}
    ruling = table.says("B", "reveal")
    assert (ruling.reason, ruling.told) == ("shinobazu.records_clash", True)
    assert "turn_over" not in table.prompts()
    assert not table.view().seats[1].front[0].recorded
    table.refuses("5.1", "B", "reveal")
    table.says("B", "reveal", card="red 4")
    assert kinds(table) == [("wrong_entry", "B", 1)]


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_double_card_that_the_table_insists_on_is_reported() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.says("B", "lay", to="B", declare="fight")
    table.says("C", "lay", to="C", declare="fight")
    table.says("A", "reveal")
    table.refuses("1.2", "B", "reveal", card="red 5")
    table.says("B", "reveal", ("1.2",), card="red 5")
    finding = table.view().findings[0]
    assert (finding.kind, finding.player, finding.card, finding.certainty) == ("double_card", "B", "red 5", "reported")


@pytest.mark.clause("SHINOBAZU-1.2")
def test_whoever_holds_a_card_that_lies_open_elsewhere_is_told_alone() -> None:
    table = Table("ABC")
    table.says("C", "enter_hand", cards=["red 5", "red 1", "blue 1"])
    table.says("A", "lead", to="A", colour="red")
    table.says("B", "lay", to="B", declare="fight")
    table.says("C", "lay", to="C", card="red 1", declare="fight")
    ruling = table.says("A", "reveal", card="red 5")
    doubts = [n for n in ruling.notices if n.message == "shinobazu.entry_seen_elsewhere"]
    assert [(n.to, n.params) for n in doubts] == [(("C",), {"card": "red 5"})]
    assert table.view("A").findings == ()


def ended() -> Table:
    """A match that ends in round 1; B laid blue 1 off the red lead."""
    table = Table("ABC", points="004")
    round_of(table, "A:red 5, B:blue 1, C:red -3", "red", "fight", "fight")
    table.says("table", "end_round")
    return table


@pytest.mark.clause("SHINOBAZU-9.10", "SHINOBAZU-4.4")
def test_a_hand_shown_after_the_end_proves_or_clears() -> None:
    table = ended()
    assert table.view().open_checks == 1
    table.says("B", "show_hand", cards=["red 2", "black 1"])
    assert kinds(table) == [("renege", "B", 1)]
    assert table.view().open_checks == 0
    table = ended()
    table.says("B", "show_hand", cards=["blue 2", "black 1"])
    assert kinds(table) == []
    assert table.view().open_checks == 0


@pytest.mark.clause("SHINOBAZU-9.10", "SHINOBAZU-3.1")
def test_a_shown_hand_is_held_against_the_one_entered() -> None:
    table = Table("ABC", points="004")
    table.says("A", "enter_hand", cards=["red 5", "red 1", "blue 1"])
    table.lead("red 5")
    table.lay("B", "red 2", "fight")
    table.lay("C", "red -3", "fight")
    table.reveal()
    table.says("table", "end_round")
    table.says("A", "show_hand", cards=["red 1", "blue 2"])
    assert kinds(table) == [("wrong_entry", "A", 1)]
    assert table.view().findings[0].card == "blue 2"


@pytest.mark.clause("SHINOBAZU-8.10", "SHINOBAZU-4.4")
def test_checks_of_cards_that_are_never_seen_stay_open() -> None:
    table = Table("ABC")
    table.lead("red 1")
    table.lay("B", "blue 5", "pass")
    table.lay("C", "red 5", "fight")
    table.reveal()
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="refuse")
    table.says("table", "end_round")
    for plays, lead in [("B:red 2, C:red 4, A:red -3", "red"), ("A:black 1, B:black 2, C:black 4", "black")]:
        round_of(table, plays, lead, "fight", "fight")
        table.says("table", "end_round")
    assert table.view().set == 2
    # B held red 2 while laying a card that nobody has seen: it may have been red as well.
    assert table.view().open_checks == 1
    assert kinds(table) == []


@pytest.mark.clause("SHINOBAZU-4.4")
def test_the_last_card_of_a_set_cannot_be_a_renege() -> None:
    table = Table("ABC")
    round_of(table, "A:red 5, B:red 1, C:red 4", "red", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "B:blue 1, C:blue 4, A:blue 5", "blue", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "B:black 1, C:red 2, A:red -3", "black", "fight", "fight")
    assert kinds(table) == []
    assert table.view().open_checks == 0


@pytest.mark.clause("SHINOBAZU-4.4")
def test_open_checks_do_not_depend_on_secret_records() -> None:
    counts = []
    for record in ({}, {"card": "blue 1"}):
        table = Table("ABC")
        table.lead("red 5")
        table.says("B", "lay", to="B", declare="pass", **record)
        counts.append(table.view().open_checks)
    assert counts[0] == counts[1]


def last_card_of_liars() -> Table:
    """Return a table of five at the last reveal of set 2: C took blue 1 back, and is said to have laid three others."""
    table = Table("ABCDE")
    round_of(table, "A:red 5, B:red 1, C:red 4, D:red 2, E:red -3", "red", *["fight"] * 4)
    table.says("table", "end_round")
    round_of(table, "E:blue -3, A:blue 4, B:black 5, C:blue 5, D:black 4", "blue", *["fight"] * 4)
    table.says("table", "end_round")
    round_of(table, "B:black 2, C:blue 1, D:black -3, E:black 1, A:blue 2", "black", "pass", *["fight"] * 3)
    table.says("table", "end_round")
    assert table.view().seats[2].returned == ("blue 1",)
    for _ in range(3):
        start = table.state.start
        table.says(start, "lead", to=start, colour="red")
        while table.state.active:
            table.says(table.state.active, "lay", to=table.state.active, declare="fight")
        for seat in sorted(table.state.due, key="CABDE".index):
            may = [c for c in offered(table, seat) if c != "blue 1"]
            if not may:
                return table
            table.says(seat, "reveal", card=may[0])
        table.go_on()
    raise AssertionError("a card was left for everybody")


def offered(table: Table, seat: str) -> list[str]:
    """Return what the card before a seat may be said to show."""
    ask = next(p for p in shinobazu.prompts(table.state, seat) if (p.seat, p.ask) == (seat, "shinobazu.ask.reveal"))
    return [str(card) for card in ask.offers[0].fields["card"].of]


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_last_card_shows_what_lies_open_nowhere_though_it_was_taken_back() -> None:
    table = last_card_of_liars()
    (seat,) = table.state.due
    assert offered(table, seat) == ["blue 1"]
    table.refuses("1.2", seat, "reveal", card="red 5")
    ruling = table.says(seat, "reveal", card="blue 1")
    finding = table.view().findings[-1]
    assert (finding.kind, finding.player, finding.card) == ("double_card", seat, "blue 1")
    assert finding.certainty == "reported"
    assert {n.to for n in ruling.notices if n.message == "shinobazu.finding.double_card"} == {"public"}
    assert table.state.phase != "battle"


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_card_taken_back_lies_nowhere_else_while_another_is_left() -> None:
    table = Table("ABC")
    round_of(table, "A:red 5, B:red 1, C:red 4", "red", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "B:blue 1, C:blue 4, A:blue 5", "blue", "fight", "fight")
    table.says("table", "end_round")
    round_of(table, "B:black 1, C:red 2, A:black -3", "black", "pass", "fight")
    table.says("table", "end_round")
    start = table.state.start
    table.says(start, "lead", to=start, colour="red")
    while table.state.active:
        table.says(table.state.active, "lay", to=table.state.active, declare="fight")
    table.refuses("1.2", "A", "reveal", card="red 2")
    assert "red 2" not in offered(table, "A")
    assert "red 2" in offered(table, "C")
    table.says("A", "reveal", waived=("1.2",), card="red 2")
    assert kinds(table)[-1] == ("double_card", "A", 1)
    assert table.view().seats[2].returned == ()
