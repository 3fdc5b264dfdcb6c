# To be sourced: the seed of the order of the tests, and the tests' entry point that reads it.
export SEED="${SEED:-$RANDOM$RANDOM}"
case "$SEED" in
*[!0-9]*) echo "SEED must be a number" >&2 && exit 64 ;;
esac
# shellcheck disable=SC2034
entry_point=(--experimental-test-entry-point-path Tests/EntryPoint.swift)
