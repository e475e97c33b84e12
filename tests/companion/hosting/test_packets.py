"""What goes to a phone in one packet goes as it is; what is larger is compressed, each message by itself."""

from __future__ import annotations

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from companion.hosting.compression import PACKET, CompressLargeMessages, Offer

SCREEN = b'{"_c": "Text", "value": "nobody is there"}' * 100


def agreed() -> tuple[CompressLargeMessages, object]:
    """Return both ends of a connection that compresses."""
    asks = ClientPerMessageDeflateFactory(client_max_window_bits=True)
    answer, host = Offer().process_request_params(asks.get_request_params(), [])
    assert isinstance(host, CompressLargeMessages)
    return host, asks.process_response_params(answer, [])


@pytest.mark.parametrize(("size", "packed"), [(1, False), (PACKET, False), (PACKET + 1, True), (4200, True)])
def test_what_needs_more_than_a_packet_is_compressed_and_nothing_else(size: int, packed: bool) -> None:
    host, phone = agreed()
    sent = host.encode(Frame(Opcode.BINARY, SCREEN[:size]))
    assert sent.rsv1 is packed
    assert (len(sent.data) < PACKET / 2) if packed else sent.data == SCREEN[:size]
    assert phone.decode(sent, max_size=None).data == SCREEN[:size]  # type: ignore[attr-defined]


def test_the_size_of_a_message_does_not_depend_on_what_was_said_before() -> None:
    talked, _ = agreed()
    for _ in range(3):
        talked.encode(Frame(Opcode.BINARY, SCREEN[:3000]))
    fresh, _ = agreed()
    assert talked.encode(Frame(Opcode.BINARY, SCREEN)).data == fresh.encode(Frame(Opcode.BINARY, SCREEN)).data
