"""What is proved afterwards from what everybody saw (ledger section 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from referee import scroll_trick
from referee.core.values import Ruling
from referee.scroll_trick.ranking import reneges
from referee.scroll_trick.state import State, cards
from tests.players.scroll_trick import CROOKED, playing
from tests.referee.scroll_trick.table import Table, turning


def messages(ruling: Ruling) -> list[str]:
    return [n.message.removeprefix("scroll_trick.") for n in ruling.notices]


def revoke(**options: str) -> Table:
    """Return a table at which Ben did not follow in trick 1 and leads the second, as nobody knows yet."""
    table = Table(**options).contest()
    table.plays("D1 E1 D3")
    table.takes()
    return table


@pytest.mark.clause("SCROLL-6.4")
def test_a_revoke_is_proved_by_a_card_that_is_played_later() -> None:
    table = revoke()
    ruling = table.says("ben", "play_card", card="D 7")
    assert "finding.revoke" in messages(ruling)
    finding = table.view().findings[0]
    assert (finding.player, finding.round, finding.trick, finding.lead) == ("ben", 1, 1, "D")
    assert (finding.card, finding.proving, finding.proved_trick, finding.was_open) == ("E 1", "D 7", 2, False)
    table.plays("D6 D5")
    table.takes()
    assert len(table.view().findings) == 1


@pytest.mark.clause("SCROLL-6.4", "SCROLL-6.5")
def test_another_card_proves_nothing() -> None:
    table = revoke()
    ruling = table.says("ben", "play_card", card="A 7")
    assert table.view().findings == ()
    assert "finding.revoke" not in messages(ruling)


@pytest.mark.clause("SCROLL-6.4")
def test_each_trick_is_proved_once() -> None:
    table = Table().contest()
    table.plays("D1 E1 D3")
    table.takes()
    table.plays("E2 D4 D5")
    assert [f.player for f in table.view().findings] == []
    table.takes()
    table.plays("E3 D6 E5")
    assert [(f.player, f.trick, f.proving) for f in table.view().findings] == [("ann", 2, "E 5")]
    table.takes()
    table.plays("D2 D7 E6")
    assert [(f.player, f.trick, f.proving) for f in table.view().findings] == [
        ("ann", 2, "E 5"),
        ("ben", 1, "D 7"),
        ("cem", 2, "E 6"),
        ("cem", 3, "E 6"),
    ]


@pytest.mark.clause("SCROLL-6.6")
def test_a_card_that_lay_open_should_have_been_refused() -> None:
    table = Table().contest()
    table.plays("A1")
    assert table.judge("ben", "play_card", card="D 7").clause == "SCROLL-6.6"
    table.says("ben", "play_card", ("6.6",), card="D 7")
    table.plays("A3")
    table.takes()
    table.plays("A7")
    ruling = table.says("ann", "play_card", card="A 6")
    assert messages(ruling) == ["played"]
    ruling = table.says("ben", "play_card", card="A 2")
    assert messages(ruling)[1:3] == ["finding.revoke", "finding.was_open"]
    assert table.view().findings[0].was_open


@pytest.mark.clause("SCROLL-6.4")
def test_a_claim_is_answered_from_what_everybody_saw() -> None:
    table = revoke()
    claim = {"accused": "ben", "trick": 1}
    before = table.state
    assert messages(table.says("cem", "claim_revoke", **claim)) == ["claim_open"]
    assert messages(table.says("ann", "claim_revoke", accused="cem", trick=1)) == ["claim_followed"]
    assert table.state == before
    table.refuses("6.4", "cem", "claim_revoke", accused="ben", trick=2)
    table.refuses("6.4", "cem", "claim_revoke", accused="ben", trick=7)
    table.refuses("1.1", "cem", "claim_revoke", accused="zoe", trick=1)
    table.plays("D7")
    proved = table.says("cem", "claim_revoke", **claim)
    assert messages(proved) == ["claim_proved"]
    assert proved.notices[0].params["proving"] == "D 7"


@pytest.mark.clause("SCROLL-6.4", "SCROLL-6.5")
def test_when_all_cards_are_out_a_claim_is_disproved() -> None:
    table = Table().contest(ann="A1 B1 C1", ben="A2 B2 C2", cem="A3 B3 C3")
    tricks = ("D1 E1 D3", "A2 A3 A1", "B3 B1 B2", "C3 C1 C2", "A4 C4 A6", "E2 E3 E4", "E5 E6 E7")
    for n, trick in enumerate(tricks):
        table.plays(trick)
        if n < 6:
            table.takes()
    assert messages(table.says("ann", "claim_revoke", accused="ben", trick=1)) == ["claim_disproved"]


@pytest.mark.clause("SCROLL-6.4")
def test_a_claim_is_answered_and_offered_after_the_end() -> None:
    _, _, ended = playing(3, 3)
    assert ended.phase == "ended"
    claim = {"type": "claim_revoke", "accused": "p1", "trick": 7}
    offered = [prompt for prompt in scroll_trick.prompts(ended, "p2") if prompt.seat == "p2"]
    assert [offer.fits(claim) for prompt in offered for offer in prompt.offers] == [True]
    assert scroll_trick.judge(ended, "p2", scroll_trick.MOVE.validate_python(claim)).upheld


@pytest.mark.clause("SCROLL-6.4")
def test_with_five_players_cards_without_a_place_name_the_suspects() -> None:
    table = Table(5).contest()
    table.plays("D1 E1 E2 E3 E4")
    ruling = table.takes()
    finding = table.view().findings[0]
    assert "finding.capacity" in messages(ruling)
    assert (finding.kind, finding.player, finding.kinds) == ("capacity", None, ("D",))
    assert finding.suspects == ("ben", "cem", "dee", "eve")


@pytest.mark.clause("SCROLL-6.4")
def test_with_five_players_a_void_that_may_be_true_accuses_nobody() -> None:
    table = Table(5).contest()
    table.plays("D1 E1 D2 D3 D4")
    table.takes()
    assert table.view().findings == ()


@pytest.mark.clause("SCROLL-6.4")
def test_with_three_players_the_cards_may_lie_aside() -> None:
    table = Table().contest()
    table.plays("D1 E1 E2")
    table.takes()
    assert table.view().findings == ()


@pytest.mark.clause("SCROLL-6.4")
def test_the_same_suspects_are_named_once_a_round_and_again_in_the_next() -> None:
    table = Table(5).contest()
    table.plays("D1 E1 E2 E3 E4")
    table.takes()
    table.plays("E5 A1 A2 A3 A4")
    assert "finding.capacity" not in messages(table.takes())
    (finding,) = table.view().findings
    table.state = replace(table.state, findings=(finding.model_copy(update={"round": 0}),))
    table.plays("E6 B1 B2 B3 B4")
    assert "finding.capacity" in messages(table.takes())


@pytest.mark.clause("SCROLL-6.4", "SCROLL-2.1")
def test_a_card_that_was_shown_twice_leaves_a_place_and_accuses_nobody() -> None:
    table = Table(5).contest()
    table.plays("D1 E1 E2 E3")
    table.says("eve", "play_card", ("2.1",), card="E 2")
    table.takes()
    assert {f.kind for f in table.view().findings} == {"double_card"}


@pytest.mark.clause("SCROLL-6.4", "SCROLL-5.5")
def test_corrected_scrolls_leave_open_what_the_table_decides_about_a_revoke() -> None:
    table = revoke(revoke_remedy="rewind")
    table.plays("D7")
    table.scored(ann="-5")
    table.scored(ann="10")
    assert (table.view().remedy.player, table.view().remedy.trick) == ("ben", 1)


def distributed(unseen: Sequence[int], hands: Sequence[tuple[int, set[int]]]) -> bool:
    """Tell whether so many cards of each kind go into hands of a size, each of which cannot hold some kinds."""

    def put(kind: int, rooms: tuple[int, ...]) -> bool:
        return kind == len(unseen) or any(put(kind + 1, left) for left in spread(kind, unseen[kind], rooms))

    def spread(kind: int, number: int, rooms: tuple[int, ...], at: int = 0) -> Iterator[tuple[int, ...]]:
        if at == len(rooms):
            yield from [rooms] if not number else []
            return
        most = 0 if kind in hands[at][1] else min(number, rooms[at])
        for here in range(most + 1):
            fewer = (*rooms[:at], rooms[at] - here, *rooms[at + 1 :])
            yield from spread(kind, number - here, fewer, at + 1)

    return put(0, tuple(size for size, _ in hands))


def has_places(state: State) -> bool:
    """Tell, card by card, whether all that nobody has seen can lie where nobody's plays exclude it."""
    plays = [(trick, play) for trick in state.tricks for play in trick.plays]
    seen = {play.card for _, play in plays} | set(state.out)
    seen |= {laid.card for p in (*state.players, *([state.shadow] if state.shadow else [])) for laid in p.open}
    kinds = sorted({card[0] for card in cards(state)})
    unseen = [sum(card[0] == kind and card not in seen for card in cards(state)) for kind in kinds]
    hands: list[tuple[int, set[int]]] = []
    for p in state.players:
        mine = [(trick.plays[0].card[0], play.card[0]) for trick, play in plays if play.seat == p.seat]
        void = {led for n, (led, mine_) in enumerate(mine) if led != mine_ and led not in [own for _, own in mine[n:]]}
        hands.append((p.closed, {kinds.index(kind) for kind in void}))
    hands.append((sum(unseen) - sum(size for size, _ in hands), set()))
    return distributed(unseen, hands)


