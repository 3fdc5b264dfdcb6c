/// The texts of an image as they are shown.
public struct FeedImageViewModel: Hashable, Sendable {
    /// What the image shows; `nil` if the feed doesn't say so.
    public let description: String?
    /// Where the image was taken; `nil` if the feed doesn't say so.
    public let location: String?
    /// Who took the image; `nil` if the feed doesn't say so.
    public let author: String?
    /// How long ago the image was taken; `nil` if the feed doesn't say so.
    public let date: String?

    /// Creates a view model of texts.
    public init(description: String? = nil, location: String? = nil, author: String? = nil, date: String? = nil) {
        self.description = description
        self.location = location
        self.author = author
        self.date = date
    }

    /// Whether a location is shown.
    public var hasLocation: Bool { location != nil }
}

/// Turns an image into the texts that are shown for it.
public enum FeedImagePresenter {
    /// Returns texts as ``PresentedText`` limits them.
    /// - Parameters:
    ///   - image: The image.
    ///   - relativeDate: Says how long ago the image was taken; without it, there is no date.
    public static func map(_ image: FeedImage, relativeDate: RelativeDate? = nil) -> FeedImageViewModel {
        FeedImageViewModel(
            description: image.description.map(PresentedText.limited),
            location: image.location.map(PresentedText.limited), author: image.author.map(PresentedText.limited),
            date: image.createdAt.flatMap { relativeDate?.text(for: $0) })
    }
}
