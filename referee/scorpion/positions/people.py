"""Laying the public part of the intruders, the event for the record, and the progress of entering secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.base import replace
from referee.core.game import Completion, Position
from referee.core.judging import firm
from referee.core.values import Notice, Seat
from referee.scorpion.cards import TOTALS, cards, fits_deck
from referee.scorpion.guards.steps import ENTRANCES
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.parts import Moving
from referee.scorpion.positions.model import (
    CharacterSecret,
    MapSecret,
    MarksSecret,
    OpenCharacter,
    OpenTable,
    PlaceSecret,
    SeatSecret,
)
from referee.scorpion.scores import UNNAMED
from referee.scorpion.setup.begin import roles_of
from referee.scorpion.setup.guards import LETTERS, TRAPS
from referee.scorpion.setup.hands import hand_clause
from referee.scorpion.state import DEADLY, LAST_RETURN, NO_CARD, SIDES, Character, State, unit_text

WHO = ("ninja", "traitor")
PLAYING = ("hidden", "visible", "passage")
"""The statuses of a character in play, as everybody sees them."""


def laid(state: State, table: OpenTable) -> State:
    """Lay the characters; the Ninja stands for a nameless lone wolf until its seat has entered the character."""
    named = taking_part(state, table)
    shown = dict(zip(named, table.characters, strict=True))
    characters = tuple(
        _character(state, c, shown[c.who], before_turn_1(table)) if c.who in shown else replace(c, status="absent")
        for c in state.characters
    )
    unnamed = any(c.who == UNNAMED for c in table.characters)
    if unnamed and before_turn_1(table):
        characters = state.characters
    return replace(state, characters=characters, identity_public=not unnamed)


def before_turn_1(table: OpenTable) -> bool:
    """Tell whether turn 1 has not begun, or a side gave up before it."""
    waits = any(c.status == "waiting" for c in table.characters)
    return table.phase == "setup" or (table.phase == "ended" and waits)


def taking_part(state: State, table: OpenTable) -> list[str]:
    """Return the characters of the table's entries; refuse wrong ones (SCORPION-29.1, 29.3)."""
    named = [c.who for c in table.characters]
    wolf, field = state.options.lone_wolf, "table.characters"
    may: list[list[str]] = [[*WHO]] if wolf == "off" else [["ninja"], ["traitor"]]
    if wolf != "off" and before_turn_1(table):
        may.append([*WHO])
    if wolf == "hidden" and table.phase != "ended":
        may = [[UNNAMED], *may] if table.phase != "setup" else [[UNNAMED]]
    elif wolf == "hidden" and state.scores is not None:
        may.append([UNNAMED])  # a side gave up before it was named
    firm(named in may, "SCORPION-29.1", "scorpion.position_who", field=field)
    return ["ninja"] if named == [UNNAMED] else [*named]


def _character(state: State, c: Character, shown: OpenCharacter, setting_up: bool) -> Character:
    at = f"table.characters[{0 if shown.who != 'traitor' or state.options.lone_wolf != 'off' else 1}]"
    waits = (shown.status == "waiting") == setting_up
    firm(waits, "SCORPION-9.2", "scorpion.position_status", field=f"{at}.status", status=shown.status)
    if setting_up:
        says_nothing = shown == OpenCharacter(who=shown.who, status="waiting")
        firm(says_nothing, "SCORPION-9.2", "scorpion.position_not_now", field=at, phase="setup")
        return c
    one = present_life(state, c, shown, at)
    counted = state.options.intruder_cards == "counted"
    return replace(
        one,
        visible=shown.visible or shown.status == "visible",
        hand=None if counted or one.hand_size or shown.who == UNNAMED else (),
        hand_chosen=True,
        redrawn=shown.redrawn,
    )


def present_life(state: State, c: Character, shown: OpenCharacter, at: str) -> Character:
    """Return a character with what both depths show of its present life. Raises `Refused` for what is impossible."""
    _lives(state, shown, at)
    _stands(state, shown, at)
    if shown.who == UNNAMED:
        _nameless(state, shown, at)
    return replace(
        c,
        status="in_play" if shown.status in PLAYING else shown.status,
        zone=PASSAGE if shown.status == "passage" else shown.zone,
        wounds=shown.wounds,
        accomplished=shown.accomplished,
        life=shown.life,
        died=shown.died,
        hand_size=_hand_size(state, c, shown, at),
        played=cards(shown.played),
        permitted=shown.permitted,
    )


