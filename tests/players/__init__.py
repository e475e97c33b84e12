"""Players of each game that play whole matches at random, and twins that only the secrets tell apart."""
