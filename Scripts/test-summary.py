#!/usr/bin/env python3
"""Prints how many tests each target ran, why tests failed, and ends with the line "N passed, N failed".

test-summary.py EVENTS
"""

import sys

import test_run


def main(events):
    tests = test_run.read(events).values()
    print(f"{'target':<28}{'tests':>7}{'cases':>8}{'failed':>8}{'seconds':>9}")
    for target in sorted({test.target for test in tests}):
        own = [test for test in tests if test.target == target and test.ended is not None]
        cases = sum(max(1, len(test.cases)) for test in own)
        failed = sum(test.failed for test in own)
        seconds = max((test.ended for test in own), default=0) - min((test.started for test in own), default=0)
        print(f"{target:<28}{len(own):>7}{cases:>8}{failed:>8}{seconds:>9.1f}")
    for test in tests:
        if test.started is not None and not test.passed:
            reasons = test.failures + ([] if test.ended else ["The test didn't end."])
            # The tests' own output has the reasons in full.
            print(f"{test.file}:{test.line}: {test.name}", *(reason[:300] for reason in reasons), sep="\n    ")
    passed = sum(test.passed for test in tests)
    failed = sum(not test.passed for test in tests)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
