/// What storing an image's bytes came to (N032).
public enum FeedImageStoring: Hashable, Sendable {
    case alreadyStored
    /// They came from the server.
    case downloaded(bytes: Int)
}
