"""The box: its data, its texts, its refusals."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard_miniature
from grognard.boxes import Faults
from grognard.boxes.catalogue import box as box_of
from grognard.boxes.contents import read_contents
from grognard.lab.conformance import inspect
from grognard_miniature.parts import Contents
from tests.rules.miniature.table import game

box = box_of("miniature")
PACKAGE = Path(grognard_miniature.__file__).parent
TESTS = Path(__file__).parent


def test_the_data_prove_sound() -> None:
    faults = Faults()
    box.check(faults)
    assert list(faults) == []


def test_every_number_is_of_our_own_making() -> None:
    opened = box.open()
    assert read_contents(opened, Contents, "meeting") is not None
    assert set(opened.provenance.counts()) == {"text"}


def called(name: str) -> Iterator[ast.Call]:
    """Every call of this name in the rule book."""
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield node


def refusals() -> set[tuple[str, str]]:
    """Code and rule of everything the rule book can refuse."""
    written = [call.args[:2] for name in ("Layer", "Reason") for call in called(name)]
    written += [keyword.value.elts for call in called("Among") for keyword in call.keywords
                if isinstance(keyword.value, ast.Tuple)]
    return {(str(code.value), str(rule.value)) for code, rule in written
            if isinstance(code, ast.Constant) and isinstance(rule, ast.Constant)}


def test_every_refusal_is_hit_by_a_test_that_names_its_rule() -> None:
    written = "".join(path.read_text("utf-8") for path in TESTS.glob("test_*.py"))
    expected = {f"{code} {rule}" for code, rule in refusals()}
    assert {text for text in expected if f'"{text}"' not in written} == set()


def test_every_refusal_has_a_text_and_a_rule() -> None:
    texts, numbers = game().catalogue("fr"), box.inventory().cases
    for code, rule in refusals():
        assert texts.has(f"refusal.{code}")
        assert rule in numbers


def test_every_rule_is_told_in_french() -> None:
    inventory = box.inventory()
    for case in inventory:
        french = inventory.case(case.id, "fr")
        assert (french.title, french.says) != (case.title, case.says)


@pytest.mark.parametrize("scenario", ["meeting", "bridgehead"])
def test_the_contract_is_kept_without_fog_too(scenario: str) -> None:
    for seed in range(2):
        assert inspect(game(scenario, fog=False), seed, points=12).found == []
