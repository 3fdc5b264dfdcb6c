#!/usr/bin/env bash
# Runs the tests of the core and the store under Thread Sanitizer and Address Sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

for sanitizer in thread address; do
    echo "Under $sanitizer sanitizer:"
    swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --disable-xctest \
        --filter '^(EssentialFeedTests|EssentialFeedStoreTests)\.'
done
