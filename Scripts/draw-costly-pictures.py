#!/usr/bin/env python3
"""Draws pictures that are costly to decode, compresses each with gzip, and names each after its expected outcome.

Some show that the estimates of memory hold for large pictures of each format, the others are made to lie. Those of
Tests/HostilePictures that are not drawn here were found by fuzzing.

Needs:  Python 3.10 or later with Pillow (with WebP):  pip install pillow
Run:    python3 Scripts/draw-costly-pictures.py Tests/HostilePictures
"""

import gzip
import io
import pathlib
import struct
import sys
import zlib

from PIL import Image

SIZE = (2400, 1800)


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(depth=8, colour=2, extra=b"", size=(64, 48)):
    channels = {0: 1, 2: 3, 6: 4}[colour]
    row = b"\0" + bytes(size[0] * channels * depth // 8)
    header = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(row * size[1], 9))
            + chunk(b"IEND", b""))


def icc(tags, kind=b"RGB ", connection=b"Lab "):
    body, table = b"", struct.pack(">I", len(tags))
    for name, data in tags:
        table += name + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    table = table[:4] + table[4:]
    size = 128 + len(table) + len(body)
    head = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"scnr", kind, connection) + bytes(12) + b"acsp"
    return (head + bytes(128 - len(head) - 60) + struct.pack(">III", 0xF6D6, 0x10000, 0xD32D) + bytes(48)) + table + body