@pytest.mark.clause("SCROLL-6.4")
@pytest.mark.parametrize("count", [2, 4, 5])
def test_suspects_are_named_exactly_when_the_unseen_cards_have_no_place(count: int) -> None:
    """Held to every way in which the cards could lie, in matches of players who keep cards back."""
    outcomes: set[tuple[bool, bool]] = set()
    for seed in range(8):
        made, _, last = playing(seed, count, {}, CROOKED)
        for before, after in pairwise([*(step.before for step in made), last]):
            if after.round != before.round or taken(after) <= taken(before):
                continue
            if any(f.kind == "double_card" and f.round == after.round for f in after.findings):
                continue
            named = [f for f in after.findings if f.kind == "capacity" and f.round == after.round]
            fresh = len(named) > sum(f.kind == "capacity" and f.round == after.round for f in before.findings)
            fits = has_places(after)
            assert (not fits) or not fresh, (seed, after.round, len(after.tricks))
            assert fits or named, (seed, after.round, len(after.tricks))
            outcomes.add((fits, bool(named)))
    assert (True, False) in outcomes
    assert count < 5 or (False, True) in outcomes  # with fewer players cards lie aside, which is room for most


def taken(state: Any) -> int:
    """Return how many tricks of the round are over."""
    return sum(trick.winner is not None for trick in state.tricks)


