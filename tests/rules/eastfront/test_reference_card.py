"""The reference card (REF): what the rule book does equals what the card prints."""

import tomllib
from importlib.resources import files

import pytest

from grognard.rules.eastfront.command import CommandPhase, radius
from grognard.rules.eastfront.fire import cover, firepower
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.weather import first_player, is_disrupted, speed
from tests.rules.eastfront.grounds import has_line, holder, on_net
from tests.rules.eastfront.table import Table, table

GROUND = {"friendly": "Sumy_E1", "contested": "Belgorod", "enemy": "Kupyansk"}


@pytest.mark.rule("eastfront:REF.2")
@pytest.mark.parametrize(("type", "speeds", "fire", "axis", "soviet"), [
    ("armor", (3, 1, 2), "DF DF", (8, 12), (4, 8)),
    ("mech", (3, 1, 2), "SF DF", (6, 9), (3, 6)),
    ("infantry", (2, 1, 1), "SF SF", (4, 6), (2, 4)),
    ("cavalry", (3, 2, 2), "SF SF", None, (3, 6)),
    ("shock", (1, 1, 1), "DF DF", None, (3, 6)),
    ("paratroop", (2, 1, 1), "SF DF", None, (6, 12)),
    ("mountain", (2, 1, 1), "SF SF", (5, 8), None),
    ("static", (1, 1, 1), "SF SF", (3, 2), None),
    ("hq", (2, 1, 1), "none none", (10, 20), (10, 20)),
    ("ss_armor", (3, 1, 2), "TF TF", (8, 12), None),
    ("ss_mech", (3, 1, 2), "DF TF", (6, 9), None),
])
def test_ref_2_units(
    type: str, speeds: tuple[int, int, int], fire: str, axis: tuple[int, int] | None,
    soviet: tuple[int, int] | None,
) -> None:
    row = table().game.types[type]
    assert tuple(row.speed[weather] for weather in ("dry", "mud", "snow")) == speeds
    assert f"{row.offensive} {row.defensive}" == fire
    for side, price in (("axis", axis), ("soviet", soviet)):
        cost = row.cost.get(side)
        assert (cost and (cost.step, cost.cadre)) == price


@pytest.mark.rule("eastfront:REF.3")
def test_ref_3_terrain() -> None:
    rows = table().game.ground.rows
    card = {id: (row.stacking, row.hexside, row.defence, row.stops) for id, row in rows.items()}
    assert card == {"clear": (4, 2, 1, False), "forest": (4, 1, 2, False),
                    "hill": (4, 1, 2, False), "marsh": (3, 1, 2, True),
                    "mountain": (2, 1, 2, True)}
    sides = table().game.ground.sides
    assert (sides["river"].limit, sides["strait"].limit, sides["alpine"].limit) == (1, 1, 0)


def meeting() -> Table:
    """Axis at Kharkov and Kursk, Soviets at Kastornoye: all three kinds of ground lie near."""
    t = table().put("Kharkov", "41Pz", "6AK", "AGS:2").put("Kursk", "5AK").put("Kastornoye", "3A")
    t.phase("axis", "movement")
    assert holder(t, GROUND["friendly"]) == "axis"
    assert holder(t, GROUND["contested"]) == "contested"
    assert holder(t, GROUND["enemy"]) == "soviet"
    return t


def card_of_control() -> dict[str, dict[str, str]]:
    text = files("grognard.boxes.eastfront").joinpath("control.toml").read_text("utf-8")
    rows: dict[str, dict[str, str]] = tomllib.loads(text)
    return {name: row for name, row in rows.items() if name != "provenance"}



@pytest.mark.rule("eastfront:REF.5", "eastfront:8.4b", "eastfront:8.4d", "eastfront:8.4e")
def test_ref_5_what_may_be_done_in_whose_hexes() -> None:
    card = {name: {kind: word != "no" for kind, word in row.items()}
            for name, row in card_of_control().items()}
    t = meeting()
    assert {kind: on_net(t, "axis", hex) for kind, hex in GROUND.items()} == card["rail_supply"]
    assert card["rail_move"] == card["rail_supply"]
    reach = radius(t.game, t.state, t.unit("AGS"))
    assert {kind: bool(reach >> t.hex(hex) & 1) for kind, hex in GROUND.items()} == \
        card["command_radius"]
    entered = t.active("AGS").ask(MovementPhase()).do("move 41Pz").offers("to")
    assert {kind: hex in entered for kind, hex in GROUND.items()} == card["enter"]
    t = meeting().phase("axis", "command").ask(CommandPhase()).do("activate AGS")
    shifts = t.offers("shift")
    assert {kind: hex in shifts for kind, hex in GROUND.items()} == card["deploy_hq"]
    t = meeting().put("Kharkov", "13A").battle("Kharkov", "soviet").phase("axis", "movement")
    leaves = t.active("AGS").ask(MovementPhase()).do("move 41Pz").offers("leave")
    assert {kind: hex in leaves for kind, hex in GROUND.items()} == card["disengage"]
    assert card["supply_line"] == {"friendly": True, "contested": True, "enemy": False}


