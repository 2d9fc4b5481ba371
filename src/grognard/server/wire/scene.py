"""What one viewer sees now."""

from grognard.server.wire.base import LitCell, Told


class Piece(Told, frozen=True):
    """A counter, block, chit or marker in its place. The last piece of a place lies on top."""

    token: str
    face: str
    at: str
    side: str = ""
    unit: int = -1
    marks: tuple[str, ...] = ()
    note: str = ""


class Phase(Told, frozen=True):
    """One entry of the phase bar."""

    id: str
    label: str
    now: bool = False
    side: str = ""
    """Whose phase it is, where one side acts at a time."""
    side_name: str = ""


class Gauge(Told, frozen=True):
    """A number the table keeps in sight."""

    id: str
    label: str
    value: int
    top: int = 0
    side: str = ""


class SceneOverlay(Told, frozen=True):
    """A named set of hexes: zones of control, supply ..."""

    id: str
    label: str
    hexes: tuple[int, ...]


class ScoreLine(Told, frozen=True):
    """One line that makes up the score."""

    label: str
    value: int


class Score(Told, frozen=True):
    """Who would win now, and why."""

    standing: str
    lines: tuple[ScoreLine, ...]


class Sign(Told, frozen=True):
    """A word the table keeps in sight: the weather, who goes first."""

    id: str
    label: str
    value: str
    rule: str


class FightDie(Told, frozen=True):
    """A die as it fell."""

    shows: int
    hits: bool


class Fighter(Told, frozen=True):
    """A piece in a battle."""

    face: str
    side: str
    unit: int
    power: str
    rule: str
    dice: tuple[FightDie, ...]
    notes: tuple[str, ...]
    now: bool
    """Its dice fall next."""


class Fight(Told, frozen=True):
    """The battle at hand."""

    hex: int
    title: str
    turn: str
    """Whose dice fall now."""
    over: bool
    facts: tuple[Sign, ...]
    fighters: tuple[Fighter, ...]


class Arrow(Told, frozen=True):
    """What is meant to happen from hex to hex: a declared attack."""

    hexes: tuple[int, ...]
    side: str


class Scene(Told, frozen=True):
    """Everything one viewer sees now."""

    turn: int
    date: str
    pieces: tuple[Piece, ...]
    phases: tuple[Phase, ...]
    gauges: tuple[Gauge, ...]
    overlays: tuple[SceneOverlay, ...]
    score: Score | None
    lit: tuple[LitCell, ...]
    """Where the charts are looked up now."""
    signs: tuple[Sign, ...]
    fight: Fight | None
    arrows: tuple[Arrow, ...]
    closed: tuple[str, ...]
    """Places beside the map that nothing can come to now."""
    """Attacks declared but not yet fought."""
