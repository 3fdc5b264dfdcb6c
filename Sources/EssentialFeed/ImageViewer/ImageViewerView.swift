/// What the viewer shows besides the picture.
package struct ImageViewerViewModel: Hashable, Sendable {
    /// The image.
    package var image: FeedImage
    /// Its texts.
    package var texts: FeedImageViewModel
    /// Whether there is an image before this one.
    package var hasPrevious: Bool
    /// Whether there is an image after this one.
    package var hasNext: Bool

    /// Creates the view model of an image.
    package init(image: FeedImage, texts: FeedImageViewModel, hasPrevious: Bool = false, hasNext: Bool = false) {
        self.image = image
        self.texts = texts
        self.hasPrevious = hasPrevious
        self.hasNext = hasNext
    }
}

/// A view that shows one whole image.
@MainActor
package protocol ImageViewerView<Picture>: FeedImageView {
    /// Shows another image, still without its picture, or new texts of the same image.
    func display(_ viewModel: ImageViewerViewModel)
}
