"""The common field: the split, the first field, tiers and seals, placing, collecting and sweeping (SCHOOL-4 to 10)."""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm, given, one, tell, tell_one, uphold
from referee.core.values import GAME_MASTER, TABLE, Notice, Ruling, RulingContext
from referee.shinobi_school.cards import Cards, heap, lacking, less, of_number, too_many
from referee.shinobi_school.entries import (
    clashes,
    doubts,
    in_deck,
    in_mansion,
    may_register,
    require_supply,
    side_noted,
)
from referee.shinobi_school.moves import ENDS, SIDES, AgreeFlush, End, FirstField, LayEarth, RevealEarths
from referee.shinobi_school.rounds import ready_to_play
from referee.shinobi_school.state import Field, Player, State, may_agree, player, with_seat, with_seats
from referee.shinobi_school.view_model import Tier


def sealed(field: Field) -> End | None:
    """Return the sealed end, that with the larger tier; `None` if they are equal or only one (SCHOOL-5.1 to 5.5)."""
    if len(field) < 2 or field[0].size == field[-1].size:
        return None
    return "top" if field[0].size > field[-1].size else "bottom"


def tier_at(field: Field, end: End) -> Tier:
    """Return the tier at one end; a single tier is at both ends (SCHOOL-4.9)."""
    return field[0] if end == "top" else field[-1]


def on_top(field: Field, end: End | None, tier: Tier) -> Field:
    return (tier, *field) if end == "top" else (*field, tier)


def without(field: Field, end: End) -> Field:
    """Return the field without the tier at one end (SCHOOL-4.6)."""
    return field[1:] if end == "top" else field[:-1]


def cards_on(field: Field) -> Cards:
    return tuple(number for tier in field for number in of_number(tier.number, tier.size))


def end_for(field: Field, number: int) -> End | None:
    """Return the end where a number fits; `None` if it does not, or on an empty field (SCHOOL-4.2 to 4.5)."""
    if field and number < field[0].number:
        return "top"
    return "bottom" if field and number > field[-1].number else None


def least(field: Field, number: int) -> int | None:
    """Return the least number of cards for placing a number; `None` if it cannot be placed (SCHOOL-4.2 to 4.5, 5.2)."""
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
    """Return the named end. Raises `Refused` for anything else (SCHOOL-4.4, 4.6), also a side of a mansion (6.3)."""
    firm(given not in SIDES, "SCHOOL-6.3", "shinobi_school.not_between_sides")
    firm(given in ENDS, clause, reason)
    return "top" if given == "top" else "bottom"


