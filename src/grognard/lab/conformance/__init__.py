"""One suite for all games: whoever adds a box gets every check of the contract for nothing.

>>> from grognard.lab.conformance import declared, inspect  # doctest: +SKIP
>>> inspect(grognard.load("miniature"), seed=7).found  # doctest: +SKIP
[]
"""

from grognard.lab.conformance.report import Found, Report
from grognard.lab.conformance.suite import CHECKS, declared, inspect

__all__ = ["CHECKS", "Found", "Report", "declared", "inspect"]