def _lives(state: State, shown: OpenCharacter, at: str) -> None:
    """Refuse wounds, lives and deaths that contradict each other or the turn (SCORPION-22.11, 23.1, 23.2)."""
    playing = shown.status in PLAYING
    most = DEADLY.get(shown.who, min(DEADLY.values())) - 1
    wounds_fit = len(shown.wounds) <= (most if playing else 0)
    firm(wounds_fit, "SCORPION-22.11", "scorpion.position_wounds", field=f"{at}.wounds", intruder=shown.who)
    whose = {s.role for s in state.stocks} | {NO_CARD}
    firm(set(shown.wounds) <= whose, "SCORPION-22.10", "scorpion.position_whose_wound", field=f"{at}.wounds")
    has_died = shown.life == 2 or shown.status in ("dead", "due")
    firm((shown.died is not None) == has_died, "SCORPION-23.1", "scorpion.position_death", field=f"{at}.died")
    if shown.died is None:
        return
    firm(shown.died <= state.turn, "SCORPION-23.1", "scorpion.position_death", field=f"{at}.died")
    match shown.status:
        case "due":
            either = state.scores is not None or state.phase == "ended"
            just = shown.died == state.turn - (state.phase == "start")
            life_fits = just or (either and shown.died == state.turn - 1)
            life_fits = life_fits and shown.life == 1 and shown.died <= LAST_RETURN
        case "dead":
            life_fits = shown.life == 2 or shown.died > LAST_RETURN
        case _:
            life_fits = shown.died <= LAST_RETURN and shown.died < state.turn
    firm(life_fits, "SCORPION-23.1", "scorpion.position_death", field=f"{at}.died")


def _stands(state: State, shown: OpenCharacter, at: str) -> None:
    """Refuse a visible intruder without a zone, and one in the passage without its card (SCORPION-21.1, 25.7)."""
    if shown.status == "visible":
        firm(shown.zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=f"{at}.zone", zone=shown.zone)
    else:
        firm(shown.zone is None, "SCORPION-21.1", "scorpion.position_not_seen", field=f"{at}.zone")
        met = not shown.visible or shown.status == "passage"
        firm(met, "SCORPION-21.1", "scorpion.position_not_seen", field=f"{at}.visible")
    let_in = shown.permitted or shown.status != "passage"
    firm(let_in, "SCORPION-25.7", "scorpion.position_no_permission", field=f"{at}.permitted", intruder=shown.who)
    again = shown.redrawn or (state.phase == "start" and shown.life == 2 and shown.status in PLAYING)
    firm(again, "SCORPION-23.7", "scorpion.mission_stays", field=f"{at}.redrawn", intruder=shown.who)


def _nameless(state: State, shown: OpenCharacter, at: str) -> None:
    """Refuse a nameless lone wolf after anything that would have named it (SCORPION-29.3, OP-29)."""
    unseen = shown.status == "hidden" or (shown.status == "visible" and state.options.lone_reveal == "first_card")
    shows_nothing = not shown.played and not shown.permitted and shown.life == 1
    firm(unseen and shows_nothing, "SCORPION-29.3", "scorpion.scores_name_wolf", field=f"{at}.who")


def _hand_size(state: State, c: Character, shown: OpenCharacter, at: str) -> int:
    """Return the number of cards in a character's hand: that at the beginning of this life, less those played.

    SCORPION-3.1, 3.2, 16.3, 23.6.
    """
    played = cards(shown.played)
    if shown.who == UNNAMED:
        firm(not shown.hand_size, "SCORPION-29.3", "scorpion.scores_name_wolf", field=f"{at}.hand_size")
        return 0
    fits = fits_deck(c.who, played, state.options.deck_list(c.who))  # type: ignore[arg-type]
    firm(fits, "SCORPION-16.3", "scorpion.more_than_deck", field=f"{at}.played")
    sizes: tuple[int, ...] = first_hands(state.options, c.who, shown.life)
    size_fits = shown.hand_size is not None and shown.hand_size + len(played) in sizes
    about: dict[str, Any] = {"intruder": shown.who, "count": sizes[0] - len(played), "played": len(played)}
    firm(size_fits, hand_clause(c.who, shown.life), "scorpion.position_hand", field=f"{at}.hand_size", **about)
    return shown.hand_size or 0


def ropes_at_most(options: Options, shown: OpenCharacter | Character) -> tuple[int, int]:
    """Return how many ropes a character can have hung in this life, by its played cards, and before it (SCORPION-17.6).

    Cards of an earlier life are gone, so their number is only bounded by what a hand can hold.
    """
    before = 0
    if shown.life == 2:
        (size, *_) = first_hands(options, shown.who, 1)
        listed = options.ninja_deck if shown.who == "ninja" else options.traitor_deck
        before = next(n for n in range(size, -1, -1) if fits_deck(shown.who, ["rope"] * n, listed))  # type: ignore[arg-type]
    return cards(shown.played).count("rope"), before


def first_hands(options: Options, who: str, life: int) -> tuple[int, ...]:
    """Return the possible hand sizes at a life's beginning: the chosen number, or all cards there are (23.6, OP-46)."""
    wanted, there = options.hand_size(who, life), TOTALS[who]  # type: ignore[index]
    if life == 1:
        return (wanted,)
    kept = options.passage_after_return == "keeps"
    return (min(wanted, there), min(wanted, there - 1)) if kept else (min(wanted, there),)


