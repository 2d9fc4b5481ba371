"""The boxes that can be played, and the games loaded from them."""

import logging
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property, partial
from threading import RLock
from typing import Any
from urllib.parse import quote

from grognard.boxes import (
    Box,
    BoxFaults,
    Faults,
    Inventory,
    Lesson,
    Overrides,
    catalogue,
)
from grognard.boxes.briefings import Briefing
from grognard.boxes.catalogue import (
    BoxEntry,
    BrokenEntry,
    Choice,
    UnknownScenario,
    WrongOption,
    choose_options,
    choose_scenario,
)
from grognard.core.game import Game
from grognard.core.messages import LANGUAGES, Message
from grognard.records.lessons import Script, read_script
from grognard.server.problems import Problem, box_faults, unknown

log = logging.getLogger("grognard.server")

KEPT = 24
"""How many loaded games the shelf keeps at hand."""
ASKED = 500
"""How many ways to ask for a game it remembers."""
NO_OPTIONS = "-"

Key = tuple[str, str, tuple[tuple[str, Choice], ...]]


class Shelf:
    """Loads each game once; `boxes` is for tests, by default all that are installed."""

    def __init__(self, boxes: Mapping[str, Box] | None = None) -> None:
        self._given = boxes
        self._games: OrderedDict[Key, Game[Any]] = OrderedDict()
        self._inventories: dict[str, Inventory] = {}
        self._lessons: dict[str, dict[str, Lesson]] = {}
        self._briefings: dict[str, dict[str, Briefing]] = {}
        self._scripts: dict[tuple[str, str], Script] = {}
        self._asked: OrderedDict[tuple[str, str | None, str], Key] = OrderedDict()
        self._titles: dict[str, dict[str, str]] = {}
        self._corrected: dict[str, str] = {}
        self._lock = RLock()

    @property
    def installed(self) -> bool:
        """Whether its boxes are those that any process finds installed."""
        return self._given is None

    def is_ours(self, id: str) -> bool:
        """Whether a box comes with the program itself."""
        return self.installed and self._entries[id].distribution == "grognard"

    @cached_property
    def _entries(self) -> dict[str, BoxEntry]:
        """What is installed, looked up once: all distributions on the path are read for it."""
        return catalogue.boxes()

    def ids(self) -> list[str]:
        return list(self._entries if self._given is None else self._given)

    def box(self, id: str) -> Box:
        if id not in self.ids():
            raise unknown("box", id)
        self._notice_corrections(id)
        try:
            return self._entries[id].box if self._given is None else self._given[id]
        except BrokenEntry as fault:
            log.error("box %s: %s", id, fault)
            raise Problem(409, "broken-box", id=id, detail=Message("detail.box-program")) from fault

    def _notice_corrections(self, id: str) -> None:
        """What was read before the owner wrote a correction is read anew, without a new start."""
        stamp = self._overrides(id).stamp
        with self._lock:
            if self._corrected.setdefault(id, stamp) == stamp:
                return
            self._corrected[id] = stamp
            for kept in (self._titles, self._lessons, self._briefings, self._inventories):
                kept.pop(id, None)
            by_box: tuple[dict[Any, Any], ...] = (self._games, self._scripts, self._asked)
            for table in by_box:
                for key in [key for key in table if key[0] == id]:
                    del table[key]

    def load(
        self, box_id: str, scenario: str | None = None, options: Mapping[str, object] | None = None
    ) -> Game[Any]:
        """A game out of a box; raises :class:`Problem` if the box has no such thing."""
        box = self.box(box_id)
        with self._lock:
            key = self._key(box, scenario, options or {})
            if key not in self._games:
                self._games[key] = self._load(box, key[1], dict(key[2]))
            _refresh(self._games, key, KEPT)
            return self._games[key]

    def _key(self, box: Box, scenario: str | None, options: Mapping[str, object]) -> Key:
        """What is meant; the files of a box are read once for each way to ask."""
        asked = (box.id, scenario, repr(sorted(options.items())))
        if asked not in self._asked:
            name, chosen = _known(box, scenario, options)
            self._asked[asked] = (box.id, name, tuple(sorted(chosen.items())))
        _refresh(self._asked, asked, ASKED)
        return self._asked[asked]

    def titles(self, box_id: str) -> dict[str, str]:
        """The scenarios of a box with the ids of their titles."""
        box = self.box(box_id)
        with self._lock:
            if box_id not in self._titles:
                self._titles[box_id] = box.scenarios()
            return self._titles[box_id]

    def _overrides(self, box_id: str) -> Overrides:
        return Overrides.of(box_id) if self._given is None else Overrides()

    def _load(self, box: Box, scenario: str, options: dict[str, Choice]) -> Game[Any]:
        try:
            game = box.load(scenario, options, self._overrides(box.id))
            for language in LANGUAGES:
                game.catalogue(language)
        except BoxFaults as fault:
            log.error("box %s cannot be loaded: %s", box.id, fault)
            told = box_faults(box.id, fault.faults)
            raise Problem(409, "broken-box", id=box.id, detail=told) from fault
        except Exception as fault:  # anybody can write a box; a bad one must not spoil the shelf
            log.exception("box %s cannot be loaded", box.id)
            told = Message("detail.box-program")
            raise Problem(409, "broken-box", id=box.id, detail=told) from fault
        return game

    def inventory(self, box_id: str) -> Inventory:
        """The rule cases of a box; empty if it has no list of them."""
        with self._lock:
            if box_id not in self._inventories:
                try:
                    self._inventories[box_id] = self.box(box_id).inventory()
                except BoxFaults:
                    self._inventories[box_id] = Inventory({})
            return self._inventories[box_id]

    def rules(self, box_id: str, rule: str = "") -> Inventory:
        """The rule cases that a citation at a box's table is looked up in.

        What stands before its colon says whose they are; without one they are the box's own, or
        those of its series if it has no list of its own.
        """
        own, (book, colon, _) = self.inventory(box_id), rule.partition(":")
        cited = book if colon else "" if len(own) else self.box(box_id).series
        if cited in ("", own.citation):
            return own
        return next(filter(None, (self._cited_as(cited, id) for id in self.ids())), own)

    def _cited_as(self, citation: str, box_id: str) -> Inventory | None:
        """The rule cases of a box if they are cited so; a broken box has none."""
        try:
            found = self.inventory(box_id)
        except Problem:
            return None
        return found if found.citation == citation else None

    def lessons(self, box_id: str) -> dict[str, Lesson]:
        """What can be learnt with a box; nothing if its lessons have faults."""
        with self._lock:
            if box_id not in self._lessons:
                try:
                    self._lessons[box_id] = self.box(box_id).lessons()
                except BoxFaults as fault:
                    log.error("lessons of %s: %s", box_id, fault)
                    self._lessons[box_id] = {}
            return self._lessons[box_id]

    def briefings(self, box_id: str) -> dict[str, Briefing]:
        """What is told of the scenarios of a box; nothing if the texts have faults."""
        with self._lock:
            if box_id not in self._briefings:
                try:
                    self._briefings[box_id] = self.box(box_id).briefings()
                except BoxFaults as fault:
                    log.error("briefings of %s: %s", box_id, fault)
                    self._briefings[box_id] = {}
            return self._briefings[box_id]

    def script(self, box_id: str, lesson: str) -> Script:
        """A lesson played through; raises :class:`Problem` if the box as it is does not fit it."""
        key = box_id, lesson
        with self._lock:
            if key not in self._scripts:
                self._scripts[key] = self._read_script(box_id, lesson)
            return self._scripts[key]

    def _read_script(self, box_id: str, lesson: str) -> Script:
        known = self.lessons(box_id)
        if lesson not in known:
            raise unknown("lesson", lesson, status=422, field="lesson")
        faults = Faults()
        load = partial(self.load, box_id)
        script = read_script(self.box(box_id), known[lesson], faults, load=load)
        if script is None:
            raise Problem(409, "broken-lesson", id=lesson,
                          detail=box_faults(box_id, list(faults)))
        return script


