"""Places by unit and by hex agree, or the units at odds are named."""

import pytest

from grognard.core.placing import misplaced

AT = [7, 7, -1, 9]


def test_units_in_their_stacks_are_in_order() -> None:
    assert misplaced(AT, {7: (0, 1), 9: (3,)}) == []


@pytest.mark.parametrize(("stacks", "wrong"), [
    ({7: (0,), 9: (3,)}, [1]),
    ({7: (0, 1), 9: (2, 3)}, [2]),
    ({7: (0, 1, 3)}, [3]),
    ({7: (0, 1, 1), 9: (3,)}, [1]),
    ({7: (0, 1), 9: (0, 3)}, [0]),
])  # fmt: skip
def test_units_at_odds_are_named(stacks: dict[int, tuple[int, ...]], wrong: list[int]) -> None:
    assert misplaced(AT, stacks) == wrong
