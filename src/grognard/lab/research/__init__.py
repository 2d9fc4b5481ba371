"""The door for research: any scenario as an environment of PettingZoo or Gymnasium.

Needs the extra ``research``. Nothing here knows a rule; what may be chosen, seen and won is asked
of the game.
"""

from grognard.lab.research.aec import GrognardEnv, env
from grognard.lab.research.duel import Duel
from grognard.lab.research.sight import Sight

__all__ = ["Duel", "GrognardEnv", "Sight", "env"]
