#!/usr/bin/env bash
# Prints line coverage of Sources/ by module, from the profiles that the tests and the programs they started have left.
#   coverage.sh BUILD_FOLDER PROFILES_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" profiles="$2"

# LLVM's tools must be those of the compiler.
tools="$(dirname "$(readlink -f "$(command -v swift)")")"
# A killed program leaves an incomplete profile, which is left out.
"$tools/llvm-profdata" merge -sparse -failure-mode=all "$profiles"/*.profraw -o "$profiles/all.profdata" 2>/dev/null
"$tools/llvm-cov" export -summary-only -instr-profile "$profiles/all.profdata" \
    "$build/essential-feedPackageTests.xctest" -object "$build/essential-feed" \
    -object "$build/essential-feed-app" >"$profiles/coverage.json"
python3 Scripts/coverage.py "$profiles/coverage.json"
