"""The rules: pure functions over immutable values. No I/O, no clock, no hidden randomness."""
