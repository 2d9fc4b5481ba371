"""The switch by which a test run turns one piece of the rules off.

``make mutants`` sets ``GROGNARD_MUTANT`` to ``layer:CODE`` or ``step:NAME`` and runs the rule
tests of a rule book. If they all pass, nothing in them misses that prohibition or that step of
play. The variable is read once, so that play without it pays one comparison with ``None``; a
process that has all tests in memory already calls ``switch_off`` instead.
"""

import os
from typing import NamedTuple

VARIABLE = "GROGNARD_MUTANT"


class Mutant(NamedTuple):
    """What is turned off: the code of a layer, or the class name of a step."""

    layer: str | None = None
    step: str | None = None


def parse(text: str) -> Mutant:
    """Read the variable.

    >>> parse("layer:zone-of-control")
    Mutant(layer='zone-of-control', step=None)
    >>> parse("step:SupplyPhase")
    Mutant(layer=None, step='SupplyPhase')
    >>> parse("")
    Mutant(layer=None, step=None)
    """
    kind, _, name = text.partition(":")
    if not text:
        return Mutant()
    if kind == "layer" and name:
        return Mutant(layer=name)
    if kind == "step" and name:
        return Mutant(step=name)
    raise ValueError(f"{VARIABLE}: {text!r} is neither layer:CODE nor step:NAME")


OFF_LAYER, OFF_STEP = parse(os.environ.get(VARIABLE, ""))


def switch_off(text: str) -> None:
    """Turn off another piece, or none, in this process."""
    global OFF_LAYER, OFF_STEP
    OFF_LAYER, OFF_STEP = parse(text)


def layer_is_off(code: str) -> bool:
    """Whether the prohibition of this code is turned off in this process."""
    return code == OFF_LAYER


def step_is_off(name: str) -> bool:
    """Whether the step of this class name is turned off in this process."""
    return name == OFF_STEP
