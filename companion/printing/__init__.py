"""PDFs: boards to play on, secret sheets for seats, and positions of running matches.

Everything is black and grey on white, in millimetres, and is made only from data that its reader may know: a sheet is
made from one viewer's view and nothing else.
"""

import sys
from types import ModuleType

# The PDF library first runs ~/.reportlab_mods, and does not start if the home is not a folder. A module of that name,
# which it takes for an account's own changes, prevents both.
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))
