"""The options of a match: set-up numbers, variants, balance, and rulings for gaps in the rules.

The defaults are the ledger's (sections 9 and 12). All options are public, and fixed from the first lock on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, model_validator

from referee.core.game import GameOptions
from referee.scorpion.cards import Copies, Deck, GuardCard, NinjaCard, TraitorCard, deck_list_problem

Role = Literal["guards", "sword", "spear", "intruders", "ninja", "traitor"]
"""The role of a seat. `guards` and `intruders` are a whole side; with 4 players the guards are two seats."""
Level = Literal["0", "1", "2", "high"]
"""By how much the alert rises; `high` raises it to the maximum."""


class Options(GameOptions):
    """The options of a match. Each comment names the clause or the open point that the option decides."""

    board: Annotated[str, Field(min_length=1, max_length=40)] | dict[str, Any] = "nijo"
    """A bundled board's id, or a whole board as data."""
    roles: dict[Annotated[str, Field(min_length=1, max_length=40)], Role] | None = None
    """The role of each seat (SCORPION-2.3); `None`: by the seats' ids if they are roles, else by their order."""

    # Set-up numbers (SCORPION-3.1, 3.2, 4.1, 4.3, 5.1, 23.6, 31.1, 31.4)
    ninja_hand: Annotated[int, Field(ge=0, le=12)] = 8
    traitor_hand: Annotated[int, Field(ge=0, le=10)] = 7
    ninja_rehand: Annotated[int, Field(ge=0, le=12)] = 6
    traitor_rehand: Annotated[int, Field(ge=0, le=10)] = 5
    sentries: Annotated[int, Field(ge=0, le=20)] = 8
    patrols: Annotated[int, Field(ge=0, le=6)] | None = None
    """`None`: 3, or 2 against a lone wolf (SCORPION-29.2)."""
    sleepers: Annotated[int, Field(ge=0, le=200)] = 8

    # Variants (SCORPION-29 and 30)
    lone_wolf: Literal["off", "on", "hidden"] = "off"
    lone_reveal: Literal["first_card", "first_card_or_seen"] = "first_card"  # OP-29
    disputed: Literal["off", "on"] = "off"
    disputed_mission: Literal["draw", "note"] = "draw"  # OP-28
    disputed_win: Literal["individual", "base"] = "individual"  # OP-28
    search_limit_disputed: Literal["each_2", "side_2"] = "each_2"  # OP-28

    # Balance (SCORPION-31)
    alert_on_mission: Level = "0"  # OP-30
    alert_on_mission_when: Literal["accomplished", "entered"] = "accomplished"  # OP-30
    alert_on_passage: Level = "0"  # OP-30
    ropes_discoverable: Literal["off", "reveal", "use"] = "off"
    passage_discoverable: Literal["yes", "no"] = "yes"

    # Cards whose text is not in any source
    awaken_count: Literal["1", "up_to_2"] = "1"  # OP-10
    awaken_moves: Literal["2", "0", "1"] = "2"  # OP-10
    shuriken_range: Literal["0", "1", "2"] = "0"  # OP-13
    shuriken_alert: Level = "0"  # OP-13
    shadow_walk_scope: Literal["zone", "turn"] = "zone"  # OP-12
    shadow_walk_stop: Literal["no", "yes"] = "no"  # OP-12
    sake_targets: Literal["1", "2", "all"] = "1"  # OP-14
    sake_duration: Literal["game"] | Annotated[int, Field(ge=1, le=20)] = "game"  # OP-14
    sake_alert: Literal["0", "1", "2"] = "0"  # OP-14
    sake_range: Literal["0", "1"] = "0"  # OP-14
    drunk_notices: Literal["no", "yes"] = "no"  # OP-14
    guard_deck: dict[GuardCard, Copies] | None = None
    ninja_deck: dict[NinjaCard, Copies] | None = None
    traitor_deck: dict[TraitorCard, Copies] | None = None
    """Deck lists counted by the box's owner; `None`: the soft bound applies (sections 16.2, 17.2)."""

    # Rulings for gaps in the rules (ledger section 9)
    patrol_start: Literal["any", "one_per_route", "distinct_zones"] = "any"  # OP-1
    patrol_start_on_post: Literal["allow", "forbid"] = "allow"  # OP-2
    patrol_uturn: Literal["forbid", "allow"] = "forbid"  # OP-3
    ninja_start_guarded: Literal["discovered", "forbid", "hidden"] = "discovered"  # OP-4
    mark_on_barracks: Literal["allow", "forbid"] = "allow"  # OP-5
    kenjutsu_card_phase: Literal["counts", "free"] = "counts"  # OP-6
    focus_after_kenjutsu: Literal["refuse", "allow"] = "refuse"  # OP-7
    focus_4p: Literal["side", "each"] = "side"  # OP-7
    alert_phase_hand_kenjutsu: Literal["no", "yes"] = "no"  # OP-8
    sentry_listen_in_patrol: Literal["no", "yes"] = "no"  # OP-9
    rope_same_turn: Literal["yes", "no"] = "yes"  # OP-11
    search_timing: Literal["own_move", "both_moves"] = "own_move"  # OP-15
    search_limit: Literal["side_2", "each_2"] = "side_2"  # OP-16
    hidden_kill_reach: Literal["any", "present"] = "any"  # OP-17
    hidden_discovers: Literal["if_present", "always"] = "if_present"  # OP-17
    hidden_killed_alert: Literal["card", "high"] = "card"  # OP-17
    rehide_when_alone: Literal["no", "yes"] = "no"  # OP-18
    guard_passage_entry: Literal["unlock_then_search", "card_moves_guard"] = "unlock_then_search"  # OP-19
    passage_split_3p: Literal["yes", "no"] = "yes"  # OP-20
    split_fallback: Literal["even", "sword_first"] = "even"  # OP-22
    passage_reuse: Literal["yes", "no"] = "yes"  # OP-23
    passage_shared_4p: Literal["yes", "no"] = "yes"  # OP-23
    passage_bluff: Literal["discard_only", "figure_shown", "forbid"] = "discard_only"  # OP-24
    bonus_on_second_death: Literal["no", "yes"] = "no"  # OP-25
    sleeper_slot: Literal["left", "woken"] = "left"  # OP-26
    end_with_pending: Literal["continue", "end"] = "continue"  # OP-27
    placement_discovers: Literal["yes", "no"] = "yes"  # OP-31
    passage_found_by_staying: Literal["no", "yes"] = "no"  # OP-32
    search_after_escape: Literal["no", "yes"] = "no"  # OP-33
    kenjutsu_4p: Literal["unit", "any"] = "unit"  # OP-37
    passage_after_return: Literal["needs_card", "keeps"] = "needs_card"  # OP-46
    patrol_may_hold: Literal["no", "yes"] = "no"  # OP-47
    awaken_weapon_4p: Literal["own", "any"] = "own"  # OP-57

    # The app
    guard_cards: Literal["entered", "counted"] = "entered"
    intruder_cards: Literal["entered", "counted"] = "entered"
    empty_alert_phase: Literal["declared", "passes"] = "declared"
    """Whether the guards end an alert phase without a draw, or it ends by itself (SCORPION-9.2, 10.4)."""
    cat_wait_s: Annotated[int, Field(ge=0, le=60)] = 6
    """Seconds before the public answer to any listen, whatever it is (L1). The app that shows answers enforces it."""
    reasoning: Literal["nobody", "guards", "end"] = "nobody"
    """For whom the app shows where the intruders can be: nobody, the guards, or everybody at the end."""
    gm: Literal["off", "observer", "active"] = "off"

    @model_validator(mode="after")
    def _possible_decks(self) -> Options:
        for deck in get_args(Deck):
            listed = self.deck_list(deck)
            if listed is not None and (why := deck_list_problem(deck, listed)):
                raise ValueError(f"{deck} deck list: {why}")
        return self

    @cached_property
    def public(self) -> dict[str, Any]:
        """All options except the board, as JSON, for every view. The dictionary is shared and must not be changed."""
        return self.model_dump(mode="json", exclude={"board"})

    @property
    def master_declares(self) -> bool:
        """Whether the game master declares moves, or only watches (METSUKE-1.1)."""
        return self.gm == "active"

    def deck_list(self, deck: str) -> Mapping[Any, int] | None:
        """Return the copies of each kind of `guards`, `ninja` or `traitor`; None unless they were counted."""
        listed: dict[str, Mapping[Any, int] | None] = {
            "guards": self.guard_deck, "ninja": self.ninja_deck, "traitor": self.traitor_deck,
        }  # fmt: skip
        return listed[deck]

    def hand_size(self, who: str, life: int = 1) -> int:
        """Return the number of cards of an intruder's hand at the beginning of a life (SCORPION-3.1, 3.2, 23.6)."""
        if who == "ninja":
            return self.ninja_hand if life == 1 else self.ninja_rehand
        return self.traitor_hand if life == 1 else self.traitor_rehand

    @property
    def patrol_count(self) -> int:
        """The number of patrols to be placed (SCORPION-4.3, 29.2)."""
        if self.patrols is not None:
            return self.patrols
        return 3 if self.lone_wolf == "off" else 2
