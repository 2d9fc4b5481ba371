"""Movement points, kept in twelfths so that every fraction of the charts is a whole number."""

from fractions import Fraction

POINT = 12


def as_points(twelfths: int) -> str:
    """A cost as it is printed.

    >>> as_points(30), as_points(3), as_points(24), as_points(0)
    ('2 1/2', '1/4', '2', '0')
    """
    whole, rest = divmod(twelfths, POINT)
    parts = [str(whole)] if whole or not rest else []
    return " ".join([*parts, *([str(Fraction(rest, POINT))] if rest else [])])
