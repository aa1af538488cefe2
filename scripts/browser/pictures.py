"""The screenshots of README and docs. Run by scripts/documentation/pictures."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser

tool = os.path.abspath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
images = os.path.join(root, "docs", "guide", "images")
demo = os.path.join(root, "datasets", "ar-panning-barcelona.csv.gz")
work = tempfile.mkdtemp(prefix="sensorlab-pictures-")
browser = Browser()
server = None
try:
    subprocess.run([tool, "analyze", os.path.basename(demo), "--quiet", "--out", work + "/report",
                    "--places", "places-barcelona.csv"], check=True, cwd=os.path.dirname(demo))
    # From the name of the log to the end of the section that shows the first picture over time.
    browser.view(1200, 900)
    browser.open(f"file://{work}/report/report.html")
    time.sleep(1)
    height = browser.evaluate("Math.ceil(document.querySelector('#heading').getBoundingClientRect().bottom + scrollY) + 14")
    browser.view(1200, height)
    browser.screenshot(os.path.join(images, "demo-report.png"))

    server = subprocess.Popen([tool, "serve", os.path.basename(demo)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, cwd=os.path.dirname(demo))
    browser.view(1400, 1020)
    browser.open(server.stdout.readline().strip())
    browser.wait("document.body.dataset.answers >= 1 && !document.body.className")
    browser.evaluate("document.querySelector('#parameters .parameter:nth-child(2) input[type=range]').focus({preventScroll: true})")
    field = "document.querySelector('#parameters .parameter:nth-child(2) input[type=number]').value"
    for _ in range(2000):
        if float(browser.evaluate(field)) >= 0.88:
            break
        browser.press("ArrowRight")
    browser.wait("document.querySelectorAll('#cards .change').length >= 4")
    time.sleep(2)
    browser.screenshot(os.path.join(images, "serve.png"))
    print("docs/guide/images/demo-report.png, docs/guide/images/serve.png; the weight is", browser.evaluate(field))
finally:
    browser.close()
    if server:
        server.send_signal(signal.SIGINT)
    shutil.rmtree(work, ignore_errors=True)