def table_profile(points):
    """A table of colours with many points of eight bits, which Little CMS expands to sixteen, more than once."""
    matrix = struct.pack(">9i", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000)
    table = bytes(index * 37 & 255 for index in range(256)) * (points**3 * 3 // 256 + 1)
    lut = b"mft1" + bytes(4) + bytes((3, 3, points, 0)) + matrix + bytes(range(256)) * 3 + table[: points**3 * 3]
    lut += bytes(range(256)) * 3
    return icc([(b"wtpt", b"XYZ " + bytes(4) + struct.pack(">3i", 0xF6D6, 0x10000, 0xD32D)), (b"A2B0", lut)])


def elements_profile(count):
    """A profile that names one multi-process element many times."""
    element = b"cvst" + bytes(4) + struct.pack(">HH", 3, 3)
    mpet = b"mpet" + bytes(4) + struct.pack(">HHI", 3, 3, count)
    mpet += struct.pack(">II", 16 + 8 * count, len(element)) * count + element
    return icc([(b"D2B0", mpet)])


def gif_codes(pixels):
    """One code of nine bits for each pixel, and a clear code before the codes become longer."""
    bits = count = 0
    data = bytearray()
    for index, pixel in enumerate(pixels):
        for code in ([256] if index % 250 == 0 else []) + [pixel]:
            bits |= code << count
            count += 9
            while count >= 8:
                data.append(bits & 255)
                bits >>= 8
                count -= 8
    bits |= 257 << count
    data += bits.to_bytes(3, "little")
    return b"\x08" + b"".join(bytes((len(part),)) + part for part in (bytes(data[i : i + 255]) for i in range(0, len(data), 255))) + b"\0"


def gif(size, frame, position=(0, 0), interlaced=False, frames=1):
    colours = bytes(value for index in range(256) for value in (index, 255 - index, index * 7 & 255))
    data = gif_codes(bytes(index >> 14 & 255 for index in range(frame[0] * frame[1])))
    image = b"," + struct.pack("<4H", *position, *frame) + bytes((0x40 if interlaced else 0,)) + data
    return b"GIF89a" + struct.pack("<2H", *size) + b"\xf7\0\0" + colours + image * frames + b";"


def webp_chunk(name, body):
    return name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def riff(body):
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def animated(canvas, frame, position, count, **options):
    """A WebP whose frames are all the same."""
    data = io.BytesIO()
    picture(frame, "RGBA").save(data, "WEBP", **options)
    data = data.getvalue()[12:]
    if data.startswith(b"VP8X"):
        data = data[18:]
    place = b"".join(struct.pack("<I", value)[:3] for value in (position[0] // 2, position[1] // 2, frame[0] - 1, frame[1] - 1))
    frames = webp_chunk(b"ANMF", place + b"\x64\0\0\0" + data) * count
    size = b"".join(struct.pack("<I", value - 1)[:3] for value in canvas)
    return riff(webp_chunk(b"VP8X", b"\x12\0\0\0" + size) + webp_chunk(b"ANIM", bytes(6)) + frames)


def picture(size, mode="RGB"):
    # Uniform along each row, so that it compresses well.
    down = Image.linear_gradient("L").resize(size)
    return Image.merge(mode, (down,) * len(mode))


def saved(kind, mode="RGB", size=SIZE, **options):
    data = io.BytesIO()
    picture(size, mode).save(data, kind, **options)
    return data.getvalue()


def drawn():
    packed_text = zlib.compress(bytes(16 << 20), 9)
    yield "picture-large.png", saved("PNG")
    yield "picture-large-alpha.png", saved("PNG", "RGBA")
    yield "picture-large-sixteen-bits.png", png(16, 6, size=(1600, 1200))
    yield "picture-large.webp", saved("WEBP", quality=50)
    yield "picture-large-lossless.webp", saved("WEBP", lossless=True)
    yield "picture-large-alpha.webp", saved("WEBP", "RGBA", quality=50)
    yield "picture-large-progressive.jpg", saved("JPEG", quality=50, progressive=True)
    yield "picture-large.jpg", saved("JPEG", quality=50)
    yield "picture-large.gif", gif((1200, 900), (1200, 900))
    yield "picture-large-interlaced.gif", gif((1200, 900), (1200, 900), interlaced=True)
    yield "picture-frame-over-screen.gif", gif((200, 150), (1200, 900), (150, 100))
    yield "picture-30-large-frames.gif", gif((600, 450), (600, 450), frames=30)
    yield "picture-300-frames.webp", animated((1200, 900), (1200, 900), (0, 0), 300, quality=30)
    yield "picture-small-frames.webp", animated((1600, 1200), (800, 600), (400, 300), 50, lossless=True)
    yield "undecodable-frame-off-canvas.webp", animated((240, 180), (120, 90), (200, 100), 2, quality=30)
    for count in (100_000,):
        profile = elements_profile(count)
        yield "picture-elements.webp", saved("WEBP", size=(64, 48), icc_profile=profile)
    yield "picture-table-of-colours.png", saved("PNG", size=(640, 480), icc_profile=table_profile(128))
    yield "picture-table-of-colours.jpg", saved("JPEG", size=(640, 480), icc_profile=table_profile(96))
    text = b"a\0\0" + packed_text
    yield "picture-packed-texts.png", png(extra=chunk(b"zTXt", text) * 20 + chunk(b"iTXt", b"a\0\1\0\0\0" + packed_text) * 20)
    profile = b"p\0\0" + zlib.compress(struct.pack(">I", 900) + bytes(64 << 20), 9)
    yield "picture-profile-longer-than-it-says.png", png(extra=chunk(b"iCCP", profile))
    for depth in (3, 32, 255):
        yield f"undecodable-depth-{depth}.png", png(8)[:24] + bytes((depth,)) + png(8)[25:]
    yield "undecodable-profiles.jpg", saved("JPEG", size=(64, 48))[:2] + b"\xff\xe2\0\2" * 256 + saved("JPEG", size=(64, 48))[2:]
    yield "picture-255-profiles.jpg", saved("JPEG", size=(64, 48))[:2] + b"\xff\xe2\0\2" * 255 + saved("JPEG", size=(64, 48))[2:]


def main(folder):
    folder = pathlib.Path(folder)
    for name, data in drawn():
        (folder / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))


main(*sys.argv[1:])
