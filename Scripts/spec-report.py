#!/usr/bin/env python3
"""Says which test proves each scenario and each row, from a run's own record.

spec-report.py EVENTS SPECS BEHAVIOURS [REPORT]

Fails when a scenario or a row has no executed, passing test, and when a test names a row that does not exist.
Writes the report where a path for it is given.
"""

import os
import re
import sys

import test_run

ROW = re.compile(r"\b[BN]\d{3}[a-z]?\b")


def rows_of(path):
    with open(path, encoding="utf-8") as page:
        found = (re.match(r"\| ([BN]\d{3}[a-z]?) \| (.*) \|$", line) for line in page)
        return {match[1]: match[2] for match in found if match}


def scenarios_of(path):
    with open(path, encoding="utf-8") as page:
        return [line.split(":", 1)[1].strip() for line in page if line.startswith("Scenario:")]


def main(events, specs, behaviours, report=None):
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

    if report:
        write(report, rows, proofs, scenarios)
    for problem in problems:
        print(f"spec: {problem}")
    print(f"spec: {len(scenarios)} scenarios, {len(rows)} rows, {len(problems)} problems")
    return 1 if problems else 0


def write(path, rows, proofs, scenarios):
    root = os.path.dirname(os.path.dirname(os.path.abspath(path)))

    def link(test):
        file = os.path.relpath(test.file, root)
        return f"[{test.function.split('(')[0]}](../{file}#L{test.line})"

    def cell(text):
        return text.replace("|", "\\|")

    lines = [
        "# Spec report",
        "",
        "Written by `make spec` from the record of a run: scenario or row, the tests that prove it, and whether they passed.",
        "",
        "## Scenarios",
        "",
        "| scenario | test | passed |",
        "|---|---|---|",
    ]
    for name, proof in scenarios.items():
        shown = ", ".join(link(test) for test, _ in proof) or "–"
        lines.append(f"| {cell(name)} | {shown} | {'yes' if proof and all(p for _, p in proof) else 'no'} |")
    lines += ["", "## Rows", "", "| # | behaviour | tests | passed |", "|---|---|---|---|"]
    for row, sentence in rows.items():
        proof = proofs[row]
        shown = "<br>".join(link(test) for test in proof) or "–"
        passed = "yes" if proof and all(test.passed for test in proof) else "no"
        lines.append(f"| {row} | {sentence} | {shown} | {passed} |")
    with open(path, "w", encoding="utf-8") as page:
        page.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
