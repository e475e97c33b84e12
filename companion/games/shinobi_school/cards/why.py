"""Why a number cannot be placed now, or an end not collected: public reasons, in the referee's own words."""

from __future__ import annotations

from typing import Any

from companion.games.shinobi_school.cards.field import tiers_of
from companion.games.shinobi_school.facts import prompt_of, seat_of
from companion.games.shinobi_school.frame import Ctx
from referee.core.offers import Number
from referee.core.values import Refused, RulingContext
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.field import least, may_collect, may_place
from referee.shinobi_school.moves import End


def why_not_placed(ctx: Ctx, seat: str, side: str, number: int) -> str:
    """Say why no set of a number can be placed from a side (SCHOOL-3.3, 4.2 to 4.5, 5.2)."""
    field = tiers_of(ctx.view)
    held = seat_of(ctx.view, seat).earth or ()
    try:
        may_place(field, number, held.count(number) if side == "earth" else COPIES, None, RulingContext())
    except Refused as refused:
        return ctx.say(refused.reason, refused.params)
    return ctx.t("why.heaven_has_not", n=least(field, number) or 1, number=number)


def why_not_collected(ctx: Ctx, seat: str, side: str, end: End) -> str:
    """Say why an end cannot be collected into a side (SCHOOL-4.6 to 4.8, 5.2, 7.7)."""
    view = ctx.view
    try:
        tier = may_collect(tiers_of(view), end, RulingContext())
    except Refused as refused:
        return ctx.say(refused.reason, refused.params)
    s = seat_of(view, seat)
    holds = s.heaven if side == "heaven" else len(s.earth or ())
    if not holds and view.options.collect_into_empty == "forbid":
        return ctx.say(f"shinobi_school.empty_{side}")
    return ctx.say("shinobi_school.own_set", {"number": tier.number})


def legal_of(ctx: Ctx, seat: str) -> dict[str, Any] | None:
    """Return what a seat may do in its turn, as far as this phone may know; None when it has none.

    By side: the fewest and most cards of each number that may be placed, and the ends that may be collected. While a
    heaven that was registered is covered, what everybody knows it can hold stands in its place.
    """
    asks = (prompt_of(ctx.snap, ask, seat) for ask in ("turn", "heaven_action", "earth_action"))
    prompt = next((prompt for prompt in asks if prompt is not None), None)
    if prompt is None:
        return None
    sides = prompt.choices("pass_action", "side")
    place: dict[str, dict[str, list[int]]] = {side: {} for side in sides}
    collect: dict[str, list[str]] = {side: [] for side in sides}
    for offer in prompt.offers:
        side = next(iter(offer.choices("side")), "")
        size = offer.fields.get("size")
        if offer.move == "collect":
            collect[side] += offer.choices("end")
        elif offer.move == "place" and isinstance(size, Number):
            place[side] |= {str(number): [size.least, size.most] for number in offer.choices("number")}
        elif offer.move == "place":
            place[side] = prompt.params["heaven"]
    return {"sides": sides, "place": place, "collect": collect}
