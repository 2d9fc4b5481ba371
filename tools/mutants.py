#!/usr/bin/env python3
"""Switches off each prohibition and each step of play in turn and lists those no test misses.

    tools/mutants.py narva                 every mutant of src/grognard/rules/narva
    tools/mutants.py --only layer:zoc narva
    tools/mutants.py --keep --untried efs  go on with those that no kept row settles

A mutant is one layer (``Layer("code", "rule", ...)``) or one step (a class whose base is a step,
and that is more than a base itself).
It is switched off inside core, in a copy of a process that has the rule tests of the book ready,
and they run until the first failure: those of its rule, those that name the piece or its module,
then the others. A survivor is a gap in the tests, unless ``tools/mutants-explained.toml`` says
why not. ``--keep`` writes each verdict into ``docs/proofs/mutants.csv``.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.forked import CannotJudge, Copies, Run, Verdict, collect  # noqa: E402
from tools.proofs import judged  # noqa: E402
from tools.proofs.judged import Judged  # noqa: E402

BOXES = ROOT / "src" / "grognard" / "boxes"
EXPLAINED = Path(__file__).with_name("mutants-explained.toml")
REASON = "tuple[str, str] | None"
"""What a function gives that says why something is barred: code and rule."""
STEP_BASES = ("Step", "Do", "Ask", "Roll", "Sequence", "Together")


class Mutant(NamedTuple):
    """One piece of the rules to switch off."""

    kind: str
    name: str
    rule: str
    place: str

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.name}"


# -------------------------------------------------------------------- finding mutants


def discover(packages: Iterable[Path]) -> list[Mutant]:
    """Every layer and every step of some packages; one entry per code or class name."""
    trees = {
        path: ast.parse(path.read_text("utf-8"), str(path))
        for package in packages
        for path in sorted(package.rglob("*.py"))
    }
    steps = step_names(trees.values()) - only_bases(trees.values())
    found: dict[str, Mutant] = {}
    for path, tree in trees.items():
        for mutant in [*layers_in(tree, path), *steps_in(tree, path, steps)]:
            found.setdefault(mutant.key, mutant)
    return sorted(found.values(), key=lambda mutant: mutant.key)


def layers_in(tree: ast.AST, path: Path) -> Iterator[Mutant]:
    """The layers built in a module; a code that is worked out is looked for where it is told."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=func) if last_name(func) == "Layer":
                yield from _layer(node, tree, f"{_short(path)}:{node.lineno}")
            case ast.FunctionDef(returns=ast.expr() as told) if ast.unparse(told) == REASON:
                yield from _returned(node, path)


def _layer(call: ast.Call, tree: ast.AST, place: str) -> Iterator[Mutant]:
    if code := argument(call, 0, "code"):
        yield Mutant("layer", code, argument(call, 1, "rule"), place)
        return
    match call.args[:1]:
        case [ast.Starred()]:  # what a function found: see _returned
            return
        case [ast.Subscript(value=ast.Name(id=table))]:
            yield from (Mutant("layer", code, "", place) for code in values_of(tree, table))
        case _:
            print(f"{place}: the code of this layer is not a literal: not tried", file=sys.stderr)


def _returned(function: ast.FunctionDef, path: Path) -> Iterator[Mutant]:
    """The reasons that a function gives, code and rule, for a layer to be made of."""
    for node in ast.walk(function):
        match node:
            case ast.Tuple(elts=[ast.Constant(value=str(code)), ast.Constant(value=str(rule))]):
                yield Mutant("layer", code, rule, f"{_short(path)}:{node.lineno}")


def values_of(tree: ast.AST, table: str) -> list[str]:
    """The strings of a table of the module."""
    return [text for node in ast.walk(tree) if isinstance(node, ast.Assign)
            and last_name(node.targets[0]) == table and isinstance(node.value, ast.Dict)
            for value in node.value.values if (text := _literal(value))]


def steps_in(tree: ast.AST, path: Path, steps: set[str]) -> Iterator[Mutant]:
    """The step classes of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in steps:
            yield Mutant("step", node.name, class_rule(node), f"{_short(path)}:{node.lineno}")


def step_names(trees: Iterable[ast.AST]) -> set[str]:
    """Names of the classes that are steps, also by way of a base class of our own."""
    bases = {
        node.name: {last_name(base) for base in node.bases}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    steps = {name for name, above in bases.items() if any(b.endswith(STEP_BASES) for b in above)}
    while more := {name for name, above in bases.items() if above & steps} - steps:
        steps |= more
    return steps


def only_bases(trees: Iterable[ast.AST]) -> set[str]:
    """Names of classes that others derive from and nobody makes: never on the stack themselves."""
    above, made = set[str](), set[str]()
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(bases=bases):
                    above |= {last_name(base) for base in bases}
                case ast.Call(func=func):
                    made.add(last_name(func))
    return above - made


def last_name(node: ast.expr) -> str:
    """``rulings.Layer`` -> ``Layer``, ``Ask[NarvaState]`` -> ``Ask``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return last_name(value)
    return ""


def argument(call: ast.Call, position: int, keyword: str) -> str:
    """A literal string argument of a call, by position or by keyword; else nothing."""
    given = dict(enumerate(call.args)).get(position)
    named = {k.arg: k.value for k in call.keywords}
    return _literal(given if given is not None else named.get(keyword))


def class_rule(node: ast.ClassDef) -> str:
    """The rule number that a step class names: ``rule = "9.5"``."""
    for line in node.body:
        match line:
            case ast.Assign(targets=[ast.Name(id="rule")], value=value):
                return _literal(value)
            case ast.AnnAssign(target=ast.Name(id="rule"), value=value):
                return _literal(value)
    return ""


