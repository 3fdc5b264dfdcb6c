/// The visible state of an image's picture.
package enum FeedImageState<Picture: Sendable>: Sendable {
    /// The view shows nothing.
    case empty
    /// The view shows a shimmer.
    case loading
    /// The view shows the picture.
    case shown(Picture)
    /// The view shows an error, with a retry button if a retry may succeed.
    case failed(FeedImageError)
}

/// A view that draws the picture of one image.
@MainActor
package protocol FeedImageView<Picture>: AnyObject {
    /// A decoded picture.
    associatedtype Picture: Sendable

    /// Draws a state, replacing the previous one.
    func display(_ state: FeedImageState<Picture>)
}
