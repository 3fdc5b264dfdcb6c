#!/usr/bin/env bash
# Builds two Debian packages of the release build, in .build/deb: essential-feed is the terminal program, the server, the
# decoder and the library that all programs share; essential-feed-app is the app.
#   deb.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build="$(realpath "$1")" result="$PWD/.build/deb"
checkouts="$build/../../checkouts"
# What uses the service folders and completions of Debian's own packages.
later_prefix=/usr
source Scripts/installed-files.sh
triplet="$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
library_folder="lib/$triplet/essential-feed"
server=debian/essential-feed app=debian/essential-feed-app
version="$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/EssentialFeed/Version.swift)"
maintainer="$(sed -n 's/^Maintainer: //p' Packaging/control)"
# The files have the time of the last change, so that the same sources make the same packages.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH DEB_RULES_REQUIRES_ROOT=no

rm -rf "$result"
mkdir -p "$result/work/$app"
Scripts/link-shared.sh "$build" "$result/programs" "$library_folder"
LD_LIBRARY_PATH="$result/programs" \
    Scripts/install.sh "$result/programs" "$result/work/$server$later_prefix" "$later_prefix" >/dev/null
cp -R Packaging/. "$result/work/debian/"
cat >"$result/work/debian/changelog" <<END
essential-feed ($version) unstable; urgency=medium

  * /usr/share/doc/essential-feed/changelog.gz says what has changed.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END
cp CHANGELOG.md "$result/work/debian/changelog.upstream"

cd "$result/work"
install -D -m 644 -t "$server/usr/$library_folder" "$result/programs/libessential-feed.so"
for notice in "$checkouts"/*/NOTICE.txt; do
    package="$(basename "$(dirname "$notice")")"
    install -D -m 644 "$notice" "$server/usr/share/doc/essential-feed/notices/$package.txt"
done
for file in "${app_files[@]}"; do
    mkdir -p "$app/usr/${file%/*}"
    mv "$server/usr/$file" "$app/usr/$file"
done
find "$server" -type d -empty -delete
# Debian 12 wants the system's services there.
mkdir -p "$server/lib"
mv "$server/usr/lib/systemd" "$server/lib/"
mkdir -p "$server/usr/lib/systemd"
mv "$server/lib/systemd/user" "$server/usr/lib/systemd/"

dh_installchangelogs debian/changelog.upstream
dh_installdocs
dh_lintian
dh_compress
dh_fixperms
dh_strip --no-automatic-dbgsym
dh_shlibdeps -l"$PWD/$server/usr/$library_folder" -- --ignore-missing-info
dh_installdeb
dh_gencontrol
dh_md5sums
dh_builddeb --destdir="$result" -- -Zxz -z9 -Sextreme
cd "$result"
rm -rf work programs

for package in *.deb; do
    lintian --allow-root --display-info --pedantic --fail-on error,warning,info,pedantic "$package"
    echo "$package: $(stat -c %s "$package") bytes to download, $(dpkg-deb -f "$package" Installed-Size) KiB installed"
done
