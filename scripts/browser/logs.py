"""Verdict, several logs, signals, search and the AR view of the page of `serve`: used by scripts/browser/test.py."""
import json
import os
import time

import checks
from checks import check

ANSWERED = "document.body.dataset.answers >= 1 && !document.body.className"
# Every row is scored.
SCORED = "!r.some(row => row[1] === '\u2026')"
ROWS = "[...document.querySelectorAll('#logs tbody tr')].map(r => [...r.children].map(c => c.textContent))"
SIGNALS = ["strength", "force", "turn", "field"]


def number(text):
    return float(text.replace("\u2212", "-").replace("\u00b0", "").split()[0])


def plot(name):
    return f"document.querySelector('#{name} .plotted').plot"


def verdict(browser, server):
    """The page says what the report says, and says it first."""
    browser.view(1400)
    browser.open(server.address)
    browser.wait(ANSWERED)
    grade = browser.wait("document.querySelector('#grade strong')?.textContent", 120)
    _, text, _ = server.ask("POST", server.path + "verdict", json.dumps({"log": 1}))
    answer = json.loads(text)
    check("the page begins with the verdict of the report", grade == answer["text"] + "."
          and browser.evaluate("document.querySelector('#headline').textContent") == answer["headline"], grade)
    colour = browser.evaluate("document.querySelector('#verdict').className")
    check("in the colour of the report's", colour == answer["state"], colour)
    recommended = json.dumps(answer["filter"])
    check("it opens on the recommended filter", browser.wait(f"document.querySelector('#tuned').value === {recommended}", 10))
    charts, sliders = browser.box("#heading"), browser.box("#parameters")
    check("with the charts beside the sliders", charts[0] > sliders[0] + sliders[2] and charts[1] < sliders[1] + sliders[3],
          f"{charts} {sliders}")
    browser.view(400, 860)
    check("and above them on a phone", browser.box("#error")[1] < browser.box("#parameters")[1])
    browser.view(1400)
    top, cards = browser.box("#verdict")[1], browser.box("#cards")[1]
    check("above everything that is tuned", top < cards, f"{top:.0f} and {cards:.0f}")


def signals(browser):
    """The sensors' charts have the time axis of the headings, and no slider draws them again."""
    for name in SIGNALS:
        browser.evaluate(f"document.querySelector('#{name}').scrollIntoView({{block: 'center', behavior: 'instant'}})")
        browser.wait(f"Boolean({plot(name)}.graph && {plot(name)}.picture.curves.length)")
    lengths = [browser.evaluate(f"{plot(name)}.picture.curves.map(c => c.x.length)") for name in SIGNALS]
    check("field strength and the three components of force, turn rate and field are drawn",
          [len(n) for n in lengths] == [2, 3, 3, 3] and all(n[0] > 50 for n in lengths), lengths)
    expected = browser.evaluate(f"[...{plot('strength')}.picture.curves[1].y]")
    note = browser.evaluate("document.querySelector('#strength h3').textContent")
    check("with the expected strength", len(expected) == 2 and 20 < expected[0] < 70 and "expected" in note, note)
    browser.evaluate("document.querySelector('#in').click()")
    shown = []
    for name in ["heading"] + SIGNALS:
        browser.evaluate(f"document.querySelector('#{name}').scrollIntoView({{block: 'center', behavior: 'instant'}})")
        shown.append(browser.wait(f"(r => r[0] > 0 && r.map(v => v.toFixed(3)).join())({plot(name)}.graph.xAxisRange())"))
    check("a zoom is one for all of them", len(set(shown)) == 1, set(shown))
    browser.evaluate("document.querySelector('#all').click()")
    browser.evaluate("document.querySelector('#field .legend button[value=x]').click()")
    check("a name hides its component", browser.evaluate(f"{plot('field')}.link.hidden.has('x')"))
    browser.evaluate("document.querySelector('#field .legend button[value=x]').click()")


def sight(browser):
    """The view shows the moment of the cursor."""
    browser.evaluate("document.querySelector('#view').scrollIntoView({block: 'center', behavior: 'instant'})")
    state = "[...document.querySelectorAll('#marks output')].map(o => o.textContent)"
    first = browser.wait(f"(s => s.length >= 2 && s[1] && s)({state})")
    drawn = browser.evaluate("document.querySelectorAll('#view .moment *').length")
    check("the AR view draws reference and tuned filter", drawn > 10 and "too far" in first[-1], first)
    browser.evaluate(f"{plot('heading')}.link.point(20, {plot('heading')})")
    moved = browser.wait(f"(s => s[0] === 'at 0:20.0' && s)({state})")
    check("at the cursor's time", moved != first, moved)


