"""The lobby: the code to scan, who sits where, the start; `lobby.lobby` draws it."""
