/// Why image data can't be loaded from the cache or saved to it.
///
/// Neither error is shown to people: image data that isn't in the cache is loaded from the server instead. Two failures of
/// the store are equal, whatever caused them.
public enum FeedImageCacheError: Error, Equatable {
    /// The store failed with an error, which is for the log.
    case failed(any Error)
    /// The cache has no data for the URL.
    case notFound

    /// Returns whether both are of the same case, whatever the causes.
    public static func == (left: FeedImageCacheError, right: FeedImageCacheError) -> Bool {
        switch (left, right) {
        case (.failed, .failed), (.notFound, .notFound): true
        default: false
        }
    }
}

extension FeedImageCacheError: CustomStringConvertible {
    /// What the store said, as it is written to the log.
    public var description: String {
        switch self {
        case .failed(let cause): "\(cause)"
        case .notFound: "nothing is cached"
        }
    }
}
