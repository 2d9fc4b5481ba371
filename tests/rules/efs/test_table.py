"""What the table shows of the series."""

from collections.abc import Iterator

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import Message, catalogue
from grognard.core.steps import ASKED_OTHERWISE
from grognard.hexes import pack
from grognard.rules.efs.conversion import WAYS
from grognard.rules.efs.state import EfsState
from grognard.table import Lit, Piece, Scene, table_of
from tests.rules.efs.drill import both, foot
from tests.rules.efs.field import field
from tests.rules.efs.test_soltsy import Tale, lines

TEXTS = ("efs", "efs-combat", "efs-campaign", "efs-table")


@pytest.fixture
def tale() -> Tale:
    return Tale(0)


def scene(tale: Tale, side: str = "axis") -> Scene:
    view: View[EfsState] = tale.game.view(tale.state, side)
    return table_of(tale.game).scene(view)


def at(tale: Tale, scene: Scene, hex: str) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.at == f"hex:{hex}"]


def test_only_the_ground_in_play_is_bright(tale: Tale) -> None:
    part = table_of(tale.game).layout().in_play
    labels = {tale.game.grid.label(hex) for hex in part}
    assert len(part) == 102
    assert "L3032" in labels
    assert "L2032" not in labels


def test_a_strongpoint_lies_under_the_counters_that_hold_it(tale: Tale) -> None:
    faces = [piece.face for piece in at(tale, scene(tale), "L3629")]
    assert faces == ["strongpoint", "7Istr-1"]


def test_a_declared_attack_is_an_arrow_and_a_mark_until_it_is_fought(tale: Tale) -> None:
    tale.play_until("axis declare L3629 from L3529 set")
    shown = scene(tale)
    hexes = [tuple(map(tale.game.grid.label, arrow.hexes)) for arrow in shown.arrows]
    assert hexes == [("L3529", "L3629")]
    assert [arrow.side for arrow in shown.arrows] == ["axis"]
    marked = [piece.token for piece in shown.pieces if "attack" in piece.marks]
    assert marked == ["7Istr"]
    tale.play_until("axis advance 10/8Pz 678Eng done")
    after = scene(tale)
    assert not after.arrows
    assert not [piece for piece in after.pieces if "attack" in piece.marks]


def test_the_combat_at_hand_is_shown_with_its_odds_and_every_modifier(tale: Tale) -> None:
    assert scene(tale).fight is None
    tale.play_until("axis combat L3629 guns 803Art engineers fight")
    fight = scene(tale).fight
    assert fight is not None
    units = {tale.game.units[one.unit].code: one.power.args["strength"]
             for one in fight.fighters if one.power}
    assert units["803Art"] == 3  # the support of the gun, not its own attack
    assert {"10/8Pz", "7Istr", "21Tk", "11AArt"} <= set(units)
    odds, *modifiers = fight.facts
    assert odds.value.args["column"] == "3-1"
    assert sum(int(sign.value.args["die"]) for sign in modifiers) == -2
    assert all(sign.rule for sign in fight.facts)
    tale.play_until("axis advance 10/8Pz 678Eng done")
    assert scene(tale).fight is None


def test_the_column_of_the_combat_is_lit_before_the_die(tale: Tale) -> None:
    tale.play_until("axis combat L3629 guns 803Art engineers fight")
    column = tale.game.results.columns.index("3-1")
    assert Lit("combat", column=1 + column) in scene(tale).lit


def readings(tale: Tale, event: str) -> Iterator[tuple[Event, Lit]]:
    table = table_of(tale.game)
    for told in tale.events:
        if told.id == event:
            (lit,) = table.read_from(told)
            yield told, lit


@pytest.mark.parametrize(("event", "chart"), [
    ("combat", "combat"), ("overrun", "overrun"), ("flak", "flak"),
    ("air-initiative", "initiative"), ("air-shot", "air-combat"), ("gets-ready", "readiness"),
])
def test_every_roll_of_the_tale_lights_a_cell_of_its_chart(event: str, chart: str) -> None:
    tale = Tale()
    rows = {one.id: one.rows for one in table_of(tale.game).layout().charts}
    found = list(readings(tale, event))
    assert found
    for _, lit in found:
        assert lit.chart == chart
        assert lit.row is not None
        assert 1 <= lit.row < len(rows[chart])


