"""The control trees of golden matches: what every phone shows at their moments, as it would be sent, without a browser.

Screens are equal where these trees are. `<game>.json` holds a hash for each moment of the sample, viewer, cover and
look. `python -m tests.trees` writes them anew; `python -m tests.trees --against REVISION --all` compares every moment
with those of another revision, or of a checkout's folder.

What is compared of a control: its class, its place, all that is set of it. What differs from run to run is left out:
numbers, and what is called at a tap. Instead some controls are tapped on each screen, and what that asks for and leads
to is compared: so forms are filled as their offers allow.
"""
