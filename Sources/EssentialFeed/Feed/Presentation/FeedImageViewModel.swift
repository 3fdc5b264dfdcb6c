package struct FeedImageViewModel: Hashable, Sendable {
    package let description: String?
    package let location: String?
    package let author: String?
    package let date: String?
    package let absoluteDate: String?
    package var alternative: String?

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

    package var hasLocation: Bool { location != nil }

    /// Returns the lines of a short caption: who took the image or what it shows, then when and where.
    /// - Parameter isNarrow: Whether the second line has space for only one text; the date has precedence.
    package func caption(isNarrow: Bool) -> (title: String, subtitle: String) {
        let parts = [author ?? description, location, date].compactMap(\.self)
        let rest = parts.dropFirst().reversed()
        return (parts.first ?? "", isNarrow ? rest.first ?? "" : rest.joined(separator: " · "))
    }

    package var details: String? {
        let parts = [description, location, absoluteDate].compactMap(\.self)
        return parts.isEmpty ? nil : String(parts.joined(separator: "\n").prefix(500))
    }
}

package enum FeedImagePresenter {
    /// Returns an image's texts within the limits of ``PresentedText``, with a date in each style that is given.
    package static func map(
        _ image: FeedImage, relativeDate: RelativeDate? = nil, absoluteDate: AbsoluteDate? = nil
    ) -> FeedImageViewModel {
        var viewModel = FeedImageViewModel(
            description: image.description.map(PresentedText.limited),
            location: image.location.map(PresentedText.limited), author: image.author.map(PresentedText.limited),
            date: image.createdAt.flatMap { relativeDate?.text(for: $0) },
            absoluteDate: image.createdAt.flatMap { absoluteDate?.text(for: $0) })
        viewModel.alternative = image.alternative.map(PresentedText.limited)
        return viewModel
    }
}
