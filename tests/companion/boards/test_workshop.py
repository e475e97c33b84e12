"""The board editor's session: every act is kept, for its own phone alone, over sleep, reload and restart."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from io import BytesIO

import pytest
from PIL import Image

import companion.boards.workshop
import companion.phones.actions.editor
from companion.boards.tracing.boards import loaded
from companion.boards.tracing.borders import dotted
from companion.boards.tracing.sketch import Sketch
from companion.boards.workshop import Workshop, called
from companion.phones.intake import TooLarge
from companion.phones.routes import route_of
from companion.phones.session import Phone
from companion.tables.keys import key_hash
from models import NoSuchBoard
from tests.wire.hall import Hall, hall
from tests.wire.phone import Phone as WirePhone

MAKER = "a" * 32
STRANGER = "b" * 32


def sitting(play: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        async with hall() as here:
            await play(here)

    asyncio.run(run())


async def visit(here: Hall, path: str = "", maker: str = MAKER) -> tuple[WirePhone, Phone]:
    """Open an address on a phone that has a maker's key; return both of its sides."""
    known = {phone.session.id for phone in here.host.phones}
    phone = await WirePhone(here.address + path, remembers={"metsuke.storage": json.dumps({"maker": maker})}).connect()
    here.phones.append(phone)
    while not (mine := [p for p in here.host.phones if p.session.id not in known and p.shows_something]):  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await here.quiet()
    return phone, mine[0]


async def begun(here: Hall) -> tuple[WirePhone, Phone, Workshop]:
    phone, mine = await visit(here)
    mine.actions.editor.new_sketch(None)
    await here.quiet()
    assert mine.where.screen == "editor"
    assert mine.workshop is not None
    return phone, mine, mine.workshop


def kept(here: Hall, number: int, maker: str = MAKER) -> Sketch:
    return loaded(here.host.tables.store.sketches.get(key_hash(maker), number).document)


def two_dots(mine: Phone) -> None:
    for act in (("measured", 400, 400), ("take", "dot"), ("tap", 100, 100), ("tap", 300, 100)):
        mine.actions.editor.trace(*act)


def test_every_act_is_in_the_store_as_soon_as_nothing_is_pending():
    async def play(here):
        _, mine, workshop = await begun(here)
        two_dots(mine)
        await here.quiet()
        assert kept(here, workshop.desk.number) == mine.workshop.sketch
        mine.actions.editor.trace("undo")
        await here.quiet()
        assert list(kept(here, workshop.desk.number).dots) == ["Z1"]
        assert mine.workshop.desk.checks.counts.zones == 1

    sitting(play)


def test_a_sketch_is_there_again_after_a_reload_under_its_address():
    async def play(here):
        phone, mine, workshop = await begun(here)
        two_dots(mine)
        mine.actions.editor.trace("typed", "name", "Z2", "en", "Carp Pond")
        mine.actions.editor.trace("settle")
        await here.quiet()
        assert route_of(mine) == f"/b/s{workshop.desk.number}"
        await phone.close()
        _, again = await visit(here, f"b/s{workshop.desk.number}")
        assert again.where.screen == "editor"
        assert again.workshop.sketch == workshop.sketch
        assert again.workshop.sketch.zone("Z2").name.en == "Carp Pond"

    sitting(play)


def test_a_phone_that_sleeps_wakes_at_its_sketch():
    async def play(here):
        phone, mine, _ = await begun(here)
        two_dots(mine)
        await here.quiet()
        await phone.reconnect()
        await here.quiet()
        assert phone.sees(mine.look.t("editor.drawing", n=2))

    sitting(play)


def test_another_phone_finds_no_sketch_under_the_address():
    async def play(here):
        _, mine, workshop = await begun(here)
        two_dots(mine)
        await here.quiet()
        phone, stranger = await visit(here, f"b/s{workshop.desk.number}", STRANGER)
        assert stranger.workshop is None
        assert stranger.where.screen == "home"
        await phone.wait_for(re.compile("This sketch is not here"))
        stranger.actions.editor.trace("tap", 50, 50)
        stranger.actions.editor.lay_photo()
        stranger.actions.editor.save_traced()
        await here.quiet()
        assert here.host.tables.store.boards.all() == []
        with pytest.raises(NoSuchBoard):
            kept(here, workshop.desk.number, STRANGER)

    sitting(play)


