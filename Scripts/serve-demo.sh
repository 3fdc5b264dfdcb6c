# To be sourced: serves the demo photos on a free loopback port until the script ends. All that it writes is in $folder.
#   $program  the built essential-feed
#   $options  more options of its server
#   $address  is set to the server's address; without --public, it is the owner's link
folder="$(mktemp -d)"
server=
stop() {
    if [ -n "$server" ]; then
        kill -TERM "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$folder"' EXIT

XDG_STATE_HOME="$folder/state" "$program" serve Demo --port 0 ${options:-} >"$folder/address" 2>"$folder/log" &
server=$!
deadline=$((SECONDS + 30))
until [ -s "$folder/address" ]; do
    if ! kill -0 "$server" 2>/dev/null || [ $SECONDS -ge $deadline ]; then
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.1
done
address="$(grep -oE 'https?://[^ ]+' "$folder/address" | head -n 1)"
