public import Foundation
public import ImageFormats
import Synchronization

/// Decoded pictures in memory by URL and size, with a limit in bytes. The least recently used pictures are evicted
/// first.
///
/// May be used from any thread without waiting.
public final class PictureCache<Picture: Sendable>: Sendable {
    /// The fallback if no picture of the right size is cached.
    public enum Fallback: Hashable, Sendable {
        /// No fallback.
        case none
        /// The newest picture of another size, to show until the right one has loaded.
        case anySize
    }

    private struct Key: Hashable {
        let url: URL
        let size: PixelSize
    }

    private struct Entry {
        let picture: Picture
        let cost: Int
        /// A counter value from when the picture was last used.
        var use: Int
    }

    private struct State {
        var pictures: [Key: Entry] = [:]
        /// The cached sizes of each URL, the newest last.
        var sizes: [URL: [PixelSize]] = [:]
        var cost = 0
        var uses = 0
        /// The number of uses at the last call of `shrinkUnlessUsed`.
        var knownUses = 0
        var limit: Int

        mutating func use(_ key: Key) -> Picture? {
            guard let index = pictures.index(forKey: key) else { return nil }
            uses += 1
            pictures.values[index].use = uses
            return pictures.values[index].picture
        }

        mutating func insert(_ picture: Picture, for key: Key, cost: Int) {
            uses += 1
            pictures[key] = Entry(picture: picture, cost: cost, use: uses)
            sizes[key.url, default: []].append(key.size)
            self.cost += cost
        }

        mutating func remove(_ key: Key) {
            guard let removed = pictures.removeValue(forKey: key), let index = sizes.index(forKey: key.url) else {
                return
            }
            cost -= removed.cost
            sizes.values[index].removeAll { $0 == key.size }
            if sizes.values[index].isEmpty { sizes.remove(at: index) }
        }

        mutating func shrink(to bytes: Int) {
            while cost > bytes, let oldest = pictures.min(by: { $0.value.use < $1.value.use }) { remove(oldest.key) }
        }
    }

    private let state: Mutex<State>

    /// Creates an empty cache.
    /// - Parameter limit: The most memory for pictures, in bytes; 64 MiB by default.
    public init(limit: Int = 64 << 20) {
        precondition(limit >= 0, "a limit of \(limit) bytes")
        state = Mutex(State(limit: limit))
    }

    /// The memory used by pictures, in bytes; at most ``limit``.
    public var cost: Int { state.withLock(\.cost) }

    /// The most memory for pictures, in bytes. A lower limit takes effect immediately.
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

    /// Returns the picture of a URL at a size and marks it as recently used. Takes about a microsecond.
    public func picture(for url: URL, size: PixelSize, fallback: Fallback = .none) -> CachedPicture<Picture>? {
        state.withLock { state in
            if let picture = state.use(Key(url: url, size: size)) {
                return CachedPicture(picture: picture, isExact: true)
            }
            guard fallback == .anySize, let other = state.sizes[url]?.last else { return nil }
            return state.use(Key(url: url, size: other)).map { CachedPicture(picture: $0, isExact: false) }
        }
    }

    /// Caches a picture, replacing an earlier one with the same URL and size.
    ///
    /// A picture that uses more than a quarter of the limit isn't cached, because it would evict a screenful of others.
    /// - Parameters:
    ///   - picture: The decoded picture.
    ///   - url: The URL of its image.
    ///   - size: The size that the picture was decoded for.
    ///   - cost: The memory used by the picture, in bytes.
    public func insert(_ picture: Picture, for url: URL, size: PixelSize, cost: Int) {
        precondition(cost >= 0, "a cost of \(cost) bytes")
        let key = Key(url: url, size: size)
        state.withLock { state in
            state.remove(key)
            guard cost <= state.limit / 4 else { return }
            state.shrink(to: state.limit - cost)
            state.insert(picture, for: key, cost: cost)
        }
    }

    /// Evicts the least recently used pictures until the others use at most a number of bytes, unless a picture was used
    /// or cached since the last call: a user who looks at pictures soon wants others.
    /// - Returns: Whether pictures were evicted.
    public func shrinkUnlessUsed(to bytes: Int) -> Bool {
        state.withLock { state in
            defer { state.knownUses = state.uses }
            guard state.uses == state.knownUses, state.cost > bytes else { return false }
            state.shrink(to: bytes)
            return true
        }
    }

    /// Removes all pictures.
    public func removeAll() { state.withLock { $0 = State(limit: $0.limit) } }
}

/// A picture in memory.
public struct CachedPicture<Picture: Sendable>: Sendable {
    /// The picture.
    public let picture: Picture
    /// Whether the picture was decoded for the requested size. Another picture may be shown until the picture of the
    /// right size has loaded.
    public let isExact: Bool

    /// Creates a cached picture.
    public init(picture: Picture, isExact: Bool) {
        self.picture = picture
        self.isExact = isExact
    }
}

extension CachedPicture: Equatable where Picture: Equatable {}