@pytest.mark.clause("SCROLL-6.4")
def test_reneges_are_counted_by_who_is_proved_and_not_by_who_is_suspected() -> None:
    table = Table(5).contest()
    table.plays("D1 E1 E2 E3 E4")
    table.takes()
    assert reneges(table.state) == ()
    table.plays("E5 A1 D2")
    assert reneges(table.state) == ("ben",)
    assert {f.kind for f in table.view().findings} == {"capacity", "revoke"}


@pytest.mark.clause("SCROLL-6.4")
def test_what_is_proved_is_only_reported_unless_the_option_says_otherwise() -> None:
    table = revoke()
    table.plays("D7")
    assert table.view().remedy is None
    table.refuses("6.4", "table", "remedy", choice="rewind")
    table.plays("D6")


@pytest.mark.clause("SCROLL-6.4")
def test_by_option_the_table_goes_back_to_the_trick() -> None:
    table = Table(revoke_remedy="rewind").contest(ben="A2 B2 A4")
    begun = table.view()
    table.plays("D1 E1 D3")
    table.takes()
    table.plays("B2 B3 B1")
    table.says("table", "take_trick", player="cem", values={"ann": 3, "ben": 3, "cem": 3})
    table.plays("C3 C1 D7")
    remedy = table.view().remedy
    assert (remedy.player, remedy.trick) == ("ben", 1)
    assert next(iter(table.prompts())) == "remedy"
    table.refuses("6.4", "cem", "take_trick", player="cem")
    table.refuses("6.4", "ann", "play_card", card="A 1")
    ruling = table.says("cem", "remedy", choice="rewind")
    assert ruling.told
    after = table.view()
    assert [f.rewound for f in after.findings] == [True]
    assert reneges(table.state) == ()
    assert after.model_copy(update={"findings": ()}) == begun
    table.plays("D1 E1 D3")
    table.takes()
    table.plays("D7")
    assert [f.rewound for f in table.view().findings] == [True, False]


@pytest.mark.clause("SCROLL-6.4")
def test_by_option_the_table_may_let_it_stand() -> None:
    table = revoke(revoke_remedy="rewind")
    table.plays("D7")
    told = table.says("ann", "remedy", choice="stand")
    assert messages(told) == ["revoke_stands"]
    assert table.view().remedy is None
    table.plays("D6 D5")
    table.takes()


@pytest.mark.clause("SCROLL-6.4")
def test_the_table_decides_about_each_trick_in_turn() -> None:
    table = Table(revoke_remedy="rewind").contest(trump="A", ben="A2 C2 C4")
    table.plays("D1 E1 D3")
    table.takes()
    table.plays("D4 D2 E2")
    table.takes()
    table.plays("D5 D6 E3")
    assert table.view().remedy is None
    table.takes()
    table.plays("B1 D7")
    assert [(f.player, f.trick) for f in table.view().findings] == [("ben", 1), ("ben", 2), ("ben", 3)]
    asked = []
    while table.view().remedy is not None:
        asked.append(table.view().remedy.trick)
        table.says("table", "remedy", choice="stand")
    assert asked == [1, 2, 3]


@pytest.mark.clause("SCROLL-5.5", "SCROLL-7.3")
def test_corrected_scrolls_show_who_should_have_turned_and_started() -> None:
    table = turning(2, points="3 1/3/-1 1").placed()
    table.says("p1", "turn_scroll", card="A 1", value=1)
    assert (table.state.marker, table.state.phase) == ("p3", "trick")
    table.scored(p1="3 -1")
    findings = {(f.kind, f.player): f for f in table.view().findings}
    assert set(findings) == {("turning", "p1"), ("turning", "p2")}
    assert [(f.turned, f.due) for f in findings.values()] == [(1, 0), (0, 1)]
    table.scored(p1="3 1", p3="10")
    findings = {(f.kind, f.player): f for f in table.view().findings}
    assert findings["marker", "p3"].suspects == ("p2",)
    assert {seat for kind, seat in findings if kind == "turning"} == {"p1", "p3"}
    table.scored(p3="-1 1")
    assert table.view().findings == ()
