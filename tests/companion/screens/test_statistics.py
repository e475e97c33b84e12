"""The pages of people and games, the archive, and what can be taken away of a match."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest

from companion.contract.snapshot import PlayerStat, Snapshot
from companion.contract.statistics import ArchivePage, OwnerPage, PersonPage
from companion.screens.statistics.owner import pairing
from companion.screens.statistics.person import alike, tidy_sheet
from companion.ui import act
from companion.ui.base import about_wide
from companion.ui.phrases import on_day
from companion.ui.theme import Look, make_look
from tests.companion.screens.stage import EN, JA, Shown, shown, type_into
from tests.shots.scenes import Still
from tests.shots.scenes_shell import LONG, history, lobby
from tests.shots.scenes_statistics import (
    BRINGING,
    LINK,
    REFUSED,
    STRANGER,
    both,
    game,
    kept,
    owner,
    person,
    scorpion_game,
    statistics,
)
from tests.shots.tree import usable


def page(**changes: object) -> Snapshot:
    snap = person("en")
    assert isinstance(snap.page, PersonPage)
    return replace(snap, page=replace(snap.page, **changes))  # type: ignore[arg-type]


def test_what_was_stands_beside_what_chance_would_have_given() -> None:
    names = shown(person("en"))[0].names
    assert "55% wins, 17 of 31" in names
    assert "+9.2 over chance (7.8)" in names
    assert "4 won in a row, 6 at most" in names
    assert any("17 wins in 31 matches, where chance would have given 7.8." in name for name in names)


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_a_long_name_has_the_lines_it_needs_in_the_head_in_lists_and_among_seats(look: Look, scale: float) -> None:
    larger = make_look(look.lang, scale=scale)
    long = [name for name in LONG[look.lang] if about_wide(name) > 200]
    assert long
    for snap in (person(look.lang, long=True), history(look.lang), lobby(look.lang, "here", "free", "gone", long=True)):
        texts = [each for each in shown(snap, larger)[0].tree if isinstance(each, ft.Text)]
        named = [each for each in texts if each.value and any(name in each.value for name in long)]
        assert named
        assert all(each.max_lines is None or each.max_lines > 1 for each in named), snap.screen


def test_days_and_months_are_said_as_the_language_writes_them() -> None:
    assert [on_day(look, "2026-05-03") for look in (EN, JA)] == ["3 May 2026", "2026年5月3日"]
    assert [on_day(look, "2026-05-03", short=True) for look in (EN, JA)] == ["3 May", "5月3日"]
    assert [on_day(look, "2026-11") for look in (EN, JA)] == ["Nov 2026", "2026年11月"]
    assert [on_day(look, "2026-11", short=True) for look in (EN, JA)] == ["Nov", "11月"]


def test_no_share_is_without_its_sample() -> None:
    said = "\n".join(shown(person("en"))[0].names)
    assert "Ninja, 60% (3 of 5)" in said
    assert "mission C: 1 of 2, mission E: 2 of 3" in said
    assert "2 players: 1 of 2, 3 players: 2 of 3" in said
    assert "in 19 matches in which that is looked for" in said
    for line in shown(person("en"))[0].names:
        assert "%" not in line or "of" in line or "比" in line


def test_somebody_one_has_played_against_opens_with_a_tap() -> None:
    screen, actions = shown(person("en"))
    screen.tap("Aki: 15 won, 9 lost, 2 shared")
    screen.tap("Show only Scorpion Clan")
    assert actions.told == [
        ("go", ("person",), {"id": "0"}),
        ("go", ("person",), {"id": "2", "game": "scorpion"}),
    ]


def test_a_player_of_the_history_opens_with_a_tap() -> None:
    screen, actions = shown(history("en", players=(PlayerStat("Chie", 13, 31, id=7),), game="shinobazu"))
    screen.tap("Chie, 42%, of 31")
    screen.tap("Figures of Shinobazu")
    screen.tap("Export and import")
    assert actions.told == [
        ("go", ("person",), {"id": "7", "game": "shinobazu"}),
        ("go", ("game",), {"game": "shinobazu"}),
        ("go", ("archive",), {}),
    ]


@pytest.mark.parametrize(
    ("taps", "told"),
    [
        (("Two spellings, one person", "Ben", "Merge"), ("merge", (2, 1), {})),
        (("Leave out, No page and no line. Matches count for the others.",), ("leave_out", (2, True), {})),
        (("Delete the name, Their seats stay, as a player’s", "Go on", "Delete the name"), ("forget", (2,), {})),
    ],
)
def test_tidying_up_is_a_sheet_that_asks_before_what_is_hard_to_undo_and_twice_before_a_name_is_deleted(
    taps: tuple[str, ...], told: tuple[object, ...]
) -> None:
    screen, actions = shown(person("en"))
    screen.tap("Rename, merge")
    for n, name in enumerate(taps):
        assert not actions.told, n
        screen.tap(name)
    assert actions.told == [told]
    assert "Two spellings, one person" not in screen.names


def test_another_name_is_typed_and_kept() -> None:
    actions, steps = Still(), list[str]()
    sheet = Shown(lambda: tidy_sheet(EN, actions, 2, "Chie", False, (), "rename", act(steps.append)))
    with pytest.raises(LookupError):
        sheet.tap("Rename")
    type_into(sheet.tree, "Chieko")
    sheet.again()
    sheet.tap("Rename")
    assert actions.told == [("rename", (2, "Chieko"), {})]
    assert steps == [""]


def test_a_phone_that_is_not_the_owners_is_shown_the_way_to_the_code() -> None:
    screen, actions = shown(page(owner=False, others=()))
    screen.tap("Rename, merge")
    assert "Two spellings, one person" not in screen.names
    assert actions.told == [("go", ("owner",), {})]


def test_the_most_similar_names_come_first_for_merging() -> None:
    others = ((1, "Bartholomew"), (2, "Akiko"), (3, "AKI"))
    assert [name for _, name in alike("Aki", others)] == ["AKI", "Akiko", "Bartholomew"]


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
@pytest.mark.parametrize("what", ["person", "game", "archive", "owner"])
def test_a_page_that_is_gone_says_so(look: Look, what: str) -> None:
    screen, _ = shown(Snapshot(what), look)  # type: ignore[arg-type]
    assert look.t("figures.gone") in screen.words


def test_a_person_without_a_match_of_a_game_has_no_statistics() -> None:
    screen, _ = shown(page(game="giryaku", statistics=replace(statistics("en"), matches=0)))
    assert EN.t("person.nothing") in screen.words
    assert "%" not in screen.words


def test_a_games_page_counts_ends_players_and_months_and_shows_points_as_a_table() -> None:
    screen, _ = shown(game("en"))
    assert "3 players, 12 of 42" in screen.names
    assert "Fewest points win., 42 of 42" in screen.names
    assert "120 matches are still being read. Their roles and turns follow." in screen.words
    title = "Points in the last match, 28 Sep 2026"
    assert f"As a table. {title}" in screen.names
    assert f"{title}. At the end: Aki 3, Ben 5, Chie 0, Dai 2." in screen.names


def test_a_game_of_sides_tells_success_by_role() -> None:
    said = "\n".join(shown(scorpion_game("en"))[0].names)
    assert "Guards, 67% (8 of 12)" in said
    assert "Best points" not in said


def test_the_role_that_somebody_plays_most_is_named_where_one_stands_out() -> None:
    def named(*many: int) -> list[str]:
        stats = statistics("en")
        roles = tuple(replace(role, matches=n) for role, n in zip(stats.roles, many, strict=False))
        return [name for name in shown(page(statistics=replace(stats, roles=roles)))[0].names if "Most often" in name]

    assert named(5, 4, 3) == ["Most often Ninja, 5 matches"]
    assert named(4, 4, 3) == named(5) == []


def test_the_archive_says_how_far_it_is_and_offers_all_ways() -> None:
    screen, actions = shown(BRINGING)
    assert "Reading: 41%" in screen.names
    for name in ("Matches as a table, CSV, one line a match", "Seats as a table, CSV, one line a seat",
                 "Export all as one file, Finished matches only",
                 "Import such a file, What is here already stays as it is", "Dai"):  # fmt: skip
        screen.tap(name)
    assert actions.told == [
        ("table", ("matches",), {}), ("table", ("seats",), {}), ("archive", (), {}), ("bring", (), {}),
        ("go", ("person",), {"id": "3"}),
    ]  # fmt: skip


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_each_match_that_was_refused_is_named_with_the_reason(look: Look) -> None:
    screen, _ = shown(REFUSED, look)
    page = REFUSED.page
    assert isinstance(page, ArchivePage)
    for what, why in page.refused:
        assert f"{what}, {look.t(why)}" in screen.names
        assert look.t(why) != why


def test_a_stranger_is_offered_nothing_of_the_archive() -> None:
    screen, _ = shown(Snapshot("archive", page=ArchivePage(12, 4, False)))
    assert EN.t("people.not_yours") in screen.words
    assert not [name for name in screen.names if "CSV" in name or "file" in name]


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_a_code_is_entered_once_it_is_whole(look: Look) -> None:
    t = look.t
    assert t("people.not_yours") in shown(STRANGER, look)[0].words
    actions = Still()
    entry = Shown(lambda: pairing(look, actions))
    type_into(entry.tree, "k7qx-2m9")
    entry.again()
    with pytest.raises(LookupError):
        entry.tap(t("owner.enter"))
    type_into(entry.tree, "k7qx-2m9p")
    entry.again()
    entry.tap(t("owner.enter"))
    assert actions.told == [("pair", ("k7qx-2m9p",), {})]


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_the_owner_takes_back_and_erases_at_once_when_asked_again(look: Look) -> None:
    t = look.t
    screen, actions = shown(both(owner)[look.lang], look)
    screen.tap(t("owner.take_back"))
    screen.tap(t("owner.keep_merged"))
    screen.tap(t("owner.erase"))
    assert actions.told == [("take_back", ("f1",), {}), ("erase", ("m1",), {})]
    screen.tap(t("owner.erase_do"))
    assert actions.told[2:] == [("erase", ("f1",), {})]
    screen.tap(f"{t('owner.give_up')}, {t('owner.give_up_about')}")
    screen.tap(f"{t('owner.alone', n=2)}, {t('owner.others')}")
    assert [told for told, _, _ in actions.told[-2:]] == ["give_up", "alone"]


def test_at_the_device_itself_nothing_can_be_given_up() -> None:
    screen, _ = shown(Snapshot("owner", page=OwnerPage(True, given=True)))
    assert EN.t("owner.nothing") in screen.words
    assert not [name for name in screen.names if EN.t("owner.give_up") in name]


def test_a_finished_match_is_shared_and_kept_in_several_forms() -> None:
    screen, actions = shown(kept("en"))
    for name in ("As a picture, 1080 by 1350: winner, points, map",
                 "As a web page, One file, needs no host", "As a PDF, To print or to send",
                 "As a transcript, JSON, for a referee to judge again"):  # fmt: skip
        screen.tap(name)
    assert [told[0] for told in actions.told] == ["picture", "page", "paper", "export"]
    button = next(each for each in screen.tree if isinstance(each, ft.OutlinedButton) and each.url)
    assert isinstance(button.url, ft.Url)
    assert button.url.url == LINK
    screen.tap("BG Stats as a QR code, for the phone that has the app")
    assert [each for each in screen.tree if isinstance(each, ft.Image) and str(each.src).startswith("data:image/png")]


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_everything_that_can_be_used_has_a_name(look: Look) -> None:
    for make in (person, game, scorpion_game, kept, owner):
        screen: Shown = shown(make(look.lang), look)[0]
        for control in usable(screen.tree):
            name = getattr(control, "label", None) or getattr(control, "content", None)
            assert name, control
