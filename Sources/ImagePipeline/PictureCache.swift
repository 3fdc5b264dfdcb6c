public import Foundation
public import ImageFormats
import Synchronization

/// Decoded pictures in memory by URL and size, limited by bytes; the least recently used are evicted first.
///
/// May be used from any thread, without waiting.
public final class PictureCache<Picture: Sendable>: Sendable {
    /// What to look for if there is no picture of the right size.
    public enum Fallback: Hashable, Sendable {
        /// Nothing: only a picture of the right size will do.
        case none
        /// The newest picture of another size, to be shown until the right one has come.
        case anySize
    }

    private struct Key: Hashable {
        let url: URL
        let size: PixelSize
    }

    private struct State {
        var pictures = RecentlyUsed<Key, Picture>()
        /// The sizes of which there are pictures, the newest last.
        var sizes: [URL: [PixelSize]] = [:]
        var limit: Int

        mutating func remove(_ key: Key) {
            guard pictures.remove(key), let index = sizes.index(forKey: key.url) else { return }
            sizes.values[index].removeAll { $0 == key.size }
            if sizes.values[index].isEmpty { sizes.remove(at: index) }
        }

        mutating func shrink(to bytes: Int) {
            while pictures.cost > bytes, let oldest = pictures.oldestKey { remove(oldest) }
        }
    }

    private let state: Mutex<State>

    /// Creates an empty cache.
    /// - Parameter limit: How much memory the pictures may take, in bytes; 64 MiB by default.
    public init(limit: Int = 64 << 20) {
        precondition(limit >= 0, "a limit of \(limit) bytes")
        state = Mutex(State(limit: limit))
    }

    /// How much memory the pictures take, in bytes; never more than ``limit``.
    public var cost: Int { state.withLock { $0.pictures.cost } }

    /// How much memory the pictures may take, in bytes. A lower limit takes effect at once.
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

    /// Returns the picture of a URL at a size, which counts as a use of it. Takes about a microsecond.
    public func picture(for url: URL, size: PixelSize, fallback: Fallback = .none) -> CachedPicture<Picture>? {
        state.withLock { state in
            if let picture = state.pictures.use(Key(url: url, size: size)) {
                return CachedPicture(picture: picture, isExact: true)
            }
            guard fallback == .anySize, let other = state.sizes[url]?.last else { return nil }
            return state.pictures.use(Key(url: url, size: other)).map { CachedPicture(picture: $0, isExact: false) }
        }
    }

    /// Caches a picture in place of an earlier one of the same URL and size.
    ///
    /// A picture that takes more than a quarter of the limit isn't cached, because it would evict a screenful of others.
    /// - Parameters:
    ///   - picture: The decoded picture.
    ///   - url: The URL of its image.
    ///   - size: The size that the picture was decoded for.
    ///   - cost: How much memory the picture takes, in bytes.
    public func insert(_ picture: Picture, for url: URL, size: PixelSize, cost: Int) {
        precondition(cost >= 0, "a cost of \(cost) bytes")
        let key = Key(url: url, size: size)
        state.withLock { state in
            state.remove(key)
            guard cost <= state.limit / 4 else { return }
            state.shrink(to: state.limit - cost)
            state.pictures.insert(picture, for: key, cost: cost)
            state.sizes[url, default: []].append(size)
        }
    }

    /// Evicts the least recently used pictures until they take no more than a number of bytes.
    public func shrink(to bytes: Int) {
        state.withLock { $0.shrink(to: bytes) }
    }

    /// Removes the pictures of a URL, whatever their size.
    public func remove(_ url: URL) {
        state.withLock { state in
            for size in state.sizes[url] ?? [] { state.remove(Key(url: url, size: size)) }
        }
    }

    /// Removes all pictures.
    public func removeAll() {
        state.withLock { $0 = State(limit: $0.limit) }
    }
}
