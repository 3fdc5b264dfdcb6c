/// What the viewer shows besides the picture.
public struct ImageViewerViewModel: Hashable, Sendable {
    /// The image.
    public var image: FeedImage
    /// Its texts.
    public var texts: FeedImageViewModel
    /// Whether there is an image before this one.
    public var hasPrevious: Bool
    /// Whether there is an image after this one.
    public var hasNext: Bool

    /// Creates the view model of an image.
    public init(image: FeedImage, texts: FeedImageViewModel, hasPrevious: Bool = false, hasNext: Bool = false) {
        self.image = image
        self.texts = texts
        self.hasPrevious = hasPrevious
        self.hasNext = hasNext
    }
}

/// A view that shows one whole image.
@MainActor
public protocol ImageViewerView<Picture>: FeedImageView {
    /// Shows another image, still without its picture, or new texts of the same image.
    func display(_ viewModel: ImageViewerViewModel)
}
