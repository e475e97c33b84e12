from __future__ import annotations

from datetime import datetime, timedelta

from models import Store


def finish(store: Store, match, winners: list[str], at: datetime) -> None:
    store.matches.set_status(match.id, "running", at)
    store.journals.append(match.id, 1, "p1", {}, at + timedelta(minutes=10))
    end = at + timedelta(minutes=20)
    store.journals.append(match.id, 2, "p1", {}, end, status="ended", result={"winners": winners})


def test_an_empty_store_has_no_figures(store: Store) -> None:
    figures = store.history.statistics()
    assert (figures.matches, figures.seconds, figures.players) == (0, 0, ())


def test_figures_count_finished_matches_and_wins_per_game(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Ben", "aki")), ["p2"], now)
    finish(store, new_match("M3", names=("Chie", "AKI"), game="giryaku"), ["p1", "p2"], now)
    new_match("M4", names=("Dai", "Aki"))
    running = new_match("M5", names=("Dai", "Ben"))
    store.matches.set_status(running.id, "running", now)
    given_up = new_match("M6", names=("Dai", "Ben"))
    store.matches.set_status(given_up.id, "closed", now)

    figures = store.history.statistics()
    assert (figures.matches, figures.seconds) == (3, 3 * 20 * 60)
    assert [(p.name, p.matches, p.won, p.best_game) for p in figures.players] == [
        ("Aki", 3, 3, "shinobazu"),
        ("Chie", 1, 1, "giryaku"),
        ("Ben", 2, 0, None),
    ]
    aki, _, ben = figures.players
    assert (aki.wins, aki.played) == ({"shinobazu": 2, "giryaku": 1}, {"shinobazu": 2, "giryaku": 1})
    assert (ben.matches, ben.wins) == (2, {})


def test_the_best_game_of_equal_wins_is_the_one_won_more_often(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Aki", "Ben")), ["p2"], now)
    finish(store, new_match("M3", names=("Aki", "Ben"), game="giryaku"), ["p1"], now)
    assert store.history.statistics().players[0].best_game == "giryaku"


def test_somebody_on_two_seats_played_once(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ａｋｉ")), ["p1", "p2"], now)
    (aki,) = store.history.statistics().players
    assert (aki.matches, aki.won) == (1, 1)


def test_a_result_without_winners_is_nobodys_win(store: Store, new_match, now: datetime) -> None:
    match = new_match("M1", names=("Aki",))
    store.journals.append(match.id, 1, "p1", {}, now, status="ended", result={"reason": "x"})
    other = new_match("M2", names=("Aki",))
    store.matches.set_status(other.id, "ended", now)
    (aki,) = store.history.statistics().players
    assert (aki.matches, aki.wins) == (2, {})


def test_a_night_between_two_entries_is_no_time_at_the_table(store: Store, match, now: datetime) -> None:
    store.matches.set_status(match.id, "running", now)
    store.journals.append(match.id, 1, "p1", {}, now + timedelta(minutes=5))
    store.journals.append(match.id, 2, "p1", {}, now + timedelta(hours=20))
    end = now + timedelta(hours=20, minutes=5)
    store.journals.append(match.id, 3, "p1", {}, end, status="ended", result={"winners": []})
    assert store.matches.get(match.code).seconds == (5 + 15 + 5) * 60


def test_a_clock_that_was_set_back_takes_no_time_away(store: Store, match, now: datetime) -> None:
    store.matches.set_status(match.id, "running", now)
    store.journals.append(match.id, 1, "p1", {}, now - timedelta(hours=1))
    store.journals.append(match.id, 2, "p1", {}, now - timedelta(minutes=59), status="ended", result=None)
    assert store.matches.get(match.code).seconds == 60
