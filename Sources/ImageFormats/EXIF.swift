import Foundation

/// The caption, capture time and coordinates from EXIF data.
struct EXIFBlock {
    private enum Tag {
        static let imageDescription = 0x010E
        static let exif = 0x8769
        static let gps = 0x8825
        static let dateTimeOriginal = 0x9003
        static let offsetTimeOriginal = 0x9011
    }

    /// The bytes before the EXIF data of JPEGs and some WebPs.
    static let signature = Data("Exif\0\0".utf8)

    let imageDescription: String?
    let captureTime: CaptureTime?
    let coordinates: GPSCoordinates?

    /// Reads the available EXIF data. Returns `nil` if the data isn't a TIFF.
    init?(_ data: Data) {
        guard let directory = TIFFDirectory(ByteReader(data)) else { return nil }
        imageDescription = directory.text(Tag.imageDescription).map(Caption.text)
        coordinates = directory.directory(Tag.gps).flatMap(GPSCoordinates.init)
        let details = directory.directory(Tag.exif)
        captureTime = details?.text(Tag.dateTimeOriginal).flatMap {
            CaptureTime(Caption.text($0), offset: details?.text(Tag.offsetTimeOriginal).map(Caption.text))
        }
    }
}

/// The orientation from EXIF data. The default is upright.
extension ImageOrientation {
    private static let tag = 0x0112

    /// - Parameter start: The offset of the EXIF data.
    init(exif reader: ByteReader, at start: Int) {
        self = TIFFDirectory(reader, at: start)?.number(Self.tag).flatMap(Self.init(rawValue:)) ?? .topLeft
    }
}

/// The coordinates of a place, in degrees.
struct GPSCoordinates: Hashable {
    private enum Tag {
        static let latitudeReference = 1
        static let latitude = 2
        static let longitudeReference = 3
        static let longitude = 4
    }

    /// From 90 (north) to -90 (south).
    let latitude: Double
    /// From 180 (east) to -180 (west).
    let longitude: Double

    /// Reads a GPS directory. Returns `nil` if a coordinate is missing or invalid, or if both are 0, which cameras
    /// write without a GPS fix.
    init?(_ directory: TIFFDirectory) {
        guard
            let latitude = Self.degrees(
                directory.fractions(Tag.latitude), directory.text(Tag.latitudeReference), ("N", "S"), limit: 90),
            let longitude = Self.degrees(
                directory.fractions(Tag.longitude), directory.text(Tag.longitudeReference), ("E", "W"), limit: 180),
            latitude != 0 || longitude != 0
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Combines degrees, minutes and seconds.
    private static func degrees(
        _ parts: [Double]?, _ reference: Data?, _ references: (positive: String, negative: String), limit: Double
    ) -> Double? {
        guard let parts, parts.count == 3, let reference = reference.map(Caption.text),
            [references.positive, references.negative].contains(reference)
        else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard (0...limit).contains(degrees) else { return nil }
        return reference == references.positive ? degrees : -degrees
    }

    /// The coordinates rounded to a thousandth of a degree, about a hundred metres.
    var text: String {
        "\(Self.text(latitude, "N", "S")), \(Self.text(longitude, "E", "W"))"
    }

    private static func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let thousandths = Int((abs(degrees) * 1_000).rounded())
        let fraction = String(thousandths % 1_000 + 1_000).dropFirst()
        return "\(thousandths / 1_000).\(fraction)° \(degrees < 0 ? negative : positive)"
    }
}

/// A directory of EXIF data in TIFF format: entries by tag. The first entry for a tag is used.
struct TIFFDirectory {
    private struct Entry {
        let type: Int
        let count: Int
        /// The offset of the entry's field, which contains the value or its offset.
        let field: Int
        /// The offset of the value.
        let valueOffset: Int
    }

