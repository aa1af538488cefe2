"""What compare and benchmark share: the Python packages to compare with, and the driver in Swift."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build-wmm"
PACKAGES = ["numpy==2.4.6", "wmm-calculator==1.4.4", "pygeomag==1.1.0"]


def enter_environment() -> None:
    """Runs the calling script again inside a virtual environment that has the packages."""
    python = BUILD / "venv/bin/python"
    if pathlib.Path(sys.prefix) == BUILD / "venv":
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(BUILD / "venv")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    os.execv(python, [str(python), *sys.argv])


def build_driver() -> pathlib.Path:
    """Builds the driver of the package Benchmarks, optimised."""
    scratch = ROOT / ".build-bench"
    package = ["--package-path", str(ROOT / "Benchmarks"), "--scratch-path", str(scratch)]
    subprocess.run(["swift", "build", "-c", "release", *package, "--product", "GeomagnetismDriver"], check=True)
    return scratch / "release/GeomagnetismDriver"