@pytest.mark.rule("eastfront:REF.5", "eastfront:10.3b")
def test_ref_5_supply_lines_run_over_friendly_and_contested_hexes() -> None:
    row = card_of_control()["supply_line"]
    t = table().put("Kursk", "5AK").put("Belgorod_E1", "3A").phase("axis", "supply")
    assert holder(t, "Kastornoye") == "contested"
    assert has_line(t, "axis", "Belgorod_E1") is (row["contested"] == "yes")
    t.put("Kastornoye", "13A").put("Belgorod", "4A").phase("axis", "supply")
    assert has_line(t, "axis", "Belgorod_E1") is (row["enemy"] == "yes")


@pytest.mark.rule("eastfront:REF.6")
@pytest.mark.parametrize(("weather", "first", "axis", "soviet", "marsh", "clear", "repulse"), [
    ("dry", "axis", False, False, "marsh", "clear", (1, 2)),
    ("mud", "axis", True, True, "marsh", "marsh", (1, 2, 3)),
    ("snow", "soviet", True, False, "forest", "clear", ()),
])
def test_ref_6_weather(
    weather: str, first: str, axis: bool, soviet: bool, marsh: str, clear: str,
    repulse: tuple[int, ...],
) -> None:
    t = table().put("Kursk", "AGS").put("Voronezh", "UkrF", "7TC").weather(weather)
    t.phase("axis", "movement")
    game, state = t.game, t.state
    assert first_player(state) == first
    assert is_disrupted(game, state, t.unit("AGS")) is axis
    assert is_disrupted(game, state, t.unit("UkrF")) is soviet
    assert game.ground.terrain(t.hex("Pinsk"), weather) == marsh
    assert game.ground.terrain(t.hex("Kursk"), weather) == clear
    assert speed(game, state, t.unit("7TC")) == {"dry": 3, "mud": 1, "snow": 2}[weather]
    key = {"dry": "river"}.get(weather, f"river_{weather}")
    assert game.repulse[key] == repulse
    assert cover(game, state, t.hex("Kursk")) == (2 if weather == "mud" else 1)


@pytest.mark.rule("eastfront:REF.6")
@pytest.mark.parametrize(("weather", "armor", "infantry", "cavalry"), [
    ("dry", 3, 2, 3), ("mud", 1, 1, 2), ("snow", 2, 1, 2)])
def test_ref_6_how_far_troops_march(weather: str, armor: int, infantry: int, cavalry: int) -> None:
    t = table().put("Voronezh", "7TC", "3A", "5CC").weather(weather).phase("soviet", "movement")
    speeds = [speed(t.game, t.state, t.unit(code)) for code in ("7TC", "3A", "5CC")]
    assert speeds == [armor, infantry, cavalry]


@pytest.mark.rule("eastfront:REF.6")
@pytest.mark.parametrize(("weather", "attack", "defence"), [
    ("dry", "DF", "DF"), ("mud", "SF", "DF"), ("snow", "DF", "DF")])
def test_ref_6_mud_weakens_the_fire_of_attackers(
    weather: str, attack: str, defence: str
) -> None:
    t = table().put("Tuapse", "7TC", "5AK").battle("Tuapse", "soviet").weather(weather)
    t.phase("soviet", "combat")
    fire = [firepower(t.game, t.state, t.unit("7TC"), t.hex("Tuapse"), offensive)
            for offensive in (True, False)]
    assert fire == [attack, defence]


@pytest.mark.rule("eastfront:REF.6")
@pytest.mark.parametrize(("weather", "deploys"), [("dry", True), ("mud", False), ("snow", True)])
def test_ref_6_headquarters_deploy_but_not_in_mud(weather: str, deploys: bool) -> None:
    t = table().put("Kharkov", "AGS", "5AK").put("Krasnograd", "6AK").weather(weather)
    t.put("Kiev", "AGC").phase("axis", "command").ask(CommandPhase()).do("activate AGS")
    if deploys:
        assert "Krasnograd" in t.offers("shift")
    else:
        assert t.refused("shift Krasnograd").rule == "eastfront:5.21b"