def several(browser, server):
    """A row per log with the mean; a click shows that log."""
    browser.view(1400)
    browser.open("about:blank")
    browser.open(server.address)
    browser.wait(ANSWERED)
    rows = browser.wait(f"(r => r.length === 3 && r[0][0] === 'mean of 2 logs' && r)({ROWS})", 60)
    mean = (number(rows[1][1]) + number(rows[2][1])) / 2
    check("several logs: a row for each, and the mean of their errors", abs(number(rows[0][1]) - mean) < 0.02, rows)
    name = browser.evaluate("document.querySelector('h1').textContent")
    card = browser.evaluate("document.querySelector('#cards .value').textContent")
    check("the card is that of the shown log", number(card) == number(rows[1][1]), f"{card} {rows[1][1]}")
    browser.evaluate("document.querySelectorAll('#logs tbody tr')[2].click()")
    browser.wait(f"document.querySelector('h1').textContent !== {json.dumps(name)}")
    browser.wait(f"document.querySelector('#cards .value').textContent.startsWith({json.dumps(rows[2][1].rstrip(chr(176)))})")
    check("a click on a row shows its log", browser.evaluate("document.querySelector('#logs .shown').rowIndex") == 3)
    address = browser.evaluate("location.href")
    browser.open("about:blank")
    browser.open(address)
    browser.wait(ANSWERED)
    check("the address holds the log", browser.evaluate("document.querySelector('h1').textContent") != name, address.split("#")[1])

    browser.evaluate("document.querySelector('#parameters .parameter:nth-child(2) input[type=range]').focus()")
    browser.press("ArrowRight", count=40)
    changed = browser.wait(
        f"(r => r[0].length === 7 && r[0][0] === 'mean of 2 logs' && {SCORED} && /[\u25bc\u25b2]/.test(r[0][3]) && r)({ROWS})", 60)
    check("a slider changes every row, and the mean against the defaults",
          abs(number(changed[0][2]) - mean) < 0.02 and number(changed[0][1]) != number(changed[0][2]), changed[0])
    for _ in range(3):
        browser.evaluate("document.querySelector('#undo').click()")
    browser.wait(f"(r => r[0].length === 5)({ROWS})")


def optimising(browser, run_command):
    """The search makes the shown measure small, over all logs; its result can be taken back; a search can be cancelled."""
    fields = "[...document.querySelectorAll('.parameter input[type=number]')].map(f => f.value).join()"
    before, rows = browser.evaluate(fields), browser.evaluate(ROWS)
    browser.click("#optimise")
    # Two parameters are found in less than a second, too fast to look at the progress.
    browser.wait("document.querySelector('#share').hidden && document.querySelector('#found').textContent.includes('\u2192')", 300)
    found = browser.evaluate("document.querySelector('#found').textContent")
    after = browser.evaluate(fields)
    tuned = browser.wait(f"(r => r[0].length === 7 && r[0][0] === 'mean of 2 logs' && {SCORED} && r)({ROWS})", 60)
    told = [number(part.split("\u00b0")[0].split()[-1]) for part in found.split(" \u2192 ")]
    check("Optimise finds better values, which become the sliders", after != before and number(tuned[0][1]) < number(rows[0][1]), found)
    check("its figures are those of the table, and it says that nothing was held out",
          abs(told[0] - number(rows[0][1])) < 0.02 and abs(told[1] - number(tuned[0][1])) < 0.02 and "fit the logs of the search" in found)
    command = browser.evaluate("document.querySelector('#holds').textContent")
    answer = run_command(command)
    mean = [line.split() for line in answer.stdout.splitlines() if line.startswith("mean ")]
    check("with the command that tests it, which finds the same error of the defaults",
          len(mean) == 1 and abs(float(mean[0][1]) - told[0]) < 0.06, f"{command}: {mean} {answer.stderr[-200:]}")
    browser.click("#undo")
    check("undo takes it back", browser.evaluate(fields) == before)

    browser.evaluate("const t = document.querySelector('#tuned'); t.value = 'sensorlab'; t.dispatchEvent(new Event('change'))")
    time.sleep(1)
    before = browser.evaluate(fields)
    browser.click("#optimise")
    browser.wait("document.querySelector('#share').max > 1 && document.querySelector('#share').value >= 1", 120)
    check("a search shows how far it is and can be cancelled", browser.evaluate("!document.querySelector('#cancel').hidden"))
    begin = time.time()
    browser.click("#cancel")
    browser.wait("document.querySelector('#share').hidden", 60)
    check("a cancelled search ends at once", time.time() - begin < 10, f"{time.time() - begin:.1f} s, "
          + browser.evaluate("document.querySelector('#found').textContent"))
    check("no error on the console", not browser.errors, browser.errors or "")


def closing(browser):
    browser.evaluate("document.querySelectorAll('#logs .close')[0].click()")
    browser.wait("document.querySelector('#logs').hidden")
    check("a log can be closed", not browser.errors, browser.evaluate("document.querySelector('h1').textContent"))


def looks(browser, server, pictures):
    """The page with several logs in both sizes, light and dark."""
    for width, height in [(1400, 900), (400, 860)]:
        for dark in [False, True]:
            browser.view(width, height, dark)
            browser.open("about:blank")
            browser.open(server.address)
            browser.wait(ANSWERED)
            browser.wait("document.querySelector('#grade strong')?.textContent", 120)
            for name in ["field", "view"]:
                browser.evaluate(f"document.querySelector('#{name}').scrollIntoView({{block: 'center', behavior: 'instant'}})")
                time.sleep(0.6)
            checks.page(browser, f"serve with two logs, {width} px {'dark' if dark else 'light'}")
            if pictures:
                browser.screenshot(os.path.join(pictures, f"serve-logs-{width}-{'dark' if dark else 'light'}.png"), whole=True)


def everything(browser, one, two, run_command, pictures):
    """one: a server with a log that has a reference; two: a server with two of them, which tunes the low-pass."""
    verdict(browser, one)
    signals(browser)
    sight(browser)
    check("no error on the console", not browser.errors, browser.errors or "")
    several(browser, two)
    optimising(browser, run_command)
    looks(browser, two, pictures)
    browser.view(1400)
    closing(browser)
