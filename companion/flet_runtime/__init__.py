"""Everything that uses Flet beyond its published interface; `install.install()` patches Flet once, at the start."""
