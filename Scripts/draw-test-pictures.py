#!/usr/bin/env python3
"""Draws the pictures that the tests decode: one of each form that cameras and programs write.

Each is 64 by 48 and shows a red quarter at the top left on blue (in grey: white on black), so that a test can see
whether it was decoded rightly. The pictures are committed; run this only to change them.

Needs:  Python 3.10 or later with Pillow (with WebP):  pip install pillow
Run:    python3 Scripts/draw-test-pictures.py Tests/Pictures
"""

import pathlib
import struct
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


def png(width, height, depth, colour, rows):
    """A PNG of a form that Pillow does not write."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    compressor = zlib.compressobj(9)
    body = b"".join(compressor.compress(row) for row in rows) + compressor.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def sixteen_bits():
    red, blue = struct.pack(">HHH", 65535, 0, 0), struct.pack(">HHH", 0, 0, 65535)
    for row in range(HEIGHT):
        yield b"\0" + (red if row < HEIGHT // 2 else blue) * (WIDTH // 2) + blue * (WIDTH // 2)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    picture = quarter()
    grey = quarter("L", 255, 0)

    picture.save(folder / "plain.jpg", quality=92, subsampling=0)
    picture.save(folder / "progressive.jpg", quality=92, subsampling=0, progressive=True)
    grey.save(folder / "grey.jpg", quality=92)
    quarter("CMYK", (0, 255, 255, 0), (255, 255, 0, 0)).save(folder / "cmyk.jpg", quality=92)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        picture.save(folder / f"orientation-{orientation}.jpg", quality=92, subsampling=0, exif=exif)

    picture.save(folder / "plain.png")
    grey.save(folder / "grey.png")
    grey.convert("1").save(folder / "one-bit.png")
    picture.quantize(4).save(folder / "indexed.png")
    quarter("RGBA", (255, 0, 0, 128), (0, 0, 255, 128)).save(folder / "transparent.png")
    (folder / "sixteen-bits.png").write_bytes(png(WIDTH, HEIGHT, 16, 2, sixteen_bits()))

    picture.save(folder / "lossy.webp", quality=90)
    picture.save(folder / "lossless.webp", lossless=True)
    quarter("RGBA", (255, 0, 0, 128), (0, 0, 255, 128)).save(folder / "transparent.webp", lossless=True)
    others = [quarter(inner=BLUE, outer=RED), picture]
    picture.save(folder / "animated.gif", save_all=True, append_images=others, duration=100, loop=0)
    picture.save(folder / "animated.webp", save_all=True, append_images=others, duration=100, lossless=True)
    picture.save(folder / "plain.gif")
    picture.save(folder / "plain.tiff", compression="tiff_lzw")
    picture.save(folder / "plain.bmp")

    # More than 150 megapixels in a few kilobytes; one bit a pixel.
    size = (15_001, 10_000)
    row = b"\0" + bytes((size[0] + 7) // 8)
    (folder / "huge.png").write_bytes(png(*size, 1, 0, (row for _ in range(size[1]))))


main(pathlib.Path(sys.argv[1]))
