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

    /// The lines of a short caption: who took the image or what it shows, then where and when.
    package var caption: (title: String, subtitle: String) {
        let parts = [author ?? description, location, date].compactMap(\.self)
        return (parts.first ?? "", parts.dropFirst().joined(separator: " · "))
    }

    /// The beginning of what a short caption may cut off or leave out; `nil` if there is nothing.
    package var details: String? {
        let parts = [description, location, absoluteDate].compactMap(\.self)
        return parts.isEmpty ? nil : String(parts.joined(separator: "\n").prefix(500))
    }
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
