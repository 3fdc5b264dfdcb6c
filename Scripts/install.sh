#!/usr/bin/env bash
# Installs the programs with manuals and completions, the demo photos, what a desktop needs to know about the app, and
# services for the server.
#   install.sh BUILD_FOLDER PREFIX [LATER_PREFIX]
# LATER_PREFIX is where the files are in the end, if PREFIX is only on the way there. SCREENSHOTS_URL says where
# docs/screenshots is published: without it, software centres show no pictures of the app.
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" prefix="$2" later_prefix="${3:-$2}"
source Scripts/installed-files.sh

# Installs what is written to it as a file.
install_text() { install -D -m 644 /dev/stdin "$prefix/$1"; }

for program in "${programs[@]}"; do
    # Without their symbols the programs take half the space.
    install -D --strip "$build/$program" "$prefix/bin/$program"
    "$build/$program" --experimental-dump-help | Scripts/manual.py | install_text "share/man/man1/$program.1"
    read -r bash zsh fish <<<"$(completions_of "$program")"
    "$build/$program" --generate-completion-script bash | sed '1{/^#!/d}' | install_text "$bash"
    "$build/$program" --generate-completion-script zsh | install_text "$zsh"
    "$build/$program" --generate-completion-script fish | install_text "$fish"
done
install -D --strip "$build/$helper" "$prefix/$helpers/$helper"
for file in "${desktop_files[@]}"; do
    install -D -m 644 "Desktop/${file##*/}" "$prefix/$file"
done
if [ -n "${SCREENSHOTS_URL:-}" ]; then
    pictures="s|@SCREENSHOTS_URL@|$SCREENSHOTS_URL|"
else
    pictures='/<screenshots>/,/<\/screenshots>/d'
fi
sed "$pictures" "Desktop/${metainfo##*/}" | install_text "$metainfo"
for service in "${services[@]}"; do
    sed "s|/usr/local/bin/|$later_prefix/bin/|" "Desktop/${service##*/}" | install_text "$service"
done
install -d "$prefix/$demo"
cp -R Demo/. "$prefix/$demo/"
rm "$prefix/$demo/README.md"
echo "Installed ${programs[*]} in $prefix/bin."
