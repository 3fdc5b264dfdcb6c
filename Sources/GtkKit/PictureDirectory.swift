/// The first directory of a TIFF, which is what EXIF data is too.
nonisolated struct PictureDirectory {
    /// No program writes more entries into EXIF data.
    static let maximumEntries = 512

    private struct Entry {
        let type: Int
        let count: Int
        let place: Int
    }

    /// How long a value of each type is.
    private static let sizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
    ]
    /// Bytes, shorts, longs and what is twice as long, with and without a sign.
    private static let wholeNumbers: Set = [1, 3, 4, 6, 8, 9, 13, 16, 17, 18]

    private let bytes: PictureBytes
    private let order: PictureBytes.Order
    private var entries: [Int: Entry] = [:]

    /// - Parameters:
    ///   - start: where the TIFF begins, from which its own positions count.
    ///   - lastTag: what to read up to, where not all is wanted.
    ///   - maximumEntries: how many are looked at.
    init(
        _ bytes: PictureBytes, at start: Int, upTo lastTag: Int? = nil, maximumEntries: Int = Self.maximumEntries
    ) throws(PictureError) {
        self.bytes = bytes
        order = bytes.has([0x49, 0x49, 42, 0], at: start) ? .littleEndian : .bigEndian
        guard order == .littleEndian || bytes.has([0x4D, 0x4D, 0, 42], at: start) else {
            throw .undecodable("no directory in it")
        }
        let directory = start + (try bytes.number(4, at: start + 4, order))
        for index in 0..<min(maximumEntries, try bytes.number(2, at: directory, order)) {
            let entry = directory + 2 + index * 12
            let tag = try bytes.number(2, at: entry, order)
            // The first of each counts.
            guard entries[tag] == nil else { continue }
            let type = try bytes.number(2, at: entry + 2, order)
            let count = try bytes.number(4, at: entry + 4, order)
            let isInside = (Self.sizes[type] ?? 0) * count <= 4
            let place = isInside ? entry + 8 : start + (try bytes.number(4, at: entry + 8, order))
            entries[tag] = Entry(type: type, count: count, place: place)
            if tag == lastTag { return }
        }
    }

    func has(_ tag: Int) -> Bool { entries[tag] != nil }

    /// A tag's value, the first where it has many; nil where it is not there.
    /// - Throws: ``PictureError/undecodable(_:)`` where it is no whole number.
    func number(_ tag: Int) throws(PictureError) -> Int? {
        guard let entry = entries[tag] else { return nil }
        guard Self.wholeNumbers.contains(entry.type), entry.count > 0, let size = Self.sizes[entry.type] else {
            throw .undecodable("a number that is none")
        }
        let number = try bytes.number(size, at: entry.place, order)
        guard number >= 0 else { throw .undecodable("a number that is none") }
        return number
    }

    /// Where a tag's bytes are; nil where it is not there, or they are not all there.
    func place(_ tag: Int) -> Range<Int>? {
        guard let entry = entries[tag], entry.type == 1 || entry.type == 7, entry.count <= bytes.count - entry.place
        else { return nil }
        return entry.place..<entry.place + entry.count
    }
}
