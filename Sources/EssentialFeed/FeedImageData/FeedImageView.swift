/// What is seen of one image's picture.
public enum FeedImageState<Picture: Sendable>: Sendable {
    case empty
    /// The shimmer (B233).
    case loading
    case shown(Picture)
    /// The retry button (B235).
    case failed
}

/// Draws the picture of one image.
@MainActor
public protocol FeedImageView<Picture>: AnyObject {
    associatedtype Picture: Sendable
    func display(_ state: FeedImageState<Picture>)
}
