"""A public server for a club: accounts, challenges, matches, ratings, clocks and notices.

All of it lies in the database, in tables of its own beside those of the games: whichever process
is asked knows the same.
"""
