#!/usr/bin/env bash
# Serves the demo photos on a free loopback port, prints the feed from the server, saves its images, stops the server, and
# prints the saved feed.
set -euo pipefail
cd "$(dirname "$0")/.."

program="$(swift build -c release --static-swift-stdlib --show-bin-path)/essential-feed"
source Scripts/serve-demo.sh
export ESSENTIAL_FEED_URL="$address"

echo
echo "The demo photos are served at $address. Their feed:"
echo
"$program" feed --cache-dir "$folder/cache"
echo
echo "Saving its images:"
"$program" sync --cache-dir "$folder/cache"
stop
echo
echo "The server is stopped. The same feed from the cache:"
echo
"$program" feed --cache-dir "$folder/cache"
