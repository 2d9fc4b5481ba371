"""Coverage by part of the program."""

from typing import Any

from tools import keep_coverage


def file(statements: int, covered: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    return {"summary": {"num_statements": statements, "covered_lines": covered,
                        "num_branches": branches, "covered_branches": taken}}


def test_files_are_added_up_by_part() -> None:
    found = keep_coverage.rows({"files": {
        "src/grognard/core/game.py": file(80, 70, 20, 20),
        "src/grognard/core/reach.py": file(100, 100),
        "src/grognard/rules/narva/zones.py": file(10, 0),
        "examples/miniature/src/grognard_miniature/fog.py": file(4, 3),
    }})
    shares = {row["part"]: row["percent"] for row in found}
    assert shares == {"core": 95.0, "rules/narva": 0.0, "miniature": 75.0, "all": 90.2}


def test_of_a_part_without_a_statement_nothing_is_left_out() -> None:
    found = keep_coverage.rows({"files": {"src/grognard/core/x.py": file(0, 0)}})
    assert {row["percent"] for row in found} == {100.0}
