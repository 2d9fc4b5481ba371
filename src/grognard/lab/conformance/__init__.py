"""One suite for all games: whoever adds a box gets every check of the contract for nothing.

>>> import grognard
>>> game = grognard.load("miniature")
>>> declared(game), inspect(game, seed=7, points=2).found
([], [])
"""

from grognard.lab.conformance.reasons import Case, Reasons, Witness
from grognard.lab.conformance.report import Found, Report
from grognard.lab.conformance.suite import CHECKS, declared, inspect

__all__ = ["CHECKS", "Case", "Found", "Reasons", "Report", "Witness", "declared", "inspect"]
