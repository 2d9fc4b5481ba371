"""Nothing in the repository speaks of one machine: no absolute paths, no package registries."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Put together from pieces, or this file would be the first to be found.
FOLDERS = ("work", "tmp", "root", "home")
HOSTS = (
    ("registry", "npmjs", "org"),
    ("registry", "yarnpkg", "com"),
    ("npm", "pkg", "github", "com"),
    ("pypi", "org"),
    ("pypi", "python", "org"),
    ("files", "pythonhosted", "org"),
)
SETTINGS = ("index" + "-url", '"resol' + 'ved": "http', "regi" + "stry=")

FORBIDDEN = re.compile(
    "|".join(
        [
            rf"(?<![\w.\-])/(?:{'|'.join(FOLDERS)})/\w",
            *(re.escape(".".join(host)) for host in HOSTS),
            *(re.escape(setting) for setting in SETTINGS),
        ]
    )
)


def tracked() -> list[Path]:
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


def found_in(path: Path) -> list[str]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []
    return [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for number, line in enumerate(lines, 1)
        if (match := FORBIDDEN.search(line))
    ]


def test_no_tracked_file_names_this_machine() -> None:
    faults = [line for path in tracked() for line in found_in(path)]
    assert not faults, "\n" + "\n".join(faults)


def test_the_check_sees() -> None:
    for folder in FOLDERS:
        assert FORBIDDEN.search(f"open('/{folder}/x')")
    for host in HOSTS:
        assert FORBIDDEN.search("https://" + ".".join(host) + "/x")
    for ours in ("src/work/x", "frame/work", "tmp/x", "https://example.org/"):
        assert not FORBIDDEN.search(ours)
