"""Glicko-2: how strong somebody plays, and how sure one can be of it.

After Mark E. Glickman, "Example of the Glicko-2 system" (2022); the letters are his.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

START, UNSURE, VOLATILE = 1500.0, 350.0, 0.06
"""Of somebody who has not played yet."""
SCALE = 173.7178
TAU = 0.5
"""How much the volatility may change in a period; 0.3 to 1.2 are reasonable."""
NEAR = 0.000001

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True)
class Rating:
    """A rating, its deviation and its volatility."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = VOLATILE

    @property
    def mu(self) -> float:
        return (self.rating - START) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


def rated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """After a period with these opponents and scores; without any, only less sure.

    >>> rated(Rating(), [(Rating(), WIN)]).rating > Rating().rating
    True
    """
    if not games:
        return idle(player, 1.0)
    weights = [(_g(other.phi), _e(player.mu, other), score) for other, score in games]
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in weights)
    gain = sum(g * (score - e) for g, e, score in weights)
    sigma = _volatility(player, v, v * gain)
    before = player.phi**2 + sigma**2
    phi = 1 / sqrt(1 / before + 1 / v)
    mu = player.mu + phi**2 * gain
    return Rating(SCALE * mu + START, min(SCALE * phi, UNSURE), sigma)


def idle(player: Rating, periods: float) -> Rating:
    """After a time without games: as strong, but less sure, and never less than of a stranger."""
    phi = sqrt(player.phi**2 + periods * player.volatility**2)
    return Rating(player.rating, min(SCALE * phi, UNSURE), player.volatility)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _e(mu: float, other: Rating) -> float:
    return 1 / (1 + exp(-_g(other.phi) * (mu - other.mu)))


def _volatility(player: Rating, v: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    phi, a = player.phi, log(player.volatility**2)

    def f(x: float) -> float:
        rest = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / TAU**2

    low, high = a, _other_end(a, delta, phi, v)
    if high is None:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    return exp(_root(low, high, f(low), f(high), f) / 2)


def _other_end(a: float, delta: float, phi: float, v: float) -> float | None:
    """Where the search ends, if the result was a surprise."""
    beyond = delta**2 - phi**2 - v
    return log(beyond) if beyond > 0 else None


def _root(
    low: float, high: float, at_low: float, at_high: float, f: Callable[[float], float]
) -> float:
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low
