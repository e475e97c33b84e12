"""Whole matches of Giryaku by taps on the drawn screens, in both depths, until somebody has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from referee.giryaku import MOVE
from tests.companion.games.giryaku import tables
from tests.companion.games.giryaku.thumbs import Thumb, who_taps
from tests.companion.screens.stage import EN, JA
from tests.players.giryaku import CROOKED, HONEST, SECRET, SLOW, Habits, playing

MATCHES: list[tuple[int, dict[str, Any], Habits]] = [
    (252, {"flip_mode": "app"}, SECRET),
    (286, {"flip_mode": "app", "facedown_pair": "show", "rearrange_scope": "swap_only"}, SECRET),
    (268, {"facedown_pair": "show"}, CROOKED),
    (218, {"nin_shi_range": "one_diagonal", "consume_map": "S_raids"}, HONEST),
    (325, {"nin_shi_range": "one_diagonal", "consume_map": "S_raids"}, HONEST),
    (91, {"raid_extra": "action_before_refill", "opening_redraw": "both"}, SLOW),
    (113, {"depth": "scores"}, HONEST),
    (6, {"depth": "scores"}, HONEST),
    (11, {"depth": "scores"}, HONEST),
]
"""Short matches in which, together, everything is declared that can be: seed, options, habits."""
MASTERED = (MATCHES[0], MATCHES[3], MATCHES[6])


def means(declared: Mapping[str, Any], meant: Mapping[str, Any]) -> bool:
    """Tell whether what a phone declared is what was meant, however either is spelled."""
    one, other = (MOVE.validate_python(dict(each)).model_dump() for each in (declared, meant))
    # Rows follow by the rules, the shape of a board may be left out, and what lies below is said where it is asked.
    for each in (one, other):
        each.pop("row", None)
        each.pop("lower", None)
        if each["type"] in ("rearrange", "keep_layout"):
            each.pop("heights", None)
        for field in ("cards", "cols", "seen"):
            if isinstance(each.get(field), tuple):
                each[field] = tuple(sorted(each[field]))
        if isinstance(each.get("nin_shi_range"), dict):
            each["nin_shi_range"] = {c: sorted(cells) for c, cells in each["nin_shi_range"].items()}
    kinds = {"keep_layout", "rearrange"}
    return one == other or {one["type"], other["type"]} == kinds


def steps(seed: int, options: dict[str, Any], habits: Habits) -> Iterator[tuple[tables.Table, str, dict[str, Any]]]:
    """Return a match: the table before each declaration, who makes it, and what it is.

    Nobody gives up a hand: that is offered beside a refusal (`tests/companion/screens/test_notes.py`).
    """
    table = tables.begun(**options)
    for played in playing(seed, options, replace(habits, withdraws=0.0))[0]:
        yield table, played.actor, played.move
        match, ruling = table.match.act(played.actor, Declare(seat=played.actor, move=played.move, salt="0" * 32))
        assert ruling.upheld
        table = tables.Table(match)


@pytest.mark.parametrize(("seed", "options", "habits"), MATCHES)
def test_every_declaration_of_a_match_is_made_by_taps(seed: int, options: dict[str, Any], habits: Habits) -> None:
    for n, (table, actor, move) in enumerate(steps(seed, options, habits)):
        seat = who_taps(actor)
        _, declared = Thumb(table, seat, JA if n % 2 else EN).make(move)
        assert means(declared, whole(table, move)), (declared, move)


def whole(table: tables.Table, move: dict[str, Any]) -> dict[str, Any]:
    """Return what a phone declares: it settles at once all that is still open."""
    if move["type"] != "configure":
        return move
    options, first = table.view.options, table.view.first
    usual: dict[str, Any] = {} if first else {"first_player": "p1"}
    usual |= {} if options.consume_map else {"consume_map": "O_raids"}
    usual |= {} if options.nin_shi_range else {"nin_shi_range": "both_diagonals"}
    return usual | move


@pytest.mark.parametrize(("seed", "options", "habits"), MASTERED)
def test_a_game_master_answers_whatever_is_asked(seed: int, options: dict[str, Any], habits: Habits) -> None:
    for table, actor, move in steps(seed, options, habits):
        asked = [p.seat for p in table.match.prompts(GAME_MASTER) if p.must]
        for_all = move["type"] in ("configure", "deal_done") or options.get("depth") == "scores"
        seat = TABLE if for_all else actor
        if seat in asked and move["type"] != "enter_hand":
            ruled = replace(table, gm="referee")
            who, declared = Thumb(ruled, seat, EN, GAME_MASTER).make(move)
            assert who == seat
            assert means(declared, whole(table, move)), (declared, move)


def test_together_these_matches_declare_every_kind_of_move() -> None:
    made = {move["type"] for seed, options, habits in MATCHES for _, _, move in steps(seed, options, habits)}
    every = {each.__name__ for each in MOVE._type.__args__[0].__args__}
    assert {"".join(part.capitalize() for part in kind.split("_")) for kind in made} == every - {"WithdrawHand"}


def test_what_must_be_done_can_be_done_on_the_phone_that_is_asked() -> None:
    for table, _, _ in steps(*MATCHES[0]):
        for prompt in table.match.prompts(PUBLIC):
            if prompt.must:
                seat = "p1" if prompt.seat == TABLE else prompt.seat
                asked = Thumb(table, seat)
                assert asked.t("turn_of", name=asked.names[seat]) not in asked.screen.names
                assert asked.t("waiting") not in asked.screen.names
