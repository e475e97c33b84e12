"""Who must or may do something now, and the moves that answer it, with field values derived from the rules.

`knows` tells whether the offers are for a viewer who may see the seat's secrets; fields that rest on them are left out
for all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product
from typing import Any, get_args

from referee.core.base import replace
from referee.core.judging import passes
from referee.core.offers import Choice, Each, Number, Offer, One, Some, offer
from referee.core.values import GAME_MASTER, TABLE, Prompt, RulingContext, Viewer
from referee.giryaku import flipping
from referee.giryaku import hands as audits
from referee.giryaku.cards import CELLS, COLUMNS, DECK, HAND, KINDS, OPENING, OWNED, POOL, Card, lower, pair_of, surplus
from referee.giryaku.consuming import lost_of_hand, own_lost, paid, raids
from referee.giryaku.flipping import SIDES, reach, shapes
from referee.giryaku.hands import hand_fits, may_withdraw, note_excludes, played, require_fits
from referee.giryaku.moves import CONSUME_MAP, NIN_SHI_RANGE, ConsumeMap, NinShiRange, Options
from referee.giryaku.scores import LEAST, pair_fits
from referee.giryaku.skills import is_shown
from referee.giryaku.state import Lying, Player, State, Task, cells, height, lying, player, rival, seats, with_player
from referee.giryaku.turn import is_pair_banned, laid

ANY_THREE = Some(of=tuple(kind for kind in KINDS for _ in range(OPENING)), least=OPENING, most=OPENING)
"""Any three cards, since a deck may hold four onmyoji."""


def is_allowed(rule: Callable[..., Any], *args: Any) -> bool:
    return passes(rule, *args, RulingContext(), [])


# Before the first turn


def settling(state: State) -> tuple[Offer, ...]:
    """Return the options that a table may settle: any of them, including its own cells for N×O."""
    choices: dict[str, Choice] = {
        "first_player": One(of=(None, *seats(state))),
        "consume_map": One(of=(None, *get_args(ConsumeMap))),
        "nin_shi_range": One(of=(None, *get_args(get_args(NinShiRange)[0]))),
    }
    for name, field in Options.model_fields.items():
        if name not in choices and name != "depth":
            choices[name] = One(of=(None, *get_args(field.annotation)))
    own = Each(of={str(c): Some(of=CELLS, least=1, most=len(CELLS)) for c in COLUMNS})
    return (
        Offer(move="configure", fields=choices, least=1),
        Offer(move="configure", fields=choices | {"nin_shi_range": own}),
    )


# A turn


def _places(state: State, p: Player, knows: bool, single: tuple[str, ...]) -> Iterator[Offer]:
    """Yield ways to place one card in a column that is not full, face down on a flipped board (GIRYAKU-4, 7.6, 9.4)."""
    ban = is_pair_banned(state, p.seat)
    free = [c for c in COLUMNS if height(p.board, c) < 2]
    for down in (False, True) if p.flip is not None and free else (False,):
        named = knows and (not down or state.options.flip_mode == "app")
        kinds = tuple(kind for kind in KINDS if is_allowed(_placed_down, state, p, kind)) if down and named else single
        alike: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        for c in free:
            below = p.board[lower(c)]
            no_onmyoji = ban and below is not None and below.kind == "O"
            may = tuple(kind for kind in kinds if not (no_onmyoji and kind == "O")) if named else ()
            alike.setdefault(("L" if below is None else "U", may), []).append(c)
        for (row, may), columns in alike.items():
            fields: dict[str, Choice] = {"col": One(of=tuple(columns)), "row": One(of=(None, row))}
            fields["face_down"] = One(of=(True,)) if down else One(of=(None, False))
            if named:
                fields["card"] = One(of=may)
            if may or not named:
                yield Offer(move="place", fields=fields)


def _placed_down(state: State, p: Player, kind: Card, context: RulingContext, told: list[Any]) -> None:
    free = next(i for i, card in enumerate(p.board) if card is None and (i % 2 == 0 or p.board[i - 1] is not None))
    state = played(state, p.seat, None, context, told, "GIRYAKU-4.1", noted=kind)
    state = laid(state, p.seat, free, Lying(state.ids, None, True, kind))
    require_fits(state, p.seat, context, private=True)


def _consumes(state: State, p: Player, knows: bool, single: tuple[str, ...]) -> Iterator[Offer]:
    """Yield withdrawals, raids and strikes (GIRYAKU-8.1 to 8.5)."""
    own = [CELLS[i] for i, card in enumerate(p.board) if card is not None]
    full = [str(c) for c in COLUMNS if height(p.board, c) == 2]
    if state.options.self_empty_board == "forbid":
        own, full = own if len(own) > 1 else [], full if len(own) > 2 else []
    for card, targets in ((False, (*own, *full)), (True, ())):
        kinds = tuple(kind for kind in single if raids(state, kind) == card)
        if (kinds or not knows) and (targets or card):
            fields: dict[str, Choice] = {"card": One(of=kinds)} if knows else {}
            yield Offer(move="consume_one", fields=fields | ({"target": One(of=targets)} if targets else {}))
    struck = [CELLS[i] for i, card in enumerate(rival(state, p.seat).board) if card is not None]
    if p.hand == HAND and struck:
        every = combinations_with_replacement(KINDS, 2) if knows else ()
        pairs = [two for two in every if is_allowed(paid, state, p.seat, two)]
        if pairs or not knows:
            cards = {"cards": _in_any_order(pairs)} if knows else {}
            yield offer("consume_two", target=One(of=tuple(struck)), **cards)


def _in_any_order(hands: Sequence[tuple[str, ...]]) -> One:
    return One(of=tuple(order for hand in hands for order in dict.fromkeys(permutations(hand))))


def hand(state: State, p: Player, knows: bool) -> tuple[Offer, ...]:
    """Return the secret notes of the whole hand (GIRYAKU-3.5)."""
    if not knows:
        return (offer("enter_hand"),)
    every: Iterable[tuple[str, ...]] = combinations_with_replacement(KINDS, p.hand)
    fits = [each for each in every if is_allowed(hand_fits, state, p, each)]
    return (offer("enter_hand", cards=_in_any_order(fits)),) if fits else ()


# While a skill is carried out


def answers(state: State, task: Task, viewer: Viewer) -> tuple[Offer, ...]:
    """Return the answers to a running skill, as far as `viewer` knows (GIRYAKU-6, 7, 8.6, 8.7)."""
    knows = viewer in (task.seat, GAME_MASTER)
    p, enemy = player(state, task.seat), rival(state, task.seat)
    match task.kind:
        case "claim_skill":
            return tuple(_claims(state, p, task.col))
        case "pick_hand":
            return (offer("pick_hand", index=Number(least=1, most=enemy.hand)),)
        case "reveal_lost" if task.cells:
            return (_lost_of_board(p, task.cells),)
        case "reveal_lost":
            kinds = tuple(kind for kind in KINDS if knows and is_allowed(own_lost, state, p.seat, kind))
            return (offer("reveal_lost", **({"card": One(of=kinds)} if knows else {})),)
        case "choose_diagonal":
            return (offer("choose_diagonal", side=One(of=tuple(SIDES))),)
        case "rearrange":
            return (*_layouts(state, p, knows), offer("keep_layout"))
        case "declare_flip":
            pairs = (c for c in COLUMNS if "OO" in flipping.claimable(p, c))
            wins = (each for c in pairs for each in _claims(state, p, c) if each.choices("pair") == ("OO",))
            return (offer("declare_flip", stands=One(of=(True, False))), *wins)
        case "reveal_board":
            return board_faces(state, p)
        case "raid_take":
            return tuple(_takes(state, enemy, viewer)) if knows else (offer("raid_take"),)
        case _:
            return offer("take_extra_turn"), offer("decline_extra_turn")


def _claims(state: State, p: Player, column: int) -> Iterator[Offer]:
    """Yield the pairs that the column may be, with the lower card if it is shown (GIRYAKU-6.3)."""
    below, above = flipping.column_of(p, column)
    for pair in flipping.claimable(p, column):
        if pair == "OO" and is_pair_banned(state, p.seat):
            continue
        fields: dict[str, Choice] = {"col": One(of=(column,)), "pair": One(of=(pair,))}
        if is_shown(state, pair):
            lows = flipping.lows(pair, below, above)
            fields["lower"] = One(of=lows if len(lows) > 1 else (None, *lows))
        yield Offer(move="claim_skill", fields=fields)


def _lost_of_board(p: Player, lost: tuple[int, ...]) -> Offer:
    card = p.board[lost[0]]
    assert card is not None
    kinds = tuple(kind for kind in KINDS if not audits.new_misfits(p, {card.id: kind}))
    places = tuple(cells(lost))
    return offer("reveal_lost", card=One(of=kinds), cell=One(of=places if len(places) > 1 else (None, *places)))


def _layouts(state: State, p: Player, knows: bool) -> Iterator[Offer]:
    """Yield the layouts of the seat's cards, or only their numbers by column with `flip_mode=trust` (GIRYAKU-7.7)."""
    every = shapes(p, state.options.rearrange_scope)
    if state.options.flip_mode != "app":
        yield offer("rearrange", heights=One(of=(None, *every)))
    elif not knows:
        yield offer("rearrange")
    else:
        mine = tuple(card.kind for card in lying(p))
        one = One(of=tuple(dict.fromkeys(mine)))
        for shape in every:
            filled = [f"{c}{row}" for c, n in zip(COLUMNS, shape, strict=True) for row in "LU"[:n]]
            yield offer("rearrange", layout=Each(of=dict.fromkeys(filled, one), supply=mine))


