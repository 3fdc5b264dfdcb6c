#!/usr/bin/env python3
"""Draws the pictures of Tests/PrivatePictures: each holds words that must not leave a server, in every place that its format
has for them. A word begins with CANARY, and says where it is.

The pictures are committed; run this only to change them. What the programs write differs a little from version to version.

Needs:  Python 3.10 or later with Pillow (with WebP), and Debian's libimage-exiftool-perl, libheif-examples, libavif-bin
        and webp
Run:    python3 Scripts/draw-private-pictures.py Tests
"""

import io
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

from PIL import Image

WIDTH, HEIGHT = 64, 48
COLOURS = ((255, 0, 0), (0, 160, 0), (0, 0, 255), (250, 250, 200))
XMP_NAME = b"http://ns.adobe.com/xap/1.0/\0"
EXTENDED_XMP_NAME = b"http://ns.adobe.com/xmp/extension/\0"


def quarters(size=(WIDTH, HEIGHT), mode="RGB"):
    """A picture with four colours, so that any turn shows."""
    image = Image.new("RGB", size)
    for index, colour in enumerate(COLOURS):
        x, y = index % 2 * size[0] // 2, index // 2 * size[1] // 2
        image.paste(colour, (x, y, x + size[0] // 2, y + size[1] // 2))
    if mode == "RGBA":
        image.putalpha(Image.linear_gradient("L").resize(size))
        return image
    return image.convert(mode)


def run(*arguments):
    subprocess.run([str(argument) for argument in arguments], check=True, stdout=subprocess.DEVNULL)


def xmp(place):
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="37,34.12N" exif:GPSLongitude="22,48.34E">'
        f"<dc:creator><rdf:Seq><rdf:li>CANARY-{place}-creator</rdf:li></rdf:Seq></dc:creator>"
        f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">CANARY-{place}-caption</rdf:li></rdf:Alt>'
        "</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>"
    ).encode()


def exif(place, orientation=1, thumbnail=True):
    """EXIF data with names, numbers and places, with a thumbnail that has EXIF data of its own."""
    image = Image.Exif()
    image[0x010D] = f"/home/CANARY-{place}-path/CANARY-{place}-name.jpg"
    image[0x010E] = f"CANARY-{place}-caption"
    image[0x0112] = orientation
    image[0x013B] = f"CANARY-{place}-artist"
    image[0x8298] = f"CANARY-{place}-copyright"
    image[0x9C9D] = f"CANARY-{place}-author".encode("utf-16-le")
    details = image.get_ifd(0x8769)
    details[0x9003] = "2026:05:20 11:24:59"
    details[0x9011] = "+02:00"
    details[0x927C] = f"CANARY-{place}-maker-note".encode()
    details[0x9286] = b"ASCII\0\0\0" + f"CANARY-{place}-comment".encode()
    details[0xA430] = f"CANARY-{place}-owner"
    details[0xA431] = f"CANARY-{place}-serial"
    details[0xA435] = f"CANARY-{place}-lens-serial"
    gps = image.get_ifd(0x8825)
    gps[1], gps[2] = "N", (37.0, 34.0, 12.34)
    gps[3], gps[4] = "E", (22.0, 48.0, 34.56)
    gps[27] = b"ASCII\0\0\0" + f"CANARY-{place}-gps".encode()
    data = image.tobytes()
    data = data[6:] if data.startswith(b"Exif\0\0") else data
    if not thumbnail:
        return data
    with tempfile.TemporaryDirectory() as folder:
        small, large = pathlib.Path(folder, "small.jpg"), pathlib.Path(folder, "large.jpg")
        quarters((16, 12)).save(small, exif=b"Exif\0\0" + exif(f"{place}-thumbnail", thumbnail=False))
        quarters((16, 16)).save(large, exif=b"Exif\0\0" + data)
        run("exiftool", "-q", "-overwrite_original", f"-ThumbnailImage<={small}", large)
        bytes_ = large.read_bytes()
        start = bytes_.index(b"Exif\0\0")
        size = struct.unpack(">H", bytes_[start - 2 : start])[0]
        return bytes_[start + 6 : start - 2 + size]


def profile(place, version=2):
    """Display P3 with swapped red and green, so that leaving it out shows, and with words in every place for texts."""

    def s15(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(*values):
        return b"XYZ \0\0\0\0" + b"".join(s15(value) for value in values)

    def text(name):
        word = f"CANARY-{place}-{name}"
        if version == 2:
            return (
                b"desc\0\0\0\0" + struct.pack(">I", len(word) + 1) + word.encode() + b"\0" + bytes(11 + 67)
                if name in ("desc", "dmnd", "dmdd")
                else b"text\0\0\0\0" + word.encode() + b"\0"
            )
        wide = word.encode("utf-16-be")
        return b"mluc\0\0\0\0" + struct.pack(">II", 1, 12) + b"enUS" + struct.pack(">II", len(wide), 28) + wide

    curve = b"curv\0\0\0\0" + struct.pack(">I", 1) + struct.pack(">H", 563) + b"\0\0" + f"CANARY-{place}-curve".encode()
    tags = [(name, text(name)) for name in ("desc", "cprt", "dmnd", "dmdd", "targ", "tech", "view", "CANA")]
    tags += [("calt", b"dtim\0\0\0\0" + struct.pack(">6H", 2026, 5, 20, 11, 24, 59))]
    tags += [("meta", b"dict\0\0\0\0" + f"CANARY-{place}-meta".encode())]
    tags += [("wtpt", xyz(0.9642, 1, 0.82491)), ("rXYZ", xyz(0.29198, 0.69225, 0.04189))]
    tags += [("gXYZ", xyz(0.51512, 0.2412, -0.00105)), ("bXYZ", xyz(0.1571, 0.06657, 0.78407))]
    tags += [(name, curve) for name in ("rTRC", "gTRC", "bTRC")]
    gap = f"CANARY-{place}-gap".encode()
    heap, entries, start = gap + bytes(-len(gap) % 4), b"", 132 + 12 * len(tags)
    for name, content in tags:
        entries += name.encode() + struct.pack(">II", start + len(heap), len(content))
        heap += content + bytes(-len(content) % 4)
    head = b"CANA" + bytes([version, 0x20, 0, 0]) + b"mntrRGB XYZ "
    head += struct.pack(">6H", 2026, 5, 20, 11, 24, 59) + b"acspAPPL" + bytes(4) + b"CANARY-1" + bytes(8)
    head += bytes(4) + s15(0.9642) + s15(1) + s15(0.82491) + b"CANARY-creator-and-digest".ljust(48, b"\0")
    return struct.pack(">I", start + len(heap)) + head + struct.pack(">I", len(tags)) + entries + heap


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def movie(place):
    """The boxes of a movie that says where it was taken."""
    text = f"+37.5701+022.8095/CANARY-{place}".encode()
    where = box(b"\xa9xyz", struct.pack(">HH", len(text), 0x15C7) + text)
    return box(b"ftyp", b"mp42\0\0\0\0mp42") + box(b"moov", box(b"udta", where)) + box(b"mdat", b"CANARY-movie")


def box(name, content):
    return struct.pack(">I", len(content) + 8) + name + content


def full(name, content, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags) + content)


def coded_jpeg(mode="RGB", **options):
    output = io.BytesIO()
    quarters(mode=mode).save(output, "JPEG", quality=90, **options)
    return output.getvalue()


def photoshop(place):
    def record(number, word):
        return bytes([0x1C, 2, number]) + struct.pack(">H", len(word)) + word.encode()

    records = record(80, f"CANARY-{place}-by-line") + record(90, f"CANARY-{place}-city")
    records += record(120, f"CANARY-{place}-caption") + record(103, f"CANARY-{place}-job")
    resource = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(records)) + records + bytes(len(records) % 2)
    return b"Photoshop 3.0\0" + resource


