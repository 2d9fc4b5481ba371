"""Checks before a commit are those of this checkout: nothing is fetched to run them."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / ".pre-commit-config.yaml"


def test_the_hooks_are_well_formed() -> None:
    checked = subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", CONFIG],
                             capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_every_hook_is_local() -> None:
    text = CONFIG.read_text("utf-8")
    assert set(re.findall(r"repo: (\S+)", text)) == {"local"}
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}


def test_every_hook_runs_a_program_that_setup_installs() -> None:
    programs = re.findall(r"entry: (\S+)", CONFIG.read_text("utf-8"))
    assert all(program == "npm" or program.startswith(".venv/bin/") for program in programs)
