"""What the guards may do with which unit: by public facts while covered, by the referee's offers while open.

A covered screen offers what the public facts allow; a card that is not in the hand is refused on its owner's phone
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.games.scorpion.facts import Ctx, board_of, my_guards, offers_of, prompt_of
from companion.games.scorpion.map import figures_in
from referee.scorpion.moves import PASSAGE
from referee.scorpion.views.view_model import CharacterView, View

Move = dict[str, Any]
ACTS = ("listen", "focus", "search", "awaken", "kenjutsu", "passage", "merge")
"""The guards' acts in the alert and card phases, in the order of the tiles."""
HAND_CARDS = 2
"""The hand cards of a card phase (SCORPION-14.1)."""
Choices = tuple[tuple[str, tuple[str, ...]], ...]
"""Zones, each with the units that a tap there chooses from."""


def cards_ask(ctx: Ctx) -> str:
    """Return which cards I am asked for now: `alert_cards`, `cards`, or empty."""
    return next((ask for ask in ("alert_cards", "cards") if prompt_of(ctx.snap, ctx.me, ask)), "")


def has_none_to_play(view: View, role: str) -> bool:
    """Tell whether it is public that a guard player has no card to play now (SCORPION-10.6, 14.1, 14.4)."""
    stock = next((s for s in view.stocks if s.role == role), None)
    if view.phase == "alert":
        return stock is not None and not stock.drawn_size
    return view.focused or view.hand_used >= HAND_CARDS or (stock is not None and not stock.hand_size)


def may_now(ctx: Ctx) -> tuple[str, ...]:
    """Return the acts that have a tile now, by public facts."""
    view, asked = ctx.view, bool(cards_ask(ctx))
    plays = asked and not has_none_to_play(view, ctx.role)
    busy = view.pending is not None and view.pending.cause != "patrol"
    shown = {
        "listen": plays,
        "search": plays,
        "awaken": plays,
        "focus": prompt_of(ctx.snap, ctx.me, "focus_listen") is not None,
        "kenjutsu": prompt_of(ctx.snap, ctx.me, "attack_intruder") is not None and not busy,
        "merge": prompt_of(ctx.snap, ctx.me, "merge_units") is not None,
        "passage": plays and any(p.found for p in view.passages) and view.options.passage_discoverable == "yes",
    }
    return tuple(act for act in ACTS if shown[act])


def is_entitled(view: View, role: str, unit: str) -> bool:
    """Tell whether a guard player may use cards on a unit, and move it (SCORPION-11.5)."""
    return role == "guards" or any(f.weapon == role for f in figures_in(view, unit))


def units_of(view: View) -> tuple[str, ...]:
    """Return all units of able guards, sentries and patrols, in the order of their figures."""
    return tuple(dict.fromkeys(f.unit for f in view.figures if f.unit is not None))


def zone_of(view: View, unit: str) -> str:
    """Return the zone of a unit or figure; empty if it is gone."""
    found = next((f for f in view.figures if f.id == unit.split("+")[0]), None)
    return "" if found is None else found.zone


def by_zone(view: View, units: Iterable[str]) -> Choices:
    """Return units by the zone in which they are."""
    there: dict[str, list[str]] = {}
    for unit in units:
        there.setdefault(zone_of(view, unit), []).append(unit)
    return tuple((zone, tuple(each)) for zone, each in there.items())


def candidates(ctx: Ctx, act: str) -> tuple[str, ...]:
    """Return the units or figures with which an act may be done: a unit's text, or one figure of a patrol."""
    if act == "focus":
        return choices(ctx, "focus_listen", "focus_listen", "unit")
    return tuple(_open(ctx, act) if ctx.open else _public(ctx, act))


