"""Witnesses for the refusals of the East Front Series, put together from its chapters."""

from grognard.lab.conformance import Witness
from tests.reasons import (
    efs_air,
    efs_city,
    efs_combat,
    efs_fights,
    efs_inset,
    efs_moves,
    efs_naval,
    efs_north,
    efs_scenarios,
    efs_ways,
    efs_works,
)
from tests.reasons.plain import kind_is_not_asked

WITNESSES: dict[str, Witness] = {
    "asked-otherwise": kind_is_not_asked,
    **efs_moves.WITNESSES,
    **efs_ways.WITNESSES,
    **efs_fights.WITNESSES,
    **efs_combat.WITNESSES,
    **efs_air.WITNESSES,
    **efs_works.WITNESSES,
    **efs_naval.WITNESSES,
    **efs_scenarios.WITNESSES,
    **efs_north.WITNESSES,
    **efs_inset.WITNESSES,
    **efs_city.WITNESSES,
}

UNJUDGED: dict[str, str] = {}
