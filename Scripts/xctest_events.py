#!/usr/bin/env python3
"""Turns what XCTest prints into records like those of Swift Testing's event stream.

xctest_events.py TARGET TESTS_FOLDER < OUTPUT >> EVENTS

A test's display name is the documentation comment above its function.
"""

import json
import pathlib
import re
import sys

STARTED = re.compile(r"Test Case '(\w+)\.(\w+)' started")
FAILURE = re.compile(r"\S+:\d+: error: .*")
ENDED = re.compile(r"Test Case '(\w+)\.(\w+)' (passed|failed) \(([\d.]+) seconds\)")


def functions(folder):
    """The display name, file and line of each test function, by class and function."""
    found = {}
    for file in pathlib.Path(folder).glob("*.swift"):
        suite = comment = None
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if match := re.match(r"(?:final )?class (\w+)", line):
                suite = match[1]
            elif match := re.match(r"\s*/// (.*)", line):
                comment = match[1]
            elif match := re.match(r"\s*func (test\w*)\(", line):
                found[suite, match[1]] = (comment or match[1], str(file), number)
    return found


def main(target, folder):
    known = functions(folder)
    now = 0.0
    messages = []

    def write(kind, payload):
        print(json.dumps({"kind": kind, "payload": payload}))

    for line in sys.stdin:
        sys.stderr.write(line)
        if match := STARTED.search(line):
            suite, function = match.groups()
            messages = []
            name, file, number = known[suite, function]
            test = f"{target}.{suite}/{function}()"
            write("test", {
                "kind": "function", "id": test, "name": f"{function}()", "displayName": name,
                "sourceLocation": {"_filePath": file, "line": number},
            })
            write("event", {"kind": "testStarted", "testID": test, "instant": {"absolute": now}})
        elif match := FAILURE.search(line):
            messages.append({"text": match[0]})
        elif match := ENDED.search(line):
            suite, function, result, seconds = match.groups()
            test = f"{target}.{suite}/{function}()"
            now += float(seconds)
            if result == "failed":
                write("event", {"kind": "issueRecorded", "testID": test, "issue": {}, "messages": messages})
            write("event", {"kind": "testEnded", "testID": test, "instant": {"absolute": now}})


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
