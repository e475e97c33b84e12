"""Paper: a board to play on, a secret sheet for each seat, and a running match as such sheets.

Everything is black on white with greys, in millimetres, and is laid out from data that its reader may know: a sheet is
made of one viewer's view and of nothing else.
"""

import sys
from types import ModuleType

# The PDF library runs ~/.reportlab_mods before it does anything else, and does not start where a home is no folder.
# Here an account's own changes to it are not wanted, and this is what it takes for them.
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))
