"""Whole matches in words: whatever a referee tells or asks, nobody reads an id, a key or a number of the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.ui.words import say
from referee.core.games import GAMES
from referee.core.values import GAME_MASTER, Ruling, Seat
from tests.companion.screens.stage import EN, JA
from tests.players import giryaku, scroll_trick, shinobazu, shinobi_school
from tests.players.people import seated
from tests.players.scorpion import match as scorpion

SEEDS = range(3)
PEOPLE = ("アキ", "ベン", "チエ", "ダイ", "エミ")
RAW = re.compile(r"\b[a-z]+_[a-z_]+|\b[a-z_]+\.[a-z_]+\b|[{}]|\b[pg]\d+\b|\[|\]")
Turn = tuple[Any, Ruling]
"""The state before a declaration, and its ruling."""


def of_scroll_trick(seed: int, depth: str) -> tuple[tuple[Seat, ...], Iterator[Turn]]:
    count, random = 2 + seed % 4, Random(seed)
    played, _, _ = scroll_trick.playing(seed, count, scroll_trick.any_options(random, count, depth))
    return scroll_trick.seated(count), ((p.before, p.ruling) for p in played)


def of_shinobi_school(seed: int, depth: str) -> tuple[tuple[Seat, ...], Iterator[Turn]]:
    count = 3 + seed % 3
    played, _, _ = shinobi_school.playing(seed, count, shinobi_school.any_options(Random(seed), depth))
    return shinobi_school.seated(count), ((p.before, p.ruling) for p in played)


def of_giryaku(seed: int, depth: str) -> tuple[tuple[Seat, ...], Iterator[Turn]]:
    played, _, _ = giryaku.playing(seed, giryaku.any_options(Random(seed), depth))
    return seated(), ((p.before, p.ruling) for p in played)


def of_shinobazu(seed: int, depth: str) -> tuple[tuple[Seat, ...], Iterator[Turn]]:
    count = 3 + seed % 3
    played, _, _ = shinobazu.playing(seed, count, shinobazu.any_options(Random(seed), depth))
    return shinobazu.seated(count), ((p.before, p.ruling) for p in played)


def of_scorpion(seed: int, depth: str) -> tuple[tuple[Seat, ...], Iterator[Turn]]:
    players = 2 + seed % 3
    options = scorpion.any_options(Random(seed), players) | {"depth": depth}
    return scorpion.seated(players), ((one.before, one.ruling) for one in scorpion.judged(seed, players, options))


MATCHES: dict[str, Callable[[int, str], tuple[tuple[Seat, ...], Iterator[Turn]]]] = {
    "scroll-trick": of_scroll_trick,
    "shinobi-school": of_shinobi_school,
    "giryaku": of_giryaku,
    "shinobazu": of_shinobazu,
    "scorpion": of_scorpion,
}


def said(game: str, seed: int, depth: str) -> Iterator[tuple[Snapshot, str, Any]]:
    """Yield every message of a match with its parameters."""
    seats, turns = MATCHES[game](seed, depth)
    infos = tuple(SeatInfo(seat.seat, name) for seat, name in zip(seats, PEOPLE, strict=False))
    snap = Snapshot("play", match=MatchInfo("code", game, depth, {}, "running", infos))
    for before, ruling in turns:
        yield snap, ruling.reason, ruling.params
        for notice in ruling.notices:
            yield snap, notice.message, notice.params
        for prompt in GAMES[game].prompts(before, GAME_MASTER):
            yield snap, prompt.ask, prompt.params


@pytest.mark.parametrize("depth", ["plays", "scores"])
@pytest.mark.parametrize("game", list(MATCHES))
def test_whatever_a_match_says_is_in_words(game: str, depth: str) -> None:
    read = 0
    for seed in SEEDS:
        for snap, key, params in said(game, seed, depth):
            english, japanese = say(EN, snap, key, params), say(JA, snap, key, params)
            assert english != key, key
            assert not RAW.search(english), (key, params, english)
            assert not re.search("[a-z]", japanese), (key, params, japanese)
            assert not RAW.search(japanese), (key, params, japanese)
            read += 1
    assert read > 30


@pytest.mark.parametrize(
    ("key", "params", "english", "japanese"),
    [
        ("scroll_trick.shadow_played", {"card": "B 4"}, "The shadow plays Water 4.", "影が水の4を出しました。"),
        ("scroll_trick.trump", {"seat": "shadow", "kind": "E"}, "the shadow chooses Moon as trump.", "影"),
        ("scroll_trick.shadow_played", {"card": "Crow 4"}, "The shadow plays Crow 4.", "Crow"),
        ("giryaku.placed", {"seat": "p1", "card": "N", "cell": "2U"}, "アキ places 忍 N on upper 2.", "忍 N"),
        (
            "giryaku.claimed",
            {"seat": "p1", "pair": "SO", "column": 3},
            "claims 侍 S × 師 O in",
            "侍 S × 師 O",
        ),
        ("scorpion.alert_fell", {"before": 3, "after": 2}, "The alert falls from high to medium.", "中"),
        ("scorpion.drawn_kinds", {"cards": {"awaken": 2, "rope": 1}}, "Awaken ×2 and Rope ×1", "×2"),
        ("scorpion.search_answered", {"zone": "S7", "found": "A"}, "S7: A.", "A"),
        ("scorpion.search_answered", {"zone": "S7", "found": "trap"}, "S7: trap.", "罠"),
        ("scorpion.guards_stopped", {"unit": "g01+g12", "zone": "S7"}, "Patrol 1+12 stops in S7.", "見回り1+12"),
        (
            "scorpion.guards_stopped",
            {"unit": "g04", "zone": "passage"},
            "in the secret passage.",
            "護衛4",
        ),
        ("scorpion.board_loaded", {"board": "nijo"}, "The board is Nijō by Night.", "二条城夜図"),
        ("scorpion.in_range", {"unit": "g04", "zone": "S7", "intruders": []}, ": nobody.", "なし"),
        ("scorpion.side_ready", {"side": "guards"}, "Ready: guards.", "護衛"),
    ],
)
def test_each_games_own_terms_have_words(key: str, params: dict[str, Any], english: str, japanese: str) -> None:
    game = key.partition(".")[0].replace("_", "-")
    seats = (SeatInfo("p1", "アキ"), SeatInfo("guards", "ベン"))
    snap = Snapshot("play", match=MatchInfo("code", game, "plays", {}, "running", seats))
    assert english in say(EN, snap, key, params)
    assert japanese in say(JA, snap, key, params)


def test_an_empty_list_of_things_is_none_and_not_nobody() -> None:
    snap = Snapshot("play", match=MatchInfo("code", "scroll-trick", "plays", {}, "running", ()))
    assert "none" in say(EN, snap, "scroll_trick.finding.capacity", {"kinds": [], "suspects": ["p1"]})
    assert "nobody" in say(EN, snap, "scroll_trick.finding.capacity", {"kinds": ["A"], "suspects": []})
