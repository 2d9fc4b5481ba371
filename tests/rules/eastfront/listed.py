"""What the rule book and the start lines list, typed as it stands there.

Hexes of the lines are ``row.col`` of the map, as the lines were drawn."""

BLOCKS = """\
OKH axis hq 3 3 sector_AG_Center
AGN axis hq 3 3 sector_AG_North
41Pz axis armor 4 4 sector_AG_North
56Pz axis armor 4 3 sector_AG_North
1AK axis infantry 4 4 sector_AG_North
38AK axis infantry 4 4 sector_AG_North
26AK axis infantry 4 4 sector_AG_North
10AK axis infantry 4 4 sector_AG_North
28AK axis infantry 4 3 sector_AG_North
2AK axis infantry 4 4 sector_AG_North
AGC axis hq 3 3 sector_AG_Center
24Pz axis armor 4 4 sector_AG_Center
39Pz axis armor 4 4 sector_AG_Center
57Pz axis armor 4 4 sector_AG_Center
46Pz axis armor 4 3 sector_AG_Center
47Pz axis armor 4 4 sector_AG_Center
5AK axis infantry 4 4 sector_AG_Center
6AK axis infantry 4 4 sector_AG_Center
8AK axis infantry 4 3 sector_AG_Center
20AK axis infantry 4 4 sector_AG_Center
7AK axis infantry 4 4 sector_AG_Center
9AK axis infantry 4 4 sector_AG_Center
12AK axis infantry 4 3 sector_AG_Center
13AK axis infantry 4 4 sector_AG_Center
43AK axis infantry 4 3 sector_AG_Center
AGS axis hq 3 3 sector_AG_South
14Pz axis armor 4 4 sector_AG_South
48Pz axis armor 4 3 sector_AG_South
3Pz axis armor 4 4 sector_AG_South
55Mot axis mech 4 3 sector_AG_South
17AK axis infantry 4 4 sector_AG_South
29AK axis infantry 4 4 sector_AG_South
35AK axis infantry 4 3 sector_AG_South
44AK axis infantry 4 4 sector_AG_South
4AK axis infantry 4 4 sector_AG_South
52AK axis infantry 4 4 sector_AG_South
49Mtn axis mountain 4 4 sector_AG_South
AGA axis hq 2 1 sector_AG_Rumania
11AK axis infantry 4 4 sector_AG_Rumania
30AK axis infantry 4 4 sector_AG_Rumania
54AK axis infantry 4 3 sector_AG_Rumania
3R axis infantry 3 3 sector_AG_Rumania
4R axis infantry 4 4 sector_AG_Rumania
1B axis infantry 3 1 Bulgaria_or_adjacent
2B axis static 2 1 Bulgaria_or_adjacent
1H axis infantry 3 2 Hungary_or_adjacent
2H axis infantry 4 4 Hungary_or_adjacent
3H axis infantry 3 2 Hungary_or_adjacent
1R axis infantry 3 1 Rumania_or_adjacent
2R axis static 2 1 Rumania_or_adjacent
8I axis infantry 3 3 event
40Pz axis armor 4 4 1941-07
42AK axis infantry 4 4 1941-08
16AK axis infantry 4 4 1941-09
59AK axis infantry 4 4 1941-10
50Mot axis mech 4 4 1941-11
61AK axis infantry 4 3 1942-01
23AK axis infantry 4 3 1942-03
53Mot axis mech 4 3 1942-05
27AK axis infantry 4 3 1942-06
2SS axis ss_armor 4 4 1943-02
3SS axis ss_mech 4 3 1943-07
21Mtn axis mountain 4 - event
22Mtn axis mountain 4 - event
68AK axis infantry 4 - event
91Mech axis mech 4 - event
STAVKA soviet hq 4 3 Moscow
24A soviet infantry 4 4 Moscow
7TC soviet armor 3 2 Moscow
22A soviet infantry 4 4 Vitebsk
1GMC soviet mech 4 2 Vitebsk
20A soviet infantry 4 4 Smolensk
21A soviet infantry 4 4 Gomel
5MC soviet mech 3 2 Gomel
19A soviet infantry 4 4 Cherkassy
LenF soviet hq 2 2 Leningrad
23A soviet infantry 3 3 Leningrad
10TC soviet armor 3 2 Leningrad
BalF soviet hq 2 2 Riga
50A soviet infantry 3 2 Riga
12TC soviet armor 3 1 Riga
8A soviet infantry 3 3 front_Baltic
11A soviet infantry 4 4 front_Baltic
3GMC soviet mech 4 2 front_Baltic
WesF soviet hq 2 2 Minsk
13A soviet infantry 3 3 Minsk
4GMC soviet mech 4 2 Minsk
3A soviet infantry 3 3 front_Western
10A soviet infantry 4 4 front_Western
4A soviet infantry 3 2 front_Western
6CC soviet cavalry 3 1 front_Western
11TC soviet armor 3 2 front_Western
UkrF soviet hq 2 2 Ternopol
37A soviet infantry 3 3 Ternopol
5CC soviet cavalry 3 1 Ternopol
16A soviet infantry 3 3 Kiev
6MC soviet mech 3 2 Kiev
5A soviet infantry 3 3 front_Kiev
6A soviet infantry 4 4 front_Kiev
26A soviet infantry 3 2 front_Kiev
12A soviet infantry 3 3 front_Kiev
4TC soviet armor 3 3 front_Kiev
8TC soviet armor 3 2 front_Kiev
9TC soviet armor 3 2 front_Kiev
SouF soviet hq 2 2 Vinnitsa
7MC soviet mech 3 2 Vinnitsa
Coast soviet coastal 3 1 Odessa
2GMC soviet mech 4 2 front_Odessa
18A soviet infantry 3 2 front_Odessa
9A soviet infantry 3 3 front_Odessa
2CC soviet cavalry 3 1 front_Odessa
27A soviet infantry 3 1 Kalinin
28A soviet infantry 3 1 Tula
31A soviet infantry 3 1 Yaroslavl
33A soviet infantry 3 1 Rostov
34A soviet infantry 3 1 Kharkov
38A soviet infantry 3 1 Dnepropetrovsk
40A soviet infantry 3 1 Bryansk
51A soviet infantry 3 1 Sevastopol
1CC soviet cavalry 3 1 Stalino
1Sh soviet shock 4 4 1941-11
2Sh soviet shock 4 4 1941-11
3Sh soviet shock 4 4 1941-12
4Sh soviet shock 4 4 1941-12
4Para soviet paratroop 3 1 1941-12
1GTC soviet armor 4 1 1942-04
2GTC soviet armor 4 1 1942-04
3GTC soviet armor 4 1 1942-05
5GTC soviet armor 4 1 1942-06
6GTC soviet armor 4 1 1942-07
"""
"""Code, side, type, full strength; strength and place in June 1941, or strength and arrival."""

