"""The rule book of Across the Narva (Revolution Games): chit-pull, battalions around Narva, 1944.

Where to find a chapter: sequence.py 3, command.py 4 with 2.3 and 2.4, chits.py and
action_chits.py 2.5, barrage.py 2.5.1, random_events.py 2.5.2, zones.py 5, movement.py and
paths.py 6, stacking.py 7,
reinforcement.py 8, combat.py 9.0-9.3, losses.py 9.4, retreat.py 9.5, advance.py 9.6,
supply.py 10, headquarters.py 11.1, replacement.py 11.2, defences.py 11.3, air.py 12,
victory.py 13, setup.py 14, fog.py and fog_fill.py 2.1.3.

What the table shows: table.py, pieces.py, overlays.py, charts.py, faces.py, about.py, names.py.
"""
