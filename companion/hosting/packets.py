"""Messages to phones, compressed where it saves packets.

A message that fits into one packet of a network arrives no sooner when it is smaller. A larger one, such as a whole
screen, is sent compressed: 2 kB take some 20 µs here, and a phone in a busy Wi-Fi waits for one packet instead of
several. Each message is compressed by itself, so that its size depends on what this phone is told in it and on
nothing that was said before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from companion.hosting.gate import Gate

PACKET = 1400
"""Bytes of a message that fit into one packet, beside the headers of Ethernet's 1500."""


class LargeAlone(PerMessageDeflate):
    """Compression (RFC 7692) that leaves messages of one packet as they are, as it allows for each."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) <= PACKET else super().encode(frame)


class Offer(ServerPerMessageDeflateFactory):
    """What the host agrees to when a phone can compress."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            server_max_window_bits=13,
            client_max_window_bits=12,
            compress_settings={"memLevel": 6, "level": 6},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return the answer to a phone's offer, and the compression agreed on."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, LargeAlone(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


TELL = "tell"
"""Under which name a socket's `tell` stands in the state of its scope."""
LAST_WORDS_SECONDS = 5.0
"""How long what was still to be sent may take when a socket has ended: a phone that reads nothing never takes it."""


class Socket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket with this compression, which ends for certain."""

    gate: Gate

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [Offer()]
        self.app_state = {**self.app_state, TELL: self.tell}
        self._pong: asyncio.TimerHandle | None = None

    def tell(self, message: bytes) -> bool:
        """Send a message this moment, past all that is between. Returns whether the socket takes it."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        if self.transport.is_closing():
            return False
        self.conn.send_binary(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer at the next beat, together with what else has been asked until then. Browsers send no pings."""
        if self._pong is None:
            self._pong = self.loop.call_later(self.gate.until_beat(), self._answer_pings)

    def _answer_pings(self) -> None:
        self._pong = None
        if not self.transport.is_closing():
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """End a socket whose phone gives no sign of life; while a frame of it waits here, none of its is read."""
        if self.read_paused and self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self._end()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """End a socket that nobody serves any more."""
        super().on_task_complete(task)
        self._end()

    def _end(self) -> None:
        self.loop.call_later(LAST_WORDS_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.left(self.transport)
        super().connection_lost(exc)
