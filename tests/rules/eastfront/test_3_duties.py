"""Set-up duties of single scenarios, and how linked scenarios follow each other."""

import pytest

from grognard.core.actions import Action
from grognard.hexes import bits, pack
from grognard.rules.eastfront.muster import Muster
from grognard.rules.eastfront.sequence import EndOfFortnight, NextMonth
from grognard.rules.eastfront.state import GONE, POOL
from grognard.rules.eastfront.victory import CountVictory, victory_lines
from grognard.table import table_of
from tests.rules.eastfront.setups import SETTING_UP, game_of, refused, set_up, setting_up
from tests.rules.eastfront.table import Table, eastfront, table


@pytest.mark.rule("eastfront:W42.2")
def test_w42_2_stalingrad_wants_strong_blocks_with_armor() -> None:
    play = setting_up("w42")
    play.do("axis", "deploy 5AK")
    play.do("axis", "strength 2")
    ruling = refused(play, "at Stalingrad")
    assert (ruling.code, ruling.rule) == ("garrison-strength", "eastfront:W42.2")
    done = set_up("w42")
    state, game = done.state, game_of(done)
    stalingrad = game.grid.hex("Stalingrad")
    garrison = state.of_side(game, stalingrad, "axis")
    assert len(garrison) >= 2
    assert all(state.cv[u] >= 3 and state.face_up >> u & 1 for u in garrison)
    assert any(game.units[u].type == "armor" for u in garrison)


@pytest.mark.rule("eastfront:W44.1a")
def test_w44_1a_army_group_north_holds_courland() -> None:
    play = setting_up("w44", first=False)
    play.do("axis", "deploy AGN")
    play.do("axis", next(iter(play.offers("axis"))))
    ruling = refused(play, "at Lodz")
    assert (ruling.code, ruling.rule) == ("headquarters-in-courland", "eastfront:W44.1a")
    done = set_up("w44")
    courland = game_of(done).courland
    assert courland is not None
    area, least, hq = courland
    held = [u for u in bits(done.state.on_map(game_of(done).units_of["axis"]))
            if area >> done.state.at[u] & 1]
    assert hq in held
    assert len(held) >= least


@pytest.mark.rule("eastfront:3.24a")
def test_3_24a_room_is_kept_for_those_who_must_come() -> None:
    play = setting_up("w44", first=False)
    courland = game_of(play).courland
    assert courland is not None
    area = courland[0]
    codes = [u for u in play.offers("axis").choices["deploy"]
             if game_of(play).units[u].type == "infantry"]
    hexes = list(bits(area))
    for unit in codes[:13]:
        play.do("axis", Action("deploy", unit))
        play.do("axis", next(iter(play.offers("axis"))))
        sites = [hex for hex in play.offers("axis").choices["at"] if hex in hexes]
        if not sites:
            break
        play.do("axis", Action("at", sites[0]))
    codes_of = {play.check("axis", Action("at", hex)).code for hex in hexes}
    assert codes_of == {"site-full", "room-kept"}  # the last room is the headquarters'


@pytest.mark.rule("eastfront:W41.5", "eastfront:S42.5", "eastfront:S43.5")
@pytest.mark.parametrize(("scenario", "codes"), [
    ("w41", ("3Sh", "4Sh", "4Para")), ("s42", ("27AK", "5GTC")), ("s43", ("3SS",))])
def test_w41_5_units_of_the_first_month_start_in_home_cities(
    scenario: str, codes: tuple[str, ...]
) -> None:
    play = set_up(scenario)
    game, ground = game_of(play), game_of(play).ground
    for code in codes:
        unit = game.number[code]
        home = game.home[game.units[unit].side] & (ground.major | ground.minor)
        assert home >> play.state.at[unit] & 1
        row = game.reinforcements[unit]
        assert play.state.cv[unit] == row.cv


def linked(scenario: str) -> Table:
    """The last fortnight of the first half of linked scenarios is over."""
    t = table(scenario).put("Warsaw", "OKH:2", "5AK:3").put("Moscow", "STAVKA:3", "3A:2")
    t.state.month, t.state.fortnight = t.game.rows.last.month, t.game.rows.last.fortnight
    t.phase("axis", "supply")
    return t


@pytest.mark.rule("eastfront:3.12a", "eastfront:3.12d", "eastfront:3.12e")
def test_3_12a_the_next_half_goes_on_from_where_the_first_ended() -> None:
    t = linked("s41-w41").ask(EndOfFortnight(2))
    assert not t.state.level  # no result between the two
    assert t.state.half == 1
    assert (t.where("5AK"), t.cv("5AK")) == ("Warsaw", 3)
    assert set(t.play.decisions) == {"axis", "soviet"}  # December has a production phase
    assert t.game.last == eastfront("w41").last


