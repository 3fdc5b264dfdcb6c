#!/usr/bin/env python3
"""Checks that each scenario and each row has a passing test, by a run's own record.

spec-report.py EVENTS SPECS BEHAVIOURS

Fails when a scenario or a row has no executed, passing test, and when a test names a row that does not exist.
"""

import re
import sys

import test_run

ROW = re.compile(r"\bB\d{3}[a-z]?\b")


def rows_of(path):
    with open(path, encoding="utf-8") as page:
        found = (re.match(r"\| (B\d{3}[a-z]?) \| (.*) \|$", line) for line in page)
        return {match[1]: match[2] for match in found if match}


def scenarios_of(path):
    with open(path, encoding="utf-8") as page:
        return [line.split(":", 1)[1].strip() for line in page if line.startswith("Scenario:")]


def main(events, specs, behaviours):
    tests = sorted(test_run.read(events).values(), key=lambda test: (test.target, test.file, test.line))
    rows = rows_of(behaviours)
    problems = []

    proofs = {row: [] for row in rows}
    for test in tests:
        for row in dict.fromkeys(ROW.findall(test.name)):
            if row in proofs:
                proofs[row].append(test)
            else:
                problems.append(f"{test.function} names {row}, which is no row of {behaviours}")
    for row, proof in proofs.items():
        if not any(test.passed for test in proof):
            problems.append(f"{row} has no executed, passing test")
        problems += [f"{row}: {test.function} failed" for test in proof if test.failed]

    scenarios = {name: [] for name in scenarios_of(specs)}
    for test in tests:
        for case, failed in test.cases.items():
            if case in scenarios:
                scenarios[case].append((test, not failed))
    for name, proof in scenarios.items():
        if not proof or not all(passed for _, passed in proof):
            problems.append(f"the scenario “{name}” has no executed, passing test")

    for problem in problems:
        print(f"spec: {problem}")
    print(f"spec: {len(scenarios)} scenarios, {len(rows)} rows, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
