/// The size, orientation and colours of an AVIF or HEIC, from the properties of its primary item.
struct ISOHeader {
    let image: ImageHeader
    /// The number of bytes in the ICC profile.
    let profileByteCount: Int
    /// The maximum bit depth from the HEVC configuration; `nil` if the image isn't a single HEVC image.
    let hevcDepth: Int?
    /// The tiles of the image, if each of them can be decoded separately.
    let tiles: ISOTiles?

    init(_ reader: ByteReader, _ format: ImageFormat) throws(ImageFormatError) {
        let items = try ISOItems(reader)
        guard let primary = items.items[items.primary] else { throw .malformed("there is no picture") }
        var size: PixelSize?
        var turn = ISOTurn()
        var (channels, bitDepth) = (3, 8)
        var hevcDepth: Int?
        for (number, _) in primary.properties where items.properties.indices.contains(number - 1) {
            let property = items.properties[number - 1]
            let start = property.content.lowerBound
            switch property.name {
            case ISOProperty.size:
                size = PixelSize(
                    width: try reader.requireNumber(4, at: start + 4, .bigEndian),
                    height: try reader.requireNumber(4, at: start + 8, .bigEndian))
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
        let hasAlpha = ISOAlpha.items(of: items, reader).contains { $0.to.contains(items.primary) }
        image = try ImageHeader(
            format: format, size: size, orientation: turn.orientation, channels: channels + (hasAlpha ? 1 : 0),
            bitDepth: bitDepth, hasAlpha: hasAlpha)
        self.hevcDepth = hevcDepth
        profileByteCount = ISOProfile.place(in: items, reader)?.count ?? 0
        tiles = try ISOTiles(items, reader, of: image)
    }

    /// Returns the size of the visible part, which is stored as fractions.
    private static func cropped(
        _ size: PixelSize, _ reader: ByteReader, at start: Int
    ) throws(ImageFormatError) -> PixelSize {
        func length(_ position: Int, _ whole: Int) throws(ImageFormatError) -> Int {
            let numerator = try reader.requireNumber(4, at: position, .bigEndian)
            let denominator = try reader.requireNumber(4, at: position + 4, .bigEndian)
            guard denominator > 0, (1...max(1, whole)).contains(numerator / denominator) else {
                throw .malformed("the part that is shown is invalid")
            }
            return numerator / denominator
        }
        return PixelSize(width: try length(start, size.width), height: try length(start + 8, size.height))
    }
}
