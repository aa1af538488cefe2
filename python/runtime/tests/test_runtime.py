"""The answers of sensorlab-runtime beside those of sensorlab, which runs the same code natively."""

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import sensorlab_runtime
from sensorlab_runtime import conventions

sensorlab = pytest.importorskip("sensorlab")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

ROOT = Path(__file__).resolve().parents[3]
NAMES = [f["name"] for f in sensorlab_runtime.filters()]
# Largest angle between the orientations of both, rad.
LIMIT = 2e-9


@pytest.fixture(scope="module")
def streams():
    """The streams of a simulated phone, of both packages."""
    native = sensorlab.read(ROOT / "datasets/ar-panning-barcelona.csv.gz").streams
    given = {name: (getattr(native, name).times, getattr(native, name).values) for name in ("gyroscope", "accelerometer", "magnetometer")}
    return native, sensorlab_runtime.Streams(**given, is_raw=native._is_raw)


@pytest.mark.parametrize("name", NAMES)
def test_filters_are_those_of_the_native_package(streams, name):
    expected, found = sensorlab.fuse(streams[0], filter=name), sensorlab_runtime.fuse(streams[1], filter=name)
    assert np.array_equal(found.times, expected.times) and found.heading_axis == expected.heading_axis
    assert conventions.angle(found.orientation, expected.orientation).max() <= LIMIT
    assert np.array_equal(np.isnan(found.heading), np.isnan(expected.heading))
    apart = np.angle(np.exp(1j * (found.heading - expected.heading)))
    assert np.nanmax(np.abs(apart), initial=0) < 1e-7
    for column in ("sigma", "inclination_sigma", "bias", "flags"):
        assert np.allclose(getattr(found, column), getattr(expected, column), rtol=1e-6, atol=1e-9, equal_nan=True), column


def test_the_catalogue_is_that_of_the_native_package():
    native = {f["name"]: f for f in sensorlab.filters() if not f["isOffline"]}
    assert NAMES == list(native)
    for each in sensorlab_runtime.filters():
        found = [(p["name"], p["unit"], p["defaultValue"], p["minimum"]) for p in each["parameters"]]
        assert found == [(p["name"], p["unit"], p["defaultValue"], p["minimum"]) for p in native[each["name"]]["parameters"]]


