#!/usr/bin/python3
"""Edits photos as people do, with the programs that they use.

`draw FOLDER` draws a photo for each edit, and `edit FOLDER` edits them all. `draw-batch FOLDER` draws 500 small photos,
which a test edits all at once. Each prints, as JSON, what a server should find: the path of each photo before and after,
and whether it is still the same photo.
"""
import json
import os
import random
import subprocess
import sys

from PIL import Image, ImageDraw, ImageFilter, ImageOps

SIZE = (640, 480)


def scene(seed, size=SIZE):
    """A picture with details of all sizes, different for each seed."""
    values = random.Random(seed)
    picture = Image.new("RGB", size, tuple(values.randrange(60, 200) for _ in range(3)))
    draw = ImageDraw.Draw(picture)
    for edge in [200, 120, 80, 50, 30] * 12:
        x, y = values.randrange(-edge, size[0]), values.randrange(-edge, size[1])
        box = (x, y, x + values.randrange(10, edge), y + values.randrange(10, edge))
        colour = tuple(values.randrange(256) for _ in range(3))
        (draw.ellipse if values.random() < 0.5 else draw.rectangle)(box, fill=colour)
    return picture


def text_page(seed, has_frame=False):
    """A page of text, such as a scan, or a screenshot with the same frame as others."""
    values = random.Random(seed)
    page = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(page)
    if has_frame:
        draw.rectangle((0, 0, 640, 24), fill="darkblue")
        draw.rectangle((0, 456, 640, 480), fill="grey")
    for y in range(30, 450, values.choice([16, 18, 22])):
        x = 30
        while x < values.randrange(300, 600):
            width = values.randrange(8, 60)
            draw.rectangle((x, y, x + width, y + 7), fill="black")
            x += width + values.randrange(4, 30)
    return page


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def exiftool(*arguments):
    run("exiftool", "-q", "-q", "-overwrite_original", *arguments)


def pillow(change, extension=None, **options):
    """Saves what Pillow makes of a photo, without its metadata, as most scripts do."""

    def edit(path):
        with Image.open(path) as picture:
            changed = change(picture)
        target = os.path.splitext(path)[0] + extension if extension else path
        changed.save(target, **options)
        if extension:
            os.remove(path)

    return edit


def retouched(picture):
    ImageDraw.Draw(picture).ellipse((300, 200, 360, 260), fill="red")
    return picture


def in_place(path, *command):
    """Runs a command that reads the photo and writes another file, which then takes its place."""
    run(*command, "-outfile", path + ".new", path)
    os.replace(path + ".new", path)


def converted(path, extension, *command):
    run(*[part.replace("TO", os.path.splitext(path)[0] + extension).replace("FROM", path) for part in command])
    os.remove(path)


def moved(path, edit, to):
    edit(path)
    target = os.path.join(os.path.dirname(path), to)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    os.rename(path, target)


def written_again(path):
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    with open(path, "wb") as file:
        file.write(data)
    exiftool("-XMP-dc:Description=again", path)


def elsewhere(path):
    """Edits a copy outside of the folder, as on another computer, and copies it back."""
    copy = f"/tmp/{os.getpid()}-{os.path.basename(path)}"
    run("cp", "-p", path, copy)
    exiftool("-ImageDescription=elsewhere", copy)
    run("cp", "-p", copy, path)
    os.remove(copy)


