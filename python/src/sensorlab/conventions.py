"""The way to and from the conventions of other packages.

This package: quaternions (w, x, y, z), Hamilton, device to east-north-up (ENU), ``v_earth = q v q*``; rad/s, m/s² pointing up at
rest, µT.

=====================  ==============================  ============================  =====================================
package                its quaternion                  to this package               its readings
=====================  ==============================  ============================  =====================================
vqf                    w, x, y, z; device to ENU       as it is                      as ours, the field in any unit
ahrs Madgwick, Tilt    w, x, y, z; device to NWU       ``from_nwu(q)``               as ours, the field in any unit
ahrs Mahony            w, x, y, z; device to ENU       as it is                      as ours, the field in any unit
imufusion, ENU         w, x, y, z; device to ENU       as it is                      ``np.degrees(gyr)``, ``acc / 9.80665``
imufusion, NWU         w, x, y, z; device to NWU       ``from_nwu(q)``               the same
imufusion, NED         w, x, y, z; device to NED       ``from_ned(q)``               the same
scipy Rotation         x, y, z, w                      ``q[..., [3, 0, 1, 2]]``      --
=====================  ==============================  ============================  =====================================

Checked by ``python/tests/test_conventions.py`` against ahrs 0.4, imufusion 1.3 and vqf 2.1.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_HALF = np.sqrt(0.5)
# The rotation from north-west-up to east-north-up: a quarter turn about the vertical.
_NWU_TO_ENU = np.array([_HALF, 0.0, 0.0, _HALF])
# The rotation from north-east-down to east-north-up: half a turn about the horizontal axis between north and east.
_NED_TO_ENU = np.array([0.0, _HALF, _HALF, 0.0])


def multiply(p: npt.ArrayLike, q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The Hamilton product of quaternions (w, x, y, z) along the last axis."""
    a, b = np.moveaxis(np.asarray(p, float), -1, 0), np.moveaxis(np.asarray(q, float), -1, 0)
    return np.stack([
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ], axis=-1)


def conjugate(q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The inverse rotation of unit quaternions: earth to device."""
    inverse: npt.NDArray[np.float64] = np.asarray(q, np.float64) * np.array([1.0, -1.0, -1.0, -1.0])
    return inverse


def from_nwu(q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Device to north-west-up (ahrs's Madgwick and Tilt; imufusion's NWU) becomes device to east-north-up."""
    return multiply(_NWU_TO_ENU, q)


def to_nwu(q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Device to east-north-up becomes device to north-west-up."""
    return multiply(conjugate(_NWU_TO_ENU), q)


def from_ned(q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Device to north-east-down (imufusion's NED) becomes device to east-north-up; the device's axes stay ours."""
    return multiply(_NED_TO_ENU, q)


def to_ned(q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Device to east-north-up becomes device to north-east-down; the device's axes stay ours."""
    return multiply(conjugate(_NED_TO_ENU), q)


def to_true_north(q: npt.ArrayLike, declination: float) -> npt.NDArray[np.float64]:
    """Turns orientations from magnetic to true north; the declination is in degrees, east positive."""
    half = -0.5 * np.radians(declination)
    return multiply(np.array([np.cos(half), 0.0, 0.0, np.sin(half)]), q)


def angle(p: npt.ArrayLike, q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The angle between orientations, rad in [0, π]; exact near 0."""
    difference = multiply(p, conjugate(q))
    angles: npt.NDArray[np.float64] = 2 * np.arctan2(np.linalg.norm(difference[..., 1:], axis=-1), np.abs(difference[..., 0]))
    return angles