def progress(options: Options, seats: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return how much each seat has entered of its marks, entrances, zones, missions and cards.

    Only public totals are used: the numbers of sleeping and hidden guards and of ropes are secret and not counted.
    Nothing must be entered before turn 1, after the end, or at the depth `scores`.
    """
    table: OpenTable = position.table
    if options.depth == "scores" or table.phase == "ended" or before_turn_1(table):
        return {}
    roles = roles_of(options, seats)
    found = {}
    for seat, role in roles.items():
        is_first_of_side = next(s for s, other in roles.items() if SIDES[other] == SIDES[role]) == seat
        secret = position.secrets.get(seat, SeatSecret())
        of_side = _guards if SIDES[role] == "guards" else _intruders
        parts = [part for part in of_side(options, table, role, is_first_of_side, secret) if part[1]]
        found[seat] = Completion(sum(min(part) for part in parts), sum(of for _, of in parts))
    return {seat: one for seat, one in found.items() if one.of}


Part = tuple[int, int]
"""The number entered, and the total."""


def _guards(options: Options, table: OpenTable, role: str, first: bool, secret: SeatSecret) -> Iterator[Part]:
    if first:
        marks = secret.marks or MarksSecret()
        yield len(marks.objectives) + len(marks.traps), len(LETTERS) + len(TRAPS)
    if options.guard_cards == "entered":
        for mine in table.stocks:
            if mine.role == role:
                yield sum((secret.hand or {}).values()), mine.hand_size
                yield sum(secret.drawn.values()), mine.drawn_size


def _intruders(options: Options, table: OpenTable, role: str, first: bool, secret: SeatSecret) -> Iterator[Part]:
    rivals = options.disputed == "on"
    own = [c for c in table.characters if role in ("intruders", c.who)]
    entered = secret.map or MapSecret()
    if first or rivals:
        yield len(entered.entrances), ENTRANCES
        for shown in own if rivals else table.characters:
            if shown.status == "hidden":
                name = secret.plays if shown.who == UNNAMED else shown.who
                place = (name and entered.places.get(name)) or PlaceSecret()
                yield int(place.zone is not None), 1
    for shown in own:
        name = secret.plays if shown.who == UNNAMED else shown.who
        held = (name and secret.characters.get(name)) or CharacterSecret()
        if shown.who == UNNAMED:
            yield int(secret.plays is not None), 1
        if shown.status in PLAYING and shown.redrawn:
            yield int(held.mission is not None), 1
        if options.intruder_cards == "entered" and shown.status in PLAYING:
            if shown.hand_size is None:
                # The number of cards would show which character the lone wolf is.
                size = first_hands(options, name, 1)[0] if name else -1
                yield int(sum((held.hand or {}).values()) == size), 1
            else:
                yield sum((held.hand or {}).values()), shown.hand_size


def unchecked(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    """Return notices of what cannot be checked: earlier paths, sleeping and hidden guards, and face-down cards."""
    table: OpenTable = position.table
    if before_turn_1(table) or table.phase == "ended":
        return ()
    if options.depth == "scores":
        return (Notice(message="scorpion.unchecked_counts", clause="METSUKE-5.2"),)
    found = [
        Notice(message="scorpion.unchecked_ways", clause="SCORPION-17.1"),
        Notice(message="scorpion.unchecked_sleepers", clause="SCORPION-5.1"),
    ]
    if options.guard_cards == "counted" or options.intruder_cards == "counted" or options.guard_deck is None:
        found.append(Notice(message="scorpion.unchecked_cards", clause="SCORPION-1.3"))
    return tuple(found)


def shown(options: Options, table: OpenTable) -> dict[str, Any]:
    """Return the public table as the data of an event; at the depth `scores` only what searches have found."""
    found = [note.model_dump(mode="json") for note in table.found]
    if options.depth == "scores":
        return {"found": found}
    return {
        "found": found,
        "figures": [[f.id, f.zone, f.drunk, f.inside] for f in table.figures],
        "intruders": [_intruder(options, one) for one in table.characters],
        "passages": [[p.owner, list(p.found)] for p in table.passages],
        "ropes": [[rope.a, rope.b] for rope in table.ropes],
        "moving": _moving(table),
    }


def _intruder(options: Options, one: OpenCharacter) -> dict[str, Any]:
    hung, before = ropes_at_most(options, one)
    inside = PASSAGE if one.status == "passage" and one.visible else None
    return {
        "who": one.who,
        "status": one.status,
        "zone": one.zone or inside,
        "accomplished": one.accomplished,
        "permitted": one.permitted,
        "ropes": hung,
        "ropes_before": before,
    }


def _moving(table: OpenTable) -> dict[str, Any] | None:
    """Return the unit that may move on, or `None`."""
    last = next((asked for asked in reversed(table.pending) if isinstance(asked, Moving)), None)
    if last is None:
        return None
    zone = next((f.zone for f in table.figures if f.id in last.unit), last.start)
    return {
        "unit": unit_text(sorted(last.unit)),
        "zone": zone,
        "left": last.left,
        "made": last.made,
        "walking": last.cause == "patrol",
    }
