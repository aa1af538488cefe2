"""Types of arguments that several calls have."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union

import numpy as np
import numpy.typing as npt

PathLike = Union[str, "os.PathLike[str]"]
# Latitude and longitude in degrees, and the height in metres above the ellipsoid.
Place = Union[Sequence[float], npt.NDArray[np.float64]]
Date = Union[str, datetime.date, np.datetime64]
# Seconds of the log's clock, or a time with its offset.
Instant = Union[float, str]
# ``auto``, ``none``, a file or several.
CalibrationChoice = Union[PathLike, Sequence[PathLike]]
North = Literal["true", "magnetic"]
# ``SENSOR=UNIT,CONVENTION`` as text, or a dictionary: ``{"accelerometer": "g,ios"}``.
Assumptions = Union[str, Sequence[str], Mapping[str, Any]]
# ``role=column[:unit],...`` as text, or a dictionary: ``{"t": "1:ms", "ax": 2}``.
Columns = Union[str, Sequence[str], Mapping[str, Any]]
# What is known of a reference: its north (``arbitrary``: a constant per log is removed), its axes or vertical, how late its stamps
# are in seconds, and what it is a reference of.
ReferenceNorth = Literal["true", "magnetic", "arbitrary"]
ReferenceFit = Literal["known", "fit"]
ReferenceDelay = Union[float, Literal["fit"]]
ReferenceParts = Literal["orientation", "heading", "inclination"]
HeadingAxis = Literal["auto", "top", "camera"]