@pytest.mark.rule("eastfront:3.12b", "eastfront:3.12c")
def test_3_12b_automatic_production_and_air_change() -> None:
    t = linked("s41-w41")
    old = t.game.half(t.state)
    t.ask(NextMonth(new_half=True))
    new = t.game.half(t.state)
    assert (old.auto["soviet"], new.auto["soviet"]) == (0, 6)
    assert (old.air["axis"], new.air["axis"]) == ("TF", "DF")
    assert t.game.surprise(t.state) is None
    assert new.winter41  # rules that go on apply; set-up rules do not
    assert not t.game.rows.isolated.get("soviet", 0) & ~eastfront("s41").rows.land["soviet"]


@pytest.mark.rule("eastfront:3.12d", "eastfront:3.22f")
def test_3_22f_no_production_in_the_first_month_played_alone() -> None:
    for scenario in ("s43", "w41"):
        play = set_up(scenario)
        assert len(play.decisions) == 1  # no secret orders: the first turn
        assert play.state.phase != "production"


@pytest.mark.rule("eastfront:3.14")
def test_3_14_only_a_decisive_victory_ends_the_campaign() -> None:
    t = linked("campaign").ask(EndOfFortnight(2))
    assert t.state.level == "decisive" or t.state.half == 1
    even = linked("campaign")
    even.ask(CountVictory(last=False))
    lead = abs(even.state.margin)
    decisive = next(row.least for row in even.game.victory.levels if row.id == "decisive")
    assert bool(even.state.level) == (lead >= decisive)


@pytest.mark.rule("eastfront:3.22d")
def test_3_22d_blocks_never_rebuilt_cost_points() -> None:
    t = table("w42").put("Warsaw", "OKH").put("Moscow", "STAVKA").phase("axis", "supply")
    before = {side: {line[0]: line[2] for line in victory_lines(t.game, t.state, side)}
              for side in ("axis", "soviet")}
    t.off(POOL, "5AK", "3A")
    t.phase("axis", "supply")
    for side, points in (("axis", -2), ("soviet", -1)):
        now = {line[0]: line[2] for line in victory_lines(t.game, t.state, side)}
        assert now["lost-units"] - before[side].get("lost-units", 0) == points


@pytest.mark.rule("eastfront:3.24a")
@pytest.mark.parametrize("scenario", ["s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44"])
def test_3_24a_the_promises_of_a_set_up_hold_at_the_start(scenario: str) -> None:
    game = eastfront(scenario)
    for side in ("axis", "soviet"):
        muster = Muster(game, game.start_state(), side)
        assert muster.slack() > 0
        assert all(muster.spare(hex) >= 0 for hex in muster.room)
        assert set(muster.wanted) <= set(muster.room)


@pytest.mark.rule("eastfront:3.24b")
@pytest.mark.parametrize("scenario", ["s42", "w42", "s44"])
def test_3_24b_the_automatic_set_up_masses_armor_and_keeps_hqs_back(scenario: str) -> None:
    play = set_up(scenario)
    game, state = game_of(play), play.state
    for side in ("axis", "soviet"):
        mine = state.on_map(game.units_of[side])
        armor = [state.at[u] for u in bits(mine) if game.units[u].type == "armor"]
        assert max(armor.count(hex) for hex in armor) >= 3
        front = game.rows.frontier[side]
        hqs = state.hexes_of(mine & game.hqs)
        assert not hqs & front
        assert not state.hexes_of(mine & game.supreme) & game.grid.spread(front)


@pytest.mark.rule("eastfront:3.24b")
def test_3_24b_the_automatic_set_up_of_case_blue_faces_the_don() -> None:
    play = set_up("s42")
    game, state = game_of(play), play.state

    def at(code: str) -> int:
        return int(state.at[game.number[code]])

    south = game.grid.hex("Kharkov")
    for near, far in (("AGS", "AGC"), ("AGA", "AGN"), ("OKH", "AGN")):
        assert game.grid.distance(at(near), south) < game.grid.distance(at(far), south)
    assert at("AGS") == game.grid.hex("Poltava")
    armor = [state.at[u] for u in bits(state.on_map(game.units_of["axis"]))
             if game.units[u].type == "armor"]
    assert {game.grid.label(hex) for hex in armor} >= {"Kursk", "Kharkov", "Stalino"}
    assert all(game.grid.distance(hex, south) <= 4 for hex in armor)


