"""The beginning of a match: roles and board, and conditions shared by all rules of the set-up (SCORPION-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.board.board import Board
from referee.board.checks import BadBoard, BoardNeeds, Problem, problems
from referee.board.reading import NoBoard, bundled, read_board
from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.values import TABLE, Notice, PublicEvent, Refused, Ruling, Seat
from referee.scorpion import moves
from referee.scorpion.cards import cards
from referee.scorpion.options import Options
from referee.scorpion.parts import Scores
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import (
    LIMIT,
    SIDES,
    Character,
    Passage,
    Player,
    State,
    Stock,
    character,
    is_disputed,
    patrol_of,
    seats_of,
    side_of,
)
from referee.scorpion.turns import during


def is_locked(state: State, seat: str) -> bool:
    return any(p.seat == seat and p.locked for p in state.players)


def is_side_locked(state: State, side: str) -> bool:
    return all(p.locked for p in state.players if SIDES[p.role] == side)


def own_part_open(state: State, seat: str, move: Move) -> None:
    """Refuse changes of a seat's own part after it has locked (ledger section 19)."""
    during(state, move)
    firm(not is_locked(state, seat), "SCORPION-4.8", "scorpion.part_locked", private=True)


def common_part_open(state: State, side: str, move: Move) -> None:
    """Refuse changes of a side's common part after one of its seats has locked (ledger section 19)."""
    during(state, move)
    firm(is_common_open(state, side), "SCORPION-4.8", "scorpion.side_locked", private=True)


def is_common_open(state: State, side: str) -> bool:
    return not any(p.locked for p in state.players if SIDES[p.role] == side)


def hands_open(state: State) -> None:
    """Refuse changes of missions and hands that could react to the guards' figures (SCORPION-4.8, section 19)."""
    firm(are_hands_open(state), "SCORPION-4.8", "scorpion.hands_locked", private=True)


def are_hands_open(state: State) -> bool:
    return not (are_figures_complete(state) and are_hands_complete(state))


def hand_noted(before: State, after: State, told: list[Notice]) -> Ruling:
    """Uphold the choice of a hand; when it is the last one, everybody is told (SCORPION-4.8)."""
    if are_hands_complete(after) and not are_hands_complete(before):
        after = publish(after, told, "hands_ready", "SCORPION-4.8")
    return uphold(after, told)


def sentries(state: State) -> int:
    return sum(patrol_of(state, f.id) is None for f in state.figures)


def are_figures_complete(state: State) -> bool:
    """Tell whether all guard figures of the set-up are on the board (SCORPION-4.1, 4.3)."""
    return sentries(state) >= state.options.sentries and len(state.patrols) >= state.options.patrol_count


def are_hands_complete(state: State) -> bool:
    """Tell whether every opening hand is chosen; a hidden lone wolf prepares both (SCORPION-3, 29.3)."""
    handed = (c for c in state.characters if takes_hand(state, c.who))
    return all(c.hand_chosen for c in handed) and all(s.chosen for s in state.stocks)


def takes_hand(state: State, who: str) -> bool:
    """Tell whether a character needs an opening hand: if it takes part, or to hide a lone wolf (SCORPION-29.3)."""
    return state.options.lone_wolf == "hidden" or character(state, who).status != "absent"


def is_character_open(state: State) -> bool:
    """Tell whether the lone wolf's character is still to be chosen (SCORPION-29.1)."""
    return state.options.lone_wolf != "off" and all(c.status != "absent" for c in state.characters)


def is_zone(state: State, zone: str, *, private: bool = True) -> None:
    """Refuse anything but a zone of the board (SCORPION-1.6)."""
    firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", private=private, zone=zone)


