#!/usr/bin/env bash
# Removes what install.sh installed, and nothing else. Settings and caches in people's home folders stay.
#   uninstall.sh PREFIX [LATER_PREFIX]
set -euo pipefail
cd "$(dirname "$0")/.."
prefix="$1" later_prefix="${2:-$1}"
source Scripts/installed-files.sh

files=("${programs[@]/#/bin/}" "${desktop_files[@]}" "$metainfo" "${services[@]}" "${manuals[@]}")
for program in "${programs[@]}"; do files+=($(completions_of "$program")); done
rm -f "${files[@]/#/$prefix/}"
rm -rf "${prefix:?}/${demo%/*}" "${prefix:?}/$helpers" "${prefix:?}/$notices"
echo "Removed ${programs[*]} from $prefix/bin."
