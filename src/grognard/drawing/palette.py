"""Colours: those of counters by name, mixing, contrast, and how colour-blind eyes see them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import dist

from grognard.drawing.style import readings

Channels = tuple[float, float, float]


@cache
def counter_colours() -> Mapping[str, str]:
    """The palette of counters and blocks."""
    source = files("grognard.drawing").joinpath("styles/counters.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(source)["colours"]
    return found


def counter_colour(name: str) -> str:
    """The code of a colour, or of the nearest more general one; paper if there is none."""
    colours = counter_colours()
    return next((colours[word] for word in readings(name) if word in colours), colours["paper"])


def channels(code: str) -> tuple[int, int, int]:
    """Red, green and blue of a code.

    >>> channels("#ff8000"), channels("#fff")
    ((255, 128, 0), (255, 255, 255))
    """
    digits = code.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def code(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{min(255, max(0, round(value))):02x}" for value in (red, green, blue))


def mixed(under: str, over: str, share: float) -> str:
    """A colour laid over another, `share` of it opaque.

    >>> mixed("#ffffff", "#000000", 0.5)
    '#808080'
    """
    pairs = zip(channels(under), channels(over), strict=True)
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return code(red, green, blue)


def _linear(colour: str) -> Channels:
    """The light of each channel, 0..1, without the screen's gamma."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in channels(colour))
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the accessibility guidelines: 1 (none) to 21 (black on white).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted(_luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(fill: str) -> str:
    """Dark or light ink, whichever reads better on a fill."""
    colours = counter_colours()
    return max((colours["ink"], colours["light"]), key=lambda ink: contrast(fill, ink))


# How linear light is seen without one kind of cone (Machado, Oliveira and Fernandes 2009).
_SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
SIGHTS = tuple(_SIGHT)


def difference(one: str, other: str, sight: str = "normal") -> float:
    """How unlike two colours look to a kind of sight: 2 can just be told apart, 10 at a glance.

    Measured as distance in OKLab, times 100.
    """
    return 100 * dist(_seen(one, sight), _seen(other, sight))


def _seen(colour: str, sight: str) -> Channels:
    """The colour in OKLab, as this sight has it."""
    light = _times(_SIGHT[sight], _linear(colour))
    cones = _times(_TO_CONES, (max(light[0], 0.0), max(light[1], 0.0), max(light[2], 0.0)))
    roots = (cones[0] ** (1 / 3), cones[1] ** (1 / 3), cones[2] ** (1 / 3))
    return _times(_TO_LAB, roots)


def _times(matrix: tuple[Channels, ...], vector: Channels) -> Channels:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


# Björn Ottosson's OKLab.
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