def _refresh(kept: OrderedDict[Any, Any], key: object, most: int) -> None:
    """Used just now; what was not for longest goes if there are too many."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


def choose(
    box: Box, scenario: str | None, options: Mapping[str, object]
) -> tuple[str, dict[str, Choice]]:
    """The scenario and all options with their values, as somebody wishes a new game."""
    name, chosen = _known(box, scenario, options)
    for id, value in options.items():
        _check_option(box, id, value, name)
    return name, chosen


def _known(
    box: Box, scenario: str | None, options: Mapping[str, object]
) -> tuple[str, dict[str, Choice]]:
    """As a game begun earlier has them: perhaps a choice that its scenario no longer offers."""
    try:
        name = choose_scenario(box, scenario)
    except UnknownScenario as fault:
        raise unknown("scenario", fault.asked, field="scenario") from fault
    for id, value in options.items():
        _check_option(box, id, value)
    return name, choose_options(box, options)


def _check_option(box: Box, id: str, value: object, scenario: str | None = None) -> None:
    known = box.options()
    if id not in known:
        raise unknown("option", id, status=422, field=f"options.{id}")
    try:
        known[id].read(value, scenario)
    except WrongOption as fault:
        choices = known[id].choices_in(scenario)
        allowed = ", ".join(str(choice).lower() for choice in choices)
        here = choices != known[id].choices
        told = Message("detail.choices-here" if here else "detail.choices", {"choices": allowed})
        raise Problem(422, "wrong-option", field=f"options.{id}", id=id, detail=told) from fault


def options_text(options: Mapping[str, Choice]) -> str:
    """Options as a part of an address.

    >>> options_text({"fog": True, "end": 12}), options_text({})
    ('end=12,fog=yes', '-')
    """
    def word(value: Choice) -> str:
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    pairs = [f"{quote(id, safe='')}={quote(word(options[id]), safe='')}" for id in sorted(options)]
    return ",".join(pairs) or NO_OPTIONS


def read_options(text: str) -> dict[str, str]:
    """The options in an address, already unquoted, each still a text.

    >>> read_options("end=12,fog=yes")
    {'end': '12', 'fog': 'yes'}
    """
    if text == NO_OPTIONS:
        return {}
    return dict(pair.partition("=")[::2] for pair in text.split(","))


def table_address(box: str, scenario: str, options: Mapping[str, Choice]) -> str:
    """Where everything is found that does not change during the game."""
    parts = [quote(box, safe=""), quote(scenario, safe=""), options_text(options)]
    return "/api/tables/" + "/".join(parts)
