"""Finds in the source of a rule book what it can say: ids of refusals, events and messages."""

import ast
import re
import string
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.core.messages import Catalogue
from grognard.core.steps import Step

RULE = re.compile(r"'\d+\.\d")


class Saying(NamedTuple):
    """One place in the source that says something."""

    call: str
    """Layer, Reason, Event, Message; Listed where a table holds ids of refusals or events."""
    id: str
    args: frozenset[str] | None
    """Names of the arguments that go with it; None if the source does not list them."""
    where: str


def sayings(folder: Path) -> list[Saying]:
    """Everything that the modules of a folder say."""
    return [saying for path in sorted(folder.glob("*.py")) for saying in _Module(path).sayings()]


def mentioned(folder: Path) -> set[str]:
    """Every text in the source, whatever it is for."""
    trees = (ast.parse(path.read_text("utf-8")) for path in folder.glob("*.py"))
    constants = (n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant))
    return {text for text in constants if isinstance(text, str)}


def blanks(text: str) -> set[str]:
    """The arguments that a text names: ``{battle.hex:hex}`` names ``battle``."""
    return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def strays(
    texts: Catalogue, table: str, asks: Iterable[type[Step]], kinds: Iterable[str]
) -> list[str]:
    """Texts of a table such as ``offer.ChooseMover.done`` that belong to no question, to no kind
    of action, or name what the question does not know.
    """
    fields = {cls.__name__: {field.name for field in msgspec.structs.fields(cls)} for cls in asks}
    parts = {id: id.split(".") for id in texts.texts if id.startswith(f"{table}.")}
    return sorted(id for id, (_, step, kind) in parts.items()
                  if step not in fields or kind not in set(kinds)
                  or not blanks(texts.texts[id]) <= fields[step])


def doubts(asks: Iterable[type[Step]]) -> set[str]:
    """Ids of the sentences that questions want which know surprising choices."""
    return {f"doubt.{cls.__name__}.done" for cls in asks if "surprising" in vars(cls)}


def missing(texts: Catalogue, wanted: set[str]) -> list[str]:
    return sorted(id for id in wanted if not texts.has(id))


class _Module:
    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.tree = ast.parse(path.read_text("utf-8"))
        self.functions = [n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef)]

    def sayings(self) -> Iterator[Saying]:
        yield from self._listed()
        for scope in (self.tree, *self.functions):
            for node in _own_nodes(scope):
                yield from self._said_by(node, scope)

    def _listed(self) -> Iterator[Saying]:
        """Reasons or events in a table of the module: ``{key: (id, rule)}``."""
        tables = (n.value for n in self.tree.body if isinstance(n, ast.Assign | ast.AnnAssign))
        for value in (v for table in tables if isinstance(table, ast.Dict) for v in table.values):
            if isinstance(value, ast.Tuple) and RULE.match(ast.unparse(value.elts[-1])):
                for code in self._texts(value.elts[0], self.tree):
                    yield Saying("Listed", code, None, self.name)

    def _said_by(self, node: ast.AST, scope: ast.AST) -> Iterator[Saying]:
        outside = isinstance(node, ast.keyword) and node.arg == "outside" and node.value
        if isinstance(outside, ast.Tuple):
            yield Saying("Reason", ast.literal_eval(outside.elts[0]), None, self.name)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return
        if node.func.id in ("Layer", "Reason", "Event", "Message"):
            for id in self._texts(node.args[0], scope):
                yield Saying(node.func.id, id, _keys(node, node.func.id), self.name)

    def _texts(self, node: ast.expr, scope: ast.AST) -> set[str]:
        """The texts that an expression can be, as far as the module itself tells."""
        if isinstance(node, ast.Name):
            return self._values(node.id, scope)
        if isinstance(node, ast.JoinedStr | ast.Attribute):
            return set()
        constants = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
        return {text for text in constants if isinstance(text, str) and text[:1].islower()}

    def _values(self, name: str, scope: ast.AST) -> set[str]:
        """What is assigned to a name in its function, or given to it by callers."""
        found: set[str] = set()
        for node in _own_nodes(scope):
            if isinstance(node, ast.Assign) and name in _targets(node):
                found |= self._texts(node.value, scope)
        if isinstance(scope, ast.FunctionDef):
            names = [arg.arg for arg in scope.args.args]
            if name in names:
                found |= self._given(scope.name, names.index(name))
        return found

    def _given(self, function: str, index: int) -> set[str]:
        return {
            text
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            and node.func.id == function and len(node.args) > index
            for text in self._texts(node.args[index], self.tree)
        }


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions in it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _own_nodes(child)


def _targets(assignment: ast.Assign) -> set[str]:
    names = (node for target in assignment.targets for node in ast.walk(target))
    return {node.id for node in names if isinstance(node, ast.Name)}


def _keys(call: ast.Call, kind: str) -> frozenset[str] | None:
    if kind not in ("Event", "Message"):
        return None
    place = 2 if kind == "Event" else 1
    given = call.args[place] if len(call.args) > place else ast.Dict([], [])
    if not isinstance(given, ast.Dict):
        return None
    return frozenset(str(key.value) for key in given.keys if isinstance(key, ast.Constant))
