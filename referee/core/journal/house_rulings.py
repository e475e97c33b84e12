"""House rulings: what the table decides holds, whatever the referee says (METSUKE-3.1, 3.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from referee.core.acts import Entry, HouseRuling
from referee.core.game import Game
from referee.core.journal.timeline import Timeline
from referee.core.reading.declarations import parse_adjustment, parse_move
from referee.core.reading.seating import readable
from referee.core.steps import Proposal, Step
from referee.core.values import GAME_MASTER, TABLE, Notice, Refused, Ruling

M = TypeVar("M", bound=Timeline)


def house_ruling(match: M, entry: Entry, act: HouseRuling) -> tuple[M, Ruling]:
    """Overrule the referee at once, or propose it to the seats (METSUKE-3.1, 3.2)."""
    actor, at_once = entry.actor, entry.actor == GAME_MASTER or len(match.seats) == 1
    if actor == TABLE:
        raise Refused("METSUKE-3.2", "table.house_who", firm=True)
    if (act.move is None) == (act.adjust is None):
        raise Refused("METSUKE-3.1", "table.house_empty", firm=True)
    if not readable(act.note):
        raise Refused("METSUKE-1.3", "table.note_characters", firm=True)
    if not at_once and match.proposal is not None:
        raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
    match.speaks_for(actor, act.seat or actor)
    ruling = overrule(match.game, match.state, actor, act)
    move = None if act.move is None else parse_move(match.game, act.move)
    seat = act.seat or actor
    if at_once:
        step = Step(entry.number, actor, act, ruling, match.state)
        return match.appended(entry, ruling, (*match.steps, step), (), seat, move)
    proposed = Ruling.openly("METSUKE-3.2", "table.house_proposed", match.state, {"actor": actor})
    after, _ = match.appended(entry, proposed, match.steps, match.undone, seat, move)
    return replace(after, proposal=Proposal(entry.number, actor, act, frozenset({actor}))), proposed


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
