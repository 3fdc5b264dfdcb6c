#!/usr/bin/env python3
"""Draws the pictures that the tests decode: one of each form that cameras and programs write.

Each is 64 by 48 and shows a red quarter at the top left on blue (in grey: white on black), so that a test can see
whether it was decoded correctly. Those with a colour profile store other numbers, which the profile turns into that red
and blue. The pictures are committed; run this only to change them.

Needs:  Python 3.10 or later with Pillow (with WebP):  pip install pillow; Debian's libheif-examples
Run:    python3 Scripts/draw-test-pictures.py Tests
"""

import io
import pathlib
import re
import struct
import subprocess
import sys
import zlib

from PIL import Image, ImageCms

WIDTH, HEIGHT = 64, 48
RED, BLUE = (255, 0, 0), (0, 0, 255)


def quarter(mode="RGB", inner=RED, outer=BLUE, size=(WIDTH, HEIGHT)):
    image = Image.new(mode, size, outer)
    image.paste(inner, (0, 0, size[0] // 2, size[1] // 2))
    return image


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height, depth, colour, rows, is_interlaced=False):
    """A PNG of a form that Pillow does not write."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, is_interlaced)
    compressor = zlib.compressobj(9)
    body = b"".join(compressor.compress(row) for row in rows) + compressor.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def sixteen_bits():
    red, blue = struct.pack(">HHH", 65535, 0, 0), struct.pack(">HHH", 0, 0, 65535)
    for row in range(HEIGHT):
        yield b"\0" + (red if row < HEIGHT // 2 else blue) * (WIDTH // 2) + blue * (WIDTH // 2)


def interlaced(passes=7):
    """The rows of the first passes of an interlaced PNG."""
    starts = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    for left, top, across, down in starts[:passes]:
        for y in range(top, HEIGHT, down):
            yield b"\0" + b"".join(
                bytes(RED if x < WIDTH // 2 and y < HEIGHT // 2 else BLUE) for x in range(left, WIDTH, across))


def gif(is_interlaced, count):
    """A GIF of a number of pixels, in codes that compress nothing, with a proper end."""
    codes = []
    for index in range(count):
        if index % 100 == 0:
            codes.append(256)
        codes.append(1)
    bits, size = sum(code << 9 * index for index, code in enumerate(codes + [257])), (len(codes) * 9 + 16) // 8
    data = bits.to_bytes(size, "little")
    blocks = b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, size, 255))
    return (b"GIF89a" + struct.pack("<HHBBB", WIDTH, HEIGHT, 0xF7, 0, 0) + bytes(RED + BLUE) + bytes(762)
            + b"," + struct.pack("<HHHHB", 0, 0, WIDTH, HEIGHT, 0x40 * is_interlaced) + b"\x08" + blocks + b"\0;")


def scans(data):
    """A JPEG's beginning up to its first scan, then each scan with what is between it and the previous one."""
    parts, start, position, is_in_scan = [], 0, 2, False
    while data[position + 1] != 0xD9:
        marker, length = data[position + 1], struct.unpack_from(">H", data, position + 2)[0]
        if is_in_scan or marker == 0xDA and not parts:
            parts.append(data[start:position])
            start, is_in_scan = position, False
        position += 2 + length
        if marker == 0xDA:
            position = re.compile(rb"\xFF[^\x00\xD0-\xD7]", re.DOTALL).search(data, position).start()
            is_in_scan = True
    return parts + [data[start:position]]


def one_by_one(picture):
    """A baseline JPEG with a scan for each component, put together from grey pictures: Pillow does not write it."""
    files = []
    for plane in picture.convert("YCbCr").split():
        file = io.BytesIO()
        plane.save(file, "JPEG", quality=92)
        files.append(scans(file.getvalue()))
    head = files[0][0]
    start = head.index(b"\xFF\xC0")
    frame = head[start:start + 13]
    frame = frame[:3] + b"\x11" + frame[4:9] + b"\x03" + b"".join(bytes((index, 0x11, 0)) for index in (1, 2, 3))
    parts = [head[:start] + frame + head[start + 13:]]
    for index, file in enumerate(files, 1):
        parts.append(file[1][:5] + bytes((index,)) + file[1][6:])
    return parts


def profile(kind, space, connection, tags):
    """An ICC profile of version 2."""
    tags = [(b"desc", b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + bytes(78)),
            (b"cprt", b"text\0\0\0\0none\0"), (b"wtpt", xyz(0.9642, 1, 0.8249))] + tags
    table, body, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, data in tags:
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    head = struct.pack(">I4sI4s4s4s12x4s", start + len(body), b"\0\0\0\0", 0x02400000, kind, space, connection, b"acsp")
    return head.ljust(68, b"\0") + struct.pack(">iii", 63190, 65536, 54061) + bytes(48) + table + body


def xyz(*values):
    return b"XYZ \0\0\0\0" + struct.pack(">iii", *(round(value * 65536) for value in values))


def curve(*values):
    return b"curv\0\0\0\0" + struct.pack(f">I{len(values)}H", len(values), *values)


def srgb_curve():
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (i / 255 for i in range(256)))
    return curve(*(round(v * 65535) for v in linear))


