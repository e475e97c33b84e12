"""A phone without a browser: the public wire format of the client, spoken with websockets and msgpack alone.

It shares no code with the app. What it sends is what a Chromium was seen to send: `0x00` and a packed
`[action, body]` a frame, a text field's new value before its change event, presses with their positions.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit

import msgpack
import websockets
from websockets.asyncio.client import ClientConnection

from tests.wire.mirror import Found, Mirror, Query

REGISTER, PATCH, EVENT, PROPS, INVOKE, CRASHED = range(1, 7)
PATIENCE = 20.0
"""Seconds after which a phone that waits in vain fails its test."""
_QUESTION = b"\x00\x92" + bytes([INVOKE])
"""How a frame begins that the client has to answer."""
TAPPED = ("click", "tap", "tap_down", "vertical_drag_down")
"""The events by which a control hears that it was tapped."""

_HERE = {"k": "touch", "l": {"x": 24.0, "y": 24.0}, "g": {"x": 120.0, "y": 700.0}}
_MEDIA = {
    "padding": {"top": 0.0, "right": 0.0, "bottom": 0.0, "left": 0.0},
    "view_padding": {"top": 0.0, "right": 0.0, "bottom": 0.0, "left": 0.0},
    "view_insets": {"top": 0.0, "right": 0.0, "bottom": 0.0, "left": 0.0},
    "device_pixel_ratio": 1.0,
    "orientation": "portrait",
    "always_use_24_hour_format": False,
}  # fmt: skip


class NothingCame(AssertionError):
    """What a phone waited for did not come; tells what was on its screen instead."""


class _Weighed(ClientConnection):
    """A connection that weighs what comes over the network."""

    weight = 0

    def data_received(self, data: bytes) -> None:
        self.weight += len(data)
        super().data_received(data)


class Phone:
    """One tab of one browser: a tree, what the browser remembers, and every byte it was sent."""

    def __init__(self, address: str, *, remembers: dict[str, Any] | None = None, language: str = "en") -> None:
        """Open nothing yet. `address` is what a person would type, `http://host:port/m/CODE`.

        `remembers` is the browser's memory for this address; two tabs of one browser share it.
        """
        self.address = address
        parts = urlsplit(address)
        self.socket_url = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws"
        self.route = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self.language = language
        self.ip = ""
        """Which address of this machine's it comes from, if that is to be another than the host's."""
        self.remembers: dict[str, Any] = {} if remembers is None else remembers
        self.mirror = Mirror()
        self.session: str | None = None
        self.received: list[tuple[float, bytes]] = []
        """Every frame, with the time it came (`time.perf_counter`)."""
        self.sent: list[bytes] = []
        self.crashes: list[str] = []
        self.faults: list[str] = []
        """What did not fit: patches for controls that this phone does not have."""
        self.files: list[bytes] = []
        """What was taken away as files."""
        self.picks: Any = []
        """What it answers when it is asked for a file."""
        self.lazy = False
        """Whether frames are only noted as they come, and not looked into: for measurements."""
        self.listener: Callable[[list[Any]], None] | None = None
        """Called with every decoded frame as it comes."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    # Coming and going

    async def connect(self, session: str | None = None) -> Self:
        """Open the address; with `session` as the same tab again, after a reload or a lost network."""
        self._socket = await websockets.connect(
            self.socket_url,
            max_size=None,
            compression="deflate",
            ping_interval=None,
            open_timeout=PATIENCE,
            create_connection=_Weighed,
            local_addr=(self.ip, 0) if self.ip else None,
        )
        self.session = None
        self.mirror = Mirror()
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.send(REGISTER, self.registration(session))
        await self.wait_for(lambda: self.session is not None, "an answer to the registration")
        await self.update(1, media=_MEDIA)
        await self.update(1, width=390.0, height=844.0)
        return self

    def registration(self, session: str | None) -> dict[str, Any]:
        """Return what a client says of itself."""
        page = {
            "route": self.route, "pwa": False, "web": True, "debug": False, "wasm": False, "test": False,
            "multi_view": False, "pyodide": False, "platform_brightness": "dark", "width": 390.0, "height": 844.0,
            "platform": "android", "window": {}, "media": _MEDIA,
        }  # fmt: skip
        return {"session_id": session, "page_name": self.route.strip("/"), "page": page}

    @property
    def weight(self) -> int:
        """Bytes that have come over the network on this connection, however they were packed."""
        return self._socket.weight if isinstance(self._socket, _Weighed) else 0

    async def close(self) -> None:
        """Close the tab in good order."""
        if self._socket is not None:
            await self._socket.close()
        await self._stop_reading()

    async def drop(self) -> None:
        """Lose the network: the connection is cut with no word of farewell."""
        self.cut()
        await self._stop_reading()

    def cut(self) -> None:
        """Cut the connection this moment, before the host can notice."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def reconnect(self) -> Self:
        """Come back as the same tab, the way a client does by itself after a lost connection."""
        if self.connected:
            await self.drop()
        return await self.connect(self.session)

    async def reload(self) -> Self:
        """Come back as a new tab of the same browser: no session, but all that the browser remembers."""
        if self.connected:
            await self.close()
        return await self.connect()

    async def _stop_reading(self) -> None:
        reader, self._reader, self._socket = self._reader, None, None
        if reader is not None:
            reader.cancel()
            with suppress(asyncio.CancelledError):
                await reader

    @property
    def connected(self) -> bool:
        """Whether the connection is open as far as this phone knows."""
        return self._reader is not None and not self._reader.done()

    async def __aenter__(self) -> Self:
        return self if self.connected else await self.connect()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # The wire

    async def send(self, action: int, body: Any) -> None:
        """Send one frame."""
        await self.send_bytes(b"\x00" + msgpack.packb([action, body]))

    async def send_bytes(self, frame: bytes) -> None:
        """Send bytes as they are, junk for example."""
        assert self._socket is not None, "this phone is not connected"
        self.sent.append(frame)
        await self._socket.send(frame)

    async def echo(self) -> None:
        """Wait until what the server had sent when this was called has come."""
        assert self._socket is not None, "this phone is not connected"
        for _ in range(2):
            await (await self._socket.ping())

    async def event(self, control: int, name: str, data: Any = None) -> None:
        """Send an event of a control, whether it listens or not."""
        await self.send(EVENT, {"target": control, "name": name, "data": data})

    async def update(self, control: int, **props: Any) -> None:
        """Send new values of a control's properties, as a client does when a person changes them."""
        await self.send(PROPS, {"id": control, "props": props})

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, bytes)
                self.received.append((time.perf_counter(), frame))
                if not self.lazy or frame[:3] == _QUESTION:
                    await self._take(decode(frame))
                async with self._news:
                    self._news.notify_all()
        except websockets.ConnectionClosed:
            pass
        finally:
            async with self._news:
                self._news.notify_all()

    async def _take(self, frame: list[Any]) -> None:
        action, body = frame
        if action == REGISTER:
            self.session = body["session_id"]
            self.mirror.register(body["page_patch"])
            if body["error"]:
                self.crashes.append(body["error"])
        elif action == PATCH:
            try:
                self.mirror.patch(body["id"], body["patch"])
            except Exception as fault:
                self.faults.append(str(fault))
        elif action == INVOKE:
            await self._answer(body)
        elif action == CRASHED:
            self.crashes.append(body["message"])
        if self.listener is not None:
            self.listener(frame)

    async def _answer(self, body: dict[str, Any]) -> None:
        control, name, args = body["control_id"], body["name"], body.get("args") or {}
        node, result, error = self.mirror.control(control), None, None
        if node is None:
            error = f"Calling {name} method of inexistent control: {control}"
        elif node["_c"] == "SharedPreferences":
            result = remember(self.remembers, name, args)
        elif name == "save_file":
            self.files.append(args["src_bytes"])
        elif name == "pick_files":
            result = self.picks
        with suppress(websockets.ConnectionClosed, AssertionError):
            if name == "push_route":
                await self.go(args["route"])
            answer = {"control_id": control, "call_id": body["call_id"], "result": result, "error": error}
            await self.send(INVOKE, answer)

    async def go(self, route: str) -> None:
        """Have another address in the browser's bar, because the host or the browser's own Back says so."""
        self.route = route
        await self.update(1, route=route)
        await self.send(EVENT, {"target": 1, "name": "route_change", "data": {"route": route}})

    # Looking

    def texts(self) -> list[str]:
        """Return the words on the screen, in the order of the tree."""
        return self.mirror.texts()

    def sees(self, query: Query) -> bool:
        """Tell whether these words are on the screen, alone or in a sentence."""
        return bool(self.mirror.find_all(query))

    def find(self, query: Query, near: Query | None = None) -> Found | None:
        """Return the first control with these words; with `near` the one closest to those other words."""
        found = self.mirror.find_all(query)
        if near is None or not found:
            return found[0] if found else None
        others = self.mirror.find_all(near)
        return max(found, key=lambda f: max((_shared(f, o) for o in others), default=0))

    def handler(self, query: Query, *events: str, near: Query | None = None) -> Found | None:
        """Return the control that hears one of `events` when a finger meets these words.

        That is the control itself, one inside it (words spoken for what they wrap) or the nearest around it.
        """
        found = self.mirror.find_all(query)
        if near is not None:
            others = self.mirror.find_all(near)
            found.sort(key=lambda f: -max((_shared(f, o) for o in others), default=0))
        for one in found:
            candidates = [one]
            if one.kind == "Semantics":
                candidates += [f for f in self.mirror.walk() if any(n is one.node for n in f.around)]
            # Nothing around what a finger reaches is dead.
            candidates += [Found(node, one.around[:i], False) for i, node in reversed(list(enumerate(one.around)))]
            for candidate in candidates:
                if not candidate.dead and any(candidate.hears(event) for event in events):
                    return candidate
        return None

    async def wait_for(self, what: Query | Callable[[], bool], why: str = "", patience: float = PATIENCE) -> None:
        """Wait until words are on the screen or a condition holds. Raises `NothingCame` after `patience` seconds."""
        holds = what if callable(what) else lambda: self.sees(what)  # type: ignore[arg-type]
        try:
            async with asyncio.timeout(patience), self._news:
                while not holds():
                    if not self.connected:
                        raise NothingCame(f"the connection ended while waiting for {why or what!r}; {self._state()}")
                    await self._news.wait()
        except TimeoutError:
            raise NothingCame(f"{why or what!r} did not come; {self._state()}") from None

    async def gone(self, patience: float = PATIENCE) -> None:
        """Wait until the server has closed the connection."""
        assert self._reader is not None
        async with asyncio.timeout(patience):
            await asyncio.wait({self._reader})

    def _state(self) -> str:
        return f"on the screen: {self.texts()!r}; crashes {self.crashes!r}; faults {self.faults!r}; {self.ended}"

    @property
    def ended(self) -> str:
        """Say with which code the connection was closed; nothing while it is open."""
        closed = self._socket is not None and self._socket.close_code is not None
        return f"closed with {self._socket.close_code} {self._socket.close_reason!r}" if closed else ""

    # Touching

    async def _hearing(self, query: Query, events: tuple[str, ...], near: Query | None) -> Found:
        await self.wait_for(
            lambda: self.handler(query, *events, near=near) is not None, f"something to {events[0]} at {query!r}"
        )
        found = self.handler(query, *events, near=near)
        assert found is not None
        return found

    async def tap(self, query: Query, near: Query | None = None) -> Found:
        """Tap what carries these words, once it is there and listens."""
        found = await self._hearing(query, TAPPED, near)
        await self.press(found)
        return found

    def offers(self, query: Query) -> bool:
        """Tell whether something with these words can be tapped now."""
        return self.handler(query, *TAPPED) is not None

    async def press(self, found: Found) -> None:
        """Put a finger on a control and lift it."""
        if found.hears("click"):
            await self.event(found.id, "click")
            return
        if found.hears("vertical_drag_down"):
            await self._down(found)
            await self.lift(found)
            return
        for name in ("tap_down", "tap_up", "tap"):
            if found.hears(name):
                await self.event(found.id, name, None if found.kind == "Semantics" else _HERE)

    async def hold(self, query: Query, near: Query | None = None) -> Found:
        """Put a finger down and leave it there."""
        found = await self._hearing(query, ("vertical_drag_down", "tap_down"), near)
        await self._down(found)
        return found

    async def _down(self, found: Found) -> None:
        if found.hears("vertical_drag_down"):
            await self.event(found.id, "vertical_drag_down", {"l": _HERE["l"], "g": _HERE["g"]})
        else:
            await self.event(found.id, "tap_down", _HERE)

    async def lift(self, held: Found) -> None:
        """Lift the finger that holds a control."""
        if held.hears("vertical_drag_end"):
            end = {"l": _HERE["l"], "g": _HERE["g"], "v": {"x": 0.0, "y": 0.0}, "pv": 0.0}
            await self.event(held.id, "vertical_drag_end", end)
        elif held.hears("tap_up"):
            await self.event(held.id, "tap_up", _HERE)

    async def write(self, query: Query, text: str, *, submit: bool = False) -> None:
        """Write into the text field with these words, then leave it."""
        await self.wait_for(lambda: self._field(query) is not None, f"a field {query!r}")
        field = self._field(query)
        assert field is not None
        if field.hears("focus"):
            await self.event(field.id, "focus")
        self.mirror.write(field.node, "value", text)
        await self.update(field.id, value=text)
        if field.hears("change"):
            await self.event(field.id, "change", text)
        if submit and field.hears("submit"):
            await self.event(field.id, "submit", text)
        if field.hears("blur"):
            await self.event(field.id, "blur")

    async def choose(self, query: Query, near: Query | None = None) -> None:
        """Choose a segment, a radio or a switch by its words."""
        found = await self._hearing(query, ("change",), near)
        segment = self.find(query, near)
        assert segment is not None
        value: Any = not found.node.get("value", False)
        prop = "value"
        if found.kind == "SegmentedButton":
            inside = next(n for n in reversed((*segment.around, segment.node)) if n["_c"] == "Segment")
            prop, value = "selected", [inside["value"]]
        elif found.kind == "RadioGroup":
            value = next(n for n in reversed((*segment.around, segment.node)) if n["_c"] == "Radio")["value"]
        self.mirror.write(found.node, prop, value)
        await self.update(found.id, **{prop: value})
        await self.event(found.id, "change", value)

    def _field(self, query: Query) -> Found | None:
        for found in self.mirror.find_all(query):
            inside = [f for f in self.mirror.walk() if any(n is found.node for n in f.around)]
            label_of = [f for f in self.mirror.walk() if any(f.node is n for n in found.around[-2:])]
            for one in (found, *inside, *label_of):
                if one.kind == "TextField" and not one.dead:
                    return one
        return None


