import Foundation

extension ImageTable {
    /// Removes images until the rest use at most `limit` bytes, least recently used first. Images that aren't in the
    /// cached feed are removed before the feed's images.
    /// - Parameters:
    ///   - byteCount: The total bytes of all images.
    ///   - kept: The URL of an image to keep.
    /// - Returns: The removed images.
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
