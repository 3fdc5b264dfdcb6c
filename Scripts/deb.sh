#!/usr/bin/env bash
# Builds the Debian packages in .build/deb, with the versions of what is in them and a bill of materials, and has lintian
# check them. BUILD names the folder of a build that exists already.
set -euo pipefail
cd "$(dirname "$0")/.."
export DEB_FOLDER="$PWD/.build/deb"
# The packages' files have the time of the last change.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
name="essential-feed_$(dpkg-parsechangelog -S Version)"

rm -rf "$DEB_FOLDER"
mkdir -p "$DEB_FOLDER"
dpkg-buildpackage --build=binary --no-sign --buildinfo-file="$DEB_FOLDER/$name.buildinfo" --buildinfo-option=-u"$DEB_FOLDER" \
    --changes-file="$DEB_FOLDER/$name.changes" --changes-option=-u"$DEB_FOLDER"
debian/rules clean >/dev/null
cp Package.resolved "$DEB_FOLDER/$name.resolved.json"
Scripts/bill-of-materials.py "$DEB_FOLDER"/*.deb >"$DEB_FOLDER/$name.cdx.json"

cd "$DEB_FOLDER"
for package in *.deb; do
    # Whether machine code happens to contain misspelled words differs from build to build, so that override may be unused.
    report="$(lintian --allow-root --display-info --pedantic --fail-on none "$package")"
    if grep -vE '^N:|unused-override spelling-error-in-binary|^$' <<<"$report"; then exit 1; fi
    echo "$package: $(stat -c %s "$package") bytes to download, $(dpkg-deb -f "$package" Installed-Size) KiB installed"
done
