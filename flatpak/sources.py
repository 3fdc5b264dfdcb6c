#!/usr/bin/env python3
"""Writes flatpak/sources.json: where flatpak-builder gets the versions of the Swift packages that Package.resolved names.

SwiftPM then takes each package from a folder instead of the network.
"""

import json
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sources, mirrors = [], []
for pin in json.loads((root / "Package.resolved").read_text())["pins"]:
    name = pin["location"].removesuffix(".git").rsplit("/", 1)[1]
    version = pin["state"]["version"]
    # Commit ids are those of the mirror that the packages were resolved from; tags are the same everywhere.
    tag = f"v{version}" if name == "GRDB.swift" else version
    sources.append({"type": "git", "url": pin["location"], "tag": tag, "dest": f"vendor/{name}"})
    mirrors.append({"original": pin["location"], "mirror": f"file:///run/build/essential-feed/vendor/{name}"})
sources.append(
    {
        "type": "inline",
        "contents": json.dumps({"object": mirrors, "version": 1}),
        "dest": ".swiftpm/configuration",
        "dest-filename": "mirrors.json",
    }
)
(root / "flatpak/sources.json").write_text(json.dumps(sources, indent=2) + "\n")
