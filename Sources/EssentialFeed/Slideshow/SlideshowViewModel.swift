/// All that a slideshow shows.
public struct SlideshowViewModel: Hashable, Sendable {
    /// The image that is shown, then those that come next, as far as they are known; empty if there is none to show.
    public var images: [FeedImage] = []
    /// The texts of the image that is shown.
    public var texts = FeedImageViewModel()
    /// The place of the image in the feed, from 1 on; 0 if there is none to show.
    public var number = 0
    /// How many images the feed has so far.
    public var count = 0
    /// A note that the feed is a saved one, and how old it is; `nil` if it came from the server.
    public var note: String?
    /// Why there is no image to show; `nil` if there is one, or if it isn't known yet.
    public var message: String?
    /// Whether the answer of the server is awaited.
    public var isLoading = false

    /// Creates the view model of a slideshow on which nothing has happened yet.
    public init() {}
}

/// A view that shows one image of the feed at a time.
@MainActor
public protocol SlideshowView: AnyObject {
    /// Draws the view model. Called whenever it has changed, on the main actor. Once the image can be seen, the view calls
    /// ``SlideshowController/imageSeen()``.
    func display(_ viewModel: SlideshowViewModel)
}
