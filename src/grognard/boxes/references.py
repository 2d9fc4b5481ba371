"""Texts in files that stand for something else: a label for a hex, a name for an area."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from grognard.boxes.cells import BadCell, split_list
from grognard.core.contents import Places, Reference

Note = Callable[[str, str], None]
"""Takes the key of a fault and what is wrong."""


def reference_of(hint: Any) -> Reference | None:
    """What a text of this type refers to; None where it is what it says."""
    if get_origin(hint) is Annotated:
        found = (mark for mark in hint.__metadata__ if isinstance(mark, Reference))
        return next(found, None)
    if get_origin(hint) in (Union, UnionType):
        return next(filter(None, map(reference_of, get_args(hint))), None)
    return None


def referred_cell(text: str, hint: Any, places: Places) -> tuple[bool, Any]:
    """Whether a cell of this type refers to something, and to what; raises `BadCell`."""
    direct = reference_of(hint)
    if direct is not None:
        return True, _read(direct, text, places)
    if get_origin(hint) in (tuple, list):
        each = reference_of(get_args(hint)[0])
        if each is not None:
            return True, [_read(each, item, places) for item in split_list(text)]
    return False, None


def _read(reference: Reference, text: str, places: Places) -> Any:
    try:
        return reference.read(text, places)
    except (LookupError, ValueError) as fault:
        raise BadCell(str(fault)) from None


def join(key: str, name: str) -> str:
    """The key of a name inside a table."""
    return f"{key}.{name}" if key else name


def named_items(items: list[Any]) -> list[tuple[str, Any]]:
    """The items of a list with what a key calls them: their id, or their number from 1."""
    return [
        (str(item["id"]) if isinstance(item, Mapping) and "id" in item else str(number), item)
        for number, item in enumerate(items, 1)
    ]


def resolved(value: Any, hint: Any, places: Places, note: Note, key: str = "") -> Any:
    """The data of a file with what its texts refer to in their place."""
    reference = reference_of(hint)
    if reference is not None:
        return _noted(reference, value, places, note, key) if isinstance(value, str) else value
    hint = _inner(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and isinstance(value, dict):
        return _in_struct(value, hint, places, note, key)
    arguments = get_args(hint)
    if get_origin(hint) is dict and isinstance(value, dict):
        return {resolved(name, arguments[0], places, note, join(key, name)):
                resolved(item, arguments[1], places, note, join(key, name))
                for name, item in value.items()}
    if get_origin(hint) in (list, tuple) and isinstance(value, list):
        return [resolved(item, arguments[0], places, note, f"{key}[{name}]")
                for name, item in named_items(value)]
    return value


def _noted(reference: Reference, text: str, places: Places, note: Note, key: str) -> Any:
    try:
        return _read(reference, text, places)
    except BadCell as fault:
        note(key, str(fault))
        return text


def _in_struct(
    table: dict[str, Any], struct: type[msgspec.Struct], places: Places, note: Note, key: str
) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    names = {field.encode_name: field.name for field in msgspec.structs.fields(struct)}
    return {
        name: resolved(value, hints[names[name]], places, note, join(key, name))
        if name in names else value
        for name, value in table.items()
    }


def _inner(hint: Any) -> Any:
    """The type itself, without marks and without ``| None``."""
    if get_origin(hint) is Annotated:
        return _inner(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        inner = [one for one in get_args(hint) if one is not type(None)]
        return _inner(inner[0]) if len(inner) == 1 else hint
    return hint
