"""TOML files of a box as typed data; a fault names the key, since TOML readers give no lines."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from importlib.resources.abc import Traversable
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from grognard.boxes.cells import plain
from grognard.boxes.faults import Faults, meant
from grognard.boxes.provenance import KeySources, within
from grognard.boxes.references import join, named_items, reference_of, resolved
from grognard.boxes.sheets import read_text
from grognard.core.contents import Lines, Places

S = TypeVar("S")

_LINE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


class Tree(msgspec.Struct):
    """A TOML file as plain data, its ``[provenance]`` table apart."""

    file: str
    data: dict[str, Any]
    sources: KeySources = KeySources()
    corrected: dict[str, str] = {}
    """Keys that the owner corrected: the file of the correction."""

    def file_of(self, key: str) -> str:
        """The file that gave this key: the owner's if the owner wrote it."""
        above = (file for name, file in self.corrected.items() if within(key, name))
        return next(above, self.file)

    def values(self) -> Iterator[str]:
        """The keys of all values."""
        return value_keys(self.data)


def read_toml(
    path: Traversable,
    struct: type[S],
    faults: Faults,
    *,
    vouched: bool = True,
    name: str | None = None,
) -> S | None:
    """A TOML file as a `struct` (or a dict of them), or None after faults.

    Every value needs a word in the ``[provenance]`` table, unless `vouched` is off (for files
    that hold words of ours and no numbers of the game).
    """
    tree = read_tree(path, name or str(path), faults)
    return None if tree is None else typed_tree(tree, struct, faults, vouched=vouched)


def read_tree(path: Traversable, name: str, faults: Faults) -> Tree | None:
    """A TOML file as plain data."""
    text = read_text(path, name, faults)
    if text is None:
        return None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        faults.add(name, *_syntax(str(fault), text))
        return None
    sources = data.pop("provenance", {})
    if not isinstance(sources, dict):
        faults.add(name, "provenance", "is not a table of keys and sources")
        return None
    return Tree(name, data, KeySources.read(sources, name, faults))


def _syntax(message: str, text: str) -> tuple[int, str]:
    match = _LINE.search(message)
    if match is None:
        return 1, message
    line = int(match["line"]) if match["line"] else len(text.splitlines())
    return line, message[: match.start()]


def typed_tree(
    tree: Tree, struct: type[S], faults: Faults, *, vouched: bool = True,
    places: Places | None = None,
) -> S | None:
    """The data of a TOML file as a `struct`; every wrong key is a fault.

    `places` tells what labels of hexes and names of areas mean.
    """
    before = len(faults)
    if vouched:
        _check_sources(tree, faults)
    if places is not None:
        def note(key: str, message: str) -> None:
            faults.add(tree.file_of(key), key, message)

        meaning = msgspec.structs.replace(tree, data=resolved(tree.data, struct, places, note))
    else:
        meaning = tree
    _check(tree.data, struct, "", tree, faults)
    return _converted(meaning, struct, faults) if len(faults) == before else None


def _converted(tree: Tree, struct: type[S], faults: Faults) -> S | None:
    try:
        return msgspec.convert(tree.data, struct)
    except msgspec.ValidationError as fault:  # a bound that only the whole can show
        key = str(fault).partition(" - at `$.")[2].rstrip("`")
        faults.add(tree.file_of(key), key, plain(str(fault)))
        return None


def _check_sources(tree: Tree, faults: Faults) -> None:
    own = (key for key in tree.values() if tree.file_of(key) == tree.file)
    silent = [key for key in own if not tree.sources.of(key)]
    if silent and not tree.sources.words:
        faults.add(tree.file, "provenance", "is missing: say where the values are from")
        return
    for key in silent:
        faults.add(tree.file, key, "no source: name the key or a default in [provenance]")


def _check(value: Any, hint: Any, key: str, tree: Tree, faults: Faults) -> None:
    """Note every fault below a key, going down where msgspec would stop at the first.

    A text that refers to something is judged by what it refers to.
    """
    if isinstance(value, str) and reference_of(hint) is not None:
        return
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, Lines) and isinstance(value, dict):
            _check_lines(value, mark, key, tree, faults)
    hint = _inner(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and isinstance(value, dict):
        _check_struct(value, hint, key, tree, faults)
    elif get_origin(hint) is dict and isinstance(value, dict):
        for name, item in value.items():
            _check(item, get_args(hint)[1], join(key, name), tree, faults)
    elif _is_list(hint) and isinstance(value, list):
        for name, item in named_items(value):
            _check(item, get_args(hint)[0], f"{key}[{name}]", tree, faults)
    else:
        _check_value(value, hint, key, tree, faults)


def _is_list(hint: Any) -> bool:
    """A list, or a tuple of any length."""
    return get_origin(hint) is list or (get_origin(hint) is tuple and ... in get_args(hint))


def _inner(hint: Any) -> Any:
    """The type itself without bounds and without ``| None`` (TOML has no null)."""
    if get_origin(hint) in (Union, UnionType):
        inner = [one for one in get_args(hint) if one is not NoneType]
        return _inner(inner[0]) if len(inner) == 1 else hint
    if get_origin(hint) is Annotated and get_origin(get_args(hint)[0]) in (list, dict):
        return get_args(hint)[0]
    return hint


def _check_struct(
    table: dict[str, Any], struct: type[msgspec.Struct], key: str, tree: Tree, faults: Faults
) -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    hints = get_type_hints(struct, include_extras=True)
    for name, value in table.items():
        if name in fields:
            _check(value, hints[fields[name].name], join(key, name), tree, faults)
        else:
            _unknown(key, name, fields, tree, faults)
    for name, field in fields.items():
        if field.required and name not in table:
            faults.add(tree.file, join(key, name), "is missing")


def _check_lines(
    table: dict[str, Any], lines: Lines, key: str, tree: Tree, faults: Faults
) -> None:
    for name in table:
        if name not in lines.words:
            _unknown(key, name, lines.words, tree, faults)
    for name in lines.words:
        if name not in table and not lines.some:
            faults.add(tree.file, join(key, name), "is missing")


def _unknown(key: str, name: str, known: Iterable[str], tree: Tree, faults: Faults) -> None:
    at = join(key, name)
    faults.add(tree.file_of(at), at, f"unknown key{meant(name, known)}")


def _check_value(value: Any, hint: Any, key: str, tree: Tree, faults: Faults) -> None:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as fault:
        faults.add(tree.file_of(key), key, plain(str(fault)) + _choices(value, hint))


def _choices(value: Any, hint: Any) -> str:
    """What a value may be, where only certain words are allowed."""
    if get_origin(hint) is Literal:
        return meant(str(value), map(str, get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return meant(str(value), (str(member.value) for member in hint))
    return ""


def value_keys(value: Any, key: str = "") -> Iterator[str]:
    """The keys of all values; a list of plain values counts as one value."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from value_keys(item, join(key, name))
    elif isinstance(value, list) and value and all(isinstance(i, Mapping) for i in value):
        for name, item in named_items(value):
            yield from value_keys(item, f"{key}[{name}]")
    else:
        yield key
