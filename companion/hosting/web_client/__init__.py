"""Flet's web client as this host serves it: `root` is its files, `page` starts it, `static` sends both compressed."""
