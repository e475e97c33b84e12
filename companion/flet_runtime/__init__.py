"""All that reaches into Flet beyond what it publishes: `install.install()` takes its places, once, at the start."""
