/// Why nothing is delivered. Neither is transient: the server is asked instead (B166). Two are equal whatever the
/// store's errors say.
public enum ImageCacheError: Error, Equatable {
    /// The store could not be read (B105).
    case failed(any Error)
    /// Nothing is stored for the URL (B106).
    case notFound

    public static func == (left: ImageCacheError, right: ImageCacheError) -> Bool {
        switch (left, right) {
        case (.failed, .failed), (.notFound, .notFound): true
        default: false
        }
    }
}
