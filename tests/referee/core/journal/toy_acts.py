"""Random acts for the toy game: of every kind, by everybody, sensible and not. The same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from referee.check.twins import ActorsAct
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, TABLE
from toy_game import SEATS, TOY, State

IDS = tuple(s.seat for s in SEATS)
GOAL = {"goal": 4}

JUNK: tuple[Any, ...] = (
    {},
    {"type": "hide"},
    {"type": "hide", "number": 7},
    {"type": "hide", "number": "three"},
    {"type": "hide", "number": 3, "extra": 1},
    {"type": "steal"},
    {"type": ["hide"]},
    {"number": 3},
)


def salt(rng: random.Random) -> str:
    return f"{rng.getrandbits(128):032x}"


def declare(seat: str, move: Any, salt: str | None = None) -> dict[str, Any]:
    return {"type": "declare", "seat": seat, "move": move, "salt": salt}


def toy_match() -> Match:
    return begin(TOY, GOAL, SEATS)


def random_move(rng: random.Random, match: Match, seat: str) -> dict[str, Any]:
    others = [other for other in IDS if other != seat]
    hidden = [o for o in others if match.state.player(o).hidden is not None]
    number = rng.randint(1, 6)
    kinds: list[Callable[[], dict[str, Any]]] = [
        lambda: {"type": "hide", "number": number},
        lambda: {"type": "hide", "number": number},
        lambda: {"type": "hold", "numbers": rng.sample(range(1, 7), rng.randint(1, 3))},
        lambda: {"type": "guess", "target": rng.choice(hidden or others), "number": number},
        lambda: {"type": "guess", "target": rng.choice(hidden or others), "number": number},
        lambda: {"type": "whisper", "to": rng.choice(others), "number": number},
        lambda: {"type": "plot", "number": number},
        lambda: {"type": "plot", "number": number},
        lambda: {"type": "spring", "number": rng.choice(match.state.player(seat).plots or (number,))},
        lambda: {"type": "skip"},
    ]
    return rng.choice(kinds)()


def random_act(rng: random.Random, match: Match) -> ActorsAct:
    """Return an act that may or may not be upheld."""
    turn = match.state.players[match.state.turn].seat
    seat = rng.choice((*IDS, turn))
    actor = rng.choice((seat, seat, seat, seat, GAME_MASTER))
    if match.proposal is not None and rng.random() < 0.5:
        return rng.choice((*IDS, GAME_MASTER)), {"type": "consent", "agree": rng.random() < 0.9}
    if match.undone and rng.random() < 0.3:
        return rng.choice((match.undone[-1].undone_by or seat, GAME_MASTER, seat)), {"type": "redo"}
    roll = rng.random()
    if roll < 0.55:
        return actor, declare(seat, random_move(rng, match, seat), salt(rng))
    if roll < 0.68:
        return actor, {"type": "undo"}
    if roll < 0.78:
        return actor, {"type": "redo"}
    if roll < 0.84:
        return actor, house_ruling(rng, match, seat)
    if roll < 0.86:
        return actor, {"type": "consent", "agree": rng.random() < 0.8}
    if roll < 0.95:
        move = None if rng.random() < 0.3 else random_move(rng, match, seat)
        return GAME_MASTER, {"type": "correct", "number": rng.randint(1, match.number + 1), "move": move}
    return junk(rng, seat)


def house_ruling(rng: random.Random, match: Match, seat: str) -> dict[str, Any]:
    act: dict[str, Any] = {"type": "house_ruling", "seat": seat, "note": rng.choice(("", "we saw it"))}
    if rng.random() < 0.3:
        return act | {"adjust": {"points": {seat: rng.randint(0, 3)}}}
    return act | {"move": random_move(rng, match, seat), "salt": salt(rng)}


def junk(rng: random.Random, seat: str) -> ActorsAct:
    """Return an act that cannot be upheld."""
    junks: list[ActorsAct] = [
        ("nobody", {"type": "undo"}),
        ("public", {"type": "undo"}),
        (seat, declare("nobody", {"type": "skip"})),
        (seat, declare(rng.choice([o for o in IDS if o != seat]), {"type": "skip"})),
        (TABLE, declare(seat, {"type": "skip"})),
        (seat, declare(seat, rng.choice(JUNK))),
        (seat, {"type": "house_ruling"}),
        (seat, {"type": "dance"}),
        (seat, {"type": "correct", "number": 1}),
        (TABLE, {"type": "consent", "agree": True}),
        (seat, declare(seat, {"type": "hide", "number": 1}, "not a salt")),
    ]
    return rng.choice(junks)


def play(match: Match, *acts: ActorsAct) -> Match:
    """Play acts that are all upheld."""
    for actor, act in acts:
        match, ruling = match.act(actor, act)
        assert ruling.upheld, (actor, act, ruling)
    return match


def move(seat: str, **fields: Any) -> ActorsAct:
    """Return a seat's own declaration, locked with a salt that follows from it."""
    return seat, declare(seat, fields, salt(random.Random(f"{seat}{fields}")))


def hide(seat: str, number: int) -> ActorsAct:
    return move(seat, type="hide", number=number)


