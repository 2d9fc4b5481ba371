"""What all tests share: the rule marks and the settings of property tests."""

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

from tests import rule_marks

# A shared machine may be slow: no example is judged by its time. A build server must give the
# same answer twice, so there the examples are the same in every run.
hypothesis.settings.register_profile(
    "grognard", deadline=None, derandomize=os.environ.get("CI") == "true"
)
hypothesis.settings.load_profile("grognard")


# Corrections and scenarios of whoever runs the tests are no part of the boxes that are tested.
os.environ["GROGNARD_HOME"] = tempfile.mkdtemp(prefix="grognard-tests-")


def pytest_addoption(parser: pytest.Parser) -> None:
    rule_marks.add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    rule_marks.register(config, Path(__file__).parents[1])
