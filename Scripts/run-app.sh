#!/usr/bin/env bash
# Serves the demo photos on a free loopback port and shows them in the app: in a window where there is a display,
# otherwise in the browser, through GTK's Broadway on loopback. Ends with the window, or with Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."

build="$(swift build -c release --static-swift-stdlib --show-bin-path)"
program="$build/essential-feed"
source Scripts/serve-demo.sh
export XDG_CONFIG_HOME="$folder/config"
# Other users can read a program's arguments.
export ESSENTIAL_FEED_URL="$address"
app=("$build/essential-feed-app" --cache-dir "$folder/cache")

if [ -n "${WAYLAND_DISPLAY:-}${DISPLAY:-}" ]; then
    "${app[@]}"
    exit
fi

display=$((RANDOM % 900 + 100))
port=$((8080 + display))
gtk4-broadwayd --address 127.0.0.1 --port "$port" ":$display" &
broadway=$!
trap 'kill "$broadway" 2>/dev/null || true; stop; rm -rf "$folder"' EXIT
echo "There is no display. Open http://127.0.0.1:$port in a browser; Ctrl-C ends it."
GDK_BACKEND=broadway BROADWAY_DISPLAY=":$display" "${app[@]}"
