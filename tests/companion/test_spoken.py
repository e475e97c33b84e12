"""The language a phone asks for."""

import pytest

from companion.phones.languages import preferred


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7", "ja"),
        ("de-DE,de;q=0.9,en;q=0.8,ja;q=0.5", "en"),
        ("en;q=0.2, ja;q=0.9", "ja"),
        ("fr, de", ""),
        ("ja;q=0, en;q=0.1", "en"),
        ("ja;q=much", ""),
        ("", ""),
        (",;q=,,", ""),
    ],
)
def test_the_first_language_of_ours_is_spoken(header, language):
    assert preferred(header) == language
