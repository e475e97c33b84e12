"""History, settings, and a match that is not there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.contract.snapshot import PlayerStat, Snapshot
from companion.screens.history import FEW, SHOWN
from companion.ui.phrases import outcome, reached
from tests.companion.screens.stage import EN, JA, field, shown, type_into
from tests.shots.scenes_shell import ENDED, card, history


def test_a_share_is_never_without_its_sample() -> None:
    names = shown(history("en"))[0].names
    assert "Chie, 42%, of 31" in names


def test_players_of_few_matches_come_after_the_others() -> None:
    lucky = PlayerStat("Lucky", 1, 1)
    names = shown(history("en", players=(lucky, PlayerStat("Ben", 1, FEW))))[0].names
    assert [n.partition(",")[0] for n in names if "%" in n] == ["Ben", "Lucky"]


def test_every_finished_match_opens_its_end() -> None:
    screen, actions = shown(history("en"))
    screen.tap("Dai wins, Shinobazu, 14 Nov, 1")
    assert actions.told == [("open_match", ("k3m9wq7x",), {})]


def test_winners_who_share_are_named_and_equal_points_said_once() -> None:
    both = card("en", winners=("Ben", "Chie"), points=(0, 0))
    assert outcome(EN, both) == "Ben and Chie share it"
    assert outcome(JA, both) == "BenとChieが分け合う"
    assert reached(both) == "0"
    assert outcome(EN, card("en", winners=())) == "not finished"


def test_matches_are_shown_in_parts() -> None:
    screen, _ = shown(history("en"))
    assert len([n for n in screen.names if "Shinobazu, " in n]) == SHOWN
    screen.tap("7 earlier")
    assert len([n for n in screen.names if "Shinobazu, " in n]) == 15


def test_totals_are_words_and_figures() -> None:
    names = shown(history("en"))[0].names
    assert {"42 matches", "9 players", "32h at the table"} <= set(names)
    assert "45m at the table" in shown(history("en", minutes=45))[0].names


def test_names_are_searched_letter_by_letter() -> None:
    screen, actions = shown(history("en"))
    screen.tap("Search names")
    type_into(screen.tree, "Da")
    assert actions.told == [("go", ("history",), {"game": "", "search": "Da"})]


def test_a_search_that_is_closed_shows_everything_again() -> None:
    screen, actions = shown(history("en", search="Da"))
    assert field(screen.tree).value == "Da"
    screen.tap("Close")
    assert actions.told == [("go", ("history",), {"game": ""})]


def test_a_search_that_finds_nothing_says_so() -> None:
    assert EN.t("app.history.none_found") in shown(history("en", search="zz", matches=()))[0].words


def test_without_a_finished_match_a_new_one_is_offered() -> None:
    screen, actions = shown(history("en", matches=(), players=(), total_matches=0, total_players=0, minutes=0))
    screen.tap(EN.t("app.home.new"))
    assert actions.told == [("go", ("new",), {})]


@pytest.mark.parametrize(
    ("tapped", "told"),
    [
        ("日本語", ("language", ("ja",), {})),
        ("Light", ("brightness", ("light",), {})),
        ("System", ("brightness", ("system",), {})),
        ("130%", ("text_size", (1.3,), {})),
        ("Tap to open", ("tap_to_open", (True,), {})),
        ("Hold to look", ("tap_to_open", (False,), {})),
        ("While held", ("aloud", (True,), {})),
        ("Table", ("announce", ("all",), {})),
        ("Back", ("back", (), {})),
    ],
)
def test_settings_of_this_phone(tapped: str, told: object) -> None:
    screen, actions = shown(Snapshot("settings", hosted=True))
    screen.tap(tapped)
    assert actions.told == [told]


def test_settings_show_what_is_chosen() -> None:
    screen, _ = shown(Snapshot("settings", brightness="system", text_size=1.5, tap_to_open=True))
    chosen = [each.label for each in screen.tree if getattr(each, "selected", None)]
    assert chosen == ["English", "System", "Vibrate", "Explain", "150%", "Tap to open", "Turns"]
    assert EN.t("app.settings.tap_about") in screen.words


def test_what_makes_the_app_easier_to_use_stands_together() -> None:
    for look in (EN, JA):
        names = [name for name in shown(Snapshot("settings", hosted=True), look)[0].names if name]
        titles = [look.t(f"app.settings.{each}") for each in ("easier", "size", "open", "announce", "aloud")]
        at = [names.index(title) for title in titles]
        assert at == sorted(at)
        assert names.index(look.t("table_screen.teaching")) < at[0]


def test_a_display_and_a_device_without_a_host_have_no_secret_to_read() -> None:
    title = EN.t("app.settings.aloud")
    assert title in shown(Snapshot("settings", hosted=True))[0].words
    assert title not in shown(Snapshot("settings", hosted=True, role="display"))[0].words
    assert title not in shown(Snapshot("settings"))[0].words


def test_each_language_is_named_in_its_own_words() -> None:
    for look in (EN, JA):
        assert {"English", "日本語"} <= set(shown(Snapshot("settings"), look)[0].names)


def test_a_match_that_is_not_here_says_what_to_do() -> None:
    screen, actions = shown(Snapshot("lost", notice="app.no_such_match"))
    assert EN.t("app.lost.not_found") in screen.words
    screen.tap(EN.t("app.lost.home"))
    assert actions.told == [("go", ("home",), {})]


def test_a_closed_table_says_that_nothing_is_lost() -> None:
    screen, _ = shown(ENDED)
    assert EN.t("app.lost.closed") in screen.words
    assert EN.t("app.lost.over") in screen.words


def test_a_match_whose_game_nobody_knows_here_is_lost() -> None:
    assert ENDED.match is not None
    odd = replace(ENDED, screen="play", match=replace(ENDED.match, game="chess"))
    assert EN.t("app.lost.home") in shown(odd)[0].words
