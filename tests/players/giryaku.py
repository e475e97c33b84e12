"""Random players of Giryaku with real cards in their hands, and twins of their matches.

The players know the physical table: decks, hands and face-down cards. Of the app they see what everybody sees (public
view and prompts, as JSON), and they declare only what it asks for. Only `playing`, `judged` and `twin` use the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from referee import giryaku
from referee.core.values import GAME_MASTER, PUBLIC, Seat
from tests.players import people
from tests.players.people import People, Played, Said, played, seated

BASE = ("S",) * 6 + ("N",) * 5 + ("O",) * 3
POOL = ("S", "N", "O", "O")
CELLS = ("1L", "1U", "2L", "2U", "3L", "3U")


@dataclass(frozen=True)
class Habits:
    """Probabilities, from 0 to 1, with which players do what is optional."""

    enters: float = 0.15
    """Note the hand."""
    withdraws: float = 0.02
    """Withdraw the notes of the hand."""
    notes: float = 0.5
    """Note the hand that a raid shows."""
    hides: float = 0.6
    """Place face down where it is allowed."""
    ninja: float = 0.4
    """Complete a pair of ninja where possible."""
    consumes: float = 0.35
    peaceful: float = 0.0
    """Avoid two onmyoji in a column, and striking the last card of a board."""
    lies: float = 0.0
    """Make false statements about a face-down board (option `flip_mode=trust`)."""


HONEST = Habits()
SECRET = Habits(enters=0.5, notes=1.0, hides=0.9, ninja=0.9, consumes=0.2, peaceful=0.9)
SLOW = Habits(enters=0.05, consumes=0.5, peaceful=1.0)
CROOKED = Habits(lies=0.4, hides=0.8, ninja=0.9, consumes=0.2, peaceful=0.9)


class Players(People[Habits]):
    def __init__(self, seed: int, seats: Sequence[str], habits: Habits = HONEST) -> None:
        super().__init__(Random(f"giryaku {seed}"), seats, habits)
        pool = self.random.sample(POOL, 4)
        self.decks = {seat: [*BASE, pool[n]] for n, seat in enumerate(self.seats)}
        for deck in self.decks.values():
            self.random.shuffle(deck)
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.boards: dict[str, dict[str, str]] = {seat: {} for seat in self.seats}
        self.graves: dict[str, list[str]] = {seat: [] for seat in self.seats}

    def _look(self, view: Mapping[str, Any]) -> None:
        if view["phase"] in ("turn", "last_turn") and view["options"]["depth"] == "plays":
            self._check(view)

    def _which(self, required: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        return required[0]

    def heard(self, notices: Sequence[Mapping[str, Any]]) -> None:
        """Do at the physical table what the app has just told."""
        for notice in notices:
            params = notice["params"]
            what = notice["message"].removeprefix("giryaku.")
            if what == "drawn":
                for _ in range(params["count"]):
                    self.hands[params["seat"]].append(self.decks[params["seat"]].pop())
            elif what == "struck":
                self.graves[params["seat"]] += self._taken(params["seat"], params["cells"])
            elif what.startswith("withdrawn_"):
                self.decks[params["seat"]] += self._taken(params["seat"], params["cells"])
                self.random.shuffle(self.decks[params["seat"]])

    def _taken(self, seat: str, cells: Sequence[str]) -> list[str]:
        board = self.boards[seat]
        taken = [board.pop(cell) for cell in cells]
        for column in "123":
            if f"{column}L" not in board and f"{column}U" in board:
                board[f"{column}L"] = board.pop(f"{column}U")
        return taken

    def _check(self, view: Mapping[str, Any]) -> None:
        """Compare the app's state with the physical table."""
        for seen in view["seats"]:
            seat, board = seen["seat"], self.boards[seen["seat"]]
            assert set(board) == {cell["cell"] for cell in seen["board"] if cell["filled"]}, (seat, board, seen)
            assert all(c["card"] in (None, board.get(c["cell"])) for c in seen["board"]), (seat, board, seen)
            assert len(self.graves[seat]) == seen["size"]
            assert len(self.decks[seat]) == seen["deck"]
            assert len(self.hands[seat]) == seen["hand"]

    def _other(self, seat: str) -> str:
        return self.seats[1 - self.seats.index(seat)]

    # What may be declared

    def _may(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said | None:
        seat = prompt["seat"]
        match prompt["ask"]:
            case "giryaku.ask.enter_hand" if not _entered(view, seat) and self._chance(self.habits.enters):
                hand = list(self.hands[seat])
                self.random.shuffle(hand)
                return seat, {"type": "enter_hand", "cards": hand}
            case "giryaku.ask.withdraw_hand" if self.habits.withdraws and self._chance(self.habits.withdraws):
                return seat, {"type": "withdraw_hand"}
            case "giryaku.ask.reveal_board" if self._chance(0.7):
                return self._reveal_board(prompt, view)
            case "giryaku.ask.final_count" if self._chance(0.5):
                _, move = self._final_count(prompt, view)
                if self._chance(0.1):
                    move["counts"][self.seats[0]] += 1
                return self._anybody(), move
            case "giryaku.ask.graveyards" if self._chance(0.3):
                said = self._graveyards(prompt, view)
                return said if said[1]["type"] in ("graveyard_add", "board_count") else None
            case "giryaku.ask.set_first_player" if self._chance(0.3):
                return self._anybody(), {"type": "set_first_player", "player": self.random.choice(self.seats)}
        return None

    # Before the first turn

    def _configure(self, prompt: Mapping[str, Any], view: Any) -> Said:
        option = prompt["params"]["missing"][0]
        chosen: Any = self.random.choice([value for value in prompt["offers"][0]["fields"][option]["of"] if value])
        if option == "nin_shi_range" and self._chance(0.2):
            chosen = {c: self.random.sample(CELLS, self.random.randint(1, 3)) for c in (1, 2, 3)}
        return self._anybody(), {"type": "configure", option: chosen}

    def _deal_done(self, prompt: Any, view: Any) -> Said:
        return self._anybody(), {"type": "deal_done"}

    def _reveal_opening(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat = prompt["seat"]
        self.hands[seat] = [self.decks[seat].pop() for _ in range(3)]
        return seat, {"type": "reveal_opening", "cards": list(self.hands[seat])}

    def _redraw_opening(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat = prompt["seat"]
        self.decks[seat] += self.hands[seat]
        self.random.shuffle(self.decks[seat])
        self.hands[seat] = [self.decks[seat].pop() for _ in range(3)]
        return seat, {"type": "redraw_opening", "cards": list(self.hands[seat])}

    def _opening_place(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat, columns = prompt["seat"], self.random.sample((1, 2, 3), 2)
        for c in columns:
            self.boards[seat][f"{c}L"] = self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))
        return seat, {"type": "opening_place", "cols": columns}

    def _opening_reveal(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat = prompt["seat"]
        return seat, {"type": "opening_reveal", "cards": {c[0]: k for c, k in self.boards[seat].items()}}

    # A turn

    def _turn(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        if choices(prompt, "place", "col") and not self._chance(self.habits.consumes):
            said = self._place(seat, prompt, view)
            if said is not None:
                return said
        for _ in range(20):
            said = self._consume(seat, prompt, view)
            if said is not None:
                return said
        said = self._place(seat, prompt, view, anyway=True)
        assert said is not None, prompt
        return said

    _last_turn = _turn

    def _place(
        self, seat: str, prompt: Mapping[str, Any], view: Mapping[str, Any], anyway: bool = False
    ) -> Said | None:
        banned = any(s["first_turn"] for s in view["seats"] if s["seat"] == seat)
        board, hand, enemy = self.boards[seat], self.hands[seat], self.boards[self._other(seat)]
        ways = []
        for c in choices(prompt, "place", "col"):
            below = board.get(f"{c}L")
            for card in dict.fromkeys(hand):
                if card == below == "O" and (banned or (self._peaceful() and not anyway)):
                    continue
                if below and len(enemy) < 3 and self._peaceful() and not anyway:
                    continue
                ways.append((c, card))
        ninja = [(c, card) for c, card in ways if card == "N" == board.get(f"{c}L")]
        if not ways:
            return None
        c, card = self.random.choice(ninja if ninja and self._chance(self.habits.ninja) else ways)
        cell = f"{c}U" if f"{c}L" in board else f"{c}L"
        move: dict[str, Any] = {"type": "place", "col": c, "card": card}
        if self._chance(0.1):
            move["row"] = cell[1]
        if True in choices(prompt, "place", "face_down") and self._chance(self.habits.hides):
            move["face_down"] = True
            if view["options"]["flip_mode"] == "trust":
                del move["card"]
        hand.remove(card)
        board[cell] = card
        return seat, move

    def _peaceful(self) -> bool:
        return self._chance(self.habits.peaceful)

    def _consume(self, seat: str, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said | None:
        hand, struck = self.hands[seat], choices(prompt, "consume_two", "target")
        if struck and self._chance(0.4):
            if len(self.boards[self._other(seat)]) == 1 and self._peaceful():
                return None
            target = self.random.choice(struck)
            cards, self.hands[seat] = list(hand), []
            self.graves[seat] += cards
            return seat, {"type": "consume_two", "cards": cards, "target": target}
        card = self.random.choice(hand)
        if card == view["options"]["consume_map"][0]:
            hand.remove(card)
            self.graves[seat].append(card)
            return seat, {"type": "consume_one", "card": card}
        own = choices(prompt, "consume_one", "target")
        if not own:
            return None
        target = self.random.choice(own)
        if len(self.boards[seat]) <= 2 and self._chance(0.7):
            return None
        hand.remove(card)
        self.graves[seat].append(card)
        return seat, {"type": "consume_one", "card": card, "target": target}

    def _no_hand(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return prompt["seat"], {"type": "no_hand"}

    # Answers to a running skill

    def _pick_hand(self, prompt: Mapping[str, Any], view: Any) -> Said:
        count = len(self.hands[self._other(prompt["seat"])])
        return prompt["seat"], {"type": "pick_hand", "index": self.random.randint(1, count)}

    def _reveal_lost(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat, lost = prompt["seat"], [cell for cell in choices(prompt, "reveal_lost", "cell") if cell]
        if lost:
            cell = self.random.choice(lost)
            return seat, {"type": "reveal_lost", "card": self.boards[seat][cell], "cell": cell}
        card = self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))
        self.graves[seat].append(card)
        return seat, {"type": "reveal_lost", "card": card}

    def _choose_diagonal(self, prompt: Mapping[str, Any], view: Any) -> Said:
        side = self.random.choice(choices(prompt, "choose_diagonal", "side"))
        return prompt["seat"], {"type": "choose_diagonal", "side": side}

    def _raid_take(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat, owner = prompt["seat"], self._other(prompt["seat"])
        hand = self.hands[owner]
        seen = list(hand)
        card = self.random.choice(hand)
        hand.remove(card)
        self.graves[owner].append(card)
        noted = {"seen": seen} if self._chance(self.habits.notes) else {}
        return seat, {"type": "raid_take", "card": card, **noted}

    def _extra_turn(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return prompt["seat"], {"type": "take_extra_turn" if self._chance(0.7) else "decline_extra_turn"}

    # Flipped boards

    def _claim_skill(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat, c = prompt["seat"], prompt["params"]["column"]
        board = self.boards[seat]
        pair = pair_of(board[f"{c}L"], board[f"{c}U"])
        options = view["options"]
        if options["flip_mode"] == "trust" and options["facedown_pair"] == "claim" and self._chance(self.habits.lies):
            pair = self.random.choice([p for p in choices(prompt, "claim_skill", "pair") if p != "OO"])
        shown = {"lower": board[f"{c}L"]} if pair == "OO" or options["facedown_pair"] == "show" else {}
        return seat, {"type": "claim_skill", "col": c, "pair": pair, **shown}

    def _rearrange(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat, options, board = prompt["seat"], view["options"], self.boards[prompt["seat"]]
        now = [sum(cell[0] == c for cell in board) for c in "123"]
        if self._chance(0.15):
            return seat, {"type": "keep_layout"}
        for _ in range(40):
            layout = self._layout(seat, now if options["rearrange_scope"] == "swap_only" else None)
            pairs = {pair_of(layout[f"{c}L"], layout[f"{c}U"]) for c in "123" if f"{c}U" in layout}
            if ("NN" in pairs or self._chance(0.03)) and not ("OO" in pairs and self._peaceful()):
                break
        else:
            return seat, {"type": "keep_layout"}
        self.boards[seat] = layout
        if options["flip_mode"] == "app":
            return seat, {"type": "rearrange", "layout": dict(layout)}
        heights = [sum(cell[0] == c for cell in layout) for c in "123"]
        same = heights == now and self._chance(0.5)
        return seat, {"type": "rearrange"} if same else {"type": "rearrange", "heights": heights}

    def _layout(self, seat: str, heights: Sequence[int] | None) -> dict[str, str]:
        cards = list(self.boards[seat].values())
        self.random.shuffle(cards)
        places: list[str] = []
        if heights is not None:
            places = [f"{c}{row}" for c, n in zip("123", heights, strict=True) for row in "LU"[:n]]
        else:
            rows = dict.fromkeys("123", 0)
            for _ in cards:
                c = self.random.choice([each for each, n in rows.items() if n < 2])
                places.append(f"{c}{'LU'[rows[c]]}")
                rows[c] += 1
        return dict(zip(places, cards, strict=True))

    def _declare_flip(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat, board = prompt["seat"], self.boards[prompt["seat"]]
        pairs = {c: pair_of(board[f"{c}L"], board[f"{c}U"]) for c in "123" if f"{c}U" in board}
        won = [int(c) for c, pair in pairs.items() if pair == "OO" and int(c) in choices(prompt, "claim_skill", "col")]
        if won and not self._peaceful():
            return seat, {"type": "claim_skill", "col": won[0], "pair": "OO"}
        stands = "NN" in pairs.values() or self._chance(self.habits.lies)
        return seat, {"type": "declare_flip", "stands": stands}

    def _reveal_board(self, prompt: Mapping[str, Any], view: Any) -> Said:
        seat = prompt["seat"]
        down = choices(prompt, "reveal_board", "cards")
        return seat, {"type": "reveal_board", "cards": {cell: self.boards[seat][cell] for cell in down}}

    # Depth scores: possible results

    def _graveyards(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = self.random.choice(self.seats)
        seen = next(s for s in view["seats"] if s["seat"] == seat)
        size, count, who = seen["size"], seen["count"], self._anybody()
        if self._chance(0.03) and any(s["size"] for s in view["seats"] if s["seat"] != seat):
            return who, {"type": "claim_empty_board", "winner": seat}
        if self._chance(0.02) and seen["graveyard"]["O"] <= 1:
            return who, {"type": "claim_onmyoji_pair", "winner": seat, "first_turn": False}
        if size >= 9 and self._chance(0.5):
            if count is not None and count + size != 15:
                return who, {"type": "board_count", "player": seat, "n": 15 - size}
            return who, {"type": "no_hand", "player": seat}
        n = self.random.choice((1, 1, 2, 3))
        if self._chance(0.15) or size + n + (count or 0) > 15:
            return who, {"type": "board_count", "player": seat, "n": self.random.randint(0, min(6, max(0, 14 - size)))}
        cards = [self.decks[seat].pop() for _ in range(min(n, len(self.decks[seat])))]
        if not cards:
            return who, {"type": "no_hand", "player": seat}
        return who, {"type": "graveyard_add", "player": seat, "cards": cards}

    def _last_turn_done(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return self._anybody(), {"type": "last_turn_done", "player": prompt["params"]["player"]}

    def _final_count(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return self._anybody(), {"type": "final_count", "counts": {s["seat"]: s["size"] for s in view["seats"]}}


def _entered(view: Mapping[str, Any], seat: str) -> bool:
    return any(s["hand_entered"] for s in view["seats"] if s["seat"] == seat)


def choices(prompt: Mapping[str, Any], move: str, field: str) -> list[Any]:
    """Return the values of a move's field that a prompt offers."""
    offered = [o["fields"][field]["of"] for o in prompt["offers"] if o["move"] == move and field in o["fields"]]
    return list(dict.fromkeys(value for values in offered for value in values))


def pair_of(a: str, b: str) -> str:
    """Return the pair of two cards in the app's spelling."""
    return "".join(sorted((a, b), key="SNO".index))


# Whole matches


def any_options(random: Random, depth: str = "plays") -> dict[str, Any]:
    """Return random options; what the box says stays open in half of the cases."""
    choices = {
        name: field.annotation.__args__  # type: ignore[union-attr]
        for name, field in giryaku.OPTIONS.model_fields.items()
        if name not in ("depth", "first_player", "consume_map", "nin_shi_range")
    }
    drawn: dict[str, Any] = {name: random.choice(values) for name, values in choices.items()} | {"depth": depth}
    if random.random() < 0.5:
        drawn |= {"consume_map": random.choice(("O_raids", "S_raids", "N_raids"))}
        drawn |= {"nin_shi_range": random.choice(("both_diagonals", "one_diagonal", "neighbours_only"))}
    return drawn


def playing(
    seed: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST, most: int = 1500
) -> tuple[list[Played], Players, Any]:
    """Play a match; see `played`."""
    return played(giryaku, Players(seed, [seat.seat for seat in seated()], habits), options, most)


def play(seed: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST) -> list[Said]:
    """Return the declarations of a whole match."""
    return [(p.actor, p.move) for p in playing(seed, options, habits)[0]]


# Twins


judged = partial(people.judged, giryaku)


def twin(
    moves: Sequence[Said],
    viewer: str,
    random: Random,
    *,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    tries: int = 20,
) -> list[Said] | None:
    """Return a match with the same public record that differs only in what `viewer` may not know.

    Somebody else has noted another hand, seen another one in a raid, or laid other cards face down. Whether the two are
    twins is determined from the states, without any view. `None` if no such match is found.
    """
    states, upheld = judged(moves, options, seats)
    if not upheld or viewer == GAME_MASTER or states[-1].phase == "ended":
        return None
    app = states[-1].options.flip_mode == "app"
    secrets = [n for n, (actor, move) in enumerate(moves) if actor != viewer and _secret(move)]
    if not secrets:
        return None
    records = [truth(state, viewer) for state in states]
    for _ in range(tries):
        changed = list(moves)
        for n in random.sample(secrets, random.randint(1, min(3, len(secrets)))):
            actor, move = moves[n]
            changed[n] = actor, _another(move, states[n], actor, random, app)
        if changed == list(moves):
            continue
        others, upheld = judged(changed, options, seats)
        if upheld and [truth(state, viewer) for state in others] == records:
            return changed
    return None


def truth(state: Any, viewer: str) -> Any:
    """Return what a viewer may know, taken from the state itself."""
    public = [
        (
            *(p.seat, p.deck, p.hand, p.graveyard, p.known, p.hand_entered, p.since, p.opening, p.redraw, p.turns),
            *(p.flip, p.extra),
            [None if card is None else (card.id, card.card, card.down) for card in p.board],
        )
        for p in state.players
    ]
    mine = [(p.entered, [card and card.noted for card in p.board]) for p in state.players if p.seat == viewer]
    spied = [p.spied for p in state.players if p.seat != viewer and viewer != PUBLIC]
    found = [noted.finding for noted in state.findings if noted.to in (None, viewer)]
    course = state.phase, state.active, state.last, state.turn, state.bonus, state.queue, state.action, state.outcome
    return public, mine, spied, found, course


def _secret(move: Mapping[str, Any]) -> bool:
    kind = move["type"]
    hidden = kind == "place" and move.get("face_down") and "card" in move
    return kind in ("enter_hand", "rearrange", "keep_layout") or bool(hidden) or "seen" in move


def _another(move: dict[str, Any], state: Any, seat: str, random: Random, app: bool) -> dict[str, Any]:
    """Return the move with a different secret."""
    if move["type"] == "enter_hand":
        return move | {"cards": [random.choice("SNO") for _ in move["cards"]]}
    if move["type"] == "place":
        return move | {"card": random.choice("SNO")}
    if "seen" in move:
        return move | {"seen": [move["card"], *(random.choice("SNO") for _ in move["seen"][1:])]}
    board = next(p.board for p in state.players if p.seat == seat)
    heights = [sum(card is not None for card in board[i : i + 2]) for i in (0, 2, 4)]
    if not app:
        same = move["type"] == "keep_layout" or move.get("heights") in (None, heights)
        ways = [{"type": "keep_layout"}, {"type": "rearrange"}, {"type": "rearrange", "heights": heights}]
        return dict(random.choice(ways)) if same else move
    lies = {CELLS[i]: card.kind for i, card in enumerate(board) if card is not None}
    layout = dict(move.get("layout") or lies)
    kinds = list(layout.values())
    i, j = random.randrange(len(kinds)), random.randrange(len(kinds))
    kinds[i], kinds[j] = kinds[j], kinds[i]
    new = dict(zip(layout, kinds, strict=True))
    return {"type": "keep_layout"} if new == lies and random.random() < 0.7 else {"type": "rearrange", "layout": new}
