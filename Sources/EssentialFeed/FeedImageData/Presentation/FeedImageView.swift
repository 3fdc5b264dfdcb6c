/// What is seen of one image's picture.
public enum FeedImageState<Picture: Sendable>: Sendable {
    /// Nothing: the view shows no image.
    case empty
    /// The shimmer.
    case loading
    /// The picture.
    case shown(Picture)
    /// Why there is no picture, with a retry button if another try may help.
    case failed(FeedImageError)
}

/// A view that draws the picture of one image.
@MainActor
public protocol FeedImageView<Picture>: AnyObject {
    /// A decoded picture.
    associatedtype Picture: Sendable

    /// Draws a state in place of the one before.
    func display(_ state: FeedImageState<Picture>)
}
