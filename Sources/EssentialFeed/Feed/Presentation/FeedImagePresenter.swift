/// The texts of an image as they are shown.
public struct FeedImageViewModel: Hashable, Sendable {
    /// What the image shows; `nil` if the feed doesn't say so.
    public let description: String?
    /// Where the image was taken; `nil` if the feed doesn't say so.
    public let location: String?

    /// Creates a view model of texts.
    public init(description: String? = nil, location: String? = nil) {
        self.description = description
        self.location = location
    }

    /// Whether a location is shown.
    public var hasLocation: Bool { location != nil }
}

/// Turns an image into the texts that are shown for it.
public enum FeedImagePresenter {
    /// Returns description and location as ``PresentedText`` limits them.
    public static func map(_ image: FeedImage) -> FeedImageViewModel {
        FeedImageViewModel(
            description: image.description.map(PresentedText.limited),
            location: image.location.map(PresentedText.limited))
    }
}