def board_faces(state: State, p: Player) -> tuple[Offer, ...]:
    """Return the possible faces of face-down cards, one offer for each possible set of cards (GIRYAKU-7.7, 7.14)."""
    down = {CELLS[i]: card for i, card in enumerate(p.board) if card is not None and card.down}
    unseen = [cell for cell, card in down.items() if card.card is None]
    seen = {cell: One(of=(card.card,)) for cell, card in down.items() if card.card is not None}
    found = []
    for kinds in combinations_with_replacement(KINDS, len(unseen)):
        named = dict(zip(unseen, kinds, strict=True))
        faces = {down[cell].id: kind for cell, kind in named.items()}
        if not audits.new_misfits(p, faces) and is_allowed(_faces_fit, state, p, faces):
            one = One(of=tuple(dict.fromkeys(kinds)))
            places: dict[str, Choice] = {cell: seen.get(cell, one) for cell in down}
            among = (*kinds, *(card.card for card in down.values() if card.card is not None))
            found.append(offer("reveal_board", cards=Each(of=places, supply=among)))
    return tuple(found)


def _faces_fit(state: State, p: Player, faces: dict[int, Card], context: RulingContext, told: list[Any]) -> None:
    board = tuple(None if card is None else replace(card, card=faces.get(card.id, card.card)) for card in p.board)
    require_fits(with_player(state, p.seat, board=board), p.seat, context)