def may_place(field: Field, number: int, size: int, named: str | None, context: RulingContext) -> End | None:
    """Return the end at which a set is placed (SCHOOL-4.2 to 4.5, 5.2); `None` on an empty field.

    Raises `Refused` for numbers that would not rise, the wrong end, a sealed end, and too few cards.
    """
    if named is not None:
        named = an_end(named, "SCHOOL-4.4", "shinobi_school.placed_at_ends")
    if not field:
        firm(named is None, "SCHOOL-4.5", "shinobi_school.no_end_yet")
        return None
    top, bottom = field[0].number, field[-1].number
    is_equal_number = number in (top, bottom)
    firm(not is_equal_number, "SCHOOL-4.4", "shinobi_school.equal_number", number=number, top=top, bottom=bottom)
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

    Raises `Refused` for several tiers, no end, part of a tier, an empty field, the only tier, a sealed end, and three
    or more cards.
    """
    named = one(given, "SCHOOL-4.6", "shinobi_school.one_tier")
    end = an_end(named, "SCHOOL-4.6", "shinobi_school.collected_at_ends")
    firm(field, "SCHOOL-4.8", "shinobi_school.nothing_there")
    context.require(len(field) > 1, "SCHOOL-4.8", "shinobi_school.only_tier")
    tier = tier_at(field, end)
    takes_whole_tier = size in (None, tier.size)
    firm(takes_whole_tier, "SCHOOL-4.6", "shinobi_school.whole_tier", number=tier.number, count=tier.size, size=size)
    context.require(end != sealed(field), "SCHOOL-5.2", f"shinobi_school.sealed_{end}", size=tier.size)
    context.require(tier.size <= 2, "SCHOOL-4.7", "shinobi_school.three_or_more", number=tier.number, size=tier.size)
    return tier


def lay_earth(state: State, seat: str, move: LayEarth, context: RulingContext) -> Ruling:
    """Judge the laying of a player's earth, face down, with an optional secret note (SCHOOL-6.1, 6.2, 9.3)."""
    me = player(state, seat)
    firm(not me.ready, "SCHOOL-9.3", "shinobi_school.earth_lies")
    told = [tell("shinobi_school.ready", "SCHOOL-9.3", seat=seat)]
    if move.split is not None:
        firm(move.cards is None, "SCHOOL-6.2", "shinobi_school.earth_twice", private=True)
        state = _whole_split(state, me, heap(move.split.heaven), heap(move.split.earth), context, told)
    elif move.cards is not None:
        state = _earth_alone(state, me, heap(move.cards), context, told)
    else:
        state = with_seat(state, seat, ready=True)
    if not all(p.ready for p in state.players):
        return uphold(state, told)
    told.append(tell("shinobi_school.all_ready", "SCHOOL-9.3"))
    return uphold(replace(state, phase="reveal"), told)


def _earth_alone(state: State, me: Player, cards: Cards, context: RulingContext, told: list[Notice]) -> State:
    """Note the earth, which must be of the registered hand (SCHOOL-6.2)."""
    each = state.deal.cards
    firm(len(cards) <= each, "SCHOOL-6.2", "shinobi_school.earth_size", private=True, count=each)
    in_deck(state, cards, private=True)
    _sides(state, len(cards), context, private=True)
    doubted = me.doubted
    missing = None if me.hand is None else lacking(me.hand, cards)
    if missing is not None:
        context.refuse("SCHOOL-6.2", "shinobi_school.not_dealt", private=True, number=missing)
        doubted = True
    hand = None if doubted else me.hand
    state = with_seat(state, me.seat, ready=True, laid=cards, hand=hand, doubted=doubted)
    told += [side_noted(me.seat, "earth", cards), *clashes(state, me.seat)]
    return state


def _whole_split(
    state: State, me: Player, heaven: Cards, earth: Cards, context: RulingContext, told: list[Notice]
) -> State:
    """Note both sides of a split at once; they must contain every dealt card (SCHOOL-6.2)."""
    may_register(me)
    each, entered = state.deal.cards, len(heaven) + len(earth)
    firm(entered == each, "SCHOOL-6.2", "shinobi_school.split_size", private=True, count=each, entered=entered)
    in_mansion(state, heaven, earth)
    _sides(state, len(earth), context, private=True)
    told.append(tell("shinobi_school.heaven_registered", "SCHOOL-6.2", seat=me.seat))
    state = with_seat(state, me.seat, ready=True, laid=earth, heaven=heaven, noted=True)
    told += [side_noted(me.seat, "earth", earth), side_noted(me.seat, "heaven", heaven), *clashes(state, me.seat)]
    return state


def _sides(state: State, earth: int, context: RulingContext, *, private: bool = False) -> None:
    """Refuse an empty side if the option forbids it (SCHOOL-6.2; O3)."""
    both = 0 < earth < state.deal.cards or state.options.empty_side == "allow"
    context.require(both, "SCHOOL-6.2", "shinobi_school.empty_side", private=private)


