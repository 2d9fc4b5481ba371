"""The rule book of EastFront (Columbia Games): hidden wooden blocks, HQ command, 1941-45.

Where to find a chapter: fog.py 0.1, terrain.py 1, setup.py, muster.py and setup_plan.py 3,
sequence.py 4, command.py 5, movement.py 6.1 and 6.3, stacking.py 6.2, engagement.py 6.31,
crossing.py 6.33, retreat.py 6.4, strategic.py 6.5 with 9.2 and 15.2, combat.py, rounds.py 7.1, 7.2,
fire.py 7.32 to 7.4, hits.py and losses.py 7.33 to 7.35, assault.py 7.5, control.py 8, rail.py 9,
supply.py 10, production.py and levels.py 11, weather.py 12, air.py 13, paratroops.py 14,
seas.py 15.1 to 15.3, invasion.py 15.4, beachhead.py 15.5, evacuation.py 15.6, objectives.py 16,
victory.py 17.

What the table shows: table.py puts it together out of faces.py, battle.py, calendar.py, charts.py,
overlays.py, scores.py and about.py; ledger.py and force_list.py are the books of production and
set-up, paths.py draws marches, odds.py tells what dice can bring.
"""
