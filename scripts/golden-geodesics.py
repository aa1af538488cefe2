#!/usr/bin/env python3
"""Writes Tests/Data/geodesics.csv: shortest geodesics on WGS 84 by an independent implementation, PyPI geographiclib
(C. F. F. Karney; version in the file's header). Usage: pip install geographiclib; scripts/golden-geodesics.py > FILE"""
import random

import geographiclib
from geographiclib.geodesic import Geodesic

random.seed(2013)
uniform = random.uniform


def anywhere():
    return uniform(-90, 90), uniform(-180, 180)


def near(place, degrees):
    return max(-90, min(90, place[0] + uniform(-degrees, degrees))), place[1] + uniform(-degrees, degrees)


def antipode(place):
    return -place[0], place[1] + 180


def pairs():
    for _ in range(200):
        yield "random", anywhere(), anywhere()
    for scale in (1, 0.5, 0.1, 1e-2, 1e-4, 1e-6, 1e-9):
        for _ in range(20):
            place = anywhere()
            yield "antipodal", place, near(antipode(place), scale)
    for scale in (1, 0.1, 1e-2, 1e-3, 1e-5, 1e-8):
        for _ in range(10):
            place = anywhere()
            yield "short", place, near(place, scale)
    for _ in range(40):
        place = (uniform(-1, 1) * 10 ** uniform(-8, 0), uniform(-180, 180))
        yield "equatorial-antipodal", place, near(antipode(place), 0.7)
    for _ in range(30):
        yield "polar", (random.choice((-1, 1)) * (90 - 10 ** uniform(-8, 0)), uniform(-180, 180)), anywhere()
    for _ in range(30):
        longitude = uniform(-180, 180)
        yield "meridional", (uniform(-90, 90), longitude), (uniform(-90, 90), longitude)
    for _ in range(20):
        yield "equator", (0.0, uniform(-180, 180)), (0.0, uniform(-180, 180))
    for _ in range(20):
        place = anywhere()
        yield "parallel", place, (random.choice((-1, 1)) * place[0], uniform(-180, 180))
    for _ in range(20):
        place = anywhere()
        yield "exact-meridian-over-pole", place, (uniform(-90, 90), place[1] + 180)
    for south in (-90.0, 0.0, 90.0):
        for north in (-90.0, 0.0, 90.0):
            if (south, north) in ((-90.0, -90.0), (0.0, 0.0), (90.0, 90.0)):
                continue
            yield "corner", (south, 0.0), (north, 90.0)


print(f"# shortest geodesics on WGS 84 by PyPI geographiclib {'.'.join(map(str, geographiclib.__version_info__))}, "
      "made by scripts/golden-geodesics.py (seed 2013)")
print("kind,lat1,lon1,azi1,lat2,lon2,azi2,s12,m12")
for kind, a, b in pairs():
    a = [round(x, 12) for x in a]
    b = [round(x, 12) for x in b]
    g = Geodesic.WGS84.Inverse(*a, *b, Geodesic.ALL)
    print(kind, *(repr(x) for x in (*a, g["azi1"], *b, g["azi2"], g["s12"], g["m12"])), sep=",")
