"""What lies face down stays there: air units on their missions, orders on attacked hexes."""

from random import Random
from typing import Any, cast

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.sides import SPECTATOR
from grognard.lab.conformance.point import json, told
from grognard.rules.efs.air import OPPOSITION, SUPPORT, FlyMissions
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.orders import GiveOrders
from grognard.rules.efs.state import READY, EfsState
from grognard.table import table_of
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, bomber, both, decoy, drill, fighter, foot

AIRS = (bomber("B", 3), bomber("C", 1, 2), decoy("D"), fighter("F", 4))
RED = (bomber("b", side="soviet"), fighter("f", 2, side="soviet"), decoy("d", side="soviet"))


def attack(box: str) -> Drill:
    """A attacks x in 0606; the Axis may send support."""
    t = drill(box, foot("A", 8, 4), foot("x", 2, 4, side="soviet"), *AIRS, *RED)
    t.put("0607", "A").put("0606", "x").declare("0606", "A").having(phase="combat")
    return t.ask(FlyMissions("yes", SUPPORT), FlyMissions("no", SUPPORT), ResolveMissions(SUPPORT))


def answers(t: Drill, side: str) -> dict[str, bytes]:
    """All that a side is told now: view, question, offers, table, events."""
    view = t.game.view(t.state, side)
    seen = [event for event in t.events if event.visible_to(side)]
    scene: Any = table_of(t.game).scene(view)
    found = {"events": json(seen), "scene": json(scene), "view": t.game.encode(view.state)}
    return found if side == SPECTATOR else {**found, **told(t.game, t.state, side, [])}


# -- air units ---------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("side", ["soviet", SPECTATOR])
@pytest.mark.rule("typhoon:11.1.7", "agn:BSR.air.hidden")
def test_whichever_flies_the_others_are_told_the_same(box: str, side: str) -> None:
    """While one is chosen, while it is under way, and when the other side is asked."""
    worlds = []
    for first, second in (("B", "C"), ("D", "F"), ("F", "B")):
        t, seen = attack(box), []
        for text in (f"fly {first}", "at 0606", f"fly {second} at 0606", "done"):
            t.do(text)
            seen.append(answers(t, side))
        worlds.append(seen)
    assert worlds[0] == worlds[1] == worlds[2]


@both
@pytest.mark.rule("typhoon:11.1.7", "typhoon:11.5.4.a")
def test_the_number_shows_and_those_ready_and_under_way_look_alike(box: str) -> None:
    t = attack(box).do("fly B at 0606").do("fly D at 0606")
    for side in ("soviet", SPECTATOR):
        known = t.game.view(t.state, side).state
        assert known.veiled == {"axis": {t.hex("0606"): 2}}
        assert set(known.air) == {READY}
        assert not known.missions
    pieces = table_of(t.game).scene(t.game.view(t.state, "soviet")).pieces
    over = [piece.face for piece in pieces if piece.at == "hex:0606"]
    assert over.count("hidden-axis") == 2
    own = t.game.view(t.state, "axis").state
    assert {t.game.air_units[air].code for air in own.missions} == {"B", "D"}


@pytest.mark.rule("agn:BSR.air.hidden")
def test_in_the_north_the_second_side_lies_open() -> None:
    t = attack(NORTH).do("fly B at 0606").do("done").do("fly b at 0606")
    known = t.game.view(t.state, "axis").state
    assert {t.game.air_units[air].code for air in known.missions} == {"B", "b"}
    assert t.heard("flies")[-1].seen_by is None


@pytest.mark.rule("typhoon:11.1.7", "typhoon:11.5.4.a")
def test_before_moscow_the_second_side_lies_face_down_too() -> None:
    t = attack(TYPHOON).do("fly B at 0606").do("done").do("fly b at 0606")
    known = t.game.view(t.state, "axis").state
    assert {t.game.air_units[air].code for air in known.missions} == {"B"}
    assert known.veiled == {"soviet": {t.hex("0606"): 1}}


@pytest.mark.rule("typhoon:11.2.3.b", "typhoon:11.1.7")
def test_what_is_turned_up_is_seen_by_all_and_cannot_be_undone() -> None:
    t = attack(TYPHOON).do("fly B at 0606").do("done").do("fly f at 0606").do("done")
    assert not t.game.view(t.state, "soviet").state.missions.keys() & {0}
    t.roll(8)
    for side in ("axis", "soviet", SPECTATOR):
        known = t.game.view(t.state, side).state
        assert {t.game.air_units[air].code for air in known.missions} == {"B", "f"}
    assert t.heard("air-turned-up")[0].reveals
    assert not t.play.can_undo("soviet").allowed


