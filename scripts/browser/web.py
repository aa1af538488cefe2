"""The page web/index.html from file:// in a headless Chromium: logs are dropped, a slider is moved, and the tracks that it saves are
compared with those of Node. Run by scripts/checks/web-browser; one line per check, exit code 1 if one fails.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checks
from browser import Browser
from checks import check

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "web", "tracks.mjs")
# What the page saves is kept in `saved` by its type.
KEEP = """window.saved = {}; URL.createObjectURL = blob => { blob.text().then(text => { window.saved[blob.type] = text; }); return '#'; }"""
TYPES = {"tracks": "text/csv", "options": "application/json"}


def node(*arguments):
    return subprocess.run(["node", SCRIPT, *arguments], capture_output=True, text=True, check=True).stdout


def drop(browser, path):
    """Drops a file on the page; waits for its answer, and gives what the page has to complain of."""
    name = os.path.basename(path)
    data = base64.b64encode(open(path, "rb").read()).decode()
    runs = browser.evaluate("Number(document.body.dataset.runs ?? 0)")
    browser.evaluate(f"""(() => {{
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob('{data}'), letter => letter.charCodeAt(0))], {json.dumps(name)}));
        document.dispatchEvent(new DragEvent('drop', {{dataTransfer: transfer, cancelable: true}}));
    }})()""")
    browser.wait(f"!document.querySelector('#problem').hidden || Number(document.body.dataset.runs ?? 0) > {runs}")
    return browser.evaluate("document.querySelector('#problem').hidden ? '' : document.querySelector('#problem').textContent")


def saved(browser, button):
    browser.evaluate("window.saved = {}")
    browser.click("#" + button)
    return browser.wait(f"window.saved['{TYPES[button]}']")


def rows(text):
    """Filter, time and orientation of every row."""
    cells = [line.split(",")[:6] for line in text.strip().splitlines() if not line.startswith("filter,")]
    return [(row[0], [float(cell) for cell in row[1:]]) for row in cells]


def compare(browser, path):
    """The page's tracks beside those of Node with the page's parameters."""
    page, changes = rows(saved(browser, "tracks")), saved(browser, "options")
    names = list(dict.fromkeys(name for name, _ in page))
    other = rows(node("tracks", path, changes, *names))
    worst = max((abs(a - b) for (_, one), (_, two) in zip(page, other) for a, b in zip(one[1:], two[1:])), default=float("inf"))
    same = len(page) == len(other) > 0 and all(one[0] == two[0] and one[1][0] == two[1][0] for one, two in zip(page, other))
    # The page writes nine decimals.
    check(f"{os.path.basename(path)}: the orientations of {', '.join(names)} are those of Node", same and worst <= 1e-9,
          f"{len(page)} rows, {worst:.1e}")
    return json.loads(changes)


browser = Browser()
try:
    browser.view(1200)
    browser.open("file://" + os.path.join(ROOT, "web", "index.html"))
    browser.wait("document.body.dataset.ready")
    browser.evaluate(KEEP)
    with tempfile.TemporaryDirectory() as folder:
        node("logs", folder)
        for name, words in [("canonical.csv", "canonical log"), ("sensor-logger.zip", "Sensor Logger"), ("phyphox.zip", "phyphox")]:
            path = os.path.join(folder, name)
            said = drop(browser, path)
            facts = browser.evaluate("document.querySelector('#facts').textContent")
            check(f"{name} is read", not said and facts.startswith(words) and "gyroscope 2000 at 100 Hz" in facts, said or facts)
            compare(browser, path)
        said = drop(browser, os.path.join(folder, "two.zip"))
        check("a zip of two recordings is refused, the log stays",
              "several recordings" in said and browser.evaluate("document.querySelector('#name').textContent") == "phyphox.zip", said)
        browser.evaluate("document.querySelector('details').open = true")
        before = saved(browser, "tracks")
        slider = browser.evaluate("document.querySelector('#parameters input[type=range]').id")
        browser.evaluate(f"document.getElementById('{slider}').focus()")
        browser.press("ArrowRight", count=40)
        check("a slider changes the tracks", saved(browser, "tracks") != before, slider)
        changes = compare(browser, path)
        check("what it changed is saved", list(changes) == ["sensorlab"] and list(changes["sensorlab"]) == [slider[2:]], changes)
    check("no error in the console", not browser.errors, browser.errors)
finally:
    browser.close()
sys.exit(1 if checks.failures else 0)
