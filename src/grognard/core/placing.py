"""Where units stand, kept twice for speed: by unit and by hex."""

from collections.abc import Mapping, Sequence

NOWHERE, TWICE = -1, -2


def misplaced(at: Sequence[int], stacks: Mapping[int, Sequence[int]]) -> list[int]:
    """Units on the map that no stack or two hold, and units in the stack of another hex."""
    stands: dict[int, int] = {}
    for hex, stack in stacks.items():
        for unit in stack:
            stands[unit] = TWICE if unit in stands else hex
    return [unit for unit, hex in enumerate(at)
            if stands.get(unit, NOWHERE) != (hex if hex >= 0 else NOWHERE)]
