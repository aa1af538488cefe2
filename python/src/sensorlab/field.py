"""The geomagnetic field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

import numpy as np
import numpy.typing as npt

from ._arguments import array_of, numbers
from ._library import FIELD_NUMBERS, decimal_year, field_values
from ._types import Date
from .errors import UsageError

Values = Union[float, npt.NDArray[np.float64]]
# One date or several: ``YYYY-MM-DD``, dates, or decimal years.
Dates = Union[Date, npt.ArrayLike]


@dataclass(frozen=True)
class Field:
    """The field at one point (floats) or several (arrays).

    Attributes
    ----------
    declination, declination_sigma, inclination, inclination_sigma
        Degrees; true heading = magnetic heading + declination, east positive; inclination downwards positive. Sigmas are NaN
        where the model states none.
    north, east, down, horizontal, intensity, intensity_sigma
        Microtesla.
    valid
        Whether date and height lie within the model's validity.
    """

    declination: Values
    declination_sigma: Values
    inclination: Values
    inclination_sigma: Values
    north: Values
    east: Values
    down: Values
    horizontal: Values
    intensity: Values
    intensity_sigma: Values
    valid: bool | npt.NDArray[np.bool_]


def field(
    lat: npt.ArrayLike, lon: npt.ArrayLike, date: Dates, height: npt.ArrayLike = 0.0, *, model: str | None = None
) -> Field:
    """The geomagnetic field, by the World Magnetic Model in force at the date or another model.

    Parameters
    ----------
    lat, lon : float or array
        Degrees, WGS 84.
    date : str, date, datetime64, float, or array of them
        ``YYYY-MM-DD`` or a decimal year.
    height : float or array
        Metres above the ellipsoid.
    model : str, optional
        A name of ``sensorlab declination --model``: WMM2025, WMMHR2025, IGRF14, ...

    Returns
    -------
    Field
        Of the common shape of the arguments.

    Raises
    ------
    UsageError
        For places and dates that no model covers, and for shapes that do not fit together.

    Examples
    --------
    >>> import sensorlab
    >>> round(sensorlab.field(48.137, 11.575, "2026-06-01").declination, 1)
    4.3
    """
    names = ("lat", "lon", "height", "date")
    given = [array_of(lat, "lat"), array_of(lon, "lon"), array_of(height, "height"), _years(date)]
    try:
        parts = np.broadcast_arrays(*given)
    except ValueError:
        raise UsageError("illegal-argument", ", ".join(names), "their shapes do not fit together", "pass equal shapes") from None
    shape = parts[0].shape
    flat = [numbers(part.ravel(), name) for part, name in zip(parts, names)]
    table = field_values(np.column_stack(flat[:3]), flat[3], model).reshape(shape)
    valid = table["valid"] == 1
    # The library's forces are in nanotesla.
    columns = {
        name.removesuffix("_degrees"): table[name].copy() if name.endswith("_degrees") else table[name] * 1e-3
        for name in FIELD_NUMBERS}
    if shape == ():
        return Field(**{name: float(value) for name, value in columns.items()}, valid=bool(valid))
    return Field(**columns, valid=valid)


def declination(
    lat: npt.ArrayLike, lon: npt.ArrayLike, date: Dates, height: npt.ArrayLike = 0.0, *, model: str | None = None
) -> Values:
    """The magnetic declination, degrees east positive: true heading = magnetic heading + declination.

    The arguments are those of `field`, which gives the uncertainty too.

    Examples
    --------
    >>> import sensorlab
    >>> round(sensorlab.declination(48.137, 11.575, "2026-06-01"), 1)
    4.3
    """
    return field(lat, lon, date, height, model=model).declination


def _years(date: Dates) -> npt.NDArray[np.float64]:
    """Decimal years of whatever shape."""
    dates = array_of(date, "date")
    if dates.dtype.kind in "fiu":
        return dates.astype(np.float64)
    if dates.dtype.kind not in "UMO":
        raise UsageError("illegal-argument", "date", f"found the dtype {dates.dtype}, expected dates or decimal years", "pass YYYY-MM-DD")
    years = np.empty(dates.shape)
    for index, one in np.ndenumerate(dates):
        years[index] = decimal_year(str(one))
    return years
