"""Bots against each other: pairs of games by the hundred, kept, counted and told."""

from grognard.lab.match.batch import Crash, on_processors
from grognard.lab.match.laboratory import Match
from grognard.lab.match.pairs import Pair, Tally
from grognard.lab.match.playing import Played, Task, play
from grognard.lab.match.statistics import Interval, Sprt, mean, wilson
from grognard.lab.match.store import Plan, Store

__all__ = ["Crash", "Interval", "Match", "Pair", "Plan", "Played", "Sprt", "Store", "Tally", "Task",
           "mean", "on_processors", "play", "wilson"]
