"""A headless Chromium, driven through the DevTools protocol: what the browser tests need of it and no more.

Needs the PyPI package websocket-client and Debian's chromium; scripts/checks/browser installs both.
"""
import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket


class Browser:
    """One page. Errors of its console, exceptions and failed loads are collected in `errors`."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="sensorlab-browser-")
        arguments = ["--headless=new", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--remote-debugging-port=0",
                     "--remote-allow-origins=*", "--user-data-dir=" + self.profile]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        self.process = subprocess.Popen(["chromium", *arguments, "about:blank"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        port = self._port()
        targets = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list"))
        page = next(target for target in targets if target["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60)
        self.numbers = itertools.count(1)
        self.errors = []
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"]:
            self.call(domain + ".enable")

    def _port(self):
        path = os.path.join(self.profile, "DevToolsActivePort")
        for _ in range(300):
            if os.path.exists(path) and open(path).readline().strip():
                return int(open(path).readline())
            time.sleep(0.1)
        raise SystemExit("chromium did not start")

    def _event(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in values["args"]))
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.errors.append(values["entry"]["text"] + " " + values["entry"].get("url", ""))

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._event(message)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + str(answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def wait(self, expression, seconds=30):
        """Until the expression holds; its value."""
        end = time.time() + seconds
        while time.time() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"not within {seconds} s: {expression}")

    def view(self, width, height=900, dark=False):
        self.width = width
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address):
        self.call("Page.navigate", url=address)
        blank = "===" if address == "about:blank" else "!=="
        self.wait(f"document.readyState === 'complete' && location.href {blank} 'about:blank'")

    def press(self, key, code=None, count=1, modifiers=0):
        text = key if len(key) == 1 else ""
        codes = {"ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Tab": 9, "Escape": 27, "Home": 36, "End": 35}
        for _ in range(count):
            common = dict(key=key, code=code or key, windowsVirtualKeyCode=codes.get(key, 0), modifiers=modifiers)
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
            self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def box(self, selector):
        """Left, top, width, height on the screen."""
        return self.evaluate(f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                             "return [r.left, r.top, r.width, r.height]; })()")

    def drag(self, start, end, steps=10):
        mouse = lambda kind, point, held: self.call(
            "Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], button="left", buttons=held, clickCount=1)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=start[0], y=start[1])
        mouse("mousePressed", start, 1)
        for step in range(1, steps + 1):
            mouse("mouseMoved", [a + (b - a) * step / steps for a, b in zip(start, end)], 1)
        mouse("mouseReleased", end, 0)

    def move(self, point):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=point[0], y=point[1])

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        left, top, width, height = self.box(selector)
        point = (left + width / 2, top + height / 2)
        self.drag(point, point, 0)

    def choose_file(self, selector, path):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(path)])

    def screenshot(self, path, whole=False):
        options = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            options = {"captureBeyondViewport": True,
                       "clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", **options)["data"]))

    def close(self):
        try:
            self.call("Browser.close")
        except Exception:
            self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.profile, ignore_errors=True)
