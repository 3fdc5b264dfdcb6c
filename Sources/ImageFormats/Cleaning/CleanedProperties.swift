/// Rewrites the item properties that decoders need.
struct CleanedProperties {
    /// The lengths of properties that contain only numbers.
    private static let lengths: [ChunkName: Int] = [
        ISOProperty.size: 12, ISOProperty.rotation: 1, ISOProperty.mirror: 1, ISOProperty.crop: 32, "pasp": 8,
        "lsel": 2,
        "a1op": 1, "clli": 4, "mdcv": 24,
    ]
    /// The HEVC unit types that contain parameters.
    private static let parameterKinds = 32...34

    /// The names and contents of the properties. The first property has the number 1.
    private(set) var all: [(name: ChunkName, content: [UInt8])] = []
    private let source: [ISOBoxes.Box]
    private let reader: ByteReader
    /// The new number of each property checked so far; `nil` for a property that is removed.
    private var numbers: [Int: Int?] = [:]

    init(_ source: [ISOBoxes.Box], _ reader: ByteReader) {
        self.source = source
        self.reader = reader
    }

    /// Adds the properties of an item. Returns the kept properties with their new numbers.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` if the item can't be displayed correctly without an unknown
    ///   property.
    mutating func add(
        _ properties: [(number: Int, isEssential: Bool)]
    ) throws(ImageFormatError) -> [(number: Int, isEssential: Bool)] {
        var kept: [(number: Int, isEssential: Bool)] = []
        for property in properties where source.indices.contains(property.number - 1) {
            if let number = try number(of: property.number) {
                kept.append((number, property.isEssential))
            } else if property.isEssential {
                throw .uncleanable("a property that showing the image takes isn't known")
            }
        }
        guard kept.count <= 255 else { throw .uncleanable("an item has too many properties") }
        return kept
    }

    /// Returns the size of the units' length fields, from the decoder configuration of an item.
    func lengthSize(of properties: [(number: Int, isEssential: Bool)]) -> Int? {
        properties.lazy.compactMap { source.indices.contains($0.number - 1) ? source[$0.number - 1] : nil }
            .first { $0.name == ISOProperty.hevc && $0.content.count > 22 }
            .flatMap { reader.byte(at: $0.content.lowerBound + 21) }.map { $0 & 3 + 1 }
    }

    private mutating func number(of property: Int) throws(ImageFormatError) -> Int? {
        if let number = numbers[property] { return number }
        let box = source[property - 1]
        guard let content = try content(of: box) else {
            numbers[property] = .some(nil)
            return nil
        }
        all.append((box.name, content))
        numbers[property] = all.count
        return all.count
    }

    private func content(of box: ISOBoxes.Box) throws(ImageFormatError) -> [UInt8]? {
        let (place, start) = (box.content, box.content.lowerBound)
        switch box.name {
        case ISOProperty.hevc: return try hevcConfiguration(place)
        case ISOProperty.av1: return try av1Configuration(place)
        case ISOProperty.colours: return try colours(place)
        case ISOProperty.auxiliary:
            guard let kind = ISOAlpha.kind(of: box, reader) else { return nil }
            var content: [UInt8] = [0, 0, 0, 0]
            content.append(text: kind)
            return content
        default:
            let isDepths = box.name == ISOProperty.depths
            guard let length = isDepths ? 5 + (try reader.requireByte(at: start + 4)) : Self.lengths[box.name] else {
                return nil
            }
            guard place.count == length else { throw .uncleanable("a property has a length that it can't have") }
            return Array(reader.prefix(of: place))
        }
    }

    /// Returns a decoder configuration with parameters and without messages.
    private func hevcConfiguration(_ place: Range<Int>) throws(ImageFormatError) -> [UInt8] {
        let headerSize = 22
        guard place.count > headerSize else { throw .malformed("the configuration of a decoder is cut short") }
        var content = Array(reader.prefix(of: place.prefix(headerSize)))
        var fields = ISOFields(reader, plain: place.dropFirst(headerSize))
        var arrays: [UInt8] = []
        var arrayCount = 0
        for _ in 0..<(try fields.number(1)) {
            let kind = try fields.number(1)
            let unitCount = try fields.number(2)
            let isKept = Self.parameterKinds.contains(kind & 0x3F)
            if isKept {
                arrayCount += 1
                arrays.append(kind, 1, .bigEndian)
                arrays.append(unitCount, 2, .bigEndian)
            }
            for _ in 0..<unitCount {
                let length = try fields.number(2)
                let unit = try fields.bytes(length)
                guard isKept else { continue }
                arrays.append(length, 2, .bigEndian)
                arrays += unit
            }
        }
        guard fields.rest.isEmpty else { throw .uncleanable("a property has a length that it can't have") }
        content.append(arrayCount, 1, .bigEndian)
        return content + arrays
    }

    /// Returns a decoder configuration without the messages that may be among its units. The data repeats these units.
    private func av1Configuration(_ place: Range<Int>) throws(ImageFormatError) -> [UInt8] {
        let headerSize = 4
        guard place.count >= headerSize else { throw .malformed("the configuration of a decoder is cut short") }
        var content = Array(reader.prefix(of: place.prefix(headerSize)))
        for piece in try ISOItemData([place.dropFirst(headerSize)], reader).openUnits().all {
            if case .original(let range) = piece { content += reader.prefix(of: range) }
        }
        return content
    }

    private func colours(_ place: Range<Int>) throws(ImageFormatError) -> [UInt8]? {
        guard place.count > 4 else { throw .malformed("the colours are cut short") }
        let start = place.lowerBound
        if reader.has("nclx", at: start), place.count == 11 { return Array(reader.prefix(of: place)) }
        guard reader.has("prof", at: start) || reader.has("rICC", at: start) else {
            throw .uncleanable("the colours are of no known kind")
        }
        guard place.count <= ReducedProfile.maximumSize else { throw .uncleanable("the profile is too large") }
        return Array(reader.prefix(of: place.prefix(4)))
            + (try ReducedProfile.data(reader.prefix(of: place.dropFirst(4))))
    }
}
