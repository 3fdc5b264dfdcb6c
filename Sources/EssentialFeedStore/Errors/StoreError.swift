public import EssentialFeed

/// The reason a cache operation failed.
///
/// Every cache error in this module has this type. Two errors are equal if they have the same kind.
public struct StoreError: FeedStoreError, Equatable {
    /// What happened, grouped by remedy.
    public enum Kind: Hashable, Sendable {
        /// The disk holds no database, or a damaged one. Deleting the cache helps.
        case corrupt
        /// The disk is full.
        case full
        /// The disk can be read but not written.
        case readOnly
        /// The cache folder can't be created or opened.
        case inaccessible
        /// Another program writes to this cache.
        case inUse
        /// A newer version of this program wrote the cache.
        case newerVersion
        /// The image alone exceeds the limit, in bytes, for all cached images.
        case imageTooLarge(limit: Int)
        /// Another connection kept the database locked past the store's timeout.
        case busy
        /// The disk failed to read or write.
        case inputOutput
        /// Any other error; see ``StoreError/cause``.
        case other
    }

    /// What happened.
    public let kind: Kind
    /// The underlying error, for the log.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ kind: Kind, cause: (any Error)? = nil) {
        self.kind = kind
        self.cause = cause
    }

    public static func == (left: StoreError, right: StoreError) -> Bool {
        left.kind == right.kind
    }

    /// Whether the same call may succeed later.
    public var isTransient: Bool { kind == .busy || kind == .inUse }

    /// Whether the data on disk is damaged, so that validation deletes it.
    public var isDamage: Bool { kind == .corrupt }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .corrupt: "the cache is damaged; clear it to start again"
        case .full: "there is no room for the cache on the disk"
        case .readOnly: "the cache folder can’t be written"
        case .inaccessible: "the cache folder can’t be opened"
        case .inUse: "the cache is in use by another program"
        case .newerVersion: "a newer version of this program wrote the cache"
        case .imageTooLarge(let limit): "the image exceeds the cache's limit of \(limit) bytes"
        case .busy: "the cache is busy"
        case .inputOutput: "the disk failed to read or write the cache"
        case .other: "the cache failed"
        }
    }
}