def test_an_act_counts_only_as_long_as_the_phone_has_the_key():
    async def play(here):
        from dataclasses import replace

        _, mine, workshop = await begun(here)
        before = workshop.sketch
        mine.storage = replace(mine.storage, maker=STRANGER)
        two_dots(mine)
        await here.quiet()
        assert workshop.sketch == before == kept(here, workshop.desk.number)

    sitting(play)


def picture() -> bytes:
    out = BytesIO()
    Image.new("RGB", (300, 200), "green").save(out, "JPEG")
    return out.getvalue()


def given(monkeypatch, answer: bytes | Exception | None) -> None:
    """Let the phone's next file be this one."""

    async def fetched(*_):
        if isinstance(answer, Exception):
            raise answer
        return None if answer is None else ("board.jpg", answer)

    monkeypatch.setattr(companion.phones.actions.editor, "fetched", fetched)


def test_a_photo_lies_under_the_sketch_until_the_editor_is_closed(monkeypatch):
    async def play(here):
        given(monkeypatch, picture())
        _, mine, workshop = await begun(here)
        mine.actions.editor.lay_photo()
        await here.quiet()
        token = workshop.desk.photo
        assert await here.host.intake.picture(token)
        assert workshop.sketch.size == (300, 200)
        mine.actions.editor.leave_editor()
        await here.quiet()
        assert await here.host.intake.picture(token) is None
        assert mine.where.screen == "boards"
        mine.actions.editor.edit_board(f"s{workshop.desk.number}")
        await here.quiet()
        assert await here.host.intake.picture(mine.workshop.desk.photo)
        mine.actions.editor.lift_photo()
        await here.quiet()
        assert mine.workshop.desk.photo == ""
        assert here.host.tables.store.sketches.photo(key_hash(MAKER), workshop.desk.number) is None

    sitting(play)


@pytest.mark.parametrize(
    ("answer", "why"),
    [(b"no picture at all", "trace.photo_unreadable"), (TooLarge(), "trace.photo_heavy"), (None, "")],
)
def test_a_file_that_is_no_photo_is_said_in_words_and_nothing_is_lost(monkeypatch, answer, why):
    async def play(here):
        given(monkeypatch, answer)
        _, mine, workshop = await begun(here)
        two_dots(mine)
        before = workshop.sketch
        mine.actions.editor.lay_photo()
        await here.quiet()
        assert mine.where.notice == why
        assert workshop.desk.photo == ""
        assert mine.workshop.sketch == before

    sitting(play)


def test_a_board_with_errors_is_not_saved_and_what_is_missing_is_shown():
    async def play(here):
        _, mine, workshop = await begun(here)
        two_dots(mine)
        mine.actions.editor.save_traced()
        await here.quiet()
        assert workshop.desk.sheet == "problems"
        assert workshop.desk.checks.errors
        assert here.host.tables.store.boards.all() == []

    sitting(play)


def test_a_copy_of_our_board_is_saved_as_a_board_of_its_own():
    from referee.board.reading import bundled

    async def play(here):
        _, mine = await visit(here)
        mine.actions.editor.new_sketch(bundled("nijo"))
        await here.quiet()
        mine.actions.editor.trace("typed", "name", "", "en", "My castle")
        mine.actions.editor.save_traced()
        await here.quiet()
        saved = here.host.tables.store.boards.all()
        assert [each.name for each in saved] == ["My castle"]
        assert len(saved[0].document["zones"]) == len(bundled("nijo").zones)
        assert saved[0].document["id"] != "nijo"

    sitting(play)


def test_a_sketch_is_kept_under_a_short_readable_name():
    from referee.board.board import Name

    assert called(Sketch(name=Name(en="x" * 60))) == "x" * 40
    assert called(Sketch(name=Name(ja="城"))) == "城"
    assert called(dotted(Sketch(), (1, 1))) == ""


def test_what_is_done_while_a_sketch_is_looked_over_stays(monkeypatch):
    async def play(here):
        _, mine, workshop = await begun(here)
        run, begun_looking, go_on = here.host.jobs.run, asyncio.Event(), asyncio.Event()

        async def slowly(kind, *given, **how):
            begun_looking.set()
            await go_on.wait()
            return await run(kind, *given, **how)

        monkeypatch.setattr(here.host.jobs, "run", slowly)
        two_dots(mine)
        await begun_looking.wait()
        mine.actions.editor.trace("tap", 200, 300)
        go_on.set()
        await here.quiet()
        assert list(workshop.sketch.dots) == ["Z1", "Z2", "Z3"]
        assert workshop.desk.checks.counts.zones == 3

    sitting(play)