def reveal_earths(state: State, seat: str, move: RevealEarths, context: RulingContext) -> Ruling:
    """Judge the simultaneous reveal of all earths (SCHOOL-9.3); the cards on the table are true, whatever was noted.

    A player may name only their own earth; the last one missing reveals all. Noted earths that contradict each other
    stay face down: the players look at them and name them.
    """
    named = {player(state, s).seat: heap(cards) for s, cards in move.earths.items()}
    for cards in named.values():
        firm(len(cards) <= state.deal.cards, "SCHOOL-6.2", "shinobi_school.earth_size", count=state.deal.cards)
        in_deck(state, cards)
        _sides(state, len(cards), context)
    missing = [p.seat for p in state.players if p.laid is None and p.seat not in named]
    only_own_is_named = named.keys() == {seat} and player(state, seat).laid is None
    firm(only_own_is_named or not missing, "SCHOOL-9.3", "shinobi_school.name_earths", seats=missing)
    six = too_many(number for cards in named.values() for number in cards)
    firm(six is None, "SCHOOL-1.1", "shinobi_school.six_in_earths", number=six)
    if missing:
        return _own_earth(state, player(state, seat), named[seat], missing)
    earths = {p.seat: named.get(p.seat, p.laid or ()) for p in state.players}
    six = too_many(number for cards in earths.values() for number in cards)
    if six is not None:  # one of these noted earths is wrong: all are forgotten
        wrong = [s for s, cards in earths.items() if six in cards and s not in named]
        state = with_seats(state, {s: {"laid": None} for s in wrong})
        return uphold(state, [tell("shinobi_school.earths_clash", "SCHOOL-1.1", number=six, seats=wrong)])
    told = [tell("shinobi_school.revealed", "SCHOOL-9.3")]
    for p in state.players:
        earth = earths[p.seat]
        rest = state.deal.cards - len(earth)
        message = "shinobi_school.earth" if earth else "shinobi_school.earth_empty"
        told.append(tell(message, "SCHOOL-9.3", seat=p.seat, cards=list(earth), heaven=rest))
    state = with_seats(state, {p.seat: _turned_up(state, p, earths[p.seat], told) for p in state.players})
    told += doubts(state)
    return uphold(replace(state, phase="field"), told)


def _own_earth(state: State, p: Player, earth: Cards, missing: list[str]) -> Ruling:
    """Note an earth that a player names; an entry that contradicts it was wrong (SCHOOL-9.3, ledger A6)."""
    told = [tell("shinobi_school.earth_entered", "SCHOOL-9.3", seat=p.seat, seats=missing)]
    changes = {"laid": earth} | _doubted(state, p, earth, told)
    return uphold(with_seat(state, p.seat, **changes), told)


def _doubted(state: State, p: Player, earth: Cards, told: list[Notice]) -> dict[str, object]:
    """Return the changes to a player whose entry contradicts the earth, and tell the player (ledger A6)."""
    heaven = p.heaven if p.hand is None else less(p.hand, earth)
    fits = heaven is not None and len(heaven) == state.deal.cards - len(earth) and not too_many((*heaven, *earth))
    if not p.noted or p.doubted or fits:
        return {}
    told.append(tell_one(p.seat, "shinobi_school.entry_was_wrong", "SCHOOL-6.2", cards=list(earth)))
    return {"hand": None, "heaven": None, "doubted": True}


def _turned_up(state: State, p: Player, earth: Cards, told: list[Notice]) -> dict[str, object]:
    """Return a player's changes at the reveal: the heaven is what was registered, less the earth (ledger A6)."""
    size = state.deal.cards - len(earth)
    heaven = p.heaven if p.hand is None else less(p.hand, earth)
    changes = {"earth": earth, "heaven_size": size, "laid": None, "hand": None, "heaven": heaven}
    return changes | _doubted(state, p, earth, told)


