"""The set-ups of Across the Narva, typed from their sources and not read from the box.

Hexes of the campaign: the lists of section 14.0 of the rules, band by band as they stand there;
``-`` is the R behind a hex: the unit begins reduced. Arrivals: turn and entry of the counters that
the rules tell of (the 11th Division, the 260th brigade), and for the others those that our
reconstruction of the counter sheet settled on. A line reads ``code hex``.
"""

GERMAN = """
151G 2626-   162G 0920    176G 1220-   61F 1312     161PIO 1210
HQFHH 1827   FHHPZ 1029   FHHPZG 1928  FHHFUS 1820  MOK 2022    FHHAA 2423   BECK 2431
391G 2326    399G 2732
HQ227 2030   328G 2633    366G 2832    227F 2634    227PIO 2132-
2K502 2533
HQ225 0213   333G 1107    376G 0607-   377G 1109    225PIO 0804
209G 2126
HOHN 2235    SCHN 2337
HQ11SS 3029  KAUS 2829    HVS 2830     23PZG 2928   II24 3127   III24 3329
HAME 3227    KRUG 3228    11SSAA 2931  11PIO 3027
HQ4SS 3130   I48 3330     II48 3331    II49 3132    I49 3231    54PIO 3031
HQKUST 2134
30P 1005     29P 1721     32P 1532     31P 2435
"""

SOVIET = """
HQ2SH 3024
HQ122 1306   163R 1207    219R 1409    320R 2305    65R 1105    147R 1103    708R 2306
1074R 2020   1076R 2020   1079R 2021
172R 1408    269R 1507    119R 1507
HQ109 2120   381R 2122    456R 2122    602R 2422    466R 2021   657R 1921    749R 1921
864R 3026    880R 3226    891R 3429
HQ43 2935    268R 3333    301R 3332    328R 3332    4R 2635     166R 2636    308R 2736
593R 2734    695R 3032    743R 2733
48MS 2538    50B 3232     16UR 3430
HQ30GD 3015  131GR 3406   129GR 3108   134GR 3108   188GR 3014  190GR 2816   192GR 2716
197GR 2718   191GR 2719   194GR 2820
"""

ARRIVALS = """
1A  HQ61 HQ170
1F  HQ124
2A  FBB GNES 401G HQKVO
2B  HQ58 154G 220G 58F
2*  260MS
2E  1811SU 1902SU
2F  176R 314R 340R
3A  HQ20SS I45 II45 I46 II46 1K502 3K502
3B  HQ214 355G 367G 568G 214F
3C  HQ285S 113S 322S
3D  1254R 1256R 1258R 806SU
4B  HQ11 2G 23G 44G 11F
4*  HQ59A
4E  HQ117 289R 538R 543R 863R 884R 893R
5A  VILJ PARN TART
5B  KG
6A  BE 20F
6*  HQ8A
6E  HQ6 511R 813R 817R 930R 934R 937R 1439SU
7A  HQSTRAC
7C  1GRZ 2GRZ
9C  4GRZ
"""

KRIVASOO = """
HQFHH 1827   FHHPZ 1029   FHHPZG 1928  FHHFUS 1820  MOK 2022    FHHAA 2423   BECK 2431
151G 2626-   162G 0920    176G 1220-   391G 2326    209G 2126   29P 1721
HQ2SH 3024   HQ109 2120   381R 2122    456R 2122    602R 2422   466R 2021
657R 1921    749R 1921    1074R 2020   1076R 2020   1079R 2021
HQ30GD 3015  188GR 3014   190GR 2816   192GR 2716   197GR 2718  191GR 2719   194GR 2820
"""
"""Our short game: those of the campaign that stand around the bog, where they stand there."""

KRIVASOO_ARRIVALS = """
1A  HQ61 HQ170
2A  401G FBB GNES
2B  HQ58 154G 220G 58F
2E  1811SU 1902SU
3A  1K502
"""


def hexes(*lists: str) -> dict[str, str]:
    """Where each unit of the lists stands."""
    words = " ".join(lists).split()
    return {code: place.removesuffix("-")
            for code, place in zip(words[::2], words[1::2], strict=True)}


def reduced(*lists: str) -> set[str]:
    words = " ".join(lists).split()
    return {code for code, place in zip(words[::2], words[1::2], strict=True)
            if place.endswith("-")}


def arrivals(text: str) -> dict[str, tuple[int, str]]:
    """Turn and entry of each unit that comes later."""
    lines = [line.split() for line in text.strip().splitlines()]
    return {code: (int(when[:-1]), when[-1]) for when, *codes in lines for code in codes}
