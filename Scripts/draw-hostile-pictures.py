#!/usr/bin/env python3
"""Writes hostile pictures made from the tests' pictures: cut, changed, mixed, and with sizes that lie.

They are the same kind of bytes that HostilePictureTests decodes, but as files for tools that look closer: sanitizers,
Valgrind, or a fuzzer that needs a corpus. The same seed writes the same files.

Needs:  Python 3.10 or later
Run:    python3 Scripts/draw-hostile-pictures.py Tests/Pictures FOLDER [COUNT] [SEED]
"""

import pathlib
import random
import sys
import zlib


def cut(data, _):
    return data[: random.randrange(len(data))]


def flipped(data, _):
    data = bytearray(data)
    for _ in range(random.randint(1, 8)):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def spliced(data, others):
    other = random.choice(others)
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def enlarged(data, _):
    """A size, length or count near the beginning made large; a PNG's checksum agrees with it."""
    data = bytearray(data)
    position = random.randrange(4, min(len(data) - 4, 200))
    for index in range(random.choice((1, 2, 4))):
        data[position + index] = random.choice((0xFF, 0x7F, 0x20))
    if data[0] == 0x89:
        data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


def main(pictures, folder, count=4000, seed=1):
    random.seed(int(seed))
    large = ("huge.png", "large-progressive.jpg")
    files = sorted(file for file in pathlib.Path(pictures).iterdir() if file.name not in large)
    others = [file.read_bytes() for file in files]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(int(count)):
        make = (cut, flipped, spliced, enlarged)[number % 4]
        file = files[number // 4 % len(files)]
        (folder / f"{number:05}-{make.__name__}-{file.name}").write_bytes(make(file.read_bytes(), others))


main(*sys.argv[1:])