SCENARIOS: dict[str, dict[str, str]] = {
    "s41": {
        "time": "1941-06 second fortnight to 1941-11 second fortnight",
        "first": "soviet axis",
        "handicap": "-40",
        "axis": (
            "hq 5 13, armor 10 37, mech 1 3, infantry 25 94, sat_infantry 7 17, "
            "sat_static 2 2"
        ),
        "axis_air": "TF",
        "soviet": "hq 6 13, armor 7 14, mech 7 14, infantry 30 76, cavalry 4 4",
        "soviet_air": "SF",
        "reinforcements": (
            "40Pz 4 1941-07, 42AK 4 1941-08, 16AK 4 1941-09, 59AK 4 1941-10, 50Mot 4 "
            "1941-11, 1Sh 4 1941-11, 2Sh 4 1941-11"
        ),
        "battles": "",
        "axis_frontier": (
            "9.25 10.26 11.26 11.25 12.25 13.25 14.26 15.26 15.25 16.25 17.25 18.26 "
            "18.27 19.27 19.28 20.29 21.28 22.29 22.30"
        ),
        "axis_isolated": "",
        "soviet_frontier": (
            "8.26 9.26 10.27 11.27 12.27 12.26 13.26 14.27 15.27 16.27 16.26 17.26 "
            "17.27 18.28 18.29 19.29 20.30 21.29 21.30"
        ),
        "soviet_isolated": "",
    },
    "w41": {
        "time": "1941-12 first fortnight to 1942-05 second fortnight",
        "first": "soviet soviet",
        "handicap": "-25",
        "axis": (
            "hq 5 10, armor 11 30, mech 2 6, infantry 27 96, sat_infantry 7 17, "
            "sat_static 2 2"
        ),
        "axis_air": "DF",
        "soviet": "hq 6 10, armor 1 2, mech 2 4, infantry 28 76, shock 2 8, cavalry 4 12",
        "soviet_air": "SF",
        "reinforcements": (
            "61AK 3 1942-01, 23AK 3 1942-03, 53Mot 3 1942-05, 3Sh 4 1941-12, 4Sh 4 "
            "1941-12, 4Para 1 1941-12, 1GTC 1 1942-04, 2GTC 1 1942-04, 3GTC 1 1942-05"
        ),
        "battles": "",
        "axis_frontier": (
            "4.30 5.30 5.31 4.32 4.33 6.32 7.32 8.33 8.34 7.34 8.35 9.34 10.35 11.34 "
            "12.35 13.35 14.35 15.35 16.35 17.35 18.36 19.36 22.33 22.34"
        ),
        "axis_isolated": "",
        "soviet_frontier": (
            "4.31 3.32 3.33 4.34 5.33 5.32 6.33 7.33 6.34 6.35 7.35 8.36 9.35 10.36 "
            "11.35 12.36 13.36 14.36 15.36 16.36 17.36 18.37 19.37 23.33"
        ),
        "soviet_isolated": "4.31 23.33",
    },
    "s42": {
        "time": "1942-06 first fortnight to 1942-11 second fortnight",
        "first": "axis axis",
        "handicap": "-30",
        "axis": (
            "hq 5 12, armor 11 38, mech 3 10, infantry 30 92, sat_infantry 7 17, "
            "sat_static 2 2"
        ),
        "axis_air": "DF",
        "soviet": (
            "hq 6 11, armor 4 8, mech 4 8, infantry 28 88, shock 4 12, cavalry 4 10"
        ),
        "soviet_air": "SF",
        "reinforcements": "27AK 3 1942-06, 5GTC 1 1942-06, 6GTC 1 1942-07",
        "battles": "4.32 axis",
        "axis_frontier": (
            "4.30 5.30 5.31 4.32 6.31 6.32 7.30 8.31 9.31 10.32 10.33 9.33 10.34 "
            "11.33 12.34 13.34 14.35 15.34 16.35 17.35 18.36 19.36 22.33 22.34"
        ),
        "axis_isolated": "",
        "soviet_frontier": (
            "4.31 3.32 4.33 5.32 6.33 7.32 7.31 8.32 9.32 8.33 8.34 9.34 10.35 11.34 "
            "12.35 13.35 14.36 15.35 16.36 17.36 18.37 19.37 23.33 22.35"
        ),
        "soviet_isolated": "4.31 23.33",
    },
    "w42": {
        "time": "1942-12 first fortnight to 1943-05 second fortnight",
        "first": "axis soviet",
        "handicap": "-15",
        "axis": (
            "hq 5 10, armor 11 35, mech 3 8, infantry 31 94, sat_infantry 8 21, "
            "sat_static 2 2"
        ),
        "axis_air": "DF",
        "soviet": (
            "hq 6 12, armor 7 16, mech 5 12, infantry 28 84, shock 4 12, cavalry 4 12"
        ),
        "soviet_air": "DF",
        "reinforcements": "2SS 4 1943-02",
        "battles": "17.40 soviet, 4.32 axis",
        "axis_frontier": (
            "4.30 5.30 5.31 4.32 6.31 6.32 7.30 8.31 9.31 10.32 10.33 9.33 10.34 "
            "11.33 12.34 13.34 14.35 14.36 15.36 16.37 16.38 16.39 16.40 17.39 18.40 "
            "19.40 20.41 21.41 22.42 22.41 23.40 23.39 22.39 22.38 22.37"
        ),
        "axis_isolated": "",
        "soviet_frontier": (
            "4.31 3.32 4.33 5.32 6.33 7.32 7.31 8.32 9.32 8.33 8.34 9.34 10.35 11.34 "
            "12.35 13.35 13.36 14.37 15.37 15.38 15.39 15.40 16.41 17.40 18.41 19.41 "
            "20.42 21.42 22.43 23.42 23.41 23.38 23.37"
        ),
        "soviet_isolated": "4.31",
    },
    "s43": {
        "time": "1943-07 first fortnight to 1943-11 second fortnight",
        "first": "axis axis",
        "handicap": "-10",
        "axis": (
            "hq 5 12, armor 12 42, mech 3 12, infantry 29 90, sat_infantry 7 12, "
            "sat_static 2 2"
        ),
        "axis_air": "DF",
        "soviet": (
            "hq 6 14, armor 11 32, mech 6 18, infantry 29 94, shock 4 10, cavalry 4 8"
        ),
        "soviet_air": "DF",
        "reinforcements": "3SS 3 1943-07",
        "battles": "4.32 axis",
        "axis_frontier": (
            "4.30 5.30 5.31 4.32 6.31 7.30 8.31 9.31 10.32 11.32 11.33 12.34 13.33 "
            "14.33 15.33 16.34 16.35 17.35 18.36 19.36 22.36"
        ),
        "axis_isolated": "",
        "soviet_frontier": (
            "4.31 3.32 4.33 5.32 6.32 7.31 8.32 9.32 10.33 10.34 11.34 12.35 13.34 "
            "14.34 15.34 15.35 16.36 17.36 18.37 19.37 21.36 22.37"
        ),
        "soviet_isolated": "4.31",
    },
    "w43": {
        "time": "1943-12 first fortnight to 1944-05 second fortnight",
        "first": "soviet soviet",
        "handicap": "10",
        "axis": (
            "hq 5 10, armor 12 38, mech 4 10, infantry 30 92, sat_infantry 7 14, "
            "sat_static 2 2"
        ),
        "axis_air": "SF",
        "soviet": (
            "hq 6 12, armor 11 24, mech 7 16, infantry 28 90, shock 4 14, cavalry 4 "
            "10"
        ),
        "soviet_air": "DF",
        "reinforcements": "",
        "battles": "4.32 axis, 17.32 axis",
        "axis_frontier": (
            "4.30 5.30 5.31 4.32 6.31 7.30 8.30 9.30 10.31 11.31 11.30 12.30 13.29 "
            "14.29 15.29 16.30 16.31 17.31 17.32 18.33 19.33 19.32 20.32 21.33"
        ),
        "axis_isolated": "21.33 22.33 22.34 22.35 23.33",
        "soviet_frontier": (
            "4.31 3.32 4.33 5.32 6.32 7.31 8.31 9.31 10.32 11.32 12.32 12.31 13.30 "
            "14.30 15.30 15.31 16.32 16.33 17.33 18.34 19.34 20.34 20.33"
        ),
        "soviet_isolated": "4.31",
    },
    "s44": {
        "time": "1944-06 first fortnight to 1944-11 second fortnight",
        "first": (
            "axis axis (without HQ activation in the first turn, so in effect soviet)"
        ),
        "handicap": "50",
        "axis": (
            "hq 5 12, armor 12 36, mech 4 12, infantry 29 86, sat_infantry 7 20, "
            "sat_static 2 2"
        ),
        "axis_air": "SF",
        "soviet": (
            "hq 6 14, armor 12 34, mech 7 22, infantry 30 94, shock 4 15, cavalry 4 "
            "12"
        ),
        "soviet_air": "TF",
        "reinforcements": "",
        "battles": "",
        "axis_frontier": (
            "4.29 7.29 8.30 9.30 10.31 11.30 12.30 13.29 13.28 13.27 14.27 15.27 "
            "16.27 17.26 18.27 19.27 20.28 20.29 20.30 21.30"
        ),
        "axis_isolated": "",
        "soviet_frontier": (
            "5.29 6.30 7.30 8.31 9.31 10.32 11.31 12.31 13.30 14.30 14.29 14.28 15.28 "
            "16.28 17.27 18.28 19.28 19.29 19.30 20.31"
        ),
        "soviet_isolated": "",
    },
    "w44": {
        "time": "1944-12 first fortnight to 1945-05 second fortnight",
        "first": "soviet soviet",
        "handicap": "-",
        "axis": "hq 5 10, armor 10 18, mech 5 12, infantry 26 50",
        "axis_air": "none",
        "soviet": (
            "hq 6 14, armor 12 34, mech 7 22, infantry 29 92, shock 4 15, cavalry 4 "
            "12, sat_infantry 3 5"
        ),
        "soviet_air": "TF",
        "reinforcements": "",
        "battles": "",
        "axis_frontier": (
            "7.25 7.26 9.25 10.26 11.25 12.25 13.24 14.25 15.24 16.24 17.24 18.24 "
            "18.23 22.23"
        ),
        "axis_isolated": "6.26 7.25 7.26",
        "soviet_frontier": (
            "8.27 8.26 9.26 10.27 11.26 12.26 13.25 14.26 15.25 16.25 17.25 18.25 "
            "19.24 19.23 21.23 22.24 23.23"
        ),
        "soviet_isolated": "",
    },
}

