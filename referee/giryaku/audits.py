"""What can be proved afterwards (ledger section 8). It changes nothing; the table decides."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.replacing import replace
from referee.core.values import Notice
from referee.giryaku.cards import COLUMNS, lower, upper, without
from referee.giryaku.state import Noted, Player, State, lying, player, tell, with_player
from referee.giryaku.view_model import Claim, Finding

CLAUSE = {
    "wrong_deck": "2.2",
    "wrong_decks": "1.1",
    "swapped_card": "2.9",
    "raid_contradicted": "8.6",
    "flip_cards": "7.7",
    "stayed_down": "7.14",
    "false_claim": "6.3",
    "recount": "9.1",
    "unchecked": "2.2",
}


def found(
    state: State,
    kind: str,
    told: list[Notice],
    *,
    player: str | None,
    turn: int | None,
    cards: tuple[str, ...] = (),
    reported: bool = False,
    once: bool = False,
    to: str | None = None,
) -> State:
    """Add a finding and tell everybody, or `to` alone whom it concerns. With `once` the same is not found again."""
    if once and any(n.finding.kind == kind and n.finding.player == player for n in state.findings):
        return state
    finding = Finding.model_validate(
        {
            "kind": kind,
            "player": player,
            "turn": turn,
            "proved": state.turn,
            "cards": cards,
            "certainty": "reported" if reported or to else "proved",
        }
    )
    notice = tell(f"finding.{kind}", CLAUSE[kind], player=player, turn=turn, cards=list(cards))
    told.append(notice if to is None else notice.model_copy(update={"to": (to,)}))
    return replace(state, findings=(*state.findings, Noted(finding, to)))


# A flipped board


def misfits(p: Player, faces: Mapping[int, str]) -> tuple[str, ...]:
    """Return which cards cannot have been under the flip: those shown, and those that lie down with these faces."""
    if p.flip is None:
        return ()
    down = (faces.get(card.id, card.card) for card in lying(p) if card.down)
    more = without((*p.flip.shown, *(kind for kind in down if kind is not None)), p.flip.pool)
    return more if len(more) > p.flip.extra else ()


def shown(state: State, owner: str, faces: Mapping[int, str], told: list[Notice]) -> State:
    """Note what is seen of face-down cards; claims that it contradicts are found."""
    p = player(state, owner)
    if p.flip is None or not faces:
        return state
    known = dict(p.flip.faces) | dict(faces)
    false = [claim for claim in p.flip.claims if contradicted(claim, known)]
    for claim in false:
        state = found(state, "false_claim", told, player=owner, turn=claim.turn, cards=tuple(claim.pair))
    claims = tuple(claim for claim in p.flip.claims if claim not in false)
    return with_player(state, owner, flip=replace(p.flip, faces=tuple(known.items()), claims=claims))


def contradicted(claim: Claim, faces: Mapping[int, str]) -> bool:
    """Tell whether cards that were seen cannot make the claimed pair."""
    seen = [faces[i] for i in claim.cards if i in faces]
    return bool(without(seen, claim.pair))


def stood(ids: tuple[int | None, ...], faces: Mapping[int, str]) -> bool:
    """Tell whether some column may have been N×N at a moment, as far as its cards were seen."""
    return any(
        (a := ids[lower(c)]) is not None
        and (b := ids[upper(c)]) is not None
        and faces.get(a, "N") == faces.get(b, "N") == "N"
        for c in COLUMNS
    )


def audit_stand(state: State, owner: str, told: list[Notice], *, last: bool) -> State:
    """When the board is shown: did N×N stand at every moment since it was rearranged (GIRYAKU-7.5, 7.14)?

    The `last` moment does not count where its owner ended the flip there.
    """
    p = player(state, owner)
    assert p.flip is not None
    faces = dict(p.flip.faces)
    moments = p.flip.moments if last else p.flip.moments[:-1]
    for turn, ids in moments:
        if not stood(ids, faces):
            return found(state, "stayed_down", told, player=owner, turn=turn)
    return state


def open_checks(p: Player) -> int:
    """Count the claims and the stretch of a flip that nothing shown has decided."""
    if p.flip is None:
        return 0
    faces = dict(p.flip.faces)
    unseen = any(card is not None and card.down and card.kind is None for card in p.board)
    return sum(any(i not in faces for i in claim.cards) for claim in p.flip.claims) + unseen
