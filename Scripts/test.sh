#!/usr/bin/env bash
# Builds and runs all tests, and ends with the line "N passed, N failed".
#   --coverage     prints line coverage by room
#   --spec-report  writes docs/spec-report.md
set -uo pipefail
cd "$(dirname "$0")/.."

coverage=
report=
for argument in "$@"; do
    case "$argument" in
    --coverage) coverage=1 ;;
    --spec-report) report=1 ;;
    *) echo "unknown argument $argument" >&2 && exit 64 ;;
    esac
done

events="$(mktemp)"
trap 'rm -f "$events"' EXIT

echo "Building. The first time this takes several minutes."
swift build --build-tests ${coverage:+--enable-code-coverage} || exit 1
swift test --skip-build ${coverage:+--enable-code-coverage} --disable-xctest \
    --event-stream-output-path "$events" --event-stream-version 0
status=$?

if [ -n "$coverage" ] && [ $status -eq 0 ]; then
    python3 Scripts/coverage.py "$(swift test --show-codecov-path)" || status=1
fi
if [ -n "$report" ]; then
    python3 Scripts/spec-report.py "$events" docs/specs.md docs/behaviours.md docs/spec-report.md || status=1
else
    python3 Scripts/spec-report.py "$events" docs/specs.md docs/behaviours.md || status=1
fi
python3 Scripts/test-summary.py "$events" || status=1
exit $status
