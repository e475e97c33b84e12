"""What an intruder plans: kept as short texts, taken back step by step, declared as the referee reads it."""

from __future__ import annotations

from companion.games.scorpion.intruders.way import MOST, SEARCH, Item, Plan, card_move, item_of, path_move, read, texts

WALK = Item("ninja", "walk", "N7")
KILL = Item("ninja", "kenjutsu2", "g05")
SAKE = Item("traitor", "potent_sake", "g01+g02")


def test_a_plan_survives_being_written_as_texts() -> None:
    plan = Plan(7, "traitor", (WALK, KILL, SAKE, Item("traitor", "exit_map"), Item("ninja", SEARCH, "N7")))
    for each in (plan, Plan(7, "ninja", plan.items, "rope", Item("ninja", "bluff", "rope"), "K1"), Plan(7)):
        assert read(texts(each), 7) == each
        assert all(len(text) <= 40 for text in texts(each))


def test_a_plan_of_another_turn_is_forgotten() -> None:
    written = texts(Plan(7, "ninja", (WALK,)))
    assert read(written, 8) == Plan(8)
    assert read((), 8) == Plan(8)


def test_texts_that_nobody_wrote_are_left_out() -> None:
    assert read(("7 x", "", "zz", "n", "q walk N7", "n walk N7"), 7).items == (WALK,)


def test_steps_are_taken_back_with_the_cards_used_on_them() -> None:
    further = Item("ninja", "walk", "N8")
    plan = Plan(7, "ninja", (Item("ninja", "shuriken", "g09"), WALK, KILL, Item("traitor", "walk", "K1"), further))
    assert plan.moved("ninja") == 2
    assert plan.without_last("ninja").of("ninja") == plan.of("ninja")[:-1]


def test_one_search_too_many_takes_the_place_of_the_last() -> None:
    plan = Plan(7, "ninja", (Item("traitor", SEARCH, "K1"),))
    for zone in ("N7", "N8", "N9"):
        plan = plan.toggled(Item("ninja", SEARCH, zone), 2)
    assert [item.what for item in plan.of("ninja", SEARCH)] == ["N7", "N9"]
    assert plan.of("traitor", SEARCH) == (Item("traitor", SEARCH, "K1"),)
    assert plan.toggled(Item("ninja", SEARCH, "N7"), 2).of("ninja", SEARCH) == (Item("ninja", SEARCH, "N9"),)


def test_a_plan_grows_no_longer_than_the_host_keeps() -> None:
    plan = Plan(7, "ninja")
    for _ in range(30):
        plan = plan.add(WALK)
    assert len(plan.items) == MOST
    assert len(texts(plan)) <= 20


def test_a_path_is_declared_for_one_or_step_by_step_for_both() -> None:
    plan = Plan(7, "ninja", (WALK, SAKE, KILL, Item("ninja", SEARCH, "N7")))
    alone = path_move(plan, ("ninja",))
    assert alone == {
        "type": "lock_path",
        "intruder": "ninja",
        "steps": [{"do": "walk", "to": "N7"}, {"do": "kenjutsu", "guards": ["g05"], "value": 2}],
    }
    both = path_move(plan, ("ninja", "traitor"))
    assert "intruder" not in both
    assert [(step["do"], step["intruder"]) for step in both["steps"]] == [
        ("walk", "ninja"), ("sake", "traitor"), ("kenjutsu", "ninja"),
    ]  # fmt: skip


def test_steps_of_the_referee_become_items_and_back() -> None:
    items = (
        WALK,
        KILL,
        SAKE,
        Item("ninja", "bluff", "rope"),
        Item("ninja", "shadow_walk"),
        Item("traitor", "exit_map"),
    )
    for item in items:
        (step,) = path_move(Plan(7, item.who, (item,)), (item.who,))["steps"]
        assert item_of(item.who, step) == item


def test_a_card_by_itself_names_its_guards_or_that_it_is_a_bluff() -> None:
    assert card_move(SAKE) == {
        "type": "play_intruder_card", "intruder": "traitor", "card": "potent_sake", "guards": ["g01", "g02"],
    }  # fmt: skip
    assert card_move(Item("ninja", "bluff", "rope")) == {
        "type": "play_intruder_card", "intruder": "ninja", "card": "rope", "bluff": True,
    }  # fmt: skip
