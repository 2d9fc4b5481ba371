"""Actions are atoms of choice: a kind and one whole number.

What the number means is declared by the game's :class:`Space`: a unit, a hex, a hexside, a
number, a word, or nothing. Because every kind has a finite domain, a bot can index or mask
all actions of a game, and every action has exactly one notation that parses back.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from grognard.core.errors import Unreadable
from grognard.hexes import Grid, UnknownHex


class Action(NamedTuple):
    """One atom of choice, such as ``Action("move", 12)``: move unit number 12."""

    kind: str
    arg: int = 0


class Domain(Protocol):
    """What the argument of one kind of action can be."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    def holds(self, arg: int) -> bool: ...
    def text(self, arg: int) -> str: ...
    def parse(self, text: str) -> int: ...


def spoken(notation: str) -> str:
    """Notation has no blanks, but a player reads "Rostov E1"."""
    return notation.replace("_", " ")


class Nothing:
    """No argument: the kind says it all (``done``)."""

    name = "nothing"
    size = 1

    def __repr__(self) -> str:
        return "Nothing()"

    def holds(self, arg: int) -> bool:
        return arg == 0

    def text(self, arg: int) -> str:
        return ""

    def parse(self, text: str) -> int:
        return 0


class Words:
    """A named choice out of a fixed list; the argument is its place in the list.

    >>> Words(["hold", "retreat"]).parse("retreat")
    1
    """

    def __init__(self, words: Sequence[str], name: str = "word") -> None:
        self.name = name
        self.words = tuple(words)
        self.size = len(self.words)
        self._index = {word: index for index, word in enumerate(self.words)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.size} of {self.name}>"

    def holds(self, arg: int) -> bool:
        return 0 <= arg < self.size

    def text(self, arg: int) -> str:
        return self.words[arg]

    def parse(self, text: str) -> int:
        try:
            return self._index[text]
        except KeyError:
            raise Unreadable(text, "word", what=self.name) from None


class Units(Words):
    """A unit, written by its short code."""

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__(codes, "unit")


class Numbers:
    """A whole number between two bounds, both included."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        if not 0 <= low <= high:
            raise ValueError(f"no numbers from {low} to {high}: arguments count from 0")
        self.low, self.high = low, high
        self.size = high + 1  # arguments are the numbers themselves

    def __repr__(self) -> str:
        return f"Numbers({self.low}, {self.high})"

    def holds(self, arg: int) -> bool:
        return self.low <= arg <= self.high

    def text(self, arg: int) -> str:
        return str(arg)

    def parse(self, text: str) -> int:
        if not text.isdecimal() or len(text) > len(str(self.high)):
            raise Unreadable(text, "number", low=self.low, high=self.high)
        return int(text)


def _no_hex(text: str, fault: UnknownHex) -> Unreadable:
    near = fault.near
    return Unreadable(text, "near-hex", near=", ".join(near)) if near else Unreadable(text, "hex")


class Hexes:
    """A hex, written by its label."""

    name = "hex"

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.size = grid.size

    def __repr__(self) -> str:
        return f"<Hexes of {self.grid!r}>"

    def holds(self, arg: int) -> bool:
        return arg >= 0 and bool(self.grid.all >> arg & 1)

    def text(self, arg: int) -> str:
        return self.grid.label(arg)

    def parse(self, text: str) -> int:
        try:
            return self.grid.hex(text)
        except UnknownHex as fault:
            raise _no_hex(text, fault) from None


class Hexsides:
    """A hexside, written by the labels of its two hexes: ``2626/2527``."""

    name = "hexside"

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.size = grid.side_count

    def __repr__(self) -> str:
        return f"<Hexsides of {self.grid!r}>"

    def holds(self, arg: int) -> bool:
        return 0 <= arg < self.size and all(hex in self.grid for hex in self.grid.ends(arg))

    def text(self, arg: int) -> str:
        return self.grid.hexside_label(arg)

    def parse(self, text: str) -> int:
        try:
            return self.grid.parse_hexside(text)
        except UnknownHex as fault:
            raise _no_hex(text, fault) from None
        except ValueError:
            raise Unreadable(text, "hexside") from None


class Space:
    """The declared, finite action space of a game, and its notation.

    The text of a compound is the text of its atoms one after another; a word that is no kind
    repeats the kind before it, so ``attack 2425 by 151G 162G`` is three atoms.

    >>> space = Space({"move": Units(["A", "B"]), "done": Nothing()})
    >>> space.parse("move A B done")
    [Action(kind='move', arg=0), Action(kind='move', arg=1), Action(kind='done', arg=0)]
    >>> space.text(space.parse("move A move B"))
    'move A B'
    """

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self.domains = dict(domains)
        self._base: dict[str, int] = {}
        self.size = 0
        for kind, domain in self.domains.items():
            self._base[kind] = self.size
            self.size += domain.size
        self._check_words()

    def __repr__(self) -> str:
        return f"<Space of {len(self.domains)} kinds, {self.size} actions>"

    def _check_words(self) -> None:
        for domain in self.domains.values():
            for word in getattr(domain, "words", ()):
                if word in self.domains or not word or any(c.isspace() or c == "#" for c in word):
                    raise ValueError(f"{word!r} cannot stand in notation")

    def holds(self, action: Action) -> bool:
        """Whether the action exists at all in this game."""
        domain = self.domains.get(action.kind)
        return domain is not None and type(action.arg) is int and domain.holds(action.arg)

    def index(self, action: Action) -> int:
        """The action's place in one flat list of all actions, for masks of bots."""
        return self._base[action.kind] + action.arg

    def at(self, index: int) -> Action:
        """The action at a place of that list.

        >>> Space({"move": Units(["A", "B"]), "done": Nothing()}).at(2)
        Action(kind='done', arg=0)
        """
        if not 0 <= index < self.size:
            raise IndexError(f"no action {index}: there are {self.size}")
        kinds = list(self._base)
        kind = kinds[bisect_right(list(self._base.values()), index) - 1]
        return Action(kind, index - self._base[kind])

    def __iter__(self) -> Iterator[Action]:
        for kind, domain in self.domains.items():
            yield from (Action(kind, arg) for arg in range(domain.size) if domain.holds(arg))

    def text(self, actions: Sequence[Action] | Action) -> str:
        atoms = [actions] if isinstance(actions, Action) else actions
        words: list[str] = []
        before = None
        for kind, arg in atoms:
            argument = self.domains[kind].text(arg)
            if kind != before or not argument:
                words.append(kind)
            if argument:
                words.append(argument)
            before = kind
        return " ".join(words)

    def parse(self, text: str) -> list[Action]:
        """Read a compound; raises :class:`Unreadable` naming the word at fault."""
        actions: list[Action] = []
        words = text.split()
        kind = ""
        at = 0
        while at < len(words):
            if words[at] in self.domains:
                kind = words[at]
                at += 1
                if isinstance(self.domains[kind], Nothing):
                    actions.append(Action(kind))
                    kind = ""
                    continue
            if not kind:
                raise Unreadable(words[at], "kind")
            if at == len(words):
                raise Unreadable(kind, "argument", what=self.domains[kind].name)
            actions.append(Action(kind, self.domains[kind].parse(words[at])))
            at += 1
        return actions
