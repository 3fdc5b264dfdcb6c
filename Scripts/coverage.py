#!/usr/bin/env python3
"""Prints line coverage of the sources by module, then the files with the most lines that no test reaches.

coverage.py CODECOV_JSON
"""

import json
import sys
from collections import defaultdict


def main(path):
    with open(path, encoding="utf-8") as report:
        files = json.load(report)["data"][0]["files"]
    modules = defaultdict(lambda: [0, 0])
    missed = []
    for file in files:
        parts = file["filename"].split("/Sources/")
        if len(parts) < 2 or "/.build" in file["filename"]:
            continue
        lines = file["summary"]["lines"]
        missed.append((lines["count"] - lines["covered"], lines["count"], parts[-1]))
        for module in (parts[-1].split("/")[0], "all"):
            modules[module][0] += lines["covered"]
            modules[module][1] += lines["count"]
    print(f"{'module':<28}{'lines':>8}{'covered':>9}{'%':>8}")
    for module in sorted(modules, key=lambda name: (name == "all", name)):
        covered, count = modules[module]
        print(f"{module:<28}{count:>8}{covered:>9}{100 * covered / count:>8.1f}")
    print("\nlines that no test reaches")
    for count, all_lines, path in sorted(missed, reverse=True)[:15]:
        print(f"{count:>6} of {all_lines:<6} {path}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
