"""The Flet app: phones, seats, screens, and the host that serves them."""

__version__ = "0.3.0"
