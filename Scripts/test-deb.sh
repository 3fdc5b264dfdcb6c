#!/usr/bin/env bash
# Installs the packages from .build/deb in a fresh Debian 12, uses them as a person would, purges them, and looks for what
# they left behind. Needs root, and the package mirror of this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || exec sudo "$0" "$@"
packages=(.build/deb/essential-feed_*.deb .build/deb/essential-feed-app_*.deb)
id=org.essentialfeed.EssentialFeed
root="$(mktemp -d /var/tmp/essential-feed-deb.XXXXXX)"
chmod 755 "$root"

clean_up() {
    # What a failed test may have left running holds the folder.
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/root" || true)" != "$root" ] || kill -KILL "${process#/proc/}" || true
    done
    for folder in dev proc; do
        ! mountpoint -q "$root/$folder" || umount --lazy --recursive "$root/$folder"
    done
    rm -rf --one-file-system "$root"
}
trap clean_up EXIT

step() { echo "test-deb: $*"; }
fail() { step "FAILED: $*" && exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# Runs a script as an ordinary person, in a home of their own.
person() { inside runuser -u person -- env HOME=/home/person bash -euc "$1"; }
files() {
    (cd "$root" && find . -xdev -path ./var/lib/dpkg -prune -o -path ./var/log -prune -o -path ./var/cache -prune \
        -o -path ./tmp -prune -o -path ./home -prune -o -print | sort)
}

step "makes a Debian 12 with debootstrap"
mirror="$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' |
    awk '$2 == "bookworm" { print $1; exit }')"
[ -n "$mirror" ] || fail "apt knows no mirror of Debian 12"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log"; fail "debootstrap"; }
rm "$root.log"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
printf '#!/bin/sh\nexit 101\n' | install -m 755 /dev/stdin "$root/usr/sbin/policy-rc.d"

step "installs what the packages depend on, and what the test itself needs"
inside apt-get update -qq
needs="$(for package in "${packages[@]}"; do dpkg-deb -f "$package" Depends; done | tr '\n' ',' |
    sed 's/essential-feed (= [^)]*),//; s/,$//')"
inside apt-get satisfy -y -qq --no-install-recommends "$needs" >/dev/null 2>&1 || fail "dependencies"
inside apt-get install -y -qq --no-install-recommends appstream curl dbus desktop-file-utils libglib2.0-bin xauth xdotool \
    xvfb librsvg2-common >/dev/null 2>&1 || fail "the test's own programs"
inside useradd --create-home person
cp "${packages[@]}" "$root/tmp/"
files >"$root/tmp/before"

step "installs the packages"
inside sh -c 'apt-get install -y -qq --no-install-recommends /tmp/*.deb' >"$root/tmp/log" 2>&1 ||
    { cat "$root/tmp/log"; fail "apt-get install"; }
person "essential-feed --version; essential-feed-app --version"
inside desktop-file-validate /usr/share/applications/$id.desktop
inside appstreamcli validate --no-net /usr/share/metainfo/$id.metainfo.xml
for program in essential-feed essential-feed-app; do
    zcat "$root/usr/share/man/man1/$program.1.gz" | grep -q '^\.SH NAME' || fail "no manual of $program"
    grep -q "$program" "$root/usr/share/bash-completion/completions/$program" || fail "no completions of $program"
done

step "serves the demo photos, and reads them"
person '
    essential-feed serve /usr/share/essential-feed/demo --port 0 >~/served 2>~/server-log &
    server=$!
    trap "kill $server; wait $server || true" EXIT
    for _ in $(seq 100); do address="$(grep -o "http://[^ ]*" ~/served || true)"; [ -z "$address" ] || break; sleep 0.1; done
    echo "$address" >~/address
    essential-feed feed --url "$address" --json >~/feed
    grep -q Nafplio ~/feed
    key="${address#*#}"
    image="$(curl -sf -u "$key" "${address%/join*}/feed" | grep -o "\"image\" *: *\"[^\"]*" | head -n 1 | sed "s/.*\"//; s|\\\\||g")"
    curl -sf -u "$key" --retry 20 --retry-delay 1 --retry-all-errors "${image%%\?*}?size=480" >~/image.jpg
    [ "$(head -c 3 ~/image.jpg | od -An -tx1 | tr -d " ")" = ffd8ff ]
    essential-feed sync --url "$address"
' || { cat "$root/home/person/server-log"; fail "the server"; }

step "starts the app, and starts it as a launcher does"
person '
    essential-feed serve /usr/share/essential-feed/demo --port 0 >~/served 2>~/server-log &
    server=$!
    trap "kill $server; wait $server || true" EXIT
    for _ in $(seq 100); do address="$(grep -o "http://[^ ]*" ~/served || true)"; [ -z "$address" ] || break; sleep 0.1; done
    export ESSENTIAL_FEED_URL="$address" GDK_BACKEND=x11 GSK_RENDERER=cairo XDG_RUNTIME_DIR="$(mktemp -d)"
    export GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1 GTK_A11Y=none
    xvfb-run -a dbus-run-session -- bash -euc "
        essential-feed-app --verbose 2>~/app-log &
        app=\$!
        for _ in \$(seq 300); do ! grep -q \"first pictures are on the screen\" ~/app-log || break; sleep 0.1; done
        kill -TERM \$app; wait \$app
        grep -q \"first pictures are on the screen\" ~/app-log
        gapplication launch '$id'
        xdotool search --sync --onlyvisible --class essential-feed-app >~/windows
        gapplication action '$id' quit
        while gdbus call --session --dest org.freedesktop.DBus --object-path / \
            --method org.freedesktop.DBus.NameHasOwner '$id' | grep -q true; do sleep 0.1; done
    "
' || { cat "$root/home/person/app-log"; fail "the app"; }

step "purges the packages"
inside apt-get purge -y -qq essential-feed-app essential-feed >/dev/null 2>&1 || fail "apt-get purge"
files >"$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after" || fail "this was left behind, or taken away"
step "passed: nothing was left behind"
