"""Make a release: ``make release VERSION=0.2.0``.

It refuses a version that is no step up, files that are not committed, a changelog with nothing
under Unreleased, a tag that is there already, and tests that fail. Only then does it move
Unreleased to the version and the day, write the version into ``pyproject.toml``, build the wheel,
commit and tag. If the wheel cannot be built, the files are as they were. Nothing is published.
"""

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGELOG, PROJECT = "CHANGELOG.md", "pyproject.toml"
UNRELEASED = "## [Unreleased]\n"
NUMBERS = re.compile(r"(\d+)\.(\d+)\.(\d+)")
VERSION = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)


class NoRelease(Exception):
    """Why no release can be made."""


def numbers(version: str) -> tuple[int, ...]:
    """Three numbers that can be compared.

    >>> numbers("0.10.2") > numbers("0.9.12")
    True
    """
    found = NUMBERS.fullmatch(version)
    if found is None:
        raise NoRelease(f"{version!r} is no version: write three numbers, 0.2.0")
    return tuple(map(int, found.groups()))


def present(project: str) -> str:
    """The version that the project has now."""
    found = VERSION.search(project)
    if found is None:
        raise NoRelease(f"{PROJECT} names no version")
    return found[1]


def unreleased(changelog: str) -> str:
    """What stands under Unreleased, up to the next version."""
    _, found, rest = changelog.partition(UNRELEASED)
    if not found:
        raise NoRelease(f"{CHANGELOG} has no line {UNRELEASED.strip()!r}")
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def moved(changelog: str, version: str, day: str) -> str:
    """The changelog with Unreleased under the version, and an empty Unreleased above it."""
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## [{version}] - {day}\n", 1)


class Repository:
    """The checkout that is released."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *words: str) -> str:
        ran = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True)
        if ran.returncode:
            raise NoRelease(f"git {' '.join(words)}: {ran.stderr.strip()}")
        return ran.stdout.strip()

    def read(self, name: str) -> str:
        return (self.root / name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text, "utf-8")

    def run(self, command: Sequence[str], reason: str) -> None:
        if subprocess.run(command, cwd=self.root).returncode:
            raise NoRelease(reason)

    def refusals(self, version: str) -> Iterator[str]:
        """Everything that stands against it, told at once."""
        now = present(self.read(PROJECT))
        if numbers(version) < numbers(now) or self.git("tag", "--list", f"v{version}"):
            yield f"{version} is no step up: the present version is {now}"
        if dirty := self.git("status", "--porcelain"):
            yield f"files are not committed:\n{dirty}"
        if not re.search(r"^- ", unreleased(self.read(CHANGELOG)), re.MULTILINE):
            yield f"{CHANGELOG} says nothing under Unreleased"

    def release(self, version: str, check: Sequence[str], build: Sequence[str]) -> None:
        if against := list(self.refusals(version)):
            raise NoRelease("\n".join(against))
        self.run(check, "the tests fail")
        if self.git("status", "--porcelain"):
            raise NoRelease("the tests changed files")
        self._write(version)
        try:
            self.run(build, "the wheel cannot be built")
        except NoRelease:
            self.git("checkout", "--", CHANGELOG, PROJECT)
            raise
        self.git("commit", "--all", "--message", f"Release {version}")
        self.git("tag", "--annotate", f"v{version}", "--message", f"Release {version}")

    def _write(self, version: str) -> None:
        day = datetime.now(UTC).date().isoformat()
        self.write(CHANGELOG, moved(self.read(CHANGELOG), version, day))
        self.write(PROJECT, VERSION.sub(f'version = "{version}"', self.read(PROJECT), count=1))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Test, tag and build a version.")
    parser.add_argument("version")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--check", type=shlex.split, default=["env", "CI=true", "make", "test"])
    parser.add_argument("--build", type=shlex.split, default=["make", "wheel"])
    asked = parser.parse_args(arguments)
    try:
        Repository(asked.root).release(asked.version, asked.check, asked.build)
    except NoRelease as fault:
        print(f"no release: {fault}", file=sys.stderr)
        return 1
    print(f"v{asked.version} is tagged; the wheel is in dist/. `git push --follow-tags` publishes.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
