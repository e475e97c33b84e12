"""Depth `scores`: the events at the table, whom they are about, and which of them are legal now.

Nothing here is secret. The referee lists every legal declaration; their fields tell whether they are about the guards,
the Ninja or the Traitor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import flet as ft

from companion.games.scorpion.facts import Ctx, character_of, prompt_of
from companion.games.scorpion.tracks import PHASES
from referee.core.values import TABLE
from referee.scorpion.scores.asks import plain_choices
from referee.scorpion.views.view_model import View

IC = ft.Icons
S: Final = "scores."
"""The key prefix of this depth's messages, after `scorpion.screen.`"""
GUARDS, NAMELESS = "guards", "intruder"
Fields = Mapping[str, Any]
Given = tuple[tuple[str, Any], ...]
"""Fields of a declaration, comparable by `==`."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event at the table. `only` are the fields that distinguish it from others of its type."""

    name: str
    kind: str
    glyph: ft.IconData
    only: Given = ()
    usual: Given = ()
    """Fields to add when it is declared although it is not legal now, to hear why."""
    never: Given = ()
    """Fields of other events of its type, which have a tile of their own."""
    asks: bool = False
    """Whether its ways are shown even if there is only one, because its name does not say which."""


GUARD_EVENTS: Final = (
    Event("heard", "alert", IC.HEARING_SHARP, (("reason", "heard"),), (("by", 1),)),
    Event("discovered", "alert", IC.VISIBILITY_SHARP, (("reason", "discovered"),), (("by", "high"),)),
    Event("card", "card_played", IC.STYLE_SHARP, (), (("by", "guards"), ("card", "sentry_listen")), asks=True),
    Event("focus", "focus", IC.SELF_IMPROVEMENT_SHARP),
    Event("stands", "guard_added", IC.PERSON_ADD_ALT_1_SHARP, (("cause", "hidden_sentry"),)),
    Event(
        "alarm",
        "alert",
        IC.NOTIFICATIONS_SHARP,
        usual=(("by", 1), ("reason", "heard")),
        never=(("reason", "heard"), ("reason", "discovered")),
        asks=True,
    ),
)
SEARCH = Event("search", "search", IC.SEARCH_SHARP, (), (("found", "nothing"),), asks=True)
INTRUDER_EVENTS: Final = (
    SEARCH,
    Event("card", "card_played", IC.STYLE_SHARP, (), (("card", "rope"),), asks=True),
    Event("mission", "mission", IC.CHECK_SHARP, (), (("letter", "A"),)),
    Event("wound", "wound", IC.BLOODTYPE_SHARP, asks=True),
    Event("kill", "guard_removed", IC.PERSON_REMOVE_SHARP, (), (("cause", "kenjutsu1"),), asks=True),
    Event("passage_in", "passage", IC.DOOR_SLIDING_SHARP, (("way", "in"),)),
    Event("passage_out", "passage", IC.DOOR_SLIDING_SHARP, (("way", "out"),)),
    Event("escape", "escape", IC.DIRECTIONS_RUN_SHARP),
    Event("death", "death", IC.CLOSE_SHARP),
    Event("sake", "drunk", IC.LOCAL_DRINK_SHARP, (("cause", "potent_sake"),)),
)


LEAVES: Final = Event("leaves", "guard_removed", IC.PERSON_REMOVE_SHARP, (("cause", None),), (("n", 1),))
WOKE: Final = Event("woke", "sleeper_woken", IC.ALARM_SHARP, (("n", 1),))
SOBER: Final = Event("sober", "sobered", IC.LOCAL_DRINK_SHARP, (("n", 1),))
DRANK: Final = Event("drank", "drunk", IC.LOCAL_DRINK_SHARP, (("cause", "other"), ("n", 1)))
GOES_IN: Final = Event("goes_in", "passage", IC.DOOR_SLIDING_SHARP, (("way", "in"), ("n", 1)))
COMES_OUT: Final = Event("comes_out", "passage", IC.DOOR_SLIDING_SHARP, (("way", "out"), ("n", 1)))
COUNTED: Final = (WOKE, SOBER, DRANK, GOES_IN, COMES_OUT)
"""The events declared by counting the guards' figures."""


