"""Filters over arrays and sample by sample."""

import copy
import pickle

import numpy as np
import pytest
import sensorlab

CAUSAL = [f["name"] for f in sensorlab.filters() if not f["isOffline"]]


def test_heading_follows_a_turn(turning):
    t, gyr, acc, mag = turning
    track = sensorlab.fuse(t, gyr, acc, mag, filter="kalman")
    assert track.heading_axis == "camera"
    assert np.degrees(track.heading[-1]) == pytest.approx(9 * t[-1], abs=0.5)
    assert track.orientation.shape == (len(track), 4) and track.bias.shape == (len(track), 3)
    assert np.allclose(np.linalg.norm(track.orientation, axis=1), 1)
    assert np.isfinite(track.sigma).all() and track.flags.shape == (len(track), 2)


@pytest.mark.parametrize("name", CAUSAL)
def test_sample_by_sample_is_the_same_to_the_bit(turning, name):
    t, gyr, acc, mag = turning
    track = sensorlab.fuse(t, gyr, acc, mag, filter=name)
    live = sensorlab.Filter(name)
    for k in range(len(t)):
        live.update(t[k], gyr=gyr[k], acc=acc[k], mag=mag[k])
    assert np.array_equal(live.estimate.orientation, track.orientation[-1])
    assert np.array_equal(live.estimate.bias, track.bias[-1])


@pytest.mark.parametrize("name", CAUSAL)
def test_a_pickled_filter_goes_on_to_the_bit(turning, name):
    t, gyr, acc, mag = turning
    first = sensorlab.Filter(name)
    for k in range(700):
        first.update(t[k], gyr=gyr[k], acc=acc[k], mag=mag[k])
    others = [first.copy(), copy.deepcopy(first), pickle.loads(pickle.dumps(first))]
    for k in range(700, 900):
        for each in (first, *others):
            each.update(t[k], gyr=gyr[k], acc=acc[k], mag=mag[k])
    for each in others:
        assert each.name == name
        assert np.array_equal(each.estimate.orientation, first.estimate.orientation)
        assert np.array_equal(each.estimate.bias, first.estimate.bias)


def test_a_new_filter_is_pickled():
    assert pickle.loads(pickle.dumps(sensorlab.Filter("vqf"))).estimate is None


def test_damaged_states_are_refused(turning):
    t, gyr, acc, mag = turning
    live = sensorlab.Filter("vqf")
    live.update(t[0], gyr=gyr[0], acc=acc[0], mag=mag[0])
    restore, (name, saved) = live.__reduce__()
    rng = np.random.default_rng(7)
    for _ in range(200):
        damaged = bytearray(saved)
        damaged[rng.integers(len(saved))] ^= 1 << rng.integers(8)
        with pytest.raises(sensorlab.DataError) as caught:
            restore(name, bytes(damaged))
        assert caught.value.code == "bad-filter-state"
    for count in (0, 1, 32, len(saved) - 1):
        with pytest.raises(sensorlab.DataError):
            restore(name, saved[:count])


def test_sensors_have_stamps_of_their_own(turning):
    t, gyr, acc, mag = turning
    streams = sensorlab.Streams(gyroscope=(t, gyr), accelerometer=(t[::2], acc[::2]), magnetometer=(t[::5], mag[::5]))
    track = sensorlab.fuse(streams, filter="sensorlab")
    assert np.degrees(track.heading[-1]) == pytest.approx(9 * t[-1], abs=0.5)
    nanoseconds = np.rint(t * 1e9).astype(np.int64)
    same = sensorlab.fuse(sensorlab.Streams(
        gyroscope=(nanoseconds, gyr), accelerometer=(nanoseconds[::2].astype("datetime64[ns]"), acc[::2]),
        magnetometer=(t[::5], mag[::5])))
    assert np.array_equal(track.orientation, same.orientation)


def test_a_strided_or_single_array_is_taken(turning):
    t, gyr, acc, mag = turning
    wide = np.hstack([gyr, acc, mag])
    track = sensorlab.fuse(t, wide[:, :3], wide[:, 3:6], wide[:, 6:], filter="vqf")
    assert np.array_equal(track.orientation, sensorlab.fuse(t, gyr, acc, mag, filter="vqf").orientation)
    single = sensorlab.fuse(t, *(np.asfortranarray(x, np.float32) for x in (gyr, acc, mag)), filter="vqf")
    assert np.abs(single.orientation - track.orientation).max() < 1e-5


