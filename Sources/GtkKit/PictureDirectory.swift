/// The first directory of a TIFF, which is what EXIF data is too.
nonisolated struct PictureDirectory {
    /// No program writes more entries.
    static let maximumEntries = 512

    private var values: [Int: Int] = [:]

    /// - Parameters:
    ///   - start: where the TIFF begins, from which its own positions count.
    ///   - lastTag: what to read up to, where not all is wanted.
    init(_ bytes: PictureBytes, at start: Int, upTo lastTag: Int? = nil) throws(PictureError) {
        let order: PictureBytes.Order = bytes.has([0x49, 0x49, 42, 0], at: start) ? .littleEndian : .bigEndian
        guard order == .littleEndian || bytes.has([0x4D, 0x4D, 0, 42], at: start) else {
            throw .undecodable("no directory in it")
        }
        let directory = start + (try bytes.number(4, at: start + 4, order))
        for index in 0..<min(Self.maximumEntries, try bytes.number(2, at: directory, order)) {
            let entry = directory + 2 + index * 12
            let tag = try bytes.number(2, at: entry, order)
            let type = try bytes.number(2, at: entry + 2, order)
            guard let size = [1: 1, 3: 2, 4: 4][type], values[tag] == nil else { continue }
            let isInside = size * (try bytes.number(4, at: entry + 4, order)) <= 4
            let place = isInside ? entry + 8 : start + (try bytes.number(4, at: entry + 8, order))
            values[tag] = try bytes.number(size, at: place, order)
            if tag == lastTag { return }
        }
    }

    /// A tag's value, the first where it has many; nil where it is not there or no whole number.
    subscript(tag: Int) -> Int? { values[tag] }
}
