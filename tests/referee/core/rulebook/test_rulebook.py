"""A rulebook is read from files, one a language, and says what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.rulebook import Rulebook, RulebookError, read_clauses

ENGLISH = '"TOY-1.1" = "One rule."\n"TOY-1.2" = "Another rule."\n'
GERMAN = '"TOY-1.1" = "Eine Regel."\n"TOY-1.2" = "Noch eine Regel."\n'


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for lang, text in texts.items():
        (folder / f"{lang}.toml").write_text(text, "utf-8")
    return folder


def test_a_further_language_is_a_further_file(tmp_path: Path) -> None:
    first, second = read_clauses(write(tmp_path, en=ENGLISH, de=GERMAN))
    assert (first.id, second.id) == ("TOY-1.1", "TOY-1.2")
    assert [second.text(lang) for lang in ("en", "de", "ja")] == ["Another rule.", "Noch eine Regel.", "Another rule."]


def test_a_package_brings_its_clauses_and_is_read_when_one_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulebook = Rulebook("game_with_clauses")
    write(tmp_path / "game_with_clauses" / "clauses", en=ENGLISH)
    (tmp_path / "game_with_clauses" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert [clause.id for clause in rulebook] == ["TOY-1.1", "TOY-1.2"]
    assert rulebook[1] is rulebook[1:][0]


@pytest.mark.parametrize(
    ("lang", "text", "told"),
    [
        ("en", '"TOY-1.1" = ""', "en.toml: TOY-1.1 has no text"),
        ("en", '"TOY-1.1" = 5', "en.toml: TOY-1.1 has no text"),
        ("en", 'TOY-1.1 = "Unquoted."', "en.toml: 'TOY-1' is no id of a clause"),
        ("en", '"toy-1.1" = "Small."', "en.toml: 'toy-1.1' is no id of a clause"),
        ("en", ENGLISH + ENGLISH, "en.toml: Cannot overwrite"),
        ("en", '"TOY-1.1', "en.toml: "),
        ("de", '"TOY-1.1" = "Eine Regel."', "de.toml: no more clauses stands where en.toml has TOY-1.2"),
        ("de", GERMAN + '"TOY-1.3" = "Zu viel."', "de.toml: TOY-1.3 stands where en.toml has no more clauses"),
        ("de", '"TOY-1.2" = "Zuerst."\n"TOY-1.1" = "Danach."', "de.toml: TOY-1.2 stands where en.toml has TOY-1.1"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_clause(tmp_path: Path, lang: str, text: str, told: str) -> None:
    with pytest.raises(RulebookError, match=r".") as wrong:
        read_clauses(write(tmp_path, **{"en": ENGLISH, lang: text}))
    assert told in str(wrong.value)


def test_there_are_no_clauses_without_english(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"there is no en\.toml"):
        read_clauses(write(tmp_path, de=GERMAN))