CAPTION = ["-ImageDescription=A caption"]
# The edits: the name, what is done, and, if it changes, the name of the file afterwards.
CAMERA_EDITS = {
    "exiftool caption": lambda p: exiftool(*CAPTION, p),
    "exiftool in place": lambda p: run("exiftool", "-q", "-overwrite_original_in_place", *CAPTION, p),
    "exiftool keywords": lambda p: exiftool("-IPTC:Keywords=sea", "-XMP:Subject=sea", p),
    "exiftool rating": lambda p: exiftool("-Rating=5", p),
    "exiftool position": lambda p: exiftool("-GPSLatitude=37.5", "-GPSLatitudeRef=N", "-GPSLongitude=23", p),
    "exiftool date": lambda p: exiftool("-AllDates+=1", p),
    "exiftool nothing left": lambda p: exiftool("-all=", p),
    "exiftool orientation": lambda p: exiftool("-n", "-Orientation=6", p),
    "exiv2 caption": lambda p: run("exiv2", "-M", "set Exif.Image.ImageDescription A caption", p),
    "exiv2 nothing left": lambda p: run("exiv2", "rm", p),
    "exiv2 keyword": lambda p: run("exiv2", "-M", "set Xmp.dc.subject sea", p),
    "exiv2 date": lambda p: run("exiv2", "-a", "1:00", "ad", p),
    "jhead comment": lambda p: run("jhead", "-cl", "A comment", p),
    "jhead date": lambda p: run("jhead", "-ta+1:00", p),
    "jhead nothing left": lambda p: run("jhead", "-purejpg", p),
    "jpegtran turned": lambda p: in_place(p, "jpegtran", "-copy", "all", "-rotate", "90"),
    "jpegtran mirrored": lambda p: in_place(p, "jpegtran", "-copy", "all", "-flip", "horizontal"),
    "jpegtran turned, nothing left": lambda p: in_place(p, "jpegtran", "-copy", "none", "-rotate", "180"),
    "jpegtran cropped": lambda p: in_place(p, "jpegtran", "-copy", "all", "-crop", "320x240+64+64"),
    "jpegtran progressive": lambda p: in_place(p, "jpegtran", "-copy", "none", "-progressive"),
    "exiftran turned": lambda p: run("exiftran", "-i", "-9", p),
    "ImageMagick turned": lambda p: run("mogrify", "-rotate", "90", p),
    "ImageMagick mirrored": lambda p: run("mogrify", "-flop", p),
    "ImageMagick cropped": lambda p: run("mogrify", "-crop", "400x300+50+60", "+repage", p),
    "ImageMagick smaller": lambda p: run("mogrify", "-resize", "50%", p),
    "ImageMagick colours": lambda p: run("mogrify", "-modulate", "110,70", p),
    "ImageMagick nothing left": lambda p: run("mogrify", "-strip", p),
    "ImageMagick turned, nothing left": lambda p: run("mogrify", "-strip", "-rotate", "270", p),
    "ImageMagick cropped, nothing left": lambda p: run("mogrify", "-strip", "-crop", "420x330+90+80", "+repage", p),
    "ImageMagick quality": lambda p: run("mogrify", "-quality", "55", p),
    "Pillow turned": pillow(lambda i: i.transpose(Image.Transpose.ROTATE_90)),
    "Pillow mirrored": pillow(ImageOps.mirror),
    "Pillow cropped": pillow(lambda i: i.crop((100, 60, 540, 420))),
    "Pillow smaller": pillow(lambda i: i.resize((320, 240))),
    "Pillow contrast": pillow(ImageOps.autocontrast),
    "Pillow retouched": pillow(retouched),
    "Pillow grey": pillow(ImageOps.grayscale),
    "Pillow sharper": pillow(lambda i: i.filter(ImageFilter.SHARPEN), quality=95),
    "removed and written again": written_again,
    "edited on another computer": elsewhere,
    "ImageMagick to PNG": (lambda p: converted(p, ".png", "convert", "FROM", "TO"), ".png"),
    "heif-enc to HEIC": (lambda p: converted(p, ".heic", "heif-enc", "FROM", "-o", "TO"), ".heic"),
    "Pillow to WebP": (pillow(lambda i: i.copy(), ".webp"), ".webp"),
    "caption, renamed": (lambda p: moved(p, CAMERA_EDITS["exiftool caption"], "renamed-1.jpg"), "renamed-1.jpg"),
    "caption, moved": (lambda p: moved(p, CAMERA_EDITS["exiv2 caption"], "album/moved.jpg"), "album/moved.jpg"),
    "turned, renamed": (lambda p: moved(p, CAMERA_EDITS["ImageMagick turned"], "renamed-2.jpg"), "renamed-2.jpg"),
    "quality, moved": (lambda p: moved(p, CAMERA_EDITS["ImageMagick quality"], "album/q.jpg"), "album/q.jpg"),
}
# The same of photos without a date.
BARE_EDITS = {
    "bare: exiftool caption": CAMERA_EDITS["exiftool caption"],
    "bare: exiftool date": lambda p: exiftool("-DateTimeOriginal=2001:02:03 04:05:06", p),
    "bare: Pillow turned": CAMERA_EDITS["Pillow turned"],
    "bare: Pillow cropped": CAMERA_EDITS["Pillow cropped"],
    "bare: Pillow smaller": CAMERA_EDITS["Pillow smaller"],
    "bare: ImageMagick colours": CAMERA_EDITS["ImageMagick colours"],
    "bare: jpegtran turned": CAMERA_EDITS["jpegtran turned"],
    "bare: ImageMagick to PNG": CAMERA_EDITS["ImageMagick to PNG"],
}
# The same of other formats.
FORMAT_EDITS = {
    ".png": {
        "PNG: exiftool caption": lambda p: exiftool("-XMP-dc:Description=A caption", p),
        "PNG: ImageMagick turned": lambda p: run("mogrify", "-rotate", "90", p),
    },
    ".webp": {"WebP: exiftool caption": lambda p: exiftool("-XMP-dc:Description=A caption", p)},
    ".gif": {"GIF: exiftool comment": lambda p: exiftool("-Comment=A comment", p)},
    ".heic": {"HEIC: exiftool caption": lambda p: exiftool("-XMP-dc:Description=A caption", p)},
}


