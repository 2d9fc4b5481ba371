"""Reads which modules of the package a source file imports, wherever the import stands."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = "grognard"


class Import(NamedTuple):
    """One import: what is imported, on which line, and whether only for the type checker."""

    target: str
    line: int
    for_types: bool


def module_name(path: Path, src: Path) -> str:
    """``src/grognard/core/steps.py`` -> ``grognard.core.steps``."""
    parts = path.relative_to(src).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_name(path: Path, src: Path) -> str:
    """The package a relative import in this file starts from."""
    return ".".join(path.relative_to(src).parent.parts)


def imports_in(source: str, package: str) -> Iterator[Import]:
    """Every import of our own modules in a source text, also local ones and those for types."""
    tree = ast.parse(source)
    for_types = {id(node) for branch in _type_checking(tree) for node in ast.walk(branch)}
    for node in ast.walk(tree):
        for target in _targets(node, package):
            if target.split(".")[0] == PACKAGE:
                yield Import(target, getattr(node, "lineno", 0), id(node) in for_types)


def _type_checking(tree: ast.AST) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from node.body


def _targets(node: ast.AST, package: str) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, names=names, level=level):
            start = _start(module, level, package)
            # `from grognard import core` names a package; `from grognard.core import Layer` a thing
            # in one: for its layer the longer name says as much as the true one.
            return [f"{start}.{alias.name}" for alias in names]
        case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]):
            return [name] if ast.unparse(func).endswith(("import_module", "__import__")) else []
    return []


def _start(module: str | None, level: int, package: str) -> str:
    if not level:
        return module or ""
    above = package.split(".")[: len(package.split(".")) - level + 1]
    return ".".join([*above, *([module] if module else [])])
