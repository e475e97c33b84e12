"""What an intruder's player plans and has not declared: steps, cards, searches.

It is secret. The host keeps it as short texts and gives it back only while the cover is open, so it outlives a sleep
and is never on a covered phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.scorpion.facts import Ctx
from companion.ui import Act, act
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.moves import MOVEMENTS, STEP, Aim, Bluff, Step, Strike

WHO = {"n": "ninja", "t": "traitor"}
SEARCH = "search"
MOST = 17
"""Items of a plan: the host keeps no more."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a plan: a movement, a card that is used, or a zone to be searched.

    `what` is the zone, the guards joined by a plus, or the card of a bluff.
    """

    who: str
    do: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is planned at one turn. `who` is the character whose part is being made."""

    turn: int
    who: str = ""
    items: tuple[Item, ...] = ()
    card: str = ""
    """The card whose uses are offered."""
    now: Item | None = None
    """The use of a card that is to be declared by itself."""
    hint: str = ""
    """The zone that was tapped and cannot be chosen."""

    def of(self, who: str, do: str = "") -> tuple[Item, ...]:
        """Return a character's steps, or the items of one kind."""
        mine = (item for item in self.items if item.who == who)
        return tuple(item for item in mine if (item.do == do if do else item.do != SEARCH))

    def moved(self, who: str) -> int:
        return sum(item.do in MOVEMENTS for item in self.of(who))

    def steps_only(self) -> Plan:
        """Return the plan without what is only looked at: a card's uses, a hint."""
        return replace(self, card="", now=None, hint="")

    def add(self, item: Item) -> Plan:
        return replace(self.steps_only(), items=(*self.items, item)[:MOST])

    def without_last(self, who: str) -> Plan:
        at = max((n for n, item in enumerate(self.items) if item.who == who and item.do != SEARCH), default=-1)
        return replace(self.steps_only(), items=tuple(item for n, item in enumerate(self.items) if n != at))

    def toggled(self, item: Item, most: int) -> Plan:
        """Return the plan with a search more or less; one more than `most` takes the place of the last."""
        rest = tuple(each for each in self.items if each != item)
        if len(rest) < len(self.items):
            return replace(self.steps_only(), items=rest)
        kept = self.of(item.who, SEARCH)[: max(0, most - 1)]
        others = (each for each in rest if each.do != SEARCH or each.who != item.who)
        return replace(self.steps_only(), items=(*others, *kept, item))


def texts(plan: Plan) -> tuple[str, ...]:
    head = [f"{plan.turn} {plan.who[:1]}"]
    head += [f"? {plan.card}"] if plan.card else []
    head += [f"! {_text(plan.now)}"] if plan.now is not None else []
    head += [f"~ {plan.hint}"] if plan.hint else []
    return (*head, *(_text(item) for item in plan.items))


def _text(item: Item) -> str:
    return f"{item.who[:1]} {item.do} {item.what}".rstrip()


def read(written: Sequence[str], turn: int) -> Plan:
    """Read what `texts` wrote; a plan of another turn is forgotten."""
    if not written or written[0].partition(" ")[0] != str(turn):
        return Plan(turn)
    plan = Plan(turn, WHO.get(written[0].partition(" ")[2], ""))
    for each in written[1:]:
        sign, _, rest = each.partition(" ")
        if sign == "?":
            plan = replace(plan, card=rest)
        elif sign == "~":
            plan = replace(plan, hint=rest)
        elif sign == "!":
            plan = replace(plan, now=_item(rest))
        elif (item := _item(each)) is not None:
            plan = replace(plan, items=(*plan.items, item))
    return plan


def _item(text: str) -> Item | None:
    who, _, rest = text.partition(" ")
    do, _, what = rest.partition(" ")
    return Item(WHO[who], do, what) if who in WHO and do else None


def plan_of(ctx: Ctx) -> Plan:
    """Return what is planned, as this phone may show it now: nothing while it is covered."""
    if not ctx.open:
        return Plan(ctx.view.turn)
    return read(ctx.pick.plan if ctx.acting else ctx.snap.entering, ctx.view.turn)


def planning(ctx: Ctx) -> Act:
    """Return the act that keeps a plan; add the plan. The host keeps a seat's, and none of a game master's."""
    return act(_keep, ctx.choose("plan") if ctx.acting else act(ctx.actions.secrets.hands))


def _keep(put: Act, plan: Plan) -> None:
    put(texts(plan))


# As the referee reads it


def step_of(item: Item) -> Step:
    guards = tuple(item.what.split("+"))
    match item.do:
        case "kenjutsu1" | "kenjutsu2":
            return Strike(do="kenjutsu", guards=guards, value=KENJUTSU[item.do])  # type: ignore[arg-type]
        case "shuriken":
            return Aim(do="shuriken", guards=guards)
        case "potent_sake":
            return Aim(do="sake", guards=guards)
        case "bluff":
            return Bluff(do="bluff", card=item.what)  # type: ignore[arg-type]
    return STEP.validate_python({"do": item.do} | ({"to": item.what} if item.what else {}))


def item_of(who: str, step: dict[str, Any]) -> Item:
    guards = "+".join(step.get("guards", ()))
    match step["do"]:
        case "kenjutsu":
            return Item(who, f"kenjutsu{step['value']}", guards)
        case "shuriken":
            return Item(who, "shuriken", guards)
        case "sake":
            return Item(who, "potent_sake", guards)
        case "bluff":
            return Item(who, "bluff", step["card"])
    return Item(who, step["do"], step.get("to") or "")


def path_move(plan: Plan, whose: tuple[str, ...]) -> dict[str, Any]:
    """Return the declaration that locks the path of one character, or of both in the order of the plan."""
    items = [item for item in plan.items if item.who in whose and item.do != SEARCH]
    steps = [_plain(step_of(item)) for item in items]
    if len(whose) == 1:
        return {"type": "lock_path", "intruder": whose[0], "steps": steps}
    tagged = [step | {"intruder": item.who} for step, item in zip(steps, items, strict=True)]
    return {"type": "lock_path", "steps": tagged}


def card_move(item: Item) -> dict[str, Any]:
    """Return the declaration of a card that is used by itself, before or after the path (SCORPION-16.2)."""
    if item.do == "bluff":
        return {"type": "play_intruder_card", "intruder": item.who, "card": item.what, "bluff": True}
    guards = item.what.split("+") if item.what else []
    return {"type": "play_intruder_card", "intruder": item.who, "card": item.do, "guards": guards}


def _plain(step: Step) -> dict[str, Any]:
    return step.model_dump(mode="json", exclude_defaults=True, exclude_none=True) | {"do": step.do}
