#!/usr/bin/env python3
"""Names each public declaration of the built modules that has no documentation comment.

undocumented.py BUILD_FOLDER MODULE...    for example: undocumented.py .build/debug EssentialFeed

Reads the compiler's symbol graphs, so it sees cases, requirements, typealiases and members of extensions, and accepts a
comment that an implementation inherits from its protocol. Prints `file:line: declaration` and fails if there are any.
"""

import glob
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import urllib.parse


def module_maps(build):
    """The C modules' maps, as SwiftPM passes them to the compiler: it keeps its plan beside the build folder."""
    plan = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(build))), os.path.basename(build) + ".yaml")
    with open(plan, encoding="utf-8") as text:
        return sorted(set(re.findall(r'"(-fmodule-map-file=[^"]*)"', text.read())))


def symbols(build, module, maps):
    with tempfile.TemporaryDirectory() as folder:
        call = ["swift", "symbolgraph-extract", "-module-name", module, "-I", os.path.join(build, "Modules")]
        call += ["-target", f"{platform.machine()}-unknown-linux-gnu", "-minimum-access-level", "public"]
        call += ["-skip-synthesized-members", "-output-dir", folder]
        for flag in maps:
            call += ["-Xcc", flag]
        extracted = subprocess.run(call, capture_output=True, text=True, check=False)
        if extracted.returncode:
            sys.exit(f"{module} has no symbol graph:\n{extracted.stderr}")
        # One graph for the module, and one for each other module that it extends.
        for path in glob.glob(os.path.join(folder, "*.json")):
            with open(path, encoding="utf-8") as graph:
                yield from json.load(graph)["symbols"]


def main(build, modules):
    maps = module_maps(build)
    undocumented = []
    for module in modules:
        for symbol in symbols(build, module, maps):
            # What the compiler synthesizes has no location.
            if "location" in symbol and "docComment" not in symbol:
                place = symbol["location"]
                path = urllib.parse.unquote(place["uri"]).removeprefix("file://")
                name = ".".join(symbol["pathComponents"])
                undocumented.append((os.path.relpath(path), place["position"]["line"] + 1, name))
    for path, line, name in sorted(set(undocumented)):
        print(f"{path}:{line}: {name}")
    return 1 if undocumented else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
