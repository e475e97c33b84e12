"""The contest phase (SCROLL-6) and the shadow that plays in it (SCROLL-9)."""
