"""What a side is choosing, in a sentence for those who wait for it."""

from grognard.core.game import Decision
from grognard.server.problems import own_texts
from grognard.server.wire.state import Doing
from grognard.server.wording import Wording

DEEDS = {
    "losing": ("lose", "repulse"),
    "retreating": ("retreat", "back", "along"),
    "advancing": ("advance", "into", "further"),
    "shelling": ("barrage",),
    "flying": ("air", "fly", "strike", "shoot", "patrol", "commit"),
    "firing": ("fire",),
    "attacking": ("attack", "declare", "overrun", "by", "and", "for", "fight", "combat", "resolve"),
    "commanding": ("hq", "activate", "blitz", "attach", "extra"),
    "entering": ("arrive", "enter", "entry", "bring", "reroute", "place"),
    "building": ("step", "cadre", "rebuild", "restore", "raise", "repair", "build"),
    "deploying": ("deploy", "lift"),
    "moving": ("move", "to", "via", "road", "rail", "foot", "motor", "with", "formation",
               "relocate"),
}
"""Kinds of action by what a side does with them; the first that is offered names it."""


def doing(words: Wording, asked: Decision) -> Doing:
    """From the view of whoever waits: the decision must be about an imagined state."""
    offered = {kind for kind, found in asked.offers.choices.items() if len(found)}
    deed = next((deed for deed, kinds in DEEDS.items() if offered.intersection(kinds)), "thinking")
    side = words.side(asked.side)
    return Doing(side=asked.side, sentence=own_texts(words.language).text(
        f"doing.{deed}", {"side": side}))
