#!/usr/bin/env bash
# Makes the pictures in docs/screenshots from the running app with the demo photos, under a display of its own, with two pixels
# for each point.
#   screenshots.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

program="$1/essential-feed" app="$1/essential-feed-app"
if [ -z "${SCREENSHOTS_INSIDE:-}" ]; then
    SCREENSHOTS_INSIDE=1 exec xvfb-run -a -s "-screen 0 2560x1600x24 -noreset" Scripts/session.sh "$0" "$1"
fi
options=--public
source Scripts/serve-demo.sh
export GDK_BACKEND=x11 GDK_SCALE=2 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1
# Separate caches, settings and states.
export XDG_CACHE_HOME="$folder/cache" XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state"
mkdir -p "$XDG_CONFIG_HOME/gtk-4.0"
printf '[Settings]\ngtk-font-name=Cantarell 11\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
# As in an installed app: its icon and the demo; and the server's name.
export XDG_DATA_HOME="$folder/data" ESSENTIAL_FEED_DEMO="$PWD/Demo"
install -D -t "$XDG_DATA_HOME/icons/hicolor/scalable/apps" Desktop/org.essentialfeed.EssentialFeed.svg
mkdir -p "$XDG_CONFIG_HOME/essential-feed"
printf '{"servers": ["%s"], "serverNames": {"%s": "Anna’s Photos"}}' "$address" "$address" \
    >"$XDG_CONFIG_HOME/essential-feed/app.json"

arguments=(--url "$address")
# Starts the app at a size in points, with the variables given, and waits until its window no longer changes.
#   start WIDTH HEIGHT [VARIABLE=VALUE...]
start() {
    local width=$1 height=$2
    shift 2
    env "$@" "$app" "${arguments[@]}" 2>"$folder/app.log" &
    process=$!
    window="$(xdotool search --sync --onlyvisible --pid "$process" | tail -n 1)"
    xdotool windowsize --sync "$window" $((2 * width)) $((2 * height)) windowfocus "$window"
    settle
}

# Waits until three successive pictures of the window are the same.
settle() {
    local before=none now same=0 deadline=$((SECONDS + 60))
    while [ $same -lt 2 ] && [ $SECONDS -lt $deadline ]; do
        sleep 0.7
        now="$(import -silent -window "$window" rgb:- | sha256sum)"
        if [ "$now" = "$before" ]; then same=$((same + 1)); else same=0; fi
        before="$now"
    done
}

# Takes a picture in true colour. As PNGs, photos would take four times the space.
take() { import -silent -window "$window" -strip -quality 92 -sampling-factor 4:4:4 "docs/screenshots/$1.jpg"; }

# Turns the wheel, or clicks, at a point of the window.
wheel() { xdotool mousemove --window "$window" 400 600 click --repeat "$1" --delay 60 5 && settle; }
click() { xdotool mousemove --window "$window" $((2 * $1)) $((2 * $2)) click 1 && settle; }

end() {
    kill -TERM "$process"
    wait "$process" || true
}

start 480 800
take light
wheel 6
click 420 422
take comments
xdotool key --window "$window" Escape && settle
click 200 250
# The controls fade out when the pointer rests.
xdotool mousemove --window "$window" 500 500 && sleep 0.5
take viewer
# The app starts where it was left.
xdotool key --window "$window" Escape && settle
xdotool key --window "$window" Home && settle
end
start 1280 800 ADW_DEBUG_COLOR_SCHEME=prefer-dark
take wide
end
stop
start 480 800
take offline
end
# A start without a server or settings.
arguments=()
export XDG_CONFIG_HOME="$folder/new" XDG_CACHE_HOME="$folder/new" XDG_STATE_HOME="$folder/new"
mkdir -p "$XDG_CONFIG_HOME/gtk-4.0"
cp "$folder/config/gtk-4.0/settings.ini" "$XDG_CONFIG_HOME/gtk-4.0/"
start 480 800
take first-start
end
# In the browser, signed-in people can comment.
rm -rf "$folder"
options=
source Scripts/serve-demo.sh
Scripts/web-screenshots.py "$address" docs/screenshots
ls -l docs/screenshots
