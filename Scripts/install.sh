#!/usr/bin/env bash
# Installs the programs, the demo photos, and what a desktop needs to know about the app.
#   install.sh BUILD_FOLDER PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" prefix="$2"
source Scripts/installed-files.sh

for program in "${programs[@]}"; do
    # Without their symbols the programs take half the space.
    install -D --strip "$build/$program" "$prefix/bin/$program"
done
install -D --strip "$build/$helper" "$prefix/$helpers/$helper"
for file in "${desktop_files[@]}"; do
    install -D -m 644 "Desktop/${file##*/}" "$prefix/$file"
done
install -d "$prefix/$demo"
cp -R Demo/. "$prefix/$demo/"
echo "Installed ${programs[*]} in $prefix/bin."
