import Foundation

/// The metadata of an AVIF or HEIC, from its metadata items.
enum ISOMetadata {
    private static let xmp: StaticString = "application/rdf+xml\0"
    /// The maximum number of bytes in a metadata item.
    private static let maximumItemSize = 1 << 20

    static func read(_ reader: ByteReader) -> ImageMetadata {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            var exif: EXIFBlock?
            var texts: [ImageTexts?] = []
            for (_, item) in items.items.sorted(by: { $0.key < $1.key }) {
                if item.kind == ISOItems.exif, exif == nil {
                    exif = data(of: item, reader).flatMap(Self.exif)
                } else if let mediaType = item.mediaType, reader.has(xmp, at: mediaType.lowerBound), texts.isEmpty {
                    texts.append(data(of: item, reader).flatMap { XMPTexts.find(in: $0) })
                }
            }
            return ImageMetadata(exif: exif, texts: texts)
        } catch {
            return ImageMetadata()
        }
    }

    private static func data(of item: ISOItems.Item, _ reader: ByteReader) -> Data? {
        guard item.extents.reduce(0, { min(maximumItemSize, $0) + $1.count }) <= maximumItemSize else { return nil }
        return item.extents.reduce(into: Data()) { $0 += reader.prefix(of: $1) }
    }

    /// Reads EXIF data. The data begins with the number of bytes to skip.
    private static func exif(_ data: Data) -> EXIFBlock? {
        guard let skipped = ByteReader(data).number(4, at: 0, .bigEndian), skipped < data.count - 4 else { return nil }
        return EXIFBlock(Data(data.dropFirst(4 + skipped)))
    }
}
