"""What changed between two states of a seat, and how whoever has the old one makes the new one.

A difference is made from two states that one side may see, so it can tell nothing else.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields, replace

from grognard.server.wire.difference import Difference, PieceEdit, SceneDifference
from grognard.server.wire.scene import Piece, Scene, SceneOverlay
from grognard.server.wire.state import LogPart, State

APART = ("game", "side", "version", "log", "scene")
"""Parts of a state that are not simply the same or another."""
APART_OF_SCENE = ("pieces", "overlays")


def difference(old: State, new: State, log: LogPart) -> Difference:
    """What `new` has that `old` has not; `log` is the part of the log that is new."""
    scene = scene_difference(old.scene, new.scene) if old.scene != new.scene else UNSET
    return Difference(
        game=new.game, side=new.side, base=old.version, version=new.version, log=log,
        scene=scene, **_changed(old, new, APART),
    )  # fmt: skip


def _changed(old: Any, new: Any, apart: Sequence[str]) -> dict[str, Any]:
    names = (field.name for field in fields(new) if field.name not in apart)
    return {name: getattr(new, name) for name in names if getattr(old, name) != getattr(new, name)}


def scene_difference(old: Scene, new: Scene) -> SceneDifference:
    """The parts of a scene that are not as they were."""
    pieces = tuple(_edits(old.pieces, new.pieces)) if old.pieces != new.pieces else UNSET
    return SceneDifference(
        pieces=pieces, **_overlays(old.overlays, new.overlays), **_changed(old, new, APART_OF_SCENE)
    )


def _edits(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[PieceEdit]:
    """How the list of pieces becomes the new one: their order is what lies on top."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    old_part, new_part = old[start:len(old) - end], new[start:len(new) - end]
    matcher = SequenceMatcher(None, old_part, new_part, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield PieceEdit(at=start + c, drop=b - a, put=tuple(new_part[c:d]))


def _common(one: Sequence[Piece], other: Sequence[Piece]) -> int:
    """How many pieces at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _overlays(
    old: Sequence[SceneOverlay], new: Sequence[SceneOverlay]
) -> dict[str, Any]:
    before, order = {one.id: one for one in old}, tuple(one.id for one in new)
    changed = tuple(one for one in new if before.get(one.id) != one)
    found: dict[str, Any] = {"overlays": changed} if changed else {}
    return found if order == tuple(before) else found | {"overlay_order": order}


# -- applying -----------------------------------------------------------------------------


class WrongBase(ValueError):
    """The difference is one from another state."""


def applied(old: State, change: Difference) -> State:
    """The new state, of which the log is only the new part; what the web client does, too."""
    if (old.game, old.side, old.version) != (change.game, change.side, change.base):
        raise WrongBase(f"{change.base} is not {old.version}")
    given = _given(change, ("base", "scene"))
    scene = old.scene if change.scene is UNSET else scene_after(old.scene, change.scene)
    return replace(old, **given, scene=scene)


def _given(change: Any, apart: Sequence[str]) -> dict[str, Any]:
    values = {field.name: getattr(change, field.name) for field in fields(change)}
    return {name: v for name, v in values.items() if v is not UNSET and name not in apart}


def scene_after(old: Scene, change: SceneDifference) -> Scene:
    """The scene that a difference makes of another."""
    pieces, overlays = list(old.pieces), {one.id: one for one in old.overlays}
    for edit in () if change.pieces is UNSET else change.pieces:
        pieces[edit.at:edit.at + edit.drop] = edit.put
    overlays |= {one.id: one for one in (() if change.overlays is UNSET else change.overlays)}
    order = tuple(overlays) if change.overlay_order is UNSET else change.overlay_order
    given = _given(change, ("pieces", "overlays", "overlay_order"))
    return replace(
        old, **given, pieces=tuple(pieces), overlays=tuple(overlays[id] for id in order))
