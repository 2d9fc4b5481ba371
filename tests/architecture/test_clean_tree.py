"""Nothing in the repository speaks of one machine: no absolute paths, no package registries.

No registry is listed here, or this file would be the first to name one. The other way round: an
address may only lead to a host that we have a reason to name, and a lock file tells where to send
thanks, but not where a package was fetched.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

# Put together from pieces, or this file would be the first to be found.
FOLDERS = ("work", "tmp", "root", "home")
SETTINGS = ("index" + "-url", "find" + "-links", "regi" + "stry=", "regi" + "stry =")
LOCAL = re.compile(rf"(?<![\w.\-])/(?:{'|'.join(FOLDERS)})/\w|{'|'.join(SETTINGS)}")

ADDRESS = re.compile(r"\b[a-z][a-z+]*:" + r"//(?:[^\s/@]*@)?(\{?[\w.\-]+)", re.IGNORECASE)
"""An address, and the host that it leads to."""
HOSTS = {
    "this computer": re.compile(r"127\.0\.0\.1|localhost|\{\w+"),
    "made up for an example": re.compile(r"(?:[\w\-]+\.)*example(?:\.org)?"),
    "the name of a format": re.compile(r"www\.w3\.org"),
    "in the licence of the fonts": re.compile(r"www\.adobe\.com|scripts\.sil\.org"),
    "how a changelog is kept": re.compile(r"keepachangelog\.com|semver\.org"),
}
"""The hosts that may be named, by the reason for it."""
LOCK, THANKS, FETCHED = "package-lock.json", "funding", "resol" + "ved"


def tracked() -> list[Path]:
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


def found_in(path: Path) -> list[str]:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        return []
    name = path.relative_to(ROOT)
    if path.name == LOCK:
        return [f"{name}: {fault}" for fault in fetched_from(json.loads(text))]
    return [f"{name}:{number}: {fault}" for number, line in enumerate(text.splitlines(), 1)
            for fault in faults(line)]


def faults(line: str) -> Iterator[str]:
    """Paths and settings of one machine, and addresses that lead elsewhere."""
    yield from (match[0] for match in LOCAL.finditer(line))
    for match in ADDRESS.finditer(line):
        if not any(host.fullmatch(match[1]) for host in HOSTS.values()):
            yield match[0]


def fetched_from(lock: Any, key: str = "") -> Iterator[str]:
    """The addresses in a lock file that are no thanks to somebody."""
    if isinstance(lock, dict):
        for inner, value in lock.items():
            if inner != THANKS:
                yield from fetched_from(value, inner)
    elif isinstance(lock, list):
        for value in lock:
            yield from fetched_from(value, key)
    elif key == FETCHED or (isinstance(lock, str) and any(faults(lock))):
        yield f"{key}: {lock}"


def test_no_tracked_file_names_this_machine() -> None:
    found = [line for path in tracked() for line in found_in(path)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_check_sees_a_path(folder: str) -> None:
    assert list(faults(f"open('/{folder}/x')"))


SCHEME = "https:" + "//"


@pytest.mark.parametrize("address", [
    SCHEME + "packages.invalid/simple",
    SCHEME + "somebody:secret@packages.invalid/simple",
    "git+" + SCHEME + "packages.invalid/x.git",
    SCHEME + "example.packages.invalid/",
    *(f"{setting} packages.invalid" for setting in SETTINGS),
])
def test_the_check_sees_an_address(address: str) -> None:
    assert list(faults(f"see {address}"))


@pytest.mark.parametrize("ours", [
    "src/work/x", "frame/work", "tmp/x", SCHEME + "example.org/", "ws:" + "//127.0.0.1:8000/x",
    "http:" + "//{HOST}:{port}",
])
def test_the_check_leaves_our_own_alone(ours: str) -> None:
    assert not list(faults(ours))


def test_the_check_sees_where_a_package_was_fetched() -> None:
    thanks = {THANKS: {"url": SCHEME + "thanks.invalid"}}
    package = {"node_modules/x": {"version": "1.0.0", **thanks}}
    assert not list(fetched_from({"packages": package}))
    for planted in ({FETCHED: "x-1.0.0.tgz"}, {"version": SCHEME + "packages.invalid/x.tgz"}):
        assert list(fetched_from({"packages": {"node_modules/x": {**thanks, **planted}}}))
