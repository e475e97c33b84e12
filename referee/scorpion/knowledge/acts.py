"""The public state of the table, and the public events of an intruder phase as acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, NamedTuple

from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.parts import Event

WHO = ("ninja", "traitor")
ANYBODY = "intruder"
"""The name of a hidden lone wolf."""


class Guard(NamedTuple):
    """A guard figure. `inside` is the owner of the passage that it is in, with Disputed Ground."""

    zone: str
    drunk: bool = False
    inside: str | None = None


@dataclass(frozen=True)
class PublicFacts:
    """The public table at one moment of the record."""

    ground: Ground
    options: Options
    guards: Mapping[str, Guard] = field(default_factory=dict)
    visible: Mapping[str, str] = field(default_factory=dict)
    """The zone of each visible intruder."""
    permitted: frozenset[str] = frozenset()
    """The intruders who entered the passage publicly. Not used where the entry may be a bluff that shows the figure."""
    accomplished: frozenset[str] = frozenset()
    found: tuple[tuple[str | None, str], ...] = ()
    """The entrances known to the guards, each with its owner if there are rivals."""
    turn: int = 1
    answers: Mapping[str, str] = field(default_factory=dict)
    """By zone, what its search found."""
    moved: frozenset[str] = frozenset()
    """The guards that have moved in this turn."""

    def after(self, event: Event) -> PublicFacts:
        change = _CHANGES.get(event.kind)
        table = self if change is None else change(self, event.data)
        return table if event.turn == table.turn else replace(table, turn=event.turn, moved=frozenset())

    def watched(self, who: str) -> int:
        """Return the zones, as bits, in which guards would notice an intruder (SCORPION-21.9, 30.6)."""
        return self._watched[who]

    @cached_property
    def _watched(self) -> Mapping[str, int]:
        found = dict.fromkeys((*WHO, ANYBODY), 0)
        drunk_too = self.options.drunk_notices == "yes"
        for guard in self.guards.values():
            if not guard.drunk or drunk_too:
                for who in found if guard.inside is None else (guard.inside,):
                    found[who] |= self.ground.bit(guard.zone)
        return found

    def stands(self, *, able: bool = False) -> int:
        """Return the zones, as bits, with any guard, or with one that is not drunk."""
        return self.ground.zones(g.zone for g in self.guards.values() if not (able and g.drunk))

    def stepped(self, ids: tuple[str, ...], zone: str, inside: str | None = None) -> PublicFacts:
        moved = {id: self.guards.get(id, Guard(zone))._replace(zone=zone, inside=inside) for id in ids}
        return replace(self, guards={**self.guards, **moved})

    def without(self, *ids: str) -> PublicFacts:
        return replace(self, guards={id: guard for id, guard in self.guards.items() if id not in ids})

    def owner_at(self, zone: str) -> str | None:
        """Return the owner of the passage that guards enter from a zone; `None` if common (SCORPION-25.2, 30.6)."""
        owners = sorted((owner or "" for owner, at in self.found if at == zone))
        return (owners[0] or None) if owners else None


def figures_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the guard figures that an event names: a unit, several, or one."""
    if "guards" in data:
        return tuple(data["guards"])
    named = data.get("unit") or data.get("guard") or data.get("figure")
    return tuple(str(named).split("+")) if named else ()


