import Foundation

/// An AVIF or HEIC: its size, orientation and colours, from the properties of its primary item.
struct ISOImage: ImageFormatReader {
    let image: ImageHeader
    private let profileByteCount: Int
    /// The larger of the luma and chroma bit depths in the HEVC configuration; `nil` if the image isn't a single HEVC
    /// image.
    private let hevcDepth: Int?
    /// The name of the image's coding if it isn't supported.
    private let unsupportedCoding: String?
    /// The tiles of the image, if each of them can be decoded separately.
    private let tiles: ISOTiles?

    init(_ reader: ByteReader, _ format: ImageFormat) throws(ImageFormatError) {
        let items = try ISOItems(reader)
        guard let primary = items.items[items.primary] else { throw .malformed("the file contains no image") }
        var size: PixelSize?
        var turn = ISOTransform()
        var (channels, bitDepth) = (3, 8)
        var hevcDepth: Int?
        for property in primary.properties {
            let start = property.content.lowerBound
            switch property.name {
            case ISOProperty.size: size = try reader.requireSize(4, at: start + 4, .bigEndian)
            case ISOProperty.crop:
                size = try size.map { whole throws(ImageFormatError) in
                    try Self.cropped(whole, reader, at: start)
                }
            case ISOProperty.depths where property.content.count > 5:
                (channels, bitDepth) = (try reader.requireByte(at: start + 4), try reader.requireByte(at: start + 5))
            case ISOProperty.hevc where primary.kind == ISOProperty.hevcItem:
                hevcDepth = try 8 + max(reader.requireByte(at: start + 17) & 7, reader.requireByte(at: start + 18) & 7)
            case ISOProperty.rotation: turn.rotate(try reader.requireByte(at: start) & 3)
            case ISOProperty.mirror: turn.mirror(try reader.requireByte(at: start) & 1)
            default: break
            }
        }
        guard let size else { throw .malformed("the size is missing") }
        let hasAlpha = items.alpha(of: items.primary) != nil
        var image = try ImageHeader(
            format: format, size: size, orientation: turn.orientation, channels: channels + (hasAlpha ? 1 : 0),
            bitDepth: bitDepth, hasAlpha: hasAlpha)
        image.isGrey = Self.isMonochrome(items, reader)
        self.image = image
        self.hevcDepth = hevcDepth
        unsupportedCoding = items.coded(items.primary).flatMap { Self.codings[$0.kind] }
        profileByteCount = Self.colours(of: Self.profileKinds, in: items, reader)?.count ?? 0
        tiles = try ISOTiles(items, reader, of: image)
    }

    /// Returns the size of the clean aperture, which is stored as fractions.
    private static func cropped(
        _ size: PixelSize, _ reader: ByteReader, at start: Int
    ) throws(ImageFormatError) -> PixelSize {
        func length(_ position: Int, _ whole: Int) throws(ImageFormatError) -> Int {
            let numerator = try reader.requireNumber(4, at: position, .bigEndian)
            let denominator = try reader.requireNumber(4, at: position + 4, .bigEndian)
            guard denominator > 0, (1...max(1, whole)).contains(numerator / denominator) else {
                throw .malformed("the clean aperture is invalid")
            }
            return numerator / denominator
        }
        return PixelSize(width: try length(start, size.width), height: try length(start + 8, size.height))
    }
}

// MARK: The coding

extension ISOImage {
    /// The codings that libheif doesn't decode.
    private static let codings: [ChunkName: String] = [
        "jpeg": "JPEG in HEIF", "j2k1": "JPEG 2000", "unci": "uncompressed HEIF", "avc1": "AVC", "vvc1": "VVC",
        "evc1": "EVC", "lhv1": "L-HEVC", "tmap": "tone map",
    ]

    /// Returns whether the coded image has no chroma.
    static func isMonochrome(_ items: ISOItems, _ reader: ByteReader) -> Bool {
        items.coded(items.primary)?.properties.contains { property in
            let start = property.content.lowerBound
            return switch property.name {
            case ISOProperty.hevc: reader.byte(at: start + 16).map { $0 & 3 == 0 } ?? false
            case ISOProperty.av1: reader.byte(at: start + 2).map { $0 & 0x10 != 0 } ?? false
            default: false
            }
        } ?? false
    }
}

// MARK: The cost of decoding

extension ISOImage {
    /// Returns a plan to decode tile by tile if possible and if the whole image would use much memory. In all other
    /// cases, libheif applies the orientation, so the plan has the upright size.
    func plan(byteCount: Int) throws(ImageFormatError) -> DecodePlan {
        if let unsupportedCoding { throw .unsupportedCoding(unsupportedCoding) }
        let whole = wholeCost(byteCount: byteCount)
        if let tiles, whole.whole > DecodePlan.wholeBytes, image.size.pixelCount <= DecodePlan.maximumPixels {
            let tiled = cost(of: tiles, byteCount: byteCount)
            // Some programs write the whole image as a single tile.
            if tiled.whole < whole.whole { return DecodePlan(image, .tiles(tiles), tiled) }
        }
        var turned = try ImageHeader(
            format: image.format, size: image.uprightSize, channels: image.channels, bitDepth: image.bitDepth,
            hasAlpha: image.hasAlpha)
        turned.isGrey = image.isGrey
        return DecodePlan(turned, .heif, whole)
    }

