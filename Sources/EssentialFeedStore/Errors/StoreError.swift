public import EssentialFeed

/// The reason why a cache can't do what it was asked for.
///
/// Every error of this module is of this type. Two errors are equal if they are of one kind.
public struct StoreError: FeedStoreError, Equatable {
    /// What happened, grouped by what helps.
    public enum Kind: Hashable, Sendable {
        /// The disk holds no database, or a damaged one. Deleting the cache helps.
        case corrupt
        /// The disk has no room.
        case full
        /// The disk can be read but not written.
        case readOnly
        /// The cache folder can't be created or opened.
        case inaccessible
        /// Another program writes to this cache.
        case inUse
        /// A newer version of this program wrote the cache.
        case newerVersion
        /// The image alone exceeds the limit, in bytes, of all cached images.
        case imageTooLarge(limit: Int)
        /// Another connection kept the database locked for longer than the store waits.
        case busy
        /// The disk failed to read or to write.
        case inputOutput
        /// Anything else; ``StoreError/cause`` says what.
        case other
    }

    /// What happened.
    public let kind: Kind
    /// The error that led to this one, for the log.
    public let cause: (any Error)?

    /// Creates an error of a kind.
    public init(_ kind: Kind, cause: (any Error)? = nil) {
        self.kind = kind
        self.cause = cause
    }

    public static func == (left: StoreError, right: StoreError) -> Bool {
        left.kind == right.kind
    }

    /// Whether the same call may succeed later.
    public var isTransient: Bool { kind == .busy || kind == .inUse }

    /// Whether what the disk holds is damaged, so that validation deletes it.
    public var isDamage: Bool { kind == .corrupt }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .corrupt: "the cache is damaged; clear it to start anew"
        case .full: "there is no room for the cache on the disk"
        case .readOnly: "the cache folder cannot be written"
        case .inaccessible: "the cache folder cannot be opened"
        case .inUse: "the cache is in use by another program"
        case .newerVersion: "a newer version of this program wrote the cache"
        case .imageTooLarge(let limit): "the image exceeds the cache's limit of \(limit) bytes"
        case .busy: "the cache is busy"
        case .inputOutput: "the disk failed to read or write the cache"
        case .other: "the cache failed"
        }
    }
}
