public import Foundation
import ImageFormats

/// The limits on the image loader's concurrent work.
public struct ImageLoaderLimits: Hashable, Sendable {
    /// The limits on one kind of work.
    public struct Slots: Hashable, Sendable {
        /// The total number of slots.
        public var total: Int
        /// The number of slots reserved for visible images.
        public var keptForVisible: Int
        /// The number of slots that images of background priority may use.
        public var background: Int

        /// Creates limits for one kind of work.
        /// - Precondition: Images of every priority can use at least one slot.
        public init(total: Int, keptForVisible: Int, background: Int) {
            precondition(keptForVisible >= 0 && total > keptForVisible && background > 0, "slots for every priority")
            self.total = total
            self.keptForVisible = keptForVisible
            self.background = background
        }
    }

    /// The limits on cache lookups.
    public var reads = Slots(total: 8, keptForVisible: 2, background: 1)
    /// The limits on downloads.
    public var downloads = Slots(total: 6, keptForVisible: 2, background: 1)
    /// The limits on decodes: a visible image never waits for two preloads.
    public var decodes = Slots(total: 2, keptForVisible: 1, background: 1)
    /// The most memory for all decodes together, in estimated bytes.
    public var decodeBytes = DecodingMemory.budget
    /// The most memory for a single decode, in estimated bytes.
    public var loneDecodeBytes = DecodingMemory.wholeBudget

    var largestDecodeBytes: Int { max(decodeBytes, loneDecodeBytes) }

    /// Creates the default limits: eight lookups, six downloads, two decodes, 256 MiB, and 768 MiB for a single decode.
    public init() {}
}

/// The source of encoded images: a cache and the server behind it.
///
/// The methods may be called on any executor, for several URLs at a time.
public protocol ImageSource: Sendable {
    /// Returns the image from the cache, or `nil` if the cache doesn't have it.
    /// - Throws: An error if the cache can't be read, in which case the image is fetched; `CancellationError` if the
    ///   task is cancelled.
    func cached(_ url: URL) async throws -> Data?

    /// Fetches the image from the server and caches it.
    /// - Throws: The error that fails the requests for the image, or `CancellationError`.
    func fetch(_ url: URL) async throws -> Data

    /// Removes the image from the cache because its bytes can't be decoded.
    func remove(_ url: URL) async throws
}
