"""The two-player game with the shadow (SCROLL-9, 10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee import scroll_trick
from referee.core.values import Notice
from referee.scroll_trick.rounds import match_is_over, round_is_over
from referee.scroll_trick.state import with_seat
from tests.referee.scroll_trick.table import Table, at, hand


def standing(ann: str, ben: str, shadow: str, round: int = 1, **options: str) -> Table:
    """Return a table just after a round, with these scrolls before the three."""
    table = Table(2, depth="scores", **options)
    for seat, values in (("ann", ann), ("ben", ben), ("shadow", shadow)):
        captured = tuple(map(int, values.split()))
        bounds = (len(captured),) * (round - 1)
        table.state = with_seat(table.state, seat, captured=captured, bounds=bounds)
    told: list[Notice] = []
    table.state = round_is_over(replace(table.state, round=round), told)
    return table


def reasons(table: Table) -> list[tuple[str, str]]:
    step = table.view().shadow
    return [(w.reason.removeprefix("scroll_trick.why.shadow_"), w.clause.removeprefix("SCROLL-")) for w in step.why]


@pytest.mark.clause("SCROLL-9.1", "SCROLL-9.2")
def test_both_play_as_usual() -> None:
    table = Table(2).dealt()
    assert [s.closed for s in table.view().seats] == [7, 7, 7]
    table.refuses("3.4", "ben", "choose_trump", kind="A")
    table.trump().opened().placed()
    assert [len(s.cards) for s in table.view().seats] == [3, 3, 3]
    assert all(laid.tile for s in table.view().seats for laid in s.cards)


@pytest.mark.clause("SCROLL-9.3", "SCROLL-9.4", "SCROLL-9.5", "SCROLL-9.7")
def test_the_row_lies_before_cards_are_opened() -> None:
    table = Table(2).dealt()
    table.says("ann", "choose_trump", kind="E")
    assert [clause for _, clause in reasons(table)] == ["9.3", "9.4", "9.5", "9.7"]
    table.refuses("9.3", "ann", "open_card", card="A 1")
    table.refuses("9.4", "table", "lay_shadow", cards=hand("D1 D2"), value=3)
    table.refuses("9.4", "table", "lay_shadow", cards=hand("D1 D2 D3 D4"), value=3)
    table.refuses("2.1", "table", "lay_shadow", cards=hand("D1 D2 D1"), value=3)
    table.refuses("2.1", "table", "lay_shadow", cards=hand("D1 D2 D9"), value=3)
    ruling = table.says("ben", "lay_shadow", cards=hand("D1 D2 D3"), value=-1)
    assert ruling.told
    shadow = table.seat("shadow")
    assert [(laid.card, laid.tile, laid.value) for laid in shadow.cards] == [
        ("D 1", True, -1),
        ("D 2", True, None),
        ("D 3", True, None),
    ]
    assert shadow.closed == 4
    table.refuses("2.1", "ann", "open_card", card="D 2")
    table.says("ann", "open_card", card="A 1")


@pytest.mark.clause("SCROLL-9.6")
def test_the_shadows_scrolls_are_the_set_and_later_from_the_pile() -> None:
    table = Table(2).dealt()
    table.says("ann", "choose_trump", kind="E")
    assert table.refuses("9.6", "table", "lay_shadow", cards=hand("D1 D2 D3"), value=5).params["values"] == [3, 1, -1]
    later = at("shadow", 2, 2)
    pile = later.view().pile
    later.says("table", "lay_shadow", cards=hand("D1 D2 D3"), value=10)
    assert (pile, later.view().pile) == (26, 23)


@pytest.mark.clause("SCROLL-9.7")
def test_only_the_leftmost_scroll_of_the_shadow_is_up() -> None:
    table = Table(2).contest()
    table.refuses("5.4", "table", "turn_scroll", card="D 2", value=1, player="shadow")
    later = next(iter(_turning("ranked_silent")))
    later.refuses("5.9", "table", "turn_scroll", card=later.seat("shadow").cards[1].card, value=1, player="shadow")


def _turning(rank: str) -> list[Table]:
    """Return a table of round 3 in which the shadow comes second on points."""
    table = at("between", 2, 2, shadow_rank=rank).scored(p1="10 5 5", p2="10", shadow="10 5")
    table.says("table", "draw_scrolls")
    table.says("table", "give_marker", player="p2")
    return [table.dealt().trump(value=1).opened().placed()]


@pytest.mark.clause("SCROLL-10.2", "SCROLL-9.7")
@pytest.mark.parametrize(
    ("rank", "turns"), [("ranked_silent", (2, 0, 0)), ("ranked_turns", (2, 0, 1)), ("humans_only", (2, 1, 0))]
)
def test_the_shadow_in_the_ranking(rank: str, turns: tuple[int, ...]) -> None:
    [table] = _turning(rank)
    assert tuple(s.due for s in table.view().seats) == turns
    table.says("p1", "turn_scroll", card=["A 1", "B 1"], value=[1, 1])
    if turns[1]:
        table.says("p2", "turn_scroll", card="A 2", value=1)
    if turns[2]:
        table.refuses("9.7", "p2", "turn_scroll", card="D 3", value=-1, player="shadow")
        table.says("p2", "turn_scroll", card="D 2", value=-1, player="shadow")
        assert [laid.value for laid in table.seat("shadow").cards] == [1, -1, None]
    assert table.state.phase == "trick"


@pytest.mark.clause("SCROLL-9.8")
def test_nobody_chooses_for_the_shadow() -> None:
    table = Table(2).contest(row="A6 B7 A4")
    assert table.view().order == ("ann", "ben", "shadow")
    table.refuses("9.8", "ann", "shadow_play")
    table.plays("A1 A2")
    table.refuses("6.2", "ann", "play_card", card="D 1")
    refused = table.refuses("9.11", "ann", "shadow_play", card="A 4")
    assert refused.params == {"card": "A 6"}
    assert table.refuses("9.8", "ann", "shadow_play", card="C 7").firm
    assert not table.refuses("9.10", "ann", "shadow_play", card="B 7").firm
    table.refuses("2.1", "ann", "shadow_play", card="F 7")
    told = table.says("ben", "shadow_play")
    assert [n.message.removeprefix("scroll_trick.") for n in told.notices[:4]] == [
        "shadow_played",
        "why.shadow_sees",
        "why.shadow_follows",
        "why.shadow_leftmost",
    ]


@pytest.mark.clause("SCROLL-9.8")
@pytest.mark.parametrize(
    ("start", "place", "order"),
    [
        ("ann", "after_second", ("ann", "ben", "shadow")),
        ("ben", "after_second", ("ben", "ann", "shadow")),
        ("ann", "after_start", ("ann", "shadow", "ben")),
        ("ben", "after_start", ("ben", "shadow", "ann")),
    ],
)
def test_where_the_shadow_sits(start: str, place: str, order: tuple[str, ...]) -> None:
    table = Table(2, start=start, shadow_seat=place).contest()
    assert table.view().order == order
    table.plays("A1" if start == "ann" else "A2")
    assert table.view().active == order[1]


@pytest.mark.clause("SCROLL-9.9")
def test_face_down_cards_do_not_follow() -> None:
    table = Table(2).contest(row="D1 D2 D3")
    table.plays("A1 A2 -")
    table.takes()
    table.says("table", "refill_shadow", card="A 7", value=1)
    assert table.view().findings == ()
    claim = table.says("ann", "claim_revoke", accused="ben", trick=1)
    assert claim.notices[0].message == "scroll_trick.claim_followed"
    table.refuses("1.1", "ann", "claim_revoke", accused="shadow", trick=1)


@pytest.mark.clause("SCROLL-9.10", "SCROLL-9.11", "SCROLL-9.12")
@pytest.mark.parametrize(
    ("row", "plays", "why"),
    [
        ("D1 A4 D3", "A 4", [("sees", "9.8"), ("follows", "9.10")]),
        ("D1 A4 A7", "A 4", [("sees", "9.8"), ("follows", "9.10"), ("leftmost", "9.11")]),
        ("D1 E7 D3", "D 1", [("sees", "9.8"), ("has_none", "9.12")]),
    ],
)
def test_what_the_shadow_plays(row: str, plays: str, why: list[tuple[str, str]]) -> None:
    table = Table(2).contest(row=row)
    table.plays("A1 A2")
    assert (table.view().shadow.card, reasons(table)) == (plays, why)
    kind = plays[0] if len(why) > 1 and why[1][0] == "follows" else ""
    for other in (laid.card for laid in table.seat("shadow").cards if laid.card != plays):
        decides = "9.10" if kind and other[0] != kind else why[-1][1]
        table.refuses(decides, "ann", "shadow_play", card=other)
    table.says("ann", "shadow_play", card=plays)


@pytest.mark.clause("SCROLL-9.13", "SCROLL-9.18")
def test_a_shadow_that_wins_leads_with_its_leftmost_card() -> None:
    table = Table(2).contest(row="A7 D2 D3", value=1)
    table.plays("A1 A2 -")
    told = table.says("ann", "take_trick", player="shadow", values={"ann": 3, "ben": -1})
    assert told.notices[0].clause == "SCROLL-9.18"
    assert (table.seat("shadow").captured, table.seat("shadow").points) == ((3, -1, 1), 3)
    table.says("ann", "refill_shadow", card="E 7", value=3)
    assert (table.view().active, table.view().shadow.card) == ("shadow", "D 2")
    table.refuses("6.2", "ann", "play_card", card="B 1")
    table.refuses("9.13", "ann", "shadow_play", card="E 7")
    table.says("ann", "shadow_play")
    assert [(p.seat, p.card) for p in table.view().now.plays] == [("shadow", "D 2")]


@pytest.mark.clause("SCROLL-9.14", "SCROLL-9.17")
def test_the_scroll_on_the_shadows_card_goes_with_it_and_to_the_winner() -> None:
    table = Table(2).contest(row="D1 A4 D3", value=-1)
    table.plays("A1 A2 -")
    assert [(p.seat, p.tile, p.value) for p in table.view().now.plays][2] == ("shadow", True, None)
    table.refuses("9.6", "ann", "take_trick", player="shadow", values={"ann": 3, "ben": 3, "shadow": -1})
    table.refuses("6.15", "ann", "take_trick", player="shadow", values={"ann": 3, "ben": 3})
    person = Table(2).contest(row="D1 A4 D3", value=-1, ben="A5 B2 C2")
    person.plays("A1 A5 -")
    person.says("ben", "take_trick", player="ben", values={"ann": -1, "ben": 3, "shadow": 1})
    assert person.seat("ben").captured == (-1, 3, 1)


@pytest.mark.clause("SCROLL-9.15", "SCROLL-9.16")
def test_nothing_is_opened_during_a_trick() -> None:
    table = Table(2).contest(row="D4 A4 A6")
    table.refuses("9.15", "table", "refill_shadow", card="B 7")
    table.plays("A1 A2 -")
    table.refuses("9.15", "table", "refill_shadow", card="B 7")
    table.takes()
    table.says("table", "refill_shadow", card="B 7")


@pytest.mark.clause("SCROLL-9.15", "SCROLL-9.16")
def test_the_steps_of_restoring_the_row() -> None:
    table = Table(2).contest(row="A7 D2 D3", value=1)
    table.plays("A1 A2 -")
    table.takes()
    assert table.state.phase == "refill"
    assert [name for name, _ in reasons(table)] == ["opens", "new_scroll", "turns"]
    assert (table.view().shadow.opens, table.view().shadow.turns) == (1, "D 2")
    table.refuses("9.15", "ann", "play_card", card="B 1")
    table.refuses("9.15", "ann", "shadow_play")
    table.refuses("9.15", "ann", "refill_shadow", value=3)
    table.refuses("9.15", "ann", "refill_shadow", card="E 7")
    table.refuses("9.6", "ann", "refill_shadow", card="E 7", value=1)
    table.refuses("2.1", "ann", "refill_shadow", card="A 1", value=3)
    pile = table.view().pile
    table.says("ann", "refill_shadow", card="E 7", value=3)
    row = table.seat("shadow")
    assert [(laid.card, laid.tile, laid.value) for laid in row.cards] == [
        ("D 2", True, 3),
        ("D 3", True, None),
        ("E 7", True, None),
    ]
    assert (row.closed, table.view().pile) == (3, pile - 1)


@pytest.mark.clause("SCROLL-9.15", "SCROLL-9.16")
def test_when_the_leftmost_scroll_is_up_none_is_turned() -> None:
    table = Table(2).contest(row="D4 A3 D6", value=1)
    table.plays("A1 A2 -")
    table.takes()
    assert [name for name, _ in reasons(table)] == ["opens", "new_scroll"]
    table.refuses("9.15", "ann", "refill_shadow", card="B 7", value=3)
    table.says("ann", "refill_shadow", card="B 7")


@pytest.mark.clause("SCROLL-9.16", "SCROLL-10.1")
def test_the_row_shrinks_at_the_end_of_a_round() -> None:
    table = Table(2).contest(row="A7 D2 D3", value=1)
    rows = []
    closed = iter(hand("E1 E2 E3 E4"))
    unseen = iter(hand("E5 E6 E7 C7 C6 C5 C4 D7"))
    while table.state.phase != "between":
        if table.state.phase == "trick":
            shadow = table.seat("shadow")
            if not table.view().now.plays:
                rows.append((len(shadow.cards) + shadow.closed, len(shadow.cards)))
                assert [laid.value is not None for laid in shadow.cards] == [True, False, False][: len(shadow.cards)]
            seat = table.view().active
            if seat == "shadow":
                table.says("table", "shadow_play")
                continue
            lying = table.prompts()["play_card"].params["open"]
            table.says(seat, "play_card", card=lying[0] if lying else next(unseen))
        elif table.state.phase == "resolve":
            table.takes()
        elif table.state.phase == "refill":
            step = table.view().shadow
            values = table.prompts()["refill_shadow"].choices("refill_shadow", "value")
            move = {"card": next(closed)} if step.opens else {}
            if not step.opens:
                table.refuses("9.16", "table", "refill_shadow", card="C 3", value=values[0])
            table.says("table", "refill_shadow", **move, **({"value": values[0]} if step.turns is not None else {}))
        elif table.state.phase == "ended":
            break
    assert rows == [(7, 3), (6, 3), (5, 3), (4, 3), (3, 3), (2, 2), (1, 1)]
    assert sum(s.tiles for s in table.view().seats) == 13
    assert all((s.closed, s.cards) == (0, ()) for s in table.view().seats)


@pytest.mark.clause("SCROLL-10.3")
@pytest.mark.parametrize("round", [1, 2])
def test_a_shadow_that_leads_on_points_ends_the_match(round: int) -> None:
    table = standing("5 3 3", "5 3", "10 3 -1", round)
    assert table.state.phase == "ended"
    result = table.view().result
    assert (result.winners, result.clause) == ((), "SCROLL-10.3")
    assert [(p.seat, p.points) for p in result.ranking] == [("shadow", 12), ("ann", 11), ("ben", 8)]
    for kind in ("draw_scrolls", "confirm_deal", "play_card", "open_card"):
        fields = {"card": "A 1"} if kind.endswith("card") else {}
        plays = Table(state=replace(table.state, options=scroll_trick.OPTIONS()))
        plays.refuses("10.3", "ann", kind, **fields)


@pytest.mark.clause("SCROLL-10.3")
def test_a_tie_with_the_shadow_goes_on_or_ends() -> None:
    assert standing("5 3 3", "5 3", "10 1").state.phase == "between"
    assert standing("5 3 3", "5 3", "10 1", shadow_tie="tie_ends").state.phase == "ended"
    assert standing("5 3 3", "5 3", "10", shadow_tie="tie_ends").state.phase == "between"


@pytest.mark.clause("SCROLL-10.4", "SCROLL-10.5")
def test_after_round_3_points_decide_and_the_shadow_can_win() -> None:
    won = standing("5 3", "5", "10 1", 3).view().result
    assert (won.winners, won.clause, won.reason) == (("shadow",), "SCROLL-10.5", "scroll_trick.shadow_wins")
    person = standing("5 3", "5", "10 1", 3, shadow_final="humans_only").view().result
    assert person.winners == ("ann",)
    assert [p.seat for p in person.ranking] == ["ann", "ben"]
    equal = standing("5 3", "1", "3 5", 3).view().result
    assert (equal.winners, equal.reason) == (("ann",), "scroll_trick.before_shadow")
    more = standing("10", "1", "5 5", 3).view().result
    assert more.winners == ("shadow",)
    assert standing("10 1", "1", "5 5", 3).view().result.winners == ("ann",)


@pytest.mark.clause("SCROLL-10.6", "SCROLL-7.3")
def test_the_marker_never_goes_to_the_shadow() -> None:
    table = standing("5 3", "5", "-1")
    assert table.view().lowest == ("ben",)
    table.refuses("10.6", "table", "give_marker", player="shadow")
    table.refuses("7.3", "table", "give_marker", player="ann")
    table.says("table", "give_marker", player="ben")


@pytest.mark.clause("SCROLL-10.6")
@pytest.mark.parametrize(("low", "leader"), [("humans_only", "p2"), ("shadow_leads", "shadow")])
@pytest.mark.parametrize("shadow", ["-5", "1"])
def test_by_option_the_shadow_leads_the_first_trick_when_it_alone_is_lowest(low: str, leader: str, shadow: str) -> None:
    table = at("between", 1, 2, shadow_low=low).scored(p1="10", p2="1", shadow=shadow)
    table.says("table", "draw_scrolls")
    table.says("table", "give_marker", player="p2")
    table.dealt().trump(value=1).opened().placed()
    table.says("p1", "turn_scroll", card="A 1", value=1)
    assert table.view().leader == (leader if shadow == "-5" else "p2")
    assert table.state.marker == "p2"


@pytest.mark.clause("SCROLL-10.2")
def test_a_tie_with_the_shadow_turns_as_first() -> None:
    table = standing("5 3 3", "5 3", "10 1")
    assert [s.due for s in table.view().seats] == [1, 0, 0]
    assert match_is_over(replace(table.state, round=3), []).phase == "ended"
