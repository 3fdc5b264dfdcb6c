/// Cleans an AVIF or HEIC: writes boxes with the primary image's items, followed by their data.
///
/// Thumbnails are removed because they may show parts that were cropped later. Depth maps, gain maps and other images
/// are also removed.
struct ISOCleaning {
    /// The brands that decoders recognize in a still.
    private static let brands: Set<ChunkName> = [
        "avif", "mif1", "mif2", "miaf", "MA1A", "MA1B", "heic", "heix", "heim", "heis", "MiHE", "MiHB", "MiHA", "MiPr",
    ]
    private static let sequences: Set<ChunkName> = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]
    private static let maximumBrands = 32
    private static let fileType: ChunkName = "ftyp"
    private static let (grid, same): (ChunkName, ChunkName) = ("grid", "iden")

    private let reader: ByteReader
    private let source: ISOItems
    private let alpha: [ISOItems.Reference]

    static func pieces(_ reader: ByteReader) throws(ImageFormatError) -> ImagePieces {
        try ISOCleaning(reader).pieces()
    }

    private init(_ reader: ByteReader) throws(ImageFormatError) {
        self.reader = reader
        source = try ISOItems(reader)
        alpha = ISOAlpha.items(of: source, reader)
    }

    private func pieces() throws(ImageFormatError) -> ImagePieces {
        let ids = kept()
        let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0 + 1) })
        var properties = CleanedProperties(source.properties, reader)
        var items: [ISOItemBoxes.Item] = []
        var rest = reader.count
        for id in ids {
            guard let item = source.items[id] else { throw .malformed("an item is missing") }
            guard !item.isElsewhere else { throw .uncleanable("the data of an item is in another one") }
            let data = ISOItemData(item.extents, reader)
            // Prevents reading the same data again and again.
            rest -= data.count
            guard rest >= 0 else { throw .uncleanable("items share their data") }
            let associations = try properties.add(item.properties)
            items.append(
                ISOItemBoxes.Item(
                    kind: item.kind, isHidden: item.isHidden, properties: associations,
                    data: try pieces(of: item.kind, data, properties.lengthSize(of: item.properties))))
        }
        let references = source.references.compactMap { reference -> ISOItems.Reference? in
            let kinds = [ISOItems.derives, ISOItems.helps, ISOItems.premultiplies]
            guard kinds.contains(reference.kind), let from = numbers[reference.from] else { return nil }
            let to = reference.to.compactMap { numbers[$0] }
            return to.isEmpty ? nil : ISOItems.Reference(kind: reference.kind, from: from, to: to)
        }
        let boxes = ISOItemBoxes(items: items, references: references, properties: properties.all)
        return try boxes.pieces(fileType: fileType())
    }

    /// Returns the items of the primary image: the image itself, the items it is derived from, and the alpha of each.
    private func kept() -> [Int] {
        var needed: [Int: [Int]] = [:]
        for reference in source.references where reference.kind == ISOItems.derives {
            needed[reference.from, default: []] += reference.to
        }
        for reference in alpha {
            for image in reference.to { needed[image, default: []].append(reference.from) }
        }
        var ids = [source.primary]
        var seen = Set(ids)
        var next = 0
        while next < ids.count {
            for id in needed[ids[next]] ?? [] where seen.insert(id).inserted { ids.append(id) }
            next += 1
        }
        return ids
    }

    private func pieces(
        of kind: ChunkName, _ data: ISOItemData, _ lengthSize: Int?
    ) throws(ImageFormatError) -> ImagePieces {
        switch kind {
        case "hvc1":
            guard let lengthSize else { throw .malformed("the configuration of a decoder is missing") }
            return try data.units(lengthSize: lengthSize)
        case "av01": return try data.openUnits()
        case Self.grid:
            // A version, flags, two counts, and a width and height of two or four bytes each.
            guard try data.count == (data.byte(at: 1) & 1 == 0 ? 8 : 12) else {
                throw .uncleanable("a grid has a length that it can't have")
            }
            return try data.all()
        case Self.same: return ImagePieces()
        default: throw .uncleanable("the image is coded in a way that isn't known")
        }
    }

    /// Returns the content of the file type box.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` for an image sequence.
    private func fileType() throws(ImageFormatError) -> [UInt8] {
        var boxes = ISOBoxes(reader)
        guard let box = boxes.next(), box.name == Self.fileType, box.content.count >= 8 else {
            throw .malformed("the kind of file is missing")
        }
        var found: [ChunkName] = []
        let positions =
            [box.content.lowerBound] + stride(from: box.content.lowerBound + 8, to: box.content.upperBound, by: 4)
        for position in positions.prefix(Self.maximumBrands) {
            guard let brand = reader.name(at: position) else { throw .cutShort }
            guard !Self.sequences.contains(brand) else { throw .uncleanable("it is a sequence of images") }
            if Self.brands.contains(brand), !found.contains(brand) { found.append(brand) }
        }
        guard let first = found.first else { throw .uncleanable("the kind of file isn't known") }
        var content: [UInt8] = []
        content.append(number: first.value)
        content.append(number: 0)
        for brand in found { content.append(number: brand.value) }
        return content
    }
}