    /// libheif decodes the whole image from a copy of the data, and copies it to convert, crop or turn it.
    private func wholeCost(byteCount: Int) -> DecodingCost {
        DecodingCost(
            whole: image.size.pixelCount <= DecodePlan.maximumPixels
                ? image.size.pixelCount * bytesPerPixel + byteCount + ProfileCost.bytes(profileByteCount)
                    + Self.libheifBytes
                : DecodingCost.refused,
            perRowPixel: 4)
    }

    /// One row of tiles is decoded at a time. Each tile is decoded as a separate image from a copy of the data.
    private func cost(of tiles: ISOTiles, byteCount: Int) -> DecodingCost {
        let row = DecodingCost.limited(
            PixelSize(width: tiles.size.width * tiles.columns, height: tiles.size.height))
        let tile = DecodingCost.limited(tiles.size)
        let sum =
            row * 4 + tile * (bytesPerPixel + 4) + tiles.size.width * 64 + byteCount
            + ProfileCost.bytes(profileByteCount) + Self.libheifBytes
        return DecodingCost(whole: min(sum, DecodingCost.refused), perRowPixel: 4)
    }

    /// libheif's bytes per pixel, measured without colour subsampling, which is the most expensive case. AV1 uses more
    /// than HEVC.
    private var bytesPerPixel: Int {
        let isDeep = max(image.bitDepth, hevcDepth ?? 0) > 8
        let colours = hevcDepth == nil ? (isDeep ? 26 : 14) : (isDeep ? 14 : 11)
        return colours + (image.hasAlpha ? 6 : 0)
    }

    /// The bytes that the AVIF and HEIC decoders use for any image.
    private static let libheifBytes = 16 << 20
}

// MARK: The end

extension ISOImage {
    /// Returns whether the last box ends at the end of the data and one of the boxes contains the coded image.
    static func isWhole(_ data: Data) -> Bool {
        let reader = ByteReader(data)
        var boxes = ISOBoxes(reader)
        var hasImage = false
        while let box = boxes.next() { hasImage = hasImage || box.name == ISOBoxes.mediaData }
        return boxes.position == reader.count && hasImage
    }

    /// Returns whether the primary item is listed. A file without items, such as some image sequences, counts as
    /// truncated.
    static func hasEnd(_ reader: ByteReader) -> Bool {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            return items.items[items.primary] != nil
        } catch {
            return false
        }
    }
}

// MARK: The colour profile

extension ISOImage {
    private static let profileKinds: [StaticString] = ["prof", "rICC"]

    static func profile(_ reader: ByteReader) -> ImageProfile? {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            return colours(of: profileKinds, in: items, reader).flatMap(reader.bytes).map(ImageProfile.plain)
                ?? description(in: items, reader).map(ImageProfile.described)
        } catch {
            return nil
        }
    }

    /// Reads the code points of the primaries and the transfer. libheif applies the matrix.
    private static func description(in items: ISOItems, _ reader: ByteReader) -> ColourDescription? {
        guard let content = colours(of: ["nclx"], in: items, reader),
            let primaries = reader.number(2, at: content.lowerBound, .bigEndian),
            let transfer = reader.number(2, at: content.lowerBound + 2, .bigEndian)
        else { return nil }
        return ColourDescription(primaries: primaries, transfer: transfer)
    }

    /// Returns the content of the primary item's first colour property of one of the kinds.
    private static func colours(of kinds: [StaticString], in items: ISOItems, _ reader: ByteReader) -> Range<Int>? {
        items.items[items.primary]?.properties
            .first { property in
                property.name == ISOProperty.colours
                    && kinds.contains { reader.has($0, at: property.content.lowerBound) }
            }
            .map { $0.content.dropFirst(4) }
    }
}

/// Combines a sequence of turns and mirrorings into one orientation.
struct ISOTransform {
    /// Whether the image is mirrored horizontally before it is turned.
    private var isMirrored = false
    /// The number of turns by 90° clockwise.
    private var turns = 0

    /// Adds a number of turns by 90° counterclockwise.
    mutating func rotate(_ count: Int) { turns = (turns - count) & 3 }

    /// Flips top and bottom for axis 0, left and right for axis 1.
    mutating func mirror(_ axis: Int) {
        turns = (axis == 0 ? 2 - turns : -turns) & 3
        isMirrored.toggle()
    }

    var orientation: ImageOrientation {
        let turned: [ImageOrientation] = [.topLeft, .rightTop, .bottomRight, .leftBottom]
        let mirrored: [ImageOrientation] = [.topRight, .rightBottom, .bottomLeft, .leftTop]
        return (isMirrored ? mirrored : turned)[turns]
    }
}

enum ISOProperty {
    static let (size, crop, depths): (ChunkName, ChunkName, ChunkName) = ("ispe", "clap", "pixi")
    static let (rotation, mirror): (ChunkName, ChunkName) = ("irot", "imir")
    static let (colours, auxiliary): (ChunkName, ChunkName) = ("colr", "auxC")
    static let (hevc, av1): (ChunkName, ChunkName) = ("hvcC", "av1C")
    static let hevcItem: ChunkName = "hvc1"
}