def hold(seat: str, *numbers: int) -> ActorsAct:
    return move(seat, type="hold", numbers=numbers)


def guess(seat: str, target: str, number: int) -> ActorsAct:
    return move(seat, type="guess", target=target, number=number)


def skip(seat: str) -> ActorsAct:
    return move(seat, type="skip")


def undo(actor: str) -> ActorsAct:
    return actor, {"type": "undo"}


def redo(actor: str) -> ActorsAct:
    return actor, {"type": "redo"}


def consent(actor: str, agree: bool = True) -> ActorsAct:
    return actor, {"type": "consent", "agree": agree}


def correct(number: int, /, **fields: Any) -> ActorsAct:
    """Return a correction; without fields, the entry is struck out."""
    return GAME_MASTER, {"type": "correct", "number": number, "move": fields or None, "salt": f"{number:032x}"}


def rule(actor: str, **fields: Any) -> ActorsAct:
    return actor, {"type": "house_ruling", **fields}


FINISH: ActorsAct = (TABLE, {"type": "declare", "seat": TABLE, "move": {"type": "finish"}})


def refused(match: Match, played: ActorsAct) -> tuple[str, str]:
    """Return clause and reason of an act that is refused and changes nothing."""
    after, ruling = match.act(*played)
    assert after is match
    assert not ruling.upheld
    assert ruling.state is None
    return ruling.clause, ruling.reason


def random_match(seed: int, acts: int = 40) -> tuple[Match, list[Match]]:
    """Return a match of random acts, and the match after each of them, refused ones included."""
    rng = random.Random(seed)
    match = toy_match()
    after = []
    for _ in range(acts):
        match, _ruling = match.act(*random_act(rng, match))
        after.append(match)
    return match, after


def random_twins(seed: int, acts: int = 24) -> tuple[list[ActorsAct | None], list[ActorsAct | None], str]:
    """Return two lists of acts that differ only in what a viewer may not know, and that viewer.

    Whether they are twins is judged by `truth`, without asking any view.
    """
    rng = random.Random(seed)
    viewer = rng.choice((*IDS, "public"))
    a, b = toy_match(), toy_match()
    acts_a: list[ActorsAct | None] = []
    acts_b: list[ActorsAct | None] = []
    twin_of: dict[int | None, int | None] = {None: None}  # entries of one match, and those of the other
    while len(acts_a) < acts:
        act_a = random_act(rng, a)
        act_b = (act_a[0], _disguised(rng, act_a[1], viewer, a))
        after_a, ruling_a = a.act(*act_a)
        after_b, ruling_b = b.act(*act_b)
        same = truth(after_a.state, viewer) == truth(after_b.state, viewer)
        if act_a[0] != viewer and rng.random() < 0.5 and ruling_a.upheld and ruling_a.unnoticed_by(viewer):
            # It was made in one match, and in the other it was not: nobody else may know.
            a = after_a
            acts_a.append(act_a)
            acts_b.append(None)
            continue
        both = ruling_a.upheld == ruling_b.upheld and ruling_a.unnoticed_by(viewer) == ruling_b.unnoticed_by(viewer)
        if both and ruling_a.upheld:
            about_a, about_b = after_a.written[-1].about, after_b.written[-1].about
            both = about_a in twin_of and twin_of[about_a] == about_b
        if both and same and _alike(ruling_a.reason, ruling_b.reason):
            a, b = after_a, after_b
            if ruling_a.upheld:
                twin_of[a.number] = b.number
            acts_a.append(act_a)
            acts_b.append(act_b)
        elif act_a[0] != viewer and act_a[1] != act_b[1]:
            # One of the two was an illegal secret: in its match it happened, in the other it did not.
            if not ruling_a.upheld:
                acts_a.append(act_a)
                acts_b.append(None)
            elif not ruling_b.upheld:
                acts_a.append(None)
                acts_b.append(act_b)
    return acts_a, acts_b, viewer


def truth(state: State, viewer: str) -> Any:
    """Return what a viewer may know of a toy match, worked out on its own."""
    own = [(p.hand, p.hidden, p.heard, p.plots) for p in state.players if p.seat == viewer]
    public = [(p.seat, p.points, p.hidden is None, p.opened, p.hand is None) for p in state.players]
    return state.turn, state.finished, public, own


def _alike(a: str, b: str) -> bool:
    """A hit beside a miss is public knowledge: such matches are no twins."""
    return {a, b} != {"toy.hit", "toy.missed"}


def _disguised(rng: random.Random, act: dict[str, Any], viewer: str, match: Match) -> dict[str, Any]:
    """Return the act with another secret, where the viewer may not know it."""
    move, seat = act.get("move"), act.get("seat")
    if act["type"] == "correct":
        seat = next((s.seat for s in match.steps if s.number == act["number"]), None)
    if not isinstance(move, dict) or seat in (viewer, None) or viewer == move.get("to"):
        return act
    if move.get("type") in ("hide", "whisper", "plot") and isinstance(move.get("number"), int):
        return act | {"move": move | {"number": rng.randint(1, 6)}}
    if move.get("type") == "hold":
        return act | {"move": move | {"numbers": rng.sample(range(1, 7), rng.randint(1, 3))}}
    return act
