/// The texts of an image as they are shown (B181).
public struct FeedImageViewModel: Hashable, Sendable {
    public let description: String?
    public let location: String?

    public init(description: String? = nil, location: String? = nil) {
        self.description = description
        self.location = location
    }

    public var hasLocation: Bool { location != nil }
}

/// Turns an image into the texts that are shown of it.
public enum FeedImagePresenter {
    /// Passes description and location through (B181), within the limits of ``PresentedText``.
    public static func map(_ image: FeedImage) -> FeedImageViewModel {
        FeedImageViewModel(
            description: image.description.map(PresentedText.limited),
            location: image.location.map(PresentedText.limited))
    }
}
