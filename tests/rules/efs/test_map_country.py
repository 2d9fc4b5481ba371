"""Towns, railways, woods and swamps as they were in 1941; typed, not read from the inputs."""

import math

import pytest

from grognard.core.maps import GameMap
from grognard.hexes import pack
from tests.rules.efs.boxes import NORTH, TYPHOON, joined, steps

RAILS = ("railway", "railway_double", "railway_narrow")

TOWNS = {
    "L": "Leningrad 59.94 30.31, Novgorod 58.52 31.27, Luga 58.74 29.85, Narva 59.38 28.19, "
         "Pskov 57.82 28.33, Staraya Russa 57.99 31.36, Tikhvin 59.65 33.53, Volkhov 59.92 32.34, "
         "Kingisepp 59.37 28.61, Bologoye 57.88 34.05, Chudovo 59.12 31.66, Gdov 58.75 27.82",
    "W": "Velikiye Luki 56.34 30.52, Kholm 57.15 31.18, Opochka 56.71 28.66, "
         "Toropets 56.50 31.63, Novorzhev 57.03 29.33, Loknya 56.83 30.14, Pustoshka 56.34 29.37, "
         "Novosokolniki 56.34 30.15, Bezhanitsy 56.98 29.88, Dedovichi 57.55 29.95",
    "C": "Kaunas 54.90 23.90, Siauliai 55.93 23.32, Tilsit 55.08 21.89, Klaipeda 55.71 21.13, "
         "Panevezys 55.73 24.35, Daugavpils 55.88 26.53, Raseiniai 55.38 23.12, "
         "Insterburg 54.63 21.81, Gumbinnen 54.59 22.20, Ukmerge 55.25 24.75, Jonava 55.08 24.28",
    "B": "Riga 56.95 24.11, Tallinn 59.44 24.75, Tartu 58.38 26.72, Parnu 58.39 24.50, "
         "Valga 57.78 26.05, Viljandi 58.36 25.60, Valmiera 57.54 25.43, Cesis 57.31 25.27, "
         "Rakvere 59.35 26.36, Jelgava 56.65 23.71, Krustpils 56.50 25.87, Haapsalu 58.94 23.54",
    "A": "Ventspils 57.39 21.56, Liepaja 56.51 21.01, Kuressaare 58.25 22.49, Kardla 59.00 22.75, "
         "Talsi 57.24 22.58, Kuldiga 56.97 21.97, Saldus 56.66 22.49, Tukums 56.97 23.15, "
         "Kolka 57.75 22.60, Virtsu 58.57 23.51, Aizpute 56.72 21.60",
    "N": "Smolensk 54.78 32.05, Vyazma 55.21 34.29, Rzhev 56.26 34.33, Dorogobuzh 54.92 33.30, "
         "Yelnya 54.57 33.17, Ostashkov 57.15 33.11, Andreapol 56.65 32.26, Sychevka 55.83 34.27, "
         "Yartsevo 55.06 32.69, Torzhok 57.04 34.96, Gzhatsk 55.55 35.00, Nelidovo 56.22 32.80",
    "M": "Moscow 55.75 37.62, Kalinin 56.86 35.90, Tula 54.19 37.62, Kaluga 54.53 36.27, "
         "Klin 56.33 36.73, Mozhaysk 55.50 36.03, Serpukhov 54.92 37.41, Kolomna 55.08 38.78, "
         "Volokolamsk 56.04 35.96, Dmitrov 56.35 37.52, Stalinogorsk 54.01 38.29",
    "P": "Bryansk 53.25 34.37, Orel 52.97 36.07, Kursk 51.73 36.19, Mtsensk 53.28 36.57, "
         "Roslavl 53.95 32.86, Lgov 51.66 35.26, Sevsk 52.15 34.49, Yelets 52.62 38.50, "
         "Karachev 53.12 34.98, Bolkhov 53.44 36.00, Livny 52.43 37.60",
}
"""By sheet: towns with latitude and longitude, from an atlas."""
OFFSETS = {"L": (30, -9), "W": (36, 19), "C": (-22, 44), "B": (0, 0), "A": (-36, 1),
           "N": (64, 16), "M": (102, 16), "P": (80, 68)}