def test_sample_by_sample_is_the_same_to_the_bit(streams):
    fed = sensorlab_runtime.Filter("kalman", {"magnetometerNoise": 0.05})
    native = sensorlab.Filter("kalman", {"magnetometerNoise": 0.05})
    gate, native_gate = sensorlab_runtime.HeadingGate(), sensorlab.HeadingGate()
    gyr, acc, mag = (getattr(streams[1], name) for name in ("gyroscope", "accelerometer", "magnetometer"))
    for k in range(1500):
        sample = {"gyr": gyr.values[k], "acc": acc.values[k], "mag": mag.values[k // 2]}
        fed.update(int(gyr.times[k]), **sample)
        native.update(int(gyr.times[k]), **sample)
        assert gate.update(fed.estimate, int(gyr.times[k])) == native_gate.update(native.estimate, int(gyr.times[k]))
        assert gate.obstacle == native_gate.obstacle
    assert conventions.angle(fed.estimate.orientation, native.estimate.orientation) <= LIMIT
    assert fed.estimate.heading("camera") == pytest.approx(native.estimate.heading("camera"), abs=1e-8)
    fed.resume(int(gyr.times[1500]) + 10**10)
    with pytest.raises(sensorlab_runtime.DataError, match="ascending"):
        fed.update(0, gyr=(0, 0, 0))


def test_copies_go_their_own_ways_and_pickles_are_refused(streams):
    gyr, acc, mag = (getattr(streams[1], name) for name in ("gyroscope", "accelerometer", "magnetometer"))

    def feed(filter, gate, samples, turn=0):
        for k in samples:
            filter.update(int(gyr.times[k]), gyr=gyr.values[k] + turn, acc=acc.values[k], mag=mag.values[k // 2])
            gate.update(filter.estimate, int(gyr.times[k]))
        return filter.estimate.orientation, gate.ready, gate.obstacle

    first, gate = sensorlab_runtime.Filter("sensorlab"), sensorlab_runtime.HeadingGate()
    feed(first, gate, range(400))
    others = [(first.copy(), gate.copy()), (copy.deepcopy(first), copy.copy(gate))]
    feed(*others[1], range(400, 500), turn=1)
    orientation, ready, obstacle = feed(first, gate, range(400, 500))
    found = feed(*others[0], range(400, 500))
    assert np.array_equal(found[0], orientation) and found[1:] == (ready, obstacle)
    assert not np.array_equal(others[1][0].estimate.orientation, orientation)
    for one in (first, gate):
        with pytest.raises(TypeError, match="only copied"):
            pickle.dumps(one)


@pytest.mark.parametrize("model", [None, "WMM2020", "IGRF14"])
def test_the_field_is_that_of_the_native_package(model):
    lat, lon = np.meshgrid(np.linspace(-89, 89, 9), np.linspace(-180, 170, 9))
    expected = sensorlab.field(lat, lon, "2024-03-01", 500.0, model=model)
    found = sensorlab_runtime.field(lat, lon, "2024-03-01", 500.0, model=model)
    for column in ("declination", "declination_sigma", "inclination", "inclination_sigma", "north", "down", "intensity", "intensity_sigma"):
        assert np.allclose(getattr(found, column), getattr(expected, column), rtol=0, atol=1e-7, equal_nan=True), column
    assert np.array_equal(found.valid, expected.valid)
    with pytest.raises(sensorlab_runtime.UsageError):
        sensorlab_runtime.declination(91, 0, "2024-03-01")
    with pytest.raises(sensorlab_runtime.UsageError):
        sensorlab_runtime.field(0, 0, "yesterday")


@pytest.mark.parametrize("model", ["geodesic", "planar", "sine", "scene", "frustum"])
def test_places_are_where_the_native_package_has_them(model, tmp_path):
    rng = np.random.default_rng(5)
    places = np.column_stack([48 + rng.normal(scale=0.05, size=60), 11 + rng.normal(scale=0.05, size=60), rng.normal(500, 100, 60)])
    orientations = rng.normal(size=(20, 4))
    camera = tmp_path / "camera.json"
    camera.write_text(json.dumps({"width": 1080, "height": 1920, "focalX": 1500.1234567890123, "focalY": 1500.5}))
    screen = "portrait" if model in ("planar", "sine") else "right-edge-up"
    for options in ({}, {"camera": "iphone5", "screen": screen, "nearest": 10}, {"camera": camera, "maximum_distance": 4000.0}):
        arguments = (places, (48.0, 11.0, 500.0), orientations / np.linalg.norm(orientations, axis=1)[:, None])
        expected, found = (package.project(*arguments, model=model, **options) for package in (sensorlab, sensorlab_runtime))
        assert np.array_equal(found.states, expected.states)
        assert np.allclose(found.pixels, expected.pixels, rtol=0, atol=1e-4, equal_nan=True)
        assert np.allclose(found.distances, expected.distances, rtol=1e-9)


def fed(package, *calls):
    """A filter after calls at their times."""
    filter = package.Filter("vqf")
    for name, t in calls:
        getattr(filter, name)(t, **({"acc": (0, 0, 9.8)} if name == "update" else {}))


def test_the_longest_step_is_borne():
    fed(sensorlab_runtime, ("update", 1 - 2**62), ("resume", 2**62 - 1), ("update", 2**62 - 1))


def test_errors_are_those_of_the_native_package(streams):
    t, one = np.arange(5.0), np.ones((5, 3))
    for call in (
        lambda package: package.fuse(t, one, one, one, filter="kallman"),
        lambda package: package.fuse(t, one, one, one, filter="vqf", parameters={"x": 1}),
        lambda package: package.fuse(t, one, one, one, filter="vqf", parameters={"tauMag": -1}),
        lambda package: package.fuse(t[::-1], one, one, one),
        lambda package: package.fuse(t, one * np.nan, one, one),
        lambda package: package.project([[48, 11]], (48, 11), [1, 0, 0, 0], model="none"),
        lambda package: package.project([[48, 11]], (148, 11), [1, 0, 0, 0]),
        lambda package: package.project([[48, 11]], (48, 11), [1, 0, 0, 0], camera="none"),
        lambda package: fed(package, ("update", 1.0), ("resume", 0.5)),
        lambda package: fed(package, ("resume", 1.0), ("update", 0.5)),
        lambda package: fed(package, ("update", -(2**62))),
        lambda package: fed(package, ("update", 1 - 2**62), ("update", 2**62)),
        lambda package: fed(package, ("resume", 1 - 2**62), ("resume", 2**62)),
    ):
        kinds = []
        for package in (sensorlab, sensorlab_runtime):
            with pytest.raises(package.SensorLabError) as caught:
                call(package)
            kinds.append(type(caught.value).__name__)
        assert kinds[0] == kinds[1]
