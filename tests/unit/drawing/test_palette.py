"""The colours of counters can be read and told apart, by colour-blind players too."""

from itertools import product

import pytest

from grognard.drawing.palette import (
    SIGHTS,
    contrast,
    counter_colour,
    counter_colours,
    difference,
    ink_on,
)

AXIS = [
    *("german", "german_26", "german_43", "german_ss", "german_police", "luftwaffe"),
    *("finnish", "romanian", "hungarian", "italian", "slovak"),
]
SOVIET = ["soviet", "soviet_north", "soviet_west", "soviet_guards", "nkvd", "soviet_air"]


@pytest.mark.parametrize("name", sorted(counter_colours()))
def test_ink_reads_on_every_colour(name: str) -> None:
    fill = counter_colour(name)
    assert contrast(fill, ink_on(fill)) >= 4.5


@pytest.mark.parametrize("sight", SIGHTS)
def test_enemies_look_unlike_to_every_eye(sight: str) -> None:
    alike = {
        (one, other): round(value, 1)
        for one, other in product(AXIS, SOVIET)
        if (value := difference(counter_colour(one), counter_colour(other), sight)) < 8
    }
    assert alike == {}


def test_a_name_of_more_words_falls_back_on_fewer() -> None:
    assert counter_colour("soviet_59_army") == counter_colour("soviet")
    assert counter_colour("mauve") == counter_colour("paper")


def test_a_known_pair_is_hard_for_one_eye_only() -> None:
    red, green = "#c04040", "#508a40"
    assert difference(red, green) > 20
    assert difference(red, green, "deutan") < 0.5 * difference(red, green)