def events_of(ctx: Ctx, who: str) -> tuple[Event, ...]:
    """Return the events of the guards or of an intruder."""
    if who == GUARDS:
        kept = ctx.view.scores
        sorts = kept is not None and (kept.drunk or kept.guards_in_passage)
        return (*GUARD_EVENTS, LEAVES) if sorts else GUARD_EVENTS
    one = character_of(ctx.view, who)
    inside = one is not None and one.status == "passage"
    left_out = {"passage_in" if inside else "passage_out", *({"sake"} if who == "ninja" else ())}
    return tuple(event for event in INTRUDER_EVENTS if event.name not in left_out)


def opened(ctx: Ctx) -> tuple[Event, str] | None:
    """Return the event whose ways are open on this phone, and whom it is about, if it can happen; else None."""
    who, _, name = ctx.pick.tab.partition(".")
    if not name or who not in subjects(ctx.view):
        return None
    every = (*events_of(ctx, who), *COUNTED)
    event = next((event for event in every if event.name == name), None)
    return (event, who) if event is not None and opens(event, legal(ctx, event, who)) else None


def opens(event: Event, found: tuple[Fields, ...]) -> bool:
    return len(found) > 1 or (event.asks and len(found) == 1)


def subjects(view: View) -> tuple[str, ...]:
    """Return whom an event may be about: the guards, and every intruder who takes part."""
    return (GUARDS, *(c.who for c in view.characters))


def chosen_subject(ctx: Ctx) -> str:
    """Return whom this phone declares events of; initially the guards."""
    now = opened(ctx)
    if now is not None:
        return now[1]
    return ctx.pick.who if ctx.pick.who in subjects(ctx.view) else GUARDS


def legal(ctx: Ctx, event: Event, who: str) -> tuple[Fields, ...]:
    """Return the fields of every legal declaration of an event about `who`."""
    found = plain_choices(prompt_of(ctx.snap, TABLE, f"{S}{event.kind}"))
    fitting = [each for each in found if has(each, event.only) and not any(has(each, (one,)) for one in event.never)]
    return tuple(each for each in fitting if about(event.kind, each) in _called(who))


def has(fields: Fields, given: Iterable[tuple[str, Any]]) -> bool:
    return all(fields.get(name) == value for name, value in given)


def about(kind: str, fields: Fields) -> str:
    if kind == "drunk":
        return "traitor" if fields.get("cause") == "potent_sake" else GUARDS
    return str(fields.get("by" if kind == "card_played" else "who" if kind == "passage" else "intruder") or GUARDS)


def _called(who: str) -> tuple[str, ...]:
    """Return the possible names of `who`: a nameless lone wolf may be either intruder (SCORPION-29.3)."""
    return (who, "ninja", "traitor") if who == NAMELESS else (who,)


def doubtful(ctx: Ctx, event: Event, who: str) -> dict[str, Any]:
    """Return the declaration of an event that is not legal now, so that the referee says why."""
    called = "ninja" if who == NAMELESS else who
    actor = {"card_played": "by", "passage": "who"}.get(event.kind, "intruder")
    named = {actor: called} if (who != GUARDS and event.kind != "drunk") or event.kind == "passage" else {}
    weapon = {"guard_added": "weapon", "drunk": "weapon", "guard_removed": "figure"}.get(event.kind)
    swords = {weapon: "sword"} if weapon else {}
    given = {name: value for name, value in event.only if value is not None}
    return {"type": event.kind, **swords, **given, **named, **dict(event.usual)}


def current_phase(view: View) -> str:
    """Return the latest phase of this turn in which something was declared: the table itself keeps the order."""
    now = (_phase_of(e.kind, e.data) for e in view.record if e.turn == view.turn)
    return max((phase for phase in now if phase), key=PHASES.index, default=PHASES[0])


def _phase_of(kind: str, data: Fields) -> str:
    if kind == "scores_guard_card":
        return str(data["phase"])
    if kind == "scores_focus":
        return "cards"
    # The Cat is played while the guards listen.
    if kind in _INTRUDERS_DO and data.get("card") != "cat":
        return "intruders"
    return ""


_INTRUDERS_DO: Final = frozenset(
    {"card_played", "search_answered", "scores_searched", "mission_accomplished", "passage_entered", "passage_left"}
)
