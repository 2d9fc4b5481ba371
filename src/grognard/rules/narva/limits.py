"""The numbers of the rules: limits.toml, defences.toml and replacements.toml."""

from grognard.rules.narva.edition import Side, Table


class Stacking(Table, frozen=True):
    combat_units: int
    headquarters: int
    soviet_assault_guns: int


class CommandLimits(Table, frozen=True):
    outsiders: int
    strachwitz_units: int
    strachwitz_barrages: int
    narwa_extra_units: int
    free_move_units: int
    free_move_outsiders: int


class StavkaLimits(Table, frozen=True):
    targets: int
    shift: int
    extra_steps: int
    returns_after_turns: int


class Delays(Table, frozen=True):
    withdrawal_turns: int
    second_shock_supply_turns: int
    wehrmacht_last_turn: int


class CombatLimits(Table, frozen=True):
    pinned_shift: int
    air_units: int
    advance_leg: int
    advance_mechanised: int
    first_turn_soviet_die: int


class HeadquartersLimits(Table, frozen=True):
    displacement_hexes: int


class Limits(Table, frozen=True):
    """The file limits.toml: the numbers of the rules that no chart holds."""

    stacking: Stacking
    command: CommandLimits
    stavka: StavkaLimits
    delays: Delays
    combat: CombatLimits
    headquarters: HeadquartersLimits


class Marker(Table, frozen=True):
    """A marker of the defence track, its division and its hexes."""

    id: str
    formation: str
    feature: str
    band: str
    """The colour of the division's band (11.3.A)."""


class Only(Table, frozen=True):
    """Who may stand where (6.3.C, 6.3.D)."""

    prepared_defence: list[str]
    narva: str


class Defences(Table, frozen=True):
    """The file defences.toml (11.3)."""

    track: list[int]
    boxes_at_turn_end: int
    marker: list[Marker]
    only: Only


class MendedDefences(Table, frozen=True):
    boxes_per_point: int


class Replacements(Table, frozen=True):
    """The file replacements.toml (11.2)."""

    side: Side
    mechanised: bool
    defences: MendedDefences
