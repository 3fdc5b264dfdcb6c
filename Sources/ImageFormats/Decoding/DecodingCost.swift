/// The memory that decoding an image takes, in bytes.
struct DecodingCost: Hashable {
    /// More than any budget, for an image that is never decoded; far from `Int.max`, so that it can be added to.
    static let refused = 1 << 50

    /// Bytes that are taken whatever the size at which the image is shown.
    let whole: Int
    /// Bytes for each pixel of a row.
    var perRowPixel = 0
    /// Bytes for each pixel of the size at which the image is decoded.
    var perDecodedPixel = 0
}

extension DecodingCost {
    init(_ jpeg: JPEGHeader) {
        whole =
            ProfileCost.bytes(jpeg.profileByteCount)
            + (jpeg.image.isProgressive ? jpeg.sampleCount * 2 : 0)
        perRowPixel = 32 * jpeg.image.channels
    }

    init(_ png: PNGHeader, _ reader: ByteReader) {
        let profile = PNGProfile.content(reader).map(ProfileCost.unpackedLimit) ?? 0
        whole = Self.limited(png.image.size) * (png.image.hasAlpha ? 4 : 3) + ProfileCost.bytes(profile)
        perRowPixel = 32
    }

    /// libwebp scales while it decodes. A frame that is smaller than its canvas isn't scaled.
    init(_ webp: WebPHeader) {
        let frame = webp.frame
        let perPixel = frame.decodingBytesPerPixel + (frame.fillsCanvas ? 0 : 4)
        whole = min(
            frame.size.pixelCount * perPixel + ProfileCost.bytes(webp.profileByteCount), Self.refused)
        perRowPixel = 256
        perDecodedPixel = frame.fillsCanvas ? 4 : 0
    }

    /// The first frame takes one byte for each pixel, and a row takes four.
    init(_ gif: GIFHeader) {
        let pixelCount = gif.frame.size.pixelCount
        whole = pixelCount <= PictureHeader.maximumPixels ? pixelCount : Self.refused
        perRowPixel = 4
    }

    /// One strip or tile is unpacked at a time, which may be the whole image, and its rows are drawn.
    init(_ tiff: TIFFHeader, byteCount: Int) {
        let (image, strip) = (tiff.image, tiff.stripSize)
        let stripBytes = Self.limited(
            PixelSize(width: (strip.width * image.channels * image.bitDepth + 7) / 8, height: strip.height))
        let drawnBytes = Self.limited(
            PixelSize(width: image.size.width * 4, height: min(strip.height, image.size.height)))
        let stripCount = Self.limited(
            PixelSize(
                width: tiff.isTiled ? (image.size.width + strip.width - 1) / max(1, strip.width) : 1,
                height: (image.size.height - 1) / strip.height + 1))
        whole =
            stripBytes + drawnBytes + stripCount * image.channels * 16 + (tiff.isJPEGCompressed ? Self.libjpeg : 0)
            + byteCount + ProfileCost.bytes(tiff.profileByteCount)
    }

    /// Compressed rows may leave pixels out, so they are decoded with alpha.
    init(_ bmp: BMPHeader) {
        whole = Self.limited(bmp.image.size) * (bmp.image.hasAlpha || bmp.isCompressed ? 4 : 3)
        perRowPixel = 4
    }

    /// libheif decodes the whole image, with a copy of it in each of its steps.
    init(_ iso: ISOHeader) {
        let perPixel = Self.perPixel(iso)
        whole =
            iso.image.size.pixelCount <= PictureHeader.maximumPixels
            ? iso.image.size.pixelCount * perPixel + ProfileCost.bytes(iso.profileByteCount) + Self.libheif
            : Self.refused
        perRowPixel = 4
    }

    /// A row of tiles is decoded at a time, each tile as an image of its own, of a copy of the data.
    init(_ iso: ISOHeader, _ tiles: ISOTiles, byteCount: Int) {
        let row = Self.limited(PixelSize(width: tiles.size.width * tiles.columns, height: tiles.size.height))
        let tile = Self.limited(tiles.size)
        whole = min(
            row * 4 + tile * (Self.perPixel(iso) + 4) + tiles.size.width * 64 + byteCount
                + ProfileCost.bytes(iso.profileByteCount) + Self.libheif, Self.refused)
        perRowPixel = 4
    }

    /// The bytes that libheif takes for each pixel: as measured with all colours of each pixel stored, which takes the most.
    /// AV1 takes more than HEVC.
    private static func perPixel(_ iso: ISOHeader) -> Int {
        let isDeep = max(iso.image.bitDepth, iso.hevcDepth ?? 0) > 8
        let colours = iso.hevcDepth == nil ? (isDeep ? 26 : 14) : (isDeep ? 14 : 11)
        return colours + (iso.image.hasAlpha ? 6 : 0)
    }

    /// The most that libtiff lets libjpeg take, and what libjpeg takes anyway.
    private static let libjpeg = 12 << 20

    /// What the decoders of AVIF and HEIC take for any image.
    private static let libheif = 16 << 20

    /// Returns the number of pixels, or ``refused`` if there are more.
    private static func limited(_ size: PixelSize) -> Int { min(size.pixelCount, refused) }
}
