"""Tracks and scores on the public recordings equal those of the tool."""

import io
import json
import os
import subprocess

import numpy as np
import pytest
import sensorlab
from sensorlab import conventions

FILTERS = ["lowpass", "kalman", "vqf", "sensorlab"]
LOGS = int(os.environ.get("SENSORLAB_LOGS", "6"))


def recordings(shared):
    """Every recording with a reference, or so many as SENSORLAB_LOGS says, evenly over all."""
    found = sorted((shared / "broad").glob("*.csv.gz"))
    found += sorted(p for p in (shared / "phones").iterdir() if (p / "meta.json").is_file() and not p.name.startswith("calib"))
    if not found:
        pytest.skip("there are no recordings")
    return found[:: max(1, len(found) // LOGS)]


def test_tracks_are_the_tools(shared, tool):
    for path in recordings(shared):
        log = sensorlab.read(path)
        streams = log.streams
        for name in FILTERS:
            csv = subprocess.run(
                [tool, "fuse", str(path), "--filter", name, "--north", "magnetic", "--calibration", "none", "--quiet"],
                capture_output=True, check=True)
            columns = np.genfromtxt(io.BytesIO(csv.stdout), delimiter=",", skip_header=1, usecols=range(5))
            track = sensorlab.fuse(streams, filter=name)
            same = log.fuse(name, north="magnetic", calibration="none")
            assert np.array_equal(track.orientation, same.orientation)
            assert len(track) == len(columns)
            # The file has nine decimals: its rounding is the whole difference.
            assert np.abs(track.orientation - columns[:, 1:]).max() <= 0.5000001e-9, (path.name, name)


def rmse(track, log):
    """Root mean square of the total error in degrees, at the reference's samples while the device moves."""
    reference, moving = log["reference"], log["moving"]
    q = reference.values
    rows = np.searchsorted(track.times, reference.times)
    keep = (rows < len(track)) & (track.times[np.minimum(rows, len(track) - 1)] == reference.times)
    if len(moving):
        keep &= moving.values[np.clip(np.searchsorted(moving.times, reference.times), 0, len(moving) - 1), 0] == 1
    errors = conventions.angle(track.orientation[rows[keep]], q[keep])
    return float(np.degrees(np.sqrt(np.mean(errors**2))))


def test_scores_are_the_tools(shared, tool, tmp_path):
    for path in [p for p in recordings(shared) if p.parent.name == "broad"]:
        log = sensorlab.read(path)
        text = subprocess.run(
            [tool, "analyze", str(path), "--calibration", "none", "--filters", ",".join(FILTERS), "--json",
             "--out", str(tmp_path / "report")], capture_output=True, check=True).stdout
        sections = {f["name"]: f for f in json.loads(text)["filters"]}
        for name in FILTERS:
            found = rmse(sensorlab.fuse(log.streams, filter=name), log)
            assert found == pytest.approx(sections[name]["accuracy"]["totalRMSEDegrees"], abs=1e-9), (path.name, name)
