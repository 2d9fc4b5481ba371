"""Releases on a repository of their own: what is refused, and what a release leaves behind."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools import release

CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A river.\n\n## [0.1.0] - 1944-02-01\n"
PROJECT = '[project]\nname = "boat"\nversion = "0.1.0"\n\n[tool.x]\nversion = "9"\n'


class Boat:
    """A small repository."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "--quiet")
        self.git("config", "user.name", "Anna")
        self.git("config", "user.email", "anna@example.org")
        self.write(CHANGELOG)
        (root / "pyproject.toml").write_text(PROJECT, "utf-8")
        self.commit()

    def git(self, *words: str) -> str:
        ran = subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True)
        return ran.stdout.decode().strip()

    def write(self, changelog: str) -> None:
        (self.root / "CHANGELOG.md").write_text(changelog, "utf-8")

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A boat")

    def release(self, version: str = "0.2.0", check: str = "true", build: str = "true") -> int:
        return release.main([version, "--root", str(self.root), "--check", check,
                             "--build", build])  # fmt: skip

    @property
    def untouched(self) -> bool:
        files = (self.root / "pyproject.toml").read_text("utf-8") == PROJECT
        return files and self.git("tag") == "" and self.git("rev-list", "--count", "HEAD") == "1"


@pytest.fixture
def boat(tmp_path: Path) -> Boat:
    return Boat(tmp_path)


def test_a_release_moves_the_changelog_and_tags(boat: Boat) -> None:
    assert boat.release(build="touch built") == 0
    day = datetime.now(UTC).date().isoformat()
    said = (boat.root / "CHANGELOG.md").read_text("utf-8")
    assert f"## [Unreleased]\n\n## [0.2.0] - {day}\n\n### Added\n\n- A river.\n" in said
    project = (boat.root / "pyproject.toml").read_text("utf-8")
    assert project == PROJECT.replace('"0.1.0"', '"0.2.0"')
    assert boat.git("describe", "--exact-match") == "v0.2.0"
    assert boat.git("log", "--format=%s", "-1") == "Release 0.2.0"
    assert boat.git("status", "--porcelain") == "?? built"


def test_without_an_entry_in_the_changelog(
    boat: Boat, capsys: pytest.CaptureFixture[str]
) -> None:
    boat.write("# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 1944-02-01\n\n- A ford.\n")
    boat.git("commit", "--quiet", "--all", "--amend", "--no-edit")
    assert boat.release() == 1
    assert "says nothing under Unreleased" in capsys.readouterr().err
    assert boat.untouched


@pytest.mark.parametrize("file", ["pyproject.toml", "new.txt"])
def test_with_files_that_are_not_committed(
    boat: Boat, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with (boat.root / file).open("a") as out:
        out.write("x = 1\n")
    assert boat.release() == 1
    assert file in capsys.readouterr().err
    assert boat.git("tag") == ""


def test_with_tests_that_fail(boat: Boat, capsys: pytest.CaptureFixture[str]) -> None:
    assert boat.release(check="false") == 1
    assert "the tests fail" in capsys.readouterr().err
    assert boat.untouched


def test_with_tests_that_write_files(boat: Boat) -> None:
    assert boat.release(check="touch stale") == 1
    assert boat.untouched


def test_a_wheel_that_cannot_be_built_leaves_everything_as_it_was(boat: Boat) -> None:
    assert boat.release(build="false") == 1
    assert boat.untouched
    assert boat.git("status", "--porcelain") == ""


@pytest.mark.parametrize("version", ["0.0.9", "1", "0.2", "v0.2.0", "0.2.0b1"])
def test_a_version_that_is_no_step_up(boat: Boat, version: str) -> None:
    assert boat.release(version) == 1
    assert boat.untouched


def test_the_same_version_twice(boat: Boat) -> None:
    assert boat.release("0.1.0") == 0  # the first release may keep the number in the project
    boat.write((boat.root / "CHANGELOG.md").read_text("utf-8").replace(
        "[Unreleased]\n", "[Unreleased]\n\n- A bridge.\n"))
    boat.commit()
    assert boat.release("0.1.0") == 1
    assert boat.release("0.1.1") == 0


def test_the_files_of_this_checkout_are_understood() -> None:
    here = release.Repository(release.ROOT)
    assert here.read("CHANGELOG.md").count(release.UNRELEASED) == 1
    assert release.numbers(release.present(here.read("pyproject.toml"))) >= (0, 1, 0)
