"""A match of Scroll Trick played by thumbs: what is tapped, by its spoken name, to declare what a player decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.contract.snapshot import Snapshot
from companion.games.scroll_trick.faces import say_laid
from companion.games.scroll_trick.facts import OWN_WORDS, asked_of, duty, name_of, signed, terms
from companion.ui.theme import Look
from companion.ui.words import say
from referee.core.offers import Each
from referee.core.values import Prompt
from referee.scroll_trick.cards import HAND
from tests.companion.games.scroll_trick.tables import Table
from tests.players.scroll_trick import SILENT, Habits, Players

SHADOW = "shadow"
CALM = Habits(registers=0, notes=0, checks=0, claims=0, counts=0, rewinds=0)


class Thumbs(Players):
    """Players who take no short cut, so that each declaration has its own taps."""

    def _chance(self, p: float) -> bool:
        return p >= 1 or (p == 0.3 and self.by_trick)

    by_trick = False
    """Depth `scores`: whether tricks are entered one by one."""


@dataclass(frozen=True)
class Taps:
    """The spoken names of what is tapped, in one language."""

    look: Look

    def t(self, key: str, **params: Any) -> str:
        """Return words of the screens."""
        return self.look.t(f"scroll_trick.screen.{key}", **params)

    def card(self, card: str) -> str:
        """Return a card in words."""
        return terms(self.look.t, "card", card) or card

    def name(self, view: Any, seat: str) -> str:
        """Return a seat's name."""
        return (
            self.look.t("scroll_trick.shadow") if seat == SHADOW else next(s.name for s in view.seats if s.seat == seat)
        )

    def of(self, view: Any, prompt: Prompt, move: Mapping[str, Any], scrolls: Mapping[str, int]) -> list[str]:
        """Return what is tapped to declare a move. `scrolls` is what lies on the cards of the physical table."""
        made = getattr(self, f"_{move['type']}")(view, prompt, move, scrolls)
        assert isinstance(made, list)
        return made

    def asked(self, snap: Snapshot, prompt: Prompt) -> list[str]:
        """Return what a phone says while it asks this, and says at no other moment near it."""
        view, what = snap.view, name_of(prompt)
        own = OWN_WORDS.get(what)
        words = say(self.look, snap, f"scroll_trick.screen.{own}" if own else prompt.ask, prompt.params)
        if what == "shadow_play":
            words = self.t("ask_shadow")
        elif what == "take_trick" and not self.unknown(view, prompt):
            words = self.t("ask_take", name=self.name(view, prompt.params["seat"]), n=prompt.params["count"])
        elif len(first := duty(view, prompt.seat)) == 1 and view.options.follow_open == "open_first":
            kind = terms(self.look.t, "kind", view.now.kind) or view.now.kind
            words = self.t("open_goes_first", kind=kind, card=self.card(first[0]))
        trick = view.phase in ("trick", "resolve", "refill")
        return [words, self.t("trick_of", n=view.trick, of=HAND)] if trick else [words]

    def unknown(self, view: Any, prompt: Prompt) -> list[Any]:
        """Return the plays of the trick whose scrolls are asked for."""
        each = prompt.offers[0].fields["values"]
        assert isinstance(each, Each)
        worth = {seat: [v for v in getattr(choice, "of", ()) if v is not None] for seat, choice in each.of.items()}
        return [p for p in view.now.plays if p.tile and p.value is None and len(worth[p.seat]) > 1]

    def _set_start_player(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        name = self.name(view, move["player"])
        return [name, self.t("who_starts", name=name)]

    def _take_start_scrolls(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        return [self.t("taken_shadow" if move.get("player") == SHADOW else "taken_mine")]

    def _confirm_deal(self, *_: Any) -> list[str]:
        return [self.t("dealt")]

    def _choose_trump(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        kind = terms(self.look.t, "kind", move["kind"]) or move["kind"]
        return [kind, self.t("is_trump_now", kind=kind)]

    def _lay_shadow(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        return [*map(self.card, move["cards"]), signed(move["value"]), self.t("row_lies")]

    def _open_card(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        return [self.card(move["card"]), self.t("open_it", card=self.card(move["card"]))]

    def _place_scrolls(self, *_: Any) -> list[str]:
        return [self.t("laid_mine")]

    def _laid(self, view: Any, card: str) -> str | None:
        lies = next((c for s in view.seats for c in s.cards if c.card == card), None)
        return None if lies is None else say_laid(self.look, lies.card, lies.tile, lies.value)

    def _turn_scroll(self, view: Any, prompt: Prompt, move: Any, scrolls: Mapping[str, int]) -> list[str]:
        cards = [move["card"]] if isinstance(move["card"], str) else move["card"]
        made = []
        for card in cards:
            made += [] if prompt.params["player"] == SHADOW else [self._laid(view, card) or ""]
            made.append(signed(scrolls[card]))
        if len(cards) == 1:
            return [*made, self.t("turn_it", card=self.card(cards[0]), value=signed(scrolls[cards[0]]))]
        named = ", ".join(f"{self.card(card)} {signed(scrolls[card])}" for card in cards)
        return [*made, self.t("turn_them", scrolls=named)]

    def _play_card(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        lies = self._laid(view, move["card"])
        closed = next(s.closed for s in view.seats if s.seat == prompt.seat)
        first = [lies] if lies else [self.t("n_closed", n=closed), self.card(move["card"])]
        return [*first, self.t("play_it", card=self.card(move["card"]))]

    def _shadow_play(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        return [self.t("shadow_plays", card=self.card(prompt.params["card"]))]

    def _take_trick(self, view: Any, prompt: Prompt, move: Any, scrolls: Mapping[str, int]) -> list[str]:
        every, asked = [p for p in view.now.plays if p.tile], self.unknown(view, prompt)
        values = [scrolls[one.card] for one in every]
        name = self.name(view, move["player"])
        last = (
            self.t("takes", name=name, values=" ".join(map(signed, values)))
            if every
            else self.t("takes_none", name=name)
        )
        return [*(signed(scrolls[one.card]) for one in asked), last]

    def _refill_shadow(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        value = [signed(move["value"])] if "value" in move else []
        card = [self.card(move["card"])] if "card" in move else []
        return [*card, *value, self.t("row_restored")]

    def _draw_scrolls(self, *_: Any) -> list[str]:
        return [self.t("drawn_mine")]

    def _give_marker(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        name = self.name(view, move["player"])
        several = [name] if len(prompt.choices("give_marker", "player")) > 1 else []
        return [*several, self.t("takes_marker", name=name)]

    def _break_tie(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        name = self.name(view, move["player"])
        return [name, self.t("has_won", name=name)]

    def _remedy(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        return [self.t(f"remedy.{move['choice']}")]

    def _score_round(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        made = []
        for seat, values in move["captured"].items():
            made += [self.name(view, seat), *map(signed, values)]
        return [*made, self.t("enter_round", round=view.round)]

    def _score_trick(self, view: Any, prompt: Prompt, move: Any, _: Any) -> list[str]:
        values, name = list(map(signed, move["values"])), self.name(view, move["player"])
        way = [self.t("by_trick")] if prompt.ask.endswith("score_round") else []
        last = self.t("takes", name=name, values=" ".join(values)) if values else self.t("takes_none", name=name)
        return [*way, name, *values, last]

    def _close_round(self, view: Any, *_: Any) -> list[str]:
        return [self.t("close_round", n=view.round)]

    def _final(self, *_: Any) -> list[str]:
        return [self.t("end_match")]


def next_of(table: Table, players: Thumbs) -> tuple[str, Prompt, dict[str, Any]] | None:
    """Return whose phone asks for something now, what, and what that player decides."""
    for seat in players.seats:
        prompt = asked_of(table.snap(seat), seat)
        if prompt is None or prompt.seat not in (seat, "table"):
            continue
        view = table.view.model_dump(mode="json")
        asked = [prompt.model_dump(mode="json")]
        asked += [p.model_dump(mode="json") for p in table.match.prompts("public") if p.ask.endswith("score_trick")]
        said = players.next(view, asked)
        assert said is not None
        return seat, prompt, said[1]
    return None


__all__ = ["CALM", "SILENT", "Taps", "Thumbs", "next_of"]
