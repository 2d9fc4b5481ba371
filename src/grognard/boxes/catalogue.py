"""The shelf: boxes and rule books, found by entry point so that anybody can add one.

A distribution registers the package that holds a box in the group ``grognard.boxes``, and a
rule system, a subclass of ``Game``, in ``grognard.rulebooks``.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from grognard.boxes.briefings import Briefing, read_briefings
from grognard.boxes.contents import SCENARIO, read_contents
from grognard.boxes.expectations import check_expectations
from grognard.boxes.faults import BoxFaults, Faults, meant, near
from grognard.boxes.inventory import RULES, Inventory, read_inventory
from grognard.boxes.keys import read_toml
from grognard.boxes.lessons import Lesson, read_lessons
from grognard.boxes.maps import load_maps
from grognard.boxes.opened import OpenBox
from grognard.boxes.overrides import Overrides
from grognard.core.contents import Setting

if TYPE_CHECKING:
    from grognard.core.game import Game

BOXES, RULEBOOKS = "grognard.boxes", "grognard.rulebooks"
LID = "box.toml"

Choice = bool | int | str


class Unknown(LookupError):
    """Something asked for by a name that nobody knows; says what is near."""

    what: ClassVar[str]

    def __init__(self, asked: str, known: Iterable[str]) -> None:
        self.asked, self.known = asked, sorted(known)
        self.near = near(asked, self.known)
        super().__init__(f"no {self.what} {asked!r}{meant(asked, self.known)}")


class UnknownBox(Unknown):
    """No box of this id is on the shelf."""

    what = "box"


class UnknownRuleBook(Unknown):
    """No rule book of this id is on the shelf."""

    what = "rule book"


class UnknownScenario(Unknown):
    """The box has no scenario of this id."""

    what = "scenario"


class UnknownOption(Unknown):
    """The box has no option of this id."""

    what = "option"


class WrongOption(ValueError):
    """An option cannot have this value."""


class BrokenEntry(Exception):
    """A box or rule book is registered but cannot be loaded."""


class Option(msgspec.Struct, frozen=True):
    """An optional rule: what it may be, and what it is unless asked for.

    >>> Option("fog", "narva.option.fog").read("yes")
    True
    """

    id: str
    title: str
    """The id of its title in the catalogue of messages."""
    default: Choice = False
    choices: tuple[Choice, ...] = (False, True)
    only: Mapping[Choice, tuple[str, ...]] = {}
    """Choices that only some scenarios have, with those scenarios."""

    def choices_in(self, scenario: str | None) -> tuple[Choice, ...]:
        """What it may be in a scenario; without one, what it may be in any."""
        if scenario is None:
            return self.choices
        return tuple(c for c in self.choices if scenario in self.only.get(c, (scenario,)))

    def read(self, value: object, scenario: str | None = None) -> Choice:
        """The choice meant by a value, which may come as text from a command line."""
        choices = self.choices_in(scenario)
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        by_text = {word: choice for choice in choices for word in _words(choice)}
        if isinstance(value, str) and value.casefold() in by_text:
            return by_text[value.casefold()]
        allowed = ", ".join(_words(choice)[0] for choice in choices)
        where = f" in scenario {scenario}" if self.only and scenario else ""
        raise WrongOption(f"option {self.id} cannot be {value!r}{where} (it can be: {allowed})")


def _words(choice: Choice) -> tuple[str, ...]:
    if isinstance(choice, bool):
        return ("yes", "true", "on") if choice else ("no", "false", "off")
    return (str(choice).casefold(),)


class Box:
    """One published game as data: see `DataBox`, which is all that a folder of files needs."""

    id: str
    title: str
    publisher: str
    rulebook: str
    """The id of the rule book that plays it."""
    package: str
    """The Python package whose folder holds the data."""
    series: str = ""
    """What rules are cited by that it takes over from another box."""

    @property
    def folder(self) -> Traversable:
        """Where the data files are."""
        return files(self.package)

    @property
    def shared(self) -> Traversable | None:
        """The folder of the series, where the box takes what it has no file of its own for."""
        return None

    def scenarios(self) -> dict[str, str]:
        """Scenario id to the message id of its title; from ``scenarios/*.toml``, by ``order``.

        Those of the player's own come with them.
        """
        opened = self.open(Overrides.of(self.id))
        found: list[tuple[int, str, str]] = []
        for file in opened.files("scenarios", ".toml"):
            tree = opened.tree(file)
            id = file.rpartition("/")[2].removesuffix(".toml")
            data = tree.data if tree else {}  # its faults come out when it is loaded
            order = data.get("order")
            title = str(data.get("title", id))
            found.append((order if isinstance(order, int) else 0, id, title))
        return {id: title for _, id, title in sorted(found)}

    def options(self) -> dict[str, Option]:
        """The options a game of this box can be started with."""
        return {}

    def open(self, overrides: Overrides | None = None, faults: Faults | None = None) -> OpenBox:
        """Begin to read the box, with the owner's corrections laid over it."""
        return OpenBox(self.folder, overrides, faults, shared=self.shared)

    def load(
        self, scenario: str, options: Mapping[str, Choice], overrides: Overrides
    ) -> "Game[Any]":
        """The game of a scenario. Raises `BoxFaults` with all faults."""
        raise NotImplementedError

    def check(self, faults: Faults, overrides: Overrides | None = None) -> list[str]:
        """Prove the data of the whole box: maps, facts of the rules, and every scenario loads.

        Gives the owner's corrections that are in force, each once.
        """
        opened = self.open(overrides, faults)
        inventory = read_inventory(opened, self.id) if opened.has(RULES) else None
        check_expectations(opened, load_maps(opened), inventory)
        read_briefings(opened, self.scenarios())
        options = {id: option.default for id, option in self.options().items()}
        absent = {name for name, file in Overrides.of(self.id).own_scenarios().items()
                  if not opened.has(file)}
        corrections = [str(correction) for correction in opened.corrections]
        for scenario in (name for name in self.scenarios() if name not in absent):
            try:
                corrections += self.load(scenario, options, overrides or Overrides()).corrections
            except BoxFaults as found:
                faults.extend(found.faults)
        return list(dict.fromkeys(corrections))

    def inventory(self) -> Inventory:
        """Every rule case of the box; raises `BoxFaults` if its list has faults."""
        opened = self.open()
        found = read_inventory(opened, self.id)
        opened.faults.raise_if_any()
        return found

    def lessons(self) -> dict[str, Lesson]:
        """What can be learnt with this box, by id; raises `BoxFaults`."""
        opened = self.open()
        found = read_lessons(opened)
        opened.faults.raise_if_any()
        return found

    def briefings(self) -> dict[str, Briefing]:
        """What is told of its scenarios before they are played; raises `BoxFaults`."""
        opened = self.open()
        found = read_briefings(opened, self.scenarios())
        opened.faults.raise_if_any()
        return found

    def __repr__(self) -> str:
        return f"<Box {self.id}>"


class Lid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file box.toml: what is printed on the box, and what can be chosen."""

    id: str
    title: str
    publisher: str
    rulebook: str
    citation: str = ""
    """What its rule numbers begin with, if not its id."""
    series: str = ""
    """What the numbers of rules begin with that it takes over from another box."""
    shares: str = ""
    """The package whose folder it shares with the other boxes of its series; it is no box."""
    option: list[Option] = []
    linked: dict[str, list[str]] = {}
    """Scenarios played one after the other, by the id that they have together."""
    citations: dict[str, str] = {}
    """By the rule book's own word for it, the number that the box has for a rule."""


class DataBox(Box):
    """A box that is nothing but a folder of files with a ``box.toml``, in a package."""

    def __init__(self, package: str) -> None:
        self.package = package
        faults = Faults()
        lid = read_toml(self.folder.joinpath(LID), Lid, faults, vouched=False, name=LID)
        self._shared = _series(lid.shares, faults) if lid and lid.shares else None
        faults.raise_if_any()
        assert lid is not None
        self.lid = lid
        self.id, self.title, self.publisher = lid.id, lid.title, lid.publisher
        self.rulebook, self.series = lid.rulebook, lid.series

    @property
    def shared(self) -> Traversable | None:
        return self._shared

    def scenarios(self) -> dict[str, str]:
        return super().scenarios() | {id: f"scenario-{id}" for id in self.lid.linked}

    def options(self) -> dict[str, Option]:
        return {option.id: option for option in self.lid.option}

    def load(
        self, scenario: str, options: Mapping[str, Choice], overrides: Overrides
    ) -> "Game[Any]":
        opened = self.open(overrides)
        for part in self.lid.linked.get(scenario, ()):
            if not opened.has(SCENARIO.format(scenario=part)):
                opened.faults.add(LID, f"linked.{scenario}", f"no scenario {part!r}")
        book: type[Game[Any]] = rulebook(self.rulebook)
        contents = read_contents(opened, book.contents, scenario)
        if contents is not None:
            book.check_contents(contents, scenario, opened)
        opened.faults.raise_if_any()
        game = book(contents, self._setting(scenario, options))
        game.fingerprint = opened.fingerprint()
        game.overrides = opened.overrides_used()
        game.corrections = tuple(map(str, opened.corrections))
        game.provenance = opened.provenance
        locale = self.folder.joinpath("locale")
        if locale.is_dir():
            game.texts = (*game.texts, Path(str(locale)))
        return game

    def _setting(self, scenario: str, options: Mapping[str, Choice]) -> Setting:
        lid, own = self.lid, self.lid.citation or self.id
        return Setting(
            box=self.id, scenario=scenario, options=dict(options),
            chain=tuple(lid.linked.get(scenario, (scenario,))), citation=lid.series or own,
            citations={key: f"{own}:{number}" for key, number in lid.citations.items()},
        )


def _series(package: str, faults: Faults) -> Traversable | None:
    """The folder that boxes of a series share."""
    try:
        return files(package)
    except ModuleNotFoundError:
        faults.add(LID, "shares", f"no package {package!r}")
        return None


class Entry:
    """A box or rule book on the shelf, not yet loaded."""

    def __init__(self, point: EntryPoint) -> None:
        self.id = point.name
        self.point = point

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} of {self.distribution}>"

    @property
    def distribution(self) -> str:
        """The installed package it comes with."""
        return self.point.dist.name if self.point.dist else ""

    @cached_property
    def object(self) -> Any:
        """What is registered; raises `BrokenEntry` in one line."""
        try:
            return self.point.load()
        except Exception as fault:
            said = str(fault).partition("\n")[0]
            raise BrokenEntry(f"{self.id} ({self.point.value}) cannot be loaded: {said}") from fault


class BoxEntry(Entry):
    """A box on the shelf."""

    @property
    def box(self) -> Box:
        """The box itself."""
        found = self.object
        if not isinstance(found, Box | ModuleType):
            raise BrokenEntry(f"{self.id} ({self.point.value}) is no Box and no package of data")
        return DataBox(found.__name__) if isinstance(found, ModuleType) else found


def boxes() -> dict[str, BoxEntry]:
    """All boxes on the shelf, by id."""
    return {point.name: BoxEntry(point) for point in _points(BOXES)}


def rulebooks() -> dict[str, Entry]:
    """All rule books on the shelf, by id."""
    return {point.name: Entry(point) for point in _points(RULEBOOKS)}


def _points(group: str) -> list[EntryPoint]:
    """By name; of two registered under one name the first on the path is taken."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return [found[name] for name in sorted(found)]


def box(id: str) -> Box:
    """The box of this id; raises `UnknownBox`."""
    shelf = boxes()
    if id not in shelf:
        raise UnknownBox(id, shelf)
    return shelf[id].box


def rulebook(id: str) -> Any:
    """What the rule book of this id registered; raises `UnknownRuleBook`."""
    shelf = rulebooks()
    if id not in shelf:
        raise UnknownRuleBook(id, shelf)
    return shelf[id].object


def load(
    box_id: str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    overrides: Overrides | None = None,
) -> "Game[Any]":
    """A game out of a box: its first scenario unless one is named.

    The player's own corrections apply; pass `Overrides()` to play the box as it is shipped.
    """
    found = box(box_id)
    laid = Overrides.of(box_id) if overrides is None else overrides
    name = choose_scenario(found, scenario)
    return found.load(name, choose_options(found, options or {}, name), laid)


def choose_scenario(box: Box, scenario: str | None) -> str:
    """The scenario asked for, or the first; raises `UnknownScenario`."""
    known = box.scenarios()
    if scenario is None and known:
        return next(iter(known))
    if scenario not in known:
        raise UnknownScenario(scenario or "", known)
    return scenario


def choose_options(
    box: Box, options: Mapping[str, object], scenario: str | None = None
) -> dict[str, Choice]:
    """Every option of the box with its value; raises `UnknownOption` or `WrongOption`.

    With a scenario, a choice that it does not have is wrong, too.
    """
    known = box.options()
    for name in options:
        if name not in known:
            raise UnknownOption(name, known)
    return {
        id: option.read(options[id], scenario) if id in options else option.default
        for id, option in known.items()
    }
