import NIOCore
import Synchronization

/// A memory cache of the most recently requested images, limited in bytes.
///
/// The cache has two generations. When the young one reaches half of the limit, it replaces the old one. Requested
/// images move to the young generation.
final class RecentSizes: Sendable {
    private struct State {
        var young: [SizeKey: SizedImage] = [:]
        var youngBytes = 0
        var old: [SizeKey: SizedImage] = [:]
    }

    private let maximumBytes: Int
    private let state = Mutex(State())

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    func image(_ key: SizeKey) -> SizedImage? {
        if let young = state.withLock({ $0.young[key] }) { return young }
        guard let old = state.withLock({ $0.old[key] }) else { return nil }
        insert(old, for: key)
        return old
    }

    func insert(_ image: SizedImage, for key: SizeKey) {
        state.withLock { state in
            guard image.bytes.readableBytes <= maximumBytes / 2, state.young[key] == nil else { return }
            if state.youngBytes + image.bytes.readableBytes > maximumBytes / 2 {
                (state.old, state.young, state.youngBytes) = (state.young, [:], 0)
            }
            state.young[key] = image
            state.youngBytes += image.bytes.readableBytes
        }
    }
}
