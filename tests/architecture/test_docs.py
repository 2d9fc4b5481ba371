"""The site builds without a warning, from what is in the checkout and nothing else."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FETCHED = re.compile(r"<(?:script|img|iframe)[^>]+src=\"?https?:|<link[^>]+rel=\"?stylesheet"
                     r"\"?[^>]+href=\"?https?:|@import[^;]+https?:")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    assert built.stderr.strip() == ""
    return folder


def test_the_site_builds_without_a_warning(site: Path) -> None:
    first = (site / "index.html").read_text("utf-8")
    assert "The first ten minutes" in first


def test_the_reference_shows_the_contract(site: Path) -> None:
    page = (site / "reference" / "games" / "index.html").read_text("utf-8")
    for name in ("grognard.load", "grognard.core.game.Game.veil",
                 "grognard.records.playthrough.Playthrough.do"):
        assert f'id="{name}"' in page
    assert ":class:" not in page


def test_a_reader_fetches_nothing_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    fetched = {str(page.relative_to(site)): found[0] for page in pages
               if (found := FETCHED.search(page.read_text("utf-8")))}
    assert fetched == {}
