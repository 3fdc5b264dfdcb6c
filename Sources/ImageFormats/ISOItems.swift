import Foundation

/// The items of an ISO base media file: coded images, tiles and metadata.
package struct ISOItems {
    package struct Item {
        package let kind: ChunkName
        /// The media type of a `mime` item, with its terminating zero.
        package let mediaType: Range<Int>?
        /// The properties, in the order of their application.
        var properties: [ISOBoxes.Box] = []
        /// The ranges of the data, in order. An item without data has none.
        package fileprivate(set) var extents: [Range<Int>] = []
    }

    struct Reference {
        let kind: ChunkName
        let from: Int
        let to: [Int]
    }

    package static let exif: ChunkName = "Exif"
    static let (mime, grid): (ChunkName, ChunkName) = ("mime", "grid")
    static let (derived, auxiliary, premultiplied): (ChunkName, ChunkName, ChunkName) = ("dimg", "auxl", "prem")
    private static let description: ChunkName = "cdsc"

    let primary: Int
    package private(set) var items: [Int: Item] = [:]
    private(set) var references: [Reference] = []
    /// The targets of the first derivation of each item.
    private var sources: [Int: [Int]] = [:]
    private var alphas: Set<Int> = []

    private static let metadata: ChunkName = "meta"
    /// No camera writes more items, mostly tiles, or more entries for them.
    private static let maximumItems = 4_096
    private static let maximumEntries = 65_536
    private static let maximumBoxes = 100
    /// The maximum length of an item's name, in characters.
    private static let maximumNameLength = 1_000

    /// - Throws: ``ImageFormatError/malformed(_:)`` if the boxes are broken or there are more items than any camera
    ///   writes.
    package init(_ reader: ByteReader) throws(ImageFormatError) {
        guard let metadata = ISOBoxes(reader).first(where: { $0.name == Self.metadata }) else { throw .cutShort }
        let boxes = Dictionary(
            ISOBoxes(reader, in: metadata.content.dropFirst(4)).prefix(Self.maximumBoxes).map { ($0.name, $0.content) },
            uniquingKeysWith: { first, _ in first })
        guard let primary = boxes["pitm"], let information = boxes["iinf"] else {
            throw .malformed("there are no items")
        }
        var fields = try ISOFields(reader, in: primary)
        self.primary = try fields.number(fields.version == 0 ? 2 : 4)
        try addItems(reader, information)
        if let range = boxes["iref"] { try addReferences(reader, range) }
        if let range = boxes["iprp"] { try addProperties(reader, range) }
        alphas = Set(items.filter { Self.isAlpha($0.value, reader) }.keys)
        removeTurnsOfTiles()
        if let range = boxes["iloc"] { try addExtents(reader, range, itemData: boxes["idat"]) }
    }

    private mutating func addItems(_ reader: ByteReader, _ range: Range<Int>) throws(ImageFormatError) {
        var fields = try ISOFields(reader, in: range)
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
            let item = Item(kind: kind, mediaType: mediaType)
            items[id] = items[id] ?? item
        }
    }

    private mutating func addReferences(_ reader: ByteReader, _ range: Range<Int>) throws(ImageFormatError) {
        let fields = try ISOFields(reader, in: range)
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
            if box.name == Self.derived, sources[from] == nil { sources[from] = to }
        }
    }

    private mutating func addProperties(_ reader: ByteReader, _ range: Range<Int>) throws(ImageFormatError) {
        guard let container = ISOBoxes(reader, in: range).first(where: { $0.name == "ipco" }) else { return }
        let properties = Array(ISOBoxes(reader, in: container.content).prefix(Self.maximumEntries))
        var total = 0
        for box in ISOBoxes(reader, in: range) where box.name == "ipma" {
            var fields = try ISOFields(reader, in: box.content)
            let size = fields.flags & 1 == 1 ? 2 : 1
            for _ in 0..<(try fields.number(4)) {
                let id = try fields.number(fields.version == 0 ? 2 : 4)
                for _ in 0..<(try fields.number(1)) {
                    total += 1
                    guard total <= Self.maximumEntries else { throw .malformed("there are too many properties") }
                    let association = try fields.number(size)
                    // The highest bit marks an essential property. The first property has the number 1.
                    let index = association & (1 << (size * 8 - 1) - 1) - 1
                    if properties.indices.contains(index) { items[id]?.properties.append(properties[index]) }
                }
            }
        }
    }

    private static func isAlpha(_ item: Item, _ reader: ByteReader) -> Bool {
        item.properties.contains { property in
            property.name == ISOProperty.auxiliary
                && alphaKinds.contains { reader.has($0, at: property.content.lowerBound + 4) }
        }
    }

    /// A grid's tiles aren't turned (MIAF, 7.3.11.4). Some writers repeat the grid's turn for each tile.
    private mutating func removeTurnsOfTiles() {
        for reference in references where reference.kind == Self.derived && items[reference.from]?.kind == Self.grid {
            for id in reference.to {
                items[id]?.properties.removeAll { [ISOProperty.rotation, ISOProperty.mirror].contains($0.name) }
            }
        }
    }

    private mutating func addExtents(
        _ reader: ByteReader, _ range: Range<Int>, itemData: Range<Int>?
    ) throws(ImageFormatError) {
        var fields = try ISOFields(reader, in: range)
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
            // Data in another file or another item isn't supported.
            let isElsewhere = try fields.number(2) != 0 || method > 1 || method == 1 && itemData == nil
            let source = method == 1 ? itemData ?? 0..<0 : 0..<reader.count
            let base = try fields.number(baseSize)
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

// MARK: The parts of an image

extension ISOItems {
    private static let alphaKinds: [StaticString] = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0",
    ]

    private static let derivations: [ChunkName] = [grid, "iovl", "iden"]

    func alpha(of item: Int) -> Int? {
        references.first {
            $0.kind == Self.auxiliary && $0.to.contains(item) && alphas.contains($0.from) && $0.from != item
        }?.from
    }

    /// The items in the order of their ids, without the metadata of other images than the primary one. Metadata that
    /// describes only missing items counts as the file's.
    package var shown: [Item] {
        let parts = Set(parts(of: primary).map(\.id))
        let descriptions = Dictionary(grouping: references.filter { $0.kind == Self.description }, by: \.from)
        return items.filter { id, _ in
            descriptions[id]?.contains { !parts.isDisjoint(with: $0.to) || $0.to.allSatisfy { items[$0] == nil } }
                ?? true
        }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns an item, its alpha, and the items they are derived from.
    func parts(of item: Int) -> [(id: Int, item: Item)] {
        var ids = [item] + [alpha(of: item)].compactMap(\.self)
        var known = Set(ids)
        var position = 0
        while position < ids.count {
            for id in sources(of: ids[position]) where known.insert(id).inserted { ids.append(id) }
            position += 1
        }
        return ids.compactMap { id in items[id].map { (id, $0) } }
    }

    /// Returns the item with the pixels of an item: the item itself, or the first of its sources.
    func coded(_ item: Int) -> Item? {
        var (id, known) = (item, Set([item]))
        while let source = sources(of: id).first, known.insert(source).inserted { id = source }
        return items[id]
    }

    /// Returns the sources of an item, such as the tiles of a grid.
    func sources(of item: Int) -> [Int] {
        guard let kind = items[item]?.kind, Self.derivations.contains(kind) else { return [] }
        return sources[item] ?? []
    }
}

/// The boxes in an ISO base media file, such as AVIF and HEIC, or in one of its boxes.
struct ISOBoxes: Sequence, IteratorProtocol {
    struct Box {
        let name: ChunkName
        /// The range of the content, without size and name.
        let content: Range<Int>
    }

    static let mediaData: ChunkName = "mdat"

    private let reader: ByteReader
    private let end: Int
    /// The offset of the next box or of data that isn't a box.
    private(set) var position: Int

    /// - Parameter range: The range of the boxes; `nil` for the whole file.
    init(_ reader: ByteReader, in range: Range<Int>? = nil) {
        self.reader = reader
        position = range?.lowerBound ?? 0
        end = Swift.min(range?.upperBound ?? reader.count, reader.count)
    }

    /// Returns the next box that ends within the range, or `nil` if there isn't one. The last box may have no size.
    mutating func next() -> Box? {
        guard position + 8 <= end, var size = reader.number(4, at: position, .bigEndian),
            let name = reader.name(at: position + 4)
        else { return nil }
        var headerSize = 8
        if size == 0 { size = end - position }
        if size == 1, let largeSize = reader.number(8, at: position + 8, .bigEndian) {
            (size, headerSize) = (largeSize, 16)
        }
        guard size >= headerSize, size <= end - position else { return nil }
        let box = Box(name: name, content: position + headerSize..<position + size)
        position += size
        return box
    }
}

/// Reads the fields of a box one by one.
struct ISOFields {
    private(set) var version = 0
    private(set) var flags = 0
    /// The range of the unread fields.
    private(set) var rest: Range<Int>
    private let reader: ByteReader

    /// Reads the version and flags at the beginning of most boxes.
    init(_ reader: ByteReader, in range: Range<Int>) throws(ImageFormatError) {
        self.init(reader, plain: range)
        version = try number(1)
        flags = try number(3)
    }

    /// - Parameter range: The range of fields without version and flags.
    init(_ reader: ByteReader, plain range: Range<Int>) {
        (self.reader, rest) = (reader, range)
    }

    /// Reads an integer of up to eight bytes.
    mutating func number(_ size: Int) throws(ImageFormatError) -> Int {
        guard size <= rest.count else { throw .cutShort }
        let number = try reader.requireNumber(size, at: rest.lowerBound, .bigEndian)
        guard number >= 0 else { throw .malformed("a number is too large") }
        rest = rest.dropFirst(size)
        return number
    }
}
