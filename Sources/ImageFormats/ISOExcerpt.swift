package import Foundation

/// A file with one image of an AVIF or HEIC: an item, the tiles that it consists of, and its alpha.
///
/// libheif refuses a whole file because of items and references unnecessary for the image, such as a gain map or EXIF
/// data of two images. The excerpt contains only the parts read here: the original as media data, followed by new
/// metadata.
package struct ISOExcerpt {
    package private(set) var data: Data
    /// The matrices of ITU-T H.273 that libheif gets wrong: identity, YCgCo and two of YCgCo-R.
    private static let matrices: Set = [0, 8, 16, 17]
    /// The property with the image's matrix, if libheif gets it wrong. The file then declares the identity, in full
    /// range, so libheif leaves the values as they are.
    private let colours: ISOBoxes.Box?
    private let items: ISOItems
    private let reader: ByteReader
    private let media: Range<Int>

    package init(of original: Data) throws(ImageFormatError) {
        reader = ByteReader(original)
        items = try ISOItems(reader)
        colours = Self.colours(in: items, reader)
        data = Data(ISOBoxes.box("ftyp", Array("mif1".utf8) + ISOBoxes.number(0, 4) + Array("mif1heicavif".utf8)))
        // The length of a box of any size follows its name.
        data += ISOBoxes.number(1, 4) + Array("mdat".utf8) + ISOBoxes.number(original.count + 16, 8)
        media = data.count..<data.count + original.count
        data.reserveCapacity(media.upperBound + 1 << 16)
        data += original
        try show(items.primary)
    }

    private static func colours(in items: ISOItems, _ reader: ByteReader) -> ISOBoxes.Box? {
        guard !ISOImage.isMonochrome(items, reader) else { return nil }
        return items.items[items.primary]?.properties.first { property in
            let start = property.content.lowerBound
            return property.name == ISOProperty.colours && property.content.count > 10 && reader.has("nclx", at: start)
                && reader.number(2, at: start + 8, .bigEndian).map { matrices.contains($0) } == true
        }
    }

    /// The number and the range of the matrix that the file omits; `nil` if libheif gets the image's matrix right.
    package var matrix: (number: Int, isVideo: Bool)? {
        guard let start = colours?.content.lowerBound, let number = reader.number(2, at: start + 8, .bigEndian),
            let range = reader.byte(at: start + 10)
        else { return nil }
        return (number, range & 0x80 == 0)
    }

    /// Makes an item the only image of the file.
    package mutating func show(_ item: Int) throws(ImageFormatError) {
        let parts = items.parts(of: item)
        guard parts.contains(where: { $0.id == item }) else { throw .malformed("the file contains no image") }
        data.replaceSubrange(media.upperBound..., with: try metadata(of: parts, showing: item))
    }

    private func metadata(
        of parts: [(id: Int, item: ISOItems.Item)], showing shown: Int
    ) throws(ImageFormatError) -> [UInt8] {
        var information = ISOBoxes.number(parts.count, 4)
        var places = [0x88, 0] + ISOBoxes.number(parts.count, 4)
        var properties: [UInt8] = []
        var associations = ISOBoxes.number(parts.count, 4)
        // The numbers of properties, by the offsets of their contents.
        var numbers: [Int: Int] = [:]
        for (id, item) in parts {
            let entry = ISOBoxes.number(id, 4) + [0, 0] + ISOBoxes.number(item.kind.value, 4) + [0]
            information += ISOBoxes.full("infe", entry, version: 3, flags: id == shown ? 0 : 1)
            places += ISOBoxes.number(id, 4) + [0, 0, 0, 0] + ISOBoxes.number(item.extents.count, 2)
            for extent in item.extents {
                places += ISOBoxes.number(media.lowerBound + extent.lowerBound, 8)
                places += ISOBoxes.number(extent.count, 8)
            }
            // A number of one byte limits the properties. Tiles may lack the matrix.
            let applied = (item.properties + [colours].compactMap(\.self)).prefix(255)
            associations += ISOBoxes.number(id, 4) + [UInt8(applied.count)]
            for property in applied {
                let number = numbers[property.content.lowerBound] ?? numbers.count + 1
                if numbers.updateValue(number, forKey: property.content.lowerBound) == nil {
                    properties += ISOBoxes.box(property.name, content(of: property))
                }
                associations += ISOBoxes.number(number, 2)
            }
        }
        let handler = ISOBoxes.number(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
        return ISOBoxes.full(
            "meta",
            ISOBoxes.full("hdlr", handler) + ISOBoxes.full("pitm", ISOBoxes.number(shown, 4), version: 1)
                + ISOBoxes.full("iinf", information, version: 1)
                + ISOBoxes.full("iref", try references(between: parts, showing: shown), version: 1)
                + ISOBoxes.box(
                    "iprp",
                    ISOBoxes.box("ipco", properties) + ISOBoxes.full("ipma", associations, version: 1, flags: 1))
                + ISOBoxes.full("iloc", places, version: 2))
    }

    private func content(of property: ISOBoxes.Box) -> [UInt8] {
        var content = Array(reader.prefix(of: property.content))
        if colours != nil, property.name == ISOProperty.colours, content.count > 10, content.starts(with: "nclx".utf8) {
            content.replaceSubrange(8..<11, with: [0, 0, 0x80])
        }
        return content
    }

    /// Returns the references to tiles, and between the image and its alpha.
    private func references(
        between parts: [(id: Int, item: ISOItems.Item)], showing shown: Int
    ) throws(ImageFormatError) -> [UInt8] {
        var boxes: [UInt8] = []
        func add(_ kind: ChunkName, from: Int, to targets: [Int]) {
            boxes += ISOBoxes.box(
                kind,
                ISOBoxes.number(from, 4) + ISOBoxes.number(targets.count, 2)
                    + targets.flatMap { ISOBoxes.number($0, 4) })
        }
        let positions = Dictionary(parts.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (position, part) in parts.enumerated() {
            let sources = items.sources(of: part.id)
            // The parts of an image follow it.
            guard sources.allSatisfy({ positions[$0].map { $0 > position } ?? false }) else {
                throw .malformed("an image is derived from itself or from nothing")
            }
            if !sources.isEmpty { add(ISOItems.derived, from: part.id, to: sources) }
        }
        guard let alpha = items.alpha(of: shown) else { return boxes }
        add(ISOItems.auxiliary, from: alpha, to: [shown])
        if items.references.contains(where: { $0.kind == ISOItems.premultiplied && $0.from == shown }) {
            add(ISOItems.premultiplied, from: shown, to: [alpha])
        }
        return boxes
    }
}

extension ISOBoxes {
    /// Returns the big-endian bytes of a number.
    fileprivate static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
    }

    fileprivate static func box(_ name: ChunkName, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + number(name.value, 4) + content
    }

    /// Returns a box with version and flags.
    fileprivate static func full(
        _ name: ChunkName, _ content: [UInt8], version: UInt8 = 0, flags: Int = 0
    ) -> [UInt8] {
        box(name, [version] + number(flags, 3) + content)
    }
}
