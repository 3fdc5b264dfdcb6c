import Foundation

/// The images of the other servers' caches in the same cache folder. They count towards the limit of all stored images
/// too, and go first: their servers are not the one that is in use (N027).
final class SharedImageLimit {
    private let folder: StoreFolder
    private var byteCount: Int?
    private var written = 0

    /// - Parameter folder: of the server that is in use.
    init(besides folder: StoreFolder) {
        self.folder = folder
    }

    /// How many bytes of images this server may store, so that all servers together have at most `limit`. Where that is
    /// less than needed, other servers' images are given up, those of the server first that was not used for the longest
    /// time; never those of a server that another program uses.
    /// - Parameters:
    ///   - needed: the bytes of this server's images, with those that are to be written.
    ///   - new: those that are to be written.
    func limit(of limit: Int, needed: Int, new: Int) -> Int {
        written += new
        // Other programs write, too.
        if byteCount == nil || written >= limit / 32 { measure() }
        if needed + (byteCount ?? 0) > limit {
            measure()
            if needed + (byteCount ?? 0) > limit { makeRoom(toAtMost: max(0, limit - needed)) }
        }
        // What just came is kept, whatever other programs hold: they make room with their next image.
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
            let cache = DiskStorage(other.folder, imageLimit: rest)
            guard case .writer = cache.open() else { continue }
            do {
                do {
                    try cache.setImageLimit(rest)
                    try cache.close()
                } catch let error as StoreError where error.kind == .corrupt {
                    try cache.removeFolder()
                }
            } catch {
                // It keeps its images, and must not keep this server's from being stored.
            }
            // Making room is no use of it.
            other.folder.setLastUse(other.use)
            excess -= other.byteCount - other.folder.imageByteCount()
        }
        measure()
    }
}
