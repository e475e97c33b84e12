"""The language a phone asks for."""

import pytest

from companion.i18n import preferred_language


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        ("ja", "ja"),
        ("ja-JP,ja,en-US,en", "ja"),
        ("de-DE,de,en,ja", "en"),
        ("en, ja", "en"),
        ("fr,de", ""),
        ("", ""),
        (",;q=,,", ""),
        ("fr," * 1000 + "ja", ""),
    ],
)
def test_the_first_language_of_ours_is_spoken(tags, language):
    assert preferred_language(tags) == language
