#!/usr/bin/env bash
# Runs a command in a session of its own, whose bus can start the accessibility bus alone. With the portals, the keyring and the
# screen reader that a desktop has installed, programs would do something else on each computer, and libatspi would wait for
# itself.
#   session.sh COMMAND...
set -euo pipefail
exec dbus-run-session --config-file="$(dirname "$(realpath "$0")")/../Tests/Session/session.conf" -- "$@"
