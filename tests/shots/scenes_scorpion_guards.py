"""The guards' phones of NINJA: Legend of the Scorpion Clan, at moments of random matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain, count
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.guards.screen import guards
from companion.games.scorpion.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.frame import page
from companion.games.table.menu import opened
from companion.ui.theme import Look
from referee import scorpion
from referee.core.values import PUBLIC
from referee.scorpion.parts import Heading
from tests.companion.games.scorpion.guards.stage import GUARDS, played
from tests.companion.games.scorpion.intruders.stage import Held, snap_of
from tests.players.scorpion.match import Played
from tests.shots.scenes import Scene

Wanted = Callable[[Played], bool]


@ft.component
def guards_table(look: Look, snap: Snapshot, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a guard player's phone with something chosen already."""
    pick, put = ft.use_state(Pick(**{"moment": moment_of(snap.view), **dict(chosen)}))
    picks = ft.use_memo(lambda: PickStore(put), [])
    picks.moment = moment_of(snap.view)
    ctx = Ctx(look, snap, actions, pick.at(picks.moment), picks)
    content, dock = guards(ctx)
    return page(ctx, content, dock, overlay=opened(ctx, SCREEN))


def scene(
    name: str, wanted: Wanted, size: str = "phone", scale: float = 1.0, held: Held = "covered", *, after: bool = False,
    seed: int = 1, players: int = 2, options: tuple[tuple[str, Any], ...] = (), entering: tuple[str, ...] = (),
    pick: Callable[[Played], dict[str, Any]] | None = None,
) -> Scene:  # fmt: skip
    """Return a scene: the first declaration of a match that is `wanted`, and what its guards see before or after it."""

    def draw(look: Look, actions: Actions) -> ft.Control:
        matches = (played(n, players, options) for n in count(seed))
        one = next(each for each in chain.from_iterable(matches) if wanted(each))
        state = one.ruling.state if after else one.before
        seat = one.seat if one.seat in GUARDS else "guards"
        snap = snap_of(state, seat, held, entering=entering)
        chosen = tuple(pick(one).items()) if pick is not None else ()
        return guards_table(look, snap, actions, chosen)

    return Scene(f"scorpion-{name}", draw, size, held != "covered", scale)


def does(kind: str, **facts: Any) -> Wanted:
    """Return what wants a declaration of a type, with these fields of the phase or the move."""

    def wanted(one: Played) -> bool:
        if one.move["type"] != kind or one.before.phase == "setup":
            return False
        return all(one.move.get(k, getattr(one.before, k, None)) == v for k, v in facts.items())

    return wanted


def told(kind: str) -> Wanted:
    """Return what wants a ruling that tells this."""
    return lambda one: any(n.message == f"scorpion.{kind}" for n in one.ruling.notices)


def faces(one: Played) -> bool:
    """Tell whether a patrol is asked how it stands."""
    return bool(one.before.pending) and isinstance(one.before.pending[-1], Heading)


def first_guard(one: Played) -> dict[str, Any]:
    """Choose to let the unit listen that listens."""
    unit = one.move.get("guard") or one.move.get("unit")
    zone = next(f.zone for f in one.before.figures if f.id == str(unit).split("+")[0])
    return {"card": "listen", "unit": unit, "zone": zone}


def fork(one: Played) -> bool:
    """Tell whether a patrol sets out at a fork."""
    if one.move["type"] != "guard_step" or one.before.pending or one.before.phase != "patrol":
        return False
    return any(n > 1 for n in ways(one).values())


def ways(one: Played) -> Counter[str]:
    """Return in how many zones each patrol may set out."""
    asked = [p for p in scorpion.prompts(one.before, PUBLIC) if p.ask == "scorpion.ask.patrols"]
    found: Counter[str] = Counter()
    for offer in (offer for prompt in asked for offer in prompt.offers):
        for unit in offer.choices("unit")[-1:]:
            found[unit] += sum(isinstance(to, str) for to in offer.choices("to"))
    return found


