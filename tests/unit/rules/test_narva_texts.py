"""Across the Narva can say everything it has to say, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.messages import LANGUAGES, Catalogue, catalogue
from grognard.core.steps import Ask, Roll, Sequence, Step
from grognard.rules import narva
from grognard.rules.narva.game import Narva
from tests.unit.rules.said import Saying, blanks, doubts, mentioned, missing, sayings, strays

FOLDER = Path(narva.__path__[0])
SAID = sayings(FOLDER)
ALWAYS = {"what", "kind", "prompt", "units", "hexes"}
"""What every refusal can name, whatever was asked for."""
SCENARIOS = ("campaign", "opening", "krivasoo")


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Catalogue:
    return load().catalogue(request.param)


def load(scenario: str = "campaign") -> Narva:
    game = grognard.load("narva", scenario)
    assert isinstance(game, Narva)
    return game


def steps(kind: type[Step]) -> Iterator[type[Step]]:
    """The steps of a kind that are played, not those that others are made from."""
    for cls in kind.__subclasses__():
        if cls.__module__.startswith(narva.__name__) and not cls.__subclasses__():
            yield cls
        yield from steps(cls)


# -- what the source says -----------------------------------------------------------------------


def of(*calls: str) -> list[Saying]:
    return [saying for saying in SAID if saying.call in calls]


def test_the_source_is_understood() -> None:
    ids = {saying.id for saying in SAID}
    assert {"stack-full", "too-far", "not-adjacent-hex"} <= ids  # a layer, a reason, an outside
    assert {"chit-played", "air-refit", "city-saves-step"} <= ids  # a branch, a tuple, a parameter


def test_every_refusal_has_its_sentence(texts: Catalogue) -> None:
    assert not missing(texts, {f"refusal.{saying.id}" for saying in of("Layer", "Reason")})


def test_every_event_has_its_sentence(texts: Catalogue) -> None:
    assert not missing(texts, {f"event.{saying.id}" for saying in of("Event")})


def test_every_message_has_its_sentence(texts: Catalogue) -> None:
    assert not missing(texts, {saying.id for saying in of("Message")})


def test_everything_listed_has_its_sentence(texts: Catalogue) -> None:
    listed = {saying.id for saying in of("Listed")}
    assert "moves-come-first" in listed
    assert [id for id in listed if not {f"refusal.{id}", f"event.{id}"} & texts.texts.keys()] == []


def test_no_sentence_is_left_over(texts: Catalogue) -> None:
    used = mentioned(FOLDER) | {cls.__name__ for kind in (Ask, Roll) for cls in steps(kind)}
    ours = texts.texts.keys() - catalogue(texts.language).texts.keys()
    sentences = [id for id in ours if id.startswith(("refusal.", "event.", "prompt."))]
    assert sorted(id for id in sentences if not {id, id.partition(".")[2]} & used) == []


def test_refusals_name_only_what_there_is(texts: Catalogue) -> None:
    more = {"too-far": {"needs", "has"}, "army-not-on-map": {"army"},
            "beyond-army-range": {"army"}}
    for saying in of("Layer", "Reason"):
        named = blanks(texts.texts[f"refusal.{saying.id}"])
        assert named <= ALWAYS | more.get(saying.id, set()), saying


def test_events_name_only_what_there_is(texts: Catalogue) -> None:
    for saying in of("Event", "Message"):
        id = f"event.{saying.id}" if saying.call == "Event" else saying.id
        if saying.args is not None:
            assert blanks(texts.texts[id]) <= saying.args, saying


# -- steps ----------------------------------------------------------------------------------------


def test_every_question_is_asked(texts: Catalogue) -> None:
    wanted = {f"prompt.{cls.__name__}" for kind in (Ask, Roll) for cls in steps(kind)}
    assert len(wanted) > 30
    assert not missing(texts, wanted)


def test_questions_name_only_what_there_is(texts: Catalogue) -> None:
    for cls in steps(Ask):
        fields = {field.name for field in msgspec.structs.fields(cls)}
        assert blanks(texts.texts[f"prompt.{cls.__name__}"]) <= fields, cls


@pytest.mark.parametrize("table", ["offer", "doubt"])
def test_words_of_an_offer_belong_to_a_question(texts: Catalogue, table: str) -> None:
    assert strays(texts, table, steps(Ask), load().space.domains) == []


def test_every_doubt_has_its_sentence(texts: Catalogue) -> None:
    assert len(doubts(steps(Ask))) > 3
    assert not missing(texts, doubts(steps(Ask)))


def test_phases_and_segments_have_names(texts: Catalogue) -> None:
    parts = [part for cls in (*steps(Sequence),) for part in cls.parts]  # type: ignore[attr-defined]
    names = {type(part).__name__ for part in parts}
    wanted = {name for name in names if name.endswith(("Phase", "Segment"))}
    assert not missing(texts, {f"step.{name}" for name in wanted})


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_on_the_table_has_a_name(scenario: str, texts: Catalogue) -> None:
    game = load(scenario)
    wanted = {f"chit.{chit.code}" for chit in game.chits}
    wanted |= {f"formation.{band}" for band in game.formation}
    wanted |= {f"air.{air.code}" for air in game.air_units}
    wanted |= {f"entry.{letter}" for letter in game.entries}
    wanted |= {f"result.{level.id}" for level in game.levels}
    wanted |= {f"score.{item.id}" for item in game.scoring}
    wanted |= {f"action.{kind}" for kind in game.space.domains}
    wanted |= {f"{group}.{side}" for group in ("side", "player") for side in game.sides}
    wanted |= {f"effect.{row.effect}" for row in game.random_events.values()}
    assert not missing(texts, wanted)


def test_everything_on_the_map_has_a_name(texts: Catalogue) -> None:
    drawn, printed = load().map, catalogue(texts.language, "drawing", "narva")
    wanted = {f"terrain.{kind}" for kind in drawn.terrain.values()}
    wanted |= {f"features.{kind}" for kind in drawn.features}
    wanted |= {f"hexsides.{kind}" for kind in drawn.hexsides}
    wanted |= {f"lines.{line.kind}" for line in drawn.lines}
    assert not missing(printed, wanted)


def test_every_result_of_the_tables_is_told(texts: Catalogue) -> None:
    charts = load().charts
    results = {result for table in (charts.combat, charts.barrage) for row in table.cells
               for result in row}
    assert {"NR", "P", "D1r2"} <= results
    assert not missing(texts, {f"combat.{result}" for result in results})


def test_every_number_of_the_odds_is_told(texts: Catalogue) -> None:
    terrain = set(load().map.terrain.values()) - {"water"}
    wanted = {"attack", "defence", "halved-river", "halved-supply", "shift-pinned", "shift-air",
              "shift-defences", "shift-stavka", "attack-total", "defence-total", "ratio", "column"}
    wanted |= {f"{what}-{kind}" for what in ("doubled", "shift-terrain") for kind in terrain}
    assert not missing(texts, {f"odds.{name}" for name in wanted})


def test_both_ways_to_end_are_told(texts: Catalogue) -> None:
    assert not missing(texts, {"reason.13.1.A", "reason.13.1.B", "result.sudden_death"})


def test_titles(texts: Catalogue) -> None:
    box = grognard.boxes()["narva"].box
    assert not missing(texts, set(box.scenarios().values()))
    assert not missing(texts, {option.title for option in box.options().values()})


# -- sentences ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", "151G moves from 2626 to 2527."),
    ("fr", "151G va de 2626 à 2527."),
])
def test_a_move_in_words(language: str, sentence: str) -> None:
    game = load()
    args = {"unit": game.number["151G"], "from": game.grid.hex("2626"),
            "to": game.grid.hex("2527")}
    assert game.catalogue(language).text("event.moved", args, game) == sentence


def test_names_in_sentences() -> None:
    game, texts = load(), load().catalogue("en")
    band = sorted(game.formation).index("11SS")
    assert game.name("formation", band, texts) == "11th SS Division Nordland"
    assert game.name("place", game.grid.hex("1820"), texts) == "1820 (Krivasoo)"
    assert game.name("air", "LW", texts) == "Luftflotte 1"
    assert game.name("chit", "2SH", texts) == "2nd Shock Army"
    assert game.name("unit", -1, texts) == "Hidden unit"
    assert game.name("combat", "D1r2", texts).startswith("The defender loses a step")
    assert game.name("combat", "D9", texts) == ""  # an owner's table may hold anything
