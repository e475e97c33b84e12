"""Settings: which source wins, and what is said when one cannot be used."""

from pathlib import Path

import pytest

from companion.paths import PROJECT
from companion.settings import Settings, SettingsError, load
from referee.core.rulebook.announced import announced


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
        ("certificate", "/no/such.pem"),
        ("address", ""),
    ],
)
def test_a_wrong_value_on_the_command_line_names_the_option(name: str, value: str, tmp_path: Path) -> None:
    assert refusal(write(tmp_path, ""), **{name: value}).startswith(f"--{name.replace('_', '-')}: ")


def test_a_setting_that_does_not_exist_is_named(tmp_path: Path) -> None:
    assert "colour: there is no such setting" in refusal(write(tmp_path, 'colour = "red"'))


def test_a_file_that_is_not_toml_says_where(tmp_path: Path) -> None:
    message = refusal(write(tmp_path, "port = = 3"))
    assert "flet.toml: this is not TOML" in message
    assert "line 1" in message


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "flet.toml").write_bytes(b"port = 1\n\xff\xfe")
    assert "not UTF-8 text" in refusal(tmp_path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "flet.toml").mkdir()
    assert "flet.toml: it cannot be read" in refusal(tmp_path)


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    certificate = tmp_path / "cert.pem"
    certificate.write_text("x")
    assert "key is missing" in refusal(write(tmp_path, ""), certificate=str(certificate))


def test_a_very_long_value_is_shortened_in_the_message(tmp_path: Path) -> None:
    assert len(refusal(write(tmp_path, ""), public_url="x" * 10_000)) < 400
