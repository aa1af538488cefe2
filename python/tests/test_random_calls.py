"""Ten thousand random calls: each succeeds or raises an exception of the package; none ends the process."""

import numpy as np
import pytest
import sensorlab

CALLS = 10_000
NAMES = [f["name"] for f in sensorlab.filters()]
CAUSAL = [f["name"] for f in sensorlab.filters() if not f["isOffline"]]
DTYPES = [np.float64, np.float32, np.int64, np.uint8, np.bool_, np.complex128, object, "U4", "datetime64[s]"]


def odd_number(rng):
    return rng.choice([0.0, -0.0, 1.0, -1.0, np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324, 2.0**62, -(2.0**63), rng.normal()])


def odd_array(rng, n, width):
    """Mostly what is expected; sometimes another shape, dtype, or odd numbers."""
    shape = (n, width) if width else (n,)
    if rng.random() < 0.1:
        shape = tuple(int(k) for k in rng.integers(0, 6, size=rng.integers(0, 4)))
    array = np.asarray(rng.normal(scale=10 ** rng.uniform(-3, 3), size=shape))
    if rng.random() < 0.2 and array.size:
        array.flat[rng.integers(array.size)] = odd_number(rng)
    if rng.random() < 0.1:
        with np.errstate(all="ignore"):
            try:
                return array.astype(DTYPES[rng.integers(len(DTYPES))])
            except (ValueError, TypeError):
                return array
    if rng.random() < 0.05:
        return [None, "text", 3, [], [[1, 2], [3]], {"a": 1}, b"bytes"][rng.integers(7)]
    return array[::-1] if array.ndim and rng.random() < 0.1 else array


def odd_times(rng, n):
    if rng.random() < 0.15:
        return odd_array(rng, n, None)
    t = np.cumsum(rng.exponential(0.01, size=n))
    if rng.random() < 0.2:
        t = t * 10 ** rng.uniform(-6, 12)
    return t


def odd_parameters(rng):
    if rng.random() < 0.7:
        return None
    return [{"tauMag": float(odd_number(rng))}, {"magnetometerNoise": float(odd_number(rng))}, {"x\0": 1}, {3: 4}, {"a": "b"}, 7][
        rng.integers(6)]


def fuse(rng):
    n = int(rng.choice([0, 1, 2, 3, 20, 60]))
    t = odd_times(rng, n)
    arrays = [None if rng.random() < 0.1 else odd_array(rng, n, 3) for _ in range(3)]
    sensorlab.fuse(t, *arrays, filter=str(rng.choice([*NAMES, "none", ""])), parameters=odd_parameters(rng))


def streams(rng):
    pairs = {name: (odd_times(rng, n), odd_array(rng, n, 3))
             for name in ("gyroscope", "accelerometer", "gravity", "magnetometer") for n in [int(rng.choice([0, 1, 5, 50]))]}
    sensorlab.fuse(sensorlab.Streams(**pairs), filter=str(rng.choice(CAUSAL)))


def samples(rng):
    live = sensorlab.Filter(str(rng.choice(CAUSAL)), odd_parameters(rng))
    t = 0.0
    for _ in range(10):
        t = float(odd_number(rng)) if rng.random() < 0.05 else t + rng.exponential(0.01)
        live.update(t, **{name: odd_array(rng, 3, None) for name in ("gyr", "acc", "mag", "gravity") if rng.random() < 0.7})
        estimate = live.estimate
        if estimate is not None:
            estimate.heading("camera")


def field(rng):
    n = int(rng.integers(0, 4))
    sensorlab.field(odd_array(rng, n, None), odd_array(rng, n, None), rng.choice(["2026-06-01", "2026-13-01", "", "x"]), odd_number(rng))


def project(rng):
    sensorlab.project(
        odd_array(rng, int(rng.integers(0, 4)), int(rng.integers(2, 4))), odd_array(rng, 3, None), odd_array(rng, 2, 4),
        model=str(rng.choice(["geodesic", "planar", "sine", "scene", "frustum", "none"])),
        nearest=[None, 1, -1, 10**12][rng.integers(4)], maximum_distance=float(odd_number(rng)) if rng.random() < 0.3 else None)


def calibrate(rng):
    n = int(rng.choice([0, 1, 10, 100]))
    pair = (odd_times(rng, n), odd_array(rng, n, 3))
    source = sensorlab.Streams(gyroscope=pair, accelerometer=pair, magnetometer=pair)
    sensorlab.calibrate(str(rng.choice(["magnetometer", "gyroscope", "accelerometer", "in-use", "none"])), source)


def apply(rng):
    content = [b"", b"{}", b"\xff\x00", b"[" * 200, b'{"schema":"sensorlab.calibration/1"}'][rng.integers(5)]
    sensorlab.Calibration(content).apply("magnetometer", odd_array(rng, 5, 3))


@pytest.mark.parametrize("work, share", [
    (fuse, 0.35), (streams, 0.2), (samples, 0.2), (field, 0.1), (project, 0.1), (calibrate, 0.02), (apply, 0.03)])
def test_random_calls(work, share):
    done = 0
    for seed in range(round(CALLS * share)):
        rng = np.random.default_rng([seed, len(work.__name__)])
        try:
            with np.errstate(all="ignore"):
                work(rng)
            done += 1
        except sensorlab.SensorLabError as error:
            assert error.code and str(error)
    assert done > 0 or work is apply