def plane(lat: float, lon: float) -> tuple[float, float]:
    """Columns and rows of sheet B, continued: a conic with the parallels 50 and 60."""
    def stretch(degrees: float) -> float:
        return math.tan(math.pi / 4 + math.radians(degrees) / 2)

    low, high = math.radians(50), math.radians(60)
    cone = math.log(math.cos(low) / math.cos(high)) / math.log(stretch(60) / stretch(50))
    scale = 6371.0088 * math.cos(low) * stretch(50) ** cone / cone
    reach, angle = scale / stretch(lat) ** cone, cone * math.radians(lon - 25)
    x = (reach * math.sin(angle) + 169.638) / 8.3289
    y = (scale / stretch(56) ** cone - reach * math.cos(angle) - 411.3559) / 8.3289
    turn = math.radians(0.5244)
    u, v = math.cos(turn) * x + math.sin(turn) * y, math.cos(turn) * y - math.sin(turn) * x
    return u / (math.sqrt(3) / 2), 0.25 - v


@pytest.mark.parametrize("sheet", TOWNS)
def test_towns_lie_within_a_hex_of_their_true_place(sheet: str) -> None:
    listed = [text.strip().rsplit(" ", 2) for text in TOWNS[sheet].split(",")]
    assert len(listed) >= 10
    found = joined(NORTH if sheet in "LWCBA" else TYPHOON)
    away = {name: _hexes_away(found, sheet, name, float(lat), float(lon))
            for name, lat, lon in listed}
    assert {name: far for name, far in away.items() if far > 1} == {}


def _hexes_away(found: GameMap, sheet: str, name: str, lat: float, lon: float) -> int:
    hexes = [hex for hex, said in found.names.items() if said == name]
    labels = [label for hex in hexes for label in (found.grid.label(hex), *found.grid.aliases(hex))]
    here = [label for label in labels if label.startswith(sheet)]
    assert here, name
    column, row = plane(lat, lon)
    true = round(column), round(row - (0.5 if round(column) % 2 else 0.0))
    columns, rows = OFFSETS[sheet]
    return min(_apart(true, (int(label[1:3]) + columns, int(label[3:]) + rows)) for label in here)


