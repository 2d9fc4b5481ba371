"""From latitude and longitude to the hex plane."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from grognard.hexes import Point

from .plane import Plane, distance
from .recipe import Anchor, Georeference, Warp

EARTH_KM = 6371.0088
_SLACK = 0.22
"""A warped place need not come nearer than this to the middle of its hex."""
_STIFF = 0.10
"""How much the warp resists; without it two anchors close together would tear the map."""


@dataclass(frozen=True, slots=True)
class Earth:
    """The fit of a map to the earth, with its small local shifts."""

    fit: Georeference
    bends: list[tuple[Point, Point]] = field(default_factory=list)
    """Where the plane is bent, and how strongly, in u and v."""
    radius: float = 1.0

    def plane(self, lat: float, lon: float) -> Point:
        """Where a place lies in the hex plane."""
        point = self._straight(lat, lon)
        du, dv = self._shift(point)
        return point[0] + du, point[1] + dv

    def _straight(self, lat: float, lon: float) -> Point:
        if self.fit.affine is not None:
            a, b, c, d, e, f = self.fit.affine
            return a + b * lon + c * lat, d + e * lon + f * lat
        return self._turned(_kilometres(self.fit, lat, lon))

    def _turned(self, kilometres: Point) -> Point:
        fit, (x, y) = self.fit, kilometres
        x, y = (x - fit.x0_km) / fit.km_per_hex, (y - fit.y0_km) / fit.km_per_hex
        turn = math.radians(fit.rotation_deg)
        return (
            math.cos(turn) * x + math.sin(turn) * y,
            -math.sin(turn) * x + math.cos(turn) * y,
        )

    def _shift(self, point: Point) -> Point:
        weights = [(_pull(distance(point, at), self.radius), by) for at, by in self.bends]
        return sum(w * by[0] for w, by in weights), sum(w * by[1] for w, by in weights)


def _pull(away: float, radius: float) -> float:
    return math.exp(-((away / radius) ** 2))


def _kilometres(fit: Georeference, lat: float, lon: float) -> Point:
    """Lambert's conformal conic on the sphere."""
    cone, scale = _cone(fit)
    reach = EARTH_KM * scale / _stretch(lat) ** cone
    angle = cone * math.radians(lon - fit.lon0)
    top = EARTH_KM * scale / _stretch(fit.lat0) ** cone
    return reach * math.sin(angle), top - reach * math.cos(angle)


def _cone(fit: Georeference) -> tuple[float, float]:
    """The opening of the cone and its scale, from one standard parallel or two."""
    low, high = fit.parallels or (fit.lat0, fit.lat0)
    if low == high:
        cone = math.sin(math.radians(low))
    else:
        shrink = math.cos(math.radians(low)) / math.cos(math.radians(high))
        cone = math.log(shrink) / math.log(_stretch(high) / _stretch(low))
    return cone, math.cos(math.radians(low)) * _stretch(low) ** cone / cone


def _stretch(lat: float) -> float:
    return math.tan(math.pi / 4 + math.radians(lat) / 2)


def fitted(fit: Georeference, warp: Warp | None, plane: Plane) -> Earth:
    """The fit of a map, bent so that the anchors of its warp fall into their hexes."""
    straight = Earth(fit)
    if warp is None:
        return straight
    spots = [straight.plane(anchor.lat, anchor.lon) for anchor in warp.anchor]
    wanted = [_wanted(anchor, spot, plane) for anchor, spot in zip(warp.anchor, spots, strict=True)]

    def pull(i: int, j: int) -> float:
        return _pull(distance(spots[i], spots[j]), warp.radius_hexes) + (_STIFF if i == j else 0.0)

    across = _solved(len(spots), pull, [by[0] for by in wanted])
    along = _solved(len(spots), pull, [by[1] for by in wanted])
    bends = [(spot, by) for spot, by in zip(spots, zip(across, along, strict=True), strict=True)]
    return Earth(fit, bends, warp.radius_hexes)


def _wanted(anchor: Anchor, spot: Point, plane: Plane) -> Point:
    """How far a place should move: towards its hex, or not at all if it is pinned."""
    hex = plane.known(anchor.hexes)
    if anchor.pin or hex is None:  # its sheet may be left out
        return 0.0, 0.0
    goal = plane.centres[hex]
    far = distance(spot, goal)
    share = max(0.0, 1 - _SLACK / far) if far else 0.0
    return (goal[0] - spot[0]) * share, (goal[1] - spot[1]) * share


def _solved(size: int, cell: Callable[[int, int], float], wanted: list[float]) -> list[float]:
    """A small system of linear equations, by elimination with the largest pivot."""
    rows = [[*(cell(i, j) for j in range(size)), wanted[i]] for i in range(size)]
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i and rows[k][i]:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]
