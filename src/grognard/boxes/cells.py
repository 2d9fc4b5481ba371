"""From the text of a cell to a value: numbers, yes and no, words of a list, lists."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import inspect

from grognard.boxes.faults import meant

_TRUE = {"yes", "true", "x", "1"}
_FALSE = {"no", "false", "0"}


class BadCell(ValueError):
    """What is wrong with a cell, in words for the wargamer who typed it."""


def cell_value(text: str, kind: inspect.Type) -> Any:
    """The value of a cell that is not empty; raises `BadCell`.

    >>> cell_value("12", inspect.type_info(int)), cell_value("a; b", inspect.type_info(list[str]))
    (12, ['a', 'b'])
    """
    for known, read in _READERS:
        if isinstance(kind, known):
            return read(text, kind)
    raise TypeError(f"a column cannot be of type {kind}")


def split_list(text: str) -> list[str]:
    """Items parted by semicolons, or by blanks where there is no semicolon.

    >>> split_list("0130 0230"), split_list("Ivan Gorod; Narva")
    (['0130', '0230'], ['Ivan Gorod', 'Narva'])
    """
    if ";" in text:
        return [item.strip() for item in text.split(";") if item.strip()]
    return text.split()


def _number(text: str, kind: Any) -> int:
    if not re.fullmatch(r"[+-]?\d+", text):
        raise BadCell(f"{text!r} is not a whole number")
    return int(text)


def _decimal(text: str, kind: Any) -> float:
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", text):
        raise BadCell(f"{text!r} is not a number")
    return float(text)


def _yes_or_no(text: str, kind: Any) -> bool:
    word = text.casefold()
    if word not in _TRUE | _FALSE:
        raise BadCell(f"{text!r} is neither yes nor no")
    return word in _TRUE


def _one_of(text: str, choices: Iterable[tuple[str, Any]]) -> Any:
    by_text = dict(choices)
    if text not in by_text:
        raise BadCell(f"{text!r} is not allowed{meant(text, by_text)}")
    return by_text[text]


def _member(text: str, kind: inspect.EnumType) -> Any:
    return _one_of(text, ((str(member.value), member) for member in kind.cls))


def _literal(text: str, kind: inspect.LiteralType) -> Any:
    return _one_of(text, ((str(value), value) for value in kind.values))


def _optional(text: str, kind: inspect.UnionType) -> Any:
    inner = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    if len(inner) != 1:
        raise TypeError(f"a column cannot be of type {kind}")
    return cell_value(text, inner[0])


def _items(text: str, kind: Any) -> list[Any]:
    return [cell_value(item, kind.item_type) for item in split_list(text)]


_READERS: list[tuple[Any, Callable[[str, Any], Any]]] = [
    ((inspect.StrType, inspect.AnyType), lambda text, _: text),
    (inspect.BoolType, _yes_or_no),
    (inspect.IntType, _number),
    (inspect.FloatType, _decimal),
    (inspect.EnumType, _member),
    (inspect.LiteralType, _literal),
    (inspect.UnionType, _optional),
    ((inspect.ListType, inspect.VarTupleType, inspect.FrozenSetType, inspect.SetType), _items),
]


def constrained(value: Any, hint: Any) -> Any:
    """The value in its declared type; raises `BadCell` where it breaks a declared bound."""
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as fault:
        raise BadCell(f"{value!r}: {plain(str(fault))}") from None


def plain(message: str) -> str:
    """A message of the converter without its code marks and capital.

    >>> plain("Expected `int` >= 0 - at `$[...]`")
    'expected int >= 0'
    """
    text = message.partition(" - at `")[0].replace("`", "")
    return text[:1].lower() + text[1:]
