#!/usr/bin/env python3
"""Prints figures of the web app and of posting beside nginx, measured in the same run.

bench-web.py BUILD_FOLDER

BENCH_QUICK=1 measures each once, to see that it works, and prints no marks, because such figures say nothing.
"""

import contextlib
import http.client
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from pathlib import Path

from chromium import browser, call

QUICK = os.environ.get("BENCH_QUICK") == "1"
ROUNDS = 1 if QUICK else 7
POSTS = 2 if QUICK else 40
CARDS = 30 if QUICK else 500
# A phone: a processor four times slower, 1.6 Mbit/s and 150 ms.
NETWORK = {"offline": False, "latency": 150, "download_throughput": 200_000, "upload_throughput": 200_000}
WATCH = """
    window.seen = {largest: 0, shift: 0};
    new PerformanceObserver(list => list.getEntries().forEach(entry => seen.largest = entry.startTime))
        .observe({type: "largest-contentful-paint", buffered: true});
    new PerformanceObserver(list => list.getEntries().forEach(entry => seen.shift += entry.value))
        .observe({type: "layout-shift", buffered: true});
"""


# Writes down how many frames pass after a key until the next photo slides in, because its page then replaces this one.
TURN = """
    delete sessionStorage.frames;
    const next = [...document.querySelectorAll(".neighbour")].find(
        picture => picture.getBoundingClientRect().left >= innerWidth && picture.naturalWidth > 0);
    if (!next) return false;
    addEventListener("keydown", () => {
        let frames = 0;
        const look = () => {
            frames++;
            const isInView = next.getBoundingClientRect().left < innerWidth;
            if (isInView || next.getAnimations().length > 0) sessionStorage.frames = frames;
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, {capture: true, once: true});
    return true;
"""
# Scrolls to the last card, as fast as a finger, and counts the frames over 50 ms.
SCROLL = """
    const [count, done] = arguments;
    let long = 0;
    const observer = new PerformanceObserver(list => long += list.getEntries().length);
    observer.observe({type: "long-animation-frame"});
    const scroll = () => {
        scrollBy({top: 80, behavior: "instant"});
        const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
        if (isEnd && document.querySelectorAll(".card").length >= count) done(long + observer.takeRecords().length);
        else requestAnimationFrame(scroll);
    };
    scroll();
"""