def setup_event(state: State, seat: str, move: Move) -> PublicEvent | None:
    """Return the public event of a set-up declaration: the other side sees one line when the side is ready.

    Secret declarations and locks are known only to their own side: their order, number and seats are secret, too.
    Rivals are separate. The choice of a character may be open (SCORPION-29.1).
    """
    is_silent = isinstance(move, moves.LockSetup) or (move.about.secret and move.about.during == {"setup"})
    if not is_silent or (isinstance(move, moves.ChooseCharacter) and state.options.lone_wolf == "on"):
        return None
    side = side_of(state, seat)
    seats = seats_of(state, side)
    rival = side == "intruders" and is_disputed(state)
    return PublicEvent(
        type=f"setup_{side}",
        clause="SCORPION-4.8",
        seat=seats[0] if len(seats) == 1 else TABLE,
        knows=(seat,) if rival else seats,
    )


def is_relied_on(before: State, after: State) -> bool:
    """Tell whether others may since have declared something secretly that relies on this, so it cannot be undone alone.

    Hands are chosen before the last figure is placed, and starts set after it; that figure is placed after the last
    hand; the intruders lock after the guards; and new options change everything (SCORPION-4.8).
    """
    if after.options is not before.options:
        return True
    if before.phase != "setup":
        return False
    if any(question(before) != question(after) for question in (are_figures_complete, are_hands_complete)):
        return True
    return any(is_side_locked(before, side) != is_side_locked(after, side) for side in ("guards", "intruders"))


ROLES: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("guards", "intruders"),
    3: ("guards", "ninja", "traitor"),
    4: ("sword", "spear", "ninja", "traitor"),
}
"""The roles of 2 to 4 players, in the order of the seats unless chosen otherwise."""
_NAMED: Final[Mapping[str, str]] = {role: role for role in SIDES} | {"guard": "guards", "intruder": "intruders"}
"""The seat ids that name roles."""
_CAPACITY: Final = frozenset({"posts_few", "beds_few", "route_missing", "route_zones_few", "routes_few"})
"""Problems that make a sound board unsuitable for a match's numbers."""
_SHOWN: Final = 3
"""The maximum number of board problems that a refusal names."""
MARKS: Final = 10
MARKS_PER_CASTLE: Final = 3


def begin(options: Options, seats: Sequence[Seat]) -> State:
    """Return the first state: an empty table, no alert, turn 1 (SCORPION-2.2).

    Raises `Refused` if seats, variants, numbers or board do not fit (SCORPION-1.6, 2.3, 24.1, 29.1, 30.1, 31.4).
    """
    roles = roles_of(options, seats)
    firm(options.lone_wolf == "off" or len(seats) == 2, "SCORPION-29.1", "scorpion.lone_wolf_two")
    rivals = options.disputed == "on"
    firm(not rivals or "ninja" in roles.values(), "SCORPION-30.1", "scorpion.disputed_two_intruders")
    figures = options.sentries + 2 * options.patrol_count
    firm(figures <= LIMIT, "SCORPION-24.1", "scorpion.too_many_figures", figures=figures, most=LIMIT)
    seat_of = {role: seat for seat, role in roles.items()}
    return State(
        options,
        board_of(options),
        tuple(Player(s.seat, s.name or s.seat, roles[s.seat]) for s in seats),
        stocks=_stocks(options, roles),
        characters=tuple(Character(who, seat_of.get(who) or seat_of["intruders"]) for who in ("ninja", "traitor")),
        passages=(Passage("ninja"), Passage("traitor")) if rivals else (Passage(None),),
        identity_public=options.lone_wolf != "hidden",
        # At the depth `scores` the set-up is on paper, and `start` begins the match (SCORPION-2.2).
        scores=Scores() if options.depth == "scores" else None,
    )