def _takes(state: State, enemy: Player, viewer: Viewer) -> Iterator[Offer]:
    """Yield the cards of the raided hand, with or without a note of what was seen (GIRYAKU-8.6).

    The owner's note of that hand excludes a card only for the game master.
    """
    every = tuple(product(KINDS, repeat=enemy.hand))
    for kind in KINDS:
        noted = viewer == GAME_MASTER and note_excludes(state, enemy, kind)
        if not noted and is_allowed(lost_of_hand, state, enemy.seat, kind):
            seen = tuple(each for each in every if kind in each)
            least = () if enemy.lacks(enemy.spied, kind) else (None,)
            yield offer("raid_take", card=One(of=(kind,)), seen=One(of=(*least, *seen)))


def offers(state: State) -> Iterator[Offer]:
    for p in state.players:
        yield from _burials(state, p)
    for p in state.players:
        most = min(len(CELLS), OWNED - p.size)
        yield offer("board_count", player=One(of=(p.seat,)), n=Number(least=0, most=most))
    emptied = tuple(p.seat for p in state.players if rival(state, p.seat).size)
    paired = tuple(p.seat for p in state.players if is_allowed(pair_fits, state, p))
    without = tuple(p.seat for p in state.players if may_have_no_hand(state, p))
    if emptied:
        yield offer("claim_empty_board", winner=One(of=emptied))
    if paired:
        yield offer("claim_onmyoji_pair", winner=One(of=paired), first_turn=One(of=(False,)))
    if without:
        yield offer("no_hand", player=One(of=without))