@contextlib.contextmanager
def nginx(folder, locations):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"""daemon off; worker_processes 1; pid {folder}/nginx.pid; {user}
        events {{ }}
        http {{
            {temporary} access_log off; sendfile on; gzip on; gzip_comp_level 6; gzip_min_length 0;
            gzip_types text/css text/javascript application/manifest+json;
            server {{ listen 127.0.0.1:{port}; client_max_body_size 20m; {locations} }}
        }}""")
    process = subprocess.Popen(["/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "errors"])
    try:
        workers = []
        while not workers:
            if process.poll() is not None:
                sys.exit("bench-web.py: nginx ended: " + (folder / "errors").read_text())
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                listed = subprocess.run(
                    ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True)
                workers = [int(pid) for pid in listed.stdout.split()]
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}", workers
    finally:
        process.terminate()
        process.wait()


def first_page(session, cdp, address):
    """The milliseconds until the largest picture was painted, the layout shift, and what came before the first picture."""
    cdp("Network.enable")
    cdp("Network.clearBrowserCache")
    cdp("Storage.clearDataForOrigin", origin=address, storageTypes="all")
    call(session + "/chromium/network_conditions", network_conditions=NETWORK)
    cdp("Emulation.setCPUThrottlingRate", rate=4)
    script = cdp("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
    call(session + "/url", url=address + "/")
    deadline = time.monotonic() + 30
    while not call(session + "/execute/sync", args=[], script="""return [...document.images].filter(
            image => image.getBoundingClientRect().top < innerHeight).every(image => image.complete)"""):
        assert time.monotonic() < deadline, "the pictures don't load"
        time.sleep(0.2)
    time.sleep(1)
    cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    return call(session + "/execute/sync", args=[], script="""
        const entries = [performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")];
        const pictures = entries.filter(entry => entry.initiatorType === "img").map(entry => entry.startTime);
        return {...seen, paths: entries.map(entry => new URL(entry.name).pathname),
            bytes: entries.filter(entry => !["img", "fetch"].includes(entry.initiatorType))
                .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
            requests: entries.filter(entry => entry.responseEnd <= Math.min(...pictures)).length};""")


def turned(session, address):
    """The frames from an arrow key to the next photo; None if it is there only once its page has loaded."""
    def run(script):
        return call(session + "/execute/sync", args=[], script=script)

    def wait(script):
        deadline = time.monotonic() + 30
        while not run(script):
            assert time.monotonic() < deadline, "the photo doesn't load"
            time.sleep(0.1)

    call(session + "/url", url=address + "/")
    call(session + "/url", url=address + run("return document.querySelector('.picture').getAttribute('href')"))
    wait(TURN)
    photo = run("return location.pathname")
    keys = [{"type": kind, "value": "\ue014"} for kind in ("keyDown", "keyUp")]
    call(session + "/actions", actions=[{"type": "key", "id": "key", "actions": keys}])
    wait(f"return location.pathname !== '{photo}'")
    return run("return Number(sessionStorage.frames) || null")


def scrolled(session, cdp, address, count):
    """The frames over 50 ms while so many cards are scrolled by on a slow processor."""
    call(session + "/url", url=address + "/")
    cdp("Emulation.setCPUThrottlingRate", rate=4)
    call(session + "/timeouts", script=110_000)
    long = call(session + "/execute/async", args=[count], script=SCROLL)
    cdp("Emulation.setCPUThrottlingRate", rate=1)
    return long


def rest(pid):
    """Waits until a server and its decoders use no processor time."""
    def used():
        # Any thread may have started a decoder.
        children = [child for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]
        return sum(time.clock_gettime((~int(each) << 3) | 2) for each in [pid, *children])

    before, deadline = None, time.monotonic() + 300
    while before is None or used() - before > 0.02:
        assert time.monotonic() < deadline, "the server doesn't rest"
        before = used()
        time.sleep(2)


def copies(address, paths, folder):
    """Copies what a page consists of, and returns nginx's configuration that serves it at the same paths."""
    # nginx treats a path that ends with a slash as a folder.
    locations = ["location = / { rewrite ^ /page last; }"]
    for number, path in enumerate(sorted(set(paths))):
        with urllib.request.urlopen(urllib.request.Request(address + path, headers={"Accept": "text/html,*/*"})) as answer:
            (folder / str(number)).write_bytes(answer.read())
            kind = answer.headers.get_content_type()
        place = "/page" if path == "/" else path
        locations.append(f"location = {place} {{ types {{ }} default_type {kind}; alias {folder}/{number}; }}")
    return "\n".join(locations)


def many_photos(folder, count):
    """Different photos: the same ones with a number in each file."""
    folder.mkdir()
    originals = [path.read_bytes() for path in sorted(Path("Demo").rglob("*.jpg"))]
    for number in range(count):
        data = originals[number % len(originals)]
        (folder / f"{number}.jpg").write_bytes(data[:2] + b"\xff\xfe\x00\x06%04d" % number + data[2:])


def photo(size):
    """A photo that comments inside its file make so large."""
    data = next(Path("Demo").rglob("*.jpg")).read_bytes()
    comment = b"\xff\xfe\xff\xff" + b" " * 0xFFFD
    return data[:2] + comment * ((size - len(data)) // len(comment)) + data[2:]


def receiving(address, paths, pid, fields, status):
    """The milliseconds of processor time that a server takes to receive a photo of 5 MB."""
    clock = (~pid << 3) | 2
    body = photo(5_000_000)
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    before = time.clock_gettime(clock)
    for path in paths:
        connection.request("PUT", path, body, fields | {"Content-Type": "image/jpeg"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == status, f"{answer.status} {text}"
    return (time.clock_gettime(clock) - before) / len(paths) * 1000


def row(subject, own, floor, ratio, mark):
    print(" | ".join([subject, floor, own, ratio, "" if QUICK else mark]))


def main(build):
    program = os.path.join(build, "essential-feed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = os.environ | {"XDG_STATE_HOME": str(folder / "state")}

        @contextlib.contextmanager
        def serve(*options, photos="Demo"):
            server = subprocess.Popen([program, "serve", photos, "--port", "0", *options], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True, env=environment)
            try:
                yield re.search(r"http://[^\s/]+", server.stdout.readline())[0], server.pid
            finally:
                server.terminate()
                server.wait()

        with serve("--public") as (address, _), browser("--incognito") as (session, cdp):
            page = first_page(session, cdp, address)
            with nginx(folder, copies(address, page["paths"], folder)) as (peer, _):
                own, floor, shifts = [], [], []
                for _ in range(ROUNDS):
                    own.append(first_page(session, cdp, address))
                    floor.append(first_page(session, cdp, peer))
                shifts = max(page["shift"] for page in own)
                low, high = (statistics.median(page["largest"] for page in pages) for pages in (floor, own))
            cdp("Emulation.setCPUThrottlingRate", rate=1)
            call(session + "/chromium/network_conditions", "DELETE")
            turns = [turned(session, address) for _ in range(ROUNDS)]
        row("first page on a slow phone, largest picture painted", f"{high:.0f} ms",
            f"the same page as files behind nginx: {low:.0f} ms", f"{high / low:.2f} ×", "≤ 1.05 ×")
        row("its layout shift", f"{shifts:.3f}", "–", "–", "0")
        row("its bytes without pictures", f"{page['bytes'] / 1000:.1f} KB", "–", "–", "≤ 20 KB")
        row("requests that end before its first picture is asked for", str(page["requests"]), "–", "–", "1")
        frames = "a page load" if None in turns else str(statistics.median_high(turns))
        row("next photo in the viewer, by a key: frames until it slides in", frames, "–", "–", "1")
        many_photos(folder / "many", CARDS)
        with serve("--public", photos=folder / "many") as (address, pid), browser("--incognito") as (session, cdp):
            rest(pid)
            row(f"{CARDS} cards scrolled on a processor four times slower, frames over 50 ms",
                str(scrolled(session, cdp, address, CARDS)), "–", "–", "0")

        invited = subprocess.run(
            [program, "invite", "maria", "--may", "post", "--json"], env=environment, capture_output=True, check=True)
        fields = {"Authorization": "Bearer " + json.loads(invited.stdout)["token"]}
        (folder / "put").mkdir()
        with serve() as (address, pid), nginx(folder, f"location / {{ root {folder}/put; dav_methods PUT; }}") as (
                peer, workers):
            own = receiving(address, [f"/photos/{uuid.uuid4()}" for _ in range(POSTS)], pid, fields, 201)
            low = receiving(peer, [f"/{number}.jpg" for number in range(POSTS)], workers[0], {}, 201)
        row("receiving a photo of 5 MB, processor time", f"{own:.1f} ms", f"nginx receiving a PUT: {low:.1f} ms",
            f"{own / low:.2f} ×", "≤ 3 ×")


if __name__ == "__main__":
    main(sys.argv[1])
