"""What lies over a screen: refusals, messages, proposals; one at a time."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest

from companion.contract.snapshot import RewrittenPast, Snapshot
from companion.games.table.context import Context, Ctx, Pick, PickStore
from companion.games.table.end import end_dock, outcome_head, proof_line, ranking
from companion.screens.lost import REWRITTEN
from companion.screens.router import render
from companion.ui.overlays import overlays, proposal, refusal_dock, sentences
from referee.core.values import Place, Prompt, Refused, Result, Ruling
from tests.companion.screens.stage import EN, Shown, shown
from tests.shots.scenes import Still
from tests.shots.scenes_shell import playing, refusal
from tests.shots.scenes_shell import proposal as proposed
from tests.shots.tree import spoken, usable

HIDDEN = Ruling.refusal(Refused("SHINOBAZU-4.4", "shinobazu.must_follow", private=True, colour="red", cards=["red 5"]))


def test_a_refusal_says_why_and_its_clause_and_a_way_round() -> None:
    screen, actions = shown(refusal("en"))
    assert "Chie already has a card of this round in front. Nobody gets a second one." in screen.words
    screen.tap("Clause SHINOBAZU-3.4")
    screen.tap(EN.t("kit.overrule"))
    assert actions.told == [
        ("clause", ("SHINOBAZU-3.4",), {}),
        ("house_ruling", (), {"move": {"type": "lay", "to": "p3"}}),
    ]


def test_a_game_adds_what_was_declared_and_what_to_do_instead() -> None:
    actions = Still()

    def draw() -> ft.Control:
        instead = (ft.Icons.PERSON_SHARP, "Lay it in front of yourself", "then fight or pass", actions.secrets.touch)
        found = overlays(EN, refusal("en"), actions, declared="A card in front of Chie", insteads=(instead,))
        assert found is not None
        return found

    sheet = Shown(draw)
    assert "A card in front of Chie" in sheet.words
    sheet.tap("Lay it in front of yourself. then fight or pass")
    assert actions.told == [("touch", (), {})]


def test_what_no_house_ruling_can_lift_offers_none() -> None:
    firm = Ruling.refusal(Refused("METSUKE-1.4", "table.unreadable", firm=True, field="card"))
    assert EN.t("kit.overrule") not in shown(playing("en", refusal=firm, refused_move={}))[0].words


def test_a_refusal_that_rests_on_a_secret_is_not_told_while_the_cover_is_closed() -> None:
    screen, _ = shown(playing("en", refusal=HIDDEN, refused_move={"type": "lay", "to": "p1", "card": "blue 1"}, log=()))
    said = "\n".join([screen.words, *screen.names])
    assert EN.t("app.refused_privately").partition(". ")[0] in said
    for secret in ("red 5", "blue 1", "lead colour", "4.4", "follow"):
        assert secret not in said
    opened, _ = shown(playing("en", refusal=HIDDEN, held="held", log=()))
    assert "red 5" in opened.words


def test_the_dock_below_a_refusal_says_that_it_is_still_my_turn() -> None:
    actions = Still()
    turn = replace(refusal("en"), prompts=(Prompt(seat="p1", ask="shinobazu.ask.lay"),))
    docked = Shown(lambda: refusal_dock(EN, turn, actions) or ft.Text())
    assert "Still your turn" in docked.words
    docked.tap("Choose again")
    docked.tap("Rule")
    assert actions.told == [("dismiss", (), {}), ("clause", ("SHINOBAZU-3.4",), {})]


def test_the_dock_below_a_private_refusal_names_no_clause_while_covered() -> None:
    docked = Shown(lambda: refusal_dock(EN, playing("en", refusal=HIDDEN), Still()) or ft.Text())
    assert "Rule" not in docked.words
    assert refusal_dock(EN, playing("en"), Still()) is None


def test_a_house_ruling_asks_with_two_answers_of_the_same_weight() -> None:
    screen, actions = shown(proposed("en"))
    assert "Ben asks the table" in screen.words
    assert "Note: Chie took it back" in screen.words
    answers = [each for each in usable(screen.tree) if spoken(each) in ("Agree", "Keep the ruling")]
    assert len({type(each) for each in answers}) == 1
    assert len({repr(getattr(each, "style", None)) for each in answers}) == 1
    screen.tap("Agree")
    screen.tap("Keep the ruling")
    assert actions.told == [("consent", (True,), {}), ("consent", (False,), {})]


def test_points_that_shall_stand_are_named() -> None:
    params = {"actor": "p2", "seat": "p2", "move": None, "adjust": {"points": {"p3": 2, "p4": 1}}, "note": ""}
    asked = playing("en", prompts=(Prompt(seat="p1", ask="table.consent", params=params),))
    assert "Chie 2 and Dai 1" in shown(asked)[0].words


def test_only_a_seat_that_is_asked_sees_the_question() -> None:
    params = {"actor": "p1", "seat": "p1", "move": None, "adjust": None, "note": ""}
    others = (Prompt(seat="p2", ask="table.consent", params=params),)
    assert proposal(playing("en", prompts=others)) is None
    mine = (Prompt(seat="p1", ask="table.consent", params=params),)
    assert proposal(playing("en", prompts=mine, role="display")) is None
    assert proposal(playing("en", prompts=mine, curtain="p1")) is None
    assert proposal(playing("en", prompts=mine)) is not None


def test_the_clause_that_is_read_lies_over_the_refusal() -> None:
    screen, _ = shown(replace(refusal("en"), clause="SHINOBAZU-3.4"))
    assert EN.t("kit.refused") not in screen.words


def test_a_message_is_a_title_and_the_rest() -> None:
    assert sentences("It is so. Do that.") == ("It is so.", "Do that.")
    assert sentences("It is so.") == ("It is so.", "")
    assert sentences("こうです。ああしてください") == ("こうです", "ああしてください")


# The end


RESULT = Result(
    winners=("p2", "p3"),
    ranking=(
        Place(seat="p1", place=3, points=5),
        Place(seat="p2", place=1, points=0),
        Place(seat="p3", place=1, points=0),
    ),
    reason="shinobazu.fewest_points",
    clause="SHINOBAZU-9.8",
)


def ended(**changes: object) -> Snapshot:
    """Return a match that has ended."""
    return playing("en", screen="end", proof=(40, 40), my_seats=("p1",), **changes)


def at(snap: Snapshot, actions: Still) -> Ctx:
    """Return what a screen of that snapshot is drawn from."""
    return Context(EN, snap, actions, Pick(), PickStore(lambda _: None))  # type: ignore[arg-type]


def test_the_end_names_the_winners_and_the_ranking() -> None:
    head = Shown(lambda: outcome_head(EN, ended(), RESULT))
    assert "Ben and Chie share the win. Fewest points win." in head.names
    alone = Shown(lambda: outcome_head(EN, ended(), RESULT.model_copy(update={"winners": ("p2",)})))
    assert "Ben wins" in alone.words
    places = Shown(lambda: ranking(EN, ended(), RESULT))
    assert [n for n in places.names if "points" in n] == ["1. Ben, 0 points", "1. Chie, 0 points", "3. Aki, 5 points"]


def test_the_end_proves_exports_and_begins_again() -> None:
    actions = Still()
    docked = Shown(lambda: end_dock(at(ended(), actions)))
    assert "40 of 40 locked moves match" in docked.words
    docked.tap("Export")
    docked.tap("Play again")
    assert actions.told == [("open", (), {}), ("rematch", ("p2",), {})]


def test_a_proof_that_fails_says_so() -> None:
    docked = Shown(lambda: end_dock(at(replace(ended(), proof=(38, 40)), Still())))
    assert "38 of 40 locked moves match" in docked.words
    assert EN.t("app.end.ask_broken") in docked.words
    assert proof_line(EN, replace(ended(), proof=(0, 0))) == EN.t("app.end.proof_none")


def test_only_a_phone_that_has_followed_the_journal_says_that_nobody_rewrote_it() -> None:
    stranger = Shown(lambda: end_dock(at(ended(), Still())))
    assert EN.t("app.end.ask") in stranger.words
    followed = Shown(lambda: end_dock(at(ended(followed=(3, 83)), Still())))
    assert "Nobody rewrote entries 3 to 83. Play again?" in followed.words
    changed = Shown(lambda: end_dock(at(ended(followed=(3, 83), rewritten=RewrittenPast("changed", 7, 9)), Still())))
    assert EN.t("app.end.ask_rewritten") in changed.words
    assert EN.t("app.end.to_log") in changed.names
    assert EN.t("app.end.again") not in changed.names
    onlooker = Shown(lambda: end_dock(at(ended(role="display"), Still())))
    assert "Nobody rewrote" not in onlooker.words
    follower = Shown(lambda: end_dock(at(ended(role="display", followed=(1, 83)), Still())))
    assert "Nobody rewrote entries 1 to 83." in follower.words


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (RewrittenPast("changed", 5, 5), "Entry 5 is the first that is not what this phone saw."),
        (RewrittenPast("changed", 5, 8), "The first that is not what this phone saw is among entries 5 to 8."),
        (RewrittenPast("changed", 4, 4, secret=True), "What was locked after entry 4 is not what this phone saw."),
        (RewrittenPast("changed", 0, 0, secret=True), "What was locked before entry 1 is not what this phone saw."),
        (
            RewrittenPast("shorter", 9, 9, at="21:14"),
            "Entry 9 is missing. It was there before. At 21:14 all was as it had been.",
        ),
        (RewrittenPast("begun"), "Game, options or seats are not those that it was played with."),
        (RewrittenPast("result"), "What is shown here is what the log comes to."),
        (RewrittenPast("names"), "A name was deleted or tidied on the host, or somebody has exchanged names."),
        (
            RewrittenPast("file", 3, 3),
            "Entry 3 is the first that was changed there. What the phones show is what was played.",
        ),
    ],
)
def test_what_was_rewritten_stands_over_every_screen_of_a_match(found: RewrittenPast, words: str) -> None:
    for screen, tap, told in (("lobby", "Log", ("go", ("log",), {})), ("log", "Follow it from here on", None)):
        actions = Still()
        shown = Shown(lambda s=screen, a=actions: render(EN, playing("en", screen=s, rewritten=found), a))
        assert words in shown.words
        shown.tap(tap)
        assert actions.told == [told or ("follow_anew", (), {})]
    lost = Snapshot("lost", notice=REWRITTEN, notice_params={"found": found})
    assert words in Shown(lambda: render(EN, lost, Still())).words


def test_an_onlooker_is_not_asked_to_play_again() -> None:
    docked = Shown(lambda: end_dock(at(ended(role="display"), Still())))
    assert "Play again" not in docked.words