def private_jpeg(place, orientation=1, mode="RGB", **options):
    coded = coded_jpeg(mode, icc_profile=None, **options)
    head, rest = coded[:20], coded[20:]
    if head[2:4] != b"\xff\xe0":
        head, rest = coded[:2], coded[2:]
    extended = b"<x>" + f"CANARY-{place}-extended-xmp".encode() + b"</x>"
    parts = [
        segment(0xE0, b"JFXX\0\x10" + quarters_jpeg_with_comment(place)),
        segment(0xE1, b"Exif\0\0" + exif(place, orientation)),
    ]
    parts += [segment(0xE1, XMP_NAME + xmp(place))]
    parts += [segment(0xE1, EXTENDED_XMP_NAME + b"0" * 32 + struct.pack(">II", len(extended), 0) + extended)]
    if mode == "RGB":
        colours = profile(place)
        middle = len(colours) // 2
        for number, part in ((1, colours[:middle]), (2, colours[middle:])):
            parts += [segment(0xE2, b"ICC_PROFILE\0" + bytes([number, 2]) + part)]
    parts += [segment(0xE2, b"FPXR\0" + f"CANARY-{place}-flashpix".encode())]
    parts += [segment(0xED, photoshop(place)), segment(0xEB, f"CANARY-{place}-app11".encode())]
    parts += [segment(0xEF, f"CANARY-{place}-app15".encode()), segment(0xFE, f"CANARY-{place}-comment".encode())]
    # Between the last table and the first scan, too.
    scan = rest.index(b"\xff\xda")
    rest = rest[:scan] + b"\xff\xff" + segment(0xFE, f"CANARY-{place}-late".encode())[1:] + rest[scan:]
    return head + b"".join(parts) + rest


