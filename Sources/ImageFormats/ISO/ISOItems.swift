/// The items of an ISO base media file: coded images, tiles and metadata.
struct ISOItems {
    struct Item {
        let kind: ChunkName
        let isHidden: Bool
        /// The offset of the byte whose lowest bit hides the item.
        let flagsPosition: Int
        /// The media type of a `mime` item, with its terminating zero.
        let mediaType: Range<Int>?
        /// The numbers of the properties, in the order in which they apply.
        var properties: [(number: Int, isEssential: Bool)] = []
        /// The places of the data, in order. An item without data has none.
        var extents: [Range<Int>] = []
        /// Whether the data is in another file or another item, which isn't supported.
        var isElsewhere = false
    }

    struct Reference {
        let kind: ChunkName
        let from: Int
        let to: [Int]
    }

    static let (exif, mime): (ChunkName, ChunkName) = ("Exif", "mime")
    static let (describes, derives, helps): (ChunkName, ChunkName, ChunkName) = ("cdsc", "dimg", "auxl")
    static let premultiplies: ChunkName = "prem"

    let primary: Int
    /// The place of the primary item's id.
    let primaryPlace: Range<Int>
    private(set) var items: [Int: Item] = [:]
    private(set) var references: [Reference] = []
    /// The properties. The first property has the number 1.
    private(set) var properties: [ISOBoxes.Box] = []

    private static let metadata: ChunkName = "meta"
    /// No camera writes more items, which are mostly tiles, or more entries for them.
    private static let maximumItems = 4_096
    private static let maximumEntries = 65_536
    private static let maximumBoxes = 100
    /// The maximum length of an item's name, in characters.
    private static let maximumNameLength = 1_000

    /// - Throws: ``ImageFormatError/malformed(_:)`` if the boxes are broken or there are more items than any camera
    ///   writes.
    init(_ reader: ByteReader) throws(ImageFormatError) {
        guard let metadata = ISOBoxes(reader).first(where: { $0.name == Self.metadata }) else { throw .cutShort }
        let boxes = Dictionary(
            ISOBoxes(reader, in: metadata.content.dropFirst(4)).prefix(Self.maximumBoxes).map { ($0.name, $0.content) },
            uniquingKeysWith: { first, _ in first })
        guard let primary = boxes["pitm"], let information = boxes["iinf"] else {
            throw .malformed("there are no items")
        }
        var fields = try ISOFields(reader, in: primary)
        let idSize = fields.version == 0 ? 2 : 4
        primaryPlace = fields.rest.prefix(idSize)
        self.primary = try fields.number(idSize)
        try addItems(reader, information)
        if let place = boxes["iref"] { try addReferences(reader, place) }
        if let place = boxes["iprp"] { try addProperties(reader, place) }
        if let place = boxes["iloc"] { try addExtents(reader, place, itemData: boxes["idat"]) }
    }

    private mutating func addItems(_ reader: ByteReader, _ place: Range<Int>) throws(ImageFormatError) {
        var fields = try ISOFields(reader, in: place)
        _ = try fields.number(fields.version == 0 ? 2 : 4)
        for box in ISOBoxes(reader, in: fields.rest) where box.name == "infe" {
            var fields = try ISOFields(reader, in: box.content)
            // Older versions don't have kinds.
            guard fields.version >= 2 else { continue }
            let id = try fields.number(fields.version == 2 ? 2 : 4)
            _ = try fields.number(2)
            let kind = ChunkName(try fields.number(4))
            var mediaType: Range<Int>?
            if kind == Self.mime {
                let name = reader.prefix(of: fields.rest.prefix(Self.maximumNameLength)).prefix { $0 != 0 }
                mediaType = fields.rest.dropFirst(name.count + 1)
            }
            guard items.count < Self.maximumItems else { throw .malformed("there are too many items") }
            items[id] =
                items[id]
                ?? Item(
                    kind: kind, isHidden: fields.flags & 1 == 1, flagsPosition: box.content.lowerBound + 3,
                    mediaType: mediaType)
        }
    }

    private mutating func addReferences(_ reader: ByteReader, _ place: Range<Int>) throws(ImageFormatError) {
        let fields = try ISOFields(reader, in: place)
        let size = fields.version == 0 ? 2 : 4
        var total = 0
        for box in ISOBoxes(reader, in: fields.rest) {
            var fields = ISOFields(reader, plain: box.content)
            let from = try fields.number(size)
            let count = try fields.number(2)
            total += count + 1
            guard total <= Self.maximumEntries else { throw .malformed("there are too many references") }
            var to: [Int] = []
            for _ in 0..<count { to.append(try fields.number(size)) }
            references.append(Reference(kind: box.name, from: from, to: to))
        }
    }

    private mutating func addProperties(_ reader: ByteReader, _ place: Range<Int>) throws(ImageFormatError) {
        var total = 0
        for box in ISOBoxes(reader, in: place) {
            if box.name == "ipco", properties.isEmpty {
                properties = Array(ISOBoxes(reader, in: box.content).prefix(Self.maximumEntries))
            }
            guard box.name == "ipma" else { continue }
            var fields = try ISOFields(reader, in: box.content)
            let size = fields.flags & 1 == 1 ? 2 : 1
            for _ in 0..<(try fields.number(4)) {
                let id = try fields.number(fields.version == 0 ? 2 : 4)
                for _ in 0..<(try fields.number(1)) {
                    total += 1
                    guard total <= Self.maximumEntries else { throw .malformed("there are too many properties") }
                    let association = try fields.number(size)
                    let essential = 1 << (size * 8 - 1)
                    items[id]?.properties.append((association & (essential - 1), association & essential != 0))
                }
            }
        }
    }

    private mutating func addExtents(
        _ reader: ByteReader, _ place: Range<Int>, itemData: Range<Int>?
    ) throws(ImageFormatError) {
        var fields = try ISOFields(reader, in: place)
        let version = fields.version
        let sizes = try fields.number(2)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw .malformed("the places of items are invalid")
        }
        var total = 0
        for _ in 0..<(try fields.number(version < 2 ? 2 : 4)) {
            let id = try fields.number(version < 2 ? 2 : 4)
            let method = version == 0 ? 0 : try fields.number(2) & 15
            let isElsewhere = try fields.number(2) != 0 || method > 1 || method == 1 && itemData == nil
            let source = method == 1 ? itemData ?? 0..<0 : 0..<reader.count
            let base = try fields.number(baseSize)
            items[id]?.isElsewhere = isElsewhere
            let count = try fields.number(2)
            total += count + 1
            guard total <= Self.maximumEntries else { throw .malformed("there are too many places of items") }
            for _ in 0..<count {
                _ = try fields.number(indexSize)
                let (offset, length) = (try fields.number(offsetSize), try fields.number(lengthSize))
                guard !isElsewhere else { continue }
                // Each of the numbers must be within the source.
                guard base <= source.count, offset <= source.count - base,
                    length <= source.count - base - offset
                else { throw .cutShort }
                let start = source.lowerBound + base + offset
                // An extent without a length continues to the end.
                items[id]?.extents.append(start..<(length == 0 ? source.upperBound : start + length))
            }
        }
    }
}
