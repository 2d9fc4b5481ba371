"""Smooth curves: rounding, noise, sampling and ribbons of changing width."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from grognard.drawing.svg import Segment
from grognard.hexes import Point


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that lies `share` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def moved(a: Point, by: Point, times: float = 1.0) -> Point:
    return a[0] + by[0] * times, a[1] + by[1] * times


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b, of length 1."""
    length = distance(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def chance(*keys: int) -> float:
    """A fixed number in 0..1 for whole-number keys: the same map is drawn the same every time.

    >>> chance(3, 5) == chance(3, 5) != chance(5, 3)
    True
    """
    return _mixed(keys) / _MOST


_MOST = 0xFFFFFFFF


def _mixed(keys: Iterable[int]) -> int:
    mixed = 0x9E3779B9
    for key in keys:  # as `_stirred`, without the price of a call
        mixed = (mixed ^ (key & _MOST)) * 0x85EBCA6B & _MOST
        mixed ^= mixed >> 13
        mixed = mixed * 0xC2B2AE35 & _MOST
        mixed ^= mixed >> 16
    return mixed


def _stirred(mixed: int, key: int) -> int:
    mixed = (mixed ^ (key & _MOST)) * 0x85EBCA6B & _MOST
    mixed ^= mixed >> 13
    mixed = mixed * 0xC2B2AE35 & _MOST
    return mixed ^ mixed >> 16


def shake(amount: float, *keys: int) -> Point:
    """A fixed small displacement, at most `amount` along each axis."""
    mixed = _mixed(keys)
    across, down = _stirred(mixed, 1) / _MOST, _stirred(mixed, 2) / _MOST
    return (2 * across - 1) * amount, (2 * down - 1) * amount


def rounded_loop(corners: Sequence[Point]) -> list[Segment]:
    """A closed curve through the middles of a polygon's sides, its corners cut."""
    middles = [between(a, b) for a, b in pairwise([*corners, corners[0]])]
    return [(middles[i - 1], corners[i], middles[i]) for i in range(len(corners))]


def rounded_line(stops: Sequence[Point]) -> list[Segment]:
    """An open curve from the first stop to the last, the corners between them cut."""
    if len(stops) < 3:
        return [(stops[0], stops[-1])]
    pieces: list[Segment] = []
    start = stops[0]
    for i in range(1, len(stops) - 1):
        end = stops[-1] if i == len(stops) - 2 else between(stops[i], stops[i + 1])
        pieces.append((start, stops[i], end))
        start = end
    return pieces


def softened(
    stops: Sequence[Point], pull: float, rounds: int, fixed: Collection[int] = ()
) -> list[Point]:
    """Stops drawn towards the middle of their neighbours; both ends and the fixed ones stay."""
    found = list(stops)
    for _ in range(rounds):
        old = found
        found = [
            spot
            if i in fixed or i in (0, len(old) - 1)
            else between(spot, between(old[i - 1], old[i + 1]), pull)
            for i, spot in enumerate(old)
        ]
    return found


def at(piece: Segment, t: float) -> Point:
    """The point of a piece at t in 0..1, by de Casteljau's construction."""
    points = list(piece)
    while len(points) > 1:
        points = [between(a, b, t) for a, b in pairwise(points)]
    return points[0]


def sampled(pieces: Sequence[Segment], step: float) -> list[Point]:
    """Points along a curve, about `step` apart, both ends included."""
    found = [pieces[0][0]]
    for piece in pieces:
        length = sum(distance(a, b) for a, b in pairwise(piece))
        count = max(1, round(length / step))
        found += [at(piece, i / count) for i in range(1, count + 1)]
    return found


def reversed_pieces(pieces: Sequence[Segment]) -> list[Segment]:
    return [piece[::-1] for piece in reversed(pieces)]


def lengths(line: Sequence[Point]) -> list[float]:
    """How far along a line each of its points lies."""
    found = [0.0]
    for a, b in pairwise(line):
        found.append(found[-1] + distance(a, b))
    return found


def normals(line: Sequence[Point]) -> Iterator[Point]:
    """For each point of a line the direction to its left, of length 1."""
    for i in range(len(line)):
        x, y = unit(line[max(0, i - 1)], line[min(len(line) - 1, i + 1)])
        yield y, -x


def ribbon(
    line: Sequence[Point], width: Callable[[float], float], start: float = 0.0
) -> list[Segment]:
    """The outline of a band along a line; `width` tells how wide it is so far along.

    `start` is how far along its first point lies, where the line is a stretch of a longer one.
    """
    left, right = [], []
    for point, normal, along in zip(line, normals(line), lengths(line), strict=True):
        half = width(start + along) / 2
        left.append(moved(point, normal, half))
        right.append(moved(point, normal, -half))
    right.reverse()
    return [*rounded_line(left), (left[-1], right[0]), *rounded_line(right)]
