"""Every rule number that the rule book cites is one of the inventory, or heads some of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from grognard.boxes.catalogue import box
from grognard.boxes.inventory import read_inventory
from grognard.boxes.opened import OpenBox
from grognard.rules.narva import game

RULE = re.compile(r"\d+\.\d+(\.\w+)*")


def cited() -> Iterator[tuple[str, str]]:
    """(rule number, where) of every text in the code that is nothing but a rule number."""
    for path in sorted(Path(game.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)) if RULE.fullmatch(text):
                    yield text, f"{path.name}:{node.lineno}"


def test_rule_numbers_in_the_code_are_in_the_inventory() -> None:
    known = {case.id for case in read_inventory(OpenBox(box("narva").folder), "narva")}
    heads = {id[: dot.start()] for id in known for dot in re.finditer(r"\.", id)}
    numbers = list(cited())
    assert len(numbers) > 100
    assert [(rule, place) for rule, place in numbers if rule not in known | heads] == []
