"""The rule book of EastFront (Columbia Games): hidden wooden blocks, HQ command, 1941-45.

Where to find a chapter: terrain.py 1, setup.py 3, sequence.py 4, command.py 5, movement.py 6.1-6.4,
strategic.py 6.5 with 9.2 and 15.2, retreat.py 6.4, battles.py 7.1, combat.py 7.2-7.4,
losses.py 7.33-7.35, assault.py 7.5, control.py 8, rail.py 9, supply.py 10, production.py 11,
weather.py 12, air.py 13, paratroops.py 14, seas.py 15, objectives.py 16, victory.py 17,
fog.py 0.1.
"""
