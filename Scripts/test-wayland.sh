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
look=(GDK_BACKEND=wayland GTK_A11Y=none GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1 G_DEBUG=fatal-criticals TZ=UTC)

# Runs tests, and fails if one does or if fewer than the given number ran.
#   $1  the least number of tests
run() {
    local least="$1" count
    shift
    Scripts/session.sh "$@" 2>&1 | tee "$folder/run.log" | grep -v dbind-WARNING | grep -E "error|failed|Executed|Test run" | tail -n 40
    [ "${PIPESTATUS[0]}" -eq 0 ] || status=1
    # XCTest prints "Executed 4 tests", Swift Testing "Test run with 4 tests".
    count="$(grep -oE "(Executed|Test run with) [0-9]+ test" "$folder/run.log" | grep -oE "[0-9]+" | sort -n | tail -n 1)"
    if [ "${count:-0}" -lt "$least" ]; then
        echo "Only ${count:-0} tests ran, not at least $least." >&2
        status=1
    fi
}

references=(swift test --skip-build --disable-swift-testing --filter '^EssentialFeedGTKTests\.ReferencePictureTests')
# The links are excluded: Wayland's fonts draw their underlines one pixel high, X's between two pixels.
echo "The reference pictures on Wayland, drawn by Cairo:"
run 28 env "${look[@]}" GSK_RENDERER=cairo "${references[@]}" --skip test_comments_showLinks
# Under X, because the tests wait for frames, and on Wayland, GL draws no further frame of an unchanged window. Excluded
# are tests of what GL draws differently: pictures shown smaller than decoded, scaled by another filter (rows, the grid,
# also with a selection, the viewer, the slideshow, above comments); the underlined link in details; and tests of the
# tolerance, which is Cairo's.
echo "The reference pictures, drawn by GL:"
run 19 env -u WAYLAND_DISPLAY xvfb-run -a -s "-screen 0 1280x8400x24 -noreset" env "${look[@]}" GDK_BACKEND=x11 \
    GSK_RENDERER=gl "${references[@]}" --skip 'test_viewer_shows(Image|Pane)' --skip test_details_ \
    --skip test_slideshow_ --skip test_comments_ --skip test_pictures_ --skip test_feed_showsRows --skip test_feed_showsGrid \
    --skip test_selection
echo "The stories in windows on Wayland, drawn by GL:"
run 1 env GSK_RENDERER=gl swift test --skip-build --disable-xctest \
    --filter 'AppTests/.*scenarios of the stories hold for'
[ $status -eq 0 ] && echo "All passed."
exit $status