def quarters_jpeg_with_comment(place):
    output = io.BytesIO()
    quarters((16, 12)).save(output, "JPEG", comment=f"CANARY-{place}-jfxx")
    return output.getvalue()


def two_images():
    """A JPEG whose second image, such as a gain map, follows its end."""
    second = private_jpeg("second-image")
    first = private_jpeg("first-image")
    entry = struct.pack(">IIIHH", 0x030000, len(first), 0, 0, 0) + struct.pack(
        ">IIIHH", 0, len(second), len(first), 0, 0
    )
    index = b"MPF\0MM\0*" + struct.pack(">IH", 8, 3)
    index += struct.pack(">HHI4s", 0xB000, 7, 4, b"0100") + struct.pack(">HHII", 0xB001, 4, 1, 2)
    index += struct.pack(">HHII", 0xB002, 7, 32, 50) + struct.pack(">I", 0) + entry
    return first[:20] + segment(0xE2, index) + first[20:] + second


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def private_png(place, orientation):
    output = io.BytesIO()
    quarters(mode="RGBA").save(output, "PNG", dpi=(300, 300))
    plain = output.getvalue()
    pixels = plain.index(b"IDAT") - 4
    word = f"CANARY-{place}"
    before = chunk(b"iCCP", f"{word}-name".encode() + b"\0\0" + zlib.compress(profile(place)))
    before += chunk(b"tEXt", b"Author\0" + f"{word}-text".encode())
    before += chunk(b"zTXt", b"Comment\0\0" + zlib.compress(f"{word}-packed-text".encode()))
    before += chunk(b"iTXt", b"Title\0\0\0en\0\0" + f"{word}-international".encode())
    before += chunk(b"iTXt", b"Title\0\x01\0en\0\0" + zlib.compress(f"{word}-packed-international".encode()))
    before += chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp(place))
    before += chunk(b"tIME", struct.pack(">HBBBBB", 2026, 5, 20, 11, 24, 59)) + chunk(b"caNy", word.encode())
    before += chunk(b"sPLT", word.encode() + b"\0\x08" + bytes(6))
    after = chunk(b"eXIf", exif(place, orientation)) + chunk(b"tEXt", b"Late\0" + f"{word}-late".encode())
    end = plain.index(b"IEND") - 4
    return plain[:pixels] + before + plain[pixels:end] + after + plain[end:] + f"{word}-behind-the-end".encode()


def riff(name, content):
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def private_webp(place, orientation, **options):
    output = io.BytesIO()
    quarters(mode="RGBA").save(
        output, "WEBP", exif=exif(place, orientation), icc_profile=profile(place, 4), xmp=xmp(place), **options
    )
    return with_riff(output.getvalue(), [riff(b"CANA", f"CANARY-{place}-unknown".encode())], place)


def with_riff(data, more, place):
    body = data[12:] + b"".join(more)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body + f"CANARY-{place}-behind-the-end".encode()


def animated_webp(place):
    output = io.BytesIO()
    frames = [quarters(mode="RGBA"), quarters(mode="RGBA").rotate(180)]
    frames[0].save(output, "WEBP", save_all=True, append_images=frames[1:], duration=100, lossless=True, xmp=xmp(place))
    data = output.getvalue()
    start = data.index(b"ANMF")
    size = struct.unpack("<I", data[start + 4 : start + 8])[0]
    frame = data[start + 8 : start + 8 + size] + riff(b"CANA", f"CANARY-{place}-in-frame".encode())
    changed = data[:start] + riff(b"ANMF", frame) + data[start + 8 + size + size % 2 :]
    return with_riff(changed, [], place)


