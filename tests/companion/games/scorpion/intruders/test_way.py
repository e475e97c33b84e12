"""Where a plan leads, beside what the referee says of the same steps."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from companion.games.scorpion.intruders.cards import kinds, usable
from companion.games.scorpion.intruders.way import (
    Item,
    Plan,
    PlannedPath,
    following,
    item_of,
    searches_after,
    secrets_of,
    warnings,
    ways,
    why_not,
)
from companion.tables.backend import know
from referee import scorpion
from referee.core.offers import Some
from referee.core.offers import Way as Paths
from referee.scorpion.cards import KINDS
from referee.scorpion.moves import LockPath, Step
from referee.scorpion.state import State
from tests.players.scorpion.match import judged
from tests.referee.scorpion.intruders.paths import next_cards, next_steps
from tests.referee.scorpion.night import BOARD, Night
from tests.referee.scorpion.night import steps as path_of

know(BOARD)


def legal_of(state: State, who: str) -> Paths:
    """What the owner is offered."""
    seat = next(c.seat for c in state.characters if c.who == who)
    offers = [o for p in scorpion.prompts(state, seat) if p.seat == seat for o in p.offers if o.move == "lock_path"]
    found = next(o.fields["steps"] for o in offers if who in o.choices("intruder"))
    assert isinstance(found, Paths)
    return found


def way_of(state: State, who: str, steps: tuple[Step, ...]) -> PlannedPath:
    """How far a plan of these steps leads."""
    seat = next(c.seat for c in state.characters if c.who == who)
    items = tuple(item_of(who, step.model_dump(exclude_none=True)) for step in steps)
    return ways(scorpion.view(state, seat), Plan(state.turn, who, items))[who]


@lru_cache
def paths(seed: int, players: int, *options: tuple[str, str]) -> tuple[tuple[State, str, tuple[Step, ...]], ...]:
    """Every path of a random match, before it is locked."""
    return tuple(
        (played.before, played.parsed.intruder, played.parsed.steps)
        for played in judged(seed, players, dict(options))
        if isinstance(played.parsed, LockPath) and played.parsed.intruder is not None
    )


def plain(items: Any) -> set[tuple[str, str]]:
    """Movements and uses, to be compared."""
    return {(item.do, item.what) for item in items}


MATCHES = [(1, 2), (2, 3), (3, 4, ("disputed", "on")), (4, 2, ("shuriken_range", "1"), ("sake_targets", "2"))]


@pytest.mark.clause("SCORPION-17.3")
@pytest.mark.parametrize("match", MATCHES)
def test_what_may_follow_is_what_the_referee_allows(match: tuple[Any, ...]) -> None:
    compared = 0
    for state, who, steps in paths(*match):
        legal = legal_of(state, who)
        for n in range(len(steps) + 1):
            before = steps[:n]
            theirs = next_steps(state, who, before)
            assert plain(following(legal, way_of(state, who, before))) == plain(
                item_of(who, step.model_dump(exclude_none=True)) for step in theirs
            )
            compared += 1
    assert compared > 20


@pytest.mark.clause("SCORPION-16.2")
@pytest.mark.parametrize("match", MATCHES)
def test_cards_are_offered_where_the_referee_takes_them(match: tuple[Any, ...]) -> None:
    compared = 0
    for state, who, steps in paths(*match):
        seat = next(c.seat for c in state.characters if c.who == who)
        view = scorpion.view(state, seat)
        for n in range(len(steps) + 1):
            way = way_of(state, who, steps[:n])
            deck = KINDS[who]  # type: ignore[index]
            mine = {use for card in deck for use in plain(usable(view, way, card, locked=False))}
            theirs = plain(
                item_of(who, step.model_dump(exclude_none=True)) for step in next_cards(state, who, steps[:n])
            )
            # The referee names one guard of those who may drink; the screen offers all who may drink together.
            assert theirs == {use for use in mine if "+" not in use[1]}
            compared += 1
    assert compared > 20


def warned(night: Night, who: str, path: tuple[Step, ...]) -> tuple[str, ...]:
    """What the owner of a path is warned of."""
    seat = next(c.seat for c in night.state.characters if c.who == who)
    return tuple(warnings(scorpion.view(night.state, seat), way_of(night.state, who, path)))


@pytest.mark.clause("SCORPION-21.4")
@pytest.mark.parametrize(
    ("path", "seen"),
    [
        (("c2",), True),
        (("c2", "c1"), True),
        (("c2", "kenjutsu1 g01"), False),
        (("c2", "shuriken g01"), False),
        (("c2", "shadow_walk", "c1"), False),
        (("b1",), False),
        (("b1", "exit_map"), False),
    ],
)
def test_the_owner_is_warned_of_being_seen(path: tuple[str, ...], seen: bool) -> None:
    night = Night("b2", "c3", ["c2"], board=BOARD)
    assert ("scorpion.screen.in.warn_seen" in warned(night, "ninja", path_of(*path))) is seen


@pytest.mark.clause("SCORPION-21.9")
def test_a_guard_made_drunk_warns_of_nothing() -> None:
    night = Night("b1", "b2", ["c2"])
    assert "scorpion.screen.in.warn_seen" not in warned(night, "traitor", path_of("c2", "sake g01"))


@pytest.mark.clause("SCORPION-5.7", "SCORPION-18.2")
def test_the_owner_is_warned_that_a_search_can_find_nothing() -> None:
    night = Night("c3")
    assert warned(night, "ninja", path_of("c4")) == ("scorpion.screen.in.warn_no_mark_there",)
    assert warned(night, "ninja", path_of("c4", "b4")) == ()
    assert warned(night, "ninja", ()) == ("scorpion.screen.in.warn_nothing_to_search",)


@pytest.mark.clause("SCORPION-20.6")
def test_the_owner_is_warned_before_leaving_without_the_mission() -> None:
    night = Night("b1")
    assert warned(night, "ninja", path_of("exit_map")) == ("scorpion.screen.in.warn_leaves_undone",)
    night.set("ninja", accomplished=True)
    assert warned(night, "ninja", path_of("exit_map")) == ()


@pytest.mark.clause("SCORPION-32.1")
def test_warnings_rest_on_the_own_facts_and_the_open_board_alone() -> None:
    night, other = Night("b2", "c3", ["c1"]), Night("b2", "c4", ["c1"])
    other.change(marks=other.state.marks.__class__(hidden=("b2",)))
    for path in (("c2",), ("b1", "c1"), ()):
        assert warned(night, "ninja", path_of(*path)) == warned(other, "ninja", path_of(*path))


@pytest.mark.clause("SCORPION-17.1")
def test_why_a_zone_cannot_be_entered_is_said_by_its_clause() -> None:
    night = Night("b2", "c3", board=BOARD)
    view = scorpion.view(night.state, "intruders")

    def why(zone: str, *steps: Item) -> tuple[str, str]:
        clause, key, _ = why_not(view, ways(view, Plan(3, "ninja", steps))["ninja"], zone)
        return clause, key

    assert why("c5") == ("SCORPION-17.3", "scorpion.not_beside")
    moat = Item("ninja", "walk", "b3")
    assert why("b2", moat) == ("SCORPION-17.5", "scorpion.moat_stops")
    assert why("b4", Item("ninja", "walk", "b3"))[0] == "SCORPION-17.5"
    there = [Item("ninja", "walk", zone) for zone in ("b1", "b2", "b1")]
    assert why("b2", *there) == ("SCORPION-17.1", "scorpion.too_many_steps")
    inside = Night("passage", "c3", board=BOARD)
    seen = scorpion.view(inside.state, "intruders")
    assert why_not(seen, ways(seen, Plan(3))["ninja"], "b1")[0] == "SCORPION-25.2"


@pytest.mark.clause("SCORPION-17.6")
def test_a_wall_says_that_it_takes_a_rope() -> None:
    night = Night("b3", "c3", board=BOARD, hands={"ninja": ()})
    view = scorpion.view(night.state, "intruders")
    assert why_not(view, ways(view, Plan(3))["ninja"], "b4")[:2] == ("SCORPION-17.6", "scorpion.wall_needs_rope")


@pytest.mark.clause("SCORPION-26.2")
def test_a_rope_thrown_as_a_bluff_hangs_nowhere() -> None:
    night = Night("b3", "c3", board=BOARD, hands={"ninja": ("rope",)})
    legal, view = legal_of(night.state, "ninja"), scorpion.view(night.state, "intruders")
    before = ways(view, Plan(3))["ninja"]
    assert "rope_new" in {item.do for item in following(legal, before)}
    after = ways(view, Plan(3, "ninja", (Item("ninja", "bluff", "rope"),)))["ninja"]
    assert "rope_new" not in {item.do for item in following(legal, after)}


def test_one_intruder_clears_the_way_for_the_other() -> None:
    night = Night("b2", "b1", ("b2",), board=BOARD, hands={"ninja": ("kenjutsu1",)})
    view = scorpion.view(night.state, "intruders")
    walk = Item("traitor", "walk", "b2")
    assert ways(view, Plan(3, "traitor", (walk,)))["traitor"].seen
    kill = Item("ninja", "kenjutsu1", "g01")
    assert not ways(view, Plan(3, "traitor", (kill, walk)))["traitor"].seen
    assert ways(view, Plan(3, "traitor", (walk, kill)))["traitor"].seen


def test_where_kinds_are_not_entered_every_card_of_the_deck_may_be_tried() -> None:
    night = Night("b2", "c3", ("b2",), board=BOARD, intruder_cards="counted")
    view = scorpion.view(night.state, "intruders")
    ninja = next(c for c in secrets_of(view) if c.who == "ninja")
    way = ways(view, Plan(3))["ninja"]
    assert kinds(ninja, way) == tuple((card, 0) for card in KINDS["ninja"])
    assert plain(usable(view, way, "kenjutsu2", locked=False)) == {("kenjutsu2", "g01"), ("bluff", "kenjutsu2")}


def test_nothing_is_left_of_a_plan_for_who_was_moved_by_somebody_else() -> None:
    night = Night("b2", "c3", board=BOARD)
    plan = Plan(3, "ninja", (Item("ninja", "walk", "b1"),))
    assert ways(scorpion.view(night.state, "intruders"), plan)["ninja"].zones == ("b2", "b1")
    night.says("intruders", "lock_path", intruder="ninja", steps=[{"do": "walk", "to": "c2"}])
    assert ways(scorpion.view(night.state, "intruders"), plan)["ninja"].zones == ("c2",)


@pytest.mark.clause("SCORPION-18.4")
def test_how_many_zones_may_be_searched_after_a_way_is_what_the_referee_offers() -> None:
    for limit in ("side_2", "each_2"):
        night = Night("b2", "b1", board=BOARD, search_limit=limit)
        for who, to in (("ninja", "b1"), ("traitor", "b2")):
            view = scorpion.view(night.state, "intruders")
            told = searches_after(view, ways(view, Plan(3, who, (Item(who, "walk", to),)))[who])
            night.says("intruders", "lock_path", intruder=who, steps=[{"do": "walk", "to": to}])
            offers = [o for p in scorpion.prompts(night.state, "intruders") for o in p.offers]
            searches = [o.fields["searches"] for o in offers if o.move == "declare_searches"]
            assert [each.most for each in searches if isinstance(each, Some)] == [told]
            night.says("intruders", "declare_searches", searches=[{"intruder": who, "zone": to}])
            if "answer_hidden_sentry" in night.prompts("intruders"):
                night.says("intruders", "answer_hidden_sentry", use="none")


def test_nothing_is_to_be_searched_where_the_intruder_stayed_or_nothing_can_be_hidden() -> None:
    night = Night("b2", "b3", board=BOARD)
    view = scorpion.view(night.state, "intruders")
    assert searches_after(view, ways(view, Plan(3))["ninja"]) == 0
