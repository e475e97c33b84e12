"""House rulings: what the table decides holds, whatever the referee says (METSUKE-3.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.core.acts import HouseRuling
from referee.core.game import Game
from referee.core.reading import parse_adjustment, parse_move
from referee.core.values import Notice, Refused, Ruling


def overrule(game: Game, state: Any, actor: str, act: HouseRuling) -> Ruling:
    """Let a move stand, waiving one clause after the other, or set points by hand.

    The table is told which clauses were set aside, except those whose refusal rests on a secret: these the
    seat alone is told. Raises `Refused` where no house ruling helps, because the state that it would lead
    to cannot exist.
    """
    if act.adjust is not None:
        return _adjusted(game, state, actor, act.adjust, act.note)
    assert act.move is not None
    seat, move = act.seat or actor, parse_move(game, act.move)
    openly: list[str] = []
    privately: list[str] = []
    while not (ruling := judged(game, state, seat, move, frozenset(openly + privately))).upheld:
        if ruling.firm or ruling.clause in openly + privately:
            raise Refused(ruling.clause, ruling.reason, private=ruling.private, firm=True, **ruling.params)
        (privately if ruling.private else openly).append(ruling.clause)
    notices = [_told(actor, act.note, waived=sorted(openly))]
    if privately:
        to_seat = {"waived": sorted(privately)}
        notices.append(Notice(to=(seat,), message="table.house_waived", params=to_seat, clause="METSUKE-3.1"))
    return replace(
        ruling,
        clause="METSUKE-3.1",
        reason="table.house_ruled",
        params=notices[0].params,
        notices=(*notices, *ruling.notices),
        event=None,
    )


def judged(game: Game, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
    """Return the game's ruling on a move; a refusal, however the game says it, as a value."""
    try:
        return game.judge(state, seat, move, waived)
    except Refused as refused:
        return Ruling.refusal(refused)


def _adjusted(game: Game, state: Any, actor: str, adjust: dict[str, Any], note: str) -> Ruling:
    adjustment = parse_adjustment(game, adjust)
    after = game.adjust(state, adjustment)
    told = _told(actor, note, adjust=adjustment.model_dump(mode="json"))
    return Ruling(True, "METSUKE-3.1", "table.house_ruled", told.params, (told,), after, told=True)


def _told(actor: str, note: str, **params: Any) -> Notice:
    params |= {"actor": actor, "note": note}
    return Notice(message="table.house_ruled", params=params, clause="METSUKE-3.1")
