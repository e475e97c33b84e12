"""The sheet of what I noted: each part with what it could say, and one button that notes it again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.contract.snapshot import OwnNote, Snapshot
from companion.games.scorpion.facts import terms
from companion.games.table.notes import label_of
from companion.ui.theme import make_look
from companion.ui.words import word
from referee.core.games import game
from referee.core.journal.noting_again import Mending, Part
from referee.core.offers import offer
from referee.core.values import Prompt, Refused, Ruling
from tests.companion.games.giryaku import tables
from tests.companion.games.shinobazu import tables as shinobazu
from tests.companion.screens.stage import EN, shown
from tests.own_games import OWN_GAMES
from tests.referee.core.journal.test_noting_again import noting_kinds

HAND = {"type": "enter_hand", "cards": ["S", "N"]}


def test_a_part_is_tapped_then_what_it_is_and_the_note_says_so() -> None:
    parts = tuple(Part(("cards", n), card, ("S", "N", "O")) for n, card in enumerate("SN"))
    snap = tables.opened().snap("p1", "kept")
    note = OwnNote(7, HAND, {"cards": ["S", "N"]}, parts)
    screen, actions = shown(replace(snap, notes=(note,), noting=7))
    screen.tap(EN.t("table_screen.notes.wrong"))
    assert actions.told[-1] == ("notes", (0,), {})
    screen.tap(EN.t("table_screen.notes.is_wrong", what=EN.t("words.giryaku.N")))
    screen.tap(EN.t("table_screen.notes.is", what=EN.t("words.giryaku.O")))
    screen.tap(EN.t("table_screen.notes.again"))
    assert actions.told[-1] == ("note_again", (7, {**HAND, "cards": ["S", "O"]}, False), {})


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("key", OWN_GAMES)
def test_every_field_that_a_note_or_an_entry_may_have_has_its_words(key: str, lang: str) -> None:
    schema, look = game(key).MOVE.json_schema(), make_look(lang)
    snap = of_game(tables.opened().snap("p1"), key)
    for kind, at in schema["discriminator"]["mapping"].items():
        for field in schema["$defs"][at.rpartition("/")[2]]["properties"]:
            assert field in WITHOUT_PARTS or label_of(look, snap, kind, field), (kind, field)


@pytest.mark.parametrize("key", [key for key in OWN_GAMES if key != "shinobazu"])
def test_every_secret_note_has_its_words(key: str) -> None:
    for kind in noting_kinds(key):
        if game(key).may_be_secret(kind) and kind != "place":
            assert EN.t.has(f"{key.replace('-', '_')}.screen.what.{kind}"), kind


def test_cards_that_are_counted_by_kind_are_called_by_their_names() -> None:
    ja = make_look("ja")
    assert word(ja, {}, "sword", {"awaken": 4}, terms) == f"{ja.t('scorpion.card.awaken')} 4"


WITHOUT_PARTS = frozenset({"type", "options", "board", "roles", "steps", "searches", "move"})
"""Fields of which nothing is changed part by part."""


def of_game(snap: Snapshot, key: str) -> Snapshot:
    assert snap.match is not None
    return replace(snap, match=replace(snap.match, game=key))


def test_covered_it_shows_nothing_of_what_was_noted() -> None:
    screen, actions = shown(tables.opened().snap("p1"))
    assert EN.t("table_screen.notes.wrong") not in screen.names
    screen.tap(EN.t("kit.more"))
    screen.tap(next(name for name in screen.names if name.startswith(EN.t("table_screen.notes.wrong"))))
    assert EN.t("table_screen.notes.covered") in screen.words
    screen.tap(EN.t("table_screen.notes.open"))
    assert ("keep", (), {}) in actions.told


def refused(snap: Snapshot, reason: str, line: int, *mendings: Mending) -> Snapshot:
    ruling = Ruling.refusal(Refused("METSUKE-6.2", reason, private=True, firm=True, number=7, line=line, seat="p2"))
    return replace(snap, refusal=ruling, refused_move=HAND, mendings=mendings)


def test_a_refusal_that_rests_on_a_note_has_three_ways_out() -> None:
    snap = refused(tables.opened().snap("p1", "kept"), "giryaku.not_in_hand", 0, Mending(7, {"cards": ["S", "N"]}, ()))
    screen, actions = shown(snap)
    assert any(name.startswith(EN.t("table_screen.notes.again")) for name in screen.names)
    screen.tap(next(n for n in screen.names if n.startswith(EN.t("table_screen.notes.back", n=7))))
    assert actions.told[-1] == ("correct_together", (7, None), {"onward": True})
    snap = shinobazu.my_turn().snap("p1", "kept")
    screen, actions = shown(refused(snap, "shinobazu.not_in_hand", 0, Mending(3, {"cards": ["red 5"]}, ())))
    screen.tap(next(n for n in screen.names if n.startswith(EN.t("table_screen.notes.unchecked"))))
    assert actions.told[-1] == ("declare", ({"type": "withdraw_hand"},), {})


def test_a_note_that_is_at_odds_with_what_came_later_is_corrected_together_or_gone_back_behind() -> None:
    screen, actions = shown(refused(tables.opened().snap("p1", "kept"), "table.note_at_odds", 9))
    screen.tap(next(n for n in screen.names if n.startswith(EN.t("table_screen.notes.together"))))
    assert actions.told[-1] == ("correct_together", (7, HAND), {})
    screen.tap(next(n for n in screen.names if n.startswith(EN.t("table_screen.notes.back", n=9))))
    assert actions.told[-1] == ("correct_together", (9, None), {"onward": True})


def test_a_refusal_that_rests_on_the_box_is_played_on_without_that_check() -> None:
    snap = tables.opened().snap("p1", "kept")
    refused_so = Ruling.refusal(Refused("GIRYAKU-2.2", "giryaku.two_extra_cards", seat="p1"))
    may = Prompt(seat="p1", ask="giryaku.ask.withdraw_hand", must=False, offers=(offer("withdraw_hand"),))
    move = {"type": "place", "col": 3, "card": "N"}
    for prompts, there in ((snap.prompts, False), ((*snap.prompts, may), True)):
        screen, actions = shown(replace(snap, prompts=prompts, refusal=refused_so, refused_move=move))
        unchecked = [n for n in screen.names if n.startswith(EN.t("table_screen.notes.unchecked"))]
        assert bool(unchecked) == there
    screen.tap(unchecked[0])
    assert actions.told[-1] == ("declare", ({"type": "withdraw_hand"},), {})
