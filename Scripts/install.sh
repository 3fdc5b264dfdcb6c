#!/usr/bin/env bash
# Installs the programs, and what a desktop needs to know of the app.
#   install.sh BUILD_FOLDER PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" prefix="$2" id=org.essentialfeed.EssentialFeed

for program in essential-feed essential-feed-app; do
    install -D "$build/$program" "$prefix/bin/$program"
done
install -D -m 644 Desktop/$id.desktop "$prefix/share/applications/$id.desktop"
install -D -m 644 Desktop/$id.metainfo.xml "$prefix/share/metainfo/$id.metainfo.xml"
install -D -m 644 Desktop/$id.svg "$prefix/share/icons/hicolor/scalable/apps/$id.svg"
install -d "$prefix/share/essential-feed/demo"
cp -R Demo/. "$prefix/share/essential-feed/demo/"
echo "Installed essential-feed and essential-feed-app in $prefix/bin."
