"""Matches of a few turns on small boards, in which much happens: what is enumerated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from referee import scorpion
from referee.board.board import Board
from referee.core.base import replace
from referee.scorpion import moves
from referee.scorpion.state import Character, Marks, State, in_play
from tests.players.scorpion.match import Played, Players, any_options, seated
from tests.referee.scorpion.knowledge.boards import BOARDS, LEGAL
from tests.referee.scorpion.knowledge.tried_paths import movements, step

MOST = 400
HANDS: Mapping[str, tuple[str, ...]] = {
    "ninja": ("kenjutsu1", "kenjutsu2", "rope", "rope", "secret_passage", "shadow_walk", "shuriken", "shuriken"),
    "traitor": ("cat", "kenjutsu1", "kenjutsu2", "potent_sake", "potent_sake", "rope", "secret_passage"),
}
LETTERS = "ABCDEF"
MARKS = ("A", "T1", "B", "H1", "C", "D", "T2", "E", "H2", "F")


def small(seed: int | str, turns: int | None = None, board: Board | None = None, **fixed: Any) -> list[Played]:
    """Return the declarations of a match up to the end of some turns, 2 to 4, or of the match."""
    random = Random(f"small {seed}")
    players = 2 if fixed.get("lone_wolf", "off") != "off" else random.choice((2, 2, 3, 4))
    options = some_options(random, players) | fixed
    board = board or random.choice(BOARDS)
    if board is not LEGAL:
        options.pop("alert_on_mission_when", None)  # whoever asks where missions can be counts on all ten marks
    options |= numbers_for(random, board)
    state = replace(scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players)), board=board)
    state = replace(state, marks=marks_on(random, board))
    return list(_playing(state, f"small {seed}", options, turns or random.choice((2, 2, 3, 3, 4))))


def some_options(random: Random, players: int) -> dict[str, Any]:
    """Return the base game's options half the time, else any."""
    if random.random() < 0.4:
        if players == 2:
            return {"lone_wolf": random.choice(("off", "on", "hidden"))}
        return {"disputed": random.choice(("off", "on"))}
    options = any_options(random, players)
    if random.random() < 0.8:
        options.pop("alert_on_mission_when", None)
    return options


def numbers_for(random: Random, board: Board) -> dict[str, Any]:
    """Return so few figures that the board holds them."""
    posts, beds = len(board.posts), 2 * len(board.barracks)
    found: dict[str, Any] = {
        "sentries": random.randint(0, posts),
        "patrols": random.choice((0, 1, 1)) if board.route.zones else 0,
    }
    found |= {"sleepers": random.randint(0, min(2, beds)), "patrol_start": "any", "board": "nijo"}
    return found | {"patrol_start_on_post": "allow", "mark_on_barracks": "allow"}


def marks_on(random: Random, board: Board) -> Marks:
    """Lay the marks by hand: all ten where the board holds them, else as many as it does."""
    zones = [z for z in board.in_order(board.mark_zones) if z not in board.posts]
    random.shuffle(zones)
    if board is LEGAL:
        inside = {castle: [z for z in zones if board.zone(z).castle == castle] for castle in ("A", "B")}
        letters = random.sample(LETTERS, len(LETTERS))
        rest = random.sample(("T1", "T2", "H1", "H2"), 4)
        some = [*letters[:3], *rest[:2], *letters[3:], *rest[2:]]
        zones = [*inside["A"], *inside["B"]]
    else:
        some = list(MARKS)
        if random.random() < 0.5:
            random.shuffle(some)
    laid = dict(zip(some, zones, strict=False))
    return Marks(
        tuple(sorted((mark, zone) for mark, zone in laid.items() if len(mark) == 1)),
        tuple(zone for mark, zone in laid.items() if mark[0] == "T" and len(mark) == 2),
        tuple(zone for mark, zone in laid.items() if mark[0] == "H"),
        recorded=True,
    )


def _playing(state: State, seed: str, options: Mapping[str, Any], turns: int) -> Iterator[Played]:
    table = Players(seed, options, state.board)
    bold = Random(f"bold {seed}")
    for _ in range(MOST):
        if state.phase == "ended" or state.turn > turns:
            return
        said = bold_path(bold, state) if state.phase == "intruders" and bold.random() < 0.6 else None
        if said is None:
            asked = table.next(scorpion, state)
            if asked is None:
                return
            said = asked[0], scorpion.MOVE.validate_python(asked[1])
        ruling = scorpion.judge(state, *said)
        if not ruling.upheld:
            assert state.phase == "intruders", (seed, said, ruling.clause, ruling.reason, ruling.params)
            continue
        yield Played(state, said[0], said[1].model_dump(mode="json"), said[1], ruling)
        state = ruling.state


# Bold intruders: they use all that the rules let them


def bold_path(random: Random, state: State, bluffs: float = 0.06) -> tuple[str, Any] | None:
    """Return a path, often of both in one list, with cards used in all ways; it may well be refused."""
    free = [c for c in in_play(state) if not c.locked]
    if not free or state.pending:
        return None
    one = random.choice(free)
    own = [c for c in free if c.seat == one.seat]
    if len(own) == 2 and random.random() < 0.3:
        steps = _merged(random, [_way(random, state, c, c.who, bluffs) for c in own])
        return one.seat, moves.LockPath(steps=tuple(steps))
    move = moves.LockPath(intruder=one.who, steps=tuple(_way(random, state, one, None, bluffs)))  # type: ignore[arg-type]
    return one.seat, move


def _merged(random: Random, ways: list[list[Any]]) -> list[Any]:
    found = []
    while any(ways):
        found.append(random.choice([way for way in ways if way]).pop(0))
    return found


def _way(random: Random, state: State, one: Character, tag: str | None, bluffs: float) -> list[Any]:
    steps: list[Any] = []
    at, hand = one.zone or "", list(one.hand or HANDS[one.who])
    for _ in range(random.choice((0, 1, 2, 2, 3, 3))):
        ways = [w for w in movements(state, one.who, at, tag) if _wanted(random, w[0], hand)]
        if not ways:
            break
        made, at, over = random.choice(ways)
        steps += [made, *_cards(random, state, at, hand, tag, bluffs)]
        if over:
            break
    if not steps and random.random() < 0.3:
        steps += _cards(random, state, at, hand, tag, bluffs)
    return steps


def _wanted(random: Random, made: Any, hand: list[str]) -> bool:
    if made.do == "exit_map":
        return random.random() < 0.05
    return made.do != "rope_new" or "rope" in hand


def _cards(random: Random, state: State, at: str, hand: list[str], tag: str | None, bluffs: float) -> Iterator[Any]:
    for guard in [f.id for f in state.figures if f.zone == at and f.drunk is None]:
        held = [card for card in hand if card not in ("cat", "rope", "secret_passage")]
        if not held or random.random() < 0.4:
            continue
        card = random.choice(held)
        hand.remove(card)
        if card.startswith("kenjutsu"):
            yield step(do="kenjutsu", intruder=tag, guards=(guard,), value=int(card[-1]))
        elif card == "shadow_walk":
            yield step(do="shadow_walk", intruder=tag)
        else:
            yield step(do="sake" if card == "potent_sake" else card, intruder=tag, guards=(guard,))
    if hand and random.random() < bluffs and (card := random.choice(hand)) != "cat":
        hand.remove(card)
        yield step(do="bluff", intruder=tag, card=card)
