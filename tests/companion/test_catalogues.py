"""Words: whole catalogues, safe parameters, and a key for everything that is said."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest

from companion.i18n import PACKAGE, languages, num, translator
from companion.ui.overlays import TABLE, rulebook
from companion.ui.phrases import games
from referee.core.rulebook import parameters, read_words
from tests.catalogues import LOCALE, every_form

DOMAINS = sorted({path.stem for path in LOCALE.glob("*/LC_MESSAGES/*.po")})
KEY = re.compile(r"(?:kit|app|table|table_screen|shinobazu)\.[a-z0-9_.]*[a-z0-9]")


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_say_the_same_things_with_the_same_parameters(domain: str) -> None:
    english, japanese = every_form("en", domain), every_form("ja", domain)
    assert english.keys() == japanese.keys()
    different = {key for key in english if parameters(" ".join(english[key])) != parameters(" ".join(japanese[key]))}
    assert different == set()


@pytest.mark.parametrize("lang", languages())
def test_nothing_is_left_untranslated_and_no_key_is_in_two_domains(lang: str) -> None:
    for domain in DOMAINS:
        written = {entry.msgid for entry in polib.pofile(str(LOCALE / lang / "LC_MESSAGES" / f"{domain}.po"))}
        assert written == every_form(lang, domain).keys()
    assert read_words(LOCALE, lang)


@pytest.mark.parametrize("lang", languages())
def test_words_are_plain(lang: str) -> None:
    loud = re.compile(r"[!！]|\b(?:error|invalid|oops)\b", re.IGNORECASE)
    said = {key: " ".join(forms) for domain in DOMAINS for key, forms in every_form(lang, domain).items()}
    assert {key: text for key, text in said.items() if loud.search(text)} == {}


def _keys(tree: ast.AST) -> Iterator[str]:
    """Every whole key in a module: not the pieces of f-strings, which are completed when it runs."""
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    pieces |= {id(side) for node in ast.walk(tree) if isinstance(node, ast.BinOp) for side in (node.left, node.right)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in pieces:
            continue
        if KEY.fullmatch(node.value):
            yield node.value


def _sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("source", _sources(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_every_key_that_is_written_in_the_app_has_words(source: Path) -> None:
    known = translator("en")
    missing = {key for key in _keys(ast.parse(source.read_text(encoding="utf-8"))) if not known.has(key)}
    assert missing == set()


def test_a_key_without_words_is_shown_as_it_is() -> None:
    t = translator("ja")
    assert t("kit.nobody_wrote_this", name="x") == "kit.nobody_wrote_this"
    assert not t.has("kit.nobody_wrote_this")
    assert t.has("kit.undo")


def test_a_language_nobody_translated_speaks_english() -> None:
    assert translator("xx")("kit.undo") == "Undo"
    assert translator("ja")("kit.undo") == "取り消す"


def test_parameters_are_filled_in_and_reach_nothing_else() -> None:
    t = translator("en")
    assert t("kit.clause", clause="3.4") == "Clause 3.4"
    assert t("kit.clause", clause="{0.__class__}") == "Clause {0.__class__}"
    assert t("kit.clause") == "Clause {clause}"


@pytest.mark.parametrize(("n", "said"), [(1, "1 point"), ("1", "1 point"), (2, "2 points"), (0, "0 points")])
def test_one_thing_is_spoken_of_as_one(n: int | str, said: str) -> None:
    assert translator("en")("app.end.points", n=n) == said
    assert "点" in translator("ja")("app.end.points", n=n)


PERSONAL = re.compile(r"(?<![a-z])(?:he|his|him|himself|she|hers?|herself)(?![a-z])", re.IGNORECASE)


def test_nobody_at_the_table_is_called_by_a_gender() -> None:
    said = {key: " ".join(forms) for domain in DOMAINS for key, forms in every_form("en", domain).items()}
    rules = {clause.id: clause.text() for game in (TABLE, *games()) for clause in rulebook(game)}
    assert {key: text for key, text in (said | rules).items() if PERSONAL.search(f"{key} {text}")} == {}


@pytest.mark.parametrize("package", ["companion", "models", "referee", "tests"])
def test_no_name_or_comment_calls_a_player_by_a_gender(package: str) -> None:
    old = '"laid_by_him"'  # as older journals have it
    paths = [path for path in (PACKAGE.parent / package).rglob("*.py") if path != Path(__file__)]
    sources = {path: path.read_text("utf-8").replace(old, "") for path in paths}
    assert sources
    assert [path.name for path, text in sources.items() if PERSONAL.search(text)] == []


def test_a_minus_is_a_minus() -> None:
    assert num(-3) == "\u22123"
    assert num(0) == "0"
    assert translator("en")("kit.card_covered", n=-3) == "card \u22123, covered"


PAUSES = re.compile(r"[.,;:]\s*[,;]|,\s*\.|\.\.|  |。。|、、|。、|、。|[。、]\s*[,.]|\(\s*\)|（\s*）")
RAW = re.compile(r"[a-z_]{3,}\.[a-z_]{3,}(?:\.[a-z_]+)*")
COUNTED = re.compile(
    r"(?<![\d.−–×A-Za-z])1 (?:(?:more|new|open|later|earlier|known|shuffled|sleeping|locked|own) )?"
    r"(?!does\b|goes\b)[a-z]{2,}[a-rt-z]s\b(?<!finds)(?<!sleeps)(?<!leaves)(?<!turns)"
)
ALWAYS_SEVERAL = frozenset({
    "app.new.ask.plays", "app.new.ask.scores", "app.lobby.start_ask", "new.players_exact", "new.seats_exact",
    "new.deal.players", "scorpion.roles_needed", "board.zone_twice",  # seats, and zones that share a name
    "scorpion.screen.setup.ask.hand",  # of several cards
    "shinobazu.position.seats", "shinobi_school.position.first_field", "shinobi_school.position.sum",
    "shinobi_school.position.sixth", "shinobi_school.position.scores",
    "shinobazu.screen.n_points", "shinobazu.screen.n_less", "shinobazu.screen.show_title",
    "scroll_trick.screen.n_points",
})  # fmt: skip
"""Sentences that are never said of one thing."""
WHOLE = {"n": 1, "count": 1}
VALUES: dict[str, dict[str, Any]] = {
    "singular": WHOLE, "plural": {"n": 12, "count": 12}, "empty": {}, "long": {"n": 1234, "count": 1234},
}  # fmt: skip


def walked() -> Iterator[tuple[str, str, str, str]]:
    """Yield every sentence of both catalogues with every kind of value: the kind, its language, its key, its words."""
    for lang in languages():
        t = translator(lang)
        for domain in DOMAINS:
            for key, forms in every_form(lang, domain).items():
                wanted = parameters(" ".join(forms))
                for kind, numbers in VALUES.items():
                    other: Any = {"empty": "", "long": "Wolfeschlegelstein" * 3}.get(kind, "Aki")
                    given = {name: numbers.get(name, other) for name in wanted}
                    yield kind, lang, key, t(key, **given)


def test_every_sentence_is_whole_whatever_stands_in_it() -> None:
    wrong = []
    for kind, lang, key, said in walked():
        raw = [found for found in RAW.findall(said) if translator(lang).has(found)]
        if "{" in said or raw or (kind != "empty" and (PAUSES.search(said) or not said.strip())):
            wrong.append((lang, key, said))
    assert wrong == []


def test_of_one_thing_every_english_sentence_speaks_as_of_one() -> None:
    said = [(key, words) for kind, lang, key, words in walked() if (kind, lang) == ("singular", "en")]
    assert [each for each in said if each[0] not in ALWAYS_SEVERAL and COUNTED.search(each[1])] == []


def test_sentences_begin_with_a_capital() -> None:
    said = [(key, words) for kind, lang, key, words in walked() if (kind, lang) == ("plural", "en")]
    assert [each for each in said if each[1].endswith(".") and each[1][0].islower()] == []


OTHERWISE = {
    "en": re.compile(
        r"\b[Rr]egister(?:s|ed)?\b|\b(?:[Nn]oted|[Rr]ecorded)\b|^(?:Note|Record) |"
        r"\bLock it\b|\bSame seats again\b|\bGoes on$"
    ),
    "ja": re.compile(
        r"登録|対戦|試合|^戻す$|^元に戻す$|押しつけ|警備側|捜索|警報|ロープ|地図|ブラウザー|点数のみ|(?<!第)\{(?:column|col)\}列|\}つ$"
    ),
}
"""Other words for what CONTRIBUTING has one term for."""
TAKEN_BACK = frozenset({"owner.take_back"})
"""What is given back to a person is no undo."""


@pytest.mark.parametrize("lang", languages())
def test_one_thing_has_one_term(lang: str) -> None:
    said = {key: forms for domain in DOMAINS for key, forms in every_form(lang, domain).items()}
    other = {key: forms for key, forms in said.items() if any(map(OTHERWISE[lang].search, forms))}
    assert {key: forms for key, forms in other.items() if key not in TAKEN_BACK} == {}
