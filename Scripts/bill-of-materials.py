#!/usr/bin/env python3
"""Prints a bill of materials (CycloneDX) of Debian packages: the Swift packages in them, and the Debian packages they need.

bill-of-materials.py PACKAGE.deb...
"""

import json
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def swift_packages():
    """Yields the toolchain, whose runtime is linked in, and what was resolved but for what isn't a part of the programs."""
    swift = re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)
    yield "swift", swift, f"pkg:generic/swift@{swift}"
    with open("Package.resolved", encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    for pin in pins:
        place = re.sub(r"^https://|\.git$", "", pin["location"])
        version = pin["state"].get("version") or pin["state"]["revision"]
        if not re.match("swift-(docc-|subprocess|nio-transport-services)", pin["identity"]):
            yield place.rsplit("/", 1)[1], version, f"pkg:swift/{place}@{version}"


def debian_packages(files):
    """Yields what the packages depend on, in the versions that they were built with."""
    names = set()
    for file in files:
        for dependency in output("dpkg-deb", "-f", file, "Depends").replace("|", ",").split(","):
            names.add(dependency.split()[0])
    listed = output("dpkg-query", "-W", "-f", "${binary:Package} ${Version}\n")
    for name, version in sorted({tuple(line.split()[:2]) for line in listed.splitlines()}):
        if name.split(":")[0] in names:
            yield name.split(":")[0], version, f"pkg:deb/debian/{name.split(':')[0]}@{version}"


def main(files):
    version = output("dpkg-deb", "-f", files[0], "Version").strip()
    parts = [*swift_packages(), *debian_packages(files)]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "metadata": {"component": {"type": "application", "name": "essential-feed", "version": version}},
        "components": [
            {"type": "library", "name": name, "version": version, "purl": purl} for name, version, purl in parts
        ],
    }
    print(json.dumps(bill, indent=2))


main(sys.argv[1:])
