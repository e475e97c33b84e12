"""What may be declared in depth `scores` (ledger section 5.6). Anybody at the table may declare any of it.

Nothing is secret. A declaration that says which card was used also lays that card: `wound` a Kenjutsu of the
guards, `passage` an intruder's Secret Passage, `guard_removed`, `drunk` and `search` the card that did it.
All other cards are declared by `card_played`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.moves import Move
from referee.scorpion.cards import GuardCard, Intruder, IntruderCard
from referee.scorpion.moves import Letter, Weapon

Who = Intruder | Literal["intruder"]
"""A character; a lone wolf is `intruder` until something names it (SCORPION-29.3, 29.5)."""
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
"""All that raises the alert (SCORPION-8.5)."""


class Start(Move, public=True, depth="scores"):
    """The match begins after the set-up on paper (SCORPION-2.2, 4.1 to 4.5).

    `sword` and `spear` are the guard figures placed; without them half of each. `intruder` is whom a lone wolf plays
    unless that is kept secret (29.1, 29.3). Options and sides are chosen when the match is made.
    """

    intruder: Intruder | None = None
    sword: Annotated[int, Field(ge=0, le=40)] | None = None
    spear: Annotated[int, Field(ge=0, le=40)] | None = None


class NextTurn(Move, public=True, depth="scores"):
    """The turn marker advances, the guards draw, and the alert falls by one level (SCORPION-10.1 to 10.8)."""


class Alert(Move, public=True, depth="scores"):
    """The alert rises for one of the reasons of the rules (SCORPION-8.2, 8.3, 8.5).

    Not needed after a declaration that raises it by itself: `wound`, `death`, a `search` that finds a trap or a
    hidden sentry, guards killed or drunk, a `mission` where it counts, meeting in the passage.
    """

    by: Annotated[int, Field(ge=1, le=9)] | Literal["high"]
    reason: Cause


class CardPlayed(Move, public=True, depth="scores"):
    """A card is played (SCORPION-10.9, 14.1, 16.3, 26.4).

    `phase` is for the guards (None: the card phase): in the alert phase they use drawn cards, later hand cards.
    Their Kenjutsu is declared as the `wound` that it deals. An intruder's Kenjutsu, Shuriken, Sake or Secret Passage
    here is one that did nothing else, a bluff for example.
    """

    by: Who | Literal["guards"]
    card: GuardCard | IntruderCard
    phase: Literal["alert", "cards"] | None = None


class Focus(Move, public=True, depth="scores"):
    """A unit listens without a card (SCORPION-14.4 to 14.6)."""


class GuardAdded(Move, public=True, depth="scores"):
    """Guard figures come onto the map: a hidden sentry that was not killed, or whatever else (SCORPION-19.4, 24.1)."""

    n: Some = 1
    weapon: Weapon | None = None
    """Needed where sword and spear are two players (SCORPION-19.7)."""
    cause: Literal["hidden_sentry", "other"] = "other"


class GuardRemoved(Move, public=True, depth="scores"):
    """Guard figures leave the map: each killed by a card of `intruder`, or moved at the limit (22.3, 22.4, 24.4)."""

    n: Some = 1
    figure: Weapon | Literal["drunk"] | None = None
    """Needed where sword and spear are two players; else an able guard."""
    cause: Killing | Literal["other"] = "other"
    intruder: Who | None = None
    """Whose cards killed; needed unless `cause` is `other`."""
    inside: bool = False
    """Whether they stood in the secret passage."""


class Drunk(Move, public=True, depth="scores"):
    """Guards get drunk by one Potent Sake of the Traitor, or for another reason (SCORPION-1.2, 21.3)."""

    n: Some = 1
    weapon: Weapon | None = None
    cause: Literal["potent_sake", "other"] = "potent_sake"


class Sobered(Move, public=True, depth="scores"):
    """Drunk guards are able again, where the table has it that it wears off (SCORPION-21.9)."""

    n: Some = 1
    weapon: Weapon | None = None


class SleeperWoken(Move, public=True, depth="scores"):
    """Sleeping guards wake and stand up (SCORPION-5.1, 24.2). Their Awaken card is a `card_played`."""

    n: Some = 1
    weapon: Weapon | None = None


class Wound(Move, public=True, depth="scores"):
    """A guard's Kenjutsu card wounds an intruder; the last wound kills (SCORPION-22.9 to 22.12).

    `phase` says when: a drawn card, a hand card of the card phase, or in the patrol phase, where no limit binds.
    """

    intruder: Who
    phase: Literal["alert", "cards", "patrol"] = "cards"


class Death(Move, public=True, depth="scores"):
    """An intruder is lost, where the table did not count the wounds (SCORPION-22.11, 23.1)."""

    intruder: Who


class Returned(Move, public=True, depth="scores"):
    """A character lost in turns 1 to 10 is back with a new hand and mission (SCORPION-23.1 to 23.10)."""

    intruder: Who


class SearchResult(Move, public=True, depth="scores"):
    """A zone was searched, and what was found there (SCORPION-18.4 to 18.9, 19).

    `zone` is any label that the table knows the zone by, or none. `killed_by` is the card of the searcher that killed
    the hidden sentry.
    """

    type: Literal["search"] = "search"
    intruder: Who
    found: Letter | Literal["trap", "hidden_sentry", "nothing"]
    zone: Annotated[str, Field(min_length=1, max_length=20, pattern=r"\S")] | None = None
    killed_by: Killing | None = None


class Mission(Move, public=True, depth="scores"):
    """An intruder shows the letter that was just found: the mission is accomplished (SCORPION-18.10 to 18.12)."""

    intruder: Who
    letter: Letter


class Escape(Move, public=True, depth="scores"):
    """An intruder leaves the map (SCORPION-20.1 to 20.6)."""

    intruder: Who


class PassageMove(Move, public=True, depth="scores"):
    """An intruder, or guards, go into the secret passage or come out of it (SCORPION-25.3 to 25.10, 25.18 to 25.20)."""

    type: Literal["passage"] = "passage"
    who: Who | Literal["guards"]
    way: Literal["in", "out"]
    n: Some | None = None
    """How many guards; None: one."""


class Finish(Move, public=True, depth="scores"):
    """The match is over, and the result is told (SCORPION-28, 29.4, 30.7).

    `intruder` names a lone wolf whom nothing has named so far.
    """

    intruder: Who | None = None