def draw(picture, path, date=None):
    if path.endswith(".heic"):
        picture.save(path + ".png")
        run("heif-enc", path + ".png", "-o", path)
        os.remove(path + ".png")
    else:
        picture.save(path, **({"quality": 90} if path.endswith(".jpg") else {}))
    if date:
        dated.append((path, date))


# The photos that a camera would have given a date.
dated = []


def write_dates():
    """Writes the dates in one run of exiftool, which starts slowly."""
    lines = []
    for path, date in dated:
        lines += ["-Make=Maker", "-Model=Model", f"-DateTimeOriginal={date}", "-ExposureTime=1/60", path, "-execute"]
    subprocess.run(
        ["exiftool", "-@", "-", "-common_args", "-q", "-q", "-overwrite_original"], input="\n".join(lines), text=True,
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    dated.clear()


def date(number):
    return f"2020:05:{1 + number // 60:02} 10:{number % 60:02}:07"


def edits():
    """All edits: the name, the path before and after, what is done, the picture's seed and date."""
    number = 0
    groups = [(CAMERA_EDITS, ".jpg", True), (BARE_EDITS, ".jpg", False)]
    groups += [(named, extension, False) for extension, named in FORMAT_EDITS.items()]
    for group, extension, has_date in groups:
        for name, edit in group.items():
            number += 1
            before, after = f"IMG_{number:04}{extension}", None
            if isinstance(edit, tuple):
                edit, after = edit
                after = after if not after.startswith(".") else os.path.splitext(before)[0] + after
            yield name, before, after or before, edit, number, date(number) if has_date else None


def replacements():
    """What isn't the same photo: the name, the paths before and after, and two pictures with their dates."""
    number = 500

    def numbers():
        nonlocal number
        number += 2
        return number, number + 1

    for index in range(4):
        first, second = numbers()
        path = f"DSC_{index:04}.jpg"
        yield "counter restarted", path, path, (scene(first), date(index)), (scene(second), date(100 + index))
    for index in range(4):
        first, second = numbers()
        path = f"export-{index}.jpg"
        yield "export overwritten", path, path, (scene(first), None), (scene(second), None)
    for index in range(2):
        first, second = numbers()
        path = f"latest-{index}.png"
        yield "latest overwritten", path, path, (scene(first), None), (scene(second), None)
    for index in range(3):
        first, second = numbers()
        path, midnight = f"scan-{index}.jpg", "1985:01:01 00:00:00"
        yield "scans of one day", path, path, (scene(first), midnight), (scene(second), midnight)
    for index in range(3):
        first, second = numbers()
        yield "pages", f"page-{index}a.jpg", f"page-{index}b.jpg", (text_page(first), None), (text_page(second), None)
    for index in range(3):
        first, second = numbers()
        path = f"scan-{index}.png"
        yield "page overwritten", path, path, (text_page(first), None), (text_page(second), None)
    for index in range(3):
        first, second = numbers()
        path, pages = f"screenshot-{index}.png", [text_page(seed, has_frame=True) for seed in (first, second)]
        yield "screenshot overwritten", path, path, (pages[0], None), (pages[1], None)
    for index in range(3):
        first, _ = numbers()
        whole = scene(first, (760, 560))
        one, other = whole.crop((0, 0, *SIZE)), whole.crop((8 + 20 * index, 5, 648 + 20 * index, 485))
        when = date(200 + index)
        yield "burst", f"burst-{index}a.jpg", f"burst-{index}b.jpg", (one, when), (other, when)
    for index in range(2):
        first, _ = numbers()
        dark, light = scene(first), scene(first).point(lambda value: min(255, value * 2))
        yield "bracket", f"bracket-{index}a.jpg", f"bracket-{index}b.jpg", (dark, date(300)), (light, date(301 + index))


def draw_batch():
    names = [f"IMG_{number:04}.jpg" for number in range(500)]
    for number, name in enumerate(names):
        draw(scene(1000 + number, (160, 120)), name)
    return [{"name": "batch", "before": name, "after": name, "isSame": True} for name in names]


def main():
    task, folder = sys.argv[1:]
    os.chdir(folder)
    if task == "draw-batch":
        print(json.dumps(draw_batch()))
        return
    result = []
    for name, before, after, edit, seed, when in edits():
        if task == "draw":
            draw(scene(seed), before, when)
        else:
            edit(os.path.abspath(before))
        result.append({"name": name, "before": before, "after": after, "isSame": True})
    for name, before, after, one, other in replacements():
        if task == "draw":
            draw(one[0], before, one[1])
        else:
            os.remove(before)
            draw(other[0], after, other[1])
            write_dates()
        result.append({"name": name, "before": before, "after": after, "isSame": False})
    if task == "draw":
        write_dates()
    print(json.dumps(result))


main()
