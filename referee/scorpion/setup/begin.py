"""How a Scorpion match begins: who plays what, on which board, and an empty table (SCORPION-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.board.board import Board
from referee.board.bundled import NoBoard, bundled
from referee.board.checks import problems
from referee.board.problems import BadBoard, Needs, Problem
from referee.board.reading import read_board
from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Refused, Seat
from referee.scorpion.cards import cards
from referee.scorpion.options import Options
from referee.scorpion.state import LIMIT, SIDES, Character, Passage, Player, State, Stock
from referee.scorpion.trackers import Scores

ROLES: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("guards", "intruders"),
    3: ("guards", "ninja", "traitor"),
    4: ("sword", "spear", "ninja", "traitor"),
}
"""The roles of 2 to 4 players, in the order in which seats take them unless the table says otherwise."""
_NAMED: Final[Mapping[str, str]] = {role: role for role in SIDES} | {"guard": "guards", "intruder": "intruders"}
"""The seat ids that are roles."""
_CAPACITY: Final = frozenset({"posts_few", "beds_few", "route_missing", "route_zones_few", "routes_few"})
"""What a board may lack for the numbers of a match, though nothing is wrong with it."""
_SHOWN: Final = 3
"""How many of a broken board's problems a refusal names."""
MARKS: Final = 10
MARKS_PER_CASTLE: Final = 3


def begin(options: Options, seats: Sequence[Seat]) -> State:
    """Lay an empty table: alert none, turn 1 (SCORPION-2.2).

    Raises `Refused` when seats, variants, numbers or board do not fit (SCORPION-1.6, 2.3, 24.1, 29.1, 30.1, 31.4).
    """
    roles = roles_of(options, seats)
    firm(options.lone_wolf == "off" or len(seats) == 2, "SCORPION-29.1", "scorpion.lone_wolf_two")
    rivals = options.disputed == "on"
    firm(not rivals or "ninja" in roles.values(), "SCORPION-30.1", "scorpion.disputed_two_intruders")
    figures = options.sentries + 2 * options.patrol_count
    firm(figures <= LIMIT, "SCORPION-24.1", "scorpion.too_many_figures", figures=figures, most=LIMIT)
    seat_of = {role: seat for seat, role in roles.items()}
    state = State(
        options,
        board_of(options),
        tuple(Player(s.seat, s.name or s.seat, roles[s.seat]) for s in seats),
        stocks=_stocks(options, roles),
        characters=tuple(Character(who, seat_of.get(who) or seat_of["intruders"]) for who in ("ninja", "traitor")),
        passages=(Passage("ninja"), Passage("traitor")) if rivals else (Passage(None),),
        identity_public=options.lone_wolf != "hidden",
    )
    if options.depth == "scores":
        # The set-up is on paper, and `start` begins (SCORPION-2.2).
        return replace(state, scores=Scores())
    return state


def roles_of(options: Options, seats: Sequence[Seat]) -> dict[str, str]:
    """Return each seat's role: as the table chose, else by the seats' ids, else in their order (SCORPION-2.3)."""
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
    """Return the board of a match. Raises `Refused` with the first problems of one that cannot be played on."""
    needs = Needs(options.sentries, options.sleepers, options.patrol_count, options.patrol_start)
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
    """Return where marks may be recorded: inside a castle, no post, by option no barracks (SCORPION-5.3 to 5.8)."""
    with_barracks = options.mark_on_barracks == "allow"
    return tuple(
        z.id for z in board.zones if z.takes_mark and z.castle and not z.post and (with_barracks or not z.barracks)
    )


def usable_patrol_zones(options: Options, board: Board) -> tuple[str, ...]:
    """Return where patrols may start: on the route, by option on no post (SCORPION-4.3, OP-2)."""
    on_posts = options.patrol_start_on_post == "allow"
    return tuple(zone for zone in board.route.zones if on_posts or zone not in board.posts)


def _room_for_rulings(options: Options, board: Board) -> None:
    """Refuse a board on which the table's own rulings leave no room for marks or patrols (SCORPION-31.4)."""
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
    """Make the refusal of a board: by what it lacks for this match, or by what is wrong with it."""
    clause = "SCORPION-31.4" if all(p.code in _CAPACITY for p in errors) else "SCORPION-1.6"
    named: list[dict[str, Any]] = [p.model_dump(mode="json", exclude={"severity"}) for p in errors[:_SHOWN]]
    return Refused(clause, "scorpion.board_broken", firm=True, count=len(errors), problems=named)


def _stocks(options: Options, roles: Mapping[str, str]) -> tuple[Stock, ...]:
    """Return the guards' cards: one stock of 36, or one of 18 for each of two players (SCORPION-3.5, 3.6)."""
    if "guards" in roles.values():
        listed = None if options.guard_deck is None else cards(options.guard_deck)
        return (Stock("guards", 36, listed=listed),)
    return (Stock("sword", 18), Stock("spear", 18))
