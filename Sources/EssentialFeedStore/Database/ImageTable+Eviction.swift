import Foundation

extension ImageTable {
    /// Removes images until the rest take at most `limit` bytes. Images that the cached feed doesn't refer to go first; among
    /// equals, the least recently used goes first.
    /// - Parameters:
    ///   - byteCount: The bytes of all images.
    ///   - kept: The URL of an image that stays.
    /// - Returns: The images that were removed.
    func evict(from byteCount: Int, toAtMost limit: Int, keeping kept: String?) throws -> [ImageRecord] {
        guard byteCount > limit else { return [] }
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest FROM image ORDER BY is_referenced, last_use", in: database)
        defer { row.finish() }
        var excess = byteCount - limit
        var evicted: [ImageRecord] = []
        while excess > 0, try row.step() {
            guard let url = row.text(0), url != kept else { continue }
            evicted.append(ImageRecord(url: url, byteCount: try row.integer(1), digest: Data(row.bytes(2))))
            excess -= try row.integer(1)
        }
        row.finish()
        for image in evicted { try delete(image) }
        return evicted
    }
}
