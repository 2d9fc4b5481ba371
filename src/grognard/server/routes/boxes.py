"""The shelf: what can be played, and the rules in our words."""

from contextlib import suppress
from importlib.metadata import version

from fastapi import APIRouter, Request
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from grognard.ai import known_bots
from grognard.boxes import Box, Option
from grognard.core.messages import LANGUAGES
from grognard.drawing.maps import Detail
from grognard.server import showing
from grognard.server.answers import Json
from grognard.server.club.desk import Club
from grognard.server.lids import Lids
from grognard.server.problems import Problem, own_texts, unknown
from grognard.server.room import Room
from grognard.server.routes.asked import (
    SVG,
    Here,
    KnownOnly,
    Language,
    Stamp,
    TheHouse,
    TheLids,
)
from grognard.server.tabletop import Tables
from grognard.server.uitexts import ui_texts
from grognard.server.unchanging import Kept, unchanging
from grognard.server.wire.base import Named
from grognard.server.wire.shelf import (
    About,
    Boxes,
    BoxLesson,
    BoxOption,
    ClubSign,
    KnownBot,
    OptionChoice,
    OptionValue,
    RuleCases,
    Rules,
    Scenario,
    Texts,
)
from grognard.server.wire.shelf import Box as BoxOnShelf
from grognard.server.wording import Wording

router = APIRouter(prefix="/api")


@router.get("/about")
def about(
    request: Request, room: Here, house: TheHouse, language: Language = "en"
) -> Json:
    """The program, its languages and its bots."""
    known = [_bot(id, language) for id in known_bots()]
    return Json(About(
        version=version("grognard"), languages=LANGUAGES, local=room.local, bots=known,
        host=house.is_host(request), shared=house.shared, address=house.address,
        club=_club(request),
    ))  # fmt: skip


def _club(request: Request) -> ClubSign | UnsetType:
    """What a stranger may know of the club whose server this is."""
    club: Club | None = request.app.state.club
    if club is None:
        return UNSET
    return ClubSign(mails=club.config.mails, sign_up=club.config.sign_up)


def _bot(id: str, language: str) -> KnownBot:
    """A bot, by its id alone if it is one of the owner's, for whom nobody wrote a text."""
    own = own_texts(language)
    name, says = (f"bot.{id}", f"bot-says.{id}")
    return KnownBot(id=id, name=own.text(name) if own.has(name) else id.capitalize(),
                    says=own.text(says) if own.has(says) else "")


@router.get("/texts")
def texts(language: Language = "en") -> Json:
    """The texts of the interface itself."""
    return Json(Texts(language=language, texts=ui_texts(language)))


@router.get("/boxes", dependencies=[KnownOnly])
def boxes(room: Here, lids: TheLids, language: Language = "en") -> Json:
    """Everything that can be played."""
    return Json(Boxes(boxes=look_at_all(room, lids, language)))


def look_at_all(room: Room, lids: Lids, language: str = "en") -> list[BoxOnShelf]:
    """What there is on the shelf."""
    return [_box(room, lids, id, language) for id in room.shelf.ids()]


@router.get("/boxes/{id}/lid.svg", dependencies=[KnownOnly])
def lid(request: Request, room: Here, lids: TheLids, id: str, stamp: Stamp = "") -> Response:
    """The picture on the lid of a box: its first map from afar."""
    def draw() -> str:
        tables: Tables = request.app.state.tables
        top = tables.of(room.shelf.load(id), room.shelf.box(id))
        return top.atlas.whole(top.table.layout().maps[0], "light", Detail.LIGHT)

    room.shelf.box(id)
    return unchanging(request, Kept.of(lids.picture(id, draw).encode()), SVG, forever=bool(stamp))


def _box(room: Room, lids: Lids, id: str, language: str) -> BoxOnShelf:
    def look() -> BoxOnShelf:
        box, words = room.shelf.box(id), Wording(room.shelf.load(id), language)
        return _described(box, words, _lessons(room, box, language), lids.address(id))

    try:
        return lids.describe(id, language, look)
    except Problem as fault:
        return BoxOnShelf(
            id=id, title=id, publisher="", rulebook="", fault=_fault(fault, language),
            scenarios=[], options=[], sides=[], lessons=[],
        )  # fmt: skip


def _lessons(room: Room, box: Box, language: str) -> list[BoxLesson]:
    """What can be learnt; a lesson that this box does not fit any more is not offered."""
    found = []
    for id in room.shelf.lessons(box.id):
        with suppress(Problem):
            script = room.shelf.script(box.id, id)
            texts, lesson = script.texts(language), script.lesson
            title, says = texts.text(lesson.text("title")), texts.text(lesson.text("says"))
            found.append(BoxLesson(
                id=id, title=title, says=says, scenario=script.game.scenario,
                steps=len(lesson.steps), first=lesson.first,
            ))  # fmt: skip
    return found


def _fault(fault: Problem, language: str) -> str:
    said = fault.body(language)
    return f"{said.sentence} {said.detail}".strip()


def _described(box: Box, words: Wording, lessons: list[BoxLesson], lid: str) -> BoxOnShelf:
    scenarios = [Scenario(id=id, title=words.text(said)) for id, said in box.scenarios().items()]
    return BoxOnShelf(
        id=box.id, title=box.title, publisher=box.publisher, rulebook=box.rulebook, fault="",
        scenarios=scenarios,
        options=[_option(words, option) for option in box.options().values()],
        sides=[Named(id=side, name=words.side(side)) for side in words.game.sides],
        lessons=lessons, lid=lid,
    )  # fmt: skip


def _option(words: Wording, option: Option) -> BoxOption:
    return BoxOption(
        id=option.id,
        title=words.text(option.title),
        default=option.default,
        choices=[_value(words, option, choice) for choice in option.choices],
    )


def _value(words: Wording, option: Option, choice: OptionValue) -> OptionChoice:
    """A choice, with the scenarios that have it if not all do."""
    only = tuple(option.only[choice]) if choice in option.only else UNSET
    return OptionChoice(value=choice, title=_choice(words, option, choice), scenarios=only)


def _choice(words: Wording, option: Option, choice: OptionValue) -> str:
    if isinstance(choice, bool):
        return own_texts(words.language).text(f"choice.{str(choice).lower()}")
    return words.named(str(choice), f"{option.title}-choice", "choice")


@router.get("/boxes/{id}/rules")
def rules(room: Here, id: str, language: Language = "en") -> Json:
    """All rule cases of a box, or of its series."""
    inventory = room.shelf.rules(id)
    cases = [showing.case(inventory.case(found.id, language)) for found in inventory]
    return Json(Rules(citation=inventory.citation, cases=cases))


@router.get("/boxes/{id}/rules/{number}")
def rule(room: Here, id: str, number: str, language: Language = "en") -> Json:
    """The cases that a citation covers, else the one above it."""
    inventory = room.shelf.rules(id, number)
    cases = [inventory.case(case.id, language) for case in inventory.under(number)]
    above = None if cases else inventory.nearest(number, language)
    if above is not None:
        cases = [above]
    if not cases:
        raise unknown("rule", number)
    return Json(RuleCases(cases=[showing.case(case) for case in cases]))
