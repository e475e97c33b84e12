"""Guards' phones without a host: taps that make the declaration which a random match makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.scorpion.facts import Pick
from companion.games.scorpion.guards.screen import guards
from companion.games.scorpion.map import unit_name
from companion.games.table.frame import page
from companion.ui.theme import Look
from companion.ui.words import begun
from referee import scorpion
from referee.scorpion.state import State
from tests.companion.games.scorpion.intruders.stage import Held, context, snap_of
from tests.companion.screens.stage import EN
from tests.players.scorpion.match import Played, judged
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, offered, press, spoken, words

GUARDS = frozenset({"guards", "sword", "spear"})


class GuardPhone:
    """One guard player's phone: it keeps what is chosen on it, and notes what it would declare."""

    def __init__(self, state: State, seat: str, held: Held = "covered", look: Look = EN, **more: Any) -> None:
        self.state, self.seat, self.held, self.look, self.more = state, seat, held, look, more
        self.entering: tuple[str, ...] = ()
        self.pick = Pick()
        self.declared: list[Mapping[str, Any]] = []
        self.again()

    @property
    def snap(self) -> Snapshot:
        """What the phone may show now."""
        kept = self.entering if self.held != "covered" else ()
        return snap_of(self.state, self.seat, self.held, entering=kept, **self.more)

    def again(self) -> None:
        """Draw the screen again."""
        self.actions = Still()
        self.ctx = context(self.snap, self.actions, self.look, self.pick, self._put)

        def draw() -> ft.Control:
            content, dock = guards(self.ctx)
            return page(self.ctx, content, dock)

        self.tree = drawn(draw)

    def _put(self, change: Any) -> None:
        self.pick = change(self.pick)

    def tap(self, name: str) -> None:
        """Use what has this spoken name, and let happen what it asks for."""
        press(self.tree, name)
        self._happen()

    def tap_zone(self, zone: str) -> None:
        """Tap a zone of the map."""
        self.tap(next(name for name in self.names if name.startswith((f"{zone}, ", f"{zone}. "))))

    @property
    def main(self) -> str:
        """What the main button says."""
        return spoken(self._buttons[-1])

    @property
    def _buttons(self) -> list[ft.OutlinedButton]:
        return [each for each in self.tree if isinstance(each, ft.OutlinedButton)]

    def go(self) -> None:
        """Use the main button. Raises `AssertionError` while it is grey."""
        button = self._buttons[-1]
        assert button.on_click is not None, (self.main, self.pick)
        button.on_click(None)  # type: ignore[call-arg,arg-type]
        self._happen()

    def _happen(self) -> None:
        for told, args, _ in self.actions.told:
            if told == "hands":
                self.entering = tuple(args[0])
            elif told == "keep":
                self.held = "kept"
            elif told == "cover":
                self.held = "covered"
            elif told == "declare":
                self.declared.append(args[0])
        self.again()

    @property
    def words(self) -> str:
        """All that can be read."""
        return "\n".join(words(self.tree))

    @property
    def names(self) -> list[str]:
        """All that a screen reader speaks."""
        return names(self.tree)

    # The ways to each declaration

    def make(self, move: Mapping[str, Any]) -> None:
        """Tap what makes this declaration. Raises `LookupError` or `AssertionError` where it cannot be reached."""
        kind = str(move["type"])
        ways: dict[str, Any] = {
            "play_sentry_listen": lambda: self._act("Listen", move["guard"]),
            "play_patrol_listen": lambda: self._act("Listen", move["unit"]),
            "play_sentry_search": lambda: self._act("Search", move["guard"]),
            "play_patrol_search": lambda: self._act("Search", move["unit"]),
            "focus_listen": lambda: self._act("Focus", move["unit"]),
            "play_awaken": lambda: self._awaken(move),
            "play_guard_passage": lambda: self._act("Passage", move.get("guard")),
            "attack_intruder": lambda: self._attack(move),
            "merge_units": lambda: self._merge(move),
            "draw_cards": lambda: self._draw(move),
            "agree_split": lambda: self._split(move),
            "assign_wound_cards": lambda: self._split(move),
            "guard_step": lambda: self._step(move),
            "guard_stop": lambda: self._stop(move),
            "walk_patrols": lambda: self.tap("All walk"),
            "place_hidden_sentry": lambda: self._place(move),
            "end_alert_phase": lambda: self.tap("To the hand cards"),
            "end_card_phase": lambda: self.tap("To the patrols"),
            "end_patrol_phase": lambda: self.tap("To the intruders"),
        }
        ways[kind]()

    def _tile(self, word: str) -> None:
        """Tap a tile; open, it says how many cards there are."""
        self.tap(next(name for name in self.names if name == word or name.startswith(f"{word} ")))

    def _act(self, tile: str, unit: str | None) -> None:
        self._tile(tile)
        if unit is not None:
            self._choose(unit)
        self.go()

    def _choose(self, unit: str) -> None:
        zone = next(f.zone for f in self.state.figures if f.id == unit.split("+")[0])
        if zone != "passage":
            self.tap_zone(zone)
        if self.pick.unit != unit and unit_name(self.ctx, unit) in self.names:
            self.tap(unit_name(self.ctx, unit))

    def _awaken(self, move: Mapping[str, Any]) -> None:
        self._tile("Awaken")
        self.tap_zone(move["zone"])
        weapons = move.get("weapons", ["sword"])
        if self.ctx.role != "guards" and self.ctx.view.options.awaken_weapon_4p == "own":
            weapons = [self.ctx.role] * len(weapons)  # of two players each wakes their own, whatever is said
        name = "+".join(sorted(weapons, reverse=True)[::-1])
        for each in map(begun, (name, "+".join(reversed(name.split("+"))))):
            if each in self.names:
                self.tap(each)
                break
        if "As a patrol" in self.names:
            self.tap("As a patrol" if move.get("together") else "Each alone")
        self.go()

    def _attack(self, move: Mapping[str, Any]) -> None:
        self._tile("Kenjutsu")
        self._choose(move["guard"])
        who = {"ninja": "Ninja", "traitor": "Traitor", "intruder": "intruder"}[move["intruder"]]
        if "Choose whom" in self.names:
            self.tap(who)
        self.go()

    def _merge(self, move: Mapping[str, Any]) -> None:
        self._tile("Join")
        zone = next(f.zone for f in self.state.figures if f.id == move["guards"][0])
        self.tap_zone(zone)
        units = {f.unit for f in self.ctx.view.figures if f.id in move["guards"] and f.unit}
        there = [u for u in dict.fromkeys(f.unit for f in self.ctx.view.figures if f.zone == zone) if u]
        lit = set(there) if len(there) == 2 else set()
        for unit in there:
            if (unit in units) != (unit in lit):
                self.tap(unit_name(self.ctx, unit))
        self._back(move)
        self.go()

    def _back(self, move: Mapping[str, Any]) -> None:
        behind = move.get("behind")
        words = "Nothing behind" if behind is None else f"Behind: {behind}"
        if words in self.names:
            self.tap(words)

    def _draw(self, move: Mapping[str, Any]) -> None:
        if self.held == "covered":
            self.go()
        if "cards" not in move:
            return
        for kind, n in move["cards"].items():
            for _ in range(n):
                self.tap(self.look.t("scorpion.screen.setup.more", name=self.look.t(f"scorpion.card.{kind}")))
        self.go()

    def _split(self, move: Mapping[str, Any]) -> None:
        for _ in range(5):
            now = next(w for w in self.words.splitlines() if w.startswith("Sword "))
            sword = int(now.split(",")[0].split()[-1])
            if sword == move["sword"]:
                break
            self.tap("One more for the swords" if sword < move["sword"] else "One less for the swords")
        if move["type"] == "assign_wound_cards":
            self.go()
        else:
            self.tap("Agree" if "Agree" in self.names else "Propose")

    def _step(self, move: Mapping[str, Any]) -> None:
        if self.state.phase == "patrol" and not self.state.pending:
            zone = next(f.zone for f in self.state.figures if f.id == str(move["unit"]).split("+")[0])
            for _ in range(4):
                if unit_name(self.ctx, str(move["unit"])) not in self.words.splitlines():
                    self.tap_zone(zone)
        to = move["to"]
        words = {"passage": "Into the passage", "other": "Out by the unknown exit"}.get(to)
        if words is None:
            self.tap_zone(to)
        else:
            self.tap(words)
        if "Move" in offered(self.tree):
            self.tap("Move")
        else:
            self.go()

    def _stop(self, move: Mapping[str, Any]) -> None:
        if self.ctx.view.pending is not None and self.ctx.view.pending.kind == "heading":
            self._back(move)
            self.go()
        else:
            self.tap("Stay")

    def _place(self, move: Mapping[str, Any]) -> None:
        if move.get("weapon"):
            self.tap(begun(str(move["weapon"])))
            self.go()
        elif move.get("replace"):
            self._choose(move["replace"])
            self.go()
        else:
            self.tap("Place none")


