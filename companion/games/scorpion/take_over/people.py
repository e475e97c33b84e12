"""What everybody sees of an intruder: what is asked, and the way to a position and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.contract.take_over import Counts, Entering, Field, Things
from companion.games.scorpion.take_over.fields import cards
from companion.games.scorpion.take_over.given import FACTS, K, guard_roles
from companion.games.table.entered import without_nothing
from companion.ui.words.sentences import begun

Json = dict[str, Any]


def asked(e: Entering, one: str) -> Iterator[Field]:
    """Ask for an intruder's life, cards and wounds."""
    t, at = e.t, f"characters.{one}"
    life = t(f"{K}life")
    yield Counts(key=f"life.{one}", title=life, rows=(("life", ""),), least=1, most=2, at=f"{at}.life")
    rows = ("hand_size", "died") if one != "intruder" else ("died",)
    labels = tuple((row, t(f"{K}{row}")) for row in rows)
    yield Counts(key=f"numbers.{one}", title=t(f"{K}numbers"), rows=labels, most=20, at=at)
    roles = tuple((role, begun(t(f"scorpion.role.{role}"))) for role in guard_roles(e.options, e.seats))
    wounds, several = t(f"{K}wounds"), len(roles) > 1
    yield Counts(key=f"wounds.{one}", title=wounds, rows=roles, most=2, total=several, at=f"{at}.wounds.*")
    facts = tuple((fact, t(f"{K}{fact}")) for fact in FACTS)
    yield Things(key=f"facts.{one}", title=t(f"{K}facts"), values=facts, most=len(facts), at=f"{at}.*")
    if one != "intruder":
        played, at = t(f"{K}played"), f"{at}.played"
        yield Things(
            key=f"played.{one}", title=played, values=cards(t, one), most=12, copies=12, at=at, holds="counts"
        )


def described(one: Json) -> Json:
    """Return an intruder of a position from what stands at the paths of its fields."""
    wounds: Mapping[str, int] = one.pop("wounds", {})
    one["wounds"] = [role for role, n in wounds.items() for _ in range(n)]
    one["redrawn"] = not one.pop("mission_due", False)
    one["visible"] = one["visible"] and one.get("status") == "passage"
    one["died"] = one["died"] or None
    return without_nothing(one)


def standing(one: Json) -> Json:
    """Return an intruder of a position as its fields have it: the way back."""
    wounds = Counter(role for role in one["wounds"] if role)
    status = "hidden" if one["status"] == "waiting" else one["status"]
    return one | {"wounds": wounds, "mission_due": not one["redrawn"], "status": status}