def test_the_cell_that_is_lit_says_what_the_roll_gave() -> None:
    tale = Tale()
    rows = {one.id: one.rows for one in table_of(tale.game).layout().charts}
    for told, lit in (*readings(tale, "combat"), *readings(tale, "overrun"),
                      *readings(tale, "flak")):
        row = rows[lit.chart][lit.row or 0]
        assert row[lit.column or -1] == told.args["result"], told
    for told, lit in readings(tale, "air-initiative"):
        assert rows["initiative"][lit.row or 0][1] == told.args["side"]
    for told, lit in readings(tale, "air-shot"):
        if told.args["result"] != "no-effect":
            assert rows["air-combat"][0][lit.column or 0] == told.args["result"]


@pytest.mark.parametrize(("language", "said"), [
    ("en", "10th Panzer Regiment"), ("fr", "10e régiment de panzers (8e division blindée)"),
])
def test_the_card_of_a_unit_tells_its_name_and_what_is_left(
    tale: Tale, language: str, said: str
) -> None:
    piece = next(piece for piece in scene(tale).pieces if piece.token == "10/8Pz")
    texts = catalogue(language, *TEXTS)
    assert piece.unit is not None
    title = tale.game.table.about_unit(piece.unit).title
    assert piece.note is not None
    assert title is not None
    assert said in texts.say(title, tale.game)
    assert "7-5-7" in texts.say(piece.note, tale.game)


def test_every_text_of_the_scene_is_known_in_both_languages() -> None:
    tale = Tale(0)
    for text in lines():
        tale.play(text)
        for piece in scene(tale, "soviet").pieces:
            for language in ("en", "fr"):
                if piece.note is not None:
                    assert catalogue(language, *TEXTS).has(piece.note.id), piece.note


# -- what the series prints ----------------------------------------------------------------------


