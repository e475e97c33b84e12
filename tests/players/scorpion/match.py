"""A whole match of random legal declarations, reproducible from its seed.

Each player sees only its own view and prompts, and declares only what they offer. The cards are a physical box that
only their owners see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin

from referee.board.board import Board
from referee.core.game import Game
from referee.core.journal import Match, begin
from referee.core.values import PUBLIC, Ruling, Seat, Viewer
from referee.scorpion.options import Options
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.state import State
from tests.players.scorpion.guards import guard_move
from tests.players.scorpion.intruders import intruder_move
from tests.players.scorpion.setup import Box, made_up_deck, return_move, setup_move

Move = dict[str, Any]
Said = tuple[str, Move]
NAMES = {"guards": "Gin", "sword": "Ken", "spear": "Yari", "intruders": "Kage", "ninja": "Nao", "traitor": "Tora"}
SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("guards", "intruders"),
    3: ("guards", "ninja", "traitor"),
    4: ("sword", "spear", "ninja", "traitor"),
}
MOST = 4000
"""The number of declarations after which an unfinished match is a fault."""


class Players:
    """All players at one table."""

    def __init__(self, seed: int | str, options: Mapping[str, Any], board: Board) -> None:
        self.random = Random(f"scorpion {seed}")
        self.box = Box(self.random, options)
        self.board = board

    def next(self, game: Any, state: Any) -> Said | None:
        """Return the next seat and move, or `None` when nothing more is asked."""
        public = [p for p in game.prompts(state, PUBLIC) if p.ask not in ALWAYS]
        if not public:
            return None
        if state.options.depth == "scores":
            from tests.players.scorpion.scores import next_scores_move

            view = game.view(state, PUBLIC).model_dump(mode="json")
            said: Said | None = next_scores_move(view, public, self.random)
            return said
        seats = list(dict.fromkeys(prompt.seat for prompt in public))
        self.random.shuffle(seats)
        for seat in seats:
            move = self.move(game, state, seat)
            if move is not None:
                return seat, move
        return None

    def move(self, game: Any, state: Any, seat: Viewer) -> Move | None:
        """Return a seat's declaration by its own view and prompts, or `None` if it has nothing to declare."""
        view = game.view(state, seat)
        mine = [p for p in game.prompts(state, seat) if p.seat == seat and p.ask not in ALWAYS]
        if not mine:
            return None
        if view.phase == "setup":
            return setup_move(self.random, self.box, view, mine[0], self.board)
        side = "guards" if any(p.seat == seat and p.role in ("guards", "sword", "spear") for p in view.players) else ""
        if view.phase == "start":
            move = return_move(self.random, self.box, view, mine[0])
            if move is not None:
                return move
        if side:
            return guard_move(self.random, self.box, view, mine, self.board)
        return intruder_move(self.random, view, mine, self.board)


def seated(players: int) -> tuple[Seat, ...]:
    """Return the seats for 2 to 4 players, named by their roles."""
    return tuple(Seat(seat=role, name=NAMES[role]) for role in SEATS[players])


LATER = ("depth", "lone_wolf", "disputed", "gm", "reasoning", "empty_alert_phase")
"""Options that are not drawn together with the others."""


def any_options(random: Random, players: int) -> dict[str, Any]:
    """Return random options: rulings, unknown facts, balance, variants, card modes.

    `reasoning` does not change a match and is left to the tests that need it.
    """
    options: dict[str, Any] = {}
    for name, field in Options.model_fields.items():
        values = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        if name not in LATER and values and random.random() < 0.4:
            options[name] = random.choice(values)
    if players == 2:
        options["lone_wolf"] = random.choice(("off", "off", "on", "hidden"))
    else:
        options["disputed"] = random.choice(("off", "on"))
    numbers = {"sentries": (0, 10), "patrols": (0, 5), "sleepers": (0, 11), "ninja_hand": (2, 11)}
    numbers |= {"traitor_hand": (2, 9), "ninja_rehand": (2, 8), "traitor_rehand": (2, 7), "sake_duration": (1, 5)}
    for name, (least, most) in numbers.items():
        if random.random() < 0.3:
            options[name] = random.randint(least, most)
    if options.get("patrol_start") == "one_per_route":
        options["patrols"] = random.randint(0, 1)  # the bundled board has one route
    for deck, option in (("guards", "guard_deck"), ("ninja", "ninja_deck"), ("traitor", "traitor_deck")):
        if random.random() < 0.3:
            options[option] = made_up_deck(random, deck)  # type: ignore[arg-type]
    if random.random() < 0.4:
        options["empty_alert_phase"] = "passes"
    return options


class Played(NamedTuple):
    """One upheld declaration of a random match."""

    before: State
    seat: str
    move: Move
    parsed: Any
    ruling: Ruling


def judged(seed: int | str, players: int = 2, options: Mapping[str, Any] | None = None) -> Iterator[Played]:
    """Yield the declarations of a whole match with their rulings, all upheld.

    Raises `AssertionError` if a declaration that was asked for is refused, or if the match does not end.
    """
    from referee import scorpion

    state = scorpion.begin(scorpion.OPTIONS.model_validate(dict(options or {})), seated(players))
    table = Players(seed, dict(options or {}), state.board)
    for _ in range(MOST):
        said = table.next(scorpion, state)
        if said is None:
            assert state.phase == "ended", f"seed {seed}: nobody is asked anything in phase {state.phase}"
            return
        move = scorpion.MOVE.validate_python(said[1])
        ruling = scorpion.judge(state, said[0], move)
        assert ruling.upheld, f"seed {seed}: {said} is refused: {ruling.clause} {ruling.reason} {ruling.params}"
        yield Played(state, *said, move, ruling)
        state = ruling.state
    raise AssertionError(f"seed {seed}: no end after {MOST} declarations")


def playing(seed: int | str, players: int = 2, options: Mapping[str, Any] | None = None) -> Iterator[Said]:
    """Yield the declarations of a whole match. Raises `AssertionError` as `judged` does."""
    return ((one.seat, one.move) for one in judged(seed, players, options))


def random_match(game: Game, seed: int | str, players: int = 2, options: Mapping[str, Any] | None = None) -> Match:
    """Return a whole random match with its journal. Its salts also come from the seed, so it is not for real use."""
    match = begin(game, dict(options or {}), seated(players))
    salts = Random(f"salts {seed}")
    for seat, move in playing(seed, players, options):
        match, _ = match.declare(seat, move, f"{salts.getrandbits(128):032x}")
    return match
