#!/usr/bin/python3
"""Writes pictures with four flat quarters, each with a program and the options that people use.

`table-pictures.py FOLDER` prints, as JSON, the name of each file and the colours of its drawing, line by line. No two
drawings are equal.
"""
import json
import os
import subprocess
import sys

from PIL import Image

SIZE = (120, 80)
COLOURS = [(200, 40, 40), (40, 150, 60), (50, 70, 190), (225, 200, 60), (120, 60, 140), (230, 230, 230), (30, 30, 40)]


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def drawing(number):
    picture = Image.new("RGB", SIZE)
    for index in range(4):
        colour = COLOURS[(number + index * (1 + number % 3)) % len(COLOURS)]
        box = (SIZE[0] // 2 * (index % 2), SIZE[1] // 2 * (index // 2))
        shade = tuple(value + number % 23 for value in colour)
        picture.paste(shade, (*box, box[0] + SIZE[0] // 2, box[1] + SIZE[1] // 2))
    return picture


def magick(*options):
    return lambda source, target: run("convert", source, *options, target)


def pillow(mode="RGB", **options):
    def write(source, target):
        with Image.open(source) as picture:
            picture.convert(mode).save(target, **options)

    return write


def indexed(source, target):
    with Image.open(source) as picture:
        picture.quantize(8).save(target)


def heif(*options):
    return lambda source, target: run("heif-enc", *options, source, "-o", target)


def jpeg(*command):
    """Lets a program of JPEG write what another one has written."""

    def write(source, target):
        first = source + ".jpg"
        run("convert", source, "-quality", "95", first)
        run(*[part.replace("FROM", first).replace("TO", target) for part in command])
        os.remove(first)

    return write


def turned(orientation, write):
    """Adds the orientation, which only says how the stored picture is to be turned."""

    def add(source, target):
        write(source, target)
        run("exiftool", "-q", "-overwrite_original", "-n", f"-IFD0:Orientation={orientation}", target)

    return add


def exiv2(source, target):
    magick("-quality", "92")(source, target)
    run("exiv2", "-M", "set Exif.Image.Orientation Short 6", target)


JPEG = {f"quality {quality}": magick("-quality", str(quality)) for quality in (60, 75, 85, 95, 100)}
JPEG |= {f"sampling {factor}": magick("-sampling-factor", factor) for factor in ("1x1", "2x1", "2x2", "4x1")}
JPEG |= {
    "interlaced": magick("-interlace", "JPEG"), "grey": magick("-colorspace", "Gray"),
    "Pillow": pillow(), "Pillow progressive": pillow(progressive=True), "Pillow grey": pillow("L"),
    "Pillow optimised": pillow(optimize=True, quality=90), "exiv2 turned": exiv2,
    "jpegtran progressive": jpeg("jpegtran", "-progressive", "-outfile", "TO", "FROM"),
    "jpegtran restarts": jpeg("jpegtran", "-restart", "1", "-outfile", "TO", "FROM"),
    "jpegtran turned": jpeg("jpegtran", "-rotate", "90", "-outfile", "TO", "FROM"),
    "jpegtran mirrored": jpeg("jpegtran", "-flip", "horizontal", "-outfile", "TO", "FROM"),
    "jpegtran cropped": jpeg("jpegtran", "-crop", "96x64+16+16", "-outfile", "TO", "FROM"),
}
PNG = {str(bits): magick("-define", f"png:format=png{bits}") for bits in (8, 24, 32, 48, 64)}
PNG |= {
    "palette": magick("-type", "Palette"), "grey": magick("-colorspace", "Gray"), "Pillow": pillow(),
    "interlaced": magick("-interlace", "PNG"), "Pillow palette": indexed, "Pillow grey": pillow("L"),
    "Pillow alpha": pillow("RGBA"),
}
WEBP = {f"quality {quality}": magick("-quality", str(quality)) for quality in (50, 75, 95)}
WEBP |= {
    "lossless": magick("-define", "webp:lossless=true"), "Pillow": pillow(), "Pillow lossless": pillow(lossless=True),
    "Pillow alpha": pillow("RGBA"),
}
GIF = {"magick": magick(), "interlaced": magick("-interlace", "GIF"), "Pillow": pillow(), "Pillow grey": pillow("L")}
HEIF = {f"quality {quality}": heif("-q", str(quality)) for quality in (40, 70, 95)}
HEIF |= {"lossless": heif("-L", "-p", "chroma=444", "--matrix_coefficients=0"), "444": heif("-p", "chroma=444")}

FORMATS = {".jpg": JPEG, ".png": PNG, ".webp": WEBP, ".gif": GIF, ".heic": HEIF, ".avif": HEIF}
for extension, first in {".jpg": magick("-quality", "90"), ".png": magick(), ".webp": magick("-quality", "90")}.items():
    FORMATS[extension] = FORMATS[extension] | {f"orientation {way}": turned(way, first) for way in range(1, 9)}


def main():
    os.chdir(sys.argv[1])
    pictures = []
    for extension, ways in FORMATS.items():
        for way, write in ways.items():
            picture, name = drawing(len(pictures)), f"{way}{extension}"
            picture.save("source.png")
            write("source.png", name)
            os.remove("source.png")
            corners = [picture.getpixel((x, y)) for y in (10, 70) for x in (10, 110)]
            pictures.append({"name": name, "drawn": [part for colour in corners for part in colour]})
    print(json.dumps(pictures))


main()
