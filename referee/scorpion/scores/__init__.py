"""Scorpion at the depth `scores`, without secrets (ledger 5.6): `turns.judge` judges, `asks` makes the prompts.

Here is what all of its rules share: queries and small changes of the state.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.values import Notice
from referee.scorpion.cards import plus
from referee.scorpion.contact import name_lone_wolf
from referee.scorpion.moves import Letter
from referee.scorpion.parts import ScoredCharacter, Scores
from referee.scorpion.state import Character, State, character, with_character

RUNNING: Final = "cards"
"""The phase of a running match; the players keep the order of the phases themselves."""
UNNAMED: Final = "intruder"
"""A lone wolf that has not been named (SCORPION-29.3)."""
FOUND: Final = (*get_args(Letter), "trap", "hidden_sentry", "nothing")
"""The possible results of a search (SCORPION-18.9)."""


def scores_of(state: State) -> Scores:
    assert state.scores is not None
    return state.scores


def with_scores(state: State, **changes: Any) -> State:
    return replace(state, scores=scores_of(state).model_copy(update=changes))


def scored(state: State, who: str) -> ScoredCharacter:
    """Return the trackers of one character, who must take part."""
    return next(c for c in scores_of(state).characters if c.who == who)


def with_scored(state: State, who: str, /, **changes: Any) -> State:
    changed = tuple(c.model_copy(update=changes) if c.who == who else c for c in scores_of(state).characters)
    return with_scores(state, characters=changed)


def taking_part(state: State, who: str) -> Character:
    """Return a character taking part. Raises `Refused` for the one that a lone wolf does not play (SCORPION-29.1)."""
    one = character(state, who)
    firm(one.status != "absent", "SCORPION-29.1", "scorpion.no_such_character", intruder=who)
    return one


def on_the_map(state: State, who: str, clause: str) -> Character:
    """Return a character on the map or in the passage. Raises `Refused` by `clause` for any other."""
    one = taking_part(state, who)
    firm(one.status == "in_play", clause, "scorpion.not_on_the_map", intruder=who)
    return one


def named(state: State, who: str, told: list[Notice]) -> State:
    """Make a nameless lone wolf's character public, if a declaration names it (SCORPION-29.3)."""
    if who == UNNAMED or all(c.who != UNNAMED for c in state.characters):
        return state
    wolf = character(state, UNNAMED)
    others = {"ninja": "traitor", "traitor": "ninja"}
    named_wolf = replace(wolf, who=who, hand_size=state.options.hand_size(who, wolf.life))
    absent = Character(others[who], wolf.seat, "absent")
    state = replace(
        with_scored(state, UNNAMED, who=who),
        characters=(named_wolf, absent) if who == "ninja" else (absent, named_wolf),
        searches=tuple(who for _ in state.searches),
    )
    return name_lone_wolf(state, who, told)


def must_be_named(who: str) -> None:
    """Refuse a declaration that reveals the lone wolf's character without naming it (SCORPION-29.3, OP-29)."""
    firm(who != UNNAMED, "SCORPION-29.3", "scorpion.scores_name_wolf")


def wounds_back(state: State, who: str) -> State:
    """Return an intruder's wound cards to the guards' discard pile (SCORPION-20.4, 22.12).

    With two guard players the first pile stands for both; they share the cards themselves.
    """
    hurt = character(state, who)
    pile = state.stocks[0]
    pile = replace(pile, discard=plus(pile.discard, ["kenjutsu"] * len(hurt.wounds)))
    return with_character(replace(state, stocks=(pile, *state.stocks[1:])), who, wounds=())
