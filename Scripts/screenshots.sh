#!/usr/bin/env bash
# Makes the pictures in docs/screenshots from the running app with the demo photos, under a display of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

program="$1/essential-feed" app="$1/essential-feed-app"
if [ -z "${SCREENSHOTS_INSIDE:-}" ]; then
    SCREENSHOTS_INSIDE=1 exec xvfb-run -a -s "-screen 0 480x800x24 -noreset" dbus-run-session -- "$0" "$1"
fi
source Scripts/serve-demo.sh
export GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1
export XDG_CONFIG_HOME="$folder/config"
mkdir -p "$XDG_CONFIG_HOME/gtk-4.0"
printf '[Settings]\ngtk-font-name=Cantarell 11\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"

# Starts the app with the variables given, and waits until its window no longer changes.
start() {
    env "$@" "$app" --url "$address" --cache-dir "$folder/cache" 2>"$folder/app.log" &
    window=$!
    settle
}

# Waits until two pictures of the screen, taken one after the other, are the same.
settle() {
    local before=none now deadline=$((SECONDS + 20))
    sleep 1
    while [ $SECONDS -lt $deadline ]; do
        now="$(import -window root rgb:- | sha256sum)"
        [ "$now" != "$before" ] || return 0
        before="$now"
        sleep 0.5
    done
}

take() { import -window root "docs/screenshots/$1.png"; }

end() {
    kill -TERM "$window"
    wait "$window" || true
}

start
take light

# A scroll and a visit to a photo.
frame=0
shoot() {
    import -window root -resize 300x "$folder/frame-$(printf %03d $frame).png"
    frame=$((frame + 1))
}
xdotool mousemove 200 300
for _ in 1 2 3 4 5 6 7 8 9; do
    shoot
    xdotool click 5
done
settle
shoot
xdotool click 1
for _ in 1 2 3 4 5; do shoot; done
xdotool key Escape
for _ in 1 2 3 4; do shoot; done
convert -delay 20 -loop 0 "$folder"/frame-*.png -colors 96 -layers Optimize docs/screenshots/scroll.gif
settle
xdotool click 4 click 4 click 4 click 4 click 4 click 4 click 4 click 4 click 4 click 4 click 4 click 4
settle
xdotool mousemove 200 300 click 1
settle
take viewer
end
start ADW_DEBUG_COLOR_SCHEME=prefer-dark
xdotool mousemove 200 300 click 5 click 5 click 5 click 5 click 5 click 5 click 5
settle
take dark
end
stop
start
take offline
end
for picture in docs/screenshots/*.png; do convert "$picture" -strip -colors 256 "PNG8:$picture"; done
ls -l docs/screenshots