def private_gif(place):
    output = io.BytesIO()
    first = quarters(mode="P")
    first.save(output, "GIF", save_all=True, append_images=[quarters().rotate(180).convert("P")], loop=3, duration=100)
    data = output.getvalue()
    start = data.index(b"\x21\xff\x0bNETSCAPE")

    def extension(kind, *parts):
        return bytes([0x21, kind]) + b"".join(bytes([len(part)]) + part for part in parts) + b"\0"

    more = extension(0xFE, f"CANARY-{place}-comment".encode()) + extension(0xFF, b"XMP DataXMP", xmp(place)[:255])
    more += extension(0x01, bytes(12), f"CANARY-{place}-plain-text".encode())
    more += extension(0xFF, b"ICCRGBG1012", profile(place)[:255])
    return data[:start] + more + data[start:] + f"CANARY-{place}-behind-the-end".encode()


def boxes(data, start=0, end=None):
    end = len(data) if end is None else end
    while start < end:
        size = struct.unpack(">I", data[start : start + 4])[0]
        yield data[start + 4 : start + 8], start + 8, start + size
        start += size


def still(place, coder, orientation_boxes, folder):
    """A HEIC or an AVIF like those of phones: a grid of four tiles, with thumbnail, EXIF data, XMP and boxes of the maker."""
    is_hevc = coder == "hevc"
    name, kind = ("tile.heic", b"hvc1") if is_hevc else ("tile.avif", b"av01")
    whole, tiles = quarters((128, 128)), []
    for left, top in ((0, 0), (64, 0), (0, 64), (64, 64)):
        whole.crop((left, top, left + 64, top + 64)).save(folder / "tile.png")
        run("heif-enc", "-q", "90", *([] if is_hevc else ["-A"]), "-o", folder / name, folder / "tile.png")
        data = (folder / name).read_bytes()
        parts = {found: (start, end) for found, start, end in boxes(data)}
        meta = {found: (start, end) for found, start, end in boxes(data, parts[b"meta"][0] + 4, parts[b"meta"][1])}
        groups = {found: (start, end) for found, start, end in boxes(data, *meta[b"iprp"])}
        properties = {found: data[start:end] for found, start, end in boxes(data, *groups[b"ipco"])}
        tiles.append(data[slice(*parts[b"mdat"])])
    secret = f"CANARY-{place}-message-in-the-coded-image".encode()
    if is_hevc:
        message = bytes([39 << 1, 1, 5, 16 + len(secret)]) + bytes(16) + secret + b"\x80"
        tiles = [struct.pack(">I", len(message)) + message + tile for tile in tiles]
        configuration = bytearray(properties[b"hvcC"]) + bytes([39]) + struct.pack(">HH", 1, len(message)) + message
        configuration[22] += 1
    else:
        message = bytes([5 << 3 | 2, 2 + len(secret)]) + b"\x04" + secret + b"\x80"
        tiles = [tile + message for tile in tiles]
        configuration = properties[b"av1C"] + message

    head = {"hevc": b"heic\0\0\0\0mif1MiHEmiafheicCANA", "av1": b"avif\0\0\0\0avifmif1miafCANA"}[coder]
    listed = [box(b"hvcC" if is_hevc else b"av1C", bytes(configuration)), full(b"ispe", struct.pack(">II", 64, 64))]
    listed += [full(b"ispe", struct.pack(">II", 120, 100)), full(b"pixi", bytes([3, 8, 8, 8]))]
    listed += [
        box(b"colr", b"prof" + profile(place, 4)),
        full(b"udes", b"en\0" + f"CANARY-{place}-property".encode() + b"\0\0"),
    ]
    listed += [box(name_, bytes([value])) for name_, value in orientation_boxes]
    turns = [0x80 | index for index in range(7, 7 + len(orientation_boxes))]
    # Number, kind, hidden, properties, data, in idat.
    grid = bytes([0, 0, 1, 1]) + struct.pack(">HH", 120, 100)
    exif_data = bytes(4) + exif(place, 6)
    items = [(index, kind, 1, [0x81, 2, 5], tile, False) for index, tile in enumerate(tiles, 1)]
    items += [(5, b"grid", 0, [3, 4, 5, 6] + turns, grid, True), (6, kind, 0, [0x81, 2, 5], tiles[0], False)]
    items += [(7, b"Exif", 1, [], exif_data, False), (8, b"mime", 1, [], xmp(place), False)]

    def entry(item):
        extra = b"application/rdf+xml\0" if item[1] == b"mime" else b""
        label = f"CANARY-{place}-item\0".encode()
        return full(b"infe", struct.pack(">HH", item[0], 0) + item[1] + label + extra, 2, item[2])

    infos = full(b"iinf", struct.pack(">H", len(items)) + b"".join(entry(item) for item in items))
    references = box(b"dimg", struct.pack(">HH4H", 5, 4, 1, 2, 3, 4)) + box(b"thmb", struct.pack(">HHH", 6, 1, 5))
    references += box(b"cdsc", struct.pack(">HHH", 7, 1, 5)) + box(b"cdsc", struct.pack(">HHH", 8, 1, 5))
    associations = struct.pack(">I", len(items)) + b"".join(
        struct.pack(">HB", item[0], len(item[3])) + bytes(item[3]) for item in items
    )
    item_data = b"CANARY-idat" + grid
    handler = full(b"hdlr", bytes(4) + b"pict" + bytes(12) + f"CANARY-{place}-handler\0".encode())

    def metadata(start):
        places = struct.pack(">HH", 0x4400, len(items))
        for item in items:
            method, offset = (1, len(b"CANARY-idat")) if item[5] else (0, start)
            # The data of the first tile is in two places.
            parts = [(offset, 9), (offset + 9, len(item[4]) - 9)] if item[0] == 1 else [(offset, len(item[4]))]
            places += struct.pack(">HHHH", item[0], method, 0, len(parts)) + b"".join(
                struct.pack(">II", *part) for part in parts
            )
            start += 0 if item[5] else len(item[4])
        parts = handler + full(b"pitm", struct.pack(">H", 5)) + infos + full(b"iref", references)
        parts += box(b"iprp", box(b"ipco", b"".join(listed)) + full(b"ipma", associations)) + box(b"idat", item_data)
        return full(b"meta", parts + full(b"iloc", places, 1))

    first = box(b"ftyp", head) + box(b"uuid", bytes(16) + f"CANARY-{place}-uuid".encode())
    size = len(first) + len(metadata(0)) + 8
    media = b"".join(item[4] for item in items if not item[5])
    tail = box(b"mpvd", movie(place)) + box(b"free", f"CANARY-{place}-free".encode())
    return first + metadata(size) + box(b"mdat", media) + tail