CITIES_1941 = {
    "Leningrad": 2,
    "Moscow": 3,
    "Bryansk": 1,
    "Dnepropetrovsk": 1,
    "Kalinin": 1,
    "Kharkov": 1,
    "Kiev": 1,
    "Minsk": 1,
    "Odessa": 1,
    "Riga": 1,
    "Rostov": 1,
    "Stalingrad": 1,
    "Stalino": 1,
    "Tbilisi": 1,
    "Tula": 1,
    "Voronezh": 1,
    "Yaroslavl": 1,
    "Zaporozhye": 1,
}
SECTORS_1941 = {
    "Baltic": "8.26 9.26 10.27",
    "Western": "11.27 12.27 12.26 13.26",
    "Kiev": "14.27 15.27 16.27 16.26 17.26 17.27 18.28",
    "Odessa": "18.29 19.29 20.30 21.29 21.30",
    "AG North": "9.25 10.26",
    "AG Center": "11.26 11.25 12.25 13.25",
    "AG South": "14.26 15.26 15.25 16.25",
    "Hungary": "17.25 18.26",
    "AG Rumania": "18.27 19.27 19.28 20.29 21.28 22.29 22.30",
}
COURLAND, EDGE_1944 = "6.26 7.25 7.26", "21.23 20.23 19.23"
"""20.23 does not touch the line of 1944, but W44.3 asks for it as well."""
EDELWEISS = """\
Z axis infantry 4 Mariupol
Y axis infantry 4 Voroshilovgrad
X axis armor 4 Kamensko
W axis armor 4 Kamensko
V axis armor 4 Kamensko
U axis hq 2 Kamensko
T axis mountain 3 Kamensko_E1
S axis infantry 3 Kamensko_E1
R axis infantry 3 Kalach
Q axis armor 4 Kalach
P axis hq 3 Voroshilovgrad
O axis mech 3 Stalingrad
N axis infantry 4 Stalingrad
A soviet infantry 3 Rostov
B soviet infantry 2 Rostov_E1
C soviet mech 3 Rostov_E2
D soviet infantry 3 Rostov_SE1
E soviet infantry 2 Kotelnikovo
F soviet infantry 2 Stalingrad
G soviet shock 3 Stalingrad_E1
H soviet armor 3 Stalingrad_E1
I soviet hq 2 Maikop
J soviet infantry 3 Tbilisi
K soviet hq 3 Moscow
L soviet cavalry 0 eliminated
M soviet infantry 0 eliminated
"""
EDELWEISS_FULL = {"P": 3, "U": 2, "I": 2, "K": 4, "D": 4, "G": 4, "H": 4}
"""Headquarters, guards and shock troops; other Germans have 4, other Soviets 3."""
NAMED = {"s43": "2SS", "w43": "2SS 3SS", "s44": "2SS 3SS", "w44": "2SS 3SS"}
"""SS corps that the force lists include."""
RELEASED = {"w41": "3R", "s42": "3R", "w42": "3R 4R 2H 8I"}
"""Expeditions that are free at the start: Odessa, later Sevastopol, is Axis (16.4)."""
