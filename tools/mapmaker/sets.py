"""Sets of hexes written as sums: ``land & west(Narva) - box(0101, 0912)``.

Names stand for sets: land, water, sea, lake, and areas listed before. The signs
are & (both), | (either) and - (without). Words that work something out:

* ``west(River)``, ``east(River)``: the banks of a river that parts the map;
* ``line(kind)``, ``place(kind)``: the hexes of all lines, or of all places, of a kind;
* ``beside(set)``: the neighbours of its hexes;
* ``box(first, last)``: from one label to the other, by column and row, both included.
"""

import ast
from collections.abc import Callable, Mapping

from grognard.hexes import Grid, HexSet, LabelScheme

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
        raise ValueError(f"unknown in a sum of hex sets: {ast.unparse(part)}")

    def _box(self, first: str, last: str) -> HexSet:
        scheme = LabelScheme.XXYY
        (left, low), (right, high) = (_numbers(label) for label in (first, last))
        labels = " ".join(
            scheme.label(column, row)
            for column in range(left, right + 1)
            for row in range(low, high + 1)
        )
        return self.grid.hexes(labels)


def _numbers(label: str) -> tuple[int, int]:
    return int(label[:2]), int(label[2:])


def _quoted(text: str) -> str:
    """Labels in quotes: 0101 is no number in Python.

    >>> _quoted("land - box(0101, 0912)")
    "land - box('0101', '0912')"
    """
    words = []
    for word in text.replace("(", "( ").replace(")", " )").replace(",", " , ").split():
        words.append(repr(word) if word.isdigit() else word)
    joined = " ".join(words)
    return joined.replace("( ", "(").replace(" )", ")").replace(" ,", ",").replace(" (", " (")
