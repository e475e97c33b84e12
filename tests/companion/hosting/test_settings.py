"""Settings: which source wins, and what is said when one cannot be used."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.i18n import PROJECT
from companion.settings import Settings, SettingsError, load
from referee.core.rulebook import announced


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"METSUKE_{name.upper()}", raising=False)


def write(folder: Path, text: str) -> Path:
    (folder / "flet.toml").write_text(text, encoding="utf-8")
    return folder


def refusal(folder: Path, **given: str) -> str:
    with pytest.raises(SettingsError) as caught:
        load(given, folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_the_shipped_file_says_what_is_used_without_it() -> None:
    assert load(folder=PROJECT) == Settings()


def test_the_file_is_read(tmp_path: Path) -> None:
    settings = load(folder=write(tmp_path, 'port = 9000\nlanguage = "ja"\npublic_url = "https://t.example.org/"'))
    assert (settings.port, settings.language, settings.public_url) == (9000, "ja", "https://t.example.org")


def test_the_environment_comes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METSUKE_PORT", "9001")
    assert load(folder=write(tmp_path, "port = 9000")).port == 9001


def test_the_games_on_offer_are_a_list_in_the_file_and_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = (one.key for one in announced())
    assert load(folder=write(tmp_path, f"games = ['{second}']\nplugins = false")).games == (second,)
    monkeypatch.setenv("METSUKE_GAMES", f"{first}, {second}")
    settings = load(folder=write(tmp_path, "plugins = false"))
    assert (settings.games, settings.plugins) == ((first, second), False)


def test_a_game_that_nobody_announces_cannot_be_on_offer(tmp_path: Path) -> None:
    message = refusal(write(tmp_path, "games = ['go']"))
    assert "games: " in message
    assert "cannot be used: give keys of games that are announced here" in message


def test_the_command_line_comes_before_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METSUKE_PORT", "9001")
    assert load({"port": "9002"}, write(tmp_path, "port = 9000")).port == 9002


def test_a_wrong_value_in_the_file_names_file_and_field(tmp_path: Path) -> None:
    message = refusal(write(tmp_path, "port = 70000"))
    assert f"{tmp_path / 'flet.toml'}: port: '70000' cannot be used" in message
    assert "65535" in message


def test_a_wrong_value_in_the_environment_names_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METSUKE_LANGUAGE", "de")
    assert refusal(write(tmp_path, 'language = "en"')).startswith("METSUKE_LANGUAGE: 'de' cannot be used")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "0"),
        ("port", "many"),
        ("language", "de"),
        ("public_url", "table.example.org"),
        ("public_url", "http://"),
        ("public_url", "http:// x"),
        ("public_url", "http://table.example:99999"),
        ("public_url", "http://table.example:0"),
        ("public_url", "http://table.example:many"),
        ("public_url", "http://[::1"),
        ("public_url", "http://[fe80::1%25eth0]"),
        ("public_url", "http://[::]:8550"),
        ("public_url", "http://0.0.0.0:8550"),
        ("public_url", "http://256.1.1.1"),
        ("public_url", "http://me@table.example"),
        ("public_url", "http://table..example"),
        ("public_url", "http://ta\tble.example"),
        ("public_url", "http://table.example?from=me"),
        ("public_url", "ftp://table.example"),
        ("public_url", "https://\u202eelpmaxe.elbat"),
        ("public_url", "http://[::1]x"),
        ("public_url", "http://[::1]]:1"),
        ("public_url", "http://[v1.x]"),
        ("status", "nowhere"),
        ("status", "[]:9464"),
        ("status", "[::1:9464"),
        ("status", "::1:9464"),
        ("status", "127.0.0.1:99999"),
        ("certificate", "/no/such.pem"),
        ("address", ""),
        ("address", "224.0.0.1"),
        ("address", "ff02::1"),
        ("address", "255.255.255.255"),
        ("address", "000.0.0.0"),
        ("address", "0x0"),
        ("database", "a\u0000b.db"),
    ],
)
def test_a_wrong_value_on_the_command_line_names_the_option(name: str, value: str, tmp_path: Path) -> None:
    assert refusal(write(tmp_path, ""), **{name: value}).startswith(f"--{name.replace('_', '-')}: ")


@pytest.mark.parametrize(
    ("given", "asked_for"),
    [
        ("https://Müller.example", "https://xn--mller-kva.example"),
        ("https://MU\u0308LLER.example/", "https://xn--mller-kva.example"),
        ("https://straße.example:8443", "https://xn--strae-oqa.example:8443"),
        ("http://例え。テスト", "http://xn--r8jz45g.xn--zckzah"),
        ("HTTPS://Table.Example.ORG:443/", "https://table.example.org"),
        ("http://table.local.:80", "http://table.local"),
        ("http://[2001:DB8:0::1]:8550", "http://[2001:db8::1]:8550"),
        ("http://my_host.lan:8550", "http://my_host.lan:8550"),
    ],
)
def test_the_public_address_is_kept_as_browsers_ask_for_it(given: str, asked_for: str, tmp_path: Path) -> None:
    settings = load({"public_url": given}, write(tmp_path, ""))
    assert settings.public_url == asked_for
    assert urlsplit(asked_for).hostname in settings.names


@pytest.mark.parametrize("url", ["http://host/metsuke", "https://table.example.org:8443/a/b/", "http://[::1]/x"])
def test_a_path_below_the_public_name_is_refused_with_what_works(url: str, tmp_path: Path) -> None:
    message = refusal(write(tmp_path, ""), public_url=url)
    assert "not below a path" in message
    assert "a name or a port of its own" in message


@pytest.mark.parametrize(("workers", "port"), [("1", "9464"), ("3", "9466")])
def test_a_status_where_phones_come_is_refused_by_its_name(workers: str, port: str, tmp_path: Path) -> None:
    message = refusal(write(tmp_path, ""), status="127.0.0.1:9464", port=port, workers=workers)
    assert message == f"--status: port {port} is for the phones: give status another one."
    message = refusal(write(tmp_path, 'status = "127.0.0.1:8550"'))
    assert message.startswith(f"{tmp_path / 'flet.toml'}: status: port 8550 is for the phones")
    assert "lower one" in refusal(write(tmp_path, ""), status="127.0.0.1:65535", workers="2")


def test_a_setting_that_does_not_exist_is_named(tmp_path: Path) -> None:
    assert "colour: there is no such setting" in refusal(write(tmp_path, 'colour = "red"'))


def test_a_file_that_is_not_toml_says_where(tmp_path: Path) -> None:
    message = refusal(write(tmp_path, "port = = 3"))
    assert "flet.toml: this is not TOML" in message
    assert "line 1" in message


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "flet.toml").write_bytes(b"port = 1\n\xff\xfe")
    assert "not UTF-8 text" in refusal(tmp_path)


@pytest.mark.parametrize("written", [f"port = {'9' * 5001}", "games = " + "[" * 3000])
def test_a_file_that_python_cannot_take_in_is_refused(written: str, tmp_path: Path) -> None:
    assert "this is not TOML" in refusal(write(tmp_path, written))


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "flet.toml").write_text("port = 9000", "utf-8-sig")
    assert load(folder=tmp_path).port == 9000


def test_a_folder_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(SettingsError, match="current folder cannot be read"):
        load()


def test_an_address_of_version_4_written_as_version_6_is_that_address(tmp_path: Path) -> None:
    assert load({"address": "::ffff:0.0.0.0"}, tmp_path).address == "0.0.0.0"


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "flet.toml").mkdir()
    assert "flet.toml: it cannot be read" in refusal(tmp_path)


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    certificate = tmp_path / "cert.pem"
    certificate.write_text("x")
    assert "key is missing" in refusal(write(tmp_path, ""), certificate=str(certificate))


def test_a_very_long_value_is_shortened_in_the_message(tmp_path: Path) -> None:
    assert len(refusal(write(tmp_path, ""), public_url="x" * 10_000)) < 400
