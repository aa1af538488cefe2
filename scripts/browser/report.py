"""What a person does with a report, in a headless Chromium: used by scripts/browser/test.py."""
import base64
import csv
import gzip
import os
import re
import subprocess
import time

import checks
from checks import check

VISIBLE = "[...document.querySelectorAll('#{} svg.chart[data-axis=time]')].find(v => v.clientWidth)"
HEADING = VISIBLE.format("heading")
READOUT = f"{HEADING}.parentNode.querySelector('.readout.on')?.innerText ?? ''"
TICKS = f"[...{HEADING}.querySelectorAll('text')].filter(t => t.checkVisibility()).map(t => t.textContent).join(' ')"


def plot(browser, expression):
    """Left, top, width, height of the plot of a picture, from its own figures: a nested svg has the box of its contents."""
    browser.evaluate(f"{expression}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
    return browser.evaluate(f"(() => {{ const s = {expression}, p = s.querySelector('svg.plot');"
                            "const r = s.getBoundingClientRect(), k = r.width / s.viewBox.baseVal.width;"
                            "const n = name => +p.getAttribute(name) * k;"
                            "return [r.left + n('x'), r.top + n('y'), n('width'), n('height')]; })()")


def seconds(text):
    """1:02.5 or 62.5 as a number."""
    total = 0.0
    for part in text.split(":"):
        total = 60 * total + float(part)
    return total


def headings(folder, name):
    """Times since the log's start and headings of one filter, from tracks.csv."""
    with open(os.path.join(folder, "tracks.csv"), newline="") as file:
        rows = [(float(row["t"]), row["heading"]) for row in csv.DictReader(file) if row["filter"] == name]
    return [(t, float(heading)) for t, heading in rows if heading]


def reading(browser, folder, start):
    """The cursor says what tracks.csv says."""
    left, top, width, height = plot(browser, HEADING)
    browser.move((left + 0.4 * width, top + height / 2))
    text = browser.wait(READOUT)
    at = seconds(re.search(r"([\d:.]+) s", text).group(1))
    found = re.search(r"kalman (-?[\d.]+)(?: … (-?[\d.]+))?", text)
    low, high = float(found.group(1)), float(found.group(2) or found.group(1))
    near = [h for t, h in headings(folder, "kalman") if abs(t - start - at) < 0.1]
    check("the cursor reads the heading that tracks.csv holds", near and min(near) - 0.5 <= high and max(near) + 0.5 >= low,
          f"at {at} s {low} to {high}, the file {min(near):.1f} to {max(near):.1f}")
    browser.move((left + 0.4 * width, top - 300))


def zooming(browser):
    before = browser.evaluate(TICKS)
    left, top, width, height = plot(browser, HEADING)
    browser.drag((left + 0.3 * width, top + height / 2), (left + 0.6 * width, top + height / 2))
    browser.wait("document.documentElement.classList.contains('zoomed')")
    during = browser.evaluate(TICKS)
    views = browser.evaluate("[...document.querySelectorAll('svg.chart[data-axis=time]')].filter(v => v.clientWidth).map("
                             "v => v.querySelector('svg.plot').getAttribute('viewBox') !== null)")
    check("dragging over a stretch changes the axis of every picture over time", before != during and len(views) > 3 and all(views),
          f"{len(views)} pictures")
    browser.evaluate("document.querySelector('button.whole').click()")
    check("and a button shows the whole again", browser.evaluate(TICKS) == before
          and not browser.evaluate("document.documentElement.classList.contains('zoomed')"))


def keyboard(browser):
    browser.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    seen = []
    for _ in range(80):
        browser.press("Tab")
        seen.append(browser.evaluate("(e => e.closest('section')?.id + ' ' + e.tagName.toLowerCase())(document.activeElement)"))
    pictures = {entry for entry in seen if entry.endswith(" svg")}
    check("Tab reaches the pictures", {"heading svg", "error svg", "distribution svg", "rho svg"} <= pictures,
          ", ".join(sorted(pictures)))
    browser.evaluate(f"{HEADING}.focus()")
    browser.press("ArrowRight", count=3)
    first = browser.evaluate(READOUT)
    browser.press("ArrowRight", count=20)
    second = browser.evaluate(READOUT)
    check("arrow keys move the cursor", "°" in first + "°" and first != second and "reference" in second, second.replace("\n", ", "))
    browser.press("+")
    check("+ enlarges", browser.evaluate("document.documentElement.classList.contains('zoomed')"))
    browser.press("0")
    check("0 shows all", not browser.evaluate("document.documentElement.classList.contains('zoomed')"))
    browser.evaluate("document.activeElement.blur()")


def replay(browser):
    state = "[document.querySelector('.replay .time').textContent, document.querySelector('.replay .moment').innerHTML]"
    browser.evaluate("document.querySelector('#replay').scrollIntoView({behavior: 'instant'})")
    before = browser.evaluate(state)
    browser.click(".replay .play")
    browser.wait(f"{state}[0] !== {before[0]!r}")
    time.sleep(1)
    during = browser.evaluate(state)
    browser.click(".replay .play")
    time.sleep(0.2)
    stopped = browser.evaluate(state)
    time.sleep(0.5)
    check("the replay plays, moves its marks and stops", before[1] != during[1] and browser.evaluate(state) == stopped,
          f"{before[0]} -> {during[0]}")
    left, top, width, height = plot(browser, HEADING)
    browser.move((left + 0.9 * width, top + height / 2))
    check("and follows the cursor of the pictures", browser.evaluate(state)[0] != stopped[0])
    browser.move((2, 2))


def printing(browser, path):
    data = base64.b64decode(browser.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", data))
    check("the report prints", data.startswith(b"%PDF") and 3 <= pages <= 20, f"{pages} pages")
    if path:
        with open(path, "wb") as file:
            file.write(data)


def demo_report(browser, tool, log, work, pictures):
    folder = os.path.join(work, "report")
    subprocess.run([tool, "analyze", log, "--quiet", "--out", folder], check=True)
    with gzip.open(log, "rt") as file:
        start = next(float(line.split(",")[0]) for line in file if line[0].isdigit())
    for width in [1400, 400]:
        for dark in [False, True]:
            browser.errors.clear()
            browser.view(width, 900, dark)
            browser.open("file://" + os.path.join(folder, "report.html"))
            name = f"report, {width} px {'dark' if dark else 'light'}"
            checks.page(browser, name)
            if pictures:
                browser.screenshot(os.path.join(pictures, f"report-{width}-{'dark' if dark else 'light'}.png"), whole=True)
    browser.view(1400)
    browser.open("file://" + os.path.join(folder, "report.html"))
    reading(browser, folder, start)
    zooming(browser)
    keyboard(browser)
    replay(browser)
    printing(browser, pictures and os.path.join(pictures, "report.pdf"))
    check("no error on the console after all this", not browser.errors, browser.errors or "")


def poor_reports(browser, tool, log, work):
    """Logs that lack something or mean harm: each has a page without errors that fits a telephone."""
    two = os.path.join(work, "two.csv")
    with open(two, "w") as file:
        file.write("t,ax,ay,az,gx,gy,gz,mx,my,mz\n0,0,9.8,0,0,0,0,20,-40,0\n0.01,0,9.8,0,0,0,0,20,-40,0\n")
    hostile = "<img src=x onerror=document.title=1>'\"&amp; `x` {{name}}"
    long = os.path.join(work, hostile + "\n" + "n" * 170 + ".csv")
    with gzip.open(log, "rt") as source, open(long, "w") as file:
        file.write(f"# device: {hostile} {'d' * 300}\n# start: \"</script><script>document.title=1</script>\n")
        file.writelines(line for line in list(source)[:3000] if not line.startswith("#"))
    cases = [("without magnetometer", [log, "--without", "magnetometer"]), ("without gyroscope", [log, "--without", "gyroscope"]),
             ("without reference", [log, "--without", "reference"]), ("of two samples", [two]), ("of a hostile name", [long])]
    for index, (name, arguments) in enumerate(cases):
        folder = os.path.join(work, f"poor-{index}")
        run = subprocess.run([tool, "analyze", *arguments, "--quiet", "--out", folder], capture_output=True, text=True)
        check(f"a report {name} is made", run.returncode == 0, run.stderr.strip()[:200])
        if run.returncode:
            continue
        for width, dark in [(1400, True), (400, False)]:
            browser.errors.clear()
            browser.view(width, 900, dark)
            browser.open("file://" + os.path.join(folder, "report.html"))
            checks.page(browser, f"report {name}, {width} px")
        harmless = browser.evaluate("document.querySelectorAll('img,iframe').length === 0 && document.title.length > 2")
        check(f"report {name}: the log's text stays text", harmless, browser.evaluate("document.title")[:60])
