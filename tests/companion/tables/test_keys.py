"""Keys, codes and PINs."""

import pytest

from companion.tables.keys import CODE_ALPHABET, CODE_LENGTH, key_hash, new_code, new_key, pin_hash, pin_matches


def test_a_key_has_at_least_128_random_bits_and_is_never_the_same():
    keys = {new_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(len(key) * 6 >= 128 for key in keys)


def test_the_hash_of_a_key_does_not_hold_the_key():
    key = new_key()
    assert key not in key_hash(key)
    assert key_hash(key) == key_hash(key) != key_hash(new_key())


def test_a_code_can_be_read_aloud():
    for _ in range(100):
        code = new_code()
        assert len(code) == CODE_LENGTH
        assert not set(code) & set("01ilo")
        assert set(code) <= set(CODE_ALPHABET)


def test_a_pin_opens_only_with_itself_and_is_stored_salted():
    first, second = pin_hash("4711"), pin_hash("4711")
    assert first != second
    assert "4711" not in first
    assert pin_matches("4711", first)
    assert not pin_matches("4712", first)
    assert not pin_matches("", first)


@pytest.mark.parametrize("pin", ["", "123", "123456789", "12a4", "１２３４", " 1234"])
def test_what_is_no_pin_is_refused(pin):
    with pytest.raises(ValueError, match="4 to 8 digits"):
        pin_hash(pin)
