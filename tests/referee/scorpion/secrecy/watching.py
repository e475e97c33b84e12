"""What holds from one move to the next in a Scorpion match (the rules' section 10): a watcher of whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from referee.scorpion import moves
from referee.scorpion.knowledge.acts import figures_of
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event, Moving
from referee.scorpion.state import Character, State, character
from referee.scorpion.turns import result
from tests.players.scorpion.match import Played
from tests.referee.scorpion.invariants import holds, missions_differ, standing, waiting_wounds

NEXT = {
    "setup": {"alert"},
    "start": {"alert"},
    "alert": {"cards", "ended"},
    "cards": {"patrol", "ended"},
    "patrol": {"intruders", "ended"},
    "intruders": {"start", "alert", "ended"},
    "ended": set(),
}
CARDS: dict[type[Any], Callable[[Any], tuple[str, ...]]] = {
    moves.PlaySentryListen: lambda m: (m.guard,),
    moves.PlayPatrolListen: lambda m: tuple(m.unit.split("+")),
    moves.PlaySentrySearch: lambda m: (m.guard,),
    moves.PlayPatrolSearch: lambda m: tuple(m.unit.split("+")),
    moves.PlayAwaken: lambda m: (),
    moves.PlayGuardPassage: lambda m: () if m.guard is None else (m.guard,),
    moves.FocusListen: lambda m: tuple(m.unit.split("+")),
}
"""The plays that are limited to one a guard and turn, each with the guards whom it is used on."""
WALKS = (moves.GuardStep, moves.PlayGuardPassage, moves.PlaySentrySearch, moves.PlayPatrolSearch)
"""What moves figures that stand on the map."""


class Watch:
    """Whoever sits beside a match and holds the rules' invariants against every move."""

    def __init__(self, state: State) -> None:
        self.options = state.options
        self.seen = Seen()
        self.fell: set[int] = set()
        self.played: Counter[str] = Counter()
        """Cards of the guards this turn, by where they were played from."""
        self.entered: set[str] = set()
        self.woken = 0
        self.asleep = 0
        self.found_hidden = 0
        self.returned: Counter[str] = Counter()

    def move(self, one: Played) -> None:
        """Check one move. Raises `Broken`."""
        before, after = one.before, one.ruling.state
        standing(after)
        self.seen.follow(after.record[len(before.record) :])
        self.seen.compare(after)
        self._phases(before, after)
        self._alert(before, after)
        self._guards(before, one.parsed, after)
        self._stocks(before, after)
        self._sleepers(before, one.parsed, after)
        self._intruders(before, one.parsed, after)
        if after.turn != before.turn:
            self.played.clear()
            self.entered.clear()

    def end(self, state: State) -> None:
        """Check what the end has come to: it follows from both characters and the options alone. Raises `Broken`."""
        outcome = result(state)
        assert outcome is not None
        who = [c for c in state.characters if c.status != "absent"]
        done = [c for c in who if c.accomplished and c.status == "escaped"]
        guards = {p.seat for p in state.players if p.role in ("guards", "sword", "spear")}
        rivals = self.options.disputed == "on" and self.options.disputed_win == "individual"
        if not done:
            expected = guards
        elif rivals:
            expected = {c.seat for c in done}
        else:
            expected = {c.seat for c in who} if len(done) == len(who) else set()
        holds(set(outcome.winners) == expected, 22, outcome)
        holds(not waiting_wounds(state), 3, "wound cards still wait")

    def _phases(self, before: State, after: State) -> None:
        if after.phase == before.phase:
            holds(after.turn == before.turn, 1, f"turn {after.turn} within a phase")
            return
        entered = "alert" if self._passed(before, after) else after.phase
        holds(entered in NEXT[before.phase], 1, f"{before.phase} to {after.phase}")
        next_turn = before.phase == "intruders" and after.phase != "ended"
        holds(after.turn == before.turn + next_turn, 1, f"turn {before.turn} to {after.turn}")
        if after.phase == "intruders":
            self._patrols_walked(before)

    def _passed(self, before: State, after: State) -> bool:
        """Tell whether an alert phase has passed by itself, and check that nothing was to be drawn in it."""
        passed = after.phase == "cards" and before.phase in ("setup", "start", "intruders")
        if passed:
            holds(self.options.empty_alert_phase == "passes", 1, "the alert phase has passed")
            holds(not after.drawn_at or not any(s.deck_size for s in after.stocks), 1, "cards are to be drawn")
        return passed

    def _patrols_walked(self, state: State) -> None:
        able = {f.id: f for f in state.figures}
        for p in state.patrols:
            zone, route = able[p.members[0]].zone, state.board.route
            if zone not in route.zones or any(able[id].moved for id in p.members):
                continue
            blocked = not route.continuations(p.behind, zone) and not route.turning(p.behind, zone)
            holding = self.options.patrol_may_hold == "yes" and any(c.zone == zone for c in state.characters)
            holds(blocked or holding, 14, p, "at", zone, "has not moved")

    def _alert(self, before: State, after: State) -> None:
        if after.alert < before.alert:
            holds(after.alert == before.alert - 1, 20, f"{before.alert} to {after.alert}")
            holds(after.phase == "alert" or self._passed(before, after), 20, f"it falls in phase {after.phase}")
            holds(after.turn not in self.fell, 20, f"fell twice in turn {after.turn}")
            self.fell.add(after.turn)

    def _guards(self, before: State, move: Any, after: State) -> None:
        was = {f.id: f for f in before.figures}
        same_turn = before.turn == after.turn
        asked = before.pending[-1] if before.pending else None
        going = asked.unit if isinstance(asked, Moving) else ()
        for f in after.figures:
            old = was.get(f.id)
            if old is None or old is f or isinstance(move, moves.PlaceHiddenSentry | moves.PlaceSentry):
                continue
            if old.zone != f.zone:
                holds(isinstance(move, WALKS) and f.moved, 12, f, "moved by", move)
                holds(not old.moved or f.id in going, 12, f, "moves again")
                if f.zone == PASSAGE:
                    self.entered.add(f.id)
                holds(old.zone != PASSAGE or f.id not in self.entered, 18, f, "went in and out")
            kept = (f.carded >= old.carded, f.moved >= old.moved, f.attacked >= old.attacked)
            holds(not same_turn or all(kept), 12, f, "may act again")
        if type(move) in CARDS:
            self._card(before, move, was)
        if isinstance(move, moves.AttackIntruder):
            holds(not was[move.guard].attacked, 12, f"{move.guard} attacks again")
            self.played["attack"] += 1
            self.played["hand"] += before.phase == "cards" and self.options.kenjutsu_card_phase == "counts"
        holds(self.played["hand"] <= 2, 13, "a third hand card")

    def _card(self, before: State, move: Any, was: dict[str, Any]) -> None:
        for id in CARDS[type(move)](move):
            holds(not was[id].carded, 12, "a second card on", id)
        if isinstance(move, moves.FocusListen):
            unused = not self.played["card"]
            allowed = self.options.focus_after_kenjutsu == "allow" or not self.played["attack"]
            holds(before.phase == "cards" and unused and allowed, 13, move, "after a card")
            self.played["focus"] += 1
            two = self.options.focus_4p == "each" and len(before.stocks) > 1
            holds(self.played["focus"] <= 1 + two, 13, "a second focus listen")
            return
        holds(before.phase in ("alert", "cards") and not self.played["focus"], 13, move, "after the focus listen")
        self.played["card"] += 1
        self.played["hand"] += before.phase == "cards"

    def _stocks(self, before: State, after: State) -> None:
        if before.phase == "setup" or len(after.stocks) < 2:
            return
        changed = [s.role for s, old in zip(after.stocks, before.stocks, strict=True) if s.size != old.size]
        shared = len(waiting_wounds(after)) < len(waiting_wounds(before))
        holds(not changed or shared, 3, f"cards went from one guard player to the other: {changed}")

    def _sleepers(self, before: State, move: Any, after: State) -> None:
        if isinstance(move, moves.RecordSleepers):
            self.asleep = sum(move.sleepers.values())
        if isinstance(move, moves.BonusSleepers):
            self.asleep += sum(move.sleepers.values())
        if after.phase == "setup":
            return
        now = sum(n for _, n in after.marks.sleepers)
        self.woken += sum(n for _, n in before.marks.sleepers) - now if isinstance(move, moves.PlayAwaken) else 0
        holds(now + self.woken == self.asleep, 15, f"{now} sleep and {self.woken} woke of {self.asleep}")
        holds(self.seen.hidden_found + len(after.marks.hidden) == 2, 15, after.marks.hidden)

    def _intruders(self, before: State, move: Any, after: State) -> None:
        limit = {"side_2": 2, "each_2": 4}[
            self.options.search_limit_disputed if self.options.disputed == "on" else self.options.search_limit
        ]
        named = Counter(after.searches)
        holds(named.total() <= limit and max(named.values(), default=0) <= 2, 11, after.searches)
        if isinstance(move, moves.DeclareSearches):
            for search in move.searches:
                who = search.intruder or next(c.who for c in before.characters if c.status != "absent")
                holds(search.zone in character(before, who).touched, 11, search)
        if self.options.disputed == "off" and after.phase not in ("setup", "start"):
            missions_differ(after)
        for old, one in zip(before.characters, after.characters, strict=True):
            if len(one.walks) > len(old.walks):
                _walked(before, after, old, one)
            if one.life > old.life:
                self.returned[one.who] += 1
                holds(after.turn in range(2, 12) and self.returned[one.who] == 1 and not one.noise, 19, one)
            if after.phase in ("alert", "cards", "patrol") and one.status == "in_play":
                last = one.walks[-1] if one.walks and not one.returned else None
                steps = last.steps if last is not None and last.turn == after.turn - 1 else 0
                holds(one.noise == steps, 9, one.who, "makes noise", one.noise, "after", last)
            if one.hand_size > old.hand_size and before.phase != "setup":
                holds(one.life == old.life + 1, 4, f"the hand of {one.who} grows")


