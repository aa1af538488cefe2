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
    """Builds the module and the driver, optimised as SwiftPM's release builds are."""
    sources = sorted(str(path) for path in (ROOT / "Sources/Geomagnetism").rglob("*.swift"))
    common = ["swiftc", "-O", "-wmo", "-swift-version", "6"]
    library = ["-emit-library", "-static", "-emit-module", "-parse-as-library", "-module-name", "Geomagnetism"]
    subprocess.run([*common, *library, *sources, "-o", "libGeomagnetism.a"], cwd=BUILD, check=True)
    driver = str(ROOT / "scripts/geomagnetism/driver/main.swift")
    subprocess.run([*common, driver, "-I", ".", "-L", ".", "-lGeomagnetism", "-lm", "-o", "wmm-driver"], cwd=BUILD, check=True)
    return BUILD / "wmm-driver"
