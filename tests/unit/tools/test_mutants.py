import subprocess
import sys
from pathlib import Path

import pytest

from tools.forked import Verdict
from tools.mutants import (
    ROOT,
    Mutant,
    arguments,
    chosen,
    discover,
    explanations,
    likely,
    numbers,
    report,
)
from tools.proofs.judged import Judged

MOVEMENT = '''
from grognard.core import rulings
from grognard.core.steps import Ask, Do

class Phase(Do, frozen=True):
    rule = "8.1"

class NightPhase(Phase, frozen=True):
    """A step by way of another step."""

class Question(Ask):
    """A base that nobody makes."""

class ChooseUnit(Question[int]):
    rule: str = "8.2"

class Helper(dict):
    """Not a step."""

def layers(state):
    yield rulings.Layer("zone", "8.3", 1)
    yield rulings.Layer(rule="8.4", bars=2, code="river")
    yield rulings.Layer("zone", "8.3", 3)
    yield rulings.Layer(state.code, "8.5", 4)
    yield rulings.Layer(*stopped(state), 5)
    yield rulings.Layer(REFUSALS[state.deed], "8.7", 6)

REFUSALS = {"build": "no-build-now", "move": "no-move-now"}

def stopped(state) -> tuple[str, str] | None:
    return ("too-tired", "8.6") if state else None

def begin(state):
    return Phase(), NightPhase()

def pair(state) -> tuple[str, str]:
    return "not", "a layer"
'''


def test_layers_and_steps_are_found_once_each_with_their_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "movement.py").write_text(MOVEMENT, "utf-8")
    assert [(m.key, m.rule) for m in discover([tmp_path])] == [
        ("layer:no-build-now", ""),
        ("layer:no-move-now", ""),
        ("layer:river", "8.4"),
        ("layer:too-tired", "8.6"),
        ("layer:zone", "8.3"),
        ("step:ChooseUnit", "8.2"),
        ("step:NightPhase", ""),
        ("step:Phase", "8.1"),
    ]
    assert "movement.py:24: the code of this layer is not a literal" in capsys.readouterr().err


def test_a_rule_has_the_numbers_that_boxes_give_to_it(tmp_path: Path) -> None:
    for box, lines in (("old", '"8.1" = "8.1"'), ("new", '"zones" = "3.3"\n"sea:" = "8."')):
        (tmp_path / box).mkdir()
        (tmp_path / box / "box.toml").write_text(f"[citations]\n{lines}\n", "utf-8")
    assert numbers("zones", tmp_path) == {"zones", "3.3"}
    assert numbers("sea:7.3", tmp_path) == {"sea:7.3", "8.7.3"}
    assert numbers("8.1", tmp_path) == {"8.1"}
    assert numbers("", tmp_path) == set()


def test_files_that_name_the_piece_or_its_module_are_tried_first(tmp_path: Path) -> None:
    texts = {"test_zones.py": "", "test_moves.py": 'refused("zone-ends")', "test_air.py": "zones",
             "test_war.py": "from grognard.rules.efs.zones import reached"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    mutant = Mutant("layer", "zone-ends", "8.3", "src/grognard/rules/efs/zones.py:12")
    first = likely(mutant, sorted(tmp_path.iterdir()))
    assert [path.name for path in first] == ["test_moves.py", "test_war.py", "test_zones.py"]


TESTS = """
import pytest
from grognard.core.mutation import layer_is_off

def test_before(): pass

@pytest.mark.rule("narva:8.3")
def test_zone(): assert not layer_is_off("zone")

def test_river():
    while layer_is_off("river"): pass
"""
SCRIPT = """
import sys
from pathlib import Path
from tools import forked
from tools.mutants import Mutant, run_of

forked.PATIENCE = 1
tests = Path(sys.argv[1])
mutants = [Mutant("layer", name, "8.3", "zones.py:1") for name in ("zone", "river", "road")]

def work(copies):
    copies.demand_success()
    runs = [(mutant.name, run_of(mutant, [])) for mutant in mutants]
    for name, verdict in copies.verdicts(runs, 2):
        print(name, verdict.caught, verdict.by)

forked.collect(tests, work)
"""


def verdicts(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_some.py").write_text(tests, "utf-8")
    return subprocess.run([sys.executable, "-c", SCRIPT, str(folder)], cwd=ROOT,
                          capture_output=True, text=True, check=False)


def test_a_mutant_is_caught_by_the_first_test_that_fails_or_never_ends(tmp_path: Path) -> None:
    river, road, zone = sorted(verdicts(tmp_path, TESTS).stdout.splitlines())
    assert (river, road) == ("river True no end", "road False ")
    assert zone.startswith("zone True ")
    assert zone.endswith("test_some.py::test_zone")


def test_tests_that_fail_anyway_judge_nothing(tmp_path: Path) -> None:
    done = verdicts(tmp_path, "def test_wrong(): assert False")
    assert done.stdout == ""
    assert "test_wrong fails without any mutant" in done.stderr


def test_a_run_without_tests_judges_nothing(tmp_path: Path) -> None:
    assert "the tests cannot be collected" in verdicts(tmp_path, "").stderr


def test_only_unexplained_survivors_are_returned(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("caught", "explained", "missed", "stale")
    mutants = [Mutant("layer", name, "8.3", f"{name}.py:1") for name in names]
    verdicts = [Verdict(True, "test_a"), Verdict(False), Verdict(False), Verdict(True, "test_b")]
    reasons = {"layer:explained": "barred twice", "layer:stale": "barred twice"}
    assert report(zip(mutants, verdicts, strict=True), reasons) == [mutants[2]]
    said = capsys.readouterr().out
    assert "SURVIVES   layer:missed" in said
    assert "the explanation of layer:stale is no longer needed" in said
    assert said.endswith("4 tried, 1 survive unexplained\n")


def test_explanations_belong_to_one_book(tmp_path: Path) -> None:
    path = tmp_path / "explained.toml"
    path.write_text('[narva]\n"layer:zone" = "barred twice"\n', "utf-8")
    assert explanations("narva", path) == {"layer:zone": "barred twice"}
    assert explanations("efs", path) == {}


def test_verdicts_are_kept_and_replaced_when_a_mutant_is_tried_again(tmp_path: Path) -> None:
    kept = Judged(tmp_path / "mutants.csv")
    kept.add("efs", "layer:zone", "8.3", "SURVIVES", "zones.py:1")
    kept.add("efs", "layer:river", "8.4", "caught", "test_rivers")
    kept.add("efs", "layer:zone", "8.3", "caught", "test_zones")
    again = Judged(tmp_path / "mutants.csv")
    assert [row[:5] for row in again.rows.values()] == [
        ("efs", "layer:river", "8.4", "caught", "test_rivers"),
        ("efs", "layer:zone", "8.3", "caught", "test_zones"),
    ]


def test_only_what_is_not_settled_is_tried_and_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "movement.py").write_text(MOVEMENT, "utf-8")
    kept = Judged(tmp_path / "mutants.csv")
    for key, verdict in (("layer:zone", "SURVIVES"), ("layer:river", "caught"),
                         ("layer:too-tired", "caught"), ("layer:no-build-now", "caught"),
                         ("layer:no-move-now", "caught"), ("step:Phase", "explained"),
                         ("layer:gone", "caught")):
        kept.add("efs", key, "", verdict, "")
    options = arguments().parse_args(["--untried", "--package", str(tmp_path), "efs"])
    assert [mutant.key for mutant in chosen("efs", options, kept)] == [
        "layer:zone", "step:ChooseUnit", "step:NightPhase"]
    assert ("efs", "layer:gone") not in kept.rows
