

/// What is seen of one image's picture.
public enum FeedImageState<Picture: Sendable>: Sendable {
    case empty
    /// The shimmer (B233).
    case loading
    case shown(Picture)
    /// Why there is no picture, and the retry button where another try may help (B235).
    case failed(FeedImageFailure)
}

/// Draws the picture of one image.
@MainActor
public protocol FeedImageView<Picture>: AnyObject {
    associatedtype Picture: Sendable
    func display(_ state: FeedImageState<Picture>)
}
