"""The values that every game's referee uses: rulings, notices, prompts, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import Field

from referee.core.base import Part as Part
from referee.core.base import Value as Value
from referee.core.offers import Offer, distinct

PUBLIC: Final = "public"
"""The viewer who sees what everybody may know, such as a display at the table."""
GAME_MASTER = "gm"
"""The viewer who sees everything."""
TABLE = "table"
"""The actor of what the seats do together, with no single seat responsible."""
ENGLISH: Final = "en"
"""The language that every text exists in and others fall back to."""

Viewer = str
"""A seat's id, `PUBLIC` or `GAME_MASTER`."""


class Seat(Value):
    """A player or role in a match: its id, unique in the match, and its display name."""

    seat: str
    name: str = ""


class Clause(Value):
    """One numbered rule in our own words; `texts` holds it by language, always in English."""

    id: str
    texts: Mapping[str, str]

    def text(self, lang: str = ENGLISH) -> str:
        """Return the rule's text in a language, or in English."""
        return self.texts.get(lang, self.texts[ENGLISH])


@dataclass(frozen=True)
class Why(Part):
    """One step of a chain of reasons: a message key with parameters, and its clause."""

    reason: str
    params: dict[str, Any]
    clause: str


class Notice(Value):
    """Something that a ruling tells some viewers: a message key with parameters, never prose.

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
    """Who must or may do something now.

    `ask` is a message key. `offers` are the moves that answer it, reduced to what the viewer may know: a choice that
    rests on a secret is listed only for its owner and the game master. Prompts with the same `alternative` ask for the
    same thing: answering one answers all.
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
        """Return the values that a field of an offered move may hold; empty if they are not listed."""
        return distinct(v for o in self.offers if o.move == move for v in o.choices(field))


class PublicEvent(Value):
    """How everybody who may not know secret declarations sees them in the log.

    All declarations with the same event, however many, are one line with `type` as its move and `clause` as its clause,
    together with the public notices. Without a public notice there is no line yet.
    """

    type: str
    clause: str
    seat: str = TABLE
    """The seat of the line, if no other could have acted; else the table."""
    knows: tuple[str, ...] = ()
    """The seats that may read the declarations; the game master always may."""

    def hides_from(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` may not know the declaration itself."""
        return viewer != GAME_MASTER and viewer not in self.knows


class Place(Value):
    """One line of a final ranking. `points` has the game's own unit; `place` counts from 1, and ties share it."""

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
    """A declaration that the rules do not allow, or that cannot be read. The state has not changed.

    A `private` refusal rests on a secret: only the declaring phone may see it, and only while its cover is open. A
    `firm` refusal cannot be lifted by a house ruling, because the resulting state cannot exist.
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

    `state` is the next state if upheld. `told` means that a secret was revealed or new cards were drawn, so that a seat
    cannot undo the declaration by itself.
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
    """The clauses waived for it by a house ruling."""
    event: PublicEvent | None = None
    """Set if even the existence of the declaration is not public."""

    @property
    def verdict(self) -> Literal["upheld", "refused"]:
        """The verdict in the words of the transcript format."""
        return "upheld" if self.upheld else "refused"

    def unnoticed_by(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` cannot know that this declaration exists."""
        is_hidden = self.event is not None and self.event.hides_from(viewer)
        return is_hidden and not any(notice.reaches(viewer) for notice in self.notices)

    @classmethod
    def openly(cls, clause: str, message: str, state: Any, params: Mapping[str, Any]) -> Ruling:
        """Uphold an act with a notice to everybody."""
        notice = Notice(message=message, params=dict(params), clause=clause)
        return cls(True, clause, message, dict(params), (notice,), state)

    @classmethod
    def refusal(cls, refused: Refused, *, private: bool = False) -> Ruling:
        """Return the ruling of a refusal; `private` makes it private even if the refusal is not."""
        private = private or refused.private
        return cls(False, refused.clause, refused.reason, refused.params, private=private, firm=refused.firm)


@dataclass(frozen=True, slots=True)
class RulingContext:
    """Checks the conditions of a rule, so that they can be waived.

    `waived` holds the clauses that a house ruling waives for this one declaration.
    """

    waived: frozenset[str] = frozenset()

    def refuse(self, clause: str, reason: str, *, private: bool = False, **params: Any) -> None:
        """Raise `Refused` unless the clause is waived."""
        if clause not in self.waived:
            raise Refused(clause, reason, private=private, **params)

    def require(self, condition: bool, clause: str, reason: str, *, private: bool = False, **params: Any) -> None:
        """Raise `Refused` unless the condition holds or the clause is waived."""
        if not condition:
            self.refuse(clause, reason, private=private, **params)
