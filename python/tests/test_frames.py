"""Tables of pandas in and out, the tool's warnings and questions, and what notebooks show."""

import warnings

import numpy as np
import pytest
import sensorlab
from sensorlab import SensorLabWarning

pandas = pytest.importorskip("pandas")


@pytest.fixture
def table(turning):
    """The turning phone as a table; the acceleration varies a little, as a sensor's does."""
    t, gyr, acc, mag = turning
    rng = np.random.default_rng(1)
    columns = ["gx", "gy", "gz", "ax", "ay", "az", "mx", "my", "mz"]
    values = np.hstack([gyr, acc, mag]) + rng.normal(scale=0.01, size=(len(t), 9))
    return pandas.DataFrame(values, index=pandas.Index(t, name="t"), columns=columns)


def codes(call):
    """The codes of the warnings that a call gives, each with an advice or none needed."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    found = [w.message for w in caught if isinstance(w.message, SensorLabWarning)]
    assert all(w.filename == __file__ for w in caught if isinstance(w.message, SensorLabWarning)), [w.filename for w in caught]
    return [w.code for w in found]


def test_a_log_becomes_one_table_and_comes_back(demo):
    log = sensorlab.read(demo)
    whole = log.to_dataframe()
    assert whole["ax"].count() == len(log["accelerometer"]) and whole["ref_qw"].count() == len(log["reference"])
    assert whole.attrs["units"]["mx"] == "uT" and whole.attrs["units"]["gx"] == "rad/s"
    assert isinstance(whole.index, pandas.TimedeltaIndex) and whole.attrs["date"] == "2015-06-22"
    back = sensorlab.read(whole)
    for name in ("accelerometer", "gyroscope", "magnetometer", "reference"):
        assert np.array_equal(back[name].values, log[name].values), name
        assert np.array_equal(np.diff(back[name].times), np.diff(log[name].times)), name
    assert back.information["metadata"]["place"]["latitude"] == 41.375
    assert np.array_equal(back.fuse("vqf").orientation, log.fuse("vqf").orientation)


def durations(t):
    """Seconds as pandas durations, exactly."""
    return pandas.to_timedelta(np.rint(t * 1e9).astype(np.int64), unit="ns")


@pytest.mark.parametrize("index", [
    lambda t: pandas.Timestamp("2026-06-01", tz="UTC") + durations(t),
    lambda t: pandas.Timestamp("2026-06-01", tz="Europe/Vienna") + durations(t),
    lambda t: pandas.Timestamp("2026-06-01") + durations(t),
    durations,
])
def test_indices_of_every_kind(table, index):
    t = table.index.to_numpy()
    expected = sensorlab.read(table)
    stamped = table.set_axis(index(t), axis=0)
    found = sensorlab.read(stamped)
    assert np.abs(np.diff(found["gyroscope"].times) - np.diff(expected["gyroscope"].times)).max() <= 1
    as_arrays = sensorlab.Streams(gyroscope=(stamped.index, table[["gx", "gy", "gz"]]))
    assert np.abs(np.diff(as_arrays.gyroscope.times) - np.diff(expected["gyroscope"].times)).max() <= 1
    tracks = [log.fuse("vqf", calibration="none").orientation for log in (found, expected)]
    assert np.abs(tracks[0] - tracks[1]).max() < 1e-6


def test_a_column_may_hold_the_time(table):
    plain = table.reset_index()
    assert np.array_equal(sensorlab.read(plain)["gyroscope"].times, sensorlab.read(table)["gyroscope"].times)


def test_columns_and_assumptions_are_the_tools(table, tmp_path):
    path = tmp_path / "plain.csv"
    odd = table[["ax", "ay", "az", "gx", "gy", "gz"]].reset_index()
    odd["t"] = np.rint(odd["t"] * 1000).astype(int)
    odd[["ax", "ay", "az"]] /= 9.80665
    odd.to_csv(path, header=False, index=False)
    columns = {"t": "1:ms", "ax": "2:g", "ay": "3:g", "az": "4:g", "gx": 5, "gy": 6, "gz": 7}
    log = sensorlab.read(path, columns=columns)
    assert np.median(np.linalg.norm(log["accelerometer"].values, axis=1)) == pytest.approx(9.81, abs=0.01)
    assert np.diff(log["gyroscope"].t)[0] == pytest.approx(0.01)
    turned = sensorlab.read(path, columns=columns, assume={"accelerometer": "g,ios"})
    assert np.allclose(turned["accelerometer"].values, -log["accelerometer"].values)


def test_a_table_in_g_and_milliseconds_is_understood(table):
    odd = table.reset_index()
    odd["t"] = np.rint(odd["t"] * 1000).astype(int)
    odd[["ax", "ay", "az"]] /= 9.80665
    log = sensorlab.read(odd)
    assert np.median(np.linalg.norm(log["accelerometer"].values, axis=1)) == pytest.approx(9.81, abs=0.01)
    assert np.diff(log["gyroscope"].t)[0] == pytest.approx(0.01)


def test_arrays_in_other_units_are_questioned(turning):
    t, gyr, acc, mag = turning
    fuse = sensorlab.fuse
    assert codes(lambda: fuse(t, gyr, acc, mag)) == []
    assert codes(lambda: fuse(t, gyr, acc / 9.80665, mag)) == ["unit-undecided"]
    assert codes(lambda: fuse(t, gyr, -acc, mag)) == ["sign-undecided"]
    assert "clock-assumed" in codes(lambda: fuse(np.rint(1000 * t).astype(np.int64), gyr, acc, mag))


def test_uncalibrated_headings_do_not_come_in_silence(demo):
    log = sensorlab.read(demo)
    assert codes(lambda: sensorlab.fuse(log.streams, filter="vqf")) == ["uncalibrated"]
    assert "uncalibrated" not in codes(lambda: log.fuse("vqf"))


def test_warnings_of_the_tool_have_code_and_advice(table):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sensorlab.analyze(table, filters="vqf")
    found = [w.message for w in caught if isinstance(w.message, SensorLabWarning)]
    assert "no-declination" in [w.code for w in found]
    assert all(w.reason and w.code in str(w) for w in found)


def test_a_log_that_was_read_keeps_its_options(demo, tmp_path):
    log = sensorlab.read(demo, to=40.0)
    report = sensorlab.analyze(log, filters=["vqf"], out=tmp_path / "report")
    assert report["recording"]["durationSeconds"] == pytest.approx(40, abs=0.1)
    assert (tmp_path / "report" / "report.html").is_file()
    with pytest.raises(sensorlab.UsageError):
        sensorlab.analyze(log, to=10.0)
    assert "<table>" in report._repr_html_() and "usable" in repr(report)
    assert report.to_dataframe().loc["vqf", "heading"] < 2


def test_ones_own_filter_is_compared(demo, tmp_path):
    log = sensorlab.read(demo)
    comparison = sensorlab.compare(log, ["vqf", "lowpass"], tracks={"mine": log.fuse("vqf")})
    assert [line.split()[1] for line in str(comparison).splitlines()] == ["filter", *comparison["filters"]]
    errors = comparison.to_dataframe().reset_index().set_index("filter")["total"]
    assert errors["mine"] == pytest.approx(errors["vqf"], abs=1e-5) and errors["lowpass"] > errors["vqf"]
    assert "mine" in comparison._repr_html_()
    reference = log.fuse("kalman").save(tmp_path / "reference.csv")
    against = sensorlab.compare(demo, "kalman", reference=reference).to_dataframe()
    assert against["total"].max() < 1e-3
    with pytest.raises(sensorlab.UsageError, match="did you mean"):
        sensorlab.compare(demo, "kallman")


def test_a_track_becomes_a_table_and_a_picture(turning):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    track = sensorlab.fuse(*turning, filter="kalman")
    table = track.to_dataframe()
    assert table.attrs["units"]["heading"] == "deg" and len(table) == len(track)
    axes = track.plot(label="kalman")
    assert len(axes.lines) == 1 and "heading" in axes.get_ylabel()


def test_the_field_has_the_tools_unit():
    assert 40 < sensorlab.field(48.137, 11.575, "2026-06-01").intensity < 55


def turned(log, degrees=0.0, late=0.0):
    """The log's reference as a file's table: headings higher by so many degrees, stamps late by so many seconds."""
    reference = log["reference"]
    q = sensorlab.conventions.to_true_north(reference.values, degrees)
    return pandas.DataFrame(q, index=pandas.Index(reference.t + late, name="t"), columns=["ref_qw", "ref_qx", "ref_qy", "ref_qz"])


def errors(answer, name="vqf"):
    """The errors of a filter in a report or a comparison."""
    found = answer["filters"] if "recording" in answer else answer["recordings"][0]["filters"]
    return next(each["accuracy"] for each in found if each["name"] == name)


def test_what_is_known_of_a_reference_is_said(demo, tmp_path):
    log = sensorlab.read(demo, without=["reference"])
    original = errors(sensorlab.compare(demo, "vqf"))
    path = tmp_path / "reference.csv"
    turned(sensorlab.read(demo), degrees=40, late=0.1).to_csv(path)
    given = {"reference": path, "reference_north": "arbitrary", "reference_delay": "fit"}
    compared, report = sensorlab.compare(log, "vqf", **given), sensorlab.analyze(log, filters="vqf", out=tmp_path / "report", **given)
    for answer in (compared, report):
        assert errors(answer)["headingRMSEAfterOffsetDegrees"] == pytest.approx(original["headingRMSEAfterOffsetDegrees"], abs=0.1)
        assert errors(answer)["totalRMSEDegrees"] < original["totalRMSEDegrees"] + 0.2
    assert errors(sensorlab.compare(log, "vqf", reference=path, reference_north="true"))["headingRMSEDegrees"] > 30
    late = sensorlab.compare(log, "vqf", reference=path, reference_north="arbitrary", reference_delay=0.1)
    assert errors(late)["inclinationRMSEDegrees"] == pytest.approx(original["inclinationRMSEDegrees"], abs=0.05)
    inclination = errors(sensorlab.analyze(log, filters="vqf", reference=path, reference_parts="inclination", reference_delay=0.1))
    assert inclination["headingRMSEDegrees"] is None and inclination["inclinationRMSEDegrees"] < 2
    with pytest.raises(sensorlab.UsageError, match="arbitrary"):
        sensorlab.analyze(log, reference=path, reference_north="east")
    with pytest.raises(sensorlab.UsageError):
        sensorlab.analyze(log, reference=path, reference_delay="soon")


def test_terms_of_a_reference_are_part_of_a_table(demo):
    table = sensorlab.read(demo).to_dataframe()
    table.attrs |= {"north": "arbitrary", "reference-delay": 0.25, "reference-parts": "heading"}
    log = sensorlab.read(table)
    said = log.information["metadata"]["reference"]
    assert (said["north"], said["delay"], said["parts"]) == ("arbitrary", 0.25, "heading")
    again = log.to_dataframe().attrs
    assert (again["north"], again["reference-delay"], again["reference-parts"]) == ("arbitrary", 0.25, "heading")


def test_headings_alone_are_a_reference(table):
    headings = np.degrees(sensorlab.fuse(table, filter="kalman").heading)
    table["ref_heading"] = np.nan
    table.loc[table.index[-len(headings):], "ref_heading"] = headings
    table["ref_heading_sigma"] = 2.0
    table["dev_heading"] = 90.0
    log = sensorlab.read(table)
    assert np.allclose(log["referenceHeading"].values[:, 1], np.radians(2)) and log["heading"].values[0, 0] == pytest.approx(np.pi / 2)
    back = log.to_dataframe()
    assert np.allclose(back["ref_heading"].dropna(), headings[np.isfinite(headings)]) and back.attrs["units"]["ref_heading"] == "deg"
    assert back["ref_heading_sigma"].dropna().to_numpy() == pytest.approx(2.0) and back["dev_heading"].iloc[0] == pytest.approx(90)
    found = errors(sensorlab.compare(log, "kalman", calibration="none", north="magnetic"), "kalman")
    assert found["headingRMSEDegrees"] < 0.1 and found["totalRMSEDegrees"] is None


def test_ones_own_filter_is_analysed(demo, tmp_path):
    log = sensorlab.read(demo)
    track = log.fuse("vqf")
    path = tmp_path / "mine.csv"
    # Columns in another order, earth to device.
    rows = sensorlab.conventions.conjugate(track.orientation)[:, [1, 2, 3, 0]]
    pandas.DataFrame(rows, index=pandas.Index(track.t, name="t"), columns=["qx", "qy", "qz", "qw"]).to_csv(path)
    report = sensorlab.analyze(
        log, filters="vqf", tracks={"object": track, "file": path}, track_conventions={"file": "earth-to-device,true"})
    assert errors(report, "object")["totalRMSEDegrees"] == pytest.approx(errors(report)["totalRMSEDegrees"], abs=1e-5)
    assert errors(report, "file")["totalRMSEDegrees"] == pytest.approx(errors(report)["totalRMSEDegrees"], abs=1e-5)
    with pytest.raises(sensorlab.UsageError, match="words"):
        sensorlab.analyze(log, tracks={"mine": path}, track_conventions={"mine": "sideways"})
    with pytest.raises(sensorlab.UsageError, match="no track other"):
        sensorlab.compare(log, tracks={"mine": path}, track_conventions={"other": "xyzw"})
    for call in (sensorlab.analyze, sensorlab.compare):
        with pytest.raises(TypeError, match="tracks: found list, expected a dictionary"):
            call(log, filters="vqf", tracks=[track])
        with pytest.raises(TypeError, match="track_conventions: found str"):
            call(log, filters="vqf", tracks={"mine": track}, track_conventions="ned")
        with pytest.raises(sensorlab.UsageError, match="name every track"):
            call(log, filters="vqf", tracks={"": track})
        with pytest.raises(sensorlab.UsageError, match="give only one"):
            call(log, filters="vqf", reference=track, device_attitude=True)