def rgb_profile(red, green, blue, tone):
    colours = [(b"rXYZ", xyz(*red)), (b"gXYZ", xyz(*green)), (b"bXYZ", xyz(*blue))]
    return profile(b"mntr", b"RGB ", b"XYZ ", colours + [(name, tone) for name in (b"rTRC", b"gTRC", b"bTRC")])


def ink_profile():
    """Inks that no printer has: what is called cyan is red, and what is called magenta is blue."""
    def lab(cyan, magenta, yellow, black):
        red, blue, white = (54.29, 80.8, 69.9), (29.57, 68.3, -112), (100, 0, 0)
        light, a, b = (0, 0, 0) if black else red if cyan else blue if magenta else white
        return bytes((round(light * 2.55), round(a + 128), round(b + 128)))

    bits = (0, 1)
    grid = b"".join(lab(c, m, y, k) for c in bits for m in bits for y in bits for k in bits)
    unity = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    table = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + unity + bytes(range(256)) * 4 + grid + bytes(range(256)) * 3
    return profile(b"prtr", b"CMYK", b"Lab ", [(b"A2B0", table)])


DISPLAY_P3 = rgb_profile(
    (0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407), srgb_curve())
ADOBE_RGB = rgb_profile(
    (0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457), curve(563))
SRGB = rgb_profile(
    (0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141), srgb_curve())
LINEAR_GREY = profile(b"mntr", b"GRAY", b"XYZ ", [(b"kTRC", curve(256))])
# Not the colours of a device, but a conversion.
LINK = profile(b"link", b"RGB ", b"RGB ", [(b"A2B0", b"mft1\0\0\0\0" + bytes((3, 3, 2, 0)))])


def stored_in(icc, picture):
    """The picture, stored in the numbers that its colours have in a profile."""
    return ImageCms.profileToProfile(picture, ImageCms.createProfile("sRGB"), io.BytesIO(icc), renderingIntent=1)