@both
def test_a_flight_can_be_taken_back_and_leaves_no_trace(box: str) -> None:
    t = attack(box)
    before = answers(t, "soviet")
    t.do("fly B at 0606")
    t.play.undo("axis")
    t.play.undo("axis")
    assert answers(t, "soviet")["view"] == before["view"]


@pytest.mark.rule("typhoon:11.4.1.b")
def test_whoever_is_imagined_to_fly_could_have_flown() -> None:
    """Over an interdiction lie fighters and decoys, near Moscow those of its corps as well."""
    airs = (bomber("B"), bomber("C"), bomber("b", side="soviet"), decoy("d", side="soviet"),
            fighter("f", 2, side="soviet"), fighter("m", 2, side="soviet", capital=True))
    t = drill(TYPHOON, *airs).send("0112", "B", "C").send("0111", "B")
    t.having(phase="interdiction")
    t.game.capital = 1 << t.hex("0101")
    t.send("0111", "m", "f").send("0112", "d").ask(FlyMissions("no", OPPOSITION))
    view = t.game.view(t.state, "axis")
    found = set()
    for luck in range(30):
        guess = t.game.imagine(view, Random(luck))
        assert t.game.view(guess, "axis").state == view.state
        code = {t.game.air_units[air].code: t.game.grid.label(hex)
                for air, hex in guess.missions.items()}
        assert code["m"] == "0111", "the other hex is too far from Moscow"
        assert "b" not in code, "bombers do not oppose"
        found.add(code["d"])
    assert found == {"0111", "0112"}


# -- orders ------------------------------------------------------------------------------------


def defence(box: str) -> Drill:
    t = drill(box, foot("A", 8, 4, side="soviet"), foot("x", 2, 4))
    t.put("0607", "A").put("0606", "x").declare("0606", "A").having(phase="reaction")
    return t.ask(GiveOrders())


@pytest.mark.rule("agn:BSR.order.place")
def test_an_order_face_down_is_a_marker_and_no_more() -> None:
    for side in ("soviet", SPECTATOR):
        worlds = []
        for word in ("no-retreat", "extended-retreat"):
            t, seen = defence(NORTH), []
            for text in (f"order {word}", "for 0606"):
                t.do(text)
                seen.append(answers(t, side))
            worlds.append(seen)
            assert t.game.view(t.state, "axis").state.orders == {t.hex("0606"): word}
            assert t.game.view(t.state, side).state.orders_seen == {t.hex("0606"): ""}
        assert worlds[0] == worlds[1], side


def test_before_moscow_orders_lie_open() -> None:
    t = defence(TYPHOON).do("order no-retreat for 0606")
    assert t.game.view(t.state, "soviet").state.orders_seen == {t.hex("0606"): "no-retreat"}


# -- whole games -------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "scenario"), [(TYPHOON, "mtsensk"), (NORTH, "soltsy")])
def test_no_event_names_an_air_unit_that_still_lies_face_down(box: str, scenario: str) -> None:
    """Random play in which everybody who can flies does."""
    game = cast(EastFrontSeries, grognard.load(box, scenario))
    play, rng, flown = grognard.start(game, seed=5), Random(5), 0
    while not play.is_over and play.state.turn < game.first_turn + 2:
        (side, decision), = play.decisions.items()
        offered = {kind: found for kind, found in decision.offers.choices.items() if len(found)}
        kind = "fly" if "fly" in offered else rng.choice(list(offered))
        before = len(play.log)
        play.do(side, Action(kind, offered[kind].pick(rng.randrange(len(offered[kind])))))
        flown += kind == "fly"
        events = [event for entry in play.log[before:] for event in entry.events]
        assert not leaks(game, play.state, events)
    assert flown


def leaks(game: EastFrontSeries, state: EfsState, events: list[Event]) -> list[tuple[str, str]]:
    down = {air for air in state.missions if not state.turned_up >> air & 1}
    return [(event.id, side) for event in events for side in (*game.sides, SPECTATOR)
            if event.visible_to(side) for air in {event.args.get("air", -1)} & down
            if game.air_units[air].side != side]
