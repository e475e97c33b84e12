"""What an intruder's player plans and has not declared: the plan, where it leads, and what may follow.

A plan consists of steps, cards and searches. It is secret. The host keeps it as short texts and sends it only while the
cover is open, so it outlives a sleep of the phone and is never on a covered one. Following a plan uses what the
intruders' side knows and what the referee offers; only the referee judges a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.contract.snapshot import Snapshot
from companion.games.scorpion.facts import Ctx, board_of, character_of, offers_of
from companion.ui import Act, act
from referee.board.board import Board
from referee.core.offers import Offer, Some
from referee.core.offers import Way as Paths
from referee.scorpion.cards import KENJUTSU, KINDS
from referee.scorpion.intruders.steps import MOST_STEPS, OUTSIDE, groups
from referee.scorpion.moves import MOVEMENTS, PASSAGE, STEP, Aim, Bluff, Step, Strike
from referee.scorpion.views.view_model import FigureView, IntruderView, View

WHO = {"n": "ninja", "t": "traitor"}
SEARCH = "search"
MOST = 17
"""The most items of a plan that the host keeps."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a plan: a movement, a card that is used, or a zone to search.

    `what` is the zone, the guards joined by `+`, or the card of a bluff.
    """

    who: str
    do: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything planned in one turn. `who` is the character being planned."""

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
        """Return the plan with a search added or removed; one beyond `most` replaces the last."""
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
    """Return the plan that `texts` wrote; one of another turn is dropped."""
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
    """Return the plan, as far as this phone may show it now: an empty one while covered."""
    if not ctx.open:
        return Plan(ctx.view.turn)
    return read(ctx.pick.plan if ctx.acting else ctx.snap.entering, ctx.view.turn)


def planning(ctx: Ctx) -> Act:
    """Return the act that keeps the plan added as its argument: a seat's on the host, a game master's in the pick."""
    return act(_keep, ctx.choose("plan") if ctx.acting else act(ctx.actions.secrets.hands))


def _keep(put: Act, plan: Plan) -> None:
    put(texts(plan))


# As moves of the referee


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


ROPES = frozenset({"rope_new", "rope_old"})
_STOPS = {
    "rope_new": ("SCORPION-17.7", "scorpion.rope_stops"),
    "rope_old": ("SCORPION-17.7", "scorpion.rope_stops"),
    "enter_passage": ("SCORPION-25.6", "scorpion.passage_stops"),
    "exit_map": ("SCORPION-20.2", "scorpion.has_left"),
}
SEARCHES = 2
"""The most zones that one character may search (SCORPION-18.4)."""
Reason = tuple[str, str, Mapping[str, Any]]
"""A clause, a message key and its parameters."""


@dataclass(frozen=True, slots=True)
class PlannedPath:
    """The state of a character after following the plan."""

    who: str
    zones: tuple[str, ...]
    """The zones in order, starting with the present one; including the passage and outside."""
    ended: tuple[str, str] | None = None
    """Why the path cannot go on, as clause and message key; None if it can."""
    last: str = ""
    """The last thing done."""
    seen: bool = False
    """Whether guards see the character at the end of the path."""
    hand: Mapping[str, int] | None = None
    """The cards that are left; None if kinds are not entered."""
    needs_passage_card: bool = True
    """Whether entering the passage takes a card."""
    gone: frozenset[str] = frozenset()
    """The guards killed in the plan, including the partner's part."""
    drunk: frozenset[str] = frozenset()
    """The drunk guards, including those of the plan."""
    guards: tuple[FigureView, ...] = field(default=(), repr=False)

    @property
    def at(self) -> str:
        return self.zones[-1]

    @property
    def steps(self) -> int:
        return len(self.zones) - 1


def secrets_of(view: View) -> tuple[IntruderView, ...]:
    """Return the playing characters whose secrets this phone may show now."""
    return () if view.intruders is None else tuple(c for c in view.intruders.characters if c.status != "absent")


