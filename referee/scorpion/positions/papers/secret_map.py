"""The intruders' secret map: where they are, their passage and their ropes (SCORPION-6, 17, 25)."""

from __future__ import annotations

from collections import Counter

from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.core.values import RulingContext
from referee.scorpion.cards import holds
from referee.scorpion.contact import unseen_among_guards, watched
from referee.scorpion.moves import PASSAGE
from referee.scorpion.positions import board
from referee.scorpion.positions.people import ropes_at_most
from referee.scorpion.positions.secrets import MapSecret, PlaceSecret
from referee.scorpion.setup.missing import ENTRANCES
from referee.scorpion.setup.starts import check_start
from referee.scorpion.state import (
    Character,
    Passage,
    Player,
    Rope,
    State,
    character,
    disputed,
    with_character,
)


def laid_map(state: State, player: Player, entered: MapSecret, at: str) -> State:
    mine = {c.who for c in state.characters if c.seat == player.seat or not disputed(state)}
    for who, place in entered.places.items():
        clause = "SCORPION-30.1" if disputed(state) else "SCORPION-29.1"
        plays = who in mine and character(state, who).status != "absent"
        firm(plays, clause, "scorpion.not_your_character", field=f"{at}.places.{who}", intruder=who)
        state = _place(state, character(state, who), place, f"{at}.places.{who}")
    state = _entrances(state, mine, entered.entrances, f"{at}.entrances")
    return _ropes(state, mine, entered, f"{at}.ropes")


def _place(state: State, one: Character, place: PlaceSecret, at: str) -> State:
    zone = _where(state, one, place, at)
    alive = one.status == "in_play"
    firm(alive or not place.noise, "SCORPION-12.4", "scorpion.not_on_the_map", field=f"{at}.noise", intruder=one.who)
    if place.start is not None:
        with naming(f"{at}.start", private=True):
            bare = replace(state, figures=())
            check_start(bare, one.who, place.start, RulingContext())
    moving = state.phase in ("intruders", "ended")
    if not moving:
        unset = not (place.locked or place.touched or place.shadow)
        firm(unset, "SCORPION-17.2", "scorpion.position_not_now", field=at, phase=state.phase)
    far = place.locked or not place.touched
    firm(far, "SCORPION-18.2", "scorpion.move_first", field=f"{at}.touched", intruder=one.who)
    strange = next((z for z in place.touched if z not in state.board), None)
    firm(strange is None, "SCORPION-18.16", "scorpion.only_zones", field=f"{at}.touched", zone=strange)
    state = with_character(
        state,
        one.who,
        zone=zone,
        start=place.start,
        noise=place.noise,
        locked=place.locked,
        touched=place.touched,
        searched=one.who in state.searches,
        shadow=place.shadow,
        decoy=place.decoy,
        permitted=place.permitted if place.decoy else one.permitted,
        mission_entered=one.life if place.mission_entered else 0,
    )
    placed = character(state, one.who)
    unseen = unseen_among_guards(state.options) or placed.visible or not alive or zone is None
    hides = unseen or not watched(state, placed)
    firm(hides, "SCORPION-21.1", "scorpion.position_watched", field=f"{at}.zone", zone=zone)
    return state


def _where(state: State, one: Character, place: PlaceSecret, at: str) -> str | None:
    """Return where an intruder is: where everybody sees it, or where its map says (SCORPION-21.1, 25.7, OP-24)."""
    field = f"{at}.zone"
    behind = not place.decoy or (one.zone == PASSAGE and not one.visible and place.decoy <= state.turn)
    firm(behind, "SCORPION-26.2", "scorpion.position_decoy", field=f"{at}.decoy")
    kept = place.decoy or not place.permitted
    firm(kept, "SCORPION-26.2", "scorpion.position_decoy", field=f"{at}.permitted")
    if one.status != "in_play":
        away = place.zone is None
        firm(away, "SCORPION-20.2", "scorpion.not_on_the_map", field=field, intruder=one.who)
        return None
    if one.zone is not None and not place.decoy:
        same = place.zone in (None, one.zone)
        firm(same, "SCORPION-21.1", "scorpion.position_elsewhere", field=field, zone=one.zone)
        return one.zone
    if place.zone is not None:
        firm(place.zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=place.zone)
    return place.zone


def _entrances(state: State, mine: set[str], entrances: tuple[str, ...], at: str) -> State:
    """Lay a passage: two entrances outside the moats, those among them that the guards have found (6.8, 25.11)."""
    passage: Passage = next(p for p in state.passages if p.owner is None or p.owner in mine)
    for zone in entrances:
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=at, zone=zone)
        dry = zone in state.board.entrance_zones
        firm(dry, "SCORPION-6.8", "scorpion.entrance_in_moat", field=at, zone=zone)
    found = len(entrances) < ENTRANCES or holds(entrances, passage.found)
    firm(found, "SCORPION-25.11", "scorpion.position_entrance", field=at, zones=list(passage.found))
    laid = replace(passage, entrances=entrances)
    return replace(state, passages=tuple(laid if p.owner == passage.owner else p for p in state.passages))


def _ropes(state: State, mine: set[str], entered: MapSecret, at: str) -> State:
    """Lay ropes over walls; those that the guards have found are among them (SCORPION-17.6, 30.5, 31.6)."""
    for n, rope in enumerate(entered.ropes):
        board.wall(state, rope.a, rope.b, f"{at}[{n}]")
        own = rope.owner in mine
        firm(own, "SCORPION-30.5", "scorpion.not_your_character", field=f"{at}[{n}].owner", intruder=rope.owner)
    for who in sorted(mine):
        most = sum(ropes_at_most(state.options, character(state, who)))
        few = sum(rope.owner == who for rope in entered.ropes) <= most
        firm(few, "SCORPION-17.6", "scorpion.position_ropes_hung", field=at, intruder=who, count=most)
    found = Counter((rope.a, rope.b) for rope in entered.ropes if rope.found)
    known = Counter((rope.a, rope.b) for rope in state.ropes if rope.owner == board.NOBODY)
    right = found <= known if disputed(state) else found == known
    firm(right, "SCORPION-31.6", "scorpion.position_ropes_differ", field=at)
    own_ropes = tuple(Rope(r.a, r.b, r.owner, state.turn if r.new else state.turn - 1, r.found) for r in entered.ropes)
    left = [rope for rope in state.ropes if rope.owner != board.NOBODY]
    for pair, n in (known - found).items():
        left += [Rope(*pair, board.NOBODY, state.turn - 1, found=True)] * n
    return replace(state, ropes=(*left, *own_ropes))
