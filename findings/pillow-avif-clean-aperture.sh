#!/usr/bin/env bash
# Pillow 13.0.0 shows all of an AVIF that is cropped, and doesn't say that it is cropped.
#
# The property `clap` (clean aperture, ISO/IEC 14496-12, 12.1.4) says which part of a picture is to be shown; here, it is marked
# as essential. heif-convert of libheif 1.15.1 crops the file that is made here to its blue half. Pillow shows the red half as
# well, and neither `info` nor EXIF mentions the property. Of turning and mirroring (`irot`, `imir`), it tells in EXIF's
# orientation.
#
# Needs python3 with venv. Exits with 1 if the behaviour is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pillow==13.0.0

cat >try.py <<'END'
import io, struct
from PIL import Image, __version__


def avif():
    """A picture with a red left and a blue right half."""
    image = Image.new("RGB", (64, 48), "blue")
    image.paste("red", (0, 0, 32, 48))
    data = io.BytesIO()
    image.save(data, "AVIF", quality=100, subsampling="4:4:4")
    return data.getvalue()


def boxes(data, start, end):
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, start, start + size
        start += size


def box(kind, content):
    return struct.pack(">I4s", len(content) + 8, kind) + content


def with_property(data, name, content):
    """Returns the file with one more essential property of its only item."""
    parts = {kind: data[start:end] for kind, start, end in boxes(data, 0, len(data))}
    meta = {kind: parts[b"meta"][start:end] for kind, start, end in boxes(parts[b"meta"], 12, len(parts[b"meta"]))}
    iprp = {kind: meta[b"iprp"][start:end] for kind, start, end in boxes(meta[b"iprp"], 8, len(meta[b"iprp"]))}
    number = len(list(boxes(iprp[b"ipco"], 8, len(iprp[b"ipco"])))) + 1
    associations = bytearray(iprp[b"ipma"][8:]) + bytes([0x80 | number])
    assert associations[:8] == bytes(7) + b"\1", "one item"
    associations[10] += 1
    meta[b"iprp"] = box(b"iprp", box(b"ipco", iprp[b"ipco"][8:] + box(name, content)) + box(b"ipma", associations))
    parts[b"meta"] = box(b"meta", bytes(4) + b"".join(meta.values()))
    # The picture moves.
    moved = sum(map(len, parts.values())) - len(data)
    place, length = len(data) - len(parts[b"mdat"]) + 8, len(parts[b"mdat"]) - 8
    old, new = struct.pack(">II", place, length), struct.pack(">II", place + moved, length)
    assert parts[b"meta"].count(old) == 1
    parts[b"meta"] = parts[b"meta"].replace(old, new)
    return b"".join(parts.values())


def show(name, data):
    image = Image.open(io.BytesIO(data))
    left, right = image.convert("RGB").getpixel((8, 24)), image.convert("RGB").getpixel((image.width - 8, 24))
    orientation = image.getexif().get(0x0112)
    print(f"{name}: {image.size}, left {left}, right {right}, orientation {orientation}, info {sorted(image.info)}")
    return image.size, left[0] > 200, orientation, set(image.info)


plain = avif()
# The right half: its width, height, and the distance of its middle from that of the picture, as fractions.
cropped = with_property(plain, b"clap", struct.pack(">IIIIiIiI", 32, 1, 48, 1, 16, 1, 0, 1))
turned = with_property(plain, b"irot", bytes([3]))
print("Pillow", __version__)
whole = show("plain  ", plain)
assert whole[:3] == ((64, 48), True, None)
assert show("turned ", turned)[2] == 6
assert show("cropped", cropped) == whole
END
python/bin/python try.py
echo "as described"
