"""Which address a phone is offered first."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from io import StringIO
from urllib.parse import urlsplit

import pytest

from companion.hosting.addresses import (
    Interface,
    addresses,
    default_source,
    interfaces,
    rank,
    reach_phones,
    web_address,
)
from companion.hosting.process import CannotHost, take_port
from companion.hosting.terminal import Terminal
from companion.phones.host import is_private_address
from tests.hosted import PROJECT, free_port


def ips(*pairs: tuple[str, str], default: str = "") -> list[str]:
    return [interface.ip for interface in rank([Interface(*pair) for pair in pairs], default)]


def test_the_way_out_comes_first_and_other_private_networks_follow() -> None:
    found = ips(("eth0", "192.168.1.9"), ("wlan0", "192.168.7.20"), ("lo", "127.0.0.1"), default="192.168.7.20")
    assert found == ["192.168.7.20", "192.168.1.9"]


def test_private_networks_come_before_public_ones() -> None:
    assert ips(("eth0", "8.8.4.4"), ("wlan0", "10.0.0.5"), default="8.8.4.4") == ["10.0.0.5", "8.8.4.4"]


@pytest.mark.parametrize(
    "name", ["docker0", "br-1a2b3c", "vethernet (WSL)", "utun3", "wg0", "tailscale0", "VMware Network"]
)
def test_containers_and_tunnels_come_last_even_when_they_are_the_way_out(name: str) -> None:
    assert ips((name, "10.8.0.2"), ("en0", "192.168.1.4"), default="10.8.0.2") == ["192.168.1.4", "10.8.0.2"]


def test_an_address_given_by_nobody_comes_after_all_others() -> None:
    assert ips(("en0", "169.254.10.1"), ("docker0", "172.17.0.1")) == ["172.17.0.1", "169.254.10.1"]


def test_loopback_is_offered_only_where_there_is_nothing_else() -> None:
    assert ips(("lo", "127.0.0.1")) == ["127.0.0.1"]
    assert "127.0.0.1" not in ips(("lo", "127.0.0.1"), ("eth0", "10.0.0.2"))


def test_the_public_address_comes_before_this_machines_own() -> None:
    found = addresses(8550, public_url="https://table.example.org")
    assert found[0] == "https://table.example.org"
    assert len(found) > 1
    assert all(url.endswith(":8550") for url in found[1:])


def test_a_host_that_listens_on_one_address_offers_that_one() -> None:
    assert addresses(8600, bound="127.0.0.1") == ("http://127.0.0.1:8600",)


def test_the_port_is_left_out_where_the_scheme_implies_it() -> None:
    assert web_address("10.0.0.2", 443, "https") == "https://10.0.0.2"
    assert web_address("10.0.0.2", 80) == "http://10.0.0.2"
    assert web_address("10.0.0.2", 443) == "http://10.0.0.2:443"
    assert web_address("fe80::1", 8550) == "http://[fe80::1]:8550"


def test_this_machine_has_the_address_it_sends_from() -> None:
    own = {interface.ip for interface in interfaces()}
    assert own
    assert default_source() in own | {""}


# In a network of its own

NETWORK = """
set -e
ip link set lo up
ip addr add 10.9.8.7/32 dev lo
ip -6 addr add fd09:8::7/128 dev lo nodad
ip -6 addr add 2600:9::7/128 dev lo nodad
sysctl -qw net.ipv6.bindv6only=$1
exec "$2" -c "$3" "$4"
"""
ANSWERED = """
import socket, sys
from urllib.parse import urlsplit
from companion.hosting.addresses import addresses
from companion.hosting.process import share_port, take_port
for take in (take_port, lambda *place: share_port(*place, listens=True)):
    with take(sys.argv[1], 8550):
        for url in addresses(8550, bound=sys.argv[1]):
            with socket.create_connection((urlsplit(url).hostname, urlsplit(url).port), 10):
                print(url)
"""


def apart(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command where there is no network, or skip where an account may not."""
    made = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-rn"]
    if shutil.which("unshare") is None or subprocess.run([*made, "true"], check=False).returncode:
        pytest.skip("this account may not make a network of its own")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    return subprocess.run([*made, *command], capture_output=True, text=True, check=False, env=environment)


@pytest.mark.skipif(sys.platform != "linux", reason="networks of one's own are Linux's")
@pytest.mark.parametrize("alone", ["0", "1"])
@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("0.0.0.0", ["10.9.8.7"]),
        ("::", ["10.9.8.7", "[fd09:8::7]", "[2600:9::7]"]),
        ("0:0::0", ["10.9.8.7", "[fd09:8::7]", "[2600:9::7]"]),
        ("::1", ["[::1]"]),
        ("fd09:8::7", ["[fd09:8::7]"]),
        ("10.9.8.7", ["10.9.8.7"]),
        ("localhost", ["localhost"]),
    ],
)
def test_what_is_printed_is_what_answers(address: str, printed: list[str], alone: str) -> None:
    done = apart("sh", "-c", NETWORK, "sh", alone, sys.executable, ANSWERED, address)
    if "sysctl" in done.stderr or "ip:" in done.stderr or "RTNETLINK" in done.stderr:
        pytest.skip(f"there is no such network here: {done.stderr}")
    assert done.stderr == ""
    assert done.stdout.split() == [f"http://{each}:8550" for each in printed] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="networks of one's own are Linux's")
@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_without_a_network_the_host_says_that_no_phone_can_reach_it(address: str) -> None:
    script = (
        "import sys; from companion.hosting.terminal import Terminal; import companion.hosting.addresses as nets;"
        "Terminal().welcome(nets.addresses(8550, bound=sys.argv[1]))"
    )
    done = apart(sys.executable, "-c", script, address)
    assert done.stderr == ""
    assert "no phone can reach it" in done.stdout
    assert "Join a Wi-Fi" in done.stdout
    assert "Scan the code" not in done.stdout
    assert "http://127.0.0.1:8550" in done.stdout


@pytest.mark.parametrize(
    ("urls", "reached"),
    [
        (["http://127.0.0.1:8550"], False),
        (["http://127.9.9.9:8550", "http://[::1]:8550", "http://localhost"], False),
        (["https://table.example.org", "http://127.0.0.1:8550"], True),
        (["http://[fd09::7]:8550"], True),
        (["http://169.254.1.2:8550"], True),
    ],
)
def test_loopback_reaches_no_phone(urls: list[str], reached: bool) -> None:
    assert reach_phones(urls) == reached


@pytest.mark.parametrize("address", ["fe80::1", "fe80::1%lo"])
def test_an_address_that_no_browser_opens_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(CannotHost, match="Browsers open no address like"):
        take_port(address, free_port())
def test_a_host_that_is_reached_from_outside_does_not_say_that_all_stays_on_this_network() -> None:
    for public, outside in (("", False), ("http://192.168.1.20:8550", False), ("https://table.example.org", True)):
        found = addresses(8550, public_url=public, bound="100.64.0.9")
        assert any(not is_private_address(urlsplit(url).hostname or "") for url in found) is outside


def test_a_terminal_that_draws_no_code_asks_nobody_to_scan_one() -> None:
    for codes, out in ((True, StringIO()), (False, StringIO())):
        terminal = Terminal(out, codes=codes)
        terminal.welcome(["http://192.168.1.20:8550"])
        terminal.match("http://192.168.1.20:8550/m/abc")
        assert ("can the code" in out.getvalue()) is codes
        assert "http://192.168.1.20:8550/m/abc" in out.getvalue()
