public import Foundation
public import ImageFormats
import Synchronization

/// Decoded pictures in memory, limited by bytes; the least recently used go first (N028).
///
/// It keeps one picture for each URL, and the size for which it was decoded: when the window gets another size, the old
/// pictures still serve until each has been loaded anew. May be used on any thread, without waiting.
public final class PictureCache<Picture: Sendable>: Sendable {
    private struct Entry {
        let picture: Picture
        let size: PixelSize
    }

    private struct State {
        var entries: RecentlyUsed<URL, Entry>
        var limit: Int
        var shownSize: PixelSize

        mutating func shrink(to bytes: Int) {
            while entries.cost > bytes, entries.removeOldest() {}
        }
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - limit: in bytes of decoded pictures; 64 MiB by default.
    ///   - shownSize: the size at which pictures are shown at first.
    public init(limit: Int = 64 << 20, shownSize: PixelSize) {
        precondition(limit >= 0, "a limit of \(limit) bytes")
        state = Mutex(State(entries: RecentlyUsed(), limit: limit, shownSize: shownSize))
    }

    /// What the pictures take, in bytes; never more than ``limit``.
    public var cost: Int { state.withLock { $0.entries.cost } }

    /// In bytes. A lower one takes effect at once.
    public var limit: Int {
        get { state.withLock { $0.limit } }
        set {
            precondition(newValue >= 0, "a limit of \(newValue) bytes")
            state.withLock { state in
                state.limit = newValue
                state.shrink(to: newValue)
            }
        }
    }

    /// The size at which pictures are shown now. Pictures of another size are not given up, but are not current.
    public var shownSize: PixelSize {
        get { state.withLock { $0.shownSize } }
        set { state.withLock { $0.shownSize = newValue } }
    }

    /// The picture of the URL, which counts as used now. A quick look: a microsecond, and no disk.
    public func picture(for url: URL) -> CachedPicture<Picture>? {
        state.withLock { state in
            state.entries.use(url).map { entry in
                CachedPicture(picture: entry.picture, isCurrent: entry.size == state.shownSize)
            }
        }
    }

    /// Keeps a picture in the place of the URL's earlier one. One that takes more than a quarter of the limit is not
    /// kept: it would push out a screen of others.
    /// - Parameters:
    ///   - size: for which it was decoded.
    ///   - cost: what it takes, in bytes.
    public func insert(_ picture: Picture, for url: URL, size: PixelSize, cost: Int) {
        precondition(cost >= 0, "a cost of \(cost) bytes")
        state.withLock { state in
            state.entries.remove(url)
            guard cost <= state.limit / 4 else { return }
            state.shrink(to: state.limit - cost)
            state.entries.insert(Entry(picture: picture, size: size), for: url, cost: cost)
        }
    }

    /// Gives up the least recently used until at most so many bytes are left, as when memory is short.
    public func shrink(to bytes: Int) {
        state.withLock { $0.shrink(to: bytes) }
    }

    /// Gives up the picture of a URL.
    public func remove(_ url: URL) {
        state.withLock { $0.entries.remove(url) }
    }

    /// Gives up all pictures.
    public func removeAll() {
        state.withLock { $0.entries = RecentlyUsed() }
    }
}
