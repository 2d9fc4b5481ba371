"""How a recruit of the series plans: no rule asks any of it.

``fields`` tells how dear every hex is to come from, ``estimate`` what a side wants and with whom,
``marching`` where each group goes, ``attacking`` who attacks what, ``planner`` answers questions.
"""
