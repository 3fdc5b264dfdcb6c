/// One server's share of the limit for all cached images.
///
/// Other servers' images in the same cache folder count towards the limit too. They are evicted first, because those
/// servers aren't in use.
final class ServerImageShare {
    private let folder: StoreFolder
    /// The bytes of other servers' images; `nil` until they are measured.
    private var others: Int?
    private var written = 0

    init(besides folder: StoreFolder) { self.folder = folder }

    /// Returns how many bytes of images this server may cache, so all servers together use at most `limit`.
    ///
    /// If `needed` doesn't fit beside the other servers' images, evicts those, starting with the least recently used
    /// server. A damaged cache is removed whole. Images of a server that another program is using are never evicted.
    /// - Parameters:
    ///   - needed: The bytes of this server's images, including the bytes to be written.
    ///   - new: The bytes to be written.
    func limit(of limit: Int, needed: Int, new: Int) -> Int {
        written += new
        // Measures again from time to time, because other programs also write.
        if others == nil || written >= limit / 32 || needed + (others ?? 0) > limit { measure() }
        if let others, others > 0, needed + others > limit { shrinkOthers(to: max(0, limit - needed)) }
        // A new image is always cached; other programs make room when they write their next image.
        return max(limit - (others ?? 0), new)
    }

    private func measure() {
        others = folder.siblings().reduce(0) { $0 + $1.imageByteCount() }
        written = 0
    }

    private func shrinkOthers(to limit: Int) {
        let servers = folder.siblings().map { (folder: $0, use: $0.lastUse(), byteCount: $0.imageByteCount()) }
        var excess = servers.reduce(-limit) { $0 + $1.byteCount }
        for other in servers.sorted(by: { $0.use < $1.use }) where excess > 0 && other.byteCount > 0 {
            let rest = max(0, other.byteCount - excess)
            let storage = DiskStorage(other.folder, imageLimit: rest)
            guard case .writer = storage.open() else { continue }
            do {
                do {
                    try storage.setImageLimit(rest)
                    try storage.close()
                } catch let error as StoreError where error.kind == .corrupt {
                    try storage.removeFolder()
                }
            } catch {
                // The other server keeps its images, and this server's image is still cached.
            }
            // Making room doesn't count as using the other server's cache.
            other.folder.setLastUse(other.use)
            excess -= other.byteCount - other.folder.imageByteCount()
        }
        measure()
    }
}