def _literal(node: ast.expr | None) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return ""


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


# -------------------------------------------------------------------- running the tests


def likely(mutant: Mutant, files: Iterable[Path]) -> list[Path]:
    """The test files that name the piece, or import or test its module: most mutants end there."""
    module = Path(mutant.place.partition(":")[0]).stem
    named = re.compile(rf"\b{re.escape(mutant.name)}\b|\.{module} import")
    return [path for path in files
            if path.stem == f"test_{module}" or named.search(path.read_text("utf-8"))]


def numbers(rule: str, boxes: Path = BOXES) -> frozenset[str]:
    """A rule as the code cites it, and the numbers that the boxes of the shelf give to it."""
    found = {rule}
    for path in boxes.glob("*/box.toml"):
        cited = tomllib.loads(path.read_text("utf-8")).get("citations", {})
        chapter, colon, rest = rule.partition(":")
        if rule in cited:
            found.add(cited[rule])
        elif chapter + colon in cited:
            found.add(cited[chapter + colon] + rest)
    return frozenset(found) - {""}


def shows(rules: Collection[str], item: pytest.Item) -> bool:
    """Whether a test is marked with one of the rules or a case of it, whatever the book."""
    marked = (id.rpartition(":")[2] for mark in item.iter_markers("rule") for id in mark.args)
    return any(number in rules or number.partition("/")[0] in rules for number in marked)


def run_of(mutant: Mutant, files: list[Path]) -> Run:
    """The tests of the rule go first, then the files where the mutant is likely to end."""
    near = set(likely(mutant, files))
    return Run(mutant.key, lambda item: item.path in near, partial(shows, numbers(mutant.rule)))


# -------------------------------------------------------------------- the report


def told(mutant: Mutant, verdict: Verdict, reasons: Mapping[str, str]) -> tuple[str, str]:
    """What became of a mutant, in a word, and a remark on it."""
    if verdict.caught:
        return judged.CAUGHT, verdict.by
    if mutant.key in reasons:
        return judged.EXPLAINED, reasons[mutant.key]
    return judged.SURVIVES, mutant.place


def report(
    verdicts: Iterable[tuple[Mutant, Verdict]], reasons: Mapping[str, str],
    keep: Callable[[Mutant, str, str], None] = lambda mutant, word, remark: None,
) -> list[Mutant]:
    """Print the table as verdicts come in; return the survivors that nobody explained."""
    survivors, tried = list[Mutant](), 0
    for mutant, verdict in verdicts:
        tried += 1
        word, remark = told(mutant, verdict, reasons)
        print(f"{word:9}  {mutant.key:40}  {mutant.rule:12}  {remark}", flush=True)
        keep(mutant, word, remark)
        if verdict.caught and mutant.key in reasons:
            print(f"{'':9}  the explanation of {mutant.key} is no longer needed")
        if not verdict.caught and mutant.key not in reasons:
            survivors.append(mutant)
    print(f"{tried} tried, {len(survivors)} survive unexplained")
    return survivors


def explanations(book: str, path: Path = EXPLAINED) -> dict[str, str]:
    """Why some mutants of a book may survive."""
    if not path.exists():
        return {}
    table = tomllib.loads(path.read_text("utf-8")).get(book, {})
    return {str(key): str(reason) for key, reason in table.items()}


def package_of(book: str) -> Path:
    """Where the code of a rule book is: in the package, or an example beside it."""
    inside = ROOT / "src" / "grognard" / "rules" / book
    return inside if inside.is_dir() else ROOT / "examples" / book / "src"


def chosen(book: str, options: argparse.Namespace, kept: Judged) -> list[Mutant]:
    """The mutants to try."""
    mutants = discover(options.package or [package_of(book)])
    kept.forget(book, {mutant.key for mutant in mutants})
    settled = kept.settled(book) if options.untried else set()
    return [mutant for mutant in mutants if mutant.key not in settled
            and (not options.only or mutant.key in options.only)]


def try_book(book: str, options: argparse.Namespace) -> list[Mutant]:
    """Try the mutants of one rule book; return the survivors that nobody explained."""
    tests, kept, survivors = ROOT / "tests" / "rules" / book, Judged(), list[Mutant]()
    mutants, files = chosen(book, options, kept), sorted(tests.rglob("test_*.py"))

    def keep(mutant: Mutant, word: str, remark: str) -> None:
        if options.keep:
            kept.add(book, mutant.key, mutant.rule, word, remark)

    def work(copies: Copies) -> None:
        if not options.trusting:
            copies.demand_success()
        print(f"{book}: {len(mutants)} mutants, {len(copies.items)} tests", flush=True)
        runs = ((mutant, run_of(mutant, files)) for mutant in mutants)
        survivors.extend(
            report(copies.verdicts(runs, options.jobs), explanations(book), keep))

    collect(tests, work)
    return survivors


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("book", nargs="+", help="rule book: a folder of tests/rules")
    parser.add_argument("--package", type=Path, action="append", help="look for mutants here")
    parser.add_argument("--only", action="append", metavar="KEY", help="layer:CODE or step:NAME")
    parser.add_argument("--keep", action="store_true", help="write verdicts down")
    parser.add_argument("--untried", action="store_true", help="only those not settled yet")
    parser.add_argument("--trusting", action="store_true",
                        help="do not first see whether the tests pass without a mutant")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried at the same time")
    return parser


def main() -> int:
    options = arguments().parse_args()
    try:
        survivors = [mutant for book in options.book for mutant in try_book(book, options)]
    except CannotJudge as wrong:
        print(wrong, file=sys.stderr)
        return 2
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