def ycck(picture):
    """A JPEG of luminance, two chrominances and black, which Pillow does not write: it takes the four for inks."""
    luminance = picture.convert("YCbCr").split()
    black = Image.new("L", picture.size, 255)
    inks = Image.merge("CMYK", [plane.point(lambda value: 255 - value) for plane in (*luminance, black)])
    file = io.BytesIO()
    inks.save(file, "JPEG", quality=92)
    data = bytearray(file.getvalue())
    data[data.index(b"Adobe") + 11] = 2
    return bytes(data)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    picture = quarter()
    grey = quarter("L", 255, 0)

    picture.save(folder / "plain.jpg", quality=92, subsampling=0)
    picture.save(folder / "progressive.jpg", quality=92, subsampling=0, progressive=True)
    grey.save(folder / "grey.jpg", quality=92)
    (folder / "one-by-one.jpg").write_bytes(b"".join(one_by_one(picture)) + b"\xFF\xD9")
    quarter("CMYK", (0, 255, 255, 0), (255, 255, 0, 0)).save(folder / "cmyk.jpg", quality=92)
    # The inverse colours are stored, as Adobe's programs do.
    (folder / "ycck.jpg").write_bytes(ycck(quarter(inner=(0, 255, 255), outer=(255, 255, 0))))
    inks = quarter("CMYK", (255, 0, 0, 0), (0, 255, 0, 0))
    inks.save(folder / "cmyk-profile.jpg", quality=92, icc_profile=ink_profile())
    # Without Adobe's marker, which says that the inverse colours are stored.
    data = (folder / "cmyk.jpg").read_bytes()
    start = data.index(b"\xFF\xEE")
    (folder / "cmyk-unmarked.jpg").write_bytes(data[:start] + data[start + 16:])
    # Profiles for other colours.
    for kind in ("jpg", "png", "webp"):
        picture.save(folder / f"other-grey.{kind}", quality=92, lossless=True, icc_profile=LINEAR_GREY)
        picture.save(folder / f"other-inks.{kind}", quality=92, lossless=True, icc_profile=ink_profile())
    picture.quantize(4).save(folder / "other-grey-indexed.png", icc_profile=LINEAR_GREY)
    picture.save(folder / "other-link.jpg", quality=92, icc_profile=LINK)
    quarter("CMYK", (0, 255, 255, 0), (255, 255, 0, 0)).save(
        folder / "other-colours.jpg", quality=92, icc_profile=DISPLAY_P3)
    for name, icc in (("display-p3", DISPLAY_P3), ("adobe-rgb", ADOBE_RGB), ("srgb", SRGB)):
        stored_in(icc, picture).save(folder / f"{name}.jpg", quality=92, subsampling=0, icc_profile=icc)
    stored_in(DISPLAY_P3, picture).save(folder / "display-p3.png", icc_profile=DISPLAY_P3)
    stored_in(DISPLAY_P3, picture).save(folder / "display-p3.webp", lossless=True, icc_profile=DISPLAY_P3)
    half = stored_in(DISPLAY_P3, picture)
    half.putalpha(128)
    half.save(folder / "transparent-p3.png", icc_profile=DISPLAY_P3)
    # Half of the light is 188 in sRGB.
    Image.new("L", (WIDTH, HEIGHT), 128).save(folder / "linear-grey.jpg", quality=92, icc_profile=LINEAR_GREY)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        if orientation in (3, 6):
            picture.save(folder / f"orientation-{orientation}.png", exif=exif)
            picture.save(folder / f"orientation-{orientation}.webp", lossless=True, exif=exif)
        picture.save(folder / f"orientation-{orientation}.jpg", quality=92, subsampling=0, exif=exif)

    picture.save(folder / "plain.png")
    grey.save(folder / "grey.png")
    grey.convert("1").save(folder / "one-bit.png")
    picture.quantize(4).save(folder / "indexed.png")
    quarter("RGBA", (255, 0, 0, 128), (0, 0, 255, 128)).save(folder / "transparent.png")
    (folder / "sixteen-bits.png").write_bytes(png(WIDTH, HEIGHT, 16, 2, sixteen_bits()))

    (folder / "interlaced.png").write_bytes(png(WIDTH, HEIGHT, 8, 2, interlaced(), is_interlaced=True))

    picture.save(folder / "lossy.webp", quality=90)
    picture.save(folder / "lossless.webp", lossless=True)
    quarter("RGBA", (255, 0, 0, 128), (0, 0, 255, 128)).save(folder / "transparent.webp", lossless=True)
    others = [quarter(inner=BLUE, outer=RED), picture]
    picture.save(folder / "animated.gif", save_all=True, append_images=others, duration=100, loop=0)
    picture.save(folder / "animated.webp", save_all=True, append_images=others, duration=100, lossless=True)
    picture.save(folder / "plain.gif")

    # Tens of megabytes of memory from a small file.
    quarter(size=(3000, 2250)).save(folder / "large-progressive.jpg", quality=50, subsampling=0, progressive=True)

    # AVIF and HEIC, as libheif writes them.
    def heif(original, name, *options):
        coder = ["-A"] if name.endswith(".avif") else []
        subprocess.run(["heif-enc", *coder, *options, "-o", folder / name, folder / original], check=True)

    for kind in ("heic", "avif"):
        for original in ("plain.png", "transparent.png", "display-p3.jpg", "grey.jpg"):
            heif(original, f"{original[:-4]}.{kind}", "-q", "90")
        heif("large-progressive.jpg", f"large.{kind}", "-q", "50")
    heif("sixteen-bits.png", "ten-bits.heic", "-q", "90", "-b", "10")

    grey.save(folder / "grey-video-range.avif", range="limited", subsampling="4:0:0", quality=95)

    # More than 150 megapixels in a few kilobytes; one bit a pixel.
    size = (15_001, 10_000)
    row = b"\0" + bytes((size[0] + 7) // 8)
    (folder / "huge.png").write_bytes(png(*size, 1, 0, (row for _ in range(size[1]))))


def incomplete(folder):
    """Pictures that end properly, but lack some of what their header promises."""
    folder.mkdir(parents=True, exist_ok=True)
    for passes in range(1, 7):
        data = png(WIDTH, HEIGHT, 8, 2, interlaced(passes), is_interlaced=True)
        (folder / f"interlaced-{passes}.png").write_bytes(data)
    rows = list(interlaced())
    data = png(WIDTH, HEIGHT, 8, 2, rows[:-1], is_interlaced=True)
    (folder / "interlaced-without-last-row.png").write_bytes(data)
    for name, count in (("half", HEIGHT // 2 * WIDTH), ("without-last-row", (HEIGHT - 1) * WIDTH)):
        (folder / f"{name}.gif").write_bytes(gif(False, count))
        (folder / f"interlaced-{name}.gif").write_bytes(gif(True, count))
    file = io.BytesIO()
    quarter().save(file, "JPEG", quality=92, subsampling=0, progressive=True)
    for name, parts in (("progressive", scans(file.getvalue())), ("one-by-one", one_by_one(quarter()))):
        for count in range(2, len(parts)):
            (folder / f"{name}-{count - 1}.jpg").write_bytes(b"".join(parts[:count]) + b"\xFF\xD9")


main(pathlib.Path(sys.argv[1]) / "Pictures")
incomplete(pathlib.Path(sys.argv[1]) / "IncompletePictures")