    /// The number of bytes in a value of each type that is read: bytes, texts, 16-bit and 32-bit numbers, and fractions.
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8]
    private static let text = 2
    private static let fractions = 5
    /// No supported tag has more.
    private static let maximumFractions = 3
    private static let wholeNumbers: Set = [1, 3, 4]
    private static let entrySize = 12
    /// No program writes more entries in EXIF data.
    private static let maximumEntries = 512

    private let reader: ByteReader
    private let order: ByteReader.Order
    /// The offset of the TIFF, which its own offsets are relative to.
    private let start: Int
    private var entries: [Int: Entry] = [:]

    /// Reads the available entries of the first directory. Returns `nil` if the data isn't a TIFF.
    /// - Parameter start: The offset of the TIFF in the data.
    init?(_ reader: ByteReader, at start: Int = 0) {
        guard let order = Self.order(reader, at: start), let offset = reader.number(4, at: start + 4, order) else {
            return nil
        }
        self.init(reader, order, start)
        addEntries(ofDirectoryAt: start + offset)
    }

    private init(_ reader: ByteReader, _ order: ByteReader.Order, _ start: Int) {
        self.reader = reader
        self.order = order
        self.start = start
    }

    /// Reads the available entries of the directory that a tag points to. Chains aren't followed, so loops can't occur.
    func directory(_ tag: Int) -> TIFFDirectory? {
        guard let field = entries[tag]?.field, let offset = reader.number(4, at: field, order) else { return nil }
        var directory = TIFFDirectory(reader, order, start)
        directory.addEntries(ofDirectoryAt: start + offset)
        return directory
    }

    private static func order(_ reader: ByteReader, at start: Int) -> ByteReader.Order? {
        if reader.has([0x49, 0x49, 42, 0], at: start) { return .littleEndian }
        return reader.has([0x4D, 0x4D, 0, 42], at: start) ? .bigEndian : nil
    }

    private mutating func addEntries(ofDirectoryAt directory: Int) {
        for index in 0..<min(Self.maximumEntries, reader.number(2, at: directory, order) ?? 0) {
            let entry = directory + 2 + index * Self.entrySize
            guard entry + Self.entrySize <= reader.count, let tag = reader.number(2, at: entry, order),
                let type = reader.number(2, at: entry + 2, order), let count = reader.number(4, at: entry + 4, order),
                let offset = reader.number(4, at: entry + 8, order)
            else { return }
            guard entries[tag] == nil else { continue }
            let isInField = (Self.sizes[type] ?? 0) * count <= 4
            entries[tag] = Entry(
                type: type, count: count, field: entry + 8, valueOffset: isInField ? entry + 8 : start + offset)
        }
    }

    /// Returns the first whole number of a tag.
    func number(_ tag: Int) -> Int? {
        guard let entry = entries[tag], Self.wholeNumbers.contains(entry.type), entry.count > 0,
            let size = Self.sizes[entry.type]
        else { return nil }
        return reader.number(size, at: entry.valueOffset, order)
    }

    /// Returns the text of a tag up to its first zero. The encoding is unknown.
    func text(_ tag: Int) -> Data? {
        guard let entry = entries[tag], entry.type == Self.text else { return nil }
        return reader.bytes(in: entry.valueOffset..<entry.valueOffset + entry.count)?.prefix { $0 != 0 }
    }

    /// Returns the fractions of a tag, or `nil` if any are missing or a denominator is 0.
    func fractions(_ tag: Int) -> [Double]? {
        guard let entry = entries[tag], entry.type == Self.fractions, (1...Self.maximumFractions).contains(entry.count)
        else { return nil }
        var fractions: [Double] = []
        for offset in stride(from: entry.valueOffset, to: entry.valueOffset + entry.count * 8, by: 8) {
            guard let numerator = reader.number(4, at: offset, order),
                let denominator = reader.number(4, at: offset + 4, order), denominator > 0
            else { return nil }
            fractions.append(Double(numerator) / Double(denominator))
        }
        return fractions
    }
}
