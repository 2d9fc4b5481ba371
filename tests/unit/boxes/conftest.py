"""What several tests of the loaders need."""

from pathlib import Path

import pytest

from tests.unit.boxes.small_map import SmallMap


@pytest.fixture
def small(tmp_path: Path) -> SmallMap:
    return SmallMap(tmp_path)