def _apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes from one column and row to another; odd columns lie half a hex lower."""
    (q, r), (s, t) = ((column, row - (column - column % 2) // 2) for column, row in (a, b))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


RAILWAYS = {
    NORTH: """
        Tallinn-Tapa Tapa-Narva Narva-Kingisepp Kingisepp-Krasnogvardeysk Tapa-Tartu Tartu-Valga
        Valga-Valmiera Valmiera-Riga Valga-Pechory Pechory-Pskov Tallinn-Haapsalu Tallinn-Paldiski
        Riga-Jelgava Jelgava-Siauliai Siauliai-Tilsit Jelgava-Liepaja Riga-Tukums Tukums-Ventspils
        Riga-Krustpils Krustpils-Daugavpils Krustpils-Rezekne Daugavpils-Rezekne Rezekne-Ostrov
        Ostrov-Pskov Rezekne-Novosokolniki Siauliai-Panevezys Panevezys-Daugavpils
        Daugavpils-Vilnius
        Vilnius-Kaunas Kaunas-Gumbinnen Gumbinnen-Insterburg Insterburg-Tilsit Tilsit-Klaipeda
        Siauliai-Mazeikiai Mazeikiai-Liepaja Jonava-Kaunas Pskov-Luga Luga-Krasnogvardeysk
        Krasnogvardeysk-Leningrad Pskov-Dno Dno-Soltsy Dno-Morino Dno-Novosokolniki Gdov-Slantsy
        Gdov-Pskov Novgorod-Chudovo Leningrad-Tosno Tosno-Chudovo Chudovo-Bologoye Leningrad-Mga
        Mga-Volkhov Volkhov-Tikhvin Mga-Kirishi Volkhov-Chudovo Bologoye-Valdai
        Novosokolniki-Nasva Krustpils-Gulbene Ieriki-Gulbene
    """,
    TYPHOON: """
        Moscow-Kalinin Kalinin-Torzhok Moscow-Mozhaysk Mozhaysk-Vyazma Vyazma-Smolensk
        Vyazma-Rzhev Moscow-Volokolamsk Volokolamsk-Rzhev Rzhev-Nelidovo Moscow-Maloyaroslavets
        Maloyaroslavets-Sukhinichi Sukhinichi-Bryansk Vyazma-Kaluga Kaluga-Tula Moscow-Serpukhov
        Serpukhov-Tula Tula-Orel Orel-Kursk Orel-Bryansk Bryansk-Roslavl Roslavl-Smolensk
        Orel-Yelets Kursk-Lgov Lgov-Bryansk Moscow-Kolomna Moscow-Kashira Moscow-Zagorsk
        Moscow-Orekhovo-Zuyevo Moscow-Dmitrov Tula-Stalinogorsk Vyazma-Zanoznaya Bryansk-Unecha
        Yelets-Yefremov Smolensk-Yelnya Kalinin-Klin Torzhok-Selizharovo
        Rzhev-Torzhok
    """,
}
"""The net of 1941 from town to town, as railway maps of the time show it."""


def pairs(box: str) -> list[tuple[str, str, str]]:
    """Towns may have a hyphen themselves: both are names of the map."""
    found = []
    for word in RAILWAYS[box].split():
        cuts = [i for i, letter in enumerate(word) if letter == "-"]
        found.append(next((box, word[:i], word[i + 1:]) for i in cuts
                          if i == cuts[0] or word[:i] in joined(box).names.values()))
    return found


@pytest.mark.parametrize(("box", "start", "end"), pairs(NORTH) + pairs(TYPHOON))
def test_a_railway_of_1941_joins_the_towns(box: str, start: str, end: str) -> None:
    found = joined(box)
    ends = [[hex for hex, name in found.names.items() if name == town] for town in (start, end)]
    assert all(ends)
    way = min(filter(None, (steps(box, RAILS, a, b) for a in ends[0] for b in ends[1])), default=0)
    straight = min(found.grid.distance(a, b) for a in ends[0] for b in ends[1])
    assert straight <= way <= 1.6 * straight + 3


SHARES = [
    # box, sheet or country, columns and rows, woods, swamp and marsh: statistics of the thirties
    (NORTH, "Estonia", 21, 10), (NORTH, "Latvia", 27, 6), (NORTH, "Lithuania", 19, 3),
    (NORTH, "Germany", 19, 4), (NORTH, "L 20-70 1-18", 55, 12), (NORTH, "L 40-70 19-33", 55, 12),
    (NORTH, "W 20-48 7-27", 38, 6), (TYPHOON, "N 10-48 1-26", 50, 6),
    (TYPHOON, "N 10-48 28-52", 33, 3), (TYPHOON, "M 15-46 18-42", 41, 3),
    (TYPHOON, "M 28-48 43-52", 9, 0), (TYPHOON, "P 42-70 8-33", 7, 0),
    (TYPHOON, "P 14-40 3-26", 45, 2),
]


@pytest.mark.parametrize(("box", "region", "woods", "swamp"), SHARES)
def test_woods_and_swamp_have_their_share(box: str, region: str, woods: int, swamp: int) -> None:
    found = joined(box)
    land = _region(found, region) & ~found.with_terrain("sea", "lake")
    wooded = 100 * (land & found.features["woods"]).bit_count() / land.bit_count()
    wet = 100 * (land & found.with_terrain("swamp", "marsh")).bit_count() / land.bit_count()
    assert (abs(wooded - woods) <= 10, abs(wet - swamp) <= 10) == (True, True), (wooded, wet)


def _region(found: GameMap, region: str) -> int:
    if " " not in region:
        return found.areas[region]
    sheet, columns, rows = region.split()
    (west, east), (north, south) = (map(int, span.split("-")) for span in (columns, rows))
    return pack(found.grid.hex(f"{sheet}{column}{row:02}") for column in range(west, east + 1)
                for row in range(north, south + 1))
