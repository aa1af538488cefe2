"""Places of interest on the screen of a camera."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._arguments import array_of, numbers
from ._library import project_places
from .errors import UsageError

STATES = ("visible", "outside", "behind", "filtered", "undefined", "near")


@dataclass(frozen=True)
class Screen:
    """Where places are on the screen.

    Attributes
    ----------
    pixels : ndarray, shape (n, m, 2)
        For n orientations and m places: pixels from the left and from the top edge; NaN without one.
    states : ndarray of uint8, shape (n, m)
        Indices into `STATES`: visible; outside (in front of the camera, beside the screen); behind; filtered; undefined;
        near.
    distances : ndarray, shape (m,)
        Metres, as the model has them.
    """

    pixels: npt.NDArray[np.float64]
    states: npt.NDArray[np.uint8]
    distances: npt.NDArray[np.float64]

    @property
    def visible(self) -> npt.NDArray[np.bool_]:
        """Which are on the screen, shape (n, m)."""
        visible: npt.NDArray[np.bool_] = self.states == 0
        return visible


def project(
    places: npt.ArrayLike, observer: npt.ArrayLike, orientation: npt.ArrayLike, *, model: str = "geodesic",
    camera: str | os.PathLike[str] | None = None, screen: str | None = None,
    maximum_distance: float | None = None, nearest: int | None = None,
) -> Screen:
    """Projects places onto the screen.

    Parameters
    ----------
    places : array of shape (m, 2) or (m, 3)
        Latitude and longitude in degrees, height in metres above the ellipsoid (the observer's where there is no column).
    observer : sequence of 2 or 3 numbers
        The same of the observer; height 0 where it is not given.
    orientation : array of shape (n, 4) or (4,)
        Quaternions (w, x, y, z), device to east-north-up with TRUE north.
    model : str
        geodesic, planar, planar-published, sine, sine-published, scene or frustum.
    camera : str or path, optional
        A camera of the catalogue or a camera file; ``generic`` without.
    screen : {'portrait', 'right-edge-up', 'upside-down', 'left-edge-up'}, optional
    maximum_distance : float, optional
        Metres.
    nearest : int, optional
        Only so many of the nearest places.

    Returns
    -------
    Screen

    Raises
    ------
    UsageError, DataError
        For names, shapes and coordinates that do not fit.
    """
    observer_row = _rows(numbers(observer, "observer")[np.newaxis], "observer", 0.0)
    table = _rows(places, "places", float(observer_row[0, 2]))
    quaternions = numbers(np.atleast_2d(array_of(orientation, "orientation")), "orientation", 4)
    return Screen(*project_places(
        model, camera, table, observer_row, quaternions, {"screen": screen, "maximum_distance": maximum_distance, "nearest": nearest}))


def _rows(value: npt.ArrayLike, name: str, height: float) -> npt.NDArray[np.float64]:
    table = array_of(value, name)
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise UsageError("illegal-argument", name, f"found the shape {table.shape}, expected (m, 2) or (m, 3)", "degrees, metres")
    rows = numbers(table, name, table.shape[1])
    return rows if table.shape[1] == 3 else np.column_stack([rows, np.full(len(rows), height)])