def mine(ctx: Ctx) -> tuple[IntruderView, ...]:
    own = {"ninja": ("ninja",), "traitor": ("traitor",)}.get(ctx.role, ("ninja", "traitor"))
    return tuple(c for c in secrets_of(ctx.view) if c.who in own)


def paths_of(ctx: Ctx, who: str) -> Paths | None:
    """Return the paths that a character is offered, or None if there is none to lock."""
    return _paths(offers_of(ctx.snap, ctx.me, "intruders"), who)


def early_paths_of(snap: Snapshot, who: str) -> Paths | None:
    """Return the paths that a character would be offered now, while the guards play; None if nothing can be planned."""
    return _paths(snap.early_offers, who)


def _paths(offers: Sequence[Offer], who: str) -> Paths | None:
    fitting = (o for o in offers if o.move == "lock_path" and who in o.choices("intruder"))
    steps = next((offer.fields["steps"] for offer in fitting), None)
    return steps if isinstance(steps, Paths) else None


def possible(ctx: Ctx, plan: Plan) -> Plan:
    """Return the part of a plan that can still be walked: the guards may have moved since it was drafted."""
    left: dict[str, int] = {}
    for who in {item.who for item in plan.items}:
        paths = paths_of(ctx, who) or early_paths_of(ctx.snap, who)
        steps = path_move(plan, (who,))["steps"]
        if paths is not None:
            left[who] = next(n for n in range(len(steps), -1, -1) if paths.begins(steps[:n]))
    kept = []
    for item in plan.items:
        if item.do != SEARCH and item.who in left:
            left[item.who] -= 1
            if left[item.who] < 0:
                continue
        kept.append(item)
    return replace(plan, items=tuple(kept))


def searches_of(ctx: Ctx, who: str) -> tuple[tuple[str, ...], int]:
    """Return the zones that a character may search, and how many of them."""
    zones: list[str] = []
    most = 0
    for offer in offers_of(ctx.snap, ctx.me, "intruders"):
        searches = offer.fields.get("searches")
        if isinstance(searches, Some):
            zones += [search["zone"] for search in searches.of if search.get("intruder") == who]
            most = max(most, searches.most)
    found = tuple(dict.fromkeys(zones))
    return found, min(len(found), most, SEARCHES)


# Following the plan


def ways(view: View, plan: Plan) -> dict[str, PlannedPath]:
    """Follow the plan of all characters in order; return the state of each at the end.

    For a character who has already moved nothing is left to plan.
    """
    found = {
        c.who: PlannedPath(
            c.who,
            (c.zone,),
            hand=c.hand,
            needs_passage_card=c.needs_passage_card,
            drunk=frozenset(f.id for f in view.figures if f.drunk),
            guards=view.figures,
        )
        for c in secrets_of(view)
        if c.zone is not None
    }
    shadow: set[str] = set()
    going = {c.who for c in secrets_of(view) if c.who in found and not c.locked}
    items = [item for item in plan.items if item.do != SEARCH and item.who in going]
    for group in groups((item.who, step_of(item)) for item in items):
        way = found[group.who]
        covered = group.who in shadow
        if group.movement is not None:
            way = _moved(board_of(view), way, item_of(group.who, group.movement.model_dump(exclude_none=True)))
        for step in group.cards:
            item = item_of(group.who, step.model_dump(exclude_none=True))
            covered = covered or item.do == "shadow_walk"
            way = _used(way, item)
            if item.do == "shadow_walk" and view.options.shadow_walk_scope == "turn":
                shadow.add(group.who)
        if group.movement is not None and way.at != OUTSIDE:
            way = replace(way, seen=way.seen or (not covered and bool(watching(view, way))))
        found = {who: replace(each, gone=way.gone, drunk=way.drunk) for who, each in found.items()}
        found[group.who] = way
    return found


