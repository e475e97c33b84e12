"""A phone's connection on the web: incoming frames are filtered, and the queue of outgoing messages is bounded.

Messages to a phone wait in order, and only up to a bound: a phone that reads nothing would otherwise let the host's
memory grow. Beyond the bound the connection ends, and the phone gets the newest page when it comes back.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from weakref import WeakSet

import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.controls.exceptions import FletPageDisconnectedException
from flet.messaging.connection import Connection as FletConnection
from flet.messaging.protocol import (
    InvokeMethodRequestBody,
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet_web.fastapi import app_manager

from companion.flet_runtime import faults
from companion.flet_runtime.render import is_fast_drawing
from companion.jobs import metered

MOST_BYTES = 1_000_000
"""The most bytes that may wait for one phone: some ten whole screens."""
MOST_BYTES_IN_ALL = 64_000_000
"""The most bytes that may wait for all phones together; beyond it, connections with more than `FEW_BYTES` waiting end.
"""
FEW_BYTES = 100_000


class Outgoing:
    """The queue of messages to one phone."""

    _in_all = 0

    def __init__(self) -> None:
        self.at_once: Callable[[bytes], bool] | None = None
        """Sends a message at once if possible; returns whether it did."""
        self.closed = False
        self.overfull = False
        """Whether it was closed because the phone reads too slowly."""
        self._messages: deque[bytes] = deque()
        self._bytes = 0
        """Bytes that wait or are being sent."""
        self._news = asyncio.Event()

    def put(self, message: bytes) -> None:
        if not self._bytes and self.at_once is not None and self.at_once(message):
            return
        self._messages.append(message)
        self._count(len(message))
        most = FEW_BYTES if Outgoing._in_all > MOST_BYTES_IN_ALL else MOST_BYTES
        if self._bytes > max(most, len(message)):
            self.overfull = True
            self.close()
        self._news.set()

    def close(self) -> None:
        """Drop the waiting messages, and end `send_by`."""
        self.closed = True
        self._count(-self._bytes)
        self._messages.clear()
        self._news.set()

    async def send_by(self, send: Callable[[bytes], Awaitable[None]], holds: Callable[[], float]) -> None:
        """Send messages as they come, until this is closed. `holds` returns the seconds to delay them."""
        while not self.closed:
            self._news.clear()
            if not self._messages:
                await self._news.wait()
            if held := holds():
                await asyncio.sleep(held)
            while self._messages:
                message = self._messages.popleft()
                await send(message)
                if not self.closed:
                    self._count(-len(message))

    def _count(self, more: int) -> None:
        self._bytes += more
        Outgoing._in_all += more


Admit = Callable[[Any, bool, Callable[[int], Any]], list[Any] | None]
"""Returns the admissible part of a frame, or None. Arguments: the frame, whether the phone has registered, and a
function that finds its controls by number."""
PAGE = 1
"""The id of the page itself, in every session."""
_ANSWERING: WeakSet[Session] = WeakSet()


class Client(NamedTuple):
    """The client of a connection, as the web server knows it."""

    ip: str
    agent: str
    url: str


class NoRoom(Exception):
    """The host has as many phones as it takes."""


class Connection(FletConnection):
    """The connection of one phone to its session, which it gets with its registering frame."""

    def __init__(
        self,
        client: Client,
        main: Callable[[Any], Awaitable[None]],
        admit: Admit,
        may_begin: Callable[[], bool] = lambda: True,
    ) -> None:
        """`may_begin` is called before a new session is made for a phone."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.executor = app_manager.executor
        self.pubsubhub = app_manager.get_pubsubhub(main, loop=self.loop)
        self.page_url = client.url
        self.session: Session | None = None
        """The phone's session, or None before it has registered."""
        self.outgoing = Outgoing()
        self._client = client
        self._main = main
        self._admit = admit
        self._may_begin = may_begin
        self._running: set[asyncio.Task[Any]] = set()
        self._asked: set[str] = set()
        """The ids of the calls that the phone has not answered yet."""

    @property
    def answers(self) -> bool:
        """Whether the phone has answered any call in this session, as every Flet client does at its start."""
        return self.session in _ANSWERING

    def awaits(self, frame: Any) -> bool:
        """Tell whether a frame answers a call: it resumes something that waits for it, and starts nothing new."""
        action, body = frame
        call = body.get("call_id")
        return action == MessageAction.INVOKE_METHOD.value and isinstance(call, str) and call in self._asked

    async def take(self, frame: Any) -> bool:
        """Pass on what an honest client sends, and nothing else. Return whether anything was passed on.

        Raises `NoRoom` if the phone would need a new session and may not have one.
        """
        session = self.session
        admitted = self._admit(frame, session is not None, _nothing if session is None else session.index.get)
        if admitted is None:
            return False
        action, body = MessageAction(admitted[0]), admitted[1]
        if session is None:
            if action is not MessageAction.REGISTER_CLIENT:
                return False
            await self._register(body["session_id"], body["page"])
            return True
        if action is MessageAction.CONTROL_EVENT:
            self._run(session.dispatch_event(body["target"], body["name"], body["data"]))
        elif action is MessageAction.UPDATE_CONTROL_PROPS:
            session.apply_patch(body["id"], body["props"])
        elif action is MessageAction.INVOKE_METHOD and body["call_id"] in self._asked:
            self._asked.discard(body["call_id"])
            _ANSWERING.add(session)
            session.handle_invoke_method_results(**body)
        else:
            return False
        return True

    async def _register(self, session_id: str, page: dict[str, Any]) -> None:
        """Give the phone the session it was disconnected from, or a new one."""
        known = await app_manager.get_session(self._key(session_id)) if session_id else None
        if known is not None and known.connection is None:
            await self._come_back(known, page)
            return
        if not self._may_begin():
            raise NoRoom
        session = self.session = Session(self)
        await app_manager.add_session(self._key(session.id), session)
        _context_page.set(session.page)
        session.apply_page_patch(page)
        session.page.client_ip, session.page.client_user_agent = self._client.ip, self._client.agent
        self._welcome(session, session.get_page_patch())  # type: ignore[no-untyped-call]
        self._run(self._begin(session))

    async def _come_back(self, session: Session, page: dict[str, Any]) -> None:
        self.session = session
        _context_page.set(session.page)
        before = session.page.route
        session.apply_page_patch(page)
        self._welcome(session, session.page)
        await app_manager.reconnect_session(self._key(session.id), self)
        if session.page.route and session.page.route != before:
            self._run(session.dispatch_event(PAGE, "route_change", {"route": session.page.route}))

    def _welcome(self, session: Session, page: Any) -> None:
        body = RegisterClientResponseBody(session_id=session.id, page_patch=page, error="")
        self.send_message(Message(MessageAction.REGISTER_CLIENT, body))

    async def _begin(self, session: Session) -> None:
        context.reset_auto_update()  # type: ignore[no-untyped-call]
        try:
            await self._main(session.page)
            await session.after_event(session.page)
        except FletPageDisconnectedException:
            return
        except Exception as fault:
            faults.report(f"a phone could not be let in: {faults.describe(fault)}")
            session.error("")

    def _run(self, work: Any) -> None:
        task = self.loop.create_task(metered(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def send_message(self, message: Message) -> None:
        """Queue a message; once the connection has closed, drop it: the phone will be sent the whole page."""
        if not self.outgoing.closed:
            if isinstance(message.body, InvokeMethodRequestBody):
                self._asked.add(message.body.call_id)
            self.outgoing.put(_packed(message))

    async def leave(self, seconds: int) -> None:
        """Disconnect the phone; its session is kept for so many seconds in case it comes back."""
        self.outgoing.close()
        session = self.session
        if session is not None and session.connection is self:
            await app_manager.disconnect_session(self.key, seconds)

    @property
    def key(self) -> str:
        """The key under which the session is stored. Only for a phone that has registered."""
        assert self.session is not None
        return self._key(self.session.id)

    def _key(self, session: str) -> str:
        return _key(session, self._client.ip, self._client.agent)


def _key(session: str, ip: str | None, agent: str | None) -> str:
    """Return the key under which a session is stored: it can be resumed only from the same address and browser."""
    return f"{session}_{ip}_{agent}"


def key_of(session: Session) -> str:
    """Return the key under which a registered phone's session is stored."""
    return _key(session.id, session.page.client_ip, session.page.client_user_agent)


async def forget(key: str) -> None:
    """Delete a session whose phone is disconnected."""
    session = await app_manager.get_session(key)
    if session is not None and session.connection is None:
        await app_manager.delete_session(key)


def _nothing(control: int) -> None:
    """Find no control: a phone has none before it registers."""


def _packed(message: Message) -> bytes:
    if is_fast_drawing():
        from companion.flet_runtime.encode import packed

        return packed(message)
    as_flet_does = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
    return b"\x00" + bytes(msgpack.packb([message.action, message.body], default=as_flet_does))
