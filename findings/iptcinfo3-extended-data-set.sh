#!/usr/bin/env bash
# iptcinfo3 2.1.4 takes what follows an IPTC record for a caption that is an extended data set.
#
# IPTC's IIM 4.2 (1.6) permits a data set of any length in an extended form: the first bit of its two bytes of length is set, the
# others count the bytes that hold the real length, and these come before the value. It isn't limited to long values. exiftool
# 12.57 reads the caption "Boats" and the city "Patras" in either form. iptcinfo3 reads them in the usual form; in the extended
# one, the caption begins with the bytes of the length, goes on through the next data set and the rest of the JPEG file, and the
# city is missing. Nothing is reported.
#
# Needs apt-get, dpkg-deb, perl and python3 with venv. Exits with 1 if the behaviour is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 .
apt-get download -q libimage-exiftool-perl=12.57+dfsg-1 >/dev/null
dpkg-deb -x libimage-exiftool-perl_*.deb root
python3 -m venv python
python/bin/pip --quiet --disable-pip-version-check install iptcinfo3==2.1.4

cat >try.py <<'END'
import logging, struct, subprocess
from importlib.metadata import version
from iptcinfo3 import IPTCInfo

logging.disable()


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def data_set(number, value, extended=False):
    length = struct.pack(">HH", 0x8002, len(value)) if extended else struct.pack(">H", len(value))
    return bytes([0x1C, 2, number]) + length + value


def jpeg(extended):
    """A grey pixel, whose Huffman tables have one code each, with a caption and a city."""
    record = data_set(120, b"Boats", extended) + data_set(90, b"Patras")
    record += bytes(len(record) % 2)
    resource = b"8BIM" + struct.pack(">H", 0x0404) + bytes(2) + struct.pack(">I", len(record)) + record
    return (b"\xff\xd8" + segment(0xED, b"Photoshop 3.0\0" + resource) + segment(0xDB, bytes([0] + [1] * 64))
            + segment(0xC0, bytes([8, 0, 1, 0, 1, 1, 1, 0x11, 0])) + segment(0xC4, bytes([0, 1] + [0] * 16))
            + segment(0xC4, bytes([0x10, 1] + [0] * 16)) + segment(0xDA, bytes([1, 1, 0, 0, 63, 0])) + b"\x3f\xff\xd9")


def exiftool(name):
    output = subprocess.run(["perl", "-Iroot/usr/share/perl5", "root/usr/bin/exiftool", "-s3", "-Caption-Abstract", "-City", name],
                            check=True, capture_output=True, text=True).stdout
    return output.splitlines()


print("iptcinfo3", version("iptcinfo3"))
for name, extended in [("usual.jpg", False), ("extended.jpg", True)]:
    with open(name, "wb") as file:
        file.write(jpeg(extended))
    info = IPTCInfo(name)
    caption, city = info["caption/abstract"], info["city"]
    print(name, "exiftool:", exiftool(name), "iptcinfo3:", len(caption), "bytes of caption, city:", city)
    assert exiftool(name) == ["Boats", "Patras"]
    if not extended:
        assert (caption, city) == (b"Boats", b"Patras")
    else:
        assert caption.startswith(b"\x00\x05Boats\x1c\x02Z\x00\x06Patras") and b"\xff\xdb" in caption and not city
END
python/bin/python try.py
echo "as described"
