"""Battle and duel on phones: what is turned over, who stands where, and why."""
