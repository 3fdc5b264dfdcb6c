#!/usr/bin/env bash
# Installs the programs with manuals and completions, the demo photos, what a desktop needs to know about the app, and
# services for the server.
#   install.sh BUILD_FOLDER PREFIX [LATER_PREFIX]
# LATER_PREFIX is where the files are in the end, if PREFIX is only on the way there. Software centres show pictures of the
# app if SCREENSHOTS_URL says where docs/screenshots is published, and links if HOMEPAGE_URL says where the project is.
# CHECKOUTS is the folder of the packages that the build used, if it isn't SwiftPM's.
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" prefix="$2" later_prefix="${3:-$2}"
checkouts="${CHECKOUTS:-$(realpath "$build")/../../checkouts}"
source Scripts/installed-files.sh
# Manual pages and completions are in English in any session.
export LC_ALL=C

# Installs what is written to it as a file.
install_text() { install -D -m 644 /dev/stdin "$prefix/$1"; }

install -d "$prefix/share/man/man1"
for program in "${programs[@]}"; do
    # Without their symbols the programs need half the space.
    install -D --strip "$build/$program" "$prefix/bin/$program"
    "$build/$program" --experimental-dump-help |
        Scripts/manual.py "$prefix/share/man/man1" "$("$build/$program" --version)"
    read -r bash zsh fish <<<"$(completions_of "$program")"
    "$build/$program" --generate-completion-script bash | sed '1{/^#!/d}' | install_text "$bash"
    "$build/$program" --generate-completion-script zsh | install_text "$zsh"
    "$build/$program" --generate-completion-script fish | install_text "$fish"
done
install -D --strip "$build/$helper" "$prefix/$helpers/$helper"
for file in "${desktop_files[@]}"; do
    install -D -m 644 "Desktop/${file##*/}" "$prefix/$file"
done
edits=()
if [ -n "${SCREENSHOTS_URL:-}" ]; then
    edits+=(-e "s|@SCREENSHOTS_URL@|$SCREENSHOTS_URL|")
else
    edits+=(-e '/<screenshots>/,/<\/screenshots>/d')
fi
if [ -n "${HOMEPAGE_URL:-}" ]; then edits+=(-e "s|@HOMEPAGE_URL@|$HOMEPAGE_URL|"); else edits+=(-e '/@HOMEPAGE_URL@/d'); fi
sed "${edits[@]}" "Desktop/${metainfo##*/}" | install_text "$metainfo"
for service in "${services[@]}"; do
    sed "s|/usr/local/bin/|$later_prefix/bin/|" "Desktop/${service##*/}" | install_text "$service"
done
install -d "$prefix/$demo"
cp -R Demo/. "$prefix/$demo/"
rm "$prefix/$demo/README.md"
install -D -m 644 -t "$prefix/$notices" THIRD-PARTY-NOTICES.md
shopt -s nullglob
for package in "$checkouts"/*/; do
    package="$(basename "$package")"
    # These only help to build and to test, or are for other systems.
    case $package in swift-docc-* | swift-subprocess | swift-nio-transport-services) continue ;; esac
    cat "$checkouts/$package"/{LICENSE,NOTICE}* | install_text "$notices/licenses/$package.txt"
done
echo "Installed ${programs[*]} in $prefix/bin."
