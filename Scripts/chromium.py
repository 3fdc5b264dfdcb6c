"""Chromium, controlled over W3C WebDriver."""

import contextlib
import json
import re
import subprocess
import urllib.request


def call(address, method="POST", **body):
    request = urllib.request.Request(
        address, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method)
    return json.load(urllib.request.urlopen(request, timeout=120))["value"]


@contextlib.contextmanager
def browser(*arguments):
    """A browser at a phone's size."""
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    session = None
    try:
        port = next(match[1] for line in driver.stdout if (match := re.search(r"successfully on port (\d+)", line)))
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", *arguments]}
        session = f"http://127.0.0.1:{port}/session"
        session += "/" + call(session, capabilities={"alwaysMatch": {"goog:chromeOptions": options}})["sessionId"]

        def cdp(command, **parameters):
            return call(session + "/goog/cdp/execute", cmd=command, params=parameters)

        cdp("Emulation.setDeviceMetricsOverride", width=390, height=760, deviceScaleFactor=2, mobile=True)
        yield session, cdp
    finally:
        if session:
            call(session, "DELETE")
        driver.terminate()
        driver.wait()
