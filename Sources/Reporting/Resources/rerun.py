"""Writes a log and its tracks for rerun: rerun.py FOLDER OUT, where FOLDER has log.csv (canonical), tracks.csv and events.csv.

Entities: /earth (east, north, up), /earth/FILTER (its rotation), /heading/FILTER, /sensors/NAME/x.., /location, /events; timeline `log`
in seconds of the log's clock.
"""
import csv
import pathlib
import sys

try:
    import numpy
    import rerun
except ImportError as error:
    print(f"missing: {error.name}")
    sys.exit(3)

SENSORS = {"accelerometer": "a", "gyroscope": "g", "magnetometer": "m", "magnetometerCorrected": "mc", "gravity": "grav",
           "gyroscopeCorrected": "gc"}


def rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))


def stamp(text):
    """Decimal seconds as nanoseconds, exactly."""
    whole, _, fraction = text.partition(".")
    part = int((fraction + "000000000")[:9])
    return int(whole) * 10**9 + (-part if whole.startswith("-") else part)


def send(entity, times, columns):
    times = numpy.array([stamp(time) for time in times], dtype="timedelta64[ns]")
    rerun.send_columns(entity, indexes=[rerun.TimeColumn("log", duration=times)], columns=columns)


def send_scalars(entity, pairs):
    pairs = [(t, value) for t, value in pairs if value != ""]
    if pairs:
        send(entity, [t for t, _ in pairs], rerun.Scalars.columns(scalars=[float(value) for _, value in pairs]))


def main():
    folder, out = pathlib.Path(sys.argv[1]), sys.argv[2]
    rerun.init("sensorlab", recording_id="sensorlab")
    rerun.save(out)
    rerun.log("earth", rerun.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    tracks = {}
    for row in rows(folder / "tracks.csv"):
        tracks.setdefault(row["filter"], []).append(row)
    for name, track in tracks.items():
        times = [row["t"] for row in track]
        turns = numpy.array([[float(row[key]) for key in ("qx", "qy", "qz", "qw")] for row in track])
        send(f"earth/{name}", times, rerun.Transform3D.columns(quaternion=turns))
        for key in ("heading", "rho", "roll", "heading_sigma"):
            send_scalars(f"{key}/{name}", [(row["t"], row[key]) for row in track])
    log = list(rows(folder / "log.csv"))
    for sensor, prefix in SENSORS.items():
        for axis in "xyz":
            if log and prefix + axis in log[0]:
                send_scalars(f"sensors/{sensor}/{axis}", [(row["t"], row[prefix + axis]) for row in log])
    if log and "lat" in log[0]:
        fixes = [(row["t"], float(row["lat"]), float(row["lon"])) for row in log if row["lat"] and row["lon"]]
        if fixes:
            send("location", [fix[0] for fix in fixes], rerun.GeoPoints.columns(positions=[fix[1:] for fix in fixes]))
    for row in rows(folder / "events.csv"):
        rerun.set_time("log", duration=float(row["t"]))
        rerun.log("events", rerun.TextLog(row["text"], level=row["level"]))
    rerun.disconnect()


main()
