"""Fields that tables of both depths ask for: the moment, cards, what searches find, who has searched."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.take_over import YES, Choice, Counts, Entering, Field, Things
from companion.games.scorpion.take_over.given import NO, PHASES, K, who
from companion.games.scorpion.tracks import LEVELS
from companion.i18n import Translator
from referee.scorpion.cards import KINDS, TOTALS
from referee.scorpion.state import TURNS


def moment(e: Entering) -> Iterator[Field]:
    """Ask for phase, turn and alert; of a lone wolf for its name."""
    t = e.t
    if e.options.depth == "plays":
        phases = tuple((name, t(f"scorpion.phase.{name}")) for name in PHASES)
        yield Choice(key="phase", title=t(f"{K}phase"), values=phases, at="phase")
    yield Counts(key="turn", title=t(f"{K}turn_number"), rows=(("turn", ""),), least=1, most=TURNS, at="turn")
    yield level(t, "alert")
    if e.options.lone_wolf != "off":
        names = ("ninja", "traitor") if e.options.lone_wolf == "on" else ("intruder", "ninja", "traitor")
        values = tuple((name, t(f"scorpion.{name}")) for name in names)
        yield Choice(key="wolf", title=t(f"{K}wolf"), values=values)


def level(t: Translator, key: str) -> Choice:
    """Ask for a level of alert by its name, as the track on the table has it."""
    levels = tuple((str(n), t(f"scorpion.screen.track.alert_{n}")) for n in LEVELS)
    return Choice(key=key, title=t(f"{K}{key}"), values=levels, at=key, holds="number")


def cards(t: Translator, deck: str) -> tuple[tuple[str, str], ...]:
    """Return the cards of a deck with their names; of a nameless lone wolf those of both."""
    kinds = KINDS[deck] if deck in KINDS else dict.fromkeys((*KINDS["ninja"], *KINDS["traitor"]))  # type: ignore[index]
    return tuple((kind, t(f"scorpion.card.{kind}")) for kind in kinds)


def discard(t: Translator, role: str, title: str) -> Things:
    """Ask for the discard pile of a guard player."""
    return Things(
        key=f"discard.{role}", title=title, values=cards(t, "guards"), most=TOTALS["guards"], copies=TOTALS["guards"],
        at=f"stocks.{role}.discard", holds="counts",
    )  # fmt: skip


def find(t: Translator, kind: str) -> str:
    """Return what a search finds in words."""
    return kind if len(kind) == 1 else t(f"scorpion.mark.{kind}")


def searches(e: Entering) -> Things:
    """Ask who has searched in this turn."""
    names = tuple((one, e.t(f"scorpion.{one}")) for one in who(e.options, e.table))
    return Things(key="searches", title=e.t(f"{K}searches"), values=names, most=4, copies=4, at="searches")


def yes_no(t: Translator, key: str, title: str, at: str = "") -> Choice:
    return Choice(key=key, title=title, values=((YES, t(f"{K}yes")), (NO, t(f"{K}no"))), at=at, holds="flag")
