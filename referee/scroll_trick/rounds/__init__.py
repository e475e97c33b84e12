"""Between rounds, who stands where, and the end (SCROLL-7, 8, 10)."""