def _walked(before: State, after: State, old: Character, one: Character) -> None:
    """Check a locked path as the secret map has it (17.1 to 17.8, 25.6, 27.1)."""
    walk, board = one.walks[-1], after.board
    out = one.status == "escaped"
    holds(walk.turn == after.turn and walk.zones[0] == old.zone, 10, walk)
    holds(len(walk.zones) - 1 + out == walk.steps <= 3, 10, walk)
    holds(one.zone == (None if out else walk.zones[-1]), 10, walk)
    mine = [p for p in after.passages if p.owner in (None, one.who)]
    entrances = {zone for p in mine for zone in p.entrances}
    ropes = {frozenset((r.a, r.b)) for r in after.ropes if r.owner == one.who or after.options.disputed == "off"}
    for n, (a, b) in enumerate(zip(walk.zones, walk.zones[1:], strict=False), 1):
        last = n == walk.steps
        if PASSAGE in (a, b):
            holds({a, b} - {PASSAGE} <= entrances and a != b, 10, walk)
            holds(b != PASSAGE or last, 10, walk, "goes on in the passage")
            continue
        border = board.border(a, b)
        holds(border == "plain" or (border == "wall" and frozenset((a, b)) in ropes), 10, walk, "over", border)
        holds(last or (border == "plain" and b not in board.moats), 10, walk, "goes on after", b)
    if out:
        holds(board.zone(walk.zones[-1]).edge and not (walk.steps > 1 and walk.zones[-1] in board.moats), 10, walk)


