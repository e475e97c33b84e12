"""What a screen is given (`snapshot`), what it may ask for (`actions`), and what a game says of itself (`game_ui`)."""
