#!/usr/bin/env bash
# libheif 1.17.6 refuses a whole HEIC if two of its pictures share their EXIF; libheif 1.18.1 shows both with it.
#
# ISO/IEC 14496-12 lets one item refer to several others, and iPhones with iOS 18 use that. libheif 1.17.6, which pillow-heif
# 0.16.0 contains, reports that the metadata isn't assigned correctly, and opens none of the pictures. The file is made here:
# two pictures and EXIF that describes the first one; then its reference (`cdsc`) gets the second picture as well.
#
# Needs python3 with venv. Exits with 1 if the behaviour is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >try.py <<'END'
import io, struct, sys
from PIL import Image
import pillow_heif

pillow_heif.register_heif_opener()


def heic():
    """Two pictures, and EXIF that describes the first one."""
    exif = Image.Exif()
    exif[0x010E] = "caption"
    file = pillow_heif.HeifFile()
    for colour in ("red", "blue"):
        file.add_from_pillow(Image.new("RGB", (64, 64), colour))
    file[0].info["exif"] = exif.tobytes()
    data = io.BytesIO()
    file.save(data, quality=90)
    return bytearray(data.getvalue())


def boxes(data, start, end):
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, start, size
        start += size


def share(data):
    """Returns the file with the EXIF referring to both pictures."""
    meta = next((start, size) for kind, start, size in boxes(data, 0, len(data)) if kind == b"meta")
    inner = {kind: (start, size) for kind, start, size in boxes(data, meta[0] + 12, sum(meta))}
    iref = inner[b"iref"]
    cdsc = next((start, size) for kind, start, size in boxes(data, iref[0] + 12, sum(iref)) if kind == b"cdsc")
    assert data[iref[0] + 8] == 0, "16-bit ids"
    source, count, first = struct.unpack_from(">HHH", data, cdsc[0] + 8)
    assert count == 1
    # The items of the file, of which the other picture is one.
    iinf = inner[b"iinf"]
    number = struct.unpack_from(">H", data, iinf[0] + 12)[0]
    pictures = []
    for kind, start, size in boxes(data, iinf[0] + 14, sum(iinf)):
        item = struct.unpack_from(">H", data, start + 12)[0]
        if bytes(data[start + 16:start + 20]) == b"hvc1":
            pictures.append(item)
    other = next(item for item in pictures if item != first)
    added = 2
    # Everything after the references moves.
    iloc = inner[b"iloc"]
    version = data[iloc[0] + 8]
    sizes = struct.unpack_from(">BB", data, iloc[0] + 12)
    offset_size, length_size, base_size = sizes[0] >> 4, sizes[0] & 15, sizes[1] >> 4
    index_size = sizes[1] & 15 if version else 0
    position = iloc[0] + 14
    items = struct.unpack_from(">H", data, position)[0]
    position += 2
    for _ in range(items):
        position += 2
        method = 0
        if version:
            method = struct.unpack_from(">H", data, position)[0] & 15
            position += 2
        position += 2 + base_size
        extents = struct.unpack_from(">H", data, position)[0]
        position += 2
        for _ in range(extents):
            position += index_size
            if method == 0:
                value = int.from_bytes(data[position:position + offset_size], "big") + added
                data[position:position + offset_size] = value.to_bytes(offset_size, "big")
            position += offset_size + length_size
    for start, size in (meta, iref, cdsc):
        struct.pack_into(">I", data, start, size + added)
    struct.pack_into(">H", data, cdsc[0] + 10, 2)
    data[cdsc[0] + 14:cdsc[0] + 14] = struct.pack(">H", other)
    return data


def result(data):
    try:
        picture = pillow_heif.open_heif(bytes(data))
        texts = ["EXIF" if image.info.get("exif") else "no EXIF" for image in picture]
        return ", ".join([f"{len(picture)} pictures", *texts])
    except ValueError as error:
        return f"refused: {error}"


plain = heic()
results = [result(plain), result(share(bytearray(plain)))]
print("libheif", pillow_heif.libheif_info()["libheif"])
print("  one reference: ", results[0])
print("  two references:", results[1])
assert results[0] == "2 pictures, EXIF, no EXIF"
assert results[1].startswith("refused") if sys.argv[1] == "refuses" else results[1] == "2 pictures, EXIF, EXIF"
END

for version in "0.16.0 refuses" "0.18.0 shows"; do
    read -r number expected <<<"$version"
    python3 -m venv "$number"
    "$number/bin/pip" install --quiet --disable-pip-version-check pillow==11.3.0 pillow-heif=="$number"
    "$number/bin/python" try.py "$expected"
done