class Seen:
    """What anybody at the table knows by the public record alone (invariant 21)."""

    def __init__(self) -> None:
        self.alert = 0
        self.figures: dict[str, str] = {}
        self.drunk: set[str] = set()
        self.visible: dict[str, str] = {}
        self.wounds: Counter[str] = Counter()
        self.accomplished: set[str] = set()
        self.inside: set[str] = set()
        self.gone: set[str] = set()
        self.hidden_found = 0

    def follow(self, events: tuple[Event, ...]) -> None:
        """Take in what has been published."""
        for e in events:
            self._event(e)

    def _event(self, e: Event) -> None:
        who = str(e.data.get("intruder", ""))
        match e.kind:
            case "alert_raised" | "alert_fell":
                self.alert = e.data["after"]
            case "sentry_placed" | "patrol_placed" | "guards_woke" | "guards_moved" | "hidden_sentry_placed":
                self.figures |= dict.fromkeys(figures_of(e.data), e.data["zone"])
            case "unit_lifted" | "guard_killed" | "guard_taken_off":
                for id in figures_of(e.data):
                    del self.figures[id]
                    self.drunk.discard(id)
            case "guard_drunk":
                self.drunk |= set(figures_of(e.data))
            case "sobered":
                self.drunk -= set(figures_of(e.data))
            case "discovered":
                self.visible[who] = e.data["zone"]
                self.inside -= {who} if e.data["zone"] != PASSAGE else set()
            case "lost_sight":
                del self.visible[who]
            case "wounded":
                self.wounds[who] = e.data["wounds"]
            case "mission_accomplished":
                self.accomplished.add(who)
            case "passage_entered":
                self.inside.add(who)
            case "passage_left":
                self.inside.discard(who)
            case "search_answered":
                self.hidden_found += e.data["found"] == "hidden_sentry"
            case "lone_wolf_named":
                self._named(who)
            case "died" | "escaped":
                self._named(who)
                self._off(who)
            case "returned":
                self.gone.discard(who)
                self.accomplished.discard(who)

    def _named(self, who: str) -> None:
        """The lone wolf is called by name from now on."""
        for named in (self.accomplished, self.inside):
            if "intruder" in named:
                named.remove("intruder")
                named.add(who)
        if "intruder" in self.visible:
            self.visible[who] = self.visible.pop("intruder")
        if "intruder" in self.wounds:
            self.wounds[who] = self.wounds.pop("intruder")

    def _off(self, who: str) -> None:
        self.gone.add(who)
        self.visible.pop(who, None)
        self.inside.discard(who)
        self.wounds.pop(who, None)

    def compare(self, state: State) -> None:
        """Check that the table stands as the record says. Raises `Broken`."""
        holds(state.alert == self.alert, 21, f"alert {state.alert}, told {self.alert}")
        holds({f.id: f.zone for f in state.figures} == self.figures, 21, "figures")
        holds({f.id for f in state.figures if f.drunk is not None} == self.drunk, 21, "drunk figures")
        if state.phase == "setup":
            return
        for c in state.characters:
            who = c.who if state.identity_public else "intruder"
            if c.status == "absent":
                continue
            holds((c.zone if c.visible else None) == self.visible.get(who), 21, c, "seen at", self.visible)
            holds((c.zone == PASSAGE or bool(c.decoy)) == (who in self.inside), 21, c, "inside:", self.inside)
            holds(len(c.wounds) == self.wounds[who], 21, c)
            holds(c.accomplished == (who in self.accomplished), 21, c)
            holds((c.status in ("dead", "due", "escaped")) == (c.who in self.gone), 21, c)
