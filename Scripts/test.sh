#!/usr/bin/env bash
# Builds and runs all tests, and ends with the line "N passed, N failed".
#   --coverage     prints line coverage by module
# The tests start in an order that SEED, a number, decides; without it, each run chooses one and prints it.
# FILTER, a regular expression for suites and functions, runs only some tests, of Swift Testing and of widgets.
set -uo pipefail
cd "$(dirname "$0")/.."

coverage=
for argument in "$@"; do
    case "$argument" in
    --coverage) coverage=1 ;;
    *) echo "unknown argument $argument" >&2 && exit 64 ;;
    esac
done

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
status=0

# Coverage needs different objects; in a separate folder, neither build undoes the other.
build=.build${coverage:+-coverage}

. Scripts/seed.sh

echo "Building. The first time this takes several minutes."
swift build --build-tests --scratch-path "$build" "${entry_point[@]}" ${coverage:+--enable-code-coverage} 2>&1 |
    tee "$folder/build" || exit 1
# A file's warnings are printed when it is compiled, so a fresh clone prints all. Warnings of dependencies and about
# headers of the system aren't about files of the repository.
warnings="$(awk -v root="$(pwd -P)/" 'index($0, root) == 1 && index($0, root ".build") != 1 && / warning: /' \
    "$folder/build" | sort -u)"
if [ -n "$warnings" ]; then
    printf '%s\n' "Warnings of the compiler:" "$warnings" >&2
    # The next build compiles the files again, and prints their warnings.
    while IFS=: read -r file _; do touch -c "$file"; done <<<"$warnings"
    exit 1
fi
echo "The tests start in the order of SEED=$SEED."

# Root without the capabilities that override permissions is bound by them, too, so the tests of read-only folders need
# no mount, which containers refuse.
ordinary=()
[ "$(id -u)" -ne 0 ] || ordinary=(setpriv --inh-caps=-dac_override,-dac_read_search
    --bounding-set=-dac_override,-dac_read_search)

# The app's tests need a separate display and session; they fail if a tool is missing here.
display=("${ordinary[@]}" xvfb-run -a -s "-screen 0 1680x8400x24 -noreset" Scripts/session.sh)

# Runs the selected Swift Testing tests and writes their events to a file. Starts the test program as `swift test` does,
# which can't run twice at a time. At most eight tests run at a time, because each may start programs.
tests() {
    local events
    events="$(mktemp -p "$folder" events.XXXXXX)"
    LLVM_PROFILE_FILE="$folder/%m.%p.profraw" "${display[@]}" "$build/debug/essential-feedPackageTests.xctest" \
        --testing-library swift-testing --experimental-maximum-parallelization-width 8 "$@" \
        --event-stream-output-path "$events" --event-stream-version 0
}

# Runs the widget tests that match one pattern but not another, in one look: plain, contrast or fonts. Selects them as
# `swift test` does, which can't run twice at a time.
#
# Widgets need the process's main thread, which XCTest provides. High contrast and the fonts are set when a process
# starts: tests of texts run once more with the fonts of many desktops, which have letters of all scripts.
widgets() {
    local look=$1 wanted=$2 unwanted=${3:-^$} program="$build/debug/essential-feedPackageTests.xctest" chosen
    local variables=(GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1
        G_DEBUG=fatal-criticals TZ=UTC)
    case $look in
    contrast) variables+=(ADW_DEBUG_HIGH_CONTRAST=1) ;;
    fonts) variables+=(FONTCONFIG_PATH="$PWD/Tests/Fonts" FONTCONFIG_FILE=noto.conf) ;;
    esac
    chosen="$(LLVM_PROFILE_FILE="$folder/%m.%p.profraw" "$program" --list-tests)" || return 1
    chosen="$(grep '^[^ ]*/[^ ]*$' <<<"$chosen" | grep -E "$wanted" | grep -vE "$unwanted" | paste -sd,)"
    # Without a filter, there are tests of each look.
    [ -n "$chosen" ] || { [ -n "${FILTER:-}" ]; return; }
    LLVM_PROFILE_FILE="$folder/%m.%p.profraw" "${display[@]}" env "${variables[@]}" "$program" "$chosen" 2>&1 |
        python3 Scripts/xctest_events.py EssentialFeedGTKTests Tests/EssentialFeedGTKTests >"$folder/events.$look"
}

if [ -n "${FILTER:-}" ]; then
    tests --filter "$FILTER" || status=1
    case "$FILTER" in
    *HighContrast*) widgets contrast "$FILTER" || status=1 ;;
    *) widgets plain "$FILTER" HighContrast || status=1 ;;
    esac
    cat "$folder"/events.* >"$folder/events"
    python3 Scripts/test-summary.py "$folder/events" || status=1
    exit $status
fi

# These kinds of tests have the machine to themselves, one after the other: tests that keep all processors busy, tests
# of promises within a second, tests without programs or sockets, network tests, whose clients have timeouts, tests that
# start decoders or wait for disks, the server's, and tests of whole programs.
busy='ImageLoaderInterleavingTests|ImageLoaderSoakTests'
timed='^EssentialFeedServerTests\.ModerationTimeTests/'
edited='^EssentialFeedServerTests\.EditedPhotosTests/'
pure='^(EssentialFeed|HTTPTransport|ImageFormats|ImagePipeline|GtkKit)Tests\.'
network='^EssentialFeedHTTPTests\.'
server='^EssentialFeedServerTests\.'
program='^EndToEndTests\.'
web='^EndToEndTests\.Web'
app='^EndToEndTests\.AppTests'
tests --filter "$busy" || status=1
tests --filter "$timed" || status=1
tests --filter "$pure" --skip "$busy" || status=1
tests --filter "$network" || status=1
tests --skip "$pure" --skip "$network" --skip "$program" --skip "$server" --skip "$busy" || status=1
# The longest one begins first, or a processor would wait for it in the end.
tests --filter "$edited" &
editing=$!
tests --filter "$server" --skip "$timed" --skip "$edited" || status=1
wait $editing || status=1
tests --filter "$program" --skip "$web" --skip "$app" || status=1
# The tests of pages and of the app mostly wait, so they run beside each other and the widgets' tests. With three
# streams, the app still answers in time. The pages' tests are divided so that the streams take equally long.
afterApp="$web(Place|Unsent)Tests/"
afterWidgets="${web}ScenarioTests/"
widget='^EssentialFeedGTKTests\.'
contrast="${widget}HighContrast"
texts="${widget}(CommentedPhoto|ImageViewer|Link|Screen)Tests/"
# They take minutes, so they run in the look that is hardest for them.
longest="${widget}.*TextsOfEveryKind"
tests --filter "$web" --skip "$afterApp" --skip "$afterWidgets" &
waiting=($!)
{
    streamed=0
    tests --filter "$app" || streamed=1
    tests --filter "$afterApp" || streamed=1
    exit $streamed
} &
waiting+=($!)
widgets plain "$widget" "$contrast|$longest" || status=1
widgets contrast "$contrast" || status=1
widgets fonts "$texts" || status=1
tests --filter "$afterWidgets" || status=1
for process in "${waiting[@]}"; do wait "$process" || status=1; done
cat "$folder"/events.* >"$folder/events"

if [ -n "$coverage" ]; then
    Scripts/coverage.sh "$build/debug" "$folder" || status=1
fi
python3 Scripts/spec-report.py "$folder/events" docs/specs.md docs/behaviours.md || status=1
[ $status -eq 0 ] || echo "To start the tests in this order again: SEED=$SEED make test"
python3 Scripts/test-summary.py "$folder/events" || status=1
exit $status
