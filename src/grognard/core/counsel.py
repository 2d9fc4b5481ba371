"""What counts in a game, for opponents that plan: the few things a staff cannot know by itself.

A rule book that has somebody to advise subclasses :class:`Counsel` and names it in its advice.
All of it is asked of states that were imagined from a side's view; no rule asks any of it.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from grognard.core.actions import Action
from grognard.core.reach import Graph
from grognard.core.sides import Side
from grognard.core.state import State
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet, pack

if TYPE_CHECKING:
    from grognard.core.game import Decision, Game

G = TypeVar("G", bound="Game[Any]")
S = TypeVar("S", bound=State)

Job: TypeAlias = Literal["", "leader", "attach", "march", "way", "target", "attackers",
                          "battles"]
"""What a question is about, where a plan answers it: whose turn it is to lead, who joins him, who
marches and where to, what is attacked and by whom, which
battles are fought on. Everything else is tried out."""


class Soldier(NamedTuple):
    """What a unit counts for."""

    attack: float
    defence: float
    worth: float
    """What is lost with it, in points of the game."""
    gait: str
    """How it moves: units of one gait share their ways."""
    holds: bool = True
    """Whether a place that it enters is its side's."""
    leads: bool = False
    """A headquarters, which does not fight."""
    steps: int = 2
    """How often it can be hit: a step is worth its share."""


class Forecast(NamedTuple):
    """What an attack brings on the average."""

    takes: float
    """The chance that the hex is cleared."""
    theirs: float
    """Steps that the defender loses."""
    ours: float
    """Steps that the attacker loses."""
    points: float = 0.0
    """Points of the game that change hands with these steps, for the attacker."""

    @property
    def is_fair(self) -> bool:
        """Whether the defender has more to fear than those who attack."""
        return self.ours <= self.theirs + self.takes


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How an officer weighs what it sees, in points of the game; a file of the box."""

    pull: float
    """Of a point of stake for a unit of average strength that stands before it."""
    decay: float
    """What is left of it for every march between."""
    march: float
    """Points of movement in a march."""
    far: float
    """Marches beyond which nothing pulls."""
    material: float
    """Of a unit's worth, with all of the game to come."""
    spite: float
    """What an enemy's loss counts, against one's own."""
    guard: float
    """How much a threatened place of one's own pulls, against one to be taken."""
    threat: float
    """The part of the enemy's strength in reach that is reckoned with."""
    cover: float
    """What a unit beside a place counts for its defence."""
    risk: float
    """Of the worth of a stack that stands under threat."""
    boldness: float
    """What an attack must promise."""
    hunger: float
    """The part of a unit's worth that is lost where it has no supply."""
    take: float
    """Of driving an enemy out of a hex, whatever it is worth."""
    leading: float
    """What a hex between a headquarters and its troops costs, beyond those that it reaches."""
    empty: float = 1.0
    """What is left of that cover where nobody stands in the place: the enemy need only walk in."""
    awe: float = 0.0
    """How much a place pulls less for a garrison as strong as an average unit: halved by 1."""