def test_every_chart_of_the_series_lies_on_the_table(tale: Tale) -> None:
    charts = {chart.id for chart in table_of(tale.game).layout().charts}
    assert charts == {"combat", "effects", "terrain", "overrun", "weather", "air-combat",
                      "initiative", "flak", "readiness", "surrender", "replacements"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("box", [("army_group_north", "soltsy"), ("typhoon", "mtsensk")])
def test_every_word_of_the_charts_is_known(box: tuple[str, str], language: str) -> None:
    texts = catalogue(language, *TEXTS)
    for chart in table_of(grognard.load(*box)).layout().charts:
        assert texts.has(f"chart.{chart.id}")
        words = {cell for row in chart.rows for cell in row
                 if isinstance(cell, str) and cell.startswith(("event", "adds", "surrender"))}
        assert not [word for word in words if not texts.has(f"cell.{word}")]


def test_a_surrender_lights_its_row_with_what_was_added() -> None:
    game = Tale(0).game
    rows = {one.id: one.rows for one in table_of(game).layout().charts}["surrender"]
    for told, row in (("surrenders", 1), ("holds-out", 2)):
        (lit,) = table_of(game).read_from(Event(told, "", {"hex": 0, "die": 1, "modifier": 0}))
        assert (lit.chart, lit.row) == ("surrender", row)
        assert rows[row][1] == told


def test_the_soviet_table_lights_the_row_that_was_read() -> None:
    game = Tale(0).game
    rows = {one.id: one.rows for one in table_of(game).layout().charts}["replacements"]
    (lit,) = table_of(game).read_from(Event("soviet-table", "", {"die": 9, "row": 3}))
    assert rows[lit.row or 0][0] == str(game.charts.soviet_table[3].die)


def test_an_order_lies_small_on_the_counter_it_is_for(tale: Tale) -> None:
    tale.play_until("axis order no-retreat for L3728 order no-retreat for L3529")
    own = {piece.token: piece.marks for piece in at(tale, scene(tale), "L3728")}
    assert own == {"10/8Pz": ("attack", "no-retreat")}
    seen = {piece.token: piece.marks for piece in at(tale, scene(tale, "soviet"), "L3728")}
    assert seen == {"10/8Pz": ("attack", "order")}, "the enemy sees that one lies there"


def test_interdiction_lies_on_the_top_counter_or_alone_in_its_hex(tale: Tale) -> None:
    tale.play_until("* 7 6")  # II/KG1 sent home, I/ZG26 came through
    top = at(tale, scene(tale), "L3828")[-1]
    assert "interdiction-1" in top.marks
    empty = tale.game.grid.hex("L3433")
    tale.state.interdiction = {empty: 2}
    assert [piece.face for piece in at(tale, scene(tale), "L3433")] == ["interdiction-2"]


def test_the_beaten_stay_in_the_picture_until_they_are_gone(tale: Tale) -> None:
    tale.play_until("* 9")  # Soltsy falls: the defenders have yet to retreat
    fight = scene(tale).fight
    assert fight is not None
    assert {"21Tk", "7Istr"} <= {tale.game.units[one.unit].code for one in fight.fighters}


@pytest.mark.parametrize(("language", "said"), [("en", "12 July 1941"), ("fr", "12 juillet 1941")])
def test_the_date_is_said_in_words(tale: Tale, language: str, said: str) -> None:
    date = scene(tale).date
    assert isinstance(date, Message)
    assert catalogue(language, *TEXTS).say(date, tale.game) == said


def test_the_score_names_its_towns() -> None:
    game = grognard.load("typhoon", "mtsensk")
    score = table_of(game).score(game.view(game.start_state(), "axis"))
    assert score is not None
    assert catalogue("en", *TEXTS).say(score.lines[0][0], game) == "Held: Mtsensk (P4911)"


def test_an_offer_about_an_air_unit_shows_its_face(tale: Tale) -> None:
    table = table_of(tale.game)
    number = tale.game.air_number["II/KG1"]
    assert table.emblem("fly", number) == "II/KG1"
    assert "II/KG1" in table.faces()
    assert table.emblem("move", 0) == ""


def test_where_no_attack_can_be_owed_nobody_hears_of_it(tale: Tale) -> None:
    tale.play_until("* 6")
    for action in tale.game.space.parse("combat L3629"):
        tale.game.apply(tale.state, "axis", action)
    (decision,) = tale.game.decisions(tale.state).values()
    assert decision.check(Action("mandatory", 0)).code == ASKED_OTHERWISE


@both
def test_rails_are_shown_in_whose_hands_they_are_and_where_they_are_cut(box: str) -> None:
    t = field(box, foot("A", 4, 4), railway="0401 0402 0403 0404", sources="axis 0401")
    t.put("0402", "A")
    t.state.axis_rail = t.game.grid.hexes("0401 0402 0403")
    t.state.cuts = t.game.grid.hexes("0402")
    shown = table_of(t.game).scene(t.game.view(t.state, "axis"))
    rails = {side: t.labels(pack(shown.overlays[f"rails-{side}"])) for side in ("axis", "soviet")}
    assert rails == {"axis": {"0401", "0403"}, "soviet": {"0404"}}
    assert t.labels(pack(shown.overlays["rail-axis"])) == {"0401"}, "the net ends at the cut"
    faces = [piece.face for piece in shown.pieces if piece.at == "hex:0402"]
    assert faces == ["rail-cut", "A-2"], "the cut lies under the counter"


@both
def test_a_broken_line_and_a_railhead_lie_in_their_hexes(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources="axis 0401")
    t.state.broken = t.game.grid.hexes("0505")
    t.state.railheads = {t.hex("0606") * WAYS: 0}
    shown = table_of(t.game).scene(t.game.view(t.state, "soviet"))
    assert {piece.at: piece.face for piece in shown.pieces if piece.at.startswith("hex:")} == {
        "hex:0505": "breached", "hex:0606": "railhead"}


def test_a_zone_of_interdiction_is_the_hex_and_the_six_around_it(tale: Tale) -> None:
    middle = tale.game.grid.hex("L3630")
    tale.state.interdiction = {middle: 1}
    zone = scene(tale).overlays["interdiction"]
    assert set(zone) == {middle, *tale.game.grid.neighbours(middle)}
