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

HEADING = "document.querySelector('#filters .plotted')"
ERROR = "document.querySelector('#summary .plotted')"
READOUT = f"{HEADING}.querySelector('.readout.on')?.innerText ?? ''"
TICKS = "[...{}.querySelectorAll('.dygraph-axis-label-{}')].map(t => t.textContent).join(' ')"


def plot(browser, expression):
    """Left, top, width, height of the area between the axes of a picture, once it is drawn and the pictures above it have their height."""
    area = None
    for _ in range(50):
        browser.evaluate(f"{expression}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        browser.wait(f"{expression}.querySelector('.dygraph-axis-label-y') !== null")
        seen, area = area, browser.evaluate(
            f"(() => {{ const plot = {expression}.plot, a = plot.graph.getArea(), r = plot.canvas.getBoundingClientRect();"
            "return [r.left + a.x, r.top + a.y, a.w, a.h]; })()")
        if area == seen:
            break
        time.sleep(0.1)
    return area


def ticks(browser, expression, axis):
    return browser.evaluate(TICKS.format(expression, axis))


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


def views(browser):
    """What each picture over time shows: first and last second."""
    return browser.evaluate("[...document.querySelectorAll('.plotted')].map(p => p.plot).filter(p => p.picture.x.kind === 'time')"
                            ".map(p => p.link.view.join(' '))")


def zooming(browser):
    plot(browser, HEADING)
    before = ticks(browser, HEADING, "x")
    left, top, width, height = plot(browser, ERROR)
    low = ticks(browser, ERROR, "y")
    browser.move((left + 0.45 * width, top + height / 2))
    coarse = browser.wait(f"{ERROR}.querySelector('.readout.on')?.innerText ?? ''")
    browser.drag((left + 0.44 * width, top + height / 2), (left + 0.46 * width, top + height / 2 + 3))
    browser.wait("document.documentElement.classList.contains('zoomed')")
    plot(browser, ERROR)
    seen = views(browser)
    check("dragging over a stretch changes the time axis of every picture over time",
          len(seen) > 3 and len(set(seen)) == 1 and seen[0].split()[0] != "0", f"{len(seen)} pictures, {seen[0]}")
    check("and fits the y axis to the values there", ticks(browser, ERROR, "y") != low, f"{low} -> {ticks(browser, ERROR, 'y')}")
    browser.move((left + 0.45 * width, top + height / 2))
    fine = browser.wait(f"{ERROR}.querySelector('.readout.on')?.innerText ?? ''")
    check("and the cursor reads single samples, not the extent of a column", coarse != fine and "…" not in fine, fine.replace("\n", ", "))
    count = browser.evaluate("(p => p.picture.curves.map(c => c.x.filter(x => x >= p.link.view[0] && x <= p.link.view[1]).length))"
                             f"({ERROR}.plot)")
    check("with more samples in the stretch than the picture of the whole has columns for it", min(count) > 0.02 * 960, count)
    span = browser.evaluate(f"{ERROR}.plot.graph.yAxisRange()")
    browser.drag((left + width / 2, top + 0.3 * height), (left + width / 2 + 2, top + 0.7 * height))
    inner = browser.evaluate(f"{ERROR}.plot.graph.yAxisRange()")
    check("dragging up or down enlarges the values", inner[1] - inner[0] < 0.6 * (span[1] - span[0]), f"{span} -> {inner}")
    browser.evaluate("document.querySelector('button.whole').click()")
    plot(browser, HEADING)
    check("and a button shows the whole again", ticks(browser, HEADING, "x") == before
          and not browser.evaluate("document.documentElement.classList.contains('zoomed')"))


def events(browser):
    """The list of what happened shows each part in all pictures."""
    stretch = browser.evaluate("(b => b && [b.dataset.from, b.dataset.to].map(Number))(document.querySelector('.events button'))")
    if not stretch:
        return
    browser.evaluate("document.querySelector('.events button').click()")
    seen = [[float(v) for v in view.split()] for view in views(browser)]
    check("an event in the list shows its part in every picture",
          all(abs(a - stretch[0]) < 0.1 and abs(b - stretch[1]) < 0.1 for a, b in seen), f"{stretch}: {seen[0]}")
    browser.evaluate("document.querySelector('button.whole').click()")


def toggling(browser):
    plot(browser, ERROR)
    before = browser.evaluate(f"{ERROR}.plot.graph.yAxisRange()")
    worst = browser.evaluate("(p => p.picture.curves.filter(c => !c.optional)"
                             ".map(c => [Math.max(...c.y.filter(v => !isNaN(v)).map(Math.abs)), c.name])"
                             f".sort((a, b) => b[0] - a[0])[0][1])({ERROR}.plot)")
    button = f"[...{ERROR}.querySelectorAll('.legend button')].find(b => b.value === {worst!r})"
    ink = f"(p => {{ const c = p.canvas.querySelectorAll('canvas'); return [...c].map(k => k.toDataURL()).join(); }})({ERROR}.plot)"
    drawn = browser.evaluate(ink)
    browser.evaluate(f"{button}.click()")
    after = browser.evaluate(f"{ERROR}.plot.graph.yAxisRange()")
    check("a name in the legend hides its line, and the y axis fits the others",
          browser.evaluate(ink) != drawn and after[1] - after[0] < before[1] - before[0], f"{worst}: {before} -> {after}")
    plot(browser, HEADING)
    pressed = f"[...{HEADING}.querySelectorAll('.legend button')].find(b => b.value === {worst!r}).getAttribute('aria-pressed')"
    check("in every picture", browser.wait(f"{pressed} === 'false'"))
    plot(browser, ERROR)
    browser.evaluate(f"{button}.click()")
    check("and shows it again", browser.evaluate(f"{ERROR}.plot.graph.yAxisRange()") == before)


def touching(browser, folder):
    browser.view(400, 800)
    browser.open("file://" + os.path.join(folder, "report.html"))
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    left, top, width, height = plot(browser, HEADING)
    y, whole = top + height / 2, views(browser)[0]

    def touch(kind, *places):
        points = [dict(x=left + share * width, y=y, id=index) for index, share in enumerate(places)]
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    touch("touchStart", 0.5)
    check("a finger reads values", "reference" in browser.wait(READOUT))
    touch("touchEnd")
    time.sleep(0.5)
    touch("touchStart", 0.4, 0.6)
    for step in range(1, 11):
        touch("touchMove", 0.4 - 0.02 * step, 0.6 + 0.02 * step)
    touch("touchEnd")
    time.sleep(0.5)
    pinched = [float(v) for v in views(browser)[0].split()]
    duration = float(whole.split()[1])
    check("two fingers zoom", 0.2 * duration < pinched[1] - pinched[0] < 0.5 * duration, pinched)
    touch("touchStart", 0.3)
    for step in range(1, 11):
        touch("touchMove", 0.3 + 0.03 * step)
    touch("touchEnd")
    time.sleep(0.5)
    panned = [float(v) for v in views(browser)[0].split()]
    check("a finger pans what is enlarged", panned[0] < pinched[0] - 0.02 * duration
          and abs(panned[1] - panned[0] - pinched[1] + pinched[0]) < 1e-6 * duration, panned)
    for _ in range(2):
        touch("touchStart", 0.5)
        touch("touchEnd")
    time.sleep(0.3)
    check("two taps show the whole", views(browser)[0] == whole)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.view(1400)


def keyboard(browser):
    browser.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    seen = []
    for _ in range(220):
        browser.press("Tab")
        seen.append(browser.evaluate("(e => e.closest('section')?.id + ' ' + e.className)(document.activeElement)"))
    pictures = {entry for entry in seen if entry.endswith(" canvas")}
    check("Tab reaches the pictures", {"summary canvas", "timeline canvas", "filters canvas"} <= pictures,
          ", ".join(sorted(pictures)))
    plot(browser, HEADING)
    browser.evaluate(f"{HEADING}.plot.canvas.focus()")
    browser.press("ArrowRight", count=3)
    first = browser.evaluate(READOUT)
    browser.press("ArrowRight", count=20)
    second = browser.evaluate(READOUT)
    said = browser.wait("[...document.querySelectorAll('[role=status]')].map(s => s.textContent).join('')")
    check("and what the cursor reads is spoken when the keys rest", "°" in said, said)
    check("arrow keys move the cursor", "°" in first and first != second and "reference" in second, second.replace("\n", ", "))
    browser.press("+")
    check("+ enlarges", browser.evaluate("document.documentElement.classList.contains('zoomed')"))
    browser.press("0")
    check("0 shows all", not browser.evaluate("document.documentElement.classList.contains('zoomed')"))
    browser.evaluate("document.activeElement.blur()")


def replay(browser):
    state = "[document.querySelector('.replay .time').textContent, document.querySelector('.replay .moment').innerHTML]"
    browser.call("Page.reload")
    time.sleep(1)
    browser.wait("document.readyState === 'complete' && document.documentElement.classList.contains('alive')")
    browser.evaluate("document.querySelector('#replay').scrollIntoView({behavior: 'instant'})")
    start, at = browser.evaluate("[+document.querySelector('.replay').dataset.start, +document.querySelector('.replay input').value]")
    shown = browser.evaluate("[...document.querySelectorAll('.replay output')].map(o => o.textContent)")[1]
    check("the replay starts with a place in view of both phones", at == start
          and browser.evaluate("[...document.querySelectorAll('.screen .view')].map(v => v.querySelectorAll('.ring').length)") == [1, 1])
    check("and says degrees, pixels and metres",
          "° too far" in shown and re.search(r"px|off the screen", shown) and " m at " in shown, shown)
    boxes = browser.evaluate("[...document.querySelectorAll('.screen .label')].map(r => (b => [b.x, b.y, b.width, b.height])"
                             "(r.getBoundingClientRect()))")
    apart = all(a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
                for i, a in enumerate(boxes) for b in boxes[:i])
    check("no label lies on another", boxes and apart, f"{len(boxes)} labels")
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
    browser.call("Emulation.setEmulatedMedia", media="print")
    seen = browser.evaluate("[...document.querySelectorAll('figure.live')].filter(f => !f.closest('details:not([open])'))"
                            ".map(f => [f.querySelector('.plotted').checkVisibility(),"
                            "[...f.querySelectorAll('svg.chart')].filter(v => v.checkVisibility()).length].join())")
    check("paper has the still pictures, each once", seen and set(seen) == {"false,1"}, f"{len(seen)} pictures")
    tops = browser.evaluate("['.subtitle', '.answer', '#summary figure svg.chart', '.dial svg.rose'].map(s => document.querySelector(s))"
                            ".map(e => e.getBoundingClientRect()).map(r => [r.top, r.bottom])")
    check("with verdict, picture and dial of the first screen below the title", tops[0][1] <= tops[1][0] < tops[1][1] <= tops[2][0]
          and tops[3][1] - tops[3][0] > 50, tops)
    browser.call("Emulation.setEmulatedMedia", media="")
    data = base64.b64decode(browser.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", data))
    check("the report prints", data.startswith(b"%PDF") and 3 <= pages <= 20, f"{pages} pages")
    if path:
        with open(path, "wb") as file:
            file.write(data)


def first_screen(browser, name, pictures):
    """Verdict and picture are in the first window; the picture has two curves, the dial follows its cursor."""
    browser.evaluate("scrollTo(0, 0)")
    browser.wait(f"Boolean({ERROR}?.plot?.graph)")
    top, bottom = browser.evaluate(f"(r => [r.top, r.bottom])({ERROR}.plot.canvas.getBoundingClientRect())")
    check(f"{name}: the picture is in the first window, below the verdict", browser.evaluate(
        "document.querySelector('.answer').getBoundingClientRect().bottom") < top and bottom <= 900, f"{top:.0f} to {bottom:.0f} px")
    shown = f"(p => p.picture.curves.filter(c => p.isShown(c)).map(c => c.name))({ERROR}.plot)"
    two = browser.evaluate(shown)
    left, top, width, height = plot(browser, ERROR)
    browser.evaluate("scrollTo(0, 0)")
    if pictures:
        browser.screenshot(os.path.join(pictures, name.replace(" ", "-").replace(",", "") + ".png"))
    hands = "[...document.querySelectorAll('.hands output')].map(o => o.textContent).join()"
    before = browser.evaluate(hands)
    left, top, width, height = browser.evaluate(
        f"(() => {{ const p = {ERROR}.plot, a = p.graph.getArea(), r = p.canvas.getBoundingClientRect();"
        "return [r.left + a.x, r.top + a.y, a.w, a.h]; })()")
    browser.move((left + 0.83 * width, top + height / 2))
    after = browser.evaluate(hands)
    check(f"{name}: the dial follows the cursor", before != after and "°" in after, f"{before} -> {after}")
    browser.move((2, 2))
    browser.evaluate(f"{ERROR}.querySelector('.legend .all').click()")
    check(f"{name}: two curves, and all of them on demand", len(two) == 2 < len(browser.evaluate(shown)), two)
    browser.evaluate(f"{ERROR}.querySelector('.legend .all').click()")


def speed(browser, tool, work):
    """Two minutes: size and first paint. Forty: an enlarged curve is a band of extremes."""
    for minutes in [2, 40]:
        log, folder = os.path.join(work, f"{minutes}.csv.gz"), os.path.join(work, f"minutes-{minutes}")
        subprocess.run([tool, "simulate", "ar-panning", "--duration", str(60 * minutes), "--seed", "3", "--out", log], check=True,
                       capture_output=True)
        subprocess.run([tool, "analyze", log, "--quiet", "--tracks", "none", "--out", folder], check=True)
        page = os.path.join(folder, "report.html")
        size = os.path.getsize(page)
        check(f"the page of {minutes} minutes is below {2 if minutes == 2 else 3} MB", size < (2e6 if minutes == 2 else 3e6),
              f"{size / 1e6:.2f} MB")
        paints = []
        for _ in range(3):
            browser.open("about:blank")
            browser.open("file://" + page)
            paints.append(browser.wait("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
        check("and painted within half a second (median of 3)", sorted(paints)[1] < 500, [round(p) for p in paints])
    browser.wait(f"Boolean({ERROR}?.plot?.graph)")
    browser.evaluate(f"(p => {{ p.banded = 0; const blocks = p.blocks; p.blocks = (...a) => {{ p.banded++; blocks.apply(p, a); }}; }})"
                     f"({ERROR}.plot)")
    browser.evaluate(f"{ERROR}.plot.link.zoom(600, 660)")
    drawn = browser.evaluate(f"{ERROR}.plot.banded")
    check("an enlarged stretch of a long log has bands of extremes, no lines between them", drawn >= 2, f"{drawn} curves")
    check("and the page says that it is thinned", browser.evaluate("document.querySelector('#timeline').innerText.includes('Thinned')"))


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
            first_screen(browser, name, pictures)
            if pictures:
                browser.screenshot(os.path.join(pictures, f"report-{width}-{'dark' if dark else 'light'}.png"), whole=True)
    browser.view(1400)
    browser.open("file://" + os.path.join(folder, "report.html"))
    reading(browser, folder, start)
    zooming(browser)
    events(browser)
    toggling(browser)
    keyboard(browser)
    replay(browser)
    printing(browser, pictures and os.path.join(pictures, "report.pdf"))
    touching(browser, folder)
    speed(browser, tool, work)
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