@lru_cache(maxsize=16)
def played(seed: int, players: int, options: tuple[tuple[str, Any], ...] = ()) -> tuple[Played, ...]:
    """Return a whole random match."""
    return tuple(judged(seed, players, dict(options)))


def guards_turns(seed: int, players: int, each: int = 2, **options: Any) -> Iterator[Played]:
    """Yield of a random match what its guards declared, at most `each` declarations of a type."""
    seen: dict[str, int] = {}
    for one in played(seed, players, tuple(options.items())):
        kind = str(one.move["type"])
        again = kind in ("agree_split", "assign_wound_cards") and one.ruling.state.splits == one.before.splits
        if again and one.ruling.state.pending == one.before.pending:
            continue  # their own proposal once more: a phone that waits for the partner does not offer it
        if any(one.move.get(field) for field in ("way", "stop", "facing", "heading")):
            continue  # on a phone a unit walks zone by zone, and a patrol's back is named
        if one.seat in GUARDS and one.before.phase in ("alert", "cards", "patrol", "intruders"):
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= each:
                yield one


def same(one: Played, declared: Mapping[str, Any]) -> bool:
    """Tell whether a declaration does the same as the one that was made."""
    ruling = scorpion.judge(one.before, one.seat, scorpion.MOVE.validate_python(dict(declared)))
    return ruling.upheld and ruling.state == one.ruling.state
