"""What people do most at a Scorpion table, tapped out on the screens of their phones, with how many taps it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from referee import scorpion
from referee.core.offers import Offer
from referee.scorpion.guards.patrol_phase import next_step
from referee.scorpion.state import State
from tests.companion.games.scorpion.guards.stage import GuardPhone, played

LOUD = 3
"""How many zones an intruder has run who is heard afar."""


class Counting(GuardPhone):
    """A guard player's phone that counts what is tapped on it."""

    taps = 0

    def tap(self, name: str) -> None:
        """Use what has this spoken name."""
        self.taps += 1
        super().tap(name)

    def go(self) -> None:
        """Use the main button."""
        self.taps += 1
        super().go()


class Turn:
    """A guards' turn that is tapped out, declaration by declaration."""

    def __init__(self, state: State) -> None:
        self.state, self.taps, self.forks = state, 0, 0

    def declares(self, **move: Any) -> None:
        """Tap what makes a declaration, and let the referee judge it."""
        phone = Counting(self.state, "guards")
        phone.make(move)
        assert phone.declared[-1] == move, (phone.declared, move)
        self.taps += phone.taps
        self.judged("guards", move)

    def judged(self, seat: str, move: Mapping[str, Any]) -> None:
        """Let the referee judge what another seat declares."""
        ruling = scorpion.judge(self.state, seat, scorpion.MOVE.validate_python(move))
        assert ruling.upheld, ruling.reason
        self.state = ruling.state

    def offers(self) -> list[Offer]:
        """Return what the guards may declare."""
        return [offer for prompt in scorpion.prompts(self.state, "guards") for offer in prompt.offers]

    def walks(self, zones: int) -> int:
        """Let the guard that has heard something walk so many zones where nobody is; return how many it could."""
        met = {one.zone for one in self.state.characters}
        for walked in range(zones):
            steps = [offer for offer in self.offers() if offer.move == "guard_step"]
            ways = [to for offer in steps for to in offer.choices("to") if isinstance(to, str)]
            free = [to for to in ways if to in self.state.board and to not in met]
            if not free:
                return walked
            unit = next(unit for offer in steps for unit in offer.choices("unit") if unit is not None)
            self.declares(type="guard_step", to=free[0], unit=unit)
        return zones

    def patrols(self) -> None:
        """Let all patrols walk, to the intruders' phase; at a fork the first way is chosen."""
        while self.state.phase == "patrol":
            if next_step(self.state, "guards") is not None:
                self.declares(type="walk_patrols")
                continue
            asked = next(p for p in scorpion.prompts(self.state, "guards") if p.must)
            steps = [offer for offer in asked.offers if offer.move == "guard_step"]
            if not steps:
                self.declares(type="end_patrol_phase")
                continue
            self.forks += 1
            to = next(to for offer in steps for to in offer.choices("to") if isinstance(to, str))
            unit = next(unit for unit in steps[0].choices("unit") if unit is not None)
            self.declares(type="guard_step", to=to, unit=unit)


def opening() -> Iterator[State]:
    """Yield guards' turns that begin at no alert in which nobody is seen; nobody makes a noise."""
    for one in chain.from_iterable(played(seed, 2) for seed in range(1, 9)):
        if one.move["type"] != "end_alert_phase" or one.before.drawn_at:
            continue
        if not any(c.visible for c in one.before.characters):
            yield replace(one.before, characters=tuple(replace(c, noise=0) for c in one.before.characters))


def listener(state: State) -> str:
    """Return a sentry in whose zone nobody is."""
    taken = {member for patrol in state.patrols for member in patrol.members}
    zones = {c.zone for c in state.characters}
    return next(f.id for f in state.figures if f.id not in taken and f.zone not in zones and f.drunk is None)


def focus_listen() -> int:
    """Return the taps of a turn with one focus listen that nothing answers, in which no patrol comes to a fork."""
    for state in opening():
        turn = Turn(state)
        turn.declares(type="end_alert_phase")
        turn.declares(type="focus_listen", unit=listener(turn.state))
        turn.judged("intruders", {"type": "answer_cat", "use": False})
        turn.declares(type="end_card_phase")
        turn.patrols()
        if not turn.forks:
            return turn.taps
    raise AssertionError("in every turn a patrol comes to a fork")


def heard_afar() -> Iterator[tuple[State, str]]:
    """Yield guards' turns, each with a sentry alone on the ground that hears an intruder three zones away."""
    for state in opening():
        guard = listener(state)
        zone = next(f.zone for f in state.figures if f.id == guard)
        far = [z for z in state.board.ids if state.board.sound.between(zone, z) == LOUD]
        one, *others = state.characters
        yield replace(state, characters=(replace(one, zone=far[0], noise=LOUD), *others)), guard


def listen_and_search() -> int:
    """Return the taps of a turn in which a sentry hears somebody by a card, walks two zones and finds nobody.

    No patrol comes to a fork.
    """
    for state, guard in heard_afar():
        turn = Turn(state)
        turn.declares(type="end_alert_phase")
        if not any(offer.move == "play_sentry_listen" and guard in offer.choices("guard") for offer in turn.offers()):
            continue
        turn.declares(type="play_sentry_listen", guard=guard)
        turn.judged("intruders", {"type": "answer_cat", "use": False})
        if turn.walks(2) < 2:
            continue
        turn.declares(type="end_card_phase")
        turn.patrols()
        if not turn.forks:
            return turn.taps
    raise AssertionError("in every turn a patrol comes to a fork")


ACTS: Mapping[str, Callable[[], int]] = {
    "a guards' turn with one focus listen": focus_listen,
    "a guards' turn with a listen that hears and a search of two zones": listen_and_search,
}
