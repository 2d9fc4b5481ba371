"""The codes that a rule book can utter and the rules it cites with them, read from its source."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

RULE = re.compile(r"(?:agn:)?(?:(?:EDL|REF|[SW]4\d)\.)?\d+[\w./]*")
"""A rule number."""


def uttered(package: Path, sentences: set[str]) -> dict[str, set[str]]:
    """Every code that stands in the source, and the rules that stand beside it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for code, rules in _reasons(node, sentences):
                found[code] |= rules
            if isinstance(node, ast.Constant) and node.value in sentences:
                found[node.value] |= set()
    return dict(found)


def _reasons(node: ast.AST, sentences: set[str]) -> Iterator[tuple[str, set[str]]]:
    """``Layer("code", "rule", ...)``, ``Reason("code", "rule")`` or the two as a pair."""
    match node:
        case ast.Call(func=ast.Name(id="Layer" | "Reason"), args=[first, second, *_]):
            yield from ((code, _rules(second)) for code in _texts(first))
        case ast.Tuple(elts=[ast.Constant(value=str(code)), second]):
            if code in sentences and (_rules(second) or not _texts(second)):
                yield code, _rules(second)


def _rules(node: ast.expr) -> set[str]:
    """The rule numbers that an expression can be, as far as they stand there."""
    return {text for text in _texts(node) if RULE.fullmatch(text)}


def _texts(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return _texts(body) + _texts(other)
    return []
