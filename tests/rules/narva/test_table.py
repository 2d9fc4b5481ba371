"""What the web table is given: faces, pieces, panels, charts, overlays, hints and facts."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from grognard.core.game import View
from grognard.core.messages import LANGUAGES, Message
from grognard.drawing.counters import draw_face
from grognard.records import Playthrough
from grognard.rules.narva.activation import ChooseOutsiders
from grognard.rules.narva.command import ChooseHeadquarters
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.state import DISPLACED, ELIMINATED, TRACK
from grognard.table import Cell, Chart, Face, Piece, Scene
from tests.rules.narva.table import Table, narva, start, table

GERMAN, SOVIET = "german", "soviet"
SCENARIOS = ("campaign", "opening", "krivasoo")


def scene(t: Table, side: str = GERMAN) -> Scene:
    return t.game.table.scene(t.game.view(t.state, side))


def pieces(t: Table, face: str) -> list[Piece]:
    return [piece for piece in scene(t).pieces if piece.face == face]


def chart(id: str, scenario: str = "campaign") -> Chart:
    (found,) = (c for c in narva(scenario).table.layout().charts if c.id == id)
    return found


def in_words(cell: Cell, language: str = "en") -> str:
    texts = narva().catalogue(language)
    return texts.say(cell, narva()) if isinstance(cell, Message) else cell


# -- faces -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_can_be_drawn_and_named(language: str) -> None:
    game = narva()
    texts = game.catalogue(language)
    for name, face in game.table.faces().items():
        assert face.label is not None, name
        label = texts.say(face.label, game)
        assert label != face.label.id, name
        assert draw_face(face, label=label).startswith("<svg")


def test_a_counter_shows_its_numbers() -> None:
    face = narva().table.faces()["151G"]
    assert [face.texts[slot] for slot in ("attack", "defence", "movement")] == ["3", "4", "4"]
    assert (face.band, face.size_mark, face.symbol) == ("purple", "III", "infantry")


def test_a_reduced_counter_shows_its_own() -> None:
    face = narva().table.faces()["151G-reduced"]
    assert [face.texts[slot] for slot in ("attack", "defence", "movement")] == ["1", "2", "4"]
    assert face.reduced


def test_one_step_units_and_headquarters_have_no_reduced_face() -> None:
    names = narva().table.faces()
    assert {"MOK", "HQ61"} <= names.keys()
    assert not {"MOK-reduced", "HQ61-reduced"} & names.keys()


@pytest.mark.rule("narva:5.2.C")
def test_5_2_c_units_without_a_zone_bear_a_dot() -> None:
    faces = narva().table.faces()
    dotted = {name for name, face in faces.items() if "top-left" in face.texts}
    assert {"1811SU", "1811SU-reduced", "1GRZ-reduced"} & faces.keys() <= dotted
    assert not {"1GRZ", "151G", "HQ61"} & dotted


def test_a_headquarters_shows_its_command_range() -> None:
    assert narva().table.faces()["HQ61"].texts["attack"] == "(8)"
    assert "movement" not in narva().table.faces()["HQ2SH"].texts  # an army headquarters stays


def test_backs_tell_nothing_but_the_side() -> None:
    back = narva().table.faces()["hidden-german"]
    assert back == Face(fill="german", hidden=True, label=Message("face.hidden-german"))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_start_shows_only_faces_and_places_that_exist(scenario: str) -> None:
    t = start(scenario)
    faces, layout = t.game.table.faces(), t.game.table.layout()
    places = {at for panel in layout.panels for at in panel.places}
    for piece in scene(t).pieces:
        assert {piece.face, *piece.marks} <= faces.keys()
        assert piece.at.startswith("hex:") or piece.at in places, piece


# -- pieces ------------------------------------------------------------------------------------


def test_pieces_of_a_stack_lie_in_its_order() -> None:
    t = table().put("2626", "HQ61", "151G", "162G-")
    here = [piece.face for piece in scene(t).pieces if piece.at == "hex:2626"]
    assert here == ["HQ61", "151G", "162G-reduced"]


@pytest.mark.parametrize(("place", "at"), [
    (TRACK, "track:turn:2"), (ELIMINATED, "pool:eliminated-german"),
])
def test_units_beside_the_map(place: int, at: str) -> None:
    t = table().off(place, "FBB")
    (piece,) = (piece for piece in scene(t).pieces if piece.token == "FBB")
    assert piece.at == at


@pytest.mark.parametrize(("language", "where"), [
    ("en", "Turn 2 · entry A"), ("fr", "Tour 2 · entrée A"),
])
def test_the_place_of_an_arrival_is_told_in_words(language: str, where: str) -> None:
    assert _place_in_words(table().off(TRACK, "FBB"), "FBB", language) == where


@pytest.mark.parametrize(("language", "where"), [
    ("en", "Entry C · turn 3"), ("fr", "Entrée C · tour 3"),
])
def test_so_is_that_of_a_unit_sent_to_another_entry(language: str, where: str) -> None:
    t = table(turn=2).off(TRACK, "FBB")
    t.state.entries[t.unit("FBB")] = "C"
    t.state.arrives[t.unit("FBB")] = 3
    t.state.rerouted = t.units("FBB")
    assert _place_in_words(t, "FBB", language) == where


def test_an_army_headquarters_and_the_brigade_have_no_entry() -> None:
    t = table().off(TRACK, "HQ59A", "260MS")
    notes = {piece.token: piece.note for piece in scene(t).pieces
             if piece.token in ("HQ59A", "260MS")}
    assert {code: note and note.id for code, note in notes.items()} == {
        "HQ59A": "card.hq", "260MS": "card.unit"}


def _place_in_words(t: Table, code: str, language: str) -> str:
    """As the list of units shows it: the name of the place and the note."""
    texts = t.game.catalogue(language)
    (piece,) = (piece for piece in scene(t).pieces if piece.token == code)
    names = {at: name for panel in t.game.table.layout().panels for at, name in panel.names.items()}
    assert piece.note is not None
    return f"{texts.say(names[piece.at], t.game)} · {texts.say(piece.note, t.game)}"


@pytest.mark.parametrize(("scenario", "turns"), [("campaign", 12), ("opening", 3), ("krivasoo", 4)])
def test_only_turns_that_are_played_have_a_box_and_a_row(scenario: str, turns: int) -> None:
    (panel,) = (panel for panel in narva(scenario).table.layout().panels if panel.id == "turn")
    assert panel.places == tuple(f"track:turn:{turn}" for turn in range(1, turns + 1))
    assert len(chart("turns", scenario).rows) == 1 + turns


def test_what_would_come_after_the_last_turn_is_not_shown() -> None:
    t = table("opening").off(TRACK, "2G")
    t.state.due = [(7, t.game.chit["8A"])]
    shown = scene(t).pieces
    assert not [piece for piece in shown if piece.token == "2G" or piece.face == "8A"]


def test_displaced_headquarters_have_a_box() -> None:
    assert pieces(table().off(DISPLACED, "HQ61"), "HQ61")[0].at == "pool:displaced"


def test_the_markers_of_the_prepared_defences_stand_on_their_track() -> None:
    t = table()
    t.state.defences = [2, 0]
    assert pieces(t, "nordland")[0].at == "track:defences:2"
    assert pieces(t, "nederland")[0].at == "track:defences:0"


def test_air_units_lie_in_their_boxes() -> None:
    t = table()
    t.state.air[1] = 2
    assert pieces(t, "LW")[0].at == "box:ready-german"
    assert pieces(t, "BOMBER")[0].at == "box:grounded"


# -- phases, score, overlays -----------------------------------------------------------------------


def test_the_phase_bar_follows_the_turn() -> None:
    t = start()
    now = [mark.id for mark in scene(t).phases if mark.now]
    assert now == ["CommandPhase"]
    assert next(mark.id for mark in scene(t).phases) == "AirUnitPhase"


def test_the_phase_bar_follows_every_turn() -> None:
    game, rng, seen = narva("krivasoo"), Random(3), set()
    play = Playthrough(game, seed=3)
    while not play.is_over:
        ((side, decision),) = play.decisions.items()
        if isinstance(decision.step, ChooseHeadquarters):
            shown = game.table.scene(play.view(side))
            seen |= {(shown.turn, mark.id) for mark in shown.phases if mark.now}
        play.do(side, decision.offers.sample(rng))
    assert seen == {(turn, "CommandPhase") for turn in range(1, 5)}


@pytest.mark.parametrize(("turn", "english", "french"), [
    (1, "2 to 8 February 1944", "2 au 8 février 1944"),
    (4, "23 to 29 February 1944", "23 au 29 février 1944"),
    (9, "29 March to 4 April 1944", "29 mars au 4 avril 1944"),
])
def test_the_week_in_words(turn: int, english: str, french: str) -> None:
    t = table(turn=turn)
    date = scene(t).date
    assert isinstance(date, Message)
    said = [t.game.catalogue(language).say(date, t.game) for language in LANGUAGES]
    assert said == [english, french]


def test_the_score_tells_what_the_next_level_needs() -> None:
    t = start()
    score = scene(t).score
    assert score is not None
    assert score.standing.id == "standing.next"
    assert score.standing.args["least"] == 16
    lines = {line.id: line.args for line, _ in score.lines}
    assert (lines["score.hills"]["points"], lines["score.hills"]["all"]) == (2, 3)
    assert sum(value for _, value in score.lines) == score.standing.args["points"]


def test_the_score_counts_only_ground_that_is_in_play() -> None:
    t = start("krivasoo")
    score = scene(t).score
    assert score is not None
    lines = {line.id: line.args for line, _ in score.lines}
    assert "score.defences" not in lines
    rollbahn = t.game.rollbahn
    assert lines["score.rollbahn"]["all"] == (rollbahn & t.game.playable).bit_count()
    assert lines["score.rollbahn"]["all"] < rollbahn.bit_count()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_in_words(language: str) -> None:
    t = start()
    score = scene(t).score
    assert score is not None
    texts = t.game.catalogue(language)
    messages = [score.standing, *(message for message, _ in score.lines)]
    said = [texts.say(message, t.game) for message in messages]
    assert all("{" not in sentence and "." not in sentence.split()[0] for sentence in said)


def test_the_command_range_of_the_active_headquarters_is_shown() -> None:
    t = table().put("2626", "HQ61", "151G").acting(GERMAN, "151G")
    assert not scene(t).overlays["command"]
    t.ask(ChooseOutsiders(t.unit("HQ61"), 3))
    assert set(scene(t).overlays["command"]) == {
        hex for hex in t.game.grid if t.game.grid.distance(hex, t.hex("2626")) <= 8}


def test_overlays_of_zones_follow_the_units() -> None:
    t = table().put("0920", "151G")  # no major river near
    assert set(scene(t).overlays["zone-german"]) == set(t.game.grid.neighbours(t.hex("0920")))
    assert not scene(t).overlays["zone-soviet"]


def test_only_zones_and_supply_have_the_colour_of_a_side() -> None:
    """A table paints what names a side in its colour, and each sort in its own manner."""
    named = {name for name in scene(start()).overlays if {GERMAN, SOVIET} & set(name.split("-"))}
    assert named == {"zone-german", "zone-soviet", "supply-german", "supply-soviet"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_on_the_table_is_labelled(scenario: str, language: str) -> None:
    game, t = narva(scenario), start(scenario)
    texts, shown = game.catalogue(language), scene(t)
    wanted = {f"overlay.{name}" for name in shown.overlays}
    wanted |= {f"gauge.{gauge.id}" for gauge in shown.gauges}
    wanted |= {f"step.{phase.id}" for phase in shown.phases}
    wanted |= {f"panel.{panel.id}" for panel in game.table.layout().panels}
    wanted |= {f"chart.{chart.id}" for chart in game.table.layout().charts}
    wanted |= set(_places(game.table.layout().panels))
    assert sorted(id for id in wanted if not texts.has(id)) == []


def _places(panels: object) -> Iterator[str]:
    for panel in panels:  # type: ignore[attr-defined]
        if len(panel.places) > 1 and panel.form != "track":  # boxes of a track have numbers
            yield from (f"place.{at.rpartition(':')[2]}" for at in panel.places)


# -- charts ------------------------------------------------------------------------------------


@pytest.mark.rule("narva:9.1.B")
def test_9_1_b_the_combat_chart_has_a_line_of_odds_for_each_side() -> None:
    rows, combat = chart("combat").rows, narva().charts.combat
    assert rows[0] == (GERMAN, *combat.line(GERMAN))
    assert rows[1] == (SOVIET, *combat.line(SOVIET))
    assert rows[4][3] == combat.result(2, 3)  # die 3, third column


@pytest.mark.rule("narva:2.3.D")
def test_2_3_d_the_turn_chart_has_the_caps() -> None:
    rows = {row[0]: row for row in chart("turns").rows}
    assert len(rows) == 13
    assert rows["3"][-2] == str(narva().turns[3].caps[GERMAN])


def test_the_turn_chart_tells_the_week_as_the_head_does() -> None:
    week = chart("turns").rows[9][1]
    assert isinstance(week, Message)
    assert narva().catalogue("en").say(week, narva()) == "29 March to 4 April 1944"


def test_the_terrain_chart_has_every_line_of_the_box() -> None:
    charts = narva().charts
    rows = {row[0]: row for row in chart("terrain").rows}
    assert len(rows) == 1 + len(charts.terrain) + len(charts.hexsides) + len(charts.roads) + 2
    assert rows["swamp"][1:3] == ("2", "4")
    assert rows["swamp"][5] == "doubled"
    assert rows["rollbahn"][3] == "1/4"
    assert rows["ferry"][1:3] == ("all", "no")
    assert rows["water"][1:3] == ("no", "no")


def test_the_event_of_the_frost_has_two_lines() -> None:
    dice = [in_words(row[0]) for row in chart("events").rows]
    assert dice[9:] == ["10", "11, turns 1 to 7", "11, turns 8 to 12", "12"]


def test_the_levels_fall_from_the_best() -> None:
    points = [in_words(row[1]) for row in chart("victory").rows[2:]]
    assert points == ["56 and more", "46 to 55", "36 to 45", "26 to 35", "16 to 25", "15 and less"]
    assert in_words(chart("victory").rows[2][1], "fr") == "56 et plus"
    assert chart("victory", "krivasoo").rows[1][0] == "soviet_major"  # no sudden death there


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_word_of_a_chart_has_a_text(scenario: str, language: str) -> None:
    game = narva(scenario)
    texts, results = game.catalogue(language), {*game.charts.combat.results, "NR", "P", "D1"}
    for found in game.table.layout().charts:
        assert len({len(row) for row in found.rows}) == 1, found.id
        for cell in (cell for row in found.rows for cell in row):
            if isinstance(cell, Message):
                assert texts.has(cell.id), f"{found.id}: {cell}"
                continue
            known = texts.has(f"cell.{cell}") or texts.has(f"result.{cell}")
            assert known or cell in results or not cell[:1].islower(), f"{found.id}: {cell}"


# -- hints and facts ---------------------------------------------------------------------------


def test_hints_tell_the_cost_and_the_way() -> None:
    t = table(turn=9).put("1029", "FHHPZ").acting(GERMAN, "FHHPZ").ask(MovementSegment())
    t.do("move FHHPZ")
    hints = t.step().hints(t.game, t.state)
    hint = hints["to"][t.hex("1130")]
    assert hint["path"][0] == t.hex("1029")
    assert hint["path"][-1] == t.hex("1130")
    assert hints.keys() <= {"to", "via", "road", "through", "rail"}


def test_hints_are_given_for_every_destination_and_hold() -> None:
    """The path of a hint is a path, and its cost is within the allowance."""
    game, rng = narva("krivasoo"), Random(5)
    play, met = Playthrough(game, seed=5), 0
    while not play.is_over and met < 40:
        ((side, decision),) = play.decisions.items()
        for kind, hints in decision.step.hints(game, play.view(side).state).items():
            met += 1
            assert set(hints) == set(decision.offers.choices[kind])
            for hex, hint in hints.items():
                way = tuple(hint["path"])
                assert way[-1] == hex
                assert all(b in game.grid.neighbours(a) for a, b in pairwise(way))
        play.do(side, decision.offers.sample(rng))
    assert met


def test_facts_about_a_counter() -> None:
    game = narva()
    about = game.table.about_unit(game.number["151G"])
    assert about.side == GERMAN
    assert about.group == Message("formation.61")
    assert [line.value for line in about.facts] == ["3-4-4", "1-2-4", "2"]


def test_independent_units_are_a_group_of_their_side() -> None:
    game = narva()
    groups = {code: game.table.about_unit(game.number[code]).group
              for code in ("2K502", "48MS", "HQ2SH")}
    assert groups == {"2K502": Message("formation.german"), "48MS": Message("formation.soviet"),
                      "HQ2SH": Message("formation.2SH")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_a_label(language: str) -> None:
    game = narva()
    texts = game.catalogue(language)
    lines = [line for hex in game.grid for line in game.table.about_hex(hex)]
    cards = [game.table.about_unit(unit) for unit in range(len(game.units))]
    lines += [line for card in cards for line in card.facts]
    groups = {card.group.id for card in cards if card.group}
    assert len(groups) > 20
    assert sorted(id for id in {line.label.id for line in lines} | groups
                  if not texts.has(id)) == []


def test_facts_about_a_hill_village_that_scores() -> None:
    """1530 is one of the Blue Hills and a village on the Rollbahn."""
    game = narva()
    facts = [(line.label.id, line.value) for line in game.table.about_hex(game.grid.hex("1530"))]
    assert ("fact.defence", "x 2") in facts
    assert ("fact.retreat", "-1") in facts
    assert [value for id, value in facts if id == "fact.held"] == ["2", "1"]
    assert ("fact.occupied", "2") in facts


def test_a_view_is_enough_for_the_scene() -> None:
    t = start(fog=True)
    for side in t.game.sides:
        view = t.game.view(t.state, side)
        copy = View(side, t.game.decode(t.game.encode(view.state)))
        assert t.game.table.scene(copy) == t.game.table.scene(view)


def test_boxes_of_the_activation_track_beyond_this_turns_limit_are_closed() -> None:
    t = start("campaign")
    caps = t.game.turns[t.state.turn].caps
    boxes = [place for panel in t.game.table.layout().panels if panel.id == "activations-soviet"
             for place in panel.places]
    assert len(boxes) > caps[SOVIET]
    shut = [place for place in scene(t).closed if place in boxes]
    assert shut == boxes[caps[SOVIET]:]
