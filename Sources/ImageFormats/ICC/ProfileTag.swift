/// The tags of ICC profiles that colour conversion needs.
enum ProfileTag {
    /// White and black points, primaries, curves, adaptation, and tables in both directions for each intent.
    static let names: Set<ChunkName> = [
        "wtpt", "bkpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "A2B0", "A2B1", "A2B2", "B2A0",
        "B2A1", "B2A2", "gamt", "cicp",
    ]
    /// Displays, scanners, printers and colour spaces.
    static let classes: Set<ChunkName> = ["mntr", "scnr", "prtr", "spac"]
    static let spaces: Set<ChunkName> = ["RGB ", "GRAY", "CMYK"]
    static let connectionSpaces: Set<ChunkName> = ["XYZ ", "Lab "]

    /// The size of the header before the numbers: the type's name and four zeros.
    private static let headerSize = 8

    /// Returns the content of a tag: only its numbers.
    /// - Throws: ``ImageFormatError`` if profiles don't use the tag's type.
    static func content(_ reader: ByteReader, at place: Range<Int>) throws(ImageFormatError) -> [UInt8] {
        let size = try size(reader, at: place.lowerBound)
        guard size <= place.count, let content = reader.bytes(in: place.prefix(size)) else {
            throw .malformed("a tag of the profile is cut short")
        }
        return Array(content.prefix(4)) + [0, 0, 0, 0] + content.dropFirst(headerSize)
    }

    private static func size(_ reader: ByteReader, at start: Int) throws(ImageFormatError) -> Int {
        switch reader.name(at: start) {
        case "XYZ ": return headerSize + 12
        case "sf32": return headerSize + 36
        case "cicp": return headerSize + 4
        case "curv": return headerSize + 4 + 2 * (try reader.requireNumber(4, at: start + 8, .bigEndian))
        case "para":
            let counts = [1, 3, 4, 5, 7]
            let kind = try reader.requireNumber(2, at: start + 8, .bigEndian)
            guard counts.indices.contains(kind) else { throw .malformed("a curve of the profile is invalid") }
            return headerSize + 4 + 4 * counts[kind]
        case "mft1": return try tableSize(reader, at: start, bytesPerEntry: 1, headerSize: 48, (256, 256))
        case "mft2":
            let input = try reader.requireNumber(2, at: start + 48, .bigEndian)
            let output = try reader.requireNumber(2, at: start + 50, .bigEndian)
            return try tableSize(reader, at: start, bytesPerEntry: 2, headerSize: 52, (input, output))
        default: throw .uncleanable("a tag of the profile is of no known type")
        }
    }

    /// Returns the size of a lookup table between input and output curves, with an entry for each grid point.
    private static func tableSize(
        _ reader: ByteReader, at start: Int, bytesPerEntry: Int, headerSize: Int, _ curves: (input: Int, output: Int)
    ) throws(ImageFormatError) -> Int {
        let inputs = try reader.requireByte(at: start + 8)
        let outputs = try reader.requireByte(at: start + 9)
        let grid = try reader.requireByte(at: start + 10)
        var points = outputs
        for _ in 0..<inputs {
            points *= grid
            guard points <= ReducedProfile.maximumSize else { throw .malformed("a table of the profile is too large") }
        }
        return headerSize + (curves.input * inputs + points + curves.output * outputs) * bytesPerEntry
    }

    /// Returns a neutral description and copyright in the types of the ICC version.
    static func texts(version: Int) -> [(ChunkName, [UInt8])] {
        guard version < 4 else {
            var text: [UInt8] = []
            text.append(text: "mluc\0\0\0\0")
            for number in [1, 12] { text.append(number: number) }
            text.append(text: "enUS")
            for number in [2, 28] { text.append(number: number) }
            text += [0, UInt8(ascii: "-")]
            return [("desc", text), ("cprt", text)]
        }
        var description: [UInt8] = []
        description.append(text: "desc\0\0\0\0")
        description.append(number: 2)
        description.append(text: "-\0")
        // The descriptions in Unicode and in a script's encoding are empty.
        description += Array(repeating: 0, count: 4 + 4 + 2 + 1 + 67)
        var copyright: [UInt8] = []
        copyright.append(text: "text\0\0\0\0-\0")
        return [("desc", description), ("cprt", copyright)]
    }
}
