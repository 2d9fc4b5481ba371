import os
import subprocess
import sys

import pytest

from grognard.core import mutation


@pytest.mark.parametrize("text", ["layer", "layer:", "hex:3030", ":x"])
def test_a_switch_that_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="GROGNARD_MUTANT"):
        mutation.parse(text)


@pytest.mark.skipif(mutation.VARIABLE in os.environ, reason="a mutant is being run")
def test_without_the_variable_everything_is_on() -> None:
    assert (mutation.OFF_LAYER, mutation.OFF_STEP) == (None, None)
    assert not mutation.layer_is_off("")
    assert not mutation.step_is_off("Step")


def test_the_variable_turns_one_layer_off() -> None:
    code = (
        "from grognard.core import mutation as m;"
        "print(m.layer_is_off('zoc'), m.layer_is_off('river'), m.step_is_off('zoc'))"
    )
    asked = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, mutation.VARIABLE: "layer:zoc"},
        capture_output=True, text=True, check=True,
    )
    assert asked.stdout.split() == ["True", "False", "False"]
