"""One phone's session, what it may do, and how its snapshot is made; from outside only `host.Host` is called."""
