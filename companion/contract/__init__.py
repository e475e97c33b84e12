"""What a screen is given (`snapshot`) and may do (`actions`), and how a game describes itself (`game_ui`)."""
