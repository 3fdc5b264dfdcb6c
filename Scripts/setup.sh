#!/usr/bin/env bash
# Installs, with Debian's package manager, what building needs; elsewhere prints what to install. With the argument `server`,
# only what the server and the terminal program need; other arguments add more: `test` what testing needs, `bench` what the
# benchmarks measure themselves against, `screenshots` what the README's pictures need, `install` what writes the manuals, `deb`
# what builds and tests packages.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    libsqlite3-dev zlib1g-dev
    libgdk-pixbuf-2.0-dev libheif-dev libjpeg-dev liblcms2-dev libwebp-dev
)
[ "${1:-}" = server ] || packages+=(
    libadwaita-1-dev libgtk-4-bin adwaita-icon-theme librsvg2-common libsecret-1-0
)
case "${1:-}" in
bench) packages+=(curl libvips-tools nginx-light) ;;
install) packages+=(python3) ;;
deb) packages+=(debhelper debootstrap desktop-file-utils appstream dpkg-dev lintian man-db pkgconf python3) ;;
screenshots) packages+=(xvfb xauth dbus at-spi2-core fonts-cantarell imagemagick xdotool chromium chromium-driver python3) ;;
esac
[ "${1:-}" = test ] && packages+=(
    python3 xvfb xauth dbus at-spi2-core libatspi2.0-dev
    fonts-cantarell fonts-dejavu-core fonts-noto-core fonts-noto-color-emoji
    caddy chromium chromium-driver curl default-jre-headless firefox-esr libqrencode4 nginx-light openssl python3-venv systemd unzip webkit2gtk-driver xclip zbar-tools
    apache2-bin fail2ban haproxy lighttpd lighttpd-mod-openssl postgresql-15
    exiftran exiv2 imagemagick jhead libimage-exiftool-perl libheif-examples libjpeg-turbo-progs python3-pil syncthing
    appstream desktop-file-utils
    libglib2.0-bin man-db weston libgl1-mesa-dri
)

missing=()
if command -v apt-get >/dev/null; then
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
    done
else
    echo "There is no apt here. Install these yourself; the names are Debian's:" >&2
    printf '%s\n' "${packages[*]}" | fold -s -w 100 >&2
fi

if [ ${#missing[@]} -gt 0 ]; then
    echo "Installing ${missing[*]}."
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq "${missing[@]}" >/dev/null
    # Tests and benchmarks start their own servers, so the packages' services must not run.
    for service in nginx-light:nginx caddy:caddy haproxy:haproxy lighttpd:lighttpd fail2ban:fail2ban postgresql-15:postgresql; do
        if [[ " ${missing[*]} " == *" ${service%:*} "* ]] && [ -d /run/systemd/system ]; then
            "${as_root[@]}" systemctl disable --now --quiet "${service#*:}"
        fi
    done
fi

if ! command -v swift >/dev/null; then
    echo "Swift 6.3 is not installed, or not on the PATH: see https://www.swift.org/install/linux/." >&2
    exit 1
fi

# The tests' programs from PyPI, in a folder of their own.
if [ "${1:-}" = test ] && ! cat Scripts/requirements*.txt | cmp -s - .build/tools/requirements.txt; then
    echo "Installing the tests' programs in .build/tools."
    python3 -m venv --clear .build/tools
    .build/tools/bin/pip install --quiet --disable-pip-version-check -r Scripts/requirements.txt
    .build/tools/bin/pip install --quiet --disable-pip-version-check --no-deps -r Scripts/requirements-files.txt
    cat Scripts/requirements*.txt >.build/tools/requirements.txt
fi