def test_parameters_change_the_answer(turning):
    t, gyr, acc, mag = turning
    slow = sensorlab.fuse(t, gyr, acc, mag, filter="vqf", parameters={"tauMag": 100})
    assert not np.array_equal(slow.orientation, sensorlab.fuse(t, gyr, acc, mag, filter="vqf").orientation)


@pytest.mark.parametrize("change, code", [
    ({"filter": "vfq"}, "unknown-filter"),
    ({"parameters": {"tauMga": 1}}, "unknown-parameter"),
    ({"parameters": {"tauMag": -1}}, "parameter-out-of-range"),
    ({"parameters": {"tauMag": float("nan")}}, "parameter-out-of-range"),
    ({"parameters": {"tauMag": "much"}}, "illegal-argument"),
    ({"heading_axis": "left"}, "illegal-argument"),
])
def test_wrong_choices_say_what_to_do(turning, change, code):
    with pytest.raises(sensorlab.UsageError) as caught:
        sensorlab.fuse(*turning, **{"filter": "vqf", **change})
    assert caught.value.code == code and caught.value.advice


def test_wrong_data_is_refused(turning):
    t, gyr, acc, mag = turning
    bad = acc.copy()
    bad[77, 1] = np.nan
    with pytest.raises(sensorlab.DataError, match="sample 77") as caught:
        sensorlab.fuse(t, gyr, bad, mag)
    assert caught.value.code == "not-finite"
    with pytest.raises(sensorlab.DataError) as caught:
        sensorlab.fuse(t[::-1], gyr, acc, mag)
    assert caught.value.code == "time-backwards"
    with pytest.raises(sensorlab.DataError) as caught:
        sensorlab.fuse(t, gyr)
    assert caught.value.code == "no-filter-runs"
    with pytest.raises(sensorlab.DataError) as caught:
        sensorlab.fuse(t[:0], gyr[:0], acc[:0], mag[:0])
    assert caught.value.code == "no-filter-runs"
    with pytest.raises(sensorlab.UsageError):
        sensorlab.fuse(t, gyr[:-1], acc, mag)
    live = sensorlab.Filter("vqf")
    live.update(1.0, acc=acc[0])
    with pytest.raises(sensorlab.DataError):
        live.update(0.5, acc=acc[0])
    with pytest.raises(sensorlab.UsageError):
        sensorlab.Filter("map")


def gated(gate, sigma_degrees, disturbed, times):
    """Feeds estimates of one sigma; returns the time from which it is ready, None if it is not."""
    first = None
    for t in times:
        nan = np.full(4, np.nan)
        estimate = sensorlab.Estimate(nan, np.radians(sigma_degrees), 0.01, nan[:3], nan[:3], -1, disturbed)
        if gate.update(estimate, float(t)) and first is None:
            first = t
    return first


def test_the_gate_opens_after_a_second_and_closes_at_a_magnet():
    gate = sensorlab.HeadingGate()
    assert not gate.ready and gate.obstacle == "unknown"
    assert gated(gate, 20, 0, np.arange(0, 3, 0.1)) is None and gate.obstacle == "uncertain"
    assert gated(gate, 4, 0, np.arange(3, 6, 0.1)) == pytest.approx(4)
    others = [gate.copy(), copy.deepcopy(gate), pickle.loads(pickle.dumps(gate))]
    for each in (gate, *others):
        assert each.ready and each.obstacle == "none"
        gated(each, 4, 1, np.arange(6, 10, 0.1))
        assert not each.ready and each.obstacle == "disturbed"
    assert not gate.update(None, 10.0) and gate.obstacle == "unknown"


def test_a_gate_of_other_limits():
    assert gated(sensorlab.HeadingGate(ready_sigma=0.5, ready_time=0), 20, 0, [0.0]) == 0
    for limits in ({"sigma": 1}, {"ready_sigma": -1}, {"ready_time": float("nan")}):
        with pytest.raises(sensorlab.UsageError):
            sensorlab.HeadingGate(**limits)
