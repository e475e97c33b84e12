"""For every test of the app: Flet as the app runs it."""

from companion.flet_runtime.install import install

install(hosting=True)
