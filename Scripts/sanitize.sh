#!/usr/bin/env bash
# Runs the tests of the transport, the image modules, the core, the store and GtkKit under AddressSanitizer and
# ThreadSanitizer, with the usual number of cases. No report is suppressed; leaks are looked for where that is possible.
set -euo pipefail
cd "$(dirname "$0")/.."
export ESSENTIAL_FEED_DESKTOP=1
. Scripts/seed.sh

# These keep all processors busy for a minute or two; other tests beside them would exceed their time limits.
pipeline=(ImageLoaderInterleavingTests ImageLoaderSoakTests)
processes=TwoProgramsTests
# These measure the memory or the time of a process, here mostly the sanitizer's. Other tests decode such pictures.
measuring='PictureEstimateTests|decodeStaysWithinEstimateAndTime|The estimate of a JPEG counts|decodeDecodesTileByTile|The frames of an image that is larger than a screen'

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
clang -O1 -Wall -Werror -shared -fPIC -o "$folder/mutex.so" Scripts/tsan-mutex.c

status=0
# Runs the selected tests, and prints their summary and all findings.
run() {
    local result=0
    env "${variables[@]}" "$tests" --testing-library swift-testing "$@" >"$folder/log" 2>&1 || result=$?
    if [ $result = 0 ]; then
        grep 'Test run with' "$folder/log"
    else
        status=1
        grep -vE '^(◇|✔ (Test case|Test "|Suite))' "$folder/log" || true
        echo "Exit status $result of: $*" >&2
    fi
}

for sanitizer in address thread; do
    echo "Building for the $sanitizer sanitizer. The first time this takes several minutes."
    swift build --build-tests --sanitize "$sanitizer" "${entry_point[@]}" --scratch-path ".build-$sanitizer"
    tests="$(swift build --scratch-path ".build-$sanitizer" --show-bin-path)/essential-feedPackageTests.xctest"

    echo "Under the $sanitizer sanitizer, in the order of SEED=$SEED:"
    # Tells ThreadSanitizer about the standard library's Mutex.
    variables=(ASAN_OPTIONS=detect_leaks=1)
    if [ $sanitizer = thread ]; then variables=(LD_PRELOAD="$folder/mutex.so"); fi
    run --filter '^(ImageDecodingTests|GtkKitTests)\.' --skip "$measuring"
    for suite in "${pipeline[@]}"; do run --filter "$suite"; done

    # The other tests run without leak detection, which can't follow the tagged pointers in Foundation's Data and would
    # report loads that a test never answers.
    if [ $sanitizer = address ]; then variables=(ASAN_OPTIONS=detect_leaks=0); fi
    core='(HTTPTransport|ImageFormats|ImagePipeline|EssentialFeed|EssentialFeedStore)Tests\.'
    run --filter "^($core|EssentialFeedServerTests\.(ImageMetadata|CleanedAnimation|CleanedPicture)Tests)" \
        --skip "$(IFS='|' && echo "${pipeline[*]}|$processes")"
    run --filter "$processes"
done
exit $status