def at_fork(one: Played) -> dict[str, Any]:
    """Choose the patrol that stands at the fork, to move it by itself."""
    return {"unit": ways(one).most_common(1)[0][0]}


REASONS = (("reasoning", "guards"),)
"""The app helps the guards of this table."""


def late(one: Played) -> bool:
    """Tell whether the guards are asked for their hand cards after some turns, when a good deal is known."""
    if one.move["type"] != "end_card_phase" or one.before.turn < 3:
        return False
    known = scorpion.view(one.before, "guards").reasoning
    return known is not None and len(known.intruders) > 1 and all(1 < len(w.zones) < 60 for w in known.intruders)


def silent(one: Played) -> dict[str, Any]:
    """Ask about a zone that is out because nothing was heard there, or nobody met."""
    known = scorpion.view(one.before, "guards").reasoning
    assert known is not None
    outs = [out for where in known.intruders for out in where.out if out.kind in ("heard_nothing", "guards_moved")]
    return {"reason": "all", "asked": outs[0].zone if outs else known.intruders[0].out[0].zone}


SCENES = [
    scene("guards-reason", late, held="kept", options=REASONS, pick=lambda _: {"reason": "all"}),
    scene("guards-reason-why", late, held="kept", options=REASONS, pick=silent),
    scene("guards-reason-list", late, held="kept", options=REASONS, pick=lambda one: {**silent(one), "listed": True}),
    scene("guards-reason-200", late, scale=2.0, held="kept", options=REASONS, pick=silent),
    scene("guards-reason-wide", late, "tablet", held="kept", options=REASONS, pick=silent),
    scene("09-draw", does("draw_cards")),
    scene("09-draw-entry", does("draw_cards"), held="kept", entering=("awaken",)),
    scene("09-draw-split", does("agree_split", what="draw"), seed=2, players=4),
    scene("09-alert", does("end_alert_phase")),
    scene("09-cards", does("end_card_phase")),
    scene("09-guards", does("play_sentry_listen", phase="cards"), pick=first_guard),
    scene("09-guards-held", does("play_sentry_listen", phase="cards"), held="held", pick=first_guard),
    scene("09-guards-200", does("play_sentry_listen", phase="cards"), scale=2.0, pick=first_guard),
    scene("09-guards-wide", does("play_sentry_listen", phase="cards"), "tablet", pick=first_guard),
    scene("09-guards-list", does("play_sentry_listen", phase="cards"),
          pick=lambda one: {**first_guard(one), "listed": True}),
    scene("09-awaken", does("play_awaken"), held="kept",
          pick=lambda one: {"card": "awaken", "zone": one.move["zone"]}),
    scene("09-merge", does("merge_units"), seed=4, players=4,
          pick=lambda one: {"card": "merge", "zone": next(
              f.zone for f in one.before.figures if f.id == one.move["guards"][0])}),
    scene("10-listening", told("listen_declared"), after=True),
    scene("10-heard", told("heard"), after=True, seed=2),
    scene("10b-nothing", told("heard_nothing"), after=True),
    scene("10b-cards-left", told("heard_nothing"), after=True, pick=lambda one: {"seen": len(one.ruling.state.record)}),
    scene("10-found", told("discovered"), after=True),
    scene("10-step", does("guard_step")),
    scene("10-heading", faces, seed=2),
    scene("patrol", does("guard_step", phase="patrol")),
    scene("patrol-fork", fork, pick=at_fork),
    scene("patrol-over", does("end_patrol_phase")),
    scene("attack", does("attack_intruder"), pick=lambda one: {"card": "kenjutsu"}),
    scene("hidden-sentry", does("place_hidden_sentry"), seed=5, players=4),
    scene("wounds", does("assign_wound_cards"), seed=4, players=4),
    scene("waits-intruders", does("lock_path")),
    scene("agree", does("end_card_phase"), pick=lambda one: {"sheet": "unknown", "option": ("", "cards")}),
    scene("agree-option", does("end_card_phase"),
          pick=lambda one: {"sheet": "unknown", "option": ("sake_duration", 3)}),
    scene("searched", told("search_answered"), after=True),
]  # fmt: skip