def first_field(state: State, seat: str, move: FirstField, context: RulingContext) -> Ruling:
    """Judge the first field, of two cards from the stock, or more if they are equal (SCHOOL-10.1 to 10.5)."""
    flips = move.cards
    in_deck(state, flips)
    firm(len(flips) >= 2, "SCHOOL-10.1", "shinobi_school.two_flips")
    *equal, other = flips
    are_equal = len(set(equal)) == 1
    firm(are_equal, "SCHOOL-10.5" if len(flips) > 2 else "SCHOOL-10.1", "shinobi_school.flips_go_on", cards=list(flips))
    firm(other != equal[0], "SCHOOL-10.3", "shinobi_school.flip_another", number=other)
    findings: list[Notice] = []
    for number, size in ((equal[0], len(equal)), (other, 1)):
        state = require_supply(state, None, number, size, context, findings)
    tiers = sorted((Tier(equal[0], len(equal)), Tier(other, 1)), key=lambda tier: tier.number)
    clause = "SCHOOL-10.2" if len(equal) == 1 else "SCHOOL-10.3"
    state = replace(state, field=tuple(tiers), turned=len(flips), phase="start")
    told = [tell("shinobi_school.first_field", clause, cards=list(flips))]
    told += seal_changes(None, sealed(state.field))
    told += [*findings, *doubts(state)]
    state = ready_to_play(state)
    if state.active is not None:
        told.append(tell("shinobi_school.turn_begins", "SCHOOL-11.2", seat=state.active))
    return uphold(state, told)


def seal_changes(before: str | None, now: str | None) -> list[Notice]:
    """Return notices that the seal appears, moves or disappears; none if it stays (SCHOOL-5.1, 5.3, 5.4)."""
    if before == now:
        return []
    if now is None:
        return [tell("shinobi_school.unsealed", "SCHOOL-5.3")]
    return [tell(f"shinobi_school.seals_{now}", "SCHOOL-5.1")]


def flush(state: State, told: list[Notice]) -> State:
    """Sweep the field when the turn returns to the last placer (SCHOOL-8.1 to 8.4).

    While nobody has placed in the round, the rules sweep nothing (8.6): the lap is told, and an option may sweep the
    field for the start player.
    """
    if state.field and state.active == state.last_placer:
        return swept(state, told, "shinobi_school.flushed", "SCHOOL-8.2")
    lap = state.quiet > 0 and state.quiet % len(state.players) == 0
    if not lap:
        return state
    if not state.field:
        told.append(tell("shinobi_school.nobody_begins", "SCHOOL-8.4", laps=state.quiet // len(state.players)))
    elif not state.placed and state.options.opening_flush == "start_leads":
        return swept(state, told, "shinobi_school.opening_swept", "SCHOOL-8.6")
    elif not state.placed:
        told.append(tell("shinobi_school.nobody_placed", "SCHOOL-8.6", laps=state.quiet // len(state.players)))
    return state


def swept(state: State, told: list[Notice], message: str, clause: str) -> State:
    """Remove all cards of the field from the round; the active player gets an empty field (SCHOOL-8.3 to 8.5)."""
    gone, before = cards_on(state.field), sealed(state.field)
    told.append(tell(message, clause, seat=state.active, cards=list(gone)))
    told += seal_changes(before, None)
    return replace(state, field=(), swept=heap((*state.swept, *gone)), last_placer=None, quiet=0, fresh=True)


def agree_flush(state: State, seat: str, move: AgreeFlush, context: RulingContext) -> Ruling:
    """Judge an agreement to sweep a first field on which nobody places (SCHOOL-8.6; open point O1)."""
    firm(may_agree(state), "SCHOOL-8.6", "shinobi_school.no_flush_now")
    told: list[Notice] = []
    if seat not in (TABLE, GAME_MASTER):
        firm(not player(state, seat).agrees, "SCHOOL-8.6", "shinobi_school.agreed_already")
        state = with_seat(state, seat, agrees=True)
        told.append(tell("shinobi_school.agrees", "SCHOOL-8.6", seat=seat))
        if not all(p.agrees for p in state.players):
            return uphold(state, told)
    state = replace(state, players=tuple(replace(p, agrees=False) for p in state.players))
    return uphold(swept(state, told, "shinobi_school.swept_by_consent", "SCHOOL-8.6"), told)
