"""Field, projection, calibration, logs and analysis."""

import datetime
import json
import subprocess

import numpy as np
import pytest
import sensorlab
from sensorlab import conventions


def test_tool_and_package_have_one_version(tool):
    version = subprocess.run([tool, "--version"], capture_output=True, check=True, text=True).stdout
    assert version.strip() == sensorlab.__version__


def test_declination_has_the_values_of_the_world_magnetic_model():
    # Decimal year, height in m, latitude, longitude, declination, intensity: of the test values that NOAA publishes with WMM2025.
    rows = np.array([
        [2025.0, 28_000, 89, -121, -99.77, 56214.419888], [2025.0, 48_000, 80, -96, -29.91, 55665.134163],
        [2025.0, 65_000, 43, 93, 0.50, 55626.621348], [2025.0, 3_000, -50, -103, 27.96, 38431.724126],
    ])
    found = sensorlab.field(rows[:, 2], rows[:, 3], rows[:, 0], rows[:, 1], model="WMM2025")
    assert np.abs(found.declination - rows[:, 4]).max() <= 0.005 + 1e-9
    assert np.abs(1000 * found.intensity - rows[:, 5]).max() < 1e-3
    assert found.declination.shape == (4,) and found.valid.dtype == bool


def test_field_takes_dates_of_every_kind():
    day = datetime.date(2026, 6, 1)
    by_text = sensorlab.declination(48.137, 11.575, "2026-06-01")
    assert by_text == sensorlab.declination(48.137, 11.575, day)
    assert by_text == sensorlab.declination(48.137, 11.575, np.datetime64("2026-06-01T12:00"))
    assert isinstance(by_text, float) and 3 < by_text < 6
    grid = sensorlab.field(np.array([[40.0], [50.0]]), np.array([0.0, 10.0, 20.0]), "2026-06-01")
    assert grid.declination.shape == (2, 3) and (grid.declination_sigma > 0).all()
    assert sensorlab.field([], [], "2026-06-01").declination.shape == (0,)
    for wrong in ({"lat": 91}, {"date": "yesterday"}, {"date": "1500-01-01"}, {"lon": float("nan")}):
        with pytest.raises(sensorlab.UsageError):
            sensorlab.field(**{"lat": 48, "lon": 11, "date": "2026-06-01", **wrong})


def test_field_is_the_tools(tool):
    text = subprocess.run(
        [tool, "declination", "--place", "48.137,11.575", "--date", "2026-06-01", "--json"], capture_output=True, check=True).stdout
    section = json.loads(text)["geomagnetism"]
    found = sensorlab.field(48.137, 11.575, "2026-06-01")
    assert found.declination == section["declinationDegrees"]
    assert found.declination_sigma == section["declinationSigmaDegrees"]


def test_a_place_ahead_is_in_the_middle():
    upright_to_the_north = np.array([np.sqrt(0.5), np.sqrt(0.5), 0, 0])
    # Along the meridian north, at the observer's height; east and south of it.
    screen = sensorlab.project([[48.01, 11.0], [48.0, 11.01], [47.99, 11.0]], (48.0, 11.0), upright_to_the_north)
    assert screen.pixels.shape == (1, 3, 2) and screen.states[0, 0] == 0 and screen.states[0, 2] == 2
    assert screen.distances[0] == pytest.approx(1112, abs=2)
    turned = conventions.to_true_north(upright_to_the_north, 5.0)
    assert sensorlab.project([[48.01, 11.0]], (48.0, 11.0), turned).pixels[0, 0, 0] < screen.pixels[0, 0, 0]
    with pytest.raises(sensorlab.UsageError, match="geodesic"):
        sensorlab.project([[48.01, 11.0]], (48.0, 11.0), upright_to_the_north, model="geodesik")
    with pytest.raises(sensorlab.DataError):
        sensorlab.project([[148.01, 11.0]], (48.0, 11.0), upright_to_the_north)


def sphere(count, radius, centre):
    """Readings in all directions about a hard iron."""
    rng = np.random.default_rng(3)
    directions = rng.normal(size=(count, 3))
    return centre + radius * directions / np.linalg.norm(directions, axis=1)[:, None] + rng.normal(scale=0.3, size=(count, 3))


