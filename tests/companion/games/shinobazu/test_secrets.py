"""What a phone of Shinobazu holds while it is covered, and while it is open: everything in its tree is read."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import flet as ft
import flet.canvas as cv
import pytest

from companion.games.shinobazu.cards import SUITS
from companion.games.shinobazu.facts import card as in_words
from companion.games.shinobazu.screen import table
from companion.ui.theme import make_look
from referee import shinobazu as game
from referee.core import journal
from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, PUBLIC
from referee.shinobazu.cards import CARDS
from tests.companion.games.shinobazu import tables
from tests.companion.screens.stage import EN, JA
from tests.players.people import seated
from tests.players.shinobazu import HONEST, OPEN, playing
from tests.shots.scenes import Still
from tests.shots.tree import drawn, held_in, names, words

SPOKEN = {in_words(look, card): card for look in (EN, JA) for card in CARDS} | {card: card for card in CARDS}
PATTERNS = [(re.compile(rf"{re.escape(spoken)}(?!\d)"), card) for spoken, card in SPOKEN.items()]
COLOUR_OF_FILL = {fill.upper(): colour for colour, fill in SUITS.items()}


def texts(tree: list[ft.BaseControl]) -> set[str]:
    """Every text in a tree, of handlers too."""
    return {each for each in held_in(tree) if isinstance(each, str)}


def cards_in(tree: list[ft.BaseControl]) -> set[str]:
    """The cards that a tree shows, speaks, or holds in an attribute or a handler."""
    found = set()
    for said in texts(tree):
        found |= {card for pattern, card in PATTERNS if pattern.search(said)}
    for each in tree:
        if isinstance(each, ft.Container) and isinstance(each.content, cv.Canvas):
            fill = str(each.bgcolor or "").split(",")[0].upper()
            figures = [s.value for s in each.content.shapes if isinstance(s, cv.Text)]
            if fill in COLOUR_OF_FILL and figures:
                found.add(f"{COLOUR_OF_FILL[fill]} {str(figures[0]).replace('−', '-')}")
    return found


def public_cards(view: Any) -> set[str]:
    """The cards that everybody has seen and may remember from what lies on the table or was announced."""
    known = set(view.discards)
    for seat in view.seats:
        known |= {f.card for f in seat.front if f.card} | set(seat.returned) | set(seat.shown_hand or ())
    for battle in (view.battle, view.duel):
        known |= {card for row in battle.rows for card in row.cards} if battle else set()
    for found in view.findings:
        known |= {found.card} | ({found.proving} if found.proving else set())
    return known


def screen(snap: Any, look: Any = EN) -> list[ft.BaseControl]:
    """The tree of a snapshot."""
    actions = Still()
    return drawn(lambda: table(look, snap, actions))


def matches(seed: int, count: int, habits: Any) -> Iterator[tables.Table]:
    """The table after each declaration of a random match."""
    made, _, _ = playing(seed, count, None, habits)
    match = journal.begin(game, {}, seated(count))  # type: ignore[arg-type]
    for played in made:
        actor = played.actor
        match, ruling = match.act(actor, Declare(seat=actor, move=played.move, salt="0" * 32))
        assert ruling.upheld
        yield tables.Table(match)


@pytest.mark.parametrize(("seed", "count", "habits"), [(1, 3, OPEN), (2, 4, OPEN), (3, 5, OPEN), (4, 4, HONEST)])
def test_a_covered_phone_holds_no_card_that_not_everybody_has_seen(seed: int, count: int, habits: Any) -> None:
    for n, now in enumerate(matches(seed, count, habits)):
        if now.match.result is not None or n % 3:
            continue
        known = public_cards(now.view)
        # Everybody's phone at each point would take long; each seat has its turn, and the display its own.
        for viewer in (f"p{n // 3 % count + 1}", GAME_MASTER if n % 2 else PUBLIC):
            held = cards_in(screen(now.snap(viewer), JA if n % 2 else EN))
            assert held <= known, (viewer, held - known, now.view.phase)


@pytest.mark.parametrize(("seed", "count"), [(5, 4), (6, 5)])
def test_an_open_phone_holds_its_own_cards_and_no_other_seats(seed: int, count: int) -> None:
    looked = 0
    for n, now in enumerate(matches(seed, count, OPEN)):
        viewer = f"p{n % count + 1}"
        snap = now.snap(viewer, "held")
        if now.match.result is not None or not snap.view.private or n % 3 == 0:
            continue
        own = snap.view.private[0]
        mine = set(own.hand or ()) | {laid.card for laid in own.laid} | set(own.gone)
        held = cards_in(screen(snap))
        if own.hand is not None and now.view.phase == "turns":
            assert set(own.hand) <= held
            looked += 1
        if own.hand is not None:
            assert held <= public_cards(now.view) | mine, (viewer, held)
    assert looked > 10


def test_what_is_tapped_while_entering_leaves_with_the_cover() -> None:
    now = tables.begun()
    tapped = ("red 1", "blue 4")
    assert set(tapped) <= cards_in(screen(now.snap("p1", "kept", entering=tapped)))
    assert cards_in(screen(now.snap("p1", "covered"))) == set()


def test_the_picker_of_an_open_card_marks_nothing_of_my_hand() -> None:
    """It lies face up among all: only what everybody knows to be elsewhere is struck through."""
    from companion.games.shinobazu.facts import elsewhere

    now = tables.my_turn()
    covered, opened = now.snap("p1").view, now.snap("p1", "held").view
    assert elsewhere(covered, "p1") == elsewhere(opened, "p1")
    assert not set(elsewhere(opened, "p2")) & {"red 1", "blue 4"}


def test_a_cover_looks_the_same_whatever_it_covers() -> None:
    def back_of(*hand: str) -> list[str]:
        now = tables.begun().says("p1", "enter_hand", cards=list(hand))
        return sorted(texts(screen(now.snap("p1"))))

    assert back_of("red 5", "blue 2", "black -3") == back_of("blue 1", "blue 4", "blue 5")


def test_a_covered_phone_tells_nothing_of_a_private_refusal() -> None:
    now = tables.my_turn().tries("p1", "lay", to="p1", card="blue 4", declare="pass")
    assert now.refusal.private
    told = dataclasses.replace(now.snap("p1"), refusal=now.refusal, refused_move=now.refused_move)
    for snap in (now.snap("p1"), told):
        tree = screen(snap)
        assert not any("4.4" in said or "hold the lead" in said for said in (*words(tree), *names(tree)))
    assert "SHINOBAZU-4.4" in words(screen(now.snap("p1", "kept")))
    # While the finger is down nothing may lie over the pad: the reason stands on it.
    held = words(screen(now.snap("p1", "held")))
    assert "Refused: 4.4" in held
    assert "SHINOBAZU-4.4" not in held


def test_a_public_display_never_shows_a_face_down_card() -> None:
    now = tables.my_turn()
    assert cards_in(screen(now.snap(PUBLIC))) == {"blue 2"}
    wide = cards_in(screen(now.snap(PUBLIC), make_look(shape="tablet")))
    assert wide == {"blue 2"} | set(now.view.discards)


def test_the_game_master_sees_every_hand_only_while_open() -> None:
    now = tables.my_turn()
    hands = {"red 1", "blue 4", "black -3", "black 5", "black 4", "blue 1", "red 5", "black 1"}
    assert hands <= cards_in(screen(now.snap(GAME_MASTER, "kept")))
    assert not hands & cards_in(screen(now.snap(GAME_MASTER)))