def _public(ctx: Ctx, act: str) -> Iterator[str]:
    view, role, options = ctx.view, ctx.role, ctx.view.options
    if act == "kenjutsu":
        yield from _attackers(view, role)
    elif act == "passage" and options.guard_passage_entry == "card_moves_guard":
        found = {zone for p in view.passages for zone in p.found}
        for one in view.figures:
            if one.unit and not one.carded and not one.moved and one.zone in found and is_entitled(view, role, one.id):
                yield one.id
    elif act in ("listen", "search"):
        for unit in units_of(view):
            singles = unit.split("+") if "+" in unit else []
            if act == "listen" and options.sentry_listen_in_patrol == "no":
                singles = []
            for each in (unit, *singles):
                if _is_ready(view, role, act, each):
                    yield each


def _is_ready(view: View, role: str, act: str, unit: str) -> bool:
    """Tell whether no public fact forbids a card on a unit (SCORPION-11.1, 11.5, 13.4, 25.17)."""
    members = figures_in(view, unit)
    if not is_entitled(view, role, unit) or any(f.carded for f in members):
        return False
    if act == "listen":
        return zone_of(view, unit) != PASSAGE
    return not any(f.moved for f in members)


def _attackers(view: View, role: str) -> Iterator[str]:
    for one in view.figures:
        mine = view.options.kenjutsu_4p == "any" or is_entitled(view, role, one.unit or one.id)
        if one.unit is not None and not one.attacked and mine and seen_at(view, one.zone):
            yield one.id


def _open(ctx: Ctx, act: str) -> Iterator[str]:
    if act == "kenjutsu":
        yield from choices(ctx, "attack_intruder", "attack_intruder", "guard")
    elif act == "passage":
        yield from choices(ctx, cards_ask(ctx), "play_guard_passage", "guard")
    elif act in ("listen", "search"):
        yield from choices(ctx, cards_ask(ctx), f"play_patrol_{act}", "unit")
        yield from choices(ctx, cards_ask(ctx), f"play_sentry_{act}", "guard")


def choices(ctx: Ctx, ask: str, move: str, field: str) -> tuple[str, ...]:
    """Return the possible values of a move's field, by my offers; empty if these are secret now."""
    found = prompt_of(ctx.snap, ctx.me, ask)
    return () if found is None else found.choices(move, field)


def seen_at(view: View, zone: str) -> tuple[CharacterView, ...]:
    return tuple(c for c in view.characters if c.zone == zone)


def barracks(ctx: Ctx) -> Mapping[str, int]:
    """Return the zones where guards may be woken, and how many at most; while open, those where somebody sleeps."""
    if ctx.open and cards_ask(ctx):
        found: dict[str, int] = {}
        for offer in offers_of(ctx.snap, ctx.me, cards_ask(ctx)):
            if offer.move == "play_awaken":
                n = max(len(weapons) for weapons in offer.choices("weapons") if weapons is not None)
                for zone in offer.choices("zone"):
                    found[zone] = max(n, found.get(zone, 0))
        return found
    most = 2 if ctx.view.options.awaken_count == "up_to_2" else 1
    return dict.fromkeys(sorted(board_of(ctx.view).barracks), most)


def may_unlock(ctx: Ctx) -> bool:
    """Tell whether a Secret Passage card may be played by itself; while covered, by public facts."""
    offers = offers_of(ctx.snap, ctx.me, cards_ask(ctx))
    return not (ctx.open and offers) or any(o.move == "play_guard_passage" and not o.fields for o in offers)


def card_of(act: str, unit: str) -> str:
    """Return the kind of card that an act needs; empty if it needs none."""
    if act in ("listen", "search"):
        return f"{'patrol' if '+' in unit else 'sentry'}_{act}"
    return {"awaken": "awaken", "kenjutsu": "kenjutsu", "passage": "secret_passage"}.get(act, "")


def held(ctx: Ctx, act: str, unit: str) -> int | None:
    """Return how many cards of an act I may play now; None while covered, and if kinds are not entered."""
    mine = my_guards(ctx)
    if not ctx.open or mine is None or act in ("focus", "merge"):
        return None
    source = mine.drawn if ctx.view.phase == "alert" else mine.hand
    if source is None:
        return None
    kinds = [card_of(act, unit)] if unit or act not in ("listen", "search") else [f"sentry_{act}", f"patrol_{act}"]
    return sum(source.get(kind, 0) for kind in kinds)
