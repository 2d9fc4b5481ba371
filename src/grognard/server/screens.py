"""The larger parts of a table as plain data: signs, the battle at hand, the books."""

from collections.abc import Sequence
from typing import Any

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.core.rulings import Ruling
from grognard.core.steps import ASKED_OTHERWISE
from grognard.server.wording import Wording
from grognard.table import Fight, Fighter, Ledger, LedgerLine, Sign

Plain = dict[str, Any]


def signs(words: Wording, shown: Sequence[Sign]) -> list[Plain]:
    return [
        {
            "id": sign.id,
            "label": words.named(sign.id, "sign", "odds"),
            "value": words.say(sign.value),
            "rule": words.game.cite(sign.rule),
        }
        for sign in shown
    ]


# -- the battle ---------------------------------------------------------------------------


def fight(words: Wording, shown: Fight) -> Plain:
    return {
        "hex": shown.hex,
        "title": words.say(shown.title),
        "turn": shown.turn,
        "over": shown.over,
        "facts": signs(words, shown.facts),
        "fighters": [_fighter(words, fighter) for fighter in shown.fighters],
    }


def _fighter(words: Wording, shown: Fighter) -> Plain:
    return {
        "face": shown.face,
        "side": shown.side,
        "unit": shown.unit,
        "power": words.say(shown.power) if shown.power else "",
        "rule": words.game.cite(shown.rule),
        "dice": [{"shows": die, "hits": die in shown.hits} for die in shown.dice],
        "notes": [words.say(note) for note in shown.notes],
        "now": shown.now,
    }


# -- what is barred -----------------------------------------------------------------------


def barred(words: Wording, asked: Decision) -> list[Plain]:
    """Buttons that a rule holds back just now, such as the end of a movement: why and where."""
    domains = words.game.space.domains
    rulings = {kind: asked.check(Action(kind, 0)) for kind in domains
               if domains[kind].name == "nothing"}
    return [
        _barred(words, kind, words.offer(type(asked.step).__name__, kind), said)
        for kind, said in rulings.items()
        if not said.allowed and said.code != ASKED_OTHERWISE
    ]


def _barred(words: Wording, kind: str, label: str, said: Ruling) -> Plain:
    sentence = words.say(said.message) if said.message else said.code
    return {"kind": kind, "label": label, "code": said.code, "rule": said.rule,
            "sentence": sentence, "hexes": list(said.hexes)}  # fmt: skip


# -- the books ----------------------------------------------------------------------------


def ledger(words: Wording, asked: Decision) -> Plain | None:
    """What could be bought, at which price, and why not; the judge is asked line by line."""
    books = words.table.ledger(asked.state, asked.step)
    if books is None:
        return None
    return {
        "label": words.named(books.id, "ledger"),
        "has": books.has,
        "spent": books.spent,
        "parts": _parts(words, asked, books),
    }


def _parts(words: Wording, asked: Decision, books: Ledger) -> list[Plain]:
    return [
        {
            "id": part.id,
            "label": words.named(part.id, "ledger"),
            "note": words.say(part.note) if part.note else "",
            "lines": [_line(words, asked, line) for line in part.lines],
        }
        for part in books.parts
    ]


def _line(words: Wording, asked: Decision, line: LedgerLine) -> Plain:
    return {
        "unit": line.unit,
        "face": line.face,
        "now": words.say(line.now) if line.now else "",
        "ordered": [words.kind(kind) for kind in line.ordered],
        "offers": [
            {"kind": kind, "label": words.kind(kind), "price": price,
             **_judged(words, asked, Action(kind, line.unit))}
            for kind, price in line.prices.items()
        ],
    }  # fmt: skip


def _judged(words: Wording, asked: Decision, action: Action) -> Plain:
    """Whether it can be ordered now; if not, by which rule."""
    said = asked.check(action)
    if said.allowed:
        return {"open": True}
    sentence = words.say(said.message) if said.message else said.code
    return {"open": False, "rule": said.rule, "sentence": sentence}
