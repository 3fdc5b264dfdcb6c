#!/usr/bin/env bash
# Installs the programs, the demo photos, what a desktop needs to know about the app, and a service for the server.
#   install.sh BUILD_FOLDER PREFIX [LATER_PREFIX]
# LATER_PREFIX is where the files are in the end, if PREFIX is only on the way there.
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" prefix="$2" later_prefix="${3:-$2}"
source Scripts/installed-files.sh

for program in "${programs[@]}"; do
    # Without their symbols the programs take half the space.
    install -D --strip "$build/$program" "$prefix/bin/$program"
done
install -D --strip "$build/$helper" "$prefix/$helpers/$helper"
for file in "${desktop_files[@]}"; do
    install -D -m 644 "Desktop/${file##*/}" "$prefix/$file"
done
sed "s|/usr/local/bin/|$later_prefix/bin/|" "Desktop/${service##*/}" | install -D -m 644 /dev/stdin "$prefix/$service"
install -d "$prefix/$demo"
cp -R Demo/. "$prefix/$demo/"
echo "Installed ${programs[*]} in $prefix/bin."
