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

    private struct State {
        var pictures = RecentlyUsed<Key, Picture>()
        /// The cached sizes of each URL, the newest last.
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
    /// - Parameter limit: The most memory for pictures, in bytes; 64 MiB by default.
    public init(limit: Int = 64 << 20) {
        precondition(limit >= 0, "a limit of \(limit) bytes")
        state = Mutex(State(limit: limit))
    }

    /// The memory used by pictures, in bytes; at most ``limit``.
    public var cost: Int { state.withLock { $0.pictures.cost } }

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
            if let picture = state.pictures.use(Key(url: url, size: size)) {
                return CachedPicture(picture: picture, isExact: true)
            }
            guard fallback == .anySize, let other = state.sizes[url]?.last else { return nil }
            return state.pictures.use(Key(url: url, size: other)).map { CachedPicture(picture: $0, isExact: false) }
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
            state.pictures.insert(picture, for: key, cost: cost)
            state.sizes[url, default: []].append(size)
        }
    }

    /// Evicts the least recently used pictures until at most this many bytes are in use.
    public func shrink(to bytes: Int) {
        state.withLock { $0.shrink(to: bytes) }
    }

    /// Removes the pictures of a URL in all sizes.
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

/// Values by key, ordered by last use, and the sum of their costs. All operations take constant time.
struct RecentlyUsed<Key: Hashable, Value> {
    private struct Node {
        let key: Key
        let value: Value
        let cost: Int
    }

    private struct Neighbours {
        var older: Int?
        var newer: Int?
    }

    private var nodes: [Node?] = []
    /// The nodes' neighbours, at the same indices. They are stored separately so that a use doesn't move keys and
    /// values.
    private var neighbours: [Neighbours] = []
    private var unused: [Int] = []
    private var indices: [Key: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    private(set) var cost = 0

    /// Returns a value and marks it as the most recently used.
    mutating func use(_ key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        if index != newest {
            unlink(index)
            link(index)
        }
        return nodes[index]?.value
    }

    /// Inserts a value as the most recently used.
    /// - Precondition: The key has no value.
    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        let node = Node(key: key, value: value, cost: cost)
        let index: Int
        if let free = unused.popLast() {
            index = free
            nodes[index] = node
        } else {
            index = nodes.endIndex
            nodes.append(node)
            neighbours.append(Neighbours())
        }
        let earlier = indices.updateValue(index, forKey: key)
        precondition(earlier == nil, "\(key) has a value")
        self.cost += cost
        link(index)
    }

    /// Removes the value of a key. Returns whether there was a value.
    mutating func remove(_ key: Key) -> Bool {
        guard let index = indices.removeValue(forKey: key) else { return false }
        unlink(index)
        cost -= nodes[index]?.cost ?? 0
        nodes[index] = nil
        unused.append(index)
        return true
    }

    /// The key of the least recently used value.
    var oldestKey: Key? { oldest.flatMap { nodes[$0]?.key } }

    private mutating func link(_ index: Int) {
        neighbours[index] = Neighbours(older: newest, newer: nil)
        if let newest { neighbours[newest].newer = index } else { oldest = index }
        newest = index
    }

    private mutating func unlink(_ index: Int) {
        let (older, newer) = (neighbours[index].older, neighbours[index].newer)
        if let older { neighbours[older].newer = newer } else { oldest = newer }
        if let newer { neighbours[newer].older = older } else { newest = older }
    }
}