def test_calibration_of_arrays_finds_the_hard_iron(tmp_path):
    hard_iron = np.array([12.0, -7.0, 30.0])
    t = np.arange(3000) * 0.02
    streams = sensorlab.Streams(magnetometer=(t, sphere(3000, 48.0, hard_iron)))
    fit = sensorlab.calibrate("magnetometer", streams, out=tmp_path / "mag.json", method="geometric", alignment="none")
    found = sensorlab.Calibration.load(tmp_path / "mag.json")
    assert found.sections == fit.sections
    corrected = found.apply("magnetometer", streams.magnetometer.values)
    lengths = np.linalg.norm(corrected, axis=1)
    assert lengths.std() / lengths.mean() < 0.02
    with pytest.raises(sensorlab.DataError) as caught:
        found.apply("gyroscope", np.zeros((2, 3)))
    assert caught.value.code == "no-calibration"
    with pytest.raises(sensorlab.DataError):
        sensorlab.calibrate("gyroscope", streams)
    with pytest.raises(sensorlab.UsageError):
        sensorlab.calibrate("compass", streams)
    with pytest.raises(TypeError, match="metod"):
        sensorlab.calibrate("magnetometer", streams, metod="map")
    with pytest.raises(sensorlab.FileError):
        sensorlab.Calibration.load(tmp_path / "none.json")


def test_calibration_of_a_log_is_the_tools(demo, tool, tmp_path):
    subprocess.run([tool, "calibrate", "in-use", str(demo), "--out", str(tmp_path / "tool.json"), "--quiet"], check=True)
    ours = sensorlab.calibrate("in-use", demo).sections
    assert ours == json.loads((tmp_path / "tool.json").read_text())


def test_a_log_is_read_into_columns(demo):
    log = sensorlab.read(demo)
    assert {"gyroscope", "accelerometer", "magnetometer", "reference"} <= set(log.names)
    gyroscope = log["gyroscope"]
    assert gyroscope.values.shape == (len(gyroscope), 3) and (np.diff(gyroscope.times) >= 0).all()
    assert log["reference"].values.shape[1] == 4
    sensors = {s["sensor"]: s["samples"] for s in log.information["recording"]["streams"]}
    assert sensors["gyroscope"] == len(gyroscope)
    part = sensorlab.read(demo, from_=float(gyroscope.t[0]), to=float(gyroscope.t[0]) + 1.0, without=["magnetometer"])
    assert len(part["gyroscope"]) < len(gyroscope) and len(part["magnetometer"]) == 0
    with pytest.raises(sensorlab.UsageError, match="did you mean gyroscope"):
        log["gyroscop"]
    with pytest.raises(sensorlab.FileError) as caught:
        sensorlab.read("no-such-log.csv")
    assert caught.value.code in ("no-such-file", "no-such-input")


def test_a_log_becomes_a_frame(demo):
    pandas = pytest.importorskip("pandas")
    frame = sensorlab.read(demo).frame("accelerometer")
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == ["x", "y", "z"]


def test_analysis_is_the_tools(demo, tool, tmp_path):
    report = sensorlab.analyze(demo, filters=["vqf", {"name": "kalman", "parameters": {"magnetometerNoise": 0.05}}])
    text = subprocess.run(
        [tool, "analyze", str(demo), "--json", "--filters", "vqf,kalman", "--set", "kalman.magnetometerNoise=0.05",
         "--out", str(tmp_path / "report")], capture_output=True, check=True).stdout
    expected = json.loads(text)
    for each in (report, expected):
        del each["performance"]
    assert report == expected


def test_calibration_says_what_it_holds(tmp_path):
    content = {"schema": "sensorlab.calibration/1", "magnetometer": {"accepted": True}, "gyroscope": {"accepted": False}}
    (tmp_path / "c.json").write_text(json.dumps(content))
    assert repr(sensorlab.Calibration.load(tmp_path / "c.json")) == "Calibration(magnetometer: accepted, gyroscope: refused)"
    assert repr(sensorlab.Calibration(b"{")) == "Calibration(damaged)"


def test_errors_name_arguments():
    for name, parameters, place in (("klaman", {}, 'filter "klaman"'), ("vqf", {"x": 1}, 'parameter "vqf.x"')):
        with pytest.raises(sensorlab.UsageError) as caught:
            sensorlab.Filter(name, parameters)
        assert caught.value.place == place


def test_unknown_options_are_refused(demo):
    with pytest.raises(TypeError):
        sensorlab.read(demo, nosuch=1)
    with pytest.raises(TypeError):
        sensorlab.read(demo).fuse("vqf", nosuch=1)
