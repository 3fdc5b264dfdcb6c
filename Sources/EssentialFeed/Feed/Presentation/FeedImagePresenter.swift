package enum FeedImagePresenter {
    /// Returns an image's texts within the limits of ``PresentedText``.
    /// - Parameters:
    ///   - relativeDate: Formats how long ago the image was taken; without it, the date is `nil`.
    ///   - absoluteDate: Formats when the image was taken; without it, the absolute date is `nil`.
    package static func map(
        _ image: FeedImage, relativeDate: RelativeDate? = nil, absoluteDate: AbsoluteDate? = nil
    ) -> FeedImageViewModel {
        FeedImageViewModel(
            description: image.description.map(PresentedText.limited),
            location: image.location.map(PresentedText.limited), author: image.author.map(PresentedText.limited),
            date: image.createdAt.flatMap { relativeDate?.text(for: $0) },
            absoluteDate: image.createdAt.flatMap { absoluteDate?.text(for: $0) },
            alternative: image.alternative.map(PresentedText.limited))
    }
}