def _cleared(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return replace(table, guards={})


def _placed(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return table.stepped(figures_of(data), data["zone"])


def _removed(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return table.without(*figures_of(data))


def _moved(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    inside = table.owner_at(data["origin"]) if data["zone"] == PASSAGE else None
    unit = figures_of(data)
    return replace(table.stepped(unit, data["zone"], inside), moved=table.moved.union(unit))


def _seen(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return replace(table, visible={**table.visible, data["intruder"]: data["zone"]})


def _unseen(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return replace(table, visible=_without(table.visible, {data["intruder"], ANYBODY}))


def _without(visible: Mapping[str, str], gone: Set[str]) -> Mapping[str, str]:
    return {who: zone for who, zone in visible.items() if who not in gone}


def _named(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    def named(some: frozenset[str]) -> frozenset[str]:
        return some - {ANYBODY} | ({data["intruder"]} if ANYBODY in some else frozenset())

    return replace(
        table,
        visible={data["intruder"] if who == ANYBODY else who: zone for who, zone in table.visible.items()},
        permitted=named(table.permitted),
        accomplished=named(table.accomplished),
    )


def _may_pass(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return replace(table, permitted=table.permitted | {data["intruder"]})


def _died(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    table = _named(table, data)
    gone = {data["intruder"], ANYBODY}
    kept = table.permitted if table.options.passage_after_return == "keeps" else table.permitted - gone
    return replace(table, visible=_without(table.visible, gone), permitted=kept, accomplished=table.accomplished - gone)


def _set(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return replace(table, options=Options.model_validate({**table.options.model_dump(), **data["options"]}))


def _laid(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    shown = {one["who"]: one for one in data["intruders"]}
    return replace(
        _adjusted(table, data),
        visible={who: one["zone"] for who, one in shown.items() if one["zone"]},
        permitted=frozenset(who for who, one in shown.items() if one["permitted"]),
        accomplished=frozenset(who for who, one in shown.items() if one["accomplished"]),
        found=tuple((owner, zone) for owner, zones in data["passages"] for zone in zones),
    )


def _adjusted(table: PublicFacts, data: Mapping[str, Any]) -> PublicFacts:
    return replace(table, guards={id: Guard(zone, drunk, inside) for id, zone, drunk, inside in data["figures"]})


_CHANGES: Mapping[str, Any] = {
    **dict.fromkeys(("options_set", "board_loaded", "seated"), _cleared),
    **dict.fromkeys(("sentry_placed", "patrol_placed", "guards_woke"), _placed),
    **dict.fromkeys(("unit_lifted", "guard_killed", "guard_taken_off"), _removed),
    "guards_moved": _moved,
    "hidden_sentry_placed": lambda table, data: table.without(data["guard"]).stepped((data["guard"],), data["zone"]),
    "guard_drunk": lambda table, data: replace(
        table, guards={**table.guards, data["guard"]: table.guards[data["guard"]]._replace(drunk=True)}
    ),
    "sobered": lambda table, data: replace(table, guards={**table.guards, data["figure"]: Guard(data["zone"])}),
    "entrance_found": lambda table, data: replace(
        table, found=(*table.found, *((data.get("intruder"), data["zone"]),) * data["entrances"])
    ),
    "search_answered": lambda table, data: replace(table, answers={**table.answers, data["zone"]: data["found"]}),
    "discovered": _seen,
    "lost_sight": _unseen,
    "escaped": _unseen,
    "passage_entered": _may_pass,
    "mission_accomplished": lambda table, data: replace(table, accomplished=table.accomplished | {data["intruder"]}),
    "lone_wolf_named": _named,
    "died": _died,
    "unknown_set": _set,
    "adjusted": _adjusted,
    "laid": _laid,
}


BETWEEN: Final = frozenset({"search", "reacted", "placed", "declined", "taken_off", "by_hand"})
"""Acts that happen only between paths, while nobody is under way (SCORPION-18.3, 19.3, METSUKE-3.1)."""
ON_THE_SPOT: Final = frozenset({"card", "strike", "enter"})
"""Acts that may be a card used without moving; an entry of the passage may be a bluff that shows the figure."""


class Act(NamedTuple):
    """One public act in an intruder phase. `who` is `None` if it names no intruder."""

    kind: str
    who: str | None = None
    zone: str = ""
    card: str = ""
    inside: str | None = None
    """The owner of the passage in which the guard is killed."""
    lost: bool = False
    """For `leave`: whether no card stays in front of the intruder, because the entry was a bluff."""
    placed: bool = False
    """For `seen`: whether a hidden sentry that was placed saw the intruder, rather than guards on the way."""
    rope: int = -1
    """The index of the rope among all Rope cards played so far, or -1."""


class Phase(NamedTuple):
    """The public part of an intruder phase: its acts, and the table before each act and after the last."""

    acts: tuple[Act, ...]
    tables: tuple[PublicFacts, ...]
    busy: tuple[bool, ...]
    """For each table: whether the answer to a search or a patrol's facing was awaited, so that nobody could act
    (SCORPION-7.8, 18.9, 19.3)."""

    def ropes(self) -> tuple[str, ...]:
        """Return the owners of the Rope cards played in this phase, in order."""
        return tuple(str(act.who) for act in self.acts if act.rope >= 0)


def acts_of(table: PublicFacts, events: Sequence[Event], ropes: int) -> Phase:
    """Return the acts of a phase that begins with a table; `ropes` is the number of Rope cards played before it."""
    acts: list[Act] = []
    tables, busy = [table], [False]
    i, waiting, heading = 0, 0, False
    while i < len(events):
        act, taken = _act(table, events, i, ropes)
        for event in events[i : i + taken]:
            table = table.after(event)
            waiting += _waited_for(event)
            if event.kind in ("adjusted", "patrol_turned"):
                heading = "heading" in event.data
        i += taken
        if act is None:
            tables[-1], busy[-1] = table, heading or waiting > 0
            continue
        ropes += act.rope >= 0
        acts.append(act)
        tables.append(table)
        busy.append(heading or waiting > 0)
    return Phase(tuple(acts), tuple(tables), tuple(busy))


def _waited_for(event: Event) -> int:
    """Return the change in the number of awaited answers: to searches, and about hidden sentries that were found."""
    if event.kind == "search_declared":
        return 1
    if event.kind == "search_answered":
        return 0 if event.data["found"] == "hidden_sentry" else -1
    return -1 if event.kind in ("hidden_sentry_killed", "hidden_sentry_placed", "hidden_sentry_declined") else 0


_KINDS: Final[Mapping[str, str]] = {
    "passage_entered": "enter",
    "passage_left": "leave",
    "discovered": "seen",
    "lost_sight": "lost",
    "escaped": "escaped",
    "search_declared": "search",
    "hidden_sentry_placed": "placed",
    "hidden_sentry_declined": "declined",
    "adjusted": "by_hand",
    "guard_taken_off": "taken_off",
}
"""The kind of act that an event is by itself."""


def _act(table: PublicFacts, events: Sequence[Event], i: int, ropes: int) -> tuple[Act | None, int]:
    """Return the act that an event begins, if any, and the number of events that belong to it."""
    event, about = events[i], events[i].data
    if event.kind == "card_played":
        return _card(table, events, i, ropes)
    if event.kind == "alert_raised":
        entered = about["cause"] == "mission" and table.options.alert_on_mission_when == "entered"
        return (Act("mission") if entered else None), 1
    kind = _KINDS.get(event.kind)
    if kind is None:
        return None, 1
    who = _searcher(events, i) if kind in ("placed", "declined") else about.get("intruder")
    return Act(kind, who, about.get("zone", ""), lost=about.get("lost", False), placed="by" in about), 1


def _card(table: PublicFacts, events: Sequence[Event], i: int, ropes: int) -> tuple[Act, int]:
    who, card = events[i].data["intruder"], events[i].data["card"]
    following = events[i + 1 :]
    if following and following[0].data.get("intruder") == who:
        then = following[0].data
        match following[0].kind:
            case "guard_killed" | "guard_drunk" if then.get("card", "potent_sake") == card:
                guard = table.guards.get(then["guard"])
                poured = sum(1 for _ in takewhile(lambda e: e.kind == "guard_drunk", following))
                return Act("strike", who, then["zone"], card, guard.inside if guard else None), 1 + (poured or 1)
            case "hidden_sentry_killed":
                return Act("reacted", who, then["zone"], card), 2
            case "passage_entered" if card == "secret_passage" and not _needs_no_card(table, who):
                return Act("enter", who, "", card), 2
    return Act("card", who, "", card, rope=ropes if card == "rope" else -1), 1


def _needs_no_card(table: PublicFacts, who: str) -> bool:
    """Tell whether it is public that entering needs no card, so that a card played is a bluff (SCORPION-25.9, 26.2)."""
    options = table.options
    shown = options.passage_bluff == "figure_shown"
    return who in table.permitted and options.passage_reuse == "yes" and not shown


def _searcher(events: Sequence[Event], i: int) -> str | None:
    return next((e.data["intruder"] for e in reversed(events[:i]) if e.kind == "search_answered"), None)
