#!/usr/bin/env python3
"""Takes pictures of the web pages at a phone's size: web-screenshots.py LINK FOLDER. The link signs in."""
import base64
import sys
import time
from pathlib import Path

from chromium import browser, call

address, folder = sys.argv[1], Path(sys.argv[2])

with browser("--hide-scrollbars") as (session, cdp):
    def run(script):
        return call(session + "/execute/sync", script=script, args=[])

    def wait(condition):
        deadline = time.monotonic() + 30
        while not run(f"return Boolean({condition})"):
            if time.monotonic() > deadline:
                sys.exit(f"web-screenshots.py: never true: {condition}")
            time.sleep(0.1)

    def take(name):
        wait("[...document.images].filter(image => image.getBoundingClientRect().top < innerHeight)"
             ".every(image => image.complete && image.naturalWidth > 0)")
        picture = cdp("Page.captureScreenshot", format="jpeg", quality=92)
        (folder / f"{name}.jpg").write_bytes(base64.b64decode(picture["data"]))

    call(session + "/url", url=address)
    wait("document.querySelector('.card')")
    take("web")
    run("document.querySelector('.card .comments').click()")
    wait("document.querySelector('.reactions [value=heart]')")
    run("document.querySelector('.reactions [value=heart]').click()")
    wait("document.querySelector('[name=unreact]:not([title=\"\"])')")
    run("document.getElementById('comments').scrollIntoView()")
    take("web-comments")
