/// The memory for decoding an image, in bytes.
struct DecodingCost: Hashable {
    /// The cost of an image that is never decoded: more than any budget, but far below `Int.max`, so that it can be
    /// added to.
    static let refused = 1 << 50

    /// Bytes that don't depend on the display size.
    let whole: Int
    /// Bytes per pixel of a row.
    var perRowPixel = 0
    /// Bytes per pixel of the decoded size.
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

    /// libwebp scales while decoding, except for a frame that is smaller than its canvas.
    init(_ webp: WebPHeader) {
        let frame = webp.frame
        let perPixel = frame.decodingBytesPerPixel + (frame.fillsCanvas ? 0 : 4)
        whole = min(
            frame.size.pixelCount * perPixel + ProfileCost.bytes(webp.profileByteCount), Self.refused)
        perRowPixel = 256
        perDecodedPixel = frame.fillsCanvas ? 4 : 0
    }

    /// The first frame uses one byte per pixel, and a row uses four.
    init(_ gif: GIFHeader) {
        let pixelCount = gif.frame.size.pixelCount
        whole = pixelCount <= PictureHeader.maximumPixels ? pixelCount : Self.refused
        perRowPixel = 4
    }

    /// libheif decodes the whole image and copies it in each step.
    init(_ iso: ISOHeader) {
        let perPixel = Self.perPixel(iso)
        whole =
            iso.image.size.pixelCount <= PictureHeader.maximumPixels
            ? iso.image.size.pixelCount * perPixel + ProfileCost.bytes(iso.profileByteCount) + Self.libheif
            : Self.refused
        perRowPixel = 4
    }

    /// One row of tiles is decoded at a time. Each tile is decoded as a separate image from a copy of the data.
    init(_ iso: ISOHeader, _ tiles: ISOTiles, byteCount: Int) {
        let row = Self.limited(PixelSize(width: tiles.size.width * tiles.columns, height: tiles.size.height))
        let tile = Self.limited(tiles.size)
        whole = min(
            row * 4 + tile * (Self.perPixel(iso) + 4) + tiles.size.width * 64 + byteCount
                + ProfileCost.bytes(iso.profileByteCount) + Self.libheif, Self.refused)
        perRowPixel = 4
    }

    /// The bytes that libheif uses per pixel, measured without colour subsampling, which is the most expensive case.
    /// AV1 uses more than HEVC.
    private static func perPixel(_ iso: ISOHeader) -> Int {
        let isDeep = max(iso.image.bitDepth, iso.hevcDepth ?? 0) > 8
        let colours = iso.hevcDepth == nil ? (isDeep ? 26 : 14) : (isDeep ? 14 : 11)
        return colours + (iso.image.hasAlpha ? 6 : 0)
    }

    /// The bytes that the AVIF and HEIC decoders use for any image.
    private static let libheif = 16 << 20

    /// Returns the number of pixels, at most ``refused``.
    private static func limited(_ size: PixelSize) -> Int { min(size.pixelCount, refused) }
}
