#!/usr/bin/env bash
# Serves the demo photos on a free loopback port, prints the feed from the server, stops it, prints the saved feed.
set -euo pipefail
cd "$(dirname "$0")/.."

program="$(swift build -c release --product essential-feed --static-swift-stdlib --show-bin-path)/essential-feed"
folder="$(mktemp -d)"
server=
stop() {
    if [ -n "$server" ]; then
        kill -TERM "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$folder"' EXIT

XDG_STATE_HOME="$folder/state" "$program" serve Demo --port 0 >"$folder/address" 2>"$folder/log" &
server=$!
deadline=$((SECONDS + 30))
until [ -s "$folder/address" ]; do
    if ! kill -0 "$server" 2>/dev/null || [ $SECONDS -ge $deadline ]; then
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.1
done
address="$(grep -oE 'https?://[^ ]+' "$folder/address" | head -n 1)"
export ESSENTIAL_FEED_URL="$address"

echo
echo "The demo photos are served at $address. Their feed:"
echo
"$program" feed --cache-dir "$folder/cache"
stop
echo
echo "The server is stopped. The same feed from the cache:"
echo
"$program" feed --cache-dir "$folder/cache"
