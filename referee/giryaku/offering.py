"""Which moves a prompt offers. What their fields may hold is asked of the rules themselves, one value after another.

`knows` says whether the offers are for somebody who may look into the seat that is asked: a field that rests on the
seat's secrets is left out for all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product
from typing import Any, get_args

from referee.core.judging import passes
from referee.core.offers import Choice, Each, Number, Offer, One, Some, offer
from referee.core.replacing import replace
from referee.core.values import GAME_MASTER, RulingContext, Viewer
from referee.giryaku import audits
from referee.giryaku.cards import CELLS, COLUMNS, HAND, KINDS, OPENING, lower
from referee.giryaku.decks import require_fits
from referee.giryaku.hands import denied, hand_fits, played
from referee.giryaku.options import ConsumeMap, NinShiRange, Options
from referee.giryaku.state import Lying, Player, State, Task, cells, height, lying, player, rival, seats, with_player
from referee.giryaku.turns import claims
from referee.giryaku.turns.consuming import paid, raids
from referee.giryaku.turns.flipping import shapes
from referee.giryaku.turns.raiding import lost_of_hand, noted_without, own_lost
from referee.giryaku.turns.ranges import SIDES
from referee.giryaku.turns.skills import is_shown
from referee.giryaku.turns.turn import banned, laid

ANY_THREE = Some(of=tuple(kind for kind in KINDS for _ in range(OPENING)), least=OPENING, most=OPENING)
"""Any three cards: a deck may hold four onmyoji."""


def allowed(rule: Callable[..., Any], *args: Any) -> bool:
    return passes(rule, *args, RulingContext(), [])


# Before the first turn


def unsettled(state: State) -> tuple[str, ...]:
    """Return what has to be settled before the deal (GIRYAKU-2.11, 7.12, 8.8)."""
    now = {
        "consume_map": state.options.consume_map,
        "nin_shi_range": state.options.nin_shi_range,
        "first_player": state.first,
    }
    return tuple(name for name, value in now.items() if value is None)


def settling(state: State) -> tuple[Offer, ...]:
    """Return the options that a table settles: some of all of them, or its own cells for ninja and onmyoji too."""
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


def opening_places() -> tuple[Offer, ...]:
    """Two columns (GIRYAKU-2.7)."""
    return (offer("opening_place", cols=Some(of=COLUMNS, least=HAND, most=HAND)),)


def opening_faces(p: Player) -> tuple[Offer, ...]:
    """Two of the three cards shown, in the columns where cards lie (GIRYAKU-2.8)."""
    shown = p.opening or ()
    one = One(of=tuple(dict.fromkeys(shown)))
    columns: dict[str, Choice] = {str(c): one for c in COLUMNS if p.board[lower(c)] is not None}
    return (offer("opening_reveal", cards=Each(of=columns, supply=shown)),)


# A turn


def turn(state: State, p: Player, knows: bool) -> tuple[Offer, ...]:
    """Place, or consume one or two (GIRYAKU-3.2)."""
    single = tuple(kind for kind in KINDS if allowed(paid, state, p.seat, (kind,))) if knows else ()
    return (*_places(state, p, knows, single), *_consumes(state, p, knows, single))


def _places(state: State, p: Player, knows: bool, single: tuple[str, ...]) -> Iterator[Offer]:
    """One card into a column that is not full, face down on a flipped board (GIRYAKU-4, 7.6, 9.4)."""
    ban = banned(state, p.seat)
    free = [c for c in COLUMNS if height(p.board, c) < 2]
    for down in (False, True) if p.flip is not None and free else (False,):
        named = knows and (not down or state.options.flip_mode == "app")
        kinds = tuple(kind for kind in KINDS if allowed(_placed_down, state, p, kind)) if down and named else single
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


def _placed_down(state: State, p: Player, kind: str, context: RulingContext, told: list[Any]) -> None:
    free = next(i for i, card in enumerate(p.board) if card is None and (i % 2 == 0 or p.board[i - 1] is not None))
    state = played(state, p.seat, None, context, told, "GIRYAKU-4.1", noted=kind)
    state = laid(state, p.seat, free, Lying(state.ids, None, True, kind))
    require_fits(state, p.seat, context, private=True)


def _consumes(state: State, p: Player, knows: bool, single: tuple[str, ...]) -> Iterator[Offer]:
    """A withdrawal, a raid, a strike (GIRYAKU-8.1 to 8.5)."""
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
        pairs = [two for two in combinations_with_replacement(KINDS, 2) if knows and allowed(paid, state, p.seat, two)]
        if pairs or not knows:
            cards = {"cards": _in_any_order(pairs)} if knows else {}
            yield offer("consume_two", target=One(of=tuple(struck)), **cards)


def _in_any_order(hands: Sequence[tuple[str, ...]]) -> One:
    return One(of=tuple(way for hand in hands for way in dict.fromkeys(permutations(hand))))


def hand(state: State, p: Player, knows: bool) -> tuple[Offer, ...]:
    """The whole hand, noted secretly (GIRYAKU-3.5)."""
    if not knows:
        return (offer("enter_hand"),)
    every: Iterable[tuple[str, ...]] = combinations_with_replacement(KINDS, p.hand)
    fits = [each for each in every if allowed(hand_fits, state, p, each)]
    return (offer("enter_hand", cards=_in_any_order(fits)),) if fits else ()


# While a skill is carried out


def answers(state: State, task: Task, viewer: Viewer) -> tuple[Offer, ...]:
    """What a running skill waits for (GIRYAKU-6, 7, 8.6, 8.7), as `viewer` knows."""
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
            kinds = tuple(kind for kind in KINDS if knows and allowed(own_lost, state, p.seat, kind))
            return (offer("reveal_lost", **({"card": One(of=kinds)} if knows else {})),)
        case "choose_diagonal":
            return (offer("choose_diagonal", side=One(of=tuple(SIDES))),)
        case "rearrange":
            return (*_layouts(state, p, knows), offer("keep_layout"))
        case "declare_flip":
            pairs = (c for c in COLUMNS if "OO" in claims.claimable(p, c))
            wins = (each for c in pairs for each in _claims(state, p, c) if each.choices("pair") == ("OO",))
            return (offer("declare_flip", stands=One(of=(True, False))), *wins)
        case "reveal_board":
            return board_faces(state, p)
        case "raid_take":
            return tuple(_takes(state, enemy, viewer)) if knows else (offer("raid_take"),)
        case _:
            return offer("take_extra_turn"), offer("decline_extra_turn")


def _claims(state: State, p: Player, column: int) -> Iterator[Offer]:
    """A pair that the column may be (GIRYAKU-6.3), and where it is shown which card lies below."""
    below, above = claims.column_of(p, column)
    for pair in claims.claimable(p, column):
        if pair == "OO" and banned(state, p.seat):
            continue
        fields: dict[str, Choice] = {"col": One(of=(column,)), "pair": One(of=(pair,))}
        if is_shown(state, pair):
            lows = claims.lows(pair, below, above)
            fields["lower"] = One(of=lows if len(lows) > 1 else (None, *lows))
        yield Offer(move="claim_skill", fields=fields)


def _lost_of_board(p: Player, lost: tuple[int, ...]) -> Offer:
    card = p.board[lost[0]]
    assert card is not None
    kinds = tuple(kind for kind in KINDS if not audits.misfits(p, {card.id: kind}))
    places = tuple(cells(lost))
    return offer("reveal_lost", card=One(of=kinds), cell=One(of=places if len(places) > 1 else (None, *places)))


def _layouts(state: State, p: Player, knows: bool) -> Iterator[Offer]:
    """The cards of the own board over its cells (GIRYAKU-7.7); on trust only how many lie in each column."""
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
    """What may lie face down, cell by cell (GIRYAKU-7.7, 7.14): an offer for each set of cards that can be there."""
    down = {CELLS[i]: card for i, card in enumerate(p.board) if card is not None and card.down}
    unseen = [cell for cell, card in down.items() if card.card is None]
    seen = {cell: One(of=(card.card,)) for cell, card in down.items() if card.card is not None}
    found = []
    for kinds in combinations_with_replacement(KINDS, len(unseen)):
        named = dict(zip(unseen, kinds, strict=True))
        faces = {down[cell].id: kind for cell, kind in named.items()}
        if not audits.misfits(p, faces) and allowed(_faces_fit, state, p, faces):
            one = One(of=tuple(dict.fromkeys(kinds)))
            places: dict[str, Choice] = {cell: seen.get(cell, one) for cell in down}
            among = (*kinds, *(card.card for card in down.values() if card.card is not None))
            found.append(offer("reveal_board", cards=Each(of=places, supply=among)))
    return tuple(found)


def _faces_fit(state: State, p: Player, faces: dict[int, str], context: RulingContext, told: list[Any]) -> None:
    board = tuple(None if card is None else replace(card, card=faces.get(card.id, card.card)) for card in p.board)
    require_fits(with_player(state, p.seat, board=board), p.seat, context)


def _takes(state: State, enemy: Player, viewer: Viewer) -> Iterator[Offer]:
    """A card of the raided hand (GIRYAKU-8.6), with what was seen of it or without.

    What its owner noted of that hand rules no card out but for the game master.
    """
    every = tuple(product(KINDS, repeat=enemy.hand))
    for kind in KINDS:
        noted = viewer == GAME_MASTER and denied(state, enemy, kind)
        if not noted and allowed(lost_of_hand, state, enemy.seat, kind):
            seen = tuple(each for each in every if kind in each)
            least = () if noted_without(enemy, kind) else (None,)
            yield offer("raid_take", card=One(of=(kind,)), seen=One(of=(*least, *seen)))
