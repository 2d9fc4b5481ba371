"""Who may know what: declared on the fields of states and steps, and nowhere else.

Every field says what it tells, in its type::

    turn: Annotated[int, OPEN]
    at: Annotated[list[int], PerUnit(UNSEEN)]
    pinned: UnitSet
    orders: Annotated[dict[str, Plan], BY_SIDE]

What a side may know follows from that (:func:`known_to`). A field that says nothing is a fault
of the rule book, found before anything of it is shown: what is forgotten stays hidden.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from grognard.core.sides import Side
from grognard.hexes import PLACE, pack


class Visibility:
    """What a field tells of whom."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        """What the side may know of a value; `hidden` are the units that it cannot see."""
        raise NotImplementedError

    def names(self, value: Any) -> int:
        """The units that a value of a step names."""
        return 0

    def __repr__(self) -> str:
        return type(self).__name__


class Naming(Visibility):
    """For a step: a value that names units in a way of its own, which ``units`` tells."""

    def __init__(self, units: Callable[[Any], int]) -> None:
        self.units = units

    def names(self, value: Any) -> int:
        return self.units(value)


class Open(Visibility):
    """Everybody may know it."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        return value


class Secret(Visibility):
    """Nobody may know it, but for what the rule book's ``veil`` writes into a view."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        return default


class BySide(Visibility):
    """A dict by side: each side knows its own entry, the others' are missing."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        return {who: own for who, own in value.items() if who == side}


class PerUnit(Visibility):
    """A list, or bytes, by unit number: ``blank`` stands for units that are not seen."""

    def __init__(self, blank: Any) -> None:
        self.blank = blank

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        if not hidden:
            return value
        known = [self.blank if hidden >> unit & 1 else own for unit, own in enumerate(value)]
        return bytes(known) if isinstance(value, bytes) else known


class ByUnit(Visibility):
    """A dict by unit number: entries of units that are not seen are missing."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        return {unit: own for unit, own in value.items() if not is_hidden(unit, hidden)}

    def names(self, value: Any) -> int:
        return pack(value)


class ToUnit(Visibility):
    """A dict whose values are unit numbers, or a single one: -1 stands for a hidden unit."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        if isinstance(value, int):
            return -1 if is_hidden(value, hidden) else value
        return {key: -1 if is_hidden(unit, hidden) else unit for key, unit in value.items()}

    def names(self, value: Any) -> int:
        units = (value,) if isinstance(value, int) else value.values()
        return pack([unit for unit in units if unit >= 0])


class Units(Visibility):
    """Units, as a bit set or as a tuple of numbers: those that are not seen are missing."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        if isinstance(value, int):
            return value & ~hidden
        return tuple(unit for unit in value if not is_hidden(unit, hidden))

    def names(self, value: Any) -> int:
        return value if isinstance(value, int) else pack(value)


class Stacks(Visibility):
    """Units by hex: those that are not seen are missing, and with them stacks of nobody else."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        if not hidden:
            return value
        seen = {hex: UNITS.known(stack, side, hidden, ()) for hex, stack in value.items()}
        return {hex: stack for hex, stack in seen.items() if stack}


class Inside(Visibility):
    """A value whose own fields say who may know them."""

    def known(self, value: Any, side: Side, hidden: int, default: Any) -> Any:
        kind: type[msgspec.Struct] = type(value)
        return msgspec.structs.replace(value, **{
            name: visibility.known(getattr(value, name), side, hidden, getattr(default, name))
            for name, visibility in fields_of(kind).items()})


OPEN, SECRET, BY_SIDE, BY_UNIT, TO_UNIT, UNITS, STACKS, INSIDE = (
    Open(), Secret(), BySide(), ByUnit(), ToUnit(), Units(), Stacks(), Inside())

UnitId: TypeAlias = Annotated[int, TO_UNIT]
"""The number of a unit; below 0 nobody."""
UnitSet: TypeAlias = Annotated[int, UNITS]
"""Units as a bit set."""
Number: TypeAlias = Annotated[int, OPEN]
"""A number that tells of no unit: a count, a turn, a price."""

Flag: TypeAlias = Annotated[bool, OPEN]
Word: TypeAlias = Annotated[str, OPEN]

_PLAIN = (str, bool, type(None))


class Undeclared(TypeError):
    """A field of a state or step does not say who may know it."""


def is_hidden(unit: int, hidden: int) -> bool:
    return unit >= 0 and bool(hidden >> unit & 1)


@cache
def fields_of(cls: type[msgspec.Struct]) -> Mapping[str, Visibility]:
    """What each field of a state tells; raises :class:`Undeclared` for one that does not say."""
    hints = get_type_hints(cls, include_extras=True)
    found = {name: _declared(hints[name]) for name in cls.__struct_fields__ if name not in _OWN}
    silent = [name for name, visibility in found.items() if visibility is None]
    if silent:
        raise Undeclared(f"{cls.__name__} does not say who may know {', '.join(silent)}")
    return {name: visibility for name, visibility in found.items() if visibility is not None}


_OWN = ("stack", "decisions_made")
"""Fields of every state that the engine itself looks after."""


def _declared(hint: Any) -> Visibility | None:
    if get_origin(hint) is not Annotated:
        return None
    found = next((mark for mark in hint.__metadata__ if isinstance(mark, Visibility)), None)
    return OPEN if found is None and PLACE in hint.__metadata__ else found


# -- steps -------------------------------------------------------------------------------------


def names(step: msgspec.Struct) -> int:
    """The units that a step, or a value in it, names."""
    found = 0
    for field, visibility in naming_fields(type(step)).items():
        value = getattr(step, field)
        found |= _named_in(value) if visibility is None else visibility.names(value)
    return found


def _named_in(value: Any) -> int:
    """The units that a struct, or structs in a tuple, name."""
    if isinstance(value, msgspec.Struct):
        return names(value)
    found = 0
    for member in value if isinstance(value, (tuple, list)) else ():
        found |= _named_in(member)
    return found


@cache
def naming_fields(cls: type[msgspec.Struct]) -> Mapping[str, Visibility | None]:
    """The fields of a step that may name units; raises :class:`Undeclared`.

    Words, yes and no, and places on the map name nobody; every other field says what it tells.
    """
    hints = get_type_hints(cls, include_extras=True)
    found: dict[str, Visibility | None] = {}
    silent = []
    for name in cls.__struct_fields__:
        declared = _declared(hints[name])
        if isinstance(declared, Open) or _is_plain(hints[name]):
            continue
        found[name] = declared
        if declared is None and not _is_struct(hints[name]):
            silent.append(name)
    if silent:
        raise Undeclared(f"{cls.__name__} does not say who may know {', '.join(silent)}")
    return found


def _is_plain(hint: Any) -> bool:
    """Whether a value of this type cannot name a unit."""
    if get_origin(hint) is None:
        return isinstance(hint, type) and issubclass(hint, _PLAIN)
    if get_origin(hint) is Annotated:
        return isinstance(_declared(hint), Open)
    return all(_is_plain(part) for part in get_args(hint) if part is not Ellipsis)


def _is_struct(hint: Any) -> bool:
    """Whether all that the type holds speaks for itself."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        naming_fields(hint)
        return True
    parts = [part for part in get_args(hint) if part is not Ellipsis]
    return bool(parts) and get_origin(hint) is not Annotated and all(
        _is_struct(part) or _is_plain(part) for part in parts)
