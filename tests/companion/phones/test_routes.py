"""The addresses of screens: each comes back to its screen, and what people paste finds its match."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import pytest

from companion.phones import routes
from tests.companion.phones.test_phone import host_side, until
from tests.wire.hall import hall
from tests.wire.phone import Phone

CODE = "abcd2345"
PASTED = [
    "http://192.168.178.21:8550/m/abcd2345",
    "http://192.168.178.21:8550/m/abcd2345.",
    "(http://192.168.178.21:8550/m/abcd2345)",
    "http://192.168.178.21:8550/m/abcd2345).",
    "<http://192.168.178.21:8550/m/abcd2345>",
    "“http://192.168.178.21:8550/m/abcd2345”",
    "「http://192.168.178.21:8550/m/abcd2345」",
    "'http://192.168.178.21:8550/m/abcd2345',",
    "HTTP://192.168.178.21:8550/M/ABCD2345",
    "http://192.168.178.21:8550/m/abcd2345?fbclid=IwAR0x&utm_source=chat",
    "http://192.168.178.21:8550/m/abcd2345/?utm_source=chat#top",
    "http://192.168.178.21:8550/m/abcd2345/log",
    "http://192.168.178.21:8550/m/\u200babcd2345\u200b",
    "\ufeffhttp://192.168.178.21:8550/m/abcd\u00ad2345",
    "ｈｔｔｐ：／／１９２．１６８．１７８．２１：８５５０／ｍ／ａｂｃｄ２３４５",
    "http://192.168.178.21:8550/m/abcd2345 is our table",
    "http://192.168.178.21:8550/m/abcd2345—come",
    "http://192.168.178.21:8550/m/abcd2345–join us",
    "http%3A%2F%2F192.168.178.21%3A8550%2Fm%2Fabcd2345",
    "Come here: http://192.168.178.21:8550/m/abcd2345",
    "https://metsuke.example.org/t/abcd2345",
    "https://another.example/m/abcd2345!",
    "abcd2345",
    " ABCD2345 ",
    "abcd 2345",
    "abcd-2345",
    "ab cd – 23 45",
    "ａｂｃｄ　２３４５",
    "“abcd2345”.",
    "abcd2345)",
]


@pytest.mark.parametrize("pasted", PASTED)
def test_what_is_pasted_names_its_match(pasted: str) -> None:
    assert routes.code_in(pasted) == CODE


@pytest.mark.parametrize("pasted", ["", "Aki & Ben", "http://192.168.178.21:8550/", "健", "a" * 9, "..", "/m/"])
def test_what_names_no_match_is_none(pasted: str) -> None:
    assert routes.code_in(pasted) != CODE


@pytest.mark.parametrize("behind", ["", ".", ")", ").", ">", "”", "」", "。", "!", "?fbclid=x", "\u200b", ",", "'"])
@pytest.mark.parametrize("code", ["abcd2345", "ABCD2345", "ａｂｃｄ２３４５"])
def test_an_address_is_followed_without_the_signs_around_it(code: str, behind: str) -> None:
    for address in (f"/m/{code}{behind}", quote(f"/m/{code}{behind}", safe="/?="), f"/M/{code}{behind}"):
        assert routes.parts_of(address) == ["m", CODE]


def test_the_link_of_a_position_keeps_its_capitals() -> None:
    assert routes.parts_of("/p/AbC_-09).") == ["p", "AbC_-09"]


OUTSIDE = [
    "/", "/new", "/history", "/history-scroll-trick", "/history/archive", "/history/game-shinobazu", "/boards",
    "/rules", "/rules-scroll-trick", "/rules-table", "/settings", "/tour", "/owner", "/new/rules", "/history/person-1",
    "/history-giryaku/person-1-giryaku", "/history/archive/owner", "/history/person-1/owner", "/history/settings",
]  # fmt: skip
AT_A_MATCH = ["", "/rules-shinobazu", "/log", "/settings", "/lobby", "/tour"]


def test_a_reload_comes_back_to_every_screen() -> None:
    async def story() -> None:
        async with hall() as here:
            table, keys = await here.begun(3)
            phone = await here.phone(table, {"p1": keys["p1"]})
            mine = await host_side(here, phone)
            for route in [*OUTSIDE, *(f"/m/{table.code}{each}" for each in AT_A_MATCH), f"/t/{table.code}/log"]:
                await mine.follow(route)
                await here.quiet()
                assert routes.route_of(mine) == route
                assert phone.route == route, "the browser's bar"

    asyncio.run(story())


def test_back_does_what_the_screens_own_back_does() -> None:
    async def story() -> None:
        async with hall() as here:
            table, keys = await here.begun(3)
            phone = await here.phone(table, {"p1": keys["p1"]})
            mine = await host_side(here, phone)
            for route in [*OUTSIDE[1:], *(f"/m/{table.code}{each}" for each in AT_A_MATCH)]:
                await mine.follow(route)
                await here.quiet()
                assert phone.route == route
                await mine.actions.pages.go_back()
                await here.quiet()
                own = phone.route, mine.snap.screen
                await mine.follow(route)
                await here.quiet()
                await phone.go(routes_above(route)[-1])
                await until(lambda own=own: (phone.route, mine.snap.screen) == own)

    asyncio.run(story())


@pytest.mark.parametrize("route", ["/history/archive/owner", "/boards", "/new/rules"])
def test_an_address_that_is_typed_anew_is_gone_to_wherever_it_lies(route: str) -> None:
    async def story() -> None:
        async with hall() as here:
            phone = await Phone(here.address).connect()
            here.phones.append(phone)
            await here.quiet()
            (mine,) = here.sessions
            await mine.follow(route)
            await here.quiet()
            assert phone.route == route
            phone.route = "/"
            await phone.reconnect()
            await until(lambda: (phone.route, mine.snap.screen) == ("/", "home"))

    asyncio.run(story())


def test_from_what_was_not_found_an_address_that_is_typed_leads_on() -> None:
    async def story() -> None:
        async with hall() as here:
            phone = await Phone(here.address).connect()
            here.phones.append(phone)
            await here.quiet()
            (mine,) = here.sessions
            await mine.follow("/m/xxxxxxxx")
            await here.quiet()
            assert mine.snap.screen == "lost"
            phone.route = "/boards"
            await phone.reconnect()
            await until(lambda: (phone.route, mine.snap.screen) == ("/boards", "boards"))

    asyncio.run(story())


def routes_above(route: str) -> list[str]:
    """Return the addresses that lie above one, home first."""
    parts = route.split("/")
    return ["/", *("/".join(parts[:n]) for n in range(2, len(parts)) if parts[:n] != ["", "m"])]


def test_a_closed_clause_leaves_the_address_as_it_was() -> None:
    async def story() -> None:
        async with hall() as here:
            table, keys = await here.begun(3)
            phone = await here.phone(table, {"p1": keys["p1"]})
            mine = await host_side(here, phone)
            mine.actions.pages.clause("SHINOBAZU-3.2")
            await here.quiet()
            await phone.go("/")
            await until(lambda: mine.snap.clause == "" and phone.route == f"/m/{table.code}")
            assert mine.snap.screen == "play"
            await phone.go("/")
            await until(lambda: mine.snap.screen == "home")
            assert phone.route == "/"

    asyncio.run(story())


@pytest.mark.parametrize(
    "route", ["/rules-nothing", "/history/game-nothing", "/history/person-x", "/settings/rules/tour/new"]
)
def test_an_address_with_what_is_not_there_shows_a_screen_all_the_same(route: str) -> None:
    async def story() -> None:
        async with hall() as here:
            table, keys = await here.begun(3)
            mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
            await mine.follow(route)
            await here.quiet()
            assert mine.snap.screen in ("rules", "history", "person", "settings", "tour", "new")
            assert mine.snap.notice == ""

    asyncio.run(story())


@pytest.mark.parametrize(
    ("one", "other", "above"),
    [("/", "/new", True), ("/history", "/history/person-1", True), ("/m/abc", "/m/abc/log", True),
     ("/", "/", False), ("/rules", "/rules-table", False), ("/m/ab", "/m/abc", False), ("/m/abc/log", "/m/abc", False)],
)  # fmt: skip
def test_which_screen_lies_above_another(one: str, other: str, above: bool) -> None:
    assert routes.lies_above(one, other) is above
