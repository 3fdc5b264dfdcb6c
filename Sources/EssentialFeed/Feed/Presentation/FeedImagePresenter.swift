/// The displayed texts of an image.
package struct FeedImageViewModel: Hashable, Sendable {
    /// What the image shows; `nil` if the feed doesn't tell.
    package let description: String?
    /// Where the image was taken; `nil` if the feed doesn't tell.
    package let location: String?
    /// Who took the image; `nil` if the feed doesn't tell.
    package let author: String?
    /// How long ago the image was taken; `nil` if the feed doesn't tell.
    package let date: String?
    /// The date and time when the image was taken; `nil` if the feed doesn't tell.
    package let absoluteDate: String?

    /// Creates a view model of texts.
    package init(
        description: String? = nil, location: String? = nil, author: String? = nil, date: String? = nil,
        absoluteDate: String? = nil
    ) {
        self.description = description
        self.location = location
        self.author = author
        self.date = date
        self.absoluteDate = absoluteDate
    }

    /// Whether a location is shown.
    package var hasLocation: Bool { location != nil }
}

/// Turns an image into its displayed texts.
package enum FeedImagePresenter {
    /// Returns an image's texts within the limits of ``PresentedText``.
    /// - Parameters:
    ///   - image: The image.
    ///   - relativeDate: Formats how long ago the image was taken; without it, the date is `nil`.
    ///   - absoluteDate: Formats when the image was taken; without it, the absolute date is `nil`.
    package static func map(
        _ image: FeedImage, relativeDate: RelativeDate? = nil, absoluteDate: AbsoluteDate? = nil
    ) -> FeedImageViewModel {
        FeedImageViewModel(
            description: image.description.map(PresentedText.limited),
            location: image.location.map(PresentedText.limited), author: image.author.map(PresentedText.limited),
            date: image.createdAt.flatMap { relativeDate?.text(for: $0) },
            absoluteDate: image.createdAt.flatMap { absoluteDate?.text(for: $0) })
    }
}