@pytest.mark.rule("eastfront:0.1")
def test_0_1_a_block_in_hand_shows_nothing_to_the_enemy() -> None:
    play = setting_up("s42")
    before = play.game.view(play.state, "soviet")
    play.do("axis", "deploy 41Pz")
    play.do("axis", "strength 4")
    after = play.game.view(play.state, "soviet").state
    assert after.cv == before.state.cv
    assert after.stack[-1] == before.state.stack[-1]


@pytest.mark.rule("eastfront:S41.4b", "eastfront:3.24a")
def test_s41_4b_no_german_is_set_up_in_hungary() -> None:
    play = setting_up("s41", first=False)
    play.do("axis", "deploy 41Pz")
    play.do("axis", "strength 4")
    for hex in ("Kosice_E1", "Debrecen_E1", "Budapest"):
        ruling = refused(play, f"at {hex}")
        assert (ruling.code, ruling.rule) == ("closed-country", "eastfront:S41.4b")
    done = set_up("s41")
    game, hungary = game_of(done), game_of(done).objectives.countries["hungary"]
    guests = done.state.units_in(hungary, game.units_of["axis"])
    assert not guests & game.nation["germany"]
    assert hungary & game.rows.frontier["axis"] & ~done.state.occupied(game, "axis") == 0


@pytest.mark.rule("eastfront:S41.4b", "eastfront:3.24a")
def test_s41_4b_the_last_hungarians_hold_their_frontier() -> None:
    play = setting_up("s41", first=False)
    play.do("axis", "deploy 1H strength 2 at Budapest")
    play.do("axis", "deploy 2H")
    play.do("axis", next(iter(play.offers("axis"))))
    assert refused(play, "at Budapest").code == "hold-the-line"
    labels = {game_of(play).grid.label(hex) for hex in play.offers("axis").choices["at"]}
    assert labels == {"Kosice_E1", "Debrecen_E1"}
    play.do("axis", "at Kosice_E1")
    play.do("axis", "deploy 3H")
    play.do("axis", next(iter(play.offers("axis"))))
    assert len(play.offers("axis").choices["at"]) == 1


@pytest.mark.rule("eastfront:11.6e", "eastfront:11.6c")
def test_11_6e_first_month_arrivals_share_the_cities() -> None:
    play = setting_up("w41")
    for code, place in (("3Sh", "Moscow"), ("4Sh", "Moscow")):
        play.do("soviet", f"deploy {code} strength 4 at {place}")
    play.do("soviet", "deploy 4Para strength 1")
    ruling = refused(play, "at Moscow")
    assert (ruling.code, ruling.rule) == ("arrival-full", "eastfront:11.6c")
    game = game_of(play)
    minor = next(hex for hex in play.offers("soviet").choices["at"]
                 if not game.ground.major >> hex & 1)
    play.do("soviet", Action("at", minor))
    play.do("soviet", "lift 3Sh aside")
    play.do("soviet", "deploy 3Sh strength 4")
    assert refused(play, f"at {game.grid.label(minor)}").code == "arrival-full"
    assert play.check("soviet", "at Moscow").allowed


@pytest.mark.rule("eastfront:W44.2b", "eastfront:16.1b", "eastfront:3.22a")
def test_w44_2b_the_soviets_choose_a_block_of_each_country() -> None:
    play = setting_up("w44")
    if "soviet" not in play.decisions:
        play = setting_up("w44", first=False)
    play.do("soviet", "deploy 4R strength 3 at Bucharest")
    books = table_of(play.game).ledger(play.state, play.decisions["soviet"].step)
    assert books is not None
    assert books.spent == 1
    ruling = refused(play, "deploy 3R")
    assert (ruling.code, ruling.rule) == ("one-of-a-country", "eastfront:W44.2b")
    play.do("soviet", "lift 4R aside")
    assert play.check("soviet", "deploy 3R").allowed
    play.do("soviet", "deploy 2H strength 1 at Bucharest")
    assert not play.check("soviet", "deploy 2R").allowed  # no infantry
    while play.decisions and isinstance(play.state.stack[-1], SETTING_UP):
        (side,) = play.decisions
        play.do(side, "auto")
    game, state = game_of(play), play.state
    turned = {game.units[u].nation: u for u in bits(state.defected)}
    assert set(turned) == {"rumania", "hungary", "bulgaria"}
    assert turned["hungary"] == game.number["2H"]
    assert state.defected.bit_count() == 3
    assert sum(state.cv[u] for u in turned.values()) == 5
    others = pack(u for nation in turned for u in bits(game.nation[nation])) & ~state.defected
    assert {state.at[u] for u in bits(others)} == {GONE}
