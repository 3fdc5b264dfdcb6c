#!/usr/bin/env python3
"""Prints line coverage of Sources/ by room.

coverage.py CODECOV_JSON
"""

import json
import sys
from collections import defaultdict


def main(path):
    with open(path, encoding="utf-8") as report:
        files = json.load(report)["data"][0]["files"]
    rooms = defaultdict(lambda: [0, 0])
    for file in files:
        parts = file["filename"].split("/Sources/")
        if len(parts) < 2 or "/.build" in file["filename"]:
            continue
        lines = file["summary"]["lines"]
        for room in (parts[-1].split("/")[0], "all"):
            rooms[room][0] += lines["covered"]
            rooms[room][1] += lines["count"]
    print(f"{'room':<24}{'lines':>8}{'covered':>9}{'%':>8}")
    for room in sorted(rooms, key=lambda name: (name == "all", name)):
        covered, count = rooms[room]
        print(f"{room:<24}{count:>8}{covered:>9}{100 * covered / count:>8.1f}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
