"""The common field: a column of tiers, its seal, and what may be placed on it or collected (SCHOOL-4, 5)."""

from __future__ import annotations

from referee.core.judging import firm, given
from referee.core.values import Refused, RulingContext
from referee.shinobi_school.cards import Cards, of_number
from referee.shinobi_school.moves import ENDS, SIDES, End
from referee.shinobi_school.state import Field
from referee.shinobi_school.view_model import Tier


def sealed(field: Field) -> End | None:
    """Return the end whose tier is the larger of the two; none when they are equal, or the same (SCHOOL-5.1 to 5.5)."""
    if len(field) < 2 or field[0].size == field[-1].size:
        return None
    return "top" if field[0].size > field[-1].size else "bottom"


def tier_at(field: Field, end: End) -> Tier:
    """Return the tier at one end; a single tier is at both (SCHOOL-4.9)."""
    return field[0] if end == "top" else field[-1]


def on_top(field: Field, end: End | None, tier: Tier) -> Field:
    return (tier, *field) if end == "top" else (*field, tier)


def without(field: Field, end: End) -> Field:
    """Return the field with the tier at one end taken away (SCHOOL-4.6)."""
    return field[1:] if end == "top" else field[:-1]


def cards_on(field: Field) -> Cards:
    return tuple(number for tier in field for number in of_number(tier.number, tier.size))


def end_for(field: Field, number: int) -> End | None:
    """Return where a number fits by its order; None where it does not, and on an empty field (SCHOOL-4.2 to 4.5)."""
    if field and number < field[0].number:
        return "top"
    return "bottom" if field and number > field[-1].number else None


def least(field: Field, number: int) -> int | None:
    """Return how many cards of a number must be placed at least; None where it cannot be (SCHOOL-4.2 to 4.5, 5.2)."""
    if not field:
        return 1
    end = end_for(field, number)
    return None if end is None or end == sealed(field) else tier_at(field, end).size


def collectable(field: Field) -> tuple[End, ...]:
    """Return the ends that may be collected (SCHOOL-4.7, 4.8, 5.2)."""
    if len(field) < 2:
        return ()
    seal = sealed(field)
    return tuple(end for end in ENDS if end != seal and tier_at(field, end).size <= 2)


def an_end(given: str, clause: str, reason: str) -> End:
    """Return the end that is named (SCHOOL-4.4, 4.6); cards never go from a mansion to a mansion (6.3)."""
    firm(given not in SIDES, "SCHOOL-6.3", "shinobi_school.not_between_sides")
    firm(given in ENDS, clause, reason)
    return "top" if given == "top" else "bottom"


def may_place(field: Field, number: int, size: int, named: str | None, context: RulingContext) -> End | None:
    """Return the end at which a set is placed (SCHOOL-4.2 to 4.5, 5.2); None on an empty field.

    Raises `Refused`: numbers that would not rise, the wrong end, a sealed end, too few cards.
    """
    if named is not None:
        named = an_end(named, "SCHOOL-4.4", "shinobi_school.placed_at_ends")
    if not field:
        firm(named is None, "SCHOOL-4.5", "shinobi_school.no_end_yet")
        return None
    top, bottom = field[0].number, field[-1].number
    equal = number in (top, bottom)
    firm(not equal, "SCHOOL-4.4", "shinobi_school.equal_number", number=number, top=top, bottom=bottom)
    end: End = given(
        end_for(field, number), "SCHOOL-4.4", "shinobi_school.between", number=number, top=top, bottom=bottom
    )
    clause = "SCHOOL-4.2" if end == "top" else "SCHOOL-4.3"
    firm(named in (None, end), clause, f"shinobi_school.belongs_{end}", number=number, top=top, bottom=bottom)
    seal = sealed(field)
    context.require(end != seal, "SCHOOL-5.2", f"shinobi_school.sealed_{end}", size=tier_at(field, end).size)
    most = tier_at(field, end).size
    context.require(size >= most, clause, f"shinobi_school.too_few_{end}", size=size, least=most)
    return end


def may_collect(field: Field, given: str | tuple[str, ...], context: RulingContext, size: int | None = None) -> Tier:
    """Return the tier that is collected from one end (SCHOOL-4.6).

    Raises `Refused`: two tiers at once, no end, a part of a tier, an empty field, the only tier, a sealed end, three
    cards or more.
    """
    if not isinstance(given, str):
        raise Refused("SCHOOL-4.6", "shinobi_school.one_tier", firm=True)
    end = an_end(given, "SCHOOL-4.6", "shinobi_school.collected_at_ends")
    firm(field, "SCHOOL-4.8", "shinobi_school.nothing_there")
    context.require(len(field) > 1, "SCHOOL-4.8", "shinobi_school.only_tier")
    tier = tier_at(field, end)
    whole = size in (None, tier.size)
    firm(whole, "SCHOOL-4.6", "shinobi_school.whole_tier", number=tier.number, count=tier.size, size=size)
    context.require(end != sealed(field), "SCHOOL-5.2", f"shinobi_school.sealed_{end}", size=tier.size)
    context.require(tier.size <= 2, "SCHOOL-4.7", "shinobi_school.three_or_more", number=tier.number, size=tier.size)
    return tier
