public import EssentialFeed

/// Why a store could not do what was asked of it. Two are equal where they are of one kind.
public struct StoreError: FeedStoreError, Equatable {
    /// What happened, by what can be done about it.
    public enum Kind: Hashable, Sendable {
        /// What the disk holds is no database, or a damaged one (B131). Deleting the cache mends it (B170).
        case corrupt
        /// There is no room on the disk.
        case full
        /// The disk can be read but not written.
        case readOnly
        /// The cache folder cannot be created or opened.
        case inaccessible
        /// Another program writes to this cache (N013).
        case inUse
        /// A newer version of this program wrote the cache (B170).
        case newerVersion
        /// The image alone exceeds the limit, in bytes, of all stored images (N027).
        case imageTooLarge(limit: Int)
        /// Another connection kept the database locked for longer than the store waits.
        case busy
        /// The disk failed to read or to write.
        case inputOutput
        case other
    }

    public let kind: Kind
    /// The failure below, for the log.
    public let cause: (any Error)?

    public init(_ kind: Kind, cause: (any Error)? = nil) {
        self.kind = kind
        self.cause = cause
    }

    public static func == (left: StoreError, right: StoreError) -> Bool {
        left.kind == right.kind
    }

    /// Whether trying again may help although nothing changes here.
    public var isTransient: Bool {
        kind == .busy || kind == .inUse
    }

    /// Whether what the disk holds is to blame, so that validation deletes it (B080).
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
