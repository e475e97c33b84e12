"""The web server: start, sockets, what a phone may send, files, headers, addresses; `run.host` starts it."""
