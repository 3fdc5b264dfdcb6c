#!/usr/bin/env bash
# Runs the tests of the core and the store under Thread Sanitizer and Address Sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

# Thread Sanitizer does not see how the standard library's Mutex is handed over when somebody waits for it: by a call of
# the kernel. What such a lock guards the compiler proves; the files that hold one are left out of the reports.
suppressions="$(mktemp)"
trap 'rm -f "$suppressions"' EXIT
grep -rlE 'Mutex[<(]' Sources Tests --include='*.swift' | xargs -n 1 basename | sed 's/^/race:/' >"$suppressions"
# Reached only through the lock of InMemoryStore.
echo 'race:MemoryStorage.swift' >>"$suppressions"
export TSAN_OPTIONS="suppressions=$suppressions"
# Leak detection takes what Foundation's Data holds for lost: its pointers carry a tag.
export ASAN_OPTIONS=detect_leaks=0

for sanitizer in thread address; do
    echo "Under $sanitizer sanitizer:"
    swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --disable-xctest \
        --filter '^(EssentialFeedTests|EssentialFeedStoreTests)\.'
done
