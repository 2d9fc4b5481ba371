"""Where a player may regret to be done: points, strikes and turns given away."""

from grognard.core.actions import Action
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import CommandPhase
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import Orders
from tests.rules.eastfront.table import Table, table


def surprising(t: Table, side: str) -> tuple[str, ...]:
    return t.game.decisions(t.state)[side].step.surprising(t.game, t.state)


def test_to_close_the_books_with_points_that_could_be_spent() -> None:
    t = table().put("Warsaw", "41Pz:2").held("axis", "Warsaw").phase("axis", "supply")
    t.state.points = {"axis": 20, "soviet": 0}
    assert surprising(t.ask(Orders("axis")), "axis") == ("done",)
    t.do("step 41Pz")
    assert surprising(t, "axis") == ()


def test_to_activate_nobody() -> None:
    t = table().put("Kharkov", "AGS:2", "41Pz").phase("axis", "command").ask(CommandPhase())
    assert surprising(t, "axis") == ("done",)


def test_to_move_nobody() -> None:
    t = table().put("Kharkov", "AGS:2", "41Pz", "5AK").phase("axis", "movement")
    t.state.active = t.units("AGS")
    t.ask(MovementPhase())
    assert surprising(t, "axis") == ("done",)
    t.do("move 41Pz to Belgorod")
    assert surprising(t, "axis") == ()


def test_to_leave_a_strike_unflown() -> None:
    t = table().put("Kharkov", "AGS:2").put("Belgorod", "41Pz", "3A").battle("Belgorod", "axis")
    t.phase("axis", "combat").state.active = t.units("AGS")
    assert surprising(t.ask(CombatPhase()), "axis") == ("done",)
    t.do("strike AGS at Belgorod")
    assert surprising(t, "axis") == ()


def test_to_use_up_a_headquarters() -> None:
    """5.43, 5.7i: whoever commands with the last strength is lost."""
    t = table().put("Kharkov", "AGS:0").put("Smolensk", "AGC:1").put("Riga", "AGN:2")
    t.phase("axis", "command").ask(CommandPhase())
    step = t.game.decisions(t.state)["axis"].step
    spent, weak = t.unit("AGS"), t.unit("AGC")
    assert step.ruinous(t.game, t.state) == {"activate": [spent], "blitz": [weak]}
    shunned = [(kind, hq) for kind in ("activate", "blitz") for hq in (spent, weak, t.unit("AGN"))
               if t.game.advice.is_folly(t.state, "axis", Action(kind, hq))]
    assert shunned == [("activate", spent), ("blitz", spent), ("blitz", weak)]
