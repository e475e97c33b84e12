"""What the tables of all games share: the desk and the screen, the game master's view, menu, refusal and end."""
