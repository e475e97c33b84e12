"""What lies open on the table, folded from the public record: where guards stand, who is seen, who is in play."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.trackers import Event

WHO = ("ninja", "traitor")
ANYBODY = "intruder"
"""What a hidden lone wolf is called."""


class Guard(NamedTuple):
    """A guard figure. `inside` is in Disputed Ground whose passage it is in."""

    zone: str
    drunk: bool = False
    inside: str | None = None


@dataclass(frozen=True)
class Table:
    """The open table at one moment of the record."""

    ground: Ground
    options: Options
    guards: Mapping[str, Guard] = field(default_factory=dict)
    visible: Mapping[str, str] = field(default_factory=dict)
    """Who is seen, and in which zone."""
    permitted: frozenset[str] = frozenset()
    """Who has entered the passage openly, as far as nobody could have thrown the card as a bluff."""
    accomplished: frozenset[str] = frozenset()
    found: tuple[tuple[str | None, str], ...] = ()
    """The entrances that the guards know, each with its owner among rivals."""
    turn: int = 1
    answers: Mapping[str, str] = field(default_factory=dict)
    """What the search of a zone found."""
    moved: frozenset[str] = frozenset()
    """The guards who have walked in this turn."""

    def after(self, event: Event) -> Table:
        change = _CHANGES.get(event.kind)
        table = self if change is None else change(self, event.data)
        return table if event.turn == table.turn else replace(table, turn=event.turn, moved=frozenset())

    def watched(self, who: str) -> int:
        """Return the zones in which guards would notice an intruder (SCORPION-21.9, 30.6)."""
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
        """Return the zones in which any guard stands, or an able one."""
        return self.ground.zones(g.zone for g in self.guards.values() if not (able and g.drunk))

    def stepped(self, ids: tuple[str, ...], zone: str, inside: str | None = None) -> Table:
        moved = {id: self.guards.get(id, Guard(zone))._replace(zone=zone, inside=inside) for id in ids}
        return replace(self, guards={**self.guards, **moved})

    def without(self, *ids: str) -> Table:
        return replace(self, guards={id: guard for id, guard in self.guards.items() if id not in ids})

    def owner_at(self, zone: str) -> str | None:
        """Return whose passage guards enter from a zone (SCORPION-25.2, 30.6)."""
        owners = sorted((owner or "" for owner, at in self.found if at == zone))
        return (owners[0] or None) if owners else None


def _moved(table: Table, data: Mapping[str, Any]) -> Table:
    inside = table.owner_at(data["origin"]) if data["zone"] == PASSAGE else None
    unit = data["unit"].split("+")
    stepped = table.stepped(tuple(unit), data["zone"], inside)
    return replace(stepped, moved=table.moved | {*unit})


def _seen(table: Table, data: Mapping[str, Any]) -> Table:
    return replace(table, visible={**table.visible, data["intruder"]: data["zone"]})


def _unseen(table: Table, data: Mapping[str, Any]) -> Table:
    return replace(table, visible=_without(table.visible, {data["intruder"], ANYBODY}))


def _without(visible: Mapping[str, str], gone: Set[str]) -> Mapping[str, str]:
    return {who: zone for who, zone in visible.items() if who not in gone}


def _named(table: Table, data: Mapping[str, Any]) -> Table:
    def named(some: frozenset[str]) -> frozenset[str]:
        return some - {ANYBODY} | ({data["intruder"]} if ANYBODY in some else frozenset())

    return replace(
        table,
        visible={data["intruder"] if who == ANYBODY else who: zone for who, zone in table.visible.items()},
        permitted=named(table.permitted),
        accomplished=named(table.accomplished),
    )


def _permitted(table: Table, data: Mapping[str, Any]) -> Table:
    return replace(table, permitted=table.permitted | {data["intruder"]})


def _died(table: Table, data: Mapping[str, Any]) -> Table:
    table = _named(table, data)
    gone = {data["intruder"], ANYBODY}
    kept = table.permitted if table.options.passage_after_return == "keeps" else table.permitted - gone
    return replace(table, visible=_without(table.visible, gone), permitted=kept, accomplished=table.accomplished - gone)


def _set(table: Table, data: Mapping[str, Any]) -> Table:
    return replace(table, options=Options.model_validate({**table.options.model_dump(), **data["options"]}))


def _laid(table: Table, data: Mapping[str, Any]) -> Table:
    shown = {one["who"]: one for one in data["intruders"]}
    return replace(
        _adjusted(table, data),
        visible={who: one["zone"] for who, one in shown.items() if one["zone"]},
        permitted=frozenset(who for who, one in shown.items() if one["permitted"]),
        accomplished=frozenset(who for who, one in shown.items() if one["accomplished"]),
        found=tuple((owner, zone) for owner, zones in data["passages"] for zone in zones),
    )


def _adjusted(table: Table, data: Mapping[str, Any]) -> Table:
    table = replace(table, guards={})
    for id, zone, drunk, inside in data["figures"]:
        table = replace(table, guards={**table.guards, id: Guard(zone, drunk, inside)})
    return table


_CHANGES: Mapping[str, Any] = {
    "options_set": lambda table, data: replace(table, guards={}),
    "board_loaded": lambda table, data: replace(table, guards={}),
    "seated": lambda table, data: replace(table, guards={}),
    "sentry_placed": lambda table, data: table.stepped((data["figure"],), data["zone"]),
    "patrol_placed": lambda table, data: table.stepped(tuple(data["unit"].split("+")), data["zone"]),
    "unit_lifted": lambda table, data: table.without(*data["unit"].split("+")),
    "guards_moved": _moved,
    "guards_woke": lambda table, data: table.stepped(tuple(data["guards"]), data["zone"]),
    "guard_killed": lambda table, data: table.without(data["guard"]),
    "guard_taken_off": lambda table, data: table.without(data["guard"]),
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
    "passage_entered": _permitted,
    "mission_accomplished": lambda table, data: replace(table, accomplished=table.accomplished | {data["intruder"]}),
    "lone_wolf_named": _named,
    "died": _died,
    "unknown_set": _set,
    "adjusted": _adjusted,
    "laid": _laid,
}
