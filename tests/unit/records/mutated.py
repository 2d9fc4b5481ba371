"""Records spoilt in every way that a file can be, each from a seed."""

from collections.abc import Callable
from pathlib import Path
from random import Random

SAVES = Path(__file__).parents[2] / "saves"
Spoil = Callable[[list[str], Random], None]

NASTY = [
    "\x00", "\x00" * 300, "x" * 5000, "\ufffd", "\u2028", "\x85", "é" * 200, "9" * 5000, "-1",
    str(10**18), str(2**63), str(2**64), str(-(10**30)), "1e999", "nan", "inf", "[" * 5000,
    "{" * 99,
    "[[[[[[[[", "'''", '"""', "\\u0000", "\\uD800", "1979-05-27T07:32:00Z", "true", "[]", "{}",
    "---", "#", "*", "* 1", "* " + "9" * 4400, "red", "axis done", "\t", "",
    "a." * 3000 + "b = 1",
]  # fmt: skip
LARGEST = 1_000_000
KEYS = ["format", "box", "scenario", "version", "fingerprint", "overrides", "options", "players",
        "seed", "position", "unknown"]


def swap(rows: list[str], rng: Random) -> None:
    first, second = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[first], rows[second] = rows[second], rows[first]


def leave_out(rows: list[str], rng: Random) -> None:
    del rows[rng.randrange(len(rows))]


def insert(rows: list[str], rng: Random) -> None:
    rows.insert(rng.randrange(len(rows) + 1), rng.choice(NASTY))


def set_key(rows: list[str], rng: Random) -> None:
    value = rng.choice(NASTY)
    quoted = rng.choice([value, f'"{value}"', f"[{value}]", f'{{a = "{value}"}}'])
    rows.insert(rng.randrange(3), f"{rng.choice(KEYS)} = {quoted}")


def name_player(rows: list[str], rng: Random) -> None:
    at = rows.index("---") if "---" in rows else 0
    side = rng.choice(["axis", "soviet", "german", "blue", "red", "x" * 90, '"\\u0000"'])
    rows[at:at] = ["[players]", f'{side} = "{rng.choice(NASTY)}"']


def nest(rows: list[str], rng: Random) -> None:
    deep = rng.choice([50, 500, 5000, 50_000])
    rows.insert(0, f"options = {'[' * deep}{']' * deep}" if rng.random() < 0.5 else
                f"{'a.' * deep}b = 1")


def bend(rows: list[str], rng: Random) -> None:
    """One character of a row is another."""
    at = rng.randrange(len(rows))
    row = rows[at]
    place = rng.randrange(len(row) + 1)
    rows[at] = row[:place] + rng.choice(NASTY + list("0123456789[]{}\"'=,.-#* ")) + row[place + 1:]


def repeat(rows: list[str], rng: Random) -> None:
    row, times = rng.choice(rows), rng.choice([3, 300, 3000])
    rows += [row] * min(times, LARGEST // (len(row) + 1))  # what is larger is no request at all


def cut(rows: list[str], rng: Random) -> None:
    del rows[rng.randrange(len(rows)):]


SPOILS: list[Spoil] = [swap, leave_out, insert, set_key, name_player, nest, bend, bend, bend,
                       repeat, cut]


def originals() -> list[str]:
    kept = sorted((SAVES / "format-1").glob("*.record"))
    return [path.read_text("utf-8") for path in kept]


def mutated(seed: int) -> str:
    """A record of tests/saves with one to three faults."""
    rng = Random(seed)
    rows = rng.choice(originals()).split("\n")
    for _ in range(rng.randint(1, 3)):
        rng.choice(SPOILS)(rows, rng)
        rows = rows or [""]
    return "\n".join(rows).encode("utf-8", "replace").decode()