def decode(frame: bytes) -> list[Any]:
    """Return the action and body of a frame."""
    decoded = msgpack.unpackb(frame[1:], strict_map_key=False)
    assert isinstance(decoded, list)
    return decoded


def remember(memory: dict[str, Any], name: str, args: dict[str, Any]) -> Any:
    """Do what the client's shared preferences do with a browser's local storage."""
    key = args.get("key")
    match name:
        case "set":
            memory[str(key)] = args["value"]
            return True
        case "get":
            return memory.get(str(key))
        case "contains_key":
            return key in memory
        case "remove":
            memory.pop(str(key), None)
            return True
        case "get_keys":
            return sorted(k for k in memory if k.startswith(args.get("key_prefix") or ""))
        case "clear":
            memory.clear()
            return True
    raise AssertionError(f"the client's preferences have no method {name}")


def _shared(one: Found, other: Found) -> int:
    """Return how deep in the tree two controls part."""
    depth = 0
    for a, b in zip((*one.around, one.node), (*other.around, other.node), strict=False):
        if a is not b:
            break
        depth += 1
    return depth


async def silence(phones: Collection[Phone], seconds: float) -> None:
    """Wait until nothing more has come to any phone for so long."""
    seen = -1
    while seen != (seen := sum(len(phone.received) for phone in phones)):  # noqa: ASYNC110  silence is no event
        await asyncio.sleep(seconds)
