"""The control trees of golden matches: what every phone shows at their moments, as it would be sent, without a browser.

Screens are equal if their trees are. `<game>.json` holds a hash for each sampled moment, viewer, cover and look.
`python -m tests.trees` rewrites them; `python -m tests.trees --against REVISION --all` compares every moment with those
of another revision, or of a checkout's folder.

Compared are each control's class, place and properties. What differs from run to run is left out: ids and callbacks.
Instead, some controls of each screen are tapped, and what is requested and shown afterwards is compared; forms are
filled as their offers allow.
"""
