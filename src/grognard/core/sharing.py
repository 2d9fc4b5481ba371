"""Can claims be shared out among owners who each have room for so many?

Used where a rule gives several headquarters, ports or depots a number of things each, and the
player only names what he wants: who serves whom is nobody's business as long as it can be done.
"""

from collections.abc import Iterable, Mapping

from grognard.hexes import bits, pack


def can_share(claims: Iterable[int], room: Mapping[int, int]) -> bool:
    """Whether every claim, a bit set of the owners that can serve it, finds one with room.

    >>> can_share([0b01, 0b11], {0: 1, 1: 1}), can_share([0b01, 0b01], {0: 1, 1: 1})
    (True, False)
    """
    return _share(list(claims), room) is not None


def who_can_serve(claims: Iterable[int], room: Mapping[int, int]) -> int:
    """The owners who could serve a claim more, as a bit set; nobody if these are too many.

    An owner with no room left can, too, if another who can takes a claim over.

    >>> bin(who_can_serve([0b01, 0b110], {0: 1, 1: 1, 2: 1}))
    '0b110'
    """
    wanted = list(claims)
    served = _share(wanted, room)
    if served is None:
        return 0
    able, before = pack(owner for owner in room if len(served[owner]) < room[owner]), 0
    while able != before:
        before = able
        able |= pack(owner for owner, holds in served.items()
                     if any(wanted[claim] & before for claim in holds))
    return able


def _share(wanted: list[int], room: Mapping[int, int]) -> dict[int, list[int]] | None:
    """The claims that each owner serves, by their numbers; None if they are too many."""
    served: dict[int, list[int]] = {owner: [] for owner in room}
    everybody = all(_serve(claim, wanted, served, room, set()) for claim in range(len(wanted)))
    return served if everybody else None


def _serve(claim: int, wanted: list[int], served: dict[int, list[int]], room: Mapping[int, int],
           asked: set[int]) -> bool:
    """Give the claim to an owner, who may pass an earlier one on: an augmenting path."""
    for owner in bits(wanted[claim]):
        if owner in asked or room.get(owner, 0) < 1:
            continue
        asked.add(owner)
        holds = served[owner]
        if len(holds) < room[owner]:
            holds.append(claim)
            return True
        for other in list(holds):
            if _serve(other, wanted, served, room, asked):
                holds.remove(other)
                holds.append(claim)
                return True
    return False
