"""5.4.1, 7.4: cups, unknown sides, and what they turn out to be."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from grognard.rules.efs import unknowns
from grognard.rules.efs.combat import CombatRoll
from grognard.rules.efs.data import SovietRow, Unit
from grognard.rules.efs.losses import lose_step, remove
from grognard.rules.efs.replacements import Rebuild, rebuild_choices
from grognard.rules.efs.scenarios import SetUp
from grognard.rules.efs.soviet_table import TableRoll
from grognard.rules.efs.special_rows import Cup
from grognard.rules.efs.state import ASIDE, CADRE, CUP, ELIMINATED, FREE
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.campaign import Campaign, campaign
from tests.rules.efs.drill import counter, foot, grid, tank

RED: dict[str, Any] = {"side": "soviet", "nation": "su"}


def fortress(code: str, defence: int, **more: Any) -> Unit:
    return counter(code, 0, defence, "fortified region", "immobile", **{
        **RED, "steps": 1, "reduced": (0, 0), "move": 0, **more})


def levy(code: str, attack: int, defence: int, **more: Any) -> Unit:
    steps = 2 if defence >= 3 else 1
    back = (max(0, attack - 2), max(1, defence - 2)) if steps == 2 else (0, 0)
    return counter(code, attack, defence, "militia", "foot", **{
        **RED, "steps": steps, "reduced": back, "move": 4, "traits": ["militia"], **more})


def cups(hex: str = "0404", more: Any = (), **setup: Any) -> Campaign:
    """Three UR units (0, 1 and 2) under two backs, two levies (0 and 4) under one."""
    rows = {
        "cup": [Cup(id="ur", units=["u0", "u1", "u2"], tokens=["U.1", "U.2"], returns=True,
                    may_be_known=True),
                Cup(id="ldno", units=["d0", "d4"], tokens=["D.1"])],
        "setup": [SetUp(hex=grid().hex(hex), units=[], **setup)] if setup else []}
    return campaign(NORTH, fortress("u0", 0, band="both"), fortress("u1", 1), fortress("u2", 2),
                    fortress("U.1", 1, traits=["unknown"]), fortress("U.2", 1, traits=["unknown"]),
                    levy("d0", 0, 0), levy("d4", 3, 4), levy("D.1", 1, 1, traits=["unknown"]),
                    foot("A", 8, 8), tank("T", 8, 4), *more, rows=rows)


def fight(t: Campaign, *codes: str) -> Campaign:
    t.put("0405", *codes)
    t.declare("0404", *codes).fight()
    return t.do("fight")


def draws(t: Campaign) -> dict[str, Fraction]:
    step = t.step()
    assert isinstance(step, unknowns.DrawUnknown)
    return {step.reading(t.game, t.state, outcome): chance
            for outcome, chance in step.chance(t.game, t.state).outcomes()}


def draw(t: Campaign, code: str) -> Campaign:
    t.roll(t.unit(code))
    return t


@pytest.mark.rule("agn:5.4.1.1.a", "agn:4.2.3/note")
def test_unknown_units_are_laid_from_the_cup_and_nobody_knows_which() -> None:
    t = cups(unknown=["u2", "u0"])
    assert {code: t.at(code) for code in ("u0", "u1", "u2")} == dict.fromkeys(
        ("u0", "u1", "u2"), CUP), "no unit is tied to its printed hex"
    assert t.where("U.1") == t.where("U.2") == "0404"
    fight(t, "A")
    assert draws(t) == dict.fromkeys(("u0", "u1", "u2"), Fraction(1, 3))
    draw(t, "u1")
    assert draws(t) == dict.fromkeys(("u0", "u2"), Fraction(1, 2)), "each unit once"
    draw(t, "u2")
    assert (t.where("u1"), t.where("u2"), t.at("U.1")) == ("0404", "0404", FREE)


@pytest.mark.rule("agn:5.4.1.2.a", "agn:5.4.1.2.b")
def test_every_kind_has_a_cup_of_its_own_and_listed_units_are_in_none() -> None:
    t = cups(unknown=["u2", "d4"], more=[levy("d9", 3, 4)])
    fight(t, "A")
    kinds = [set(draws(t))]
    draw(t, "u1")
    kinds.append(set(draws(t)))
    assert kinds == [{"u0", "u1", "u2"}, {"d0", "d4"}]
    assert "d9" not in {t.game.units[unit].code for unit in t.game.cups}


@pytest.mark.rule("agn:5.4.1.1.b")
def test_by_agreement_ur_units_begin_known_but_for_those_without_strength() -> None:
    t = cups(unknown=["u2", "u0", "d4"])
    game = t.game
    game.options = {**game.options, "known_ur": True}
    state = game.new_state()
    place = {code: state.at[game.number[code]] for code in ("u0", "u1", "u2", "d4")}
    assert place == {"u0": CUP, "u1": CUP, "u2": grid().hex("0404"), "d4": CUP}
    assert state.at[game.number["U.1"]] == FREE
    assert state.at[game.number["D.1"]] == grid().hex("0404"), "militia stay unknown"


@pytest.mark.rule("agn:BSR.urmg")
def test_a_ur_of_no_strength_and_one_that_is_lost_go_back() -> None:
    t = cups(unknown=["u2"])
    fight(t, "A")
    draw(t, "u0")
    assert t.at("u0") == CUP
    assert t.step() is None or not isinstance(t.step(), CombatRoll), "nobody to fight any more"
    assert t.offers("advance") == {"A"}
    t = cups(unknown=["u2"])
    fight(t, "A")
    draw(t, "u2")
    remove(t.game, t.state, t.unit("u2"), ELIMINATED, "8.4.2.c")
    assert t.at("u2") == CUP


@pytest.mark.rule("agn:7.4.2.c/steps", "agn:7.4.2.c/loss")
def test_an_ldno_division_has_two_steps_from_defence_three() -> None:
    t = cups(unknown=["d4"])
    fight(t, "A")
    draw(t, "d4")
    assert t.steps("d4") == 2
    lose_step(t.game, t.state, t.unit("d4"))
    row = t.game.units[t.unit("d4")]
    assert (row.reduced_attack, row.reduced_defence) == (1, 2), "as under a Step Loss marker"
    lose_step(t.game, t.state, t.unit("d4"))
    assert t.at("d4") != CUP


@pytest.mark.rule("agn:7.4.2.c/zero")
def test_an_ldno_division_of_no_strength_is_gone_for_good_before_the_odds() -> None:
    t = cups(unknown=["d4"])
    fight(t, "A")
    draw(t, "d0")
    assert t.at("d0") == ASIDE
    assert t.heard("combat") == []


def test_a_token_counts_one_in_the_initial_odds() -> None:
    t = cups(unknown=["u2", "d4"])
    t.put("0405", "A")
    assert t.odds_of("0404", "A") == "4-1"


def test_an_attacker_may_be_a_token_too() -> None:
    t = cups("0405", unknown=["d4"]).put("0404", "A")
    t.declare("0404", "D.1").fight()
    t.do("fight")
    draw(t, "d4")
    step = t.step()
    assert isinstance(step, CombatRoll)
    assert step.battle.attackers == t.units("d4")


@pytest.mark.rule("agn:7.4.2.a", "agn:7.4.2.b")
def test_an_unknown_division_moves_wherever_it_likes_and_stays_unknown() -> None:
    t = cups("0404", unknown=["d4"])
    t.put("1212", "A").moves("soviet").do("move D.1").do("to 0604")
    assert (t.where("D.1"), t.at("d4")) == ("0604", CUP)


def test_an_overrun_turns_them_up_and_may_come_to_nothing() -> None:
    for drawn, then in (("u0", "0404"), ("u2", "0405")):
        t = cups(unknown=["u1"]).put("0405", "T")
        t.moves().do("move T").do("overrun 0404")
        draw(t, drawn)
        assert t.where("T") == then, "8 against nothing, 8 against 2"


def test_a_token_that_is_lost_is_turned_up_and_goes_back() -> None:
    t = cups(unknown=["u1"])
    remove(t.game, t.state, t.unit("U.1"), ELIMINATED, "3.2.2")
    t.ask(*t.state.stack[::-1])
    draw(t, "u1")
    assert (t.at("u1"), t.at("U.1")) == (CUP, FREE)
    assert t.state.returned == {t.unit("u1"): 1}


# -- the exact draw ----------------------------------------------------------------------------


def oracle(units: dict[int, int], tokens: dict[int, int], token: int) -> dict[int, Fraction]:
    """All ways to put units under tokens, those left over into the cup, one by one."""
    found = dict.fromkeys(units, 0)
    order = list(tokens)
    for under in permutations(units, len(order)):
        if all(units[unit] < tokens[place] or not units[unit]
               for unit, place in zip(under, order, strict=True)):
            found[under[order.index(token)]] += 1
    total = sum(found.values())
    return {unit: Fraction(count, total) for unit, count in found.items()}


@pytest.mark.rule("agn:BSR.urmg")
@pytest.mark.parametrize(("units", "tokens"), [
    ({1: 0, 2: 0, 3: 0}, {8: 1, 9: 2}),
    ({1: 0, 2: 0, 3: 5}, {8: 1, 9: 6}),
    ({1: 0, 2: 3, 3: 5, 4: 7}, {8: 1, 9: 4, 10: 6}),
    ({1: 0, 2: 0, 3: 2, 4: 5, 5: 5}, {8: 1, 9: 3, 10: 6}),
])
def test_the_draw_is_as_likely_as_the_cup_makes_it(units: dict[int, int],
                                                   tokens: dict[int, int]) -> None:
    for token in tokens:
        ways = unknowns.weights(units, tokens, token)
        total = sum(ways.values())
        assert {unit: Fraction(way, total) for unit, way in ways.items()} == oracle(
            units, tokens, token)


def played(plan: str) -> dict[str, dict[tuple[str, ...], Fraction]]:
    """A real cup drawn from blindly: ``l`` lays a counter, ``b`` takes the first one back.

    The chances of what lies where in the end, given what was seen on the way back.
    """
    worlds: dict[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], Fraction] = {
        (("a", "b", "c"), (), ()): Fraction(1)}
    for deed in plan:
        after: dict[Any, Fraction] = {}
        for (cup, lying, seen), chance in worlds.items():
            if deed == "b":
                key = ((*cup, lying[0]), lying[1:], (*seen, lying[0]))
                after[key] = after.get(key, Fraction(0)) + chance
                continue
            for unit in cup:
                rest = tuple(other for other in cup if other != unit)
                key = (rest, (*lying, unit), seen)
                after[key] = after.get(key, Fraction(0)) + chance / len(cup)
        worlds = after
    found: dict[str, dict[tuple[str, ...], Fraction]] = {}
    for (_, lying, seen), chance in worlds.items():
        there = found.setdefault("".join(seen), {})
        there[lying] = there.get(lying, Fraction(0)) + chance
    return {seen: {lying: chance / sum(there.values()) for lying, chance in there.items()}
            for seen, there in found.items()}


def test_it_agrees_with_a_cup_that_is_really_drawn_from() -> None:
    """Two are laid, one is seen and goes back, another is laid: the old token is not that one."""
    worlds = played("llbl")["a"]
    old = unknowns.weights({1: 3, 2: 0, 3: 0}, {8: 2, 9: 4}, 8)
    new = unknowns.weights({1: 3, 2: 0, 3: 0}, {8: 2, 9: 4}, 9)
    names = {1: "a", 2: "b", 3: "c"}
    for place, ways in ((0, old), (1, new)):
        for unit, name in names.items():
            chance = sum((chance for lying, chance in worlds.items() if lying[place] == name),
                         Fraction(0))
            assert chance == Fraction(ways[unit], sum(ways.values()))




# -- militia (7.4) -----------------------------------------------------------------------------


def brigade(code: str, steps: int = 2, **more: Any) -> Unit:
    return levy(code, 1, 2, **{"size": "brigade", **more, "steps": steps,
                               "reduced": (1, 1) if steps == 2 else (0, 0)})


@pytest.mark.rule("agn:7.4.1.b")
def test_a_brigade_that_retreats_is_treated_as_overrun() -> None:
    t = campaign(NORTH, brigade("b"), levy("d", 1, 2, size="division"), foot("A", 9, 9))
    t.put("0404", "b").put("0405", "A").suffer("-/R", "0404", "A")
    assert t.asked() == "axis", "the enemy leads it"
    t.do(f"back {min(t.offers('back'))}").do(f"back {min(t.offers('back'))}")
    assert t.state.overrun == t.units("b")
    assert t.offers("advance") == {"A"}, "and advances as always"
    t = campaign(NORTH, brigade("b"), levy("d", 1, 2, size="division"), foot("A", 9, 9))
    t.put("0404", "d").put("0405", "A").suffer("-/R", "0404", "A")
    assert t.asked() == "soviet", "divisions go by themselves"


@pytest.mark.rule("agn:7.4.1.c", "agn:7.4.2.d")
def test_militia_gives_points_a_step_a_turn() -> None:
    t = campaign(NORTH, brigade("b"), levy("d", 3, 4, size="division"),
                 levy("m", 0, 1, size="battalion"), foot("x", 2, 2, **RED))
    t.put("0404", "b", "d", "m", "x").on_turn("soviet", "engineering").ask(Rebuild())
    assert t.offers("disband") == {"b", "d"}
    assert t.refused("disband m").code == "no-militia"
    t.do("disband b")
    assert (t.has("soviet-infantry"), t.steps("b")) == (1, 1)
    assert t.refused("disband b").code == "one-step-a-turn"
    t.do("disband d")
    t.having(restored=0).ask(Rebuild()).do("disband b")
    assert t.at("b") == ASIDE


@pytest.mark.rule("agn:7.4", "agn:7.4.1.a", "agn:7.4.2", "agn:7.4.3")
def test_what_is_militia_and_where_it_forms() -> None:
    rows = contents(NORTH).units
    brigades = [row for row in rows if row.type == "militia" and row.size == "brigade"
                and "unknown" not in row.traits]
    assert len(brigades) == 7
    assert {row.garrison for row in brigades} == {"Leningrad"}
    divisions = [row for row in rows if row.code.endswith("DNO")]
    assert all("militia" in row.traits for row in divisions)
    guns = [row for row in rows if row.code.endswith("MG") and row.type == "militia"]
    assert len(guns) == 9
    assert not any(row.garrison for row in guns)


# -- bound points (6.7.2) ----------------------------------------------------------------------


def rolled(turn: int, die: int, *units: Unit, place: str = "0404 0405") -> Campaign:
    cup = Cup(id="ur", units=["u0", "u1"], tokens=["U.1", "U.2"], returns=True,
              place=grid().hexes(place))
    t = campaign(NORTH, fortress("u0", 0), fortress("u1", 1), fortress("U.1", 1),
                 fortress("U.2", 1), foot("A", 1, 1), *units,
                 rows={"cup": [cup], "ordered_from": 35, "last_turn": 38})
    t.put("1212", "A").turn(turn)
    t.game.soviet_rows = tuple(SovietRow(die=n, infantry=n, strongpoints=0) for n in range(6))
    t.ask(TableRoll()).roll(die)
    return t


@pytest.mark.rule("agn:6.7.2.a", "agn:6.7.2.d")
def test_from_turn_35_the_first_fourth_and_fifth_point_are_free() -> None:
    free = {die: rolled(36, die).has("soviet-infantry") for die in range(1, 6)}
    assert free == {1: 1, 2: 1, 3: 1, 4: 2, 5: 3}
    assert rolled(34, 5).has("soviet-infantry") == 5


@pytest.mark.rule("agn:6.7.2.b/second")
def test_the_second_point_draws_a_ur() -> None:
    t = rolled(36, 2)
    assert t.offers("at") == {"0404", "0405"}
    assert t.refused("at 0909").code == "no-site-for-ur"
    assert t.refused("set").code == "second-point-draws"
    t.do("at 0404")
    assert t.where("U.1") == "0404"


@pytest.mark.rule("agn:6.7.2.b/third")
def test_the_third_draws_another_or_serves_militia() -> None:
    t = rolled(36, 3, brigade("b"), foot("x", 4, 4, **RED)).do("at 0404")
    assert t.refused("set").code == "no-militia-in-need"
    t = rolled(36, 3, brigade("b"), foot("x", 4, 4, **RED))
    t.box(CADRE, "b", "x").do("at 0404")
    assert t.offers("at") == {"0404", "0405"}
    t.do("set")
    assert t.has("soviet-militia") == 1
    t.points(soviet_infantry=0).on_turn("soviet", "engineering")
    served = {t.game.units[unit].code for unit in rebuild_choices(t.game, t.state)}
    assert served == {"b"}


@pytest.mark.rule("agn:6.7.2.c")
def test_with_nothing_to_draw_both_are_lost() -> None:
    t = rolled(36, 3, place="1212")
    assert t.step() is None
    assert len(t.heard("point-lost")) == 2
    assert t.has("soviet-infantry") == 1
