import Foundation

/// The share of one server in the limit of all cached images.
///
/// The images of other servers in the same cache folder also count towards that limit. They are evicted first, because
/// their servers aren't the one in use.
final class ServerImageShare {
    private let folder: StoreFolder
    private var byteCount: Int?
    private var written = 0

    /// - Parameter folder: The folder of the server in use.
    init(besides folder: StoreFolder) {
        self.folder = folder
    }

    /// Returns how many bytes of images this server may cache, so that all servers together have at most `limit`.
    ///
    /// If that is less than needed, evicts other servers' images, starting with the server that hasn't been used for the
    /// longest time, but never those of a server that another program uses.
    /// - Parameters:
    ///   - needed: The bytes of this server's images, with those to be written.
    ///   - new: The bytes to be written.
    func limit(of limit: Int, needed: Int, new: Int) -> Int {
        written += new
        // Measures again from time to time, because other programs also write.
        if byteCount == nil || written >= limit / 32 { measure() }
        if needed + (byteCount ?? 0) > limit {
            measure()
            if needed + (byteCount ?? 0) > limit { makeRoom(toAtMost: max(0, limit - needed)) }
        }
        // A new image is cached whatever other programs hold: they make room with their next image.
        return max(limit - (byteCount ?? 0), new)
    }

    private func measure() {
        byteCount = folder.siblings().reduce(0) { $0 + $1.imageByteCount() }
        written = 0
    }

    private func makeRoom(toAtMost limit: Int) {
        let others = folder.siblings().map { (folder: $0, use: $0.lastUse(), byteCount: $0.imageByteCount()) }
        var excess = others.reduce(-limit) { $0 + $1.byteCount }
        for other in others.sorted(by: { $0.use < $1.use }) where excess > 0 && other.byteCount > 0 {
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
                // That server keeps its images. This server's image is cached all the same.
            }
            // Making room doesn't count as using the other server's cache.
            other.folder.setLastUse(other.use)
            excess -= other.byteCount - other.folder.imageByteCount()
        }
        measure()
    }
}
