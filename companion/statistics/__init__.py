"""What finished matches come to, for people and games: `account_of` remembers one, the others count them."""
