#!/usr/bin/env bash
# libheif 1.23.6 writes the wrong levels into a HEIC with limited range whose samples are RGB or YCgCo.
#
# With the matrix coefficients 0 (RGB) and 8 (YCgCo), ITU-T H.273 (8.3) first brings red, green and blue into the range, all
# three alike: black is 16, white 235. Only then does it convert. libheif, which pillow-heif 1.8.1 contains, marks the file as
# limited (`colr` of the type nclx), but scales red and blue as if they were chroma, so that their white is 239; and it doesn't
# bring YCgCo into the range at all, so that black is 0 and white 254. PyAV 18.1.0 decodes the coded planes here, and takes them
# for limited as well. With matrix 6 (BT.601), they are right.
#
# libheif reads its files with the same mistake and returns the colours that were drawn, so a round trip hides it. A reader that
# follows the standard shows other ones: of the orange here, 214, 121, 28 instead of 200, 120, 40 with YCgCo.
#
# Needs python3 with venv. Exits with 1 if the behaviour is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pillow==13.0.0 pillow-heif==1.8.1 av==18.1.0

cat >try.py <<'END'
import io
import av, pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()
colours = [(255, 255, 255), (0, 0, 0), (200, 120, 40)]
middles = [(64 * number + 32, 32) for number in range(len(colours))]


def heic(matrix):
    """Three squares in limited range."""
    image = Image.new("RGB", (64 * len(colours), 64))
    for number, colour in enumerate(colours):
        image.paste(colour, (64 * number, 0, 64 * number + 64, 64))
    data = io.BytesIO()
    image.save(data, "HEIF", quality=95, chroma=444, color_primaries=1, transfer_characteristics=13, matrix_coefficients=matrix,
               full_range_flag=0)
    return data.getvalue()


def coded(data):
    """The three samples of each square as they are in the file, and their range: 1 is limited."""
    with av.open(io.BytesIO(data)) as file:
        frame = next(file.decode(video=0))
    planes = [(bytes(plane), plane.line_size) for plane in frame.planes]
    return [tuple(plane[y * size + x] for plane, size in planes) for x, y in middles], int(frame.color_range)


def standard(colour, matrix):
    """The three samples that H.273 asks for."""
    if matrix == 6:
        red, green, blue = (value / 255 for value in colour)
        luma = 0.299 * red + 0.587 * green + 0.114 * blue
        samples = 219 * luma + 16, 224 * (blue - luma) / 1.772 + 128, 224 * (red - luma) / 1.402 + 128
    else:
        red, green, blue = (219 * value / 255 + 16 for value in colour)
        if matrix == 0:
            samples = green, blue, red
        else:
            samples = green / 2 + (red + blue) / 4, green / 2 - (red + blue) / 4 + 128, (red - blue) / 2 + 128
    return tuple(map(round, samples))


def shown(samples):
    """What a reader that follows H.273 shows for YCgCo."""
    luma, cg, co = samples[0], samples[1] - 128, samples[2] - 128
    values = luma - cg + co, luma + cg, luma - cg - co
    return tuple(min(255, max(0, round((value - 16) * 255 / 219))) for value in values)


def close(one, other):
    return all(abs(a - b) <= 2 for first, second in zip(one, other) for a, b in zip(first, second))


print("libheif", pillow_heif.libheif_info()["libheif"], "PyAV", av.__version__)
for matrix, expected in [
    (6, [standard(colour, 6) for colour in colours]),
    (0, [(235, 239, 239), (16, 16, 16), (119, 51, 191)]),
    (8, [(254, 128, 128), (0, 128, 128), (120, 128, 208)]),
]:
    data = heic(matrix)
    nclx = data[data.index(b"nclx") + 4:][:7]
    assert nclx == bytes([0, 1, 0, 13, 0, matrix, 0]), "limited range"
    samples, colour_range = coded(data)
    wanted = [standard(colour, matrix) for colour in colours]
    read = [Image.open(io.BytesIO(data)).convert("RGB").getpixel(middle) for middle in middles]
    print(f"matrix {matrix}: coded {samples}, by the standard {wanted}, libheif reads {read}")
    assert colour_range == 1 and close(samples, expected) and close(read, colours)
    assert close(samples, wanted) == (matrix == 6)
    if matrix == 8:
        print("  a reader that follows the standard shows", [shown(square) for square in samples])
        assert close([shown(samples[2])], [(214, 121, 28)])
END
python/bin/python try.py
echo "as described"
