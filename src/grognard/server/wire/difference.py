"""A state as the difference from one that its reader has."""

from msgspec import UNSET, UnsetType

from grognard.server.wire.base import LitCell, Told
from grognard.server.wire.games import Notice, Result
from grognard.server.wire.scene import (
    Arrow,
    Fight,
    Gauge,
    Phase,
    Piece,
    SceneOverlay,
    Score,
    Sign,
)
from grognard.server.wire.state import Coach, Decision, Doing, LogPart, Roll, Undo


class PieceEdit(Told, frozen=True):
    """From the place `at` of the new list on: so many pieces of the old one go, these come."""

    at: int
    drop: int
    put: tuple[Piece, ...]


class SceneDifference(Told, frozen=True):
    """The parts of a scene that changed; the pieces edit by edit, first to last."""

    turn: int | UnsetType = UNSET
    date: str | UnsetType = UNSET
    pieces: tuple[PieceEdit, ...] | UnsetType = UNSET
    phases: tuple[Phase, ...] | UnsetType = UNSET
    gauges: tuple[Gauge, ...] | UnsetType = UNSET
    overlays: tuple[SceneOverlay, ...] | UnsetType = UNSET
    """Those that changed or are new."""
    overlay_order: tuple[str, ...] | UnsetType = UNSET
    """All ids in their order, where that is not as it was."""
    score: Score | UnsetType | None = UNSET
    lit: tuple[LitCell, ...] | UnsetType = UNSET
    signs: tuple[Sign, ...] | UnsetType = UNSET
    fight: Fight | UnsetType | None = UNSET
    arrows: tuple[Arrow, ...] | UnsetType = UNSET
    closed: tuple[str, ...] | UnsetType = UNSET


class Difference(Told, frozen=True):
    """The parts of a state that changed since the state of version `base`."""

    game: str
    side: str
    base: int
    version: int
    log: LogPart
    seq: int | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    scene: SceneDifference | UnsetType = UNSET
    waiting: list[str] | UnsetType = UNSET
    thinking: list[str] | UnsetType = UNSET
    doing: list[Doing] | UnsetType = UNSET
    decision: Decision | UnsetType | None = UNSET
    roll: Roll | UnsetType | None = UNSET
    undo: Undo | UnsetType = UNSET
    coach: Coach | UnsetType | None = UNSET
    result: Result | UnsetType | None = UNSET
    notices: list[Notice] | UnsetType = UNSET
