"""The table, described so that one client can show any game.

:class:`Table` is the contract; the values it speaks in are below. A rule book answers it, the
server, the command line and the drawings ask it, and the core knows nothing of it.
"""

from grognard.core.tables import Lit
from grognard.table.contract import Table, TableGame, table_of
from grognard.table.faces import SIZE_MARKS, Face, Shape, Slot, block_edges
from grognard.table.fights import Fight, Fighter, Sign
from grognard.table.ledger import Ledger, LedgerLine, LedgerPart
from grognard.table.pointing import Line, Reminder, Threat, Trace
from grognard.table.scene import (
    Arrow,
    Cell,
    Chart,
    Gauge,
    Layout,
    Overlays,
    Panel,
    PhaseMark,
    Piece,
    Scene,
    Score,
    UnitCard,
)
from grognard.table.tale import Tells
from grognard.table.titles import title

__all__ = [
    "SIZE_MARKS", "Arrow", "Cell", "Chart", "Face", "Fight", "Fighter", "Gauge", "Layout", "Ledger",
    "LedgerLine", "LedgerPart", "Line", "Lit", "Overlays", "Panel", "PhaseMark", "Piece",
    "Reminder", "Scene", "Score", "Shape", "Sign", "Slot", "Table", "TableGame", "Tells", "Threat",
    "Trace", "UnitCard", "block_edges", "table_of", "title",
]
