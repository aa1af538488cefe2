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
shared = os.path.abspath(sys.argv[2])
images = os.path.join(root, "docs", "images")
demo = os.path.join(root, "datasets", "ar-panning-barcelona.csv.gz")
work = tempfile.mkdtemp(prefix="sensorlab-pictures-")
browser = Browser()
server = None


def picture(page, name, height):
    """The upper part of a page."""
    browser.view(1200, height)
    browser.open("file://" + page)
    time.sleep(2)
    browser.screenshot(os.path.join(images, name + ".png"))


try:
    for name, folder, log, height in [("report-disturbed", "datasets/phones", "iphone5-jakob-dist-ar", 1180),
                                      ("report-no-reference", "datasets/strangers", "phyphox-pdr-nju", 1500)]:
        page = os.path.join(work, name)
        subprocess.run([tool, "analyze", log, "--quiet", "--out", page], check=True, cwd=os.path.join(shared, folder))
        picture(page + "/report.html", name, height)
    subprocess.run([tool, "compare", "--preset", "phones", "phones", "--filters", "device,lowpass,complementary,kalman,vqf,sensorlab",
                    "--quiet", "--out", work + "/comparison"], check=True, cwd=os.path.join(shared, "datasets"))
    picture(work + "/comparison/comparison.html", "comparison", 1340)

    tuned = ["--filter", "lowpass", "--filters", "sensorlab"]
    server = subprocess.Popen([tool, "serve", os.path.basename(demo), *tuned], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
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
    browser.screenshot(os.path.join(root, "docs", "guide", "images", "serve.png"))
    print("docs/images/*.png, docs/guide/images/serve.png; the weight is", browser.evaluate(field))
finally:
    browser.close()
    if server:
        server.send_signal(signal.SIGINT)
    shutil.rmtree(work, ignore_errors=True)
