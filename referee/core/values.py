"""The small values every game's referee speaks in: rulings, notices, prompts, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import Field

from referee.core.base import Part as Part
from referee.core.base import Value as Value
from referee.core.offers import Offer, distinct

PUBLIC: Final = "public"
"""The viewer that anybody may be: the table display."""
GAME_MASTER = "gm"
"""The viewer that sees everything."""
TABLE = "table"
"""The actor of what the table does together, where no one seat is meant."""
ENGLISH: Final = "en"
"""The language that every text has; others fall back to it."""

Viewer = str
"""A seat's id, `PUBLIC` or `GAME_MASTER`."""


class Seat(Value):
    """A role in a match: its id, unique in the match, and the name people call it by."""

    seat: str
    name: str = ""


class Clause(Value):
    """One numbered rule, restated in our own words; `texts` by language, English among them."""

    id: str
    texts: Mapping[str, str]

    def text(self, lang: str = ENGLISH) -> str:
        """Return the rule in a language, else in English."""
        return self.texts.get(lang, self.texts[ENGLISH])


@dataclass(frozen=True)
class Why(Part):
    """One step of a reason: a message key with parameters and its clause."""

    reason: str
    params: dict[str, Any]
    clause: str


class Notice(Value):
    """Something a ruling tells somebody: a message key with parameters, never prose.

    `to` is `"public"` or the seats that are told. The game master is told everything.
    """

    to: Literal["public"] | tuple[str, ...] = PUBLIC
    message: str
    params: dict[str, Any] = Field(default_factory=dict)
    clause: str | None = None

    def reaches(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` may be told."""
        return self.to == PUBLIC or viewer == GAME_MASTER or viewer in self.to


class Prompt(Value):
    """Who must or may do what now.

    `ask` is a message key. `offers` are the moves that answer it, any one of them, as the addressee of the
    view may know them: a choice that rests on a secret is there for its owner (and the game master) alone.
    Prompts with the same `alternative` ask for the same thing: when one of them is answered, all are.
    """

    seat: str
    ask: str
    must: bool = True
    params: dict[str, Any] = Field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    alternative: str | None = None

    def offer(self, move: str) -> Offer | None:
        """Return the first offer of a move, by its `type`."""
        return next((offer for offer in self.offers if offer.move == move), None)

    def choices(self, move: str, field: str) -> tuple[Any, ...]:
        """Return the values that a field of an offered move may hold; empty if it is not offered or not listed."""
        return distinct(v for o in self.offers if o.move == move for v in o.choices(field))


class PublicEvent(Value):
    """What a secret declaration is part of for everybody who may not know it.

    However many declarations it holds and whatever they are, the journal shows it as one line: `type` as its
    move, `clause` as its clause, and what they told. Where they told nothing there is no line yet.
    """

    type: str
    clause: str
    seat: str = TABLE
    """Whose line it is: a seat where no other could have acted, else the table."""
    knows: tuple[str, ...] = ()
    """The seats that read the declarations themselves; the game master always does."""

    def hides_from(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` may not know the declaration itself."""
        return viewer != GAME_MASTER and viewer not in self.knows


class Place(Value):
    """One line of a final ranking. `points` is in the game's own unit; `place` counts from 1, ties share."""

    seat: str
    place: int
    points: int


class Result(Value):
    """How a match ended. `reason` is a message key."""

    winners: tuple[str, ...]
    ranking: tuple[Place, ...]
    reason: str
    clause: str


class Refused(Exception):
    """A declaration that the rules do not allow. Nothing has changed.

    `private` marks a refusal that rests on a secret: only the declaring phone may see it, and only
    while its cover is open. `firm` marks one that no house ruling can lift, because the state that it
    would lead to cannot exist.
    """

    def __init__(self, clause: str, reason: str, *, private: bool = False, firm: bool = False, **params: Any) -> None:
        super().__init__(f"{clause} {reason}")
        self.clause = clause
        self.reason = reason
        self.private = private
        self.firm = firm
        self.params = params


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to one declaration, always citing a clause.

    `state` is the next state when upheld. `told` marks that a secret was told or new cards came in: a
    seat cannot take such a declaration back by itself.
    """

    upheld: bool
    clause: str
    reason: str
    params: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    state: Any = None
    told: bool = False
    private: bool = False
    firm: bool = False
    waived: frozenset[str] = frozenset()
    """The clauses that were set aside for it, because it was made at the table."""
    event: PublicEvent | None = None
    """Set where not even that there was a declaration is everybody's to know."""

    @property
    def verdict(self) -> Literal["upheld", "refused"]:
        """The ruling in the words of the transcript format."""
        return "upheld" if self.upheld else "refused"

    def unnoticed_by(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` has no way to know that there was this declaration."""
        hidden = self.event is not None and self.event.hides_from(viewer)
        return hidden and not any(notice.reaches(viewer) for notice in self.notices)

    @classmethod
    def openly(cls, clause: str, message: str, state: Any, params: Mapping[str, Any]) -> Ruling:
        """Uphold an act that the whole table is told of."""
        told = Notice(message=message, params=dict(params), clause=clause)
        return cls(True, clause, message, dict(params), (told,), state)

    @classmethod
    def refusal(cls, refused: Refused, *, private: bool = False) -> Ruling:
        """Make a ruling of a refusal; with `private` one that is, whatever refused."""
        return cls(
            upheld=False,
            clause=refused.clause,
            reason=refused.reason,
            params=refused.params,
            private=private or refused.private,
            firm=refused.firm,
        )


@dataclass(frozen=True, slots=True)
class RulingContext:
    """Whoever judges a declaration asks its conditions through this.

    `waived` names the clauses that a house ruling sets aside for this one declaration.
    """

    waived: frozenset[str] = frozenset()

    def refuse(self, clause: str, reason: str, *, private: bool = False, **params: Any) -> None:
        """Refuse unless the clause is waived."""
        if clause not in self.waived:
            raise Refused(clause, reason, private=private, **params)

    def require(self, condition: bool, clause: str, reason: str, *, private: bool = False, **params: Any) -> None:
        """Refuse unless the condition holds or the clause is waived."""
        if not condition:
            self.refuse(clause, reason, private=private, **params)