def written_by_a_library(place, name, folder):
    """What libheif and libavif write themselves, with alpha, a thumbnail and metadata."""
    quarters(mode="RGBA").save(folder / "alpha.png")
    (folder / "exif").write_bytes(exif(place, 6))
    (folder / "xmp").write_bytes(xmp(place))
    (folder / "icc").write_bytes(profile(place, 4))
    if name.endswith(".avif"):
        run(
            "avifenc",
            "-l",
            "--irot",
            1,
            "--imir",
            0,
            "--exif",
            folder / "exif",
            "--xmp",
            folder / "xmp",
            "--icc",
            folder / "icc",
            folder / "alpha.png",
            folder / name,
        )
    else:
        run("heif-enc", "-L", "-t", 32, "-o", folder / name, folder / "alpha.png")
        run(
            "exiftool",
            "-q",
            "-overwrite_original",
            f"-Artist=CANARY-{place}-artist",
            f"-SerialNumber=CANARY-{place}",
            "-GPSLatitude=37.5",
            "-GPSLatitudeRef=N",
            f"-XMP-dc:Creator=CANARY-{place}-xmp",
            folder / name,
        )
    return (folder / name).read_bytes()


def main():
    target = pathlib.Path(sys.argv[1], "PrivatePictures")
    target.mkdir(exist_ok=True)
    for old in target.glob("*.*"):
        if old.suffix != ".md":
            old.unlink()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pictures = {
            "camera.jpg": private_jpeg("camera", orientation=6) + b"CANARY-behind-the-end",
            "progressive.jpg": private_jpeg("progressive", orientation=3, progressive=True),
            "grey.jpg": private_jpeg("grey", mode="L", restart_marker_blocks=2),
            "cmyk.jpg": private_jpeg("cmyk", mode="CMYK"),
            "motion.jpg": private_jpeg("motion", orientation=8) + movie("motion"),
            "two-images.jpg": two_images(),
            "texts.png": private_png("texts", 6),
            "lossy.webp": private_webp("lossy", 6),
            "lossless.webp": private_webp("lossless", 1, lossless=True),
            "animated.webp": animated_webp("animated"),
            "animated.gif": private_gif("gif"),
            "phone.heic": still("phone-heic", "hevc", [(b"irot", 3)], folder),
            "phone.avif": still("phone-avif", "av1", [(b"irot", 1), (b"imir", 1)], folder),
            "library.heic": written_by_a_library("library-heic", "library.heic", folder),
            "library.avif": written_by_a_library("library-avif", "library.avif", folder),
        }
    for name, data in pictures.items():
        assert b"CANARY" in data, name
        (target / name).write_bytes(data)
        print(f"{name:20}{len(data):8}")


if __name__ == "__main__":
    main()