def _burials(state: State, p: Player) -> Iterator[Offer]:
    """Yield the cards that a graveyard may get: the rest of the base deck and one extra card (GIRYAKU-1.1, 2.2)."""
    room = OWNED - p.size - (p.count or 0)
    own, other = surplus(p.graveyard), surplus(rival(state, p.seat).graveyard)
    left = [max(0, most - buried) for most, buried in zip(DECK, p.graveyard, strict=True)]
    extras = [i for i in range(len(KINDS)) if own[i] + other[i] < POOL[i]]
    for extra in extras if not any(own) else (None,):
        cards = tuple(kind for i, kind in enumerate(KINDS) for _ in range(left[i] + (i == extra)))
        most = min(room, len(cards))
        if most > 0:
            yield offer("graveyard_add", player=One(of=(p.seat,)), cards=Some(of=cards, least=1, most=most))


def may_have_no_hand(state: State, p: Player) -> bool:
    """Tell whether a player may be without hand and deck (GIRYAKU-9.5), on a possible turn of that player (9.6)."""
    sums_to_deck = p.count is None or p.count + p.size == OWNED
    return p.size >= LEAST and sums_to_deck and (state.phase == "turn" or p.seat == state.last)


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return the prompts as `viewer` may know them: first what must be done, then what may be."""
    if state.options.depth == "scores":
        return tuple(_scores(state))
    asks = {
        "setup": _setup,
        "opening_draw": _opening_draw,
        "opening_place": _opening_place,
        "opening_reveal": _opening_reveal,
        "turn": _turn,
        "resolve": _resolve,
        "ended": _ended,
    }
    return tuple(asks[state.phase](state, viewer))


def _ask(seat: str, ask: str, offers: tuple[Offer, ...], *, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=seat, ask=f"giryaku.ask.{ask}", must=must, params=params, offers=offers)


# Before the first turn


def _setup(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask who plays first, and ask the owner of the box what is printed in it (GIRYAKU-2.11, 7.12, 8.8).

    The app may remember the answer.
    """
    likely = {"consume_map": CONSUME_MAP, "nin_shi_range": NIN_SHI_RANGE}
    missing = [name for name in likely if getattr(state.options, name) is None]
    missing += ["first_player"] if state.first is None else []
    if missing:
        yield _ask(TABLE, "configure", settling(state), missing=missing, likely=likely)
    else:
        yield _ask(TABLE, "deal_done", (offer("deal_done"),))
        yield _ask(TABLE, "configure", settling(state), must=False, missing=[], likely=likely)


