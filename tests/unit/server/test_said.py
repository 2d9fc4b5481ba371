"""What was put into words once is not put into words again."""

from msgspec.structs import replace

import grognard
from grognard.server import showing
from grognard.server.wording import Wording
from grognard.table import table_of


def test_only_pieces_that_changed_are_told_anew() -> None:
    play = grognard.start(grognard.load("typhoon", "mtsensk"), seed=1)
    words = Wording(play.game, "en")
    said: showing.Said = {}
    shown = table_of(play.game).scene(play.view("axis"))
    before = showing.scene(words, shown, said)
    number = next(n for n, piece in enumerate(shown.pieces) if piece.at.startswith("hex:"))
    moved = list(shown.pieces)
    moved[number] = replace(moved[number], at="hex:P4713")
    after = showing.scene(words, replace(shown, pieces=tuple(moved)), said)
    assert after.pieces[number].at == "hex:P4713"
    assert [n for n, (old, new) in enumerate(zip(before.pieces, after.pieces, strict=True))
            if old is not new] == [number]
    assert after == showing.scene(words, replace(shown, pieces=tuple(moved)))
