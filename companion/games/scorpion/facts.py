"""What the Scorpion screens are drawn from: who plays which side, what is asked, and what is chosen on this phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.contract.snapshot import Snapshot
from companion.games.table import context
from referee.core.offers import Offer
from referee.core.values import Prompt
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.views.view_model import CharacterView, PatrolView, View

Side = Literal["guards", "intruders", ""]
GUARDS = frozenset({"guards", "sword", "spear"})
ASK = "scorpion.ask."


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone so far. Nothing of it is declared yet.

    Nothing secret may stay here while the cover is closed: what an intruder plans lives in `plan`, which is
    emptied with the cover by the screen that holds it.
    """

    tab: str = ""
    """Which part of a screen is open: map, list, cards, record, one of the set-up's parts, or empty."""
    zone: str = ""
    """The zone that was tapped."""
    unit: str = ""
    """The figure, patrol or unit that was chosen."""
    card: str = ""
    """The card that is about to be played."""
    who: str = ""
    """Which of my characters: ninja or traitor."""
    to: tuple[str, ...] = ()
    """The zones of a way, or those to be searched."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Cards by kind, sleepers by zone, while they are counted."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The zones of marks, while they are placed."""
    weapons: tuple[str, ...] = ()
    behind: str = ""
    turn: int = 0
    """The turn that a replay stands at; 0 for the newest."""
    step: int = 0
    """The declaration within that turn."""
    listed: bool = False
    """Whether zones are shown as a list in the place of the map."""
    option: tuple[str, Any] | None = None
    """The option that both sides might agree on, and what it is to become."""
    together: bool = False
    """Whether two guards who wake walk as a patrol."""
    plan: tuple[str, ...] = ()
    """What a game master plans for an intruder, as `scorpion_intruders_plan` writes it."""

    reason: str = ""
    """Of whom the guards' map shows where they can be: ninja, traitor, intruder, all, or empty for a plain map."""
    asked: str = ""
    """The zone of which it says what is known."""
    seen: int = 0
    """How many public events have been put away on this phone."""
    form: Mapping[str, str] = field(default_factory=dict)
    """What is said so far of an event of depth `scores`, by the field of its declaration."""

    def kept(self) -> dict[str, Any]:
        """Return what outlives its moment: the open part, the map or its list, what it reasons, what is read."""
        return context.Pick.kept(self) | {each: getattr(self, each) for each in ("tab", "listed", "reason", "seen")}


def moment_of(view: View) -> str:
    """Name the moment, from what everybody may know, so that an old choice can be told from a new one."""
    pending = view.pending
    open_now = "" if pending is None else f"{pending.kind}.{pending.unit}.{pending.left}.{pending.zone}"
    done = f"{view.cards_used}.{view.focused:d}.{sum(f.moved for f in view.figures)}.{view.drawn_at}"
    return f"{view.turn}.{view.phase}.{done}.{open_now}"


def weapons_of(pair: str) -> tuple[str, ...]:
    """Return the weapons that a choice such as `sword+spear` names."""
    return tuple(pair.split("+"))


def role_of(view: View, seat: str) -> str:
    """Return what a seat plays: guards, sword, spear, intruders, ninja, traitor; empty for no seat."""
    return next((p.role for p in view.players if p.seat == seat), "")


def side_of(view: View, seat: str) -> Side:
    """Return a seat's side; empty for the table display and the game master."""
    role = role_of(view, seat)
    return "" if not role else "guards" if role in GUARDS else "intruders"


def patrol_of(view: View, unit: str) -> PatrolView | None:
    return next((p for p in view.patrols if p.unit == unit), None)


def character_of(view: View, who: str) -> CharacterView | None:
    return next((c for c in view.characters if c.who == who), None)


def asked_of(snap: Snapshot, seat: str) -> tuple[Prompt, ...]:
    """Return all that a seat is asked, what must be done first; not what it may say at any time."""
    return tuple(p for p in snap.prompts if p.seat == seat and p.ask not in ALWAYS)


def prompt_of(snap: Snapshot, seat: str, ask: str) -> Prompt | None:
    """Return what a seat is asked by the last part of its key, such as `step`, or None."""
    return next((p for p in asked_of(snap, seat) if p.ask == ASK + ask), None)


def offers_of(snap: Snapshot, seat: str, ask: str) -> tuple[Offer, ...]:
    """Return what a seat is offered as an answer; nothing where it is not asked, or it is not for these eyes now."""
    found = prompt_of(snap, seat, ask)
    return () if found is None else found.offers
