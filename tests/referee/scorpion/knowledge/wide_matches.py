"""Random matches as wide as the referee, on random boards of a few zones: what is enumerated.

All options, 2 to 4 players, lone and hidden, partners and rivals, a game master's hand and house rulings at any moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from referee import scorpion
from referee.board.board import Board
from referee.core.base import replace
from referee.core.values import GAME_MASTER, Ruling
from referee.scorpion import moves
from referee.scorpion.state import TURNS, Marks, State, in_play, is_disputed, seats_of
from tests.players.scorpion.match import Played, Players, any_options, seated
from tests.referee.scorpion.knowledge.boards import board
from tests.referee.scorpion.knowledge.enumeration import ruled_on
from tests.referee.scorpion.knowledge.small_matches import MOST, bold_path, marks_on, numbers_for

LETTERS = "abcdefg"


def wide(seed: int | str, **fixed: Any) -> list[Played]:
    """Return the declarations of a match up to the end of some turns, or of the match."""
    random = Random(f"wide {seed}")
    table = any_board(random)
    players = 2 if fixed.get("lone_wolf", "off") != "off" else random.choice((2, 2, 2, 3, 4))
    options = _options(random, players, table) | fixed
    state = replace(scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players)), board=table)
    laid = marks_on(random, table)
    if options.get("alert_on_mission_when") == "entered":
        # Each letter that may be drawn lies somewhere: in the zones of a castle, as many as there are.
        zones = [z for z in table.in_order(table.mark_zones) if z not in table.posts]
        laid = Marks(tuple(zip("ABCDEF", random.sample(zones, len(zones)), strict=False)), recorded=True)
    state = replace(state, marks=laid)
    return list(_playing(state, f"wide {seed}", options, random.choice((1, 1, 2, 2, 3))))


def any_board(random: Random) -> Board:
    """Return a connected board of 3 to 7 zones with somewhere to start for both."""
    ids = LETTERS[: random.randint(3, 7)]
    zones, plain, other = [], [], {"wall": [], "sound": []}  # type: ignore[var-annotated]
    for i, id in enumerate(ids):
        flags = "".join(flag for flag, chance in (("e", 0.5), ("p", 0.4), ("b", 0.15)) if random.random() < chance)
        kind = random.choice(("o", "o", "", "m", "A", "B", "A", "x"))
        zones.append([id, flags + kind])
        if i:
            plain.append((random.choice(ids[:i]), id))
    zones[0][1] = "eo"
    for a in ids:
        for b in ids:
            if a < b and (a, b) not in plain and random.random() < 0.35:
                (plain if random.random() < 0.4 else other[random.choice(("wall", "wall", "sound"))]).append((a, b))

    def text(pairs: list[tuple[str, str]]) -> str:
        return " ".join(f"{a}-{b}" for a, b in pairs)

    route = text(random.sample(plain, random.randint(1, len(plain)))) if random.random() < 0.5 else ""
    listed = " ".join(f"{id}:{flags}" for id, flags in zones)
    return board("wide", listed, text(plain), text(other["wall"]), text(other["sound"]), route)


def _options(random: Random, players: int, table: Board) -> dict[str, Any]:
    """Return the base game's options at times, else any; the alert answers at missions more often than by chance."""
    options = any_options(random, players) if random.random() < 0.7 else {}
    options["lone_wolf"] = random.choice(("off", "on", "hidden")) if players == 2 else "off"
    options["disputed"] = random.choice(("off", "on")) if players > 2 else "off"
    if random.random() < 0.2:
        options |= {"alert_on_mission": "1", "alert_on_mission_when": "entered"}
    else:
        options.pop("alert_on_mission_when", None)
    for some in ("ninja_hand", "traitor_hand"):
        options.pop(some, None)
    options["gm"] = random.choice(("off", "active"))
    return options | numbers_for(random, table)


def on_nijo(seed: int | str) -> Iterator[Played]:
    """Yield the declarations of a whole match on the real board, with a game master's hand in it at any moment."""
    random = Random(f"nijo {seed}")
    players = random.choice((2, 2, 3, 4))
    options = (any_options(random, players) if random.random() < 0.6 else {}) | {"gm": "active"}
    state = scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players))
    yield from _playing(state, f"nijo {seed}", options, TURNS, ruled=False)


