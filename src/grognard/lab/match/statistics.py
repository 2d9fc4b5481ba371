"""Shares, means and how sure one can be of them; and when a test may stop."""

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean, stdev

import msgspec

Z = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate and where the truth lies, at 95 %."""

    value: float
    low: float
    high: float

    def percent(self) -> str:
        """
        >>> Interval(0.5, 0.25, 0.75).percent()
        '50.0 % (25.0 to 75.0)'
        """
        value, low, high = (100 * share for share in (self.value, self.low, self.high))
        return f"{value:.1f} % ({low:.1f} to {high:.1f})"

    def points(self) -> str:
        """
        >>> Interval(1.5, -0.25, 3.25).points()
        '+1.50 (-0.25 to +3.25)'
        """
        return f"{self.value:+.2f} ({self.low:+.2f} to {self.high:+.2f})"


def wilson(successes: float, trials: int) -> Interval:
    """The share of successes with Wilson's score interval; a draw is half of one.

    >>> wilson(8, 10).percent()
    '80.0 % (49.0 to 94.3)'
    """
    if not trials:
        return Interval(0.5, 0.0, 1.0)
    share, weight = successes / trials, Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    half = Z * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """The mean with a normal interval; of a single value it is as wide as can be.

    >>> mean([1, 2, 3, 4]).points()
    '+2.50 (+1.23 to +3.77)'
    """
    if len(values) < 2:
        value = values[0] if values else 0.0
        return Interval(value, float("-inf"), float("inf"))
    value, half = fmean(values), Z * stdev(values) / sqrt(len(values))
    return Interval(value, value - half, value + half)


class Sprt(msgspec.Struct, frozen=True):
    """Wald's sequential test: is the share of pairs won `worse` or `better`?

    It stops as soon as one of the two is refuted, and is wrong in 5 of 100 cases at most. A
    drawn pair counts as half a win and half a loss.

    >>> Sprt(0.5, 0.6).verdict(wins=60, draws=0, losses=20)
    'better'
    """

    worse: float = 0.5
    better: float = 0.6
    error: float = 0.05

    def ratio(self, wins: int, draws: int, losses: int) -> float:
        """The logarithm of how much better the better hypothesis explains what came."""
        won = log(self.better / self.worse)
        lost = log((1 - self.better) / (1 - self.worse))
        return won * (wins + draws / 2) + lost * (losses + draws / 2)

    @property
    def bound(self) -> float:
        """The ratio at which the test stops, either way.

        >>> round(Sprt().bound, 3)
        2.944
        """
        return log((1 - self.error) / self.error)

    def verdict(self, wins: int, draws: int, losses: int) -> str:
        """``better``, ``worse``, or nothing as long as one must go on."""
        ratio = self.ratio(wins, draws, losses)
        return "better" if ratio >= self.bound else "worse" if ratio <= -self.bound else ""
