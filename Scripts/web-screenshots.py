#!/usr/bin/env python3
"""Takes pictures of the web pages at a phone's size: web-screenshots.py LINK FOLDER. The link signs in.

Chromium draws the pages, controlled over W3C WebDriver.
"""
import base64
import json
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

address, folder = sys.argv[1], Path(sys.argv[2])
driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
port = next(match[1] for line in driver.stdout if (match := re.search(r"successfully on port (\d+)", line)))
session = f"http://127.0.0.1:{port}/session"


def call(path, **body):
    request = urllib.request.Request(
        session + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST")
    return json.load(urllib.request.urlopen(request, timeout=60))["value"]


def run(script):
    return call("/execute/sync", script=script, args=[])


def wait(condition):
    deadline = time.monotonic() + 30
    while not run(f"return Boolean({condition})"):
        if time.monotonic() > deadline:
            sys.exit(f"web-screenshots.py: never true: {condition}")
        time.sleep(0.1)


def take(name):
    wait("[...document.images].filter(image => image.getBoundingClientRect().top < innerHeight)"
         ".every(image => image.complete && image.naturalWidth > 0)")
    picture = call("/goog/cdp/execute", cmd="Page.captureScreenshot", params={"format": "jpeg", "quality": 92})
    (folder / f"{name}.jpg").write_bytes(base64.b64decode(picture["data"]))


try:
    options = {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"]}
    session += "/" + call("", capabilities={"alwaysMatch": {"goog:chromeOptions": options}})["sessionId"]
    call("/goog/cdp/execute", cmd="Emulation.setDeviceMetricsOverride",
         params={"width": 390, "height": 760, "deviceScaleFactor": 2, "mobile": True})
    call("/url", url=address)
    wait("document.querySelector('.card')")
    take("web")
    run("document.querySelector('.card .comments').click()")
    wait("document.querySelector('.reactions [value=heart]')")
    run("document.querySelector('.reactions [value=heart]').click()")
    wait("document.querySelector('[name=unreact]:not([title=\"\"])')")
    run("document.getElementById('comments').scrollIntoView()")
    take("web-comments")
    urllib.request.urlopen(urllib.request.Request(session, method="DELETE"))
finally:
    driver.terminate()
