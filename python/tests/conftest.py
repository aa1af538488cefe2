"""Recordings for the tests, and the tool."""

import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def demo():
    """The simulated recording that the repository holds."""
    path = ROOT / "datasets/ar-panning-barcelona.csv.gz"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return path


@pytest.fixture
def shared():
    """The public recordings, which are too large for the repository; SENSORLAB_SHARED names the folder."""
    path = Path(os.environ.get("SENSORLAB_SHARED", ROOT.parent / "shared")) / "datasets"
    if not path.is_dir():
        pytest.skip(f"there are no recordings in {path}")
    return path


@pytest.fixture
def tool():
    """The command-line tool of this environment."""
    beside = Path(sys.executable).with_name("sensorlab")
    path = str(beside) if beside.exists() else shutil.which("sensorlab")
    if path is None:
        pytest.skip("the command-line tool is not on the PATH")
    return path


@pytest.fixture
def turning():
    """A phone that is held up and turned to the right by 9 degrees per second for 20 s: t, gyr, acc, mag."""
    t = np.arange(2000) * 0.01
    heading = np.radians(9) * t
    gyr = np.tile([0.0, -np.radians(9), 0.0], (2000, 1))
    acc = np.tile([0.0, 9.81, 0.0], (2000, 1))
    mag = np.column_stack([-20 * np.sin(heading), np.full(2000, -43.0), -20 * np.cos(heading)])
    return t, gyr, acc, mag
