"""The plugin behind ``@pytest.mark.rule``, run on small test folders of its own."""

from pathlib import Path

import pytest

from tests import rule_marks

pytest_plugins = ["pytester"]

INVENTORY = '[[rule]]\nid = "9.5"\n[[rule]]\nid = "9.12"\n[[rule]]\nid = "10.1"\n'

CONFTEST = """
from pathlib import Path

from tests import rule_marks

def pytest_addoption(parser):
    rule_marks.add_option(parser)

def pytest_configure(config):
    rule_marks.register(config, Path(__file__).parent)
"""

TWO_TESTS = """
import pytest

@pytest.mark.rule("narva:10.1", "narva:9.5")
def test_zones():
    pass

@pytest.mark.rule("narva:9.5")
@pytest.mark.parametrize("turn", [1, 2])
def test_turns(turn):
    assert turn != {fails}
"""


@pytest.fixture
def repository(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the plugin, one box and no tests."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("GROGNARD_MUTANT", raising=False)
    (pytester.path / "tests" / "rules").mkdir(parents=True)
    pytester.makeconftest(CONFTEST)
    box = pytester.path / "src" / "grognard" / "boxes" / "narva"
    box.mkdir(parents=True)
    (box / "rules.toml").write_text(INVENTORY, "utf-8")
    pytester.makeini("[pytest]\nmarkers = rule\naddopts = --import-mode=importlib\n")
    return pytester.path


def write(repository: Path, source: str, name: str = "test_sample.py") -> None:
    (repository / "tests" / "rules" / name).write_text(source, "utf-8")


def shown(repository: Path) -> str | None:
    path = repository / "src" / "grognard" / "boxes" / "narva" / "shown.toml"
    return path.read_text("utf-8").removeprefix(rule_marks.HEAD) if path.exists() else None


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*arguments)


ALL_SHOWN = """\
"9.5" = [
    "tests/rules/test_sample.py::test_turns",
    "tests/rules/test_sample.py::test_zones",
]
"10.1" = [
    "tests/rules/test_sample.py::test_zones",
]
"""


def test_a_whole_run_writes_what_is_shown(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, TWO_TESTS.format(fails=0))
    assert run(pytester).ret == 0
    assert shown(repository) == ALL_SHOWN


def test_a_run_with_a_failure_leaves_the_list_as_it_is(
    repository: Path, pytester: pytest.Pytester
) -> None:
    """A list without the failing test's cases would fail later, where nobody looks for it."""
    write(repository, TWO_TESTS.format(fails=2))
    assert run(pytester).ret == 1
    assert shown(repository) is None


@pytest.mark.parametrize("outcome", ["pytest.skip()", "pytest.xfail()"])
def test_a_test_that_does_not_pass_shows_nothing(
    repository: Path, pytester: pytest.Pytester, outcome: str
) -> None:
    source = f"import pytest\n@pytest.mark.rule('narva:9.5')\ndef test_a():\n    {outcome}\n"
    write(repository, source)
    assert run(pytester).ret == 0
    assert shown(repository) is None


@pytest.mark.parametrize("selection", [["-k", "zones"], ["--ignore", "tests/rules"], ["-x"]])
def test_a_partial_run_writes_nothing(
    repository: Path, pytester: pytest.Pytester, selection: list[str]
) -> None:
    write(repository, TWO_TESTS.format(fails=1))
    write(repository, "def test_last(): pass", "test_other.py")
    run(pytester, *selection)
    assert shown(repository) is None


def test_a_single_test_writes_nothing(repository: Path, pytester: pytest.Pytester) -> None:
    write(repository, TWO_TESTS.format(fails=0))
    assert run(pytester, "tests/rules/test_sample.py::test_zones").ret == 0
    assert shown(repository) is None


def test_a_mutant_writes_nothing(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_MUTANT", "layer:zoc")
    write(repository, TWO_TESTS.format(fails=0))
    assert run(pytester).ret == 0
    assert shown(repository) is None


def test_a_build_server_refuses_stale_lists(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository, TWO_TESTS.format(fails=0))
    monkeypatch.setenv("CI", "true")
    result = run(pytester)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*narva/shown.toml is stale: run `make marks`"])
    assert shown(repository) is None
    monkeypatch.delenv("CI")
    run(pytester)
    monkeypatch.setenv("CI", "true")
    assert run(pytester).ret == 0


def test_all_wrong_marks_are_named_at_once(repository: Path, pytester: pytest.Pytester) -> None:
    write(
        repository,
        "import pytest\n"
        "@pytest.mark.rule('narva:9.99', 'narvik:1')\ndef test_a(): pass\n"
        f"@pytest.mark.rule(*{['narva:9.5'] * 6})\ndef test_b(): pass\n",
    )
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [
            "*test_a: 'narva:9.99' is not in src/grognard/boxes/narva/rules.toml",
            "*test_a: 'narvik:1' does not begin with one of *",
            "*test_b: 6 rule ids, at most 5 are allowed",
        ]
    )


def test_a_box_without_inventory_takes_any_number(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(repository, "import pytest\n@pytest.mark.rule('agn:1')\ndef test_a(): pass\n")
    assert run(pytester).ret == 0


def test_a_rule_can_be_asked_for_first(repository: Path, pytester: pytest.Pytester) -> None:
    write(
        repository,
        "import pytest\ndef test_a(): pass\n@pytest.mark.rule('narva:9.5')\ndef test_b(): pass\n",
    )
    lines = run(pytester, "-v", "--rule-first", "9.5").outlines
    assert [line.split()[0][-6:] for line in lines if "PASSED" in line] == ["test_b", "test_a"]


# -- several processes -----------------------------------------------------------------------

BY_PATH = f"""
from importlib.util import module_from_spec, spec_from_file_location

spec = spec_from_file_location("rule_marks", {rule_marks.__file__!r})
rule_marks = module_from_spec(spec)
spec.loader.exec_module(rule_marks)
"""


def share(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Two processes for the tests, started by a third; none of them knows our own tests folder."""
    pytester.makeconftest(CONFTEST.replace("from tests import rule_marks", BY_PATH))
    return pytester.runpytest_subprocess("-n", "2", *arguments)


def test_processes_that_share_the_tests_find_what_one_finds(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(repository, TWO_TESTS.format(fails=0))
    result = share(pytester)
    result.assert_outcomes(passed=3)
    assert shown(repository) == ALL_SHOWN


def test_a_failure_in_any_process_leaves_the_list_as_it_is(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(repository, TWO_TESTS.format(fails=2))
    share(pytester).assert_outcomes(passed=2, failed=1)
    assert shown(repository) is None


def test_a_stale_list_fails_where_processes_share_the_tests(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository, TWO_TESTS.format(fails=0))
    monkeypatch.setenv("CI", "true")
    result = share(pytester)
    assert result.ret == 1
    result.stdout.fnmatch_lines("*shown.toml is stale*")
    assert shown(repository) is None


def test_an_unknown_mark_fails_where_processes_share_the_tests(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(repository, TWO_TESTS.format(fails=0).replace("10.1", "77"))
    result = share(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines("*'narva:77' is not in*")
    assert shown(repository) is None


def test_a_part_of_the_tests_writes_nothing_in_any_process(
    repository: Path, pytester: pytest.Pytester
) -> None:
    write(repository, TWO_TESTS.format(fails=0))
    share(pytester, "-k", "zones").assert_outcomes(passed=1)
    assert shown(repository) is None
