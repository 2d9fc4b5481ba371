"""Sets of hexes written as sums: ``land & west(Narva) - box(0101, 0912)``.

Names stand for sets: land, water, sea, lake, and areas listed before. The signs
are & (both), | (either) and - (without). Words that work something out:

* ``west(River)``, ``east(River)``: the banks of a river that parts the map;
* ``line(kind)``, ``place(kind)``: the hexes of all lines, or of all places, of a kind;
* ``country(name)``: the land of a country;
* ``lake_at(L4128)``: all of the lake that a hex belongs to;
* ``north_edge(L)`` and the like: the first or last hexes of a sheet;
* ``beside(set)``: the neighbours of its hexes;
* ``box(first, last)``: from one label to the other, by column and row, both included.
"""

import ast
import re
from collections.abc import Callable, Mapping

from grognard.hexes import Grid, HexSet, LabelScheme, UnknownHex, pack

_LABEL = re.compile(r"[A-Z]?\d{4}")
"""A label of a sheet, or of a map that is one sheet."""

Words = Mapping[str, Callable[[str], HexSet]]


class Sets:
    """Works sums of hex sets out."""

    def __init__(self, grid: Grid, names: Mapping[str, HexSet], words: Words) -> None:
        self.grid, self.names, self.words = grid, names, words

    def hexes(self, text: str) -> HexSet:
        """The hexes of a sum; what it does not know is a ValueError."""
        try:
            return self._value(ast.parse(_quoted(text), mode="eval").body)
        except SyntaxError:
            raise ValueError(f"not a sum of hex sets: {text!r}") from None

    def _value(self, part: ast.expr) -> HexSet:
        match part:
            case ast.BinOp(left, ast.BitAnd(), right):
                return self._value(left) & self._value(right)
            case ast.BinOp(left, ast.BitOr(), right):
                return self._value(left) | self._value(right)
            case ast.BinOp(left, ast.Sub(), right):
                return self._value(left) & ~self._value(right)
            case ast.Name(name) if name in self.names:
                return self.names[name]
            case ast.Call(ast.Name("box"), [ast.Constant(first), ast.Constant(last)]):
                return self._box(str(first), str(last))
            case ast.Call(ast.Name("beside"), [inner]):
                return self.grid.spread(self._value(inner))
            case ast.Call(ast.Name(word), [ast.Name(id=name)]) if word in self.words:
                return self.words[word](name)
            case ast.Call(ast.Name(word), [ast.Constant(str() as name)]) if word in self.words:
                return self.words[word](name)
            case ast.Constant(str() as label):
                return self.grid.hexes(label)
        raise ValueError(f"unknown in a sum of hex sets: {ast.unparse(part)}")

    def _box(self, first: str, last: str) -> HexSet:
        """Hexes that are not printed, such as those of trimmed columns, are left out."""
        scheme, sheet = LabelScheme.XXYY, first.rstrip("0123456789")
        (left, low), (right, high) = (scheme.numbers(label[len(sheet):]) for label in (first, last))
        labels = (
            sheet + scheme.label(column, row)
            for column in range(left, right + 1)
            for row in range(low, high + 1)
        )
        return pack(self.grid.hex(label) for label in labels if self._is_known(label))

    def _is_known(self, label: str) -> bool:
        try:
            self.grid.hex(label)
        except UnknownHex:
            return False
        return True


def _quoted(text: str) -> str:
    """Labels in quotes: 0101 is no number in Python.

    >>> _quoted("land - box(0101, 0912)")
    "land - box('0101', '0912')"
    """
    words = []
    for word in text.replace("(", "( ").replace(")", " )").replace(",", " , ").split():
        words.append(repr(word) if _LABEL.fullmatch(word) else word)
    joined = " ".join(words)
    return joined.replace("( ", "(").replace(" )", ")").replace(" ,", ",").replace(" (", " (")
