"""Who is here, asleep or gone."""

from companion.tables.table_state import GONE_AFTER, Attendance


def attendance():
    now = [0.0]
    return now, Attendance(clock=lambda: now[0])


def test_a_seat_is_here_while_any_of_its_phones_is_awake():
    now, room = attendance()
    assert room.awake("phone", frozenset({"p1"}))
    assert room.awake("tablet", frozenset({"p1"}))
    room.asleep("phone")
    assert room.of("p1") == ("here", 0)
    room.asleep("tablet")
    now[0] = 125.0
    assert room.of("p1") == ("asleep", 2)


def test_a_phone_that_stays_away_is_gone():
    now, room = attendance()
    room.awake("phone", frozenset({"p1"}))
    room.asleep("phone")
    now[0] = GONE_AFTER
    assert room.of("p1") == ("gone", 10)


def test_after_a_restart_a_taken_seat_sleeps_until_its_phone_returns():
    _, room = attendance()
    assert room.of("p1") == ("asleep", 0)
    room.awake("phone", frozenset({"p1"}))
    assert room.of("p1") == ("here", 0)


def test_only_a_change_is_news():
    _, room = attendance()
    assert room.awake("phone", frozenset({"p1"}))
    assert not room.awake("phone", frozenset({"p1"}))
    assert room.awake("phone", frozenset({"p1", "p2"}))
    assert room.asleep("phone")
    assert not room.asleep("phone")


def test_a_phone_that_changes_seats_leaves_the_old_one():
    _, room = attendance()
    room.awake("phone", frozenset({"p1"}))
    room.awake("phone", frozenset({"p2"}))
    assert room.of("p1")[0] == "asleep"
    assert room.of("p2")[0] == "here"
