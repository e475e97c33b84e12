"""The moves at the depth `scores` (ledger section 5.6). Any seat may declare any of them.

Nothing is secret. A declaration that implies a card also plays it: `wound` a Kenjutsu of the guards, `passage` an
intruder's Secret Passage, `guard_removed`, `drunk` and `search` the card that caused it. All other cards are declared
by `card_played`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.moves import Move
from referee.scorpion.cards import GuardCard, Intruder, IntruderCard
from referee.scorpion.moves import Letter, Weapon

Who = Intruder | Literal["intruder"]
"""A character; a lone wolf is `intruder` until it is named (SCORPION-29.3, 29.5)."""
Some = Annotated[int, Field(ge=1, le=20)]
Killing = Literal["kenjutsu1", "kenjutsu2", "shuriken"]
Cause = Literal[
    "heard",
    "trap",
    "kenjutsu",
    "hidden_sentry",
    "discovered",
    "attack",
    "passage_found",
    "mission",
    "shuriken",
    "sake",
]
"""Everything that raises the alert (SCORPION-8.5)."""


class Start(Move, public=True, depth="scores"):
    """The match begins after the set-up on paper (SCORPION-2.2, 4.1 to 4.5).

    `sword` and `spear` are the numbers of guard figures placed, by default half each. `intruder` is the lone wolf's
    character unless that is secret (29.1, 29.3). Options and sides are chosen when the match is created.
    """

    intruder: Intruder | None = None
    sword: Annotated[int, Field(ge=0, le=40)] | None = None
    spear: Annotated[int, Field(ge=0, le=40)] | None = None


class NextTurn(Move, public=True, depth="scores"):
    """The turn marker advances, the guards draw, and the alert falls by one level (SCORPION-10.1 to 10.8)."""


class Alert(Move, public=True, depth="scores"):
    """The alert rises for one of the reasons in the rules (SCORPION-8.2, 8.3, 8.5).

    Not needed after a declaration that raises it by itself: `wound`, `death`, a `search` that finds a trap or a hidden
    sentry, guards killed or drunk, a `mission` where that counts, a meeting in the passage.
    """

    by: Annotated[int, Field(ge=1, le=9)] | Literal["high"]
    reason: Cause


class CardPlayed(Move, public=True, depth="scores"):
    """A card is played (SCORPION-10.9, 14.1, 16.3, 26.4).

    `phase` applies to guards (default: the card phase): in the alert phase they use drawn cards, later hand cards.
    Their Kenjutsu is declared as the `wound` it causes. An intruder's Kenjutsu, Shuriken, Sake or Secret Passage
    declared here had no other effect, such as a bluff.
    """

    by: Who | Literal["guards"]
    card: GuardCard | IntruderCard
    phase: Literal["alert", "cards"] | None = None


class Focus(Move, public=True, depth="scores"):
    """A unit listens without a card (SCORPION-14.4 to 14.6)."""


class GuardAdded(Move, public=True, depth="scores"):
    """Guard figures come onto the map, for example a hidden sentry that was not killed (SCORPION-19.4, 24.1)."""

    n: Some = 1
    weapon: Weapon | None = None
    """Required with two guard players (SCORPION-19.7)."""
    cause: Literal["hidden_sentry", "other"] = "other"


class GuardRemoved(Move, public=True, depth="scores"):
    """Guard figures leave the map: killed by a card of `intruder`, or moved at the limit (22.3, 22.4, 24.4)."""

    n: Some = 1
    figure: Weapon | Literal["drunk"] | None = None
    """Required with two guard players; by default an able guard."""
    cause: Killing | Literal["other"] = "other"
    intruder: Who | None = None
    """The intruder whose cards killed; required unless `cause` is `other`."""
    inside: bool = False
    """Whether they stood in the secret passage."""


class Drunk(Move, public=True, depth="scores"):
    """Guards get drunk by one Potent Sake of the Traitor, or for another reason (SCORPION-1.2, 21.3)."""

    n: Some = 1
    weapon: Weapon | None = None
    cause: Literal["potent_sake", "other"] = "potent_sake"


class Sobered(Move, public=True, depth="scores"):
    """Drunk guards can act again, if the option allows it (SCORPION-21.9)."""

    n: Some = 1
    weapon: Weapon | None = None


class SleeperWoken(Move, public=True, depth="scores"):
    """Sleeping guards wake (SCORPION-5.1, 24.2). Their Awaken card is declared by `card_played`."""

    n: Some = 1
    weapon: Weapon | None = None


class Wound(Move, public=True, depth="scores"):
    """A guard's Kenjutsu card wounds an intruder; the last wound kills (SCORPION-22.9 to 22.12).

    `phase` says when: with a drawn card, with a hand card in the card phase, or in the patrol phase without a limit.
    """

    intruder: Who
    phase: Literal["alert", "cards", "patrol"] = "cards"


class Death(Move, public=True, depth="scores"):
    """An intruder dies, if wounds were not counted (SCORPION-22.11, 23.1)."""

    intruder: Who


class Returned(Move, public=True, depth="scores"):
    """A character that died in turns 1 to 10 returns with a new hand and mission (SCORPION-23.1 to 23.10)."""

    intruder: Who


class SearchResult(Move, public=True, depth="scores"):
    """A zone was searched, with the result (SCORPION-18.4 to 18.9, 19).

    `zone` is any label used at the table, or `None`. `killed_by` is the searcher's card that killed the hidden sentry.
    """

    type: Literal["search"] = "search"
    intruder: Who
    found: Letter | Literal["trap", "hidden_sentry", "nothing"]
    zone: Annotated[str, Field(min_length=1, max_length=20, pattern=r"\S")] | None = None
    killed_by: Killing | None = None


class Mission(Move, public=True, depth="scores"):
    """An intruder shows the letter just found, which accomplishes the mission (SCORPION-18.10 to 18.12)."""

    intruder: Who
    letter: Letter


class Escape(Move, public=True, depth="scores"):
    """An intruder leaves the map (SCORPION-20.1 to 20.6)."""

    intruder: Who


class PassageMove(Move, public=True, depth="scores"):
    """An intruder, or guards, enter or leave the secret passage (SCORPION-25.3 to 25.10, 25.18 to 25.20)."""

    type: Literal["passage"] = "passage"
    who: Who | Literal["guards"]
    way: Literal["in", "out"]
    n: Some | None = None
    """The number of guards; `None` for one."""


class Finish(Move, public=True, depth="scores"):
    """The match is over, and the result is published (SCORPION-28, 29.4, 30.7).

    `intruder` names a lone wolf that has not been named.
    """

    intruder: Who | None = None
