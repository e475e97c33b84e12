"""What everybody sees of an intruder: what is asked, and the way to a position and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.contract.take_over import Counts, Entered, Entering, Field, Things
from companion.games.scorpion.take_over.fields import cards
from companion.games.scorpion.take_over.given import FACTS, K, guard_roles
from companion.games.table.entered import chosen, counted, listed, number, without_nothing
from companion.ui.words.sentences import begun
from referee.scorpion.positions.open_table import OpenCharacter

Json = dict[str, Any]


def asked(e: Entering, one: str) -> Iterator[Field]:
    """Ask for an intruder's life, cards and wounds."""
    t = e.t
    yield Counts(key=f"life.{one}", title=t(f"{K}life"), rows=(("life", ""),), least=1, most=2)
    rows = ("hand_size", "died") if one != "intruder" else ("died",)
    labels = tuple((row, t(f"{K}{row}")) for row in rows)
    yield Counts(key=f"numbers.{one}", title=t(f"{K}numbers"), rows=labels, most=20)
    roles = tuple((role, begun(t(f"scorpion.role.{role}"))) for role in guard_roles(e.options, e.seats))
    yield Counts(key=f"wounds.{one}", title=t(f"{K}wounds"), rows=roles, most=2, total=len(roles) > 1)
    facts = tuple((fact, t(f"{K}{fact}")) for fact in FACTS)
    yield Things(key=f"facts.{one}", title=t(f"{K}facts"), values=facts, most=len(facts))
    if one != "intruder":
        yield Things(key=f"played.{one}", title=t(f"{K}played"), values=cards(t, one), most=12, copies=12)


def described(values: Entered, one: str, roles: Sequence[str]) -> Json:
    """Return what everybody sees of an intruder."""
    facts, status = listed(values, f"facts.{one}"), chosen(values, f"status.{one}") or "hidden"
    zones = listed(values, f"at.{one}") if status == "visible" else ()
    wounds = [role for role in roles for _ in range(number(values, f"wounds.{one}", role))]
    found: Json = {
        "who": one,
        "status": status,
        "zone": zones[0] if zones else None,
        "visible": status == "passage" and "visible" in facts,
        "wounds": wounds,
        "accomplished": "accomplished" in facts,
        "permitted": "permitted" in facts,
        "life": number(values, f"life.{one}", "life", 1),
        "died": number(values, f"numbers.{one}", "died") or None,
        "redrawn": "mission_due" not in facts,
    }
    if one != "intruder":
        found["hand_size"] = number(values, f"numbers.{one}", "hand_size")
        found["played"] = counted(listed(values, f"played.{one}"))
    return without_nothing(found)


def values_of(one: OpenCharacter) -> Json:
    """Return the values of what everybody sees of an intruder."""
    status = "hidden" if one.status == "waiting" else one.status
    found: Json = {f"status.{one.who}": status, f"life.{one.who}": {"life": one.life}}
    numbers: Json = {"died": one.died or 0}
    if one.hand_size is not None:
        numbers["hand_size"] = one.hand_size
    if one.status != "waiting":
        found[f"numbers.{one.who}"] = numbers
    if one.zone is not None:
        found[f"at.{one.who}"] = [one.zone]
    found[f"wounds.{one.who}"] = dict(Counter(role for role in one.wounds if role))
    said = (one.accomplished, one.permitted, one.visible, not one.redrawn)
    found[f"facts.{one.who}"] = [fact for fact, so in zip(FACTS, said, strict=True) if so]
    found[f"played.{one.who}"] = each(one.played)
    return found


def each(held: Mapping[Any, int] | None) -> list[str]:
    """Return a multiset as a list."""
    return [str(kind) for kind, n in (held or {}).items() for _ in range(n)]
