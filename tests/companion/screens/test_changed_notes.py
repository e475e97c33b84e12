"""After the end everybody reads whose notes were changed, from what to what (METSUKE-6.3)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest

from companion.i18n import translator
from companion.screens.router import render
from companion.ui.theme import Look
from referee.check.mistyped import check_mistyped
from referee.check.player import any_match
from referee.core.games import game
from referee.core.journal import Match, begin
from referee.core.journal.noting_again import changed_notes
from referee.core.values import PUBLIC
from tests.companion.screens.stage import EN, JA
from tests.shots.scenes import Still
from tests.shots.tree import drawn, words
from tests.wire.eyes import Eyes

NOTING = ("scroll-trick", "shinobi-school", "giryaku", "shinobazu", "scorpion")
MATCHES = 60


@lru_cache
def mistyped(key: str) -> Match:
    """Return a match that has ended, of which a note was put right on the way."""
    for n in range(MATCHES):
        random = Random(n)
        match = check_mistyped(any_match(game(key), random, {}), random, 0.4).phones
        if match.result is not None and changed_notes(match):
            return match
    raise AssertionError(f"{key}: no note is put right in {MATCHES} matches")


@pytest.mark.clause("METSUKE-6.3")
@pytest.mark.parametrize("look", [EN, JA], ids=lambda look: look.lang)
@pytest.mark.parametrize("key", NOTING)
def test_whoever_looks_at_an_ended_match_reads_which_notes_were_changed(key: str, look: Look) -> None:
    match = mistyped(key)
    t, names = translator(look.lang), {s.seat: s.name for s in match.seats}
    eyes = Eyes(match)
    assert match.result is not None
    result = match.result.model_dump(mode="json")
    eyes.table.record = replace(eyes.table.record, status="ended", result=result)
    eyes.see(match)
    snap = eyes.shown(match.seats[0].seat, held=False, screen="end")
    shown = words(drawn(lambda: render(look, snap, Still())))
    assert t("table_screen.notes.all_changed") in shown
    told = changed_notes(match)
    assert [names[each.seat] for each in told] == [names[each.seat] for each in snap.changed]
    for one in snap.changed:
        assert one.was.keys() == one.now.keys() != set()
        assert str(one.line) in shown
    assert not [each for each in shown if "{" in each or "None" in each]



def test_nothing_of_it_is_told_while_a_match_runs() -> None:
    ended = mistyped("giryaku")
    match = begin(ended.game, ended.options.model_dump(mode="json"), ended.seats)
    for entry in ended.entries[: changed_notes(ended)[0].number]:
        match, _ = match.act(entry.actor, entry.act)
    assert match.result is None
    assert match.entries[-1].act.type == "note_again"
    eyes = Eyes(match)
    eyes.see(match)
    for viewer in (PUBLIC, *(s.seat for s in match.seats)):
        for held in (False, True):
            assert eyes.shown(viewer, held=held).changed == ()