def _moved(board: Board, way: PlannedPath, item: Item) -> PlannedPath:
    to = {"enter_passage": PASSAGE, "exit_map": OUTSIDE}.get(item.do, item.what)
    ended = _STOPS.get(item.do)
    if ended is None and to in board.moats:
        ended = ("SCORPION-17.5", "scorpion.moat_stops")
    if ended is None and way.steps + 1 >= MOST_STEPS:
        ended = ("SCORPION-17.1", "scorpion.too_many_steps")
    spent = {"rope_new": "rope", "enter_passage": "secret_passage" if way.needs_passage_card else ""}.get(item.do, "")
    return replace(_without(way, spent), zones=(*way.zones, to), ended=ended, last=item.do)


def _used(way: PlannedPath, item: Item) -> PlannedPath:
    guards = frozenset(item.what.split("+")) if item.what else frozenset[str]()
    way = replace(_without(way, item.what if item.do == "bluff" else item.do), last=item.do)
    if item.do == "potent_sake":
        return replace(way, drunk=way.drunk | guards)
    return way if item.do == "bluff" else replace(way, gone=way.gone | guards, drunk=way.drunk - guards)


def _without(way: PlannedPath, card: str) -> PlannedPath:
    if way.hand is None or not card:
        return way
    return replace(way, hand={kind: n - (kind == card) for kind, n in way.hand.items()})


def holds(way: PlannedPath, card: str) -> bool:
    """Tell whether a card may still be used; if kinds are not entered it may always be tried."""
    if way.hand is None:
        return card in KINDS[way.who]  # type: ignore[index]
    return way.hand.get(card, 0) > 0


def watching(view: View, way: PlannedPath) -> tuple[FigureView, ...]:
    """Return the guards who see the character at the end of the path (SCORPION-21.4, 21.9)."""
    alert = view.options.drunk_notices == "yes"
    out = way.gone if alert else way.gone | way.drunk
    return tuple(f for f in way.guards if f.zone == way.at and f.id not in out)


# What may follow


def following(paths: Paths, way: PlannedPath) -> tuple[Item, ...]:
    if way.ended is not None:
        return ()
    steps = (item_of(way.who, step) for step in paths.onward(way.at) if step["do"] in MOVEMENTS)
    return tuple(item for item in steps if item.do != "rope_new" or holds(way, "rope"))


def by_zone(items: Sequence[Item]) -> dict[str, Item]:
    """Return the movement that a tap on each zone means; an existing rope comes before a new one."""
    found: dict[str, Item] = {}
    for item in items:
        if item.what and (item.what not in found or item.do != "rope_new"):
            found[item.what] = item
    return found


def why_not(view: View, way: PlannedPath, zone: str) -> Reason:
    if way.ended is not None:
        return way.ended[0], way.ended[1], {"most": MOST_STEPS}
    if way.at == PASSAGE or way.at not in board_of(view):
        return "SCORPION-25.2", "scorpion.no_exit_there", {}
    if board_of(view).border(way.at, zone) == "wall":
        return "SCORPION-17.6", "scorpion.wall_needs_rope", {"zone": way.at, "to": zone}
    return "SCORPION-17.3", "scorpion.not_beside", {"zone": way.at, "to": zone}


# Information for the player


def warnings(view: View, way: PlannedPath) -> Iterator[str]:
    """Yield the message keys of warnings before locking a path; nobody else sees them (L10)."""
    if way.seen:
        yield "scorpion.screen.in.warn_seen"
    public = character_of(view, way.who) or character_of(view, "intruder")
    if way.at == OUTSIDE and not (public is not None and public.accomplished):
        yield "scorpion.screen.in.warn_leaves_undone"
    if not way.steps:
        yield "scorpion.screen.in.warn_nothing_to_search"
    elif not board_of(view).mark_zones.intersection(way.zones):
        yield "scorpion.screen.in.warn_no_mark_there"


def searches_after(view: View, way: PlannedPath) -> int:
    """Return how many zones may be searched after this path; 0 if none of them can hide anything (18.2, 18.4)."""
    if not way.steps or not board_of(view).mark_zones.intersection(way.zones):
        return 0
    if way.at == OUTSIDE and view.options.search_after_escape == "no":
        return 0
    limit = view.options.search_limit_disputed if view.options.disputed == "on" else view.options.search_limit
    return 2 - view.searches if limit == "side_2" else 2
