"""Which address a phone is offered first."""

import pytest

from companion.hosting.addresses import Interface, addresses, default_source, interfaces, rank, web_address


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
