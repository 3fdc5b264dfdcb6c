#!/usr/bin/env bash
# Removes what install.sh installed, and nothing else. Settings and caches in people's home folders stay.
#   uninstall.sh PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."
prefix="$1"
source Scripts/installed-files.sh

rm -f "${programs[@]/#/$prefix/bin/}" "${desktop_files[@]/#/$prefix/}" "$prefix/$service"
rm -rf "${prefix:?}/${demo%/*}" "${prefix:?}/$helpers"
echo "Removed ${programs[*]} from $prefix/bin."
