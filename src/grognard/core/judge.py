"""Puts the reason for a refusal into a ruling."""

from typing import TYPE_CHECKING, Any

from grognard.core.actions import Action
from grognard.core.messages import Message
from grognard.core.offers import Offers
from grognard.core.rulings import Reason, Ruling

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.steps import Ask


def explain(game: "Game[Any]", state: Any, step: "Ask", offers: Offers, action: Action) -> Ruling:
    """Why an action that is not offered is not: the first rule that bites."""
    if not game.space.holds(action):
        return malformed(game, action)
    choices = offers.choices.get(action.kind)
    if choices is None:
        reason = step.absent(game, state, action.kind, action.arg)
    else:
        reason = choices.why(action.arg) or Reason("not-offered", step.rule)
    return ruling(game, reason, action, prompt=step.prompt(game, state))


def malformed(game: "Game[Any]", action: Action) -> Ruling:
    """No such action exists in this game at all."""
    if action.kind in game.space.domains:
        return refuse("unknown-argument", args={"kind": action.kind, "arg": str(action.arg)})
    return refuse("unknown-kind", args={"kind": str(action.kind)})


def ruling(game: "Game[Any]", reason: Reason, action: Action, **more: Any) -> Ruling:
    domain = game.space.domains[action.kind]
    args = {"kind": action.kind, "what": domain.text(action.arg), **more, **dict(reason.args)}
    args |= {domain.name: action.arg} if domain.name in ("unit", "hex", "hexside") else {}
    units, hexes = reason.units, reason.hexes
    if domain.name == "unit" and not units:
        units = (action.arg,)
    if domain.name == "hex" and not hexes:
        hexes = (action.arg,)
    args |= {"units": units, "hexes": hexes}
    message = Message(f"refusal.{reason.code}", args)
    return Ruling(False, reason.code, game.cite(reason.rule), units, hexes, message)


def refuse(code: str, rule: str = "", args: dict[str, Any] | None = None) -> Ruling:
    """A refusal by the table itself rather than by a rule book."""
    return Ruling(False, code, rule or "table", message=Message(f"refusal.{code}", args or {}))
