"""What the audits found is shown after the end: one line when all is well, else every finding with its clause."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from companion.games.scorpion.after import audited, ended, words_of
from companion.games.table.frame import page
from companion.tables.views import Views
from companion.ui.theme import Look
from referee import scorpion
from referee.core.values import PUBLIC
from referee.scorpion.audits.guards import Finding
from referee.scorpion.audits.intruders import findings
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import Walk
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import EN, JA
from tests.players.scorpion.match import random_match
from tests.referee.scorpion.night import Night
from tests.referee.scorpion.test_audits import answer, card, guard_card, listen, recorded, seen, step
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press


def lines(*found: Finding, look: Look = EN) -> list[str]:
    night = Night().change(phase="ended")
    ctx = context(snap_of(night.state, PUBLIC, findings=found), Still(), look)
    return names(drawn(lambda: ft.Column(audited(ctx))))


def closed(night: Night) -> tuple[Finding, ...]:
    return findings(night.change(phase="ended").state)


def test_all_is_well_in_one_line() -> None:
    assert lines() == ["The audits found nothing against the rules."]


@pytest.mark.clause("SCORPION-12.2")
def test_a_finding_is_told_in_words_with_its_clause() -> None:
    near = recorded(listen(3, "c2"), seen(3, "patrol", "c2"))
    said = lines(*closed(near))
    wanted = "Turn 3: a listen in c2 was answered with nothing, though an intruder was within hearing."
    assert any(wanted in line for line in said)
    assert any("does not match" in line for line in said)
    assert "Clause 12.2" in said
    assert not any("nothing against the rules" in line for line in said)


def test_what_is_only_likely_says_so() -> None:
    about = {"intruder": "ninja", "zone": "c2", "turn": 3}
    maybe = Finding(audit="A13", clause="SCORPION-21.4", certainty="possible", open=False, about=about)
    assert any("may not match" in line and "stood unseen at c2" in line for line in lines(maybe))


def test_every_kind_of_finding_has_words_of_its_own_without_gaps() -> None:
    walk: dict[str, Any] = {"walks": (Walk(2, ("c2", PASSAGE), 1), Walk(3, (PASSAGE,), 0))}
    there_and_back = step(4, "g02", "c1", "c2", "patrol"), step(4, "g02", "c2", "c1", "patrol")
    records = [
        recorded(listen(3, "c2"), seen(3, "patrol", "c2")),
        recorded(listen(3, "c5", "heard")).set("ninja", **walk).set("traitor", **walk),
        recorded(seen(2, "patrol", "a1"), seen(3, "patrol", "c4")),
        recorded(seen(2, "patrol", "a3"), seen(3, "patrol", "a4")),
        recorded(seen(3, "patrol", "a1"), answer(3, "c4", "nothing")),
        recorded(answer(3, "a4", "A"), answer(4, "a4", "B"), answer(5, "b4", "A"), answer(6, "a3", "trap")),
        recorded((3, "intruders", "passage_entered", {"intruder": "ninja"}), *[card(3, "rope")] * 9),
        recorded(*[guard_card(3, "cards", "sentry_search")] * 3, *[guard_card(3, "patrol", "kenjutsu")] * 2),
        recorded(*[guard_card(3, "alert", "secret_passage")] * 30),
        recorded((3, "alert", "alert_phase", {"draw": 2}), (3, "cards", "card_phase", {})),
        recorded(*[step(3, "g01", "c1", "c2")] * 3, *there_and_back),
        recorded(*[(3, "cards", "guards_woke", {"unit": f"g{n}", "zone": "c3", "figures": 21}) for n in range(3)]),
        recorded(step(3, "g01", "c1", "c2"), (4, "cards", "entrance_found", {"zone": "c2", "entrances": 1})),
        recorded(seen(3, "patrol", "c2"), (3, "patrol", "lost_sight", {"intruder": "ninja"})),
        recorded((3, "intruders", "mission_accomplished", {"intruder": "ninja", "letter": "F"})),
        Night().set("ninja", start="b2"),
    ]  # fmt: skip
    every = {(f.audit, f.clause): f for night in records for f in closed(night)}
    assert {audit for audit, _ in every} == {f"A{n}" for n in range(1, 14)}
    assert len(every) >= 20
    night = Night().change(phase="ended")
    for look in (EN, JA):
        ctx = context(snap_of(night.state, PUBLIC), Still(), look)
        told = {key: words_of(ctx, found) for key, found in every.items()}
        for key, words in told.items():
            assert "finding" not in words, key
            assert not re.search(r"[{}]|_|None", words), (key, words)


def test_a_match_that_was_refereed_ends_with_nothing_found_and_every_phone_is_told() -> None:
    match = random_match(scorpion, 3, 3)  # type: ignore[arg-type]
    assert Views(match).findings() == ()
    begun = SimpleNamespace(game=match.game, state=match.steps[40].before, result=None)
    assert Views(begun).findings() == ()  # type: ignore[arg-type]
    for viewer in (PUBLIC, *(s.seat for s in match.seats)):
        snap = snap_of(match.state, viewer, screen="end", proof=(40, 40))
        ctx = context(snap, Still(), EN)
        assert "The audits found nothing against the rules." in names(drawn(lambda ctx=ctx: page(ctx, *ended(ctx))))


def test_findings_come_from_the_match_when_it_is_over() -> None:
    night = recorded(listen(3, "c2"), seen(3, "patrol", "c2"))
    over = SimpleNamespace(game=scorpion, state=night.change(phase="ended").state, result=object())
    assert "A1" in [f.audit for f in Views(over).findings()]  # type: ignore[arg-type]


def test_a_findings_clause_opens_its_text() -> None:
    still = Still()
    night = recorded(listen(3, "c2"), seen(3, "patrol", "c2"))
    ctx = context(snap_of(night.state, PUBLIC, findings=closed(night)[:1]), still, EN)
    press(drawn(lambda: ft.Column(audited(ctx))), "Clause 12.2")
    assert still.told == [("clause", ("SCORPION-12.2",), {})]
