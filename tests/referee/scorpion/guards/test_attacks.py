"""Guards attack visible intruders: who, how often, with which cards; wounds, death, and the wound cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.scorpion.guards.attacks import may_attack
from referee.scorpion.state import stock, with_character, with_stock
from tests.referee.scorpion.guards.guarded import Guarded, copies, lay, with_flags

MANY = {"kenjutsu": 5, "sentry_search": 2, "patrol_search": 1}


def facing(guards: str = "g01:a5 g02:a5 g03:a5", **fields: object) -> Guarded:
    """Guards in a5 see the Ninja there; the Traitor is in c5."""
    about = {"ninja": "a5", "traitor": "c5", "visible": ("ninja",), "hand": MANY, "phase": "patrol", **fields}
    return lay(guards, **about)  # type: ignore[arg-type]


def attack(table: Guarded, guard: str, who: str = "ninja", seat: str = "guards") -> None:
    table.says(seat, "attack_intruder", guard=guard, intruder=who)


@pytest.mark.clause("SCORPION-22.1")
def test_a_guard_attacks_only_in_their_own_zone_and_only_whom_they_see() -> None:
    table = facing("g01:a5 g02:a4")
    table.refuses("22.6", "guards", "attack_intruder", guard="g02", intruder="ninja")
    table.refuses("22.6", "guards", "attack_intruder", guard="g01", intruder="traitor")
    assert may_attack(table.state, "guards") == {"g01": ("ninja",)}
    attack(table, "g01")


def test_attacking_an_intruder_who_hides_here_is_refused_like_one_who_is_elsewhere() -> None:
    rulings = set()
    for zone in ("a5", "c5", "passage"):
        ruling = facing(traitor=zone).judge("guards", "attack_intruder", guard="g01", intruder="traitor")
        rulings.add((ruling.verdict, ruling.clause, ruling.reason, str(ruling.params)))
    assert rulings == {("refused", "SCORPION-22.6", "scorpion.nobody_to_attack", "{'guard': 'g01'}")}


@pytest.mark.clause("SCORPION-22.2")
def test_guards_attack_in_their_own_phases() -> None:
    facing(phase="intruders").refuses("9.2", "guards", "attack_intruder", guard="g01", intruder="ninja")
    facing().refuses("9.3", "intruders", "attack_intruder", guard="g01", intruder="ninja")
    for phase in ("cards", "patrol"):
        attack(facing(phase=phase), "g01")
    attack(facing(phase="alert", drawn={"kenjutsu": 1}), "g01")


@pytest.mark.clause("SCORPION-22.6")
@pytest.mark.clause("SCORPION-22.8")
def test_each_guard_attacks_once_so_as_many_cards_as_guards() -> None:
    table = facing("g01:a5 g02:a5", ninja="c4", traitor="a5", visible=("traitor",))
    attack(table, "g01", "traitor")
    table.refuses("22.8", "guards", "attack_intruder", guard="g01", intruder="traitor")
    attack(table, "g02", "traitor")
    assert table.one("traitor").status == "due"


@pytest.mark.clause("SCORPION-22.6")
def test_a_drunk_guard_does_not_attack() -> None:
    for rule in ("no", "yes"):
        table = with_flags(facing(drunk_notices=rule), "g01", drunk=99)
        table.refuses("22.6", "guards", "attack_intruder", guard="g01", intruder="ninja")
        assert set(may_attack(table.state, "guards")) == {"g02", "g03"}


@pytest.mark.clause("SCORPION-22.7")
def test_a_guard_who_searched_may_attack_in_the_same_turn() -> None:
    table = facing("g01:a4", phase="cards", visible=())
    table.says("guards", "play_sentry_search", guard="g01")
    table.refuses("14.3", "guards", "attack_intruder", guard="g01", intruder="ninja")
    table.says("guards", "guard_step", to="a5")
    attack(table, "g01")
    assert table.state.hand_used == 2


@pytest.mark.clause("SCORPION-22.7")
def test_a_patrol_may_attack_before_it_says_how_it_stands() -> None:
    table = facing("g01+g02:b1<b2", ninja="c1", phase="cards", visible=())
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "guard_step", to="c1")
    assert table.asked == "Heading"
    attack(table, "g01")
    table.says("guards", "guard_stop", behind="b1")


@pytest.mark.clause("SCORPION-22.9")
@pytest.mark.clause("SCORPION-22.10")
def test_an_attack_wounds_raises_the_alert_to_high_and_leaves_its_card_as_the_mark() -> None:
    table = facing(alert=1)
    before = copies(table)
    attack(table, "g01")
    assert (table.one("ninja").wounds, table.state.alert) == (("guards",), 3)
    mine = stock(table.state, "guards")
    assert (mine.discard, mine.hand_size, copies(table)) == ((), 7, before)


@pytest.mark.clause("SCORPION-22.11")
@pytest.mark.clause("SCORPION-22.12")
def test_the_third_wound_kills_the_ninja_and_the_wound_cards_are_discarded() -> None:
    table = facing()
    for guard in ("g01", "g02"):
        attack(table, guard)
    assert table.one("ninja").status == "in_play"
    attack(table, "g03")
    assert (table.one("ninja").status, table.one("ninja").zone) == ("due", None)
    assert stock(table.state, "guards").discard == ("kenjutsu",) * 3


@pytest.mark.clause("SCORPION-22.11")
def test_the_second_wound_kills_the_traitor() -> None:
    table = facing(traitor="a5", visible=("traitor",))
    attack(table, "g01", "traitor")
    assert table.one("traitor").status == "in_play"
    attack(table, "g02", "traitor")
    assert table.one("traitor").status == "due"
    table.refuses("22.6", "guards", "attack_intruder", guard="g03", intruder="traitor")


@pytest.mark.clause("SCORPION-28.1")
def test_the_match_ends_when_the_last_intruder_dies_for_good() -> None:
    table = facing(turn=11, traitor=None)
    table.state = with_character(table.state, "ninja", wounds=("guards", "guards"))
    attack(table, "g01")
    assert table.state.phase == "ended"
    early = facing(turn=10, traitor=None)
    early.state = with_character(early.state, "ninja", wounds=("guards", "guards"))
    attack(early, "g01")
    assert early.state.phase == "patrol"


@pytest.mark.clause("SCORPION-22.14")
def test_with_two_visible_intruders_each_attack_names_its_target() -> None:
    table = facing("g01:a5 g02:a5", traitor="a5", visible=("ninja", "traitor"))
    assert may_attack(table.state, "guards")["g01"] == ("ninja", "traitor")
    table.refuses("22.14", "guards", "attack_intruder", guard="g01", intruder="intruder")
    attack(table, "g01")
    attack(table, "g02", "traitor")
    assert (len(table.one("ninja").wounds), len(table.one("traitor").wounds)) == (1, 1)
    assert may_attack(table.state, "guards") == {}


@pytest.mark.parametrize(("rule", "used"), [("counts", 1), ("free", 0)])
@pytest.mark.clause("SCORPION-14.1")
def test_kenjutsu_counts_toward_the_two_hand_cards_unless_the_table_rules_otherwise(rule: str, used: int) -> None:
    table = facing(phase="cards", kenjutsu_card_phase=rule)
    attack(table, "g01")
    assert table.state.hand_used == used
    attack(table, "g02")
    if rule == "counts":
        table.refuses("14.1", "guards", "attack_intruder", guard="g03", intruder="ninja")
        assert may_attack(table.state, "guards") == {}
    else:
        attack(table, "g03")


@pytest.mark.clause("SCORPION-22.6")
def test_in_the_patrol_phase_only_the_guards_and_the_cards_held_limit_attacks() -> None:
    table = facing()
    for guard in ("g01", "g02", "g03"):
        attack(table, guard)
    none = facing(hand={"awaken": 1})
    assert none.refuses("14.1", "guards", "attack_intruder", guard="g01", intruder="ninja").private
    assert may_attack(none.state, "guards") == {}


@pytest.mark.parametrize("rule", ["no", "yes"])
@pytest.mark.clause("SCORPION-10.3")
def test_in_the_alert_phase_only_drawn_kenjutsu_unless_the_table_rules_otherwise(rule: str) -> None:
    table = facing(phase="alert", drawn={"kenjutsu": 1}, alert_phase_hand_kenjutsu=rule)
    attack(table, "g01")
    assert stock(table.state, "guards").drawn_size == 0
    if rule == "no":
        table.refuses("10.3", "guards", "attack_intruder", guard="g02", intruder="ninja")
        return
    attack(table, "g02")
    assert stock(table.state, "guards").hand_size == 7


@pytest.mark.parametrize(
    ("drawn", "rule", "phase", "told"),
    [
        ({"kenjutsu": 1}, "yes", "alert", True),  # from the drawn cards: one of them was Kenjutsu
        ({"awaken": 1}, "yes", "alert", True),  # from the hand: none of them was
        ({}, "yes", "alert", False),
        ({"kenjutsu": 1}, "no", "alert", False),
        ({}, "yes", "cards", False),
    ],
)
@pytest.mark.clause("METSUKE-2.3", "SCORPION-10.3")
def test_an_attack_that_tells_what_was_drawn_cannot_be_taken_back(
    drawn: dict[str, int], rule: str, phase: str, told: bool
) -> None:
    table = facing(phase=phase, drawn=drawn, alert_phase_hand_kenjutsu=rule)
    assert table.says("guards", "attack_intruder", guard="g01", intruder="ninja").told == told


@pytest.mark.parametrize("rule", ["unit", "any"])
@pytest.mark.clause("SCORPION-22.15")
def test_with_two_guard_players_kenjutsu_is_for_the_own_units(rule: str) -> None:
    table = facing("g01:a5 g02p:a5 g03+g04p:a5", players=4, kenjutsu_4p=rule)
    attack(table, "g01", seat="sword")
    attack(table, "g04", seat="sword")
    if rule == "unit":
        table.refuses("22.15", "sword", "attack_intruder", guard="g02", intruder="ninja")
        assert set(may_attack(table.state, "sword")) == {"g03"}
    else:
        attack(table, "g02", seat="sword")


@pytest.mark.clause("SCORPION-29.5")
def test_a_hidden_lone_wolf_is_attacked_as_the_intruder_and_named_by_the_second_wound() -> None:
    table = facing(traitor=None, lone_wolf="hidden")
    table.state = with_character(replace(table.state, identity_public=False), "traitor", status="absent")
    table.refuses("29.5", "guards", "attack_intruder", guard="g01", intruder="ninja")
    table.refuses("29.5", "guards", "attack_intruder", guard="g01", intruder="traitor")
    assert may_attack(table.state, "guards")["g01"] == ("intruder",)
    first = table.says("guards", "attack_intruder", guard="g01", intruder="intruder")
    assert "ninja" not in str(first.notices)
    assert not first.told
    assert table.says("guards", "attack_intruder", guard="g02", intruder="intruder").told
    assert table.state.identity_public


# Wound cards of two guard players


def killed(seats: tuple[str, ...] = ("sword", "sword"), **fields: object) -> Guarded:
    table = facing(players=4, traitor="a5", visible=("traitor",), kenjutsu_4p="any", **fields)
    for guard, seat in zip(("g01", "g02"), seats, strict=True):
        attack(table, guard, "traitor", seat)
    return table


def discards(table: Guarded) -> tuple[int, int]:
    return len(stock(table.state, "sword").discard), len(stock(table.state, "spear").discard)


@pytest.mark.clause("SCORPION-22.13")
@pytest.mark.clause("SCORPION-20.5")
def test_two_guard_players_share_the_wound_cards_as_both_say() -> None:
    table = killed()
    assert table.asked == "Splitting"
    before = copies(table)
    table.refuses("22.13", "sword", "assign_wound_cards", sword=1, spear=0)
    table.refuses("9.3", "ninja", "assign_wound_cards", sword=2, spear=0)
    assert table.prompts()["assign_wound_cards"].params["proposed"] is None
    table.says("spear", "assign_wound_cards", sword=0, spear=2)
    assert table.asked == "Splitting"
    proposed = {"sword": 0, "spear": 2, "by": ["spear"]}
    assert table.prompts()["assign_wound_cards"].params["proposed"] == proposed
    table.says("sword", "assign_wound_cards", sword=0, spear=2)
    assert discards(table) == (0, 2)
    assert (stock(table.state, "sword").size, stock(table.state, "spear").size) == (18, 22)
    assert copies(table) == before + 2  # while it was asked the two lay nowhere
    table.refuses("22.13", "sword", "assign_wound_cards", sword=0, spear=2)


@pytest.mark.clause("SCORPION-22.13")
def test_without_agreement_each_has_their_own_wound_cards_back() -> None:
    apart = killed(("sword", "spear"))
    apart.says("spear", "assign_wound_cards", sword=0, spear=2)
    apart.says("sword", "assign_wound_cards", sword=2, spear=0)
    assert discards(apart) == (1, 1)
    plain = killed()
    plain.says("sword", "assign_wound_cards", sword=2, spear=0)
    assert discards(plain) == (2, 0)


@pytest.mark.clause("SCORPION-22.13")
def test_a_card_that_changes_its_owner_is_known_to_be_there() -> None:
    table = killed()
    for role in ("sword", "spear"):
        table.state = with_stock(table.state, role, listed=("awaken", "kenjutsu", "kenjutsu"))
    for seat in ("sword", "spear"):
        table.says(seat, "assign_wound_cards", sword=1, spear=1)
    assert stock(table.state, "sword").listed == ("awaken", "kenjutsu")
    assert stock(table.state, "spear").listed == ("awaken", "kenjutsu", "kenjutsu", "kenjutsu")


@pytest.mark.clause("SCORPION-22.13")
def test_one_guard_player_is_not_asked_and_nobody_is_after_the_last_death() -> None:
    facing().refuses("22.13", "guards", "assign_wound_cards", sword=1, spear=0)
    table = killed(turn=11, ninja=None)
    assert (table.state.phase, table.asked, discards(table)) == ("ended", "", (2, 0))


@pytest.mark.clause("SCORPION-20.5")
def test_no_wound_card_is_lost_when_the_match_ends_while_it_waits() -> None:
    table = killed(("sword", "spear"), ninja="a5")
    before = copies(table)
    table.says("ninja", "concede")
    assert (table.state.phase, discards(table), copies(table)) == ("ended", (1, 1), before + 2)
