#!/usr/bin/env python3
"""Prints the app's figures beside those of C programs that draw the same, measured in the same run.

bench-app.py BUILD_FOLDER, under a display and a session of its own, with GSK_RENDERER=cairo

BENCH_QUICK=1 measures each once and on a small scale, to see that it works, and prints no marks, because such figures
say nothing.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

QUICK = os.environ.get("BENCH_QUICK") == "1"


def run(*arguments, **variables):
    return subprocess.run(arguments, env=os.environ | variables, capture_output=True, text=True, check=True).stdout


def wait_for(text, app):
    if not any(text in line for line in app.stderr):
        sys.exit("The app ended too early.")


def started(program, address, cache):
    """Milliseconds from the start of the app to the frame with the first cards and their pictures."""
    begin = time.monotonic()
    app = subprocess.Popen([program, "--url", address, "--cache-dir", cache, "-v"], stderr=subprocess.PIPE, text=True)
    wait_for("first pictures", app)
    elapsed = (time.monotonic() - begin) * 1000
    app.terminate()
    app.communicate()
    return elapsed


def wake_ups(*command):
    """How often any thread of a program was woken in 10 s, once its window had been on the screen for 15 s.

    In a quick run, both times are 1 s.
    """
    app = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for("on the screen", app)

    def switches():
        counts = {}
        for thread in os.listdir(f"/proc/{app.pid}/task"):
            with open(f"/proc/{app.pid}/task/{thread}/status") as status:
                counts[thread] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read(), re.M)[1])
        return counts

    # Idle threads of the pool end within ten seconds or so; those wake-ups are not the app's.
    time.sleep(1 if QUICK else 15)
    before = switches()
    time.sleep(1 if QUICK else 10)
    count = sum(now - before.get(thread, 0) for thread, now in switches().items())
    app.terminate()
    app.communicate()
    return count


def ratio(what, own, low, most, digits=1):
    """A row that compares milliseconds with their floor."""
    return (what, f"{own:.{digits}f} ms", f"{low:.{digits}f} ms", f"{own / low:.2f} x", f"<= {most} x",
            own / low <= most)


def main(build):
    def program(name):
        return os.path.join(build, name)

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = os.path.join(folder, "config")
        cache = os.path.join(folder, "cache")
        server = subprocess.Popen(
            [program("essential-feed"), "serve", "Demo", "--port", "0", "--public"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=os.environ | {"XDG_STATE_HOME": os.path.join(folder, "state")})
        try:
            address = re.search(r"https?://\S+", server.stdout.readline())[0]
            run(program("essential-feed"), "sync", "--url", address, "--cache-dir", cache)
            started(program("essential-feed-app"), address, cache)
            idle = [wake_ups(program("essential-feed-scroll"), "idle")]
            idle.append(wake_ups(program("essential-feed-app"), "--url", address, "--cache-dir", cache, "-v"))
        finally:
            server.terminate()
            server.wait()
        floor, app = [], []
        for _ in range(1 if QUICK else 10):
            floor.append(float(run(program("app-floor"), "start", BENCH_START=str(time.monotonic() * 1000))))
            app.append(started(program("essential-feed-app"), address, cache))
        rows.append(ratio("start to the first cards with pictures, offline", statistics.median(app),
                          statistics.median(floor), 1.35, digits=0))
        low, own = idle
        rows.append(("wake-ups of all threads, idle for 10 s", str(own), str(low), f"{own - low:+d}", "+0", own <= low))

    def scroll(name, *arguments):
        return [float(figure) for figure in run(program(name), *arguments).split()]

    few, many = ("10000", "100000") if not QUICK else ("400", "800")
    floor = scroll("app-floor", "scroll", few)
    own, large = (scroll("essential-feed-scroll", count) for count in (few, many))
    rows.append(ratio("work a frame, 10,000 cards of mixed shapes, p95", own[1], floor[1], 1.1))
    rows.append(("frames over 33 ms", f"{own[3]:.0f}", f"{floor[3]:.0f}", f"{own[3] - floor[3]:+.0f}", "<= +1",
                 own[3] <= floor[3] + 1))
    rows.append(ratio("work a frame, 100,000 cards, p95", large[1], own[1], 1.1))
    grid_floor, grid = scroll("app-floor", "grid", many), scroll("essential-feed-scroll", "grid", many)
    rows.append(ratio("work a frame, 100,000 photos in the grid, p95", grid[1], grid_floor[1], 1.1))
    # The kernel counts in KiB.
    mb = 1e6 / 1024
    more = (own[4] - floor[4]) / mb
    # The memory cache, which is PictureCache, has 64 MiB.
    rows.append(("memory, 10,000 cards of 12 megapixels", f"{own[4] / mb:.0f} MB", f"{floor[4] / mb:.0f} MB",
                 f"{more:+.0f} MB", "<= +64 MB and the memory cache", more <= 64 + (64 << 20) / 1e6))
    frames, _, full, decoded = scroll("essential-feed-scroll", "viewer", "2" if QUICK else "20")
    rows.append(("viewer opened, frames to the card's picture", f"{frames:.0f}", "", "", "<= 1", frames <= 1))
    rows.append(ratio("viewer opened, to the picture of its size, 12 megapixels", full, decoded, 1.15, digits=0))
    floors, owns = [], []
    for _ in range(1 if QUICK else 3):
        floors.append(scroll("app-floor", "zoom", "30" if QUICK else "300"))
        owns.append(scroll("essential-feed-scroll", "zoom", "30" if QUICK else "300"))
    if len({tuple(figures[3:]) for figures in floors + owns}) > 1:
        sys.exit(f"The viewer's box is {owns[0][3:]}, that of the floor {floors[0][3:]}.")
    floor, own = (statistics.median(figures[1] for figures in runs) for runs in (floors, owns))
    rows.append(ratio("zoom and pan of 12 megapixels, work a frame, p95", own, floor, 1.15))
    # Ten minutes after the first ten.
    half, whole = scroll("essential-feed-scroll", "browsed", "10" if QUICK else "1200")
    rows.append(("memory, 300 photos browsed for 20 minutes, beside 10", f"{whole / mb:.0f} MB", f"{half / mb:.0f} MB",
                 f"{(whole / half - 1) * 100:+.1f} %", "<= +2 %", whole <= half * 1.02))
    for *cells, mark, is_met in [("what", "figure", "floor", "compared", "mark", None), *rows]:
        what, figure, floor, compared = cells
        met = {None: "", True: "met", False: "missed"}[is_met]
        print(f"{what:<64}{figure:>10}{floor:>10}{compared:>12}  " + ("" if QUICK else f"{mark:<32}{met}"))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
