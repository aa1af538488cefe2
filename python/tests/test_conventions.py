"""The conversions of `sensorlab.conventions`, against the other packages themselves."""

import numpy as np
import pytest
import sensorlab
from sensorlab import conventions


def poses():
    """Orientations at rest with what the sensors read: gravity up, the field 20 µT to the north and 43 µT down."""
    rng = np.random.default_rng(1)
    for q in rng.normal(size=(5, 4)):
        q = q / np.linalg.norm(q)

        def sensed(v, q=q):
            return conventions.multiply(conventions.multiply(conventions.conjugate(q), [0, *v]), q)[1:]

        yield q, sensed([0, 0, 9.81]), sensed([0, 20.0, -43.0])


def check(convert, limit=0.1):
    for q, acc, mag in poses():
        n = 4000
        found = convert(np.zeros((n, 3)), np.tile(acc, (n, 1)), np.tile(mag, (n, 1)))
        assert np.degrees(conventions.angle(found, q)) < limit


def test_this_package():
    check(lambda gyr, acc, mag: sensorlab.fuse(np.arange(len(gyr)) * 0.01, gyr, acc, mag, filter="kalman").orientation[-1])


def test_vqf():
    vqf = pytest.importorskip("vqf")
    check(lambda gyr, acc, mag: vqf.VQF(0.01).updateBatch(gyr, acc, mag)["quat9D"][-1])


def test_ahrs():
    ahrs = pytest.importorskip("ahrs")
    check(lambda gyr, acc, mag: conventions.from_nwu(ahrs.filters.Madgwick(gyr, acc, mag, gain=0.5).Q[-1]))
    check(lambda gyr, acc, mag: ahrs.filters.Mahony(gyr, acc, mag).Q[-1])


@pytest.mark.parametrize("name, convert", [
    ("ENU", lambda q: q), ("NWU", conventions.from_nwu), ("NED", conventions.from_ned)])
def test_imufusion(name, convert):
    imufusion = pytest.importorskip("imufusion")

    def run(gyr, acc, mag):
        settings = imufusion.AhrsSettings()
        settings.sample_rate = 100.0
        settings.convention = getattr(imufusion, f"CONVENTION_{name}")
        filter = imufusion.Ahrs()
        filter.set_settings(settings)
        for g, a, m in zip(np.degrees(gyr), acc / 9.80665, mag):
            filter.update(g, a, m)
        return convert(np.array(filter.get_quaternion(), float))

    check(run)


def test_conversions_undo_each_other():
    for q, _, _ in poses():
        assert np.allclose(conventions.to_nwu(conventions.from_nwu(q)), q)
        assert np.allclose(conventions.to_ned(conventions.from_ned(q)), q)
        assert np.allclose(conventions.angle(conventions.to_true_north(q, 4.0), q), np.radians(4.0))