def _opening_draw(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.opening is None:
            yield _ask(p.seat, "reveal_opening", (offer("reveal_opening", cards=ANY_THREE),))
        elif p.redraw:
            yield _ask(p.seat, "redraw_opening", (offer("redraw_opening", cards=ANY_THREE),))


def _opening_place(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    yield _ask(state.active, "opening_place", (offer("opening_place", cols=Some(of=COLUMNS, least=HAND, most=HAND)),))


def _opening_reveal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for two of the three cards shown, in the columns where cards lie (GIRYAKU-2.8)."""
    for p in state.players:
        if any(card.down for card in lying(p)):
            one = One(of=tuple(dict.fromkeys(p.opening or ())))
            columns: dict[str, Choice] = {str(c): one for c in COLUMNS if p.board[lower(c)] is not None}
            faces = offer("opening_reveal", cards=Each(of=columns, supply=p.opening or ()))
            yield _ask(p.seat, "opening_reveal", (faces,))


# A turn


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask to place a card, or to consume one or two (GIRYAKU-3.2)."""
    assert state.active is not None
    p = player(state, state.active)
    if not p.hand:
        yield _ask(p.seat, "no_hand", (offer("no_hand", player=One(of=(None, p.seat))),))
    else:
        ask = "last_turn" if state.last == p.seat else "turn"
        completes = {str(c): _completions(state, p, c) for c in COLUMNS if height(p.board, c) == 1}
        knows = viewer in (p.seat, GAME_MASTER)
        single = tuple(kind for kind in KINDS if is_allowed(paid, state, p.seat, (kind,))) if knows else ()
        offers = (*_places(state, p, knows, single), *_consumes(state, p, knows, single))
        yield _ask(p.seat, ask, offers, hand=p.hand, completes=completes)
    yield from _notes(state, viewer)


def _completions(state: State, p: Player, column: int) -> dict[str, Any]:
    """Return, for each card that would complete a column of face-up cards, the pair and the cells struck."""
    below = p.board[lower(column)]
    if below is None or below.down or below.card is None:
        return {}
    board = rival(state, p.seat).board
    found: dict[str, Any] = {}
    for kind in KINDS:
        pair = pair_of(below.card, kind)
        places = reach(state.options, pair, column) or ()
        found[kind] = {"pair": pair, "cells": cells([i for i in places if board[i] is not None])}
    return found


def _notes(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Offer notes of a hand at any time, also to correct a mistyped one, and their withdrawal."""
    for p in state.players:
        if p.hand:
            offers = hand(state, p, viewer in (p.seat, GAME_MASTER))
            yield _ask(p.seat, "enter_hand", offers, must=False, count=p.hand, known=list(p.known))
        if may_withdraw(state, p):
            yield _ask(p.seat, "withdraw_hand", (offer("withdraw_hand"),), must=False)


# While a skill is carried out


def _resolve(state: State, viewer: Viewer) -> Iterator[Prompt]:
    task = state.queue[0]
    offers = answers(state, task, viewer)
    about: dict[str, Any] = {"column": task.col} if task.col else {}
    yield _ask(task.seat, task.kind, offers, other=rival(state, task.seat).seat, **about)
    yield from _notes(state, viewer)


# The end, and results alone


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.flip is not None and any(card.kind is None for card in lying(p)):
            yield _ask(p.seat, "reveal_board", board_faces(state, p), must=False)
    if not state.recounted:
        counts = Each(of={p.seat: Number(least=0, most=99) for p in state.players})
        yield _ask(TABLE, "final_count", (offer("final_count", counts=counts),), must=False)


def _scores(state: State) -> Iterator[Prompt]:
    if state.phase == "count":
        counts = Each(of={p.seat: One(of=(p.size,)) for p in state.players})
        yield _ask(TABLE, "final_count", (offer("final_count", counts=counts),))
        return
    if state.phase not in ("turn", "last_turn"):
        return
    if state.last is not None and state.phase == "last_turn":
        over = offer("last_turn_done", player=One(of=(state.last,)))
        yield _ask(TABLE, "last_turn_done", (over,), player=state.last)
    yield _ask(TABLE, "graveyards", tuple(offers(state)), must=state.phase == "turn")
    for p in state.players:
        if may_have_no_hand(state, p):
            yield _ask(p.seat, "no_hand", (offer("no_hand", player=One(of=(None, p.seat))),), must=False)
    if "untouched" in state.moments:
        yield _ask(TABLE, "set_first_player", (offer("set_first_player", player=One(of=seats(state))),), must=False)
        yield _ask(TABLE, "configure", settling(state), must=False)
