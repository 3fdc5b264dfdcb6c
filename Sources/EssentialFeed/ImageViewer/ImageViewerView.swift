/// What the viewer shows beside the picture.
public struct ImageViewerViewModel: Hashable, Sendable {
    /// The image.
    public var image: FeedImage
    /// Its texts.
    public var texts: FeedImageViewModel
    /// Whether an image comes before it.
    public var hasPrevious: Bool
    /// Whether an image follows it.
    public var hasNext: Bool

    /// Creates the view model of an image.
    public init(image: FeedImage, texts: FeedImageViewModel, hasPrevious: Bool = false, hasNext: Bool = false) {
        self.image = image
        self.texts = texts
        self.hasPrevious = hasPrevious
        self.hasNext = hasNext
    }
}

/// A view that shows one image whole.
@MainActor
public protocol ImageViewerView<Picture>: FeedImageView {
    /// Shows another image, without a picture of it, or other texts of the same image.
    func display(_ viewModel: ImageViewerViewModel)
}
