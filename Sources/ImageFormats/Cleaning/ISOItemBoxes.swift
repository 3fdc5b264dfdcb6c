/// The boxes of an ISO base media file with a still, followed by the data of its items.
struct ISOItemBoxes {
    struct Item {
        let kind: ChunkName
        let isHidden: Bool
        let properties: [(number: Int, isEssential: Bool)]
        let data: ImagePieces
    }

    /// The items. The first item has the number 1 and is the primary image.
    let items: [Item]
    let references: [ISOItems.Reference]
    let properties: [(name: ChunkName, content: [UInt8])]

    private static let headerSize = 8

    /// Returns the file.
    /// - Parameter fileType: The content of the file's first box.
    func pieces(fileType: [UInt8]) throws(ImageFormatError) -> ImagePieces {
        var data = ImagePieces()
        for item in items { try data.add(item.data) }
        let first = box("ftyp", fileType)
        // The length of the boxes doesn't depend on the offsets they contain.
        let dataStart = first.count + metadata(dataStart: 0).count + Self.headerSize
        guard dataStart + data.count < 1 << 32 else { throw .uncleanable("the data is too large") }
        var head = first + metadata(dataStart: dataStart)
        head.append(number: Self.headerSize + data.count)
        head.append(text: "mdat")
        var pieces = ImagePieces()
        try pieces.add(head)
        try pieces.add(data)
        return pieces
    }

    private func metadata(dataStart: Int) -> [UInt8] {
        var handler: [UInt8] = [0, 0, 0, 0]
        handler.append(text: "pict")
        handler += Array(repeating: 0, count: 13)
        var primary: [UInt8] = []
        primary.append(1, 2, .bigEndian)
        return versioned(
            "meta",
            versioned("hdlr", handler) + versioned("pitm", primary) + information() + referenceBoxes() + propertyBoxes()
                + locations(dataStart: dataStart))
    }

    private func information() -> [UInt8] {
        var content: [UInt8] = []
        content.append(items.count, 2, .bigEndian)
        for (index, item) in items.enumerated() {
            var entry: [UInt8] = []
            entry.append(index + 1, 2, .bigEndian)
            entry.append(0, 2, .bigEndian)
            entry.append(number: item.kind.value)
            entry.append(0)
            content += versioned("infe", version: 2, flags: item.isHidden ? 1 : 0, entry)
        }
        return versioned("iinf", content)
    }

    private func referenceBoxes() -> [UInt8] {
        guard !references.isEmpty else { return [] }
        var content: [UInt8] = []
        for reference in references {
            var entry: [UInt8] = []
            for number in [reference.from, reference.to.count] + reference.to { entry.append(number, 2, .bigEndian) }
            content += box(reference.kind, entry)
        }
        return versioned("iref", content)
    }

    private func propertyBoxes() -> [UInt8] {
        let size = properties.count < 128 ? 1 : 2
        var associations: [UInt8] = []
        associations.append(number: items.count)
        for (index, item) in items.enumerated() {
            associations.append(index + 1, 2, .bigEndian)
            associations.append(item.properties.count, 1, .bigEndian)
            for property in item.properties {
                let essential = property.isEssential ? 1 << (size * 8 - 1) : 0
                associations.append(essential | property.number, size, .bigEndian)
            }
        }
        let container = properties.reduce(into: []) { $0 += box($1.name, $1.content) }
        return box("iprp", box("ipco", container) + versioned("ipma", flags: size - 1, associations))
    }

    private func locations(dataStart: Int) -> [UInt8] {
        var content: [UInt8] = [0x44, 0]
        let located = items.enumerated().filter { $1.data.count > 0 }
        content.append(located.count, 2, .bigEndian)
        var start = dataStart
        for (index, item) in located {
            content.append(index + 1, 2, .bigEndian)
            content.append(0, 2, .bigEndian)
            content.append(1, 2, .bigEndian)
            content.append(number: start)
            content.append(number: item.data.count)
            start += item.data.count
        }
        return versioned("iloc", content)
    }

    private func versioned(_ name: ChunkName, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
        var fields: [UInt8] = []
        fields.append(number: version << 24 | flags)
        return box(name, fields + content)
    }

    private func box(_ name: ChunkName, _ content: [UInt8]) -> [UInt8] {
        var box: [UInt8] = []
        box.append(number: Self.headerSize + content.count)
        box.append(number: name.value)
        return box + content
    }
}
