"""Random matches of depth `scores`: by the player who keeps to the prompts, and by one who declares anything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from referee import scorpion
from referee.core.values import PUBLIC, TABLE, Ruling
from referee.scorpion.cards import KINDS
from referee.scorpion.options import Options
from referee.scorpion.state import State
from tests.players.scorpion.match import any_options, seated
from tests.players.scorpion.scores import OFTEN, next_scores_move
from tests.shares import SOAK, count

Step = tuple[State, Any, Ruling]
"""The state before a declaration, the move, and the ruling."""
MATCHES = count("MATCHES")
OBEDIENT = -(-MATCHES // (3 if SOAK else 6))
MOST = 3000
WHO = ("ninja", "traitor", "intruder")
WEAPON = (None, "sword", "spear")
KILLING = ("kenjutsu1", "kenjutsu2", "shuriken")


def begun(seed: int) -> State:
    """Return the empty table of a match: 2, 3 or 4 seats, random options, lone wolves and rivals among them."""
    random = Random(f"options {seed}")
    players = 2 + seed % 3
    chosen = any_options(random, players) | {"depth": "scores"}
    return scorpion.begin(Options.model_validate(chosen), seated(players))


def obedient(seed: int) -> Iterator[Step]:
    """Yield a match of the player who declares what is offered."""
    state, random = begun(seed), Random(seed)
    for _ in range(MOST):
        asked = scorpion.prompts(state, PUBLIC)
        said = next_scores_move(scorpion.view(state, PUBLIC).model_dump(mode="json"), asked, random)
        if said is None:
            return
        move = scorpion.MOVE.validate_python(said[1])
        ruling = scorpion.judge(state, said[0], move)
        yield state, move, ruling
        if ruling.upheld:
            state = ruling.state


def careless(seed: int) -> Iterator[Step]:
    """Yield a match, to its end, of somebody who declares whatever comes to mind, legal or not."""
    state, random = begun(seed), Random(f"careless {seed}")
    for _ in range(MOST):
        move = scorpion.MOVE.validate_python(anything(random))
        ruling = scorpion.judge(state, TABLE, move)
        yield state, move, ruling
        if ruling.upheld:
            state = ruling.state
        if state.phase == "ended":
            return


def anything(random: Random) -> dict[str, Any]:
    """Return the JSON of any move of this depth."""
    kind = random.choices(list(OFTEN), [*OFTEN.values()])[0]
    return {"type": kind, **_fields(kind, random)}


def _fields(kind: str, random: Random) -> dict[str, Any]:
    pick = random.choice
    n = pick((1, 1, 1, 2, 3))
    match kind:
        case "start":
            return {"intruder": pick((None, None, "ninja", "traitor")), "sword": pick((None, 3, 7, 11))}
        case "finish":
            return {"intruder": pick((None, "ninja", "traitor"))}
        case "returned" | "death" | "escape":
            return {"intruder": pick(WHO[:2])}
        case "alert":
            return {"by": pick((1, 2, "high")), "reason": pick(("heard", "kenjutsu", "discovered", "mission", "sake"))}
        case "card_played":
            by = pick(("guards", "guards", *WHO))
            card = pick(KINDS[pick((by, by, "guards")) if by in KINDS else "guards"])  # type: ignore[index]
            return {
                "by": by,
                "card": card,
                "phase": pick(("alert", "cards", None)) if by in ("guards", "ninja") else None,
            }
        case "wound":
            return {"intruder": pick(WHO), "phase": pick(("alert", "cards", "patrol"))}
        case "guard_added":
            return {"n": n, "weapon": pick(WEAPON), "cause": pick(("hidden_sentry", "other"))}
        case "guard_removed":
            cause = pick((*KILLING, "other"))
            fields = {"n": n, "figure": pick((*WEAPON, "drunk")), "inside": random.random() < 0.2}
            return fields | {"cause": cause, "intruder": pick((None, *WHO)) if cause != "other" else None}
        case "drunk":
            return {"n": n, "weapon": pick(WEAPON), "cause": pick(("potent_sake", "other"))}
        case "sobered":
            return {"n": n, "weapon": pick(WEAPON)}
        case "sleeper_woken":
            return {"n": min(n, 2), "weapon": pick(WEAPON)}
        case "search":
            found = pick((*"ABCDEF", "trap", "hidden_sentry", *("nothing",) * 4))
            killed = pick((None, *KILLING)) if found == "hidden_sentry" else None
            zone = pick((None, *(f"Z{i}" for i in range(12))))
            return {"intruder": pick(WHO), "found": found, "zone": zone, "killed_by": killed}
        case "mission":
            return {"intruder": pick(WHO), "letter": pick("ABCDEF")}
        case "passage":
            who = pick(("guards", *WHO[:2]))
            return {"who": who, "way": pick(("in", "out")), "n": n if who == "guards" else None}
    return {}


@lru_cache(maxsize=1)
def obedient_matches() -> tuple[tuple[Step, ...], ...]:
    return tuple(tuple(obedient(seed)) for seed in range(OBEDIENT))


@lru_cache(maxsize=1)
def careless_matches() -> tuple[tuple[Step, ...], ...]:
    return tuple(tuple(careless(seed)) for seed in range(MATCHES))


def upheld() -> Iterator[Step]:
    """Yield every upheld declaration of all the careless matches, and of the obedient ones."""
    for match in (*careless_matches(), *obedient_matches()):
        for step in match:
            if step[2].upheld:
                yield step
