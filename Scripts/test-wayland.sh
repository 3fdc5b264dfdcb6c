#!/usr/bin/env bash
# Runs what GNOME would show: the reference pictures and the app's scenarios on Wayland (weston, without a screen) and with
# GTK's GL renderer (Mesa's llvmpipe, without a graphics card).
set -uo pipefail
cd "$(dirname "$0")/.."

echo "Building. The first time this takes several minutes."
. Scripts/seed.sh
swift build --build-tests "${entry_point[@]}" || exit 1

folder="$(mktemp -d)"
compositor=
end() {
    if [ -n "$compositor" ]; then
        kill "$compositor" 2>/dev/null
        wait "$compositor" 2>/dev/null
    fi
    rm -rf "$folder"
}
trap end EXIT

# With a separate folder, the socket disturbs neither a session of this machine nor another run.
export XDG_RUNTIME_DIR="$folder/run" WAYLAND_DISPLAY=essential-feed
mkdir -m 700 "$XDG_RUNTIME_DIR"
weston --backend=headless-backend.so --shell=desktop-shell.so --socket="$WAYLAND_DISPLAY" --no-config --idle-time=0 \
    --width=1680 --height=8400 >"$folder/weston.log" 2>&1 &
compositor=$!
deadline=$((SECONDS + 30))
until [ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ]; do
    if ! kill -0 "$compositor" 2>/dev/null || [ $SECONDS -ge $deadline ]; then
        cat "$folder/weston.log" >&2
        exit 1
    fi
    sleep 0.1
done
unset DISPLAY XAUTHORITY
# Without a graphics card on any machine, for equal pictures.
export LIBGL_ALWAYS_SOFTWARE=1

status=0
tests=.build/debug/essential-feedPackageTests.xctest
look=(GTK_A11Y=none GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1 G_DEBUG=fatal-criticals TZ=UTC)

# Runs tests, and fails if one does or if fewer than the given number ran.
#   $1  what is run
#   $2  the least number of tests
run() {
    local title="$1" least="$2" log count failed=0
    shift 2
    log="$(mktemp -p "$folder" run.XXXXXX)"
    Scripts/session.sh "$@" >"$log" 2>&1 || failed=1
    echo "$title"
    grep -v dbind-WARNING "$log" | grep -E "error|failed|Executed|Test run" | tail -n 40
    # XCTest prints "Executed 4 tests", Swift Testing "Test run with 4 tests".
    count="$(grep -oE "(Executed|Test run with) [0-9]+ test" "$log" | grep -oE "[0-9]+" | sort -n | tail -n 1)"
    if [ "${count:-0}" -lt "$least" ]; then
        echo "Only ${count:-0} tests ran, not at least $least." >&2
        failed=1
    fi
    return $failed
}

# Compares the reference pictures, starting the tests as `swift test` does, which can't run twice at a time.
#   $1  what is run
#   $2  the least number of tests
#   $3  the excluded tests
#   …   the arguments of env
references() {
    local title="$1" least="$2" excluded="$3" chosen
    shift 3
    chosen="$("$tests" --list-tests | grep '^EssentialFeedGTKTests\.ReferencePictureTests/' | grep -vE "$excluded" |
        paste -sd,)"
    run "$title" "$least" env "$@" "$tests" "$chosen"
}

# Under X, because the tests wait for frames, and on Wayland, GL draws no further frame of an unchanged window. Excluded
# are tests of what GL draws differently: pictures shown smaller than decoded, scaled by another filter (rows, the grid,
# also with a selection, the viewer, the slideshow, above comments); the underlined link in details; and tests of the
# tolerance, which is Cairo's. Its display is X's own, so it runs beside the windows on Wayland.
scaled='viewer_shows(Image|Pane)|details_|slideshow_|comments_|pictures_|feed_showsRows|feed_showsGrid|selection'
references "The reference pictures, drawn by GL:" 19 "/test_($scaled)" \
    -u WAYLAND_DISPLAY "${look[@]}" GDK_BACKEND=x11 GSK_RENDERER=gl xvfb-run -a -s "-screen 0 1280x8400x24 -noreset" &
under_x=$!
# The links are excluded: Wayland's fonts draw their underlines one pixel high, X's between two pixels.
references "The reference pictures on Wayland, drawn by Cairo:" 28 /test_comments_showLinks \
    "${look[@]}" GDK_BACKEND=wayland GSK_RENDERER=cairo || status=1
run "The stories in windows on Wayland, drawn by GL:" 1 env GSK_RENDERER=gl "$tests" --testing-library swift-testing \
    --filter 'AppTests/.*scenarios of the stories hold for' || status=1
wait $under_x || status=1
[ $status -eq 0 ] && echo "All passed."
exit $status
