"""What the web table is given: blocks, signs, calendar, overlays, facts and hints."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard.core.messages import LANGUAGES, Message
from grognard.drawing.counters import draw_face
from grognard.records import Playthrough
from grognard.rules.eastfront import command, control, supply
from grognard.rules.eastfront.command import CommandPhase
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.state import FUTURE
from grognard.table import Piece, Scene
from tests.rules.eastfront.fights import battle, combat, fight, fires
from tests.rules.eastfront.table import Table, eastfront, table

SIDES = ("axis", "soviet")


def scene(t: Table, side: str = "axis") -> Scene:
    return t.game.table.scene(t.game.view(t.state, side))


def pieces(t: Table, hex: str, side: str = "axis") -> list[Piece]:
    return [piece for piece in scene(t, side).pieces if piece.at == f"hex:{hex}"]


def hints(t: Table, kind: str) -> dict[int, dict[str, object]]:
    found = t.step().hints(t.game, t.state)[kind]
    return {arg: dict(hint) for arg, hint in found.items()}


# -- blocks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_can_be_drawn_and_named(language: str) -> None:
    game = eastfront("edelweiss")
    texts = game.catalogue(language)
    for name, face in game.table.faces().items():
        assert face.label is not None, name
        assert texts.say(face.label, game) != face.label.id, name
        assert draw_face(face).startswith("<svg")


def test_a_standing_block_is_drawn_otherwise_than_one_that_lies() -> None:
    faces = eastfront().table.faces()
    assert draw_face(faces["41Pz-3"]) != draw_face(faces["41Pz-3-stands"])
    assert faces["41Pz-3"].edges[0] == faces["41Pz-3-stands"].edges[0] == 3
    assert faces["back-brown"].stands


@pytest.mark.rule("eastfront:0.1", "eastfront:2.3b")
def test_own_blocks_stand_until_they_are_laid_face_up() -> None:
    t = battle("Kursk", "41Pz:3", "3A:2")
    (mine, theirs) = sorted(pieces(t, "Kursk"), key=lambda piece: piece.side)
    assert (mine.face, mine.unit) == ("41Pz-3-stands", t.unit("41Pz"))
    assert (theirs.face, theirs.unit, theirs.side) == ("back-brown", -1, "soviet")
    combat(t).do("fight Kursk").do("done")
    assert {piece.face for piece in pieces(t, "Kursk")} == {"41Pz-3", "3A-2"}
    assert {piece.face for piece in pieces(t, "Kursk", "soviet")} == {"41Pz-3", "3A-2"}


def test_when_a_reinforcement_comes_is_told_to_its_owner() -> None:
    t = table().off(FUTURE, "41Pz")
    t.state.arrives[t.unit("41Pz")] = t.state.month + 1

    def told(side: str) -> Message | None:
        return next(p.note for p in scene(t, side).pieces if p.token == "41Pz")

    assert told("axis") == Message("comes", {"month": t.state.month + 1})
    assert told("soviet") is None


# -- the date and the weather ------------------------------------------------------------------


@pytest.mark.parametrize(("language", "said"), [
    ("en", "July 1942, second fortnight"), ("fr", "juillet 1942, 2e quinzaine"),
])
def test_a_date_is_said_as_people_say_it(language: str, said: str) -> None:
    game = eastfront("edelweiss")
    date = game.table.scene(game.view(game.start_state(), "axis")).date
    assert isinstance(date, Message)
    assert game.catalogue(language).say(date, game) == said


def test_the_fortnight_lies_on_its_month() -> None:
    t = table("s42")
    track = next(panel for panel in t.game.table.layout().panels if panel.id == "calendar")
    (marker,) = [piece for piece in scene(t).pieces if piece.token == "fortnight"]
    assert marker.at == track.places[0]
    assert len(track.places) == 6
    texts = t.game.catalogue("fr")
    assert texts.say(track.names[track.places[1]], t.game) == "juil. 42"


def test_production_comes_before_the_fortnights_of_its_month() -> None:
    t = table().phase("", "production")
    t.state.fortnight = 2  # of the month before
    shown = scene(t)
    assert isinstance(shown.date, Message)
    assert shown.date.id == "date-production"
    assert "first" not in [sign.id for sign in shown.signs]


@pytest.mark.rule("eastfront:4.4a", "eastfront:12.21", "eastfront:12.3a")
def test_signs_tell_the_weather_of_both_fronts_and_who_moves_first() -> None:
    t = table().weather("snow", "mud")
    values = {sign.id: sign.value.id for sign in scene(t).signs}
    assert values == {"weather-east": "weather.snow", "weather-west": "weather.mud",
                      "first": "side.soviet"}


@pytest.mark.rule("eastfront:4.4b")
def test_the_phase_tells_whose_it_is() -> None:
    t = table().phase("axis", "combat")
    assert [(mark.id, mark.side) for mark in scene(t).phases if mark.now] == [("combat", "axis")]
    assert {mark.side for mark in scene(t).phases if not mark.now} == {""}


@pytest.mark.rule("eastfront:6.52a")
def test_the_question_counts_supreme_moves() -> None:
    t = table().put("Moscow", "STAVKA:2", "3A").phase("soviet", "movement").active("STAVKA")
    t.state.supreme_moves = 4
    t.ask(MovementPhase())
    texts = t.game.catalogue("en")
    assert texts.say(t.step().prompt(t.game, t.state), t.game).endswith("moves left: 4.")


@pytest.mark.parametrize("month", range(12))
def test_the_row_of_the_month_is_lit_in_the_chart_of_weather(month: int) -> None:
    t = table()
    t.state.month = 12 * 1942 + month
    (lit,) = scene(t).lit
    chart = next(chart for chart in t.game.table.layout().charts if chart.id == "weather")
    assert lit.row is not None
    row = chart.rows[lit.row]
    east = t.game.calendar["east"][month]
    assert row[0] == f"month-{month}"
    assert row[1:3] == ((east, east) if isinstance(east, str) else (east.even, east.odd))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_on_the_table_has_a_text(language: str) -> None:
    game = eastfront("s42")
    texts, layout = game.catalogue(language), game.table.layout()
    shown = game.table.scene(game.view(combat(battle("Kursk", "41Pz", "3A")).state, "axis"))
    ids = [f"chart.{chart.id}" for chart in layout.charts]
    ids += [f"panel.{panel.id}" for panel in layout.panels]
    ids += [f"overlay.{name}" for name in shown.overlays]
    ids += [f"sign.{sign.id}" for sign in shown.signs] + [sign.value.id for sign in shown.signs]
    ids += [f"gauge.{gauge.id}" for gauge in shown.gauges]
    for chart in layout.charts:
        cells = {str(cell) for row in chart.rows for cell in row}
        words = {cell for cell in cells if any(map(str.isalpha, cell)) and cell != "x 2"}
        ids += [f"cell.{word}" for word in words]
    for unit in range(len(game.units)):
        card = game.table.about_unit(unit)
        assert card.group is not None
        ids += [card.group.id, *(line.label.id for line in card.facts)]
    ids += [line.label.id for hex in game.grid for line in game.table.about_hex(hex)]
    assert sorted({id for id in ids if not texts.has(id)}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_trays_read_as_words(language: str) -> None:
    game = eastfront("s42")
    texts = game.catalogue(language)
    for panel in game.table.layout().panels:
        for place in panel.places:
            name = place.rpartition(":")[2]
            assert place in panel.names or texts.has(f"place.{name}"), place


# -- overlays ----------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:5.3a", "eastfront:5.3b")
def test_the_command_overlay_is_what_active_headquarters_command() -> None:
    t = table().put("Kharkov", "AGS:2").put("Kursk", "3A").phase("axis", "movement")
    assert scene(t).overlays["command"] == ()
    t.active("AGS")
    commanded = command.commanded(t.game, t.state)
    found = scene(t).overlays["command"]
    assert set(found) == {hex for hex in t.game.grid if commanded >> hex & 1}
    assert t.hex("Kharkov") in found
    assert t.hex("Kursk") not in found


def test_hidden_enemies_do_not_blur_supply() -> None:
    """A view does not know which blocks fight, but that a battle cuts the railway."""
    t = battle("Kursk", "41Pz", "3A", attacker="soviet")
    for side in SIDES:
        lines = supply.supplied_hexes(t.game, t.state, side)
        own = control.open_to(t.game, t.state, side) | t.state.occupied(t.game, side)
        whole = lines & own & t.game.rows.playable
        for viewer in SIDES:
            seen = scene(t, viewer).overlays[f"supply-{side}"]
            assert set(seen) == {hex for hex in t.game.grid if whole >> hex & 1}


# -- facts -------------------------------------------------------------------------------------


def facts(hex: str) -> dict[str, str]:
    game = eastfront()
    return {line.label.id.removeprefix("fact."): line.value
            for line in game.table.about_hex(game.grid.hex(hex))}


def test_a_hex_tells_its_limits_effects_and_yield() -> None:
    assert facts("Kursk") == {"stacking": "4", "hexside": "2"}
    assert facts("Pinsk") == {"stacking": "3", "hexside": "1", "stops": "", "defence": "x 2"}
    assert facts("Kharkov")["city"] == "2"
    assert facts("Kharkov")["city-fire"] == "DF"
    assert facts("Sevastopol")["fortress"] == "x 3"
    assert facts("Odessa")["port"] in ("1", "2")


def test_every_fact_cites_a_rule_of_the_book() -> None:
    game = eastfront()
    rules = {case.id for case in grognard.boxes()["eastfront"].box.inventory()}
    cited = {line.rule for hex in game.grid for line in game.table.about_hex(hex)}
    cited |= {line.rule for unit in range(len(game.units))
              for line in game.table.about_unit(unit).facts}
    cited |= {chart.rule for chart in game.table.layout().charts}
    assert sorted(cited - rules) == []


# -- hints -------------------------------------------------------------------------------------


def test_ways_lead_step_by_step_to_their_hexes() -> None:
    t = table().put("Kharkov", "AGS:2", "41Pz:4").put("Kursk", "3A").phase("axis", "movement")
    t.active("AGS").ask(MovementPhase()).do("move 41Pz")
    found = hints(t, "to")
    assert set(found) >= {t.hex(label) for label in t.offers("to")}
    for hex, hint in found.items():
        path = hint["path"]
        assert isinstance(path, tuple)
        assert (path[0], path[-1]) == (t.hex("Kharkov"), hex)
        assert all(t.game.ground.beside[a] >> b & 1 for a, b in pairwise(path))
        assert hint["cost"] == str(len(path) - 1)
    assert t.hex("Kursk") in found


def test_ways_do_not_pass_through_marsh() -> None:
    t = table().put("Baranovichi", "AGC:3", "41Pz:4").phase("axis", "movement")
    t.active("AGC").ask(MovementPhase()).do("move 41Pz")
    for hint in hints(t, "to").values():
        path = hint["path"]
        assert isinstance(path, tuple)
        assert not any(t.game.ground.stops(hex, "dry") for hex in path[1:-1])


def test_a_headquarters_shows_its_radius_before_it_is_chosen() -> None:
    t = table().put("Kharkov", "AGS:2").phase("axis", "command").ask(CommandPhase())
    for kind in ("activate", "blitz"):
        area = hints(t, kind)[t.unit("AGS")]["area"]
        radius = command.radius(t.game, t.state, t.unit("AGS"))
        assert area == tuple(hex for hex in t.game.grid if radius >> hex & 1)
    t.do("activate AGS")
    shifted = hints(t, "shift")
    assert set(shifted) == {t.hex(label) for label in t.offers("shift")}
    assert len({hint["area"] for hint in shifted.values()}) > 1


def test_strategic_moves_tell_what_they_cost() -> None:
    t = table().put("Kharkov", "41Pz").put("Warsaw", "OKH:3").phase("axis", "movement")
    t.active("OKH", supreme_moves=6).ask(MovementPhase()).do("rail 41Pz")
    found = hints(t, "to")
    assert found[t.hex("Kiev")] == {"cost": "1"}
    assert {hint["cost"] for hint in found.values()} >= {"1", "2"}


# -- the score ---------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:17.1b", "eastfront:17.1d")
def test_the_score_counts_own_headquarters_but_not_the_enemys() -> None:
    t = table().put("Kharkov", "AGS:2").put("Moscow", "STAVKA:3").phase("axis", "command")
    for side, points in (("axis", 4), ("soviet", 6)):
        shown = scene(t, side).score
        assert shown is not None
        found = [(said.args["side"], value) for said, value in shown.lines
                 if said.id == "score.headquarters"]
        assert found == [(side, points)]
        sums = {who: sum(value for said, value in shown.lines if said.args["side"] == who)
                for who in SIDES}
        assert {who: shown.standing.args[who] for who in SIDES} == sums


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_score_has_a_text(language: str) -> None:
    texts = eastfront().catalogue(language)
    lines = ("production", "headquarters", "lost-headquarters", "lost-units", "unsupplied",
             "expeditions", "handicap", "axis-headquarters", "standing", "race")
    assert [id for id in lines if not texts.has(f"score.{id}")] == []


# -- charts that light up ----------------------------------------------------------------------


def test_a_hex_lights_its_row_of_the_terrain_chart() -> None:
    game = eastfront()
    chart = next(chart for chart in game.table.layout().charts if chart.id == "terrain")
    (lit,) = game.table.rows_about(game.grid.hex("Pinsk"))
    assert lit.row is not None
    assert chart.rows[lit.row][0] == "ground-marsh"
    assert game.table.rows_about(game.map.with_terrain("sea").bit_length() - 1) == ()


def test_fire_lights_its_row_of_the_fire_chart() -> None:
    t = fight(battle("Kursk", "41Pz:1", "3A:1"), "Kursk")
    fires(t, "3A", 1)
    (event,) = t.heard("fires")
    (lit,) = t.game.table.read_from(event)
    chart = next(chart for chart in t.game.table.layout().charts if chart.id == "fire")
    assert lit.row is not None
    assert chart.rows[lit.row] == ("fire-SF", "6")


# -- nothing leaks -----------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), moves=st.integers(1, 160))
def test_a_scene_is_the_same_in_every_world_that_fits_the_view(seed: int, moves: int) -> None:
    game, rng = eastfront("edelweiss"), Random(seed)
    play = Playthrough(game, seed=seed)
    for _ in range(moves):
        if play.is_over:
            break
        side, decision = next(iter(play.decisions.items()))
        play.do(side, decision.offers.sample(rng))
    for side in SIDES:
        view = play.view(side)
        other = game.view(game.imagine(view, rng), side)
        assert game.table.scene(other) == game.table.scene(view)
        hidden = {row.code for unit, row in enumerate(game.units)
                  if view.state.at[unit] == -9}
        told = {piece.token for piece in game.table.scene(view).pieces}
        assert not hidden & told


def test_the_fixtures_reach_battles_and_books() -> None:
    """The tests of this file and its neighbours look at what they mean to."""
    assert scene(fight(battle("Kursk", "41Pz", "3A"), "Kursk")).fight is not None
    t = table().phase("", "production").ask(ProductionPhase())
    assert set(t.play.decisions) == set(SIDES)
