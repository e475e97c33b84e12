"""What a phone's title tells the connection guard (`assets/web/guard.js`) in its browser.

The guard covers the screen by itself when the phone loses the table, is hidden or locked, or when the finger has
gone, while the title marks a secret; it uncovers only when the title no longer does. So a title is set with the
very change that opens or covers, and a phone that connects (again) is covered and titled anew.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = "Metsuke"
"""Nothing on this screen is secret."""
TURN: Final = "● "
"""What the title begins with while somebody who sits on this phone must act (`assets/web/turn.js`)."""
ENDED: Final = "★ "
"""What the title begins with once a match is over (`assets/web/turn.js`)."""
HELD: Final = "◉ Metsuke"
"""A secret is open as long as the finger holds it."""
KEPT: Final = "◉◎ Metsuke"
"""A secret is kept open without a finger; it covers itself some time after the last touch."""
