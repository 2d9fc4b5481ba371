"""The shelf: what can be played, and the rules in our words."""

from contextlib import suppress
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter

from grognard.ai import known_bots
from grognard.boxes import Box, Option
from grognard.core.messages import LANGUAGES
from grognard.server import showing
from grognard.server.answers import Json
from grognard.server.problems import Problem, own_texts, unknown
from grognard.server.room import Room
from grognard.server.routes.asked import Here, Language
from grognard.server.showing import Plain
from grognard.server.uitexts import ui_texts
from grognard.server.wording import Wording

router = APIRouter(prefix="/api")


@router.get("/about")
def about(room: Here, language: Language = "en") -> Json:
    """The program, its languages and its bots."""
    own = own_texts(language)
    known = [
        {"id": id, "name": own.text(f"bot.{id}"), "says": own.text(f"bot-says.{id}")}
        for id in known_bots()
    ]
    return Json({
        "version": version("grognard"), "languages": list(LANGUAGES), "local": room.local,
        "bots": known,
    })  # fmt: skip


@router.get("/texts")
def texts(language: Language = "en") -> Json:
    """The texts of the interface itself."""
    return Json({"language": language, "texts": ui_texts(language)})


@router.get("/boxes")
def boxes(room: Here, language: Language = "en") -> Json:
    """Everything that can be played."""
    return Json({"boxes": [_box(room, id, language) for id in room.shelf.ids()]})


def _box(room: Room, id: str, language: str) -> Plain:
    try:
        box = room.shelf.box(id)
        words = Wording(room.shelf.load(id), language)
    except Problem as fault:
        lists = ("scenarios", "options", "sides", "lessons")
        empty: dict[str, list[Any]] = {name: [] for name in lists}
        return {"id": id, "title": id, "publisher": "", "rulebook": "", **empty,
                "fault": _fault(fault, language)}
    return {**_described(box, words), "lessons": _lessons(room, box, language)}


def _lessons(room: Room, box: Box, language: str) -> list[Plain]:
    """What can be learnt; a lesson that this box does not fit any more is not offered."""
    found = []
    for id in room.shelf.lessons(box.id):
        with suppress(Problem):
            script = room.shelf.script(box.id, id)
            texts, lesson = script.texts(language), script.lesson
            title, says = texts.text(lesson.text("title")), texts.text(lesson.text("says"))
            found.append({"id": id, "title": title, "says": says,
                          "scenario": script.game.scenario})  # fmt: skip
    return found


def _fault(fault: Problem, language: str) -> str:
    said = fault.body(language)
    return f"{said['sentence']} {said.get('detail', '')}".strip()


def _described(box: Box, words: Wording) -> Plain:
    return {
        "id": box.id, "title": box.title, "publisher": box.publisher, "rulebook": box.rulebook,
        "fault": "",
        "scenarios": [
            {"id": id, "title": words.text(title)} for id, title in box.scenarios().items()
        ],
        "options": [_option(words, option) for option in box.options().values()],
        "sides": [{"id": side, "name": words.side(side)} for side in words.game.sides],
    }  # fmt: skip


def _option(words: Wording, option: Option) -> Plain:
    return {
        "id": option.id,
        "title": words.text(option.title),
        "default": option.default,
        "choices": [
            {"value": c, "title": _choice(words, option, c), **_only(option, c)}
            for c in option.choices
        ],
    }


def _only(option: Option, choice: bool | int | str) -> Plain:
    """The scenarios that have a choice, if not all have it."""
    return {"scenarios": list(option.only[choice])} if choice in option.only else {}


def _choice(words: Wording, option: Option, choice: bool | int | str) -> str:
    if isinstance(choice, bool):
        return own_texts(words.language).text(f"choice.{str(choice).lower()}")
    return words.named(str(choice), f"{option.title}-choice", "choice")


@router.get("/boxes/{id}/rules")
def rules(room: Here, id: str, language: Language = "en") -> Json:
    """All rule cases of a box."""
    inventory = room.shelf.inventory(id)
    cases = [showing.case(inventory.case(found.id, language)) for found in inventory]
    return Json({"citation": inventory.citation, "cases": cases})


@router.get("/boxes/{id}/rules/{number}")
def rule(room: Here, id: str, number: str, language: Language = "en") -> Json:
    """The cases that a citation covers, else the one above it."""
    inventory = room.shelf.inventory(id)
    cases = [inventory.case(case.id, language) for case in inventory.under(number)]
    above = None if cases else inventory.nearest(number, language)
    if above is not None:
        cases = [above]
    if not cases:
        raise unknown("rule", number)
    return Json({"cases": [showing.case(case) for case in cases]})