class Counsel(Generic[G, S]):
    """What counts in one game."""

    weights: Weights
    jobs: ClassVar[Mapping[type[Ask], Job]] = {}
    ways: ClassVar[tuple[str, ...]] = ("to",)
    """Kinds of action that end a march in a hex."""
    movers: ClassVar[tuple[str, ...]] = ("move",)
    """Kinds of action that let a unit march."""
    commands: ClassVar[tuple[str, ...]] = ("hq",)
    """Kinds of action that let a headquarters lead."""
    joins: ClassVar[tuple[str, ...]] = ("attach",)
    """Kinds of action that say with whom, or from where, it leads."""
    aims: ClassVar[str] = "attack"
    """The kind of action that names a hex to be attacked."""
    takes_part: ClassVar[str] = "by"
    """The kind of action by which a unit joins the attack."""
    opens_fire: ClassVar[str] = "fire"
    """The kind of action that has everybody who is to attack."""
    fights_on: ClassVar[str] = "fight"
    """The kind of action that fights a battle where both sides stand."""
    helps: ClassVar[tuple[str, ...]] = ()
    """Kinds of action that only make a battle better which is to be fought: aircraft."""
    staying: ClassVar[tuple[str, ...]] = ("done", "stay")
    """Kinds of action that leave everything as it is."""
    together: ClassVar[bool] = False
    """Whether all attacks are declared before the first of them is fought."""

    def __init__(self, game: G) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.game.box}/{self.game.scenario}>"

    def answer(self, decision: "Decision", place: Callable[[int, Hex], float]) -> Action | None:
        """A question that only the rule book understands; ``place`` says how good it is to have a
        unit in a hex. None: try it out.
        """
        return None

    def group(self, step: Ask) -> int:
        """The units that a question about a way is for, as a bit set; 0 if nobody can tell."""
        return 0

    def attacked(self, step: Ask) -> Hex:
        """The hex that an attack is being declared on, -1 if nobody can tell."""
        return -1

    def tries(self, step: Ask) -> bool:
        """Whether a question that nobody answers is tried out; else it is left to habit."""
        return True

    def first(self, decision: "Decision") -> Action | None:
        """What is done before anybody marches: arrivals come in. None: nothing."""
        return None

    def judged(self, state: S, action: Action, gain: float) -> float:
        """What is left of a gain when the command for it has been paid."""
        return gain

    # -- worth --------------------------------------------------------------------------------

    def future(self, state: S) -> float:
        """How much of the game is to come, from 1 to 0."""
        raise NotImplementedError

    def margin(self, state: S, side: Side) -> float:
        """What the side has beside places and units: markers, aircraft, and an end of the game."""
        return 0

    def horizon(self, state: S) -> float:
        """How many marches anybody can still make."""
        return float("inf")

    def lasting(self, state: S) -> float:
        """The part of what is won besides places and points that still counts for something."""
        return 1

    def danger(self, state: S, side: Side) -> float:
        """The part of the enemy's strength that can still take a place, from 1 to 0."""
        return self.future(state)

    def held(self, state: S, side: Side) -> HexSet:
        """The hexes at stake that the side holds."""
        raise NotImplementedError

    def manned(self, state: S, side: Side) -> HexSet:
        """Those that are the side's only while somebody of it stands there."""
        return 0

    def points(self, state: S, hex: Hex, stake: float) -> float:
        """What a hex at stake gives by the rules, for whoever explains a choice."""
        return stake

    # -- units --------------------------------------------------------------------------------

    def units(self, state: S, side: Side) -> int:
        """Units of the side on the map, as a bit set."""
        raise NotImplementedError

    def owner(self, state: S, unit: int) -> Side:
        raise NotImplementedError

    def soldier(self, state: S, unit: int) -> Soldier:
        raise NotImplementedError

    def condition(self, state: S) -> Sequence[int]:
        """By unit, what changes its soldier: the steps that it has left."""
        raise NotImplementedError

    def occasion(self, state: S) -> Hashable:
        """What a plan is made for: it holds as long as this does."""
        raise NotImplementedError

    def followers(self, state: S, leader: int) -> tuple[int, int]:
        """Units that a headquarters leads, as a bit set, and how far."""
        return 0, 0

    # -- ways ---------------------------------------------------------------------------------

    def graph(self, state: S, gait: str) -> Graph:
        raise NotImplementedError

    def fed(self, state: S, side: Side) -> HexSet:
        """Where troops of the side have supply."""
        return -1

    def reach(self, decision: "Decision", unit: int) -> HexSet:
        """Where a unit that may march now could go."""
        found, offered = 0, decision.offers.of(unit).choices
        for kind in self.ways:
            if kind in offered:
                found |= pack(offered[kind])
        return found

    def room(self, unit: int) -> tuple[str, int]:
        """With whom a unit shares the room of a hex, and how many of them find it."""
        return "", 1

    def weight(self, unit: int) -> int:
        """How many of them it counts for."""
        return 1

    # -- attacks ------------------------------------------------------------------------------

    def shelter(self, hex: Hex) -> float:
        """How many times a defender's strength counts in a hex."""
        return 1

    def posts(self, state: S, hex: Hex) -> HexSet:
        """From where a hex can be attacked."""
        raise NotImplementedError

    def fit(self, state: S) -> int:
        """The units that may still attack in what is going on, as a bit set."""
        raise NotImplementedError

    def punch(self, state: S, unit: int, post: Hex, hex: Hex) -> float:
        """What a unit brings into an attack from a hex."""
        raise NotImplementedError

    def target(self, state: S, side: Side, hex: Hex) -> Any:
        """What is to be known of a hex that the side may attack, for forecasts."""
        raise NotImplementedError

    def forecast(self, target: Any, punch: float) -> Forecast | None:
        """What so much strength brings; None where it does not even come to an attack."""
        raise NotImplementedError

    def expect(self, state: S, target: Any, attackers: Mapping[int, float]) -> Forecast | None:
        """What an attack by some units brings, each with its punch."""
        return self.forecast(target, sum(attackers.values()))

    def owed(self, state: S, post: Hex) -> HexSet:
        """Hexes that somebody must attack if anybody attacks out of a post."""
        return 0
