"""Long work: fair among addresses and phones, bounded, and ended with its phone."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import psutil
import pytest

from companion.jobs import ASKER, AlreadyAsked, Asker, JobFailed, Jobs, QueueFull
from companion.jobs.queue import AN_ADDRESS, HERE, IN_ALL, Queue
from tests.jobs import gives_what_no_pipe_takes, never_ends, process_of, refuses, takes_memory, tells


def with_jobs(evening: Callable[[Jobs], Awaitable[None]], processes: int = 1) -> None:
    async def run() -> None:
        jobs = Jobs(processes)
        try:
            await evening(jobs)
        finally:
            jobs.stop()

    asyncio.run(run())


async def begun(mark: Path) -> int:
    """Wait until a job that never ends has begun; return the process that it is in."""

    def said() -> str:
        return mark.read_text() if mark.exists() else ""

    while not (process := said()):  # noqa: ASYNC110  a process tells of itself by a file
        await asyncio.sleep(0.01)
    return int(process)


def test_jobs_are_done_in_one_process_that_is_not_this_one() -> None:
    async def evening(jobs: Jobs) -> None:
        first = await jobs.run("print", process_of)
        assert first != os.getpid()
        assert await jobs.run("print", process_of) == first

    with_jobs(evening)


def test_what_a_job_raises_is_raised_where_it_was_asked_for() -> None:
    async def evening(jobs: Jobs) -> None:
        with pytest.raises(ValueError, match="no board"):
            await jobs.run("print", refuses, "no board")
        with pytest.raises(JobFailed):
            await jobs.run("print", gives_what_no_pipe_takes)
        with pytest.raises((AttributeError, TypeError)):  # and so cannot this function be sent
            await jobs.run("print", lambda: None)
        assert await jobs.run("print", process_of)

    with_jobs(evening)


@pytest.mark.parametrize("processes", [1, 0])
def test_a_job_tells_how_far_it_is(processes: int) -> None:
    async def evening(jobs: Jobs) -> None:
        told: list[float] = []
        assert await jobs.run("print", tells, progress=told.append) == "done"
        assert told == [0.25, 0.5]
        assert await jobs.run("print", tells) == "done"

    with_jobs(evening, processes)


def test_a_job_whose_phone_has_gone_is_ended_in_its_middle(tmp_path: Path) -> None:
    async def evening(jobs: Jobs) -> None:
        mark = tmp_path / "begun"
        job = asyncio.ensure_future(jobs.run("print", never_ends, mark))
        process = psutil.Process(await begun(mark))
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        await asyncio.to_thread(process.wait, 30)
        assert await jobs.run("print", process_of) != process.pid

    with_jobs(evening)


def test_a_job_that_takes_too_long_or_too_much_memory_fails_and_the_next_is_done(tmp_path: Path) -> None:
    async def evening(jobs: Jobs) -> None:
        with pytest.raises(JobFailed):
            await jobs.run("print", never_ends, tmp_path / "begun", seconds=2)
        with pytest.raises(JobFailed):
            await jobs.run("print", takes_memory)
        assert await jobs.run("print", process_of)

    with_jobs(evening)


def test_a_process_that_is_killed_from_outside_fails_its_job_alone(tmp_path: Path) -> None:
    async def evening(jobs: Jobs) -> None:
        mark = tmp_path / "begun"
        job = asyncio.ensure_future(jobs.run("print", never_ends, mark))
        psutil.Process(await begun(mark)).kill()
        with pytest.raises(JobFailed):
            await job
        assert await jobs.run("print", process_of)

    with_jobs(evening)


def test_hashing_waits_for_no_job_of_another_sort(tmp_path: Path) -> None:
    async def evening(jobs: Jobs) -> None:
        mark = tmp_path / "begun"
        job = asyncio.ensure_future(jobs.run("print", never_ends, mark))
        await begun(mark)
        assert await jobs.hash(process_of) == os.getpid()
        job.cancel()

    with_jobs(evening)


# The queue


async def order(asked: list[tuple[Asker, str]]) -> list[int]:
    """Return in what order turns come to those who ask while somebody else has one."""
    queue, came, first = Queue(1), list[int](), asyncio.Event()

    async def hold() -> None:
        async with queue.turn():
            await first.wait()

    async def ask(number: int, asker: Asker, kind: str) -> None:
        ASKER.set(asker)
        async with queue.once(kind):
            came.append(number)

    holding = asyncio.ensure_future(hold())
    await asyncio.sleep(0)
    asking = [asyncio.ensure_future(ask(number, *each)) for number, each in enumerate(asked)]
    await asyncio.sleep(0)
    first.set()
    await asyncio.gather(holding, *asking)
    return came


def test_an_address_with_many_phones_is_served_in_turns_with_others() -> None:
    crowd = [(Asker(f"crowd {n}", "x"), "print") for n in range(20)]
    alone = [(Asker("alone", "y"), kind) for kind in ("print", "picture")]
    came = asyncio.run(order(crowd + alone))
    assert came.index(20) <= 1
    assert came.index(21) <= 3


def test_a_phone_that_asks_for_much_is_served_in_turns_with_others_of_its_address() -> None:
    greedy = [(Asker("greedy", "x"), f"kind {n}") for n in range(20)]
    came = asyncio.run(order([*greedy, (Asker("modest", "x"), "print")]))
    assert came.index(20) <= 1


def test_what_a_phone_asks_first_is_done_first() -> None:
    assert asyncio.run(order([(Asker("a", "x"), f"kind {n}") for n in range(5)])) == list(range(5))


def test_a_phone_has_one_job_of_a_kind_at_a_time() -> None:
    async def run() -> None:
        queue = Queue(1)
        ASKER.set(Asker("a", "x"))
        async with queue.once("print"):
            with pytest.raises(AlreadyAsked):
                async with queue.once("print"):
                    raise AssertionError
        async with queue.once("print"):
            pass

    asyncio.run(run())


@pytest.mark.parametrize(
    ("most", "asker"),
    [(AN_ADDRESS, partial(Asker, address="x")), (IN_ALL, lambda phone: Asker(phone, f"address of {phone}"))],
    ids=["of an address", "in all"],
)
def test_what_waits_is_bounded(most: int, asker: Callable[[str], Asker]) -> None:
    async def run() -> None:
        queue = Queue(1)

        async def ask(phone: str) -> None:
            ASKER.set(asker(phone) if phone else HERE)
            async with queue.turn():
                pass

        async with queue.turn():
            asking = [asyncio.ensure_future(ask(f"phone {n}")) for n in range(most)]
            await asyncio.sleep(0)
            with pytest.raises(QueueFull):
                await asyncio.ensure_future(ask("one too many"))
            own = asyncio.ensure_future(ask(""))  # what the host does by itself always finds room
            await asyncio.sleep(0)
            assert len(queue) == most + 1
        await asyncio.gather(own, *asking)
        assert len(queue) == 0

    asyncio.run(run())


def test_whoever_goes_while_waiting_leaves_the_turn_to_others() -> None:
    async def run() -> None:
        queue, came = Queue(1), list[str]()

        async def ask(phone: str) -> None:
            ASKER.set(Asker(phone, "x"))
            async with queue.once("print"):
                came.append(phone)

        async with queue.turn():
            asking = {phone: asyncio.ensure_future(ask(phone)) for phone in ("a", "b", "c")}
            await asyncio.sleep(0)
            asking["a"].cancel()
            await asyncio.sleep(0)
        asking["b"].cancel()  # just as its turn has come
        await asyncio.wait(asking.values())
        assert came == ["c"]
        async with queue.turn():
            pass

    asyncio.run(run())


def test_a_turn_that_comes_to_whoever_has_just_gone_is_not_lost() -> None:
    async def run() -> None:
        queue = Queue(1)

        async def ask() -> None:
            async with queue.turn():
                raise AssertionError

        async with queue.turn():
            gone = asyncio.ensure_future(ask())
            await asyncio.sleep(0)
            gone.cancel()  # and before it has noticed, its turn has come
        await asyncio.wait({gone})
        assert queue.at_once()

    asyncio.run(run())


def test_the_loop_goes_on_while_a_job_holds_its_interpreter(tmp_path: Path) -> None:
    async def evening(jobs: Jobs) -> None:
        mark = tmp_path / "begun"
        job = asyncio.ensure_future(jobs.run("print", never_ends, mark))
        await begun(mark)
        until = time.monotonic() + 0.2
        turns = 0
        while time.monotonic() < until:
            await asyncio.sleep(0)
            turns += 1
        job.cancel()
        assert turns > 100

    with_jobs(evening)