def _playing(
    state: State, seed: str, options: Mapping[str, Any], turns: int, *, ruled: bool = True
) -> Iterator[Played]:
    """Play on; where it may be `ruled`, some matches have house rulings in them."""
    table, wild = Players(seed, options, state.board), Random(f"wild {seed}")
    rulings, hand, gives_up = wild.random() < 0.15, wild.choice((0.02, 0.07, 0.2)), wild.choice((0.01, 0.1))
    rulings = rulings and ruled
    bluffs = wild.choice((0.06, 0.4))
    for _ in range(MOST):
        if state.phase == "ended" or state.turn > turns or aimless(state):
            return
        said = None
        if state.phase != "setup":
            said = _by_hand(wild, state) if state.options.gm == "active" and wild.random() < hand else None
            said = said or (_anywhere(wild, state) if rulings and wild.random() < 0.1 else None)
            said = said or (_gives_up(wild, state) if is_disputed(state) and wild.random() < gives_up else None)
        if said is None and state.phase == "intruders" and wild.random() < 0.7:
            path = bold_path(wild, state, bluffs)
            said = None if path is None else (*path, {})
        if said is None:
            try:
                asked = table.next(scorpion, state)
            except IndexError:  # no castle to go to
                continue
            except ValueError:  # a box from which a table has set wounds by hand is short of cards
                return
            if asked is None:
                return
            said = asked[0], scorpion.MOVE.validate_python(asked[1]), {}
        seat, parsed, how = said
        ruling: Ruling = ruled_on(state, seat, parsed, frozenset(how.get("waived", ())))
        if not ruling.upheld:
            if state.phase != "intruders" and not how:
                return  # what a box holds is unknown to a table that was overruled
            continue
        yield Played(state, seat, parsed.model_dump(mode="json") | how, parsed, ruling)
        state = ruling.state


def begun(acts: Sequence[Played]) -> bool:
    """Tell whether a match has come to turn 1, and can be looked at."""
    return bool(acts) and acts[-1].ruling.state.phase != "setup" and not aimless(acts[-1].ruling.state)


def aimless(state: State) -> bool:
    """Tell whether a mission lies nowhere that the alert should answer: on a real board all six letters lie."""
    if state.options.alert_on_mission_when != "entered" or state.phase == "setup":
        return False
    laid = dict(state.marks.objectives)
    return any(c.mission not in laid for c in state.characters if c.status != "absent")


Said = tuple[str, Any, dict[str, Any]]


def _by_hand(random: Random, state: State) -> Said:
    """Return what a game master sets by hand: figures, the alert, wounds."""
    zones, ids = [*state.board.ids, "passage"], [f.id for f in state.figures]
    found: dict[str, Any] = {}
    if ids and random.random() < 0.6:
        found["moved"] = {random.choice(ids): random.choice(zones)}
    elif ids and random.random() < 0.4:
        found["removed"] = [random.choice(ids)]
    elif random.random() < 0.5:
        found["placed"] = [{"zone": random.choice(zones), "weapon": random.choice(("sword", "spear"))}]
    if random.random() < 0.2:
        found["alert"] = random.randint(0, 3)
    if random.random() < 0.2:
        found["wounds"] = {random.choice(("ninja", "traitor")): random.randint(0, 2)}
    return GAME_MASTER, scorpion.ADJUSTMENT.model_validate(found), {"by_hand": True}


def _anywhere(random: Random, state: State) -> Said | None:
    """Return a step, of an intruder or of guards, that a house ruling lets go anywhere."""
    if state.pending:
        return None
    if state.phase == "intruders":
        free = [c for c in in_play(state) if not c.locked and c.zone in state.board]
        if not free:
            return None
        one = random.choice(free)
        steps = (moves.GoTo(do="walk", to=random.choice(state.board.ids)),)
        return one.seat, moves.LockPath(intruder=one.who, steps=steps), {"waived": ["SCORPION-17.3"]}  # type: ignore[arg-type]
    return None


def _gives_up(random: Random, state: State) -> Said | None:
    left = [seat for seat in seats_of(state, "intruders") if seat not in state.conceding]
    return (random.choice(left), moves.Concede(), {}) if len(left) > 1 else None