def roles_of(options: Options, seats: Sequence[Seat]) -> dict[str, str]:
    """Return each seat's role: by the options, else by the seats' ids, else by their order (SCORPION-2.3)."""
    count = len(seats)
    firm(count in ROLES, "SCORPION-2.3", "scorpion.players", count=count)
    ids = [s.seat for s in seats]
    if options.roles is not None:
        firm(sorted(options.roles) == sorted(ids), "SCORPION-2.3", "scorpion.roles_of_seats")
        roles: dict[str, str] = {seat: options.roles[seat] for seat in ids}
    elif all(id.casefold() in _NAMED for id in ids):
        roles = {id: _NAMED[id.casefold()] for id in ids}
    else:
        roles = dict(zip(ids, ROLES[count], strict=True))
    firm(sorted(roles.values()) == sorted(ROLES[count]), "SCORPION-2.3", "scorpion.roles_needed", count=count)
    return roles


def board_of(options: Options) -> Board:
    """Return the board of a match. Raises `Refused` with the first problems of an unplayable one."""
    needs = BoardNeeds(options.sentries, options.sleepers, options.patrol_count, options.patrol_start)
    try:
        if isinstance(options.board, str):
            board = bundled(options.board)
            if errors := [p for p in problems(board, needs) if p.severity == "error"]:
                raise BadBoard(errors)
        else:
            board = read_board(options.board, needs)
    except NoBoard:
        raise Refused("SCORPION-1.6", "scorpion.no_such_board", firm=True) from None
    except BadBoard as bad:
        raise _broken(bad.errors) from None
    _room_for_rulings(options, board)
    return board


def usable_mark_zones(options: Options, board: Board) -> tuple[str, ...]:
    """Return the zones for marks: in a castle, without a post, by option without barracks (SCORPION-5.3 to 5.8)."""
    with_barracks = options.mark_on_barracks == "allow"
    return tuple(
        z.id for z in board.zones if z.takes_mark and z.castle and not z.post and (with_barracks or not z.barracks)
    )


def usable_patrol_zones(options: Options, board: Board) -> tuple[str, ...]:
    """Return the zones where patrols may start: on the route, by option without a post (SCORPION-4.3, OP-2)."""
    on_posts = options.patrol_start_on_post == "allow"
    return tuple(zone for zone in board.route.zones if on_posts or zone not in board.posts)


def _room_for_rulings(options: Options, board: Board) -> None:
    """Refuse a board with too few zones for marks or patrols under the chosen options (SCORPION-31.4)."""
    marks = usable_mark_zones(options, board)
    inside = [sum(board.zone(zone).castle == castle for zone in marks) for castle in ("A", "B")]
    enough = len(marks) >= MARKS and min(inside) >= MARKS_PER_CASTLE
    firm(enough, "SCORPION-5.7", "scorpion.mark_zones_few", count=len(marks), least=MARKS)
    starts = set(usable_patrol_zones(options, board))
    if options.patrol_start == "one_per_route":
        room = sum(bool(line & starts) for line in board.route.lines)
    elif options.patrol_start == "distinct_zones":
        room = len(starts)
    else:
        room = LIMIT if starts else 0
    firm(room >= options.patrol_count, "SCORPION-31.4", "scorpion.patrol_zones_few", count=room)


def _broken(errors: Sequence[Problem]) -> Refused:
    """Return the refusal of a board, by whether it is unsuitable for this match or faulty."""
    clause = "SCORPION-31.4" if all(p.code in _CAPACITY for p in errors) else "SCORPION-1.6"
    named: list[dict[str, Any]] = [p.model_dump(mode="json", exclude={"severity"}) for p in errors[:_SHOWN]]
    return Refused(clause, "scorpion.board_broken", firm=True, count=len(errors), problems=named)


def _stocks(options: Options, roles: Mapping[str, str]) -> tuple[Stock, ...]:
    """Return the guards' cards: one stock of 36, or one of 18 for each of two players (SCORPION-3.5, 3.6)."""
    if "guards" in roles.values():
        listed = None if options.guard_deck is None else cards(options.guard_deck)
        return (Stock("guards", 36, listed=listed),)
    return (Stock("sword", 18), Stock("spear", 18))
