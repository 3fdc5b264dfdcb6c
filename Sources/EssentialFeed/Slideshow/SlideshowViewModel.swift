/// Everything that a slideshow shows.
package struct SlideshowViewModel: Hashable, Sendable {
    /// The displayed image, then the next ones that are known; empty without an image to show.
    package var images: [FeedImage] = []
    /// The texts of the displayed image.
    package var texts = FeedImageViewModel()
    /// The position of the image in the feed, starting at 1; 0 without an image to show.
    package var number = 0
    /// How many images the feed has so far.
    package var count = 0
    /// A note with the age of the saved feed; `nil` if the feed came from the server.
    package var note: String?
    /// Why an image can't be shown; `nil` if an image is shown or the reason isn't known yet.
    package var message: String?
    /// Whether the image stays until the user continues.
    package var isPaused = false
    /// Whether the feed is being loaded.
    package var isLoading = false

    /// Creates the view model of a slideshow before its first event.
    package init() {}
}

/// A view that shows one image of the feed at a time.
@MainActor
package protocol SlideshowView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor. Once the image is visible, the view calls
    /// ``SlideshowController/imageSeen()``.
    func display(_ viewModel: SlideshowViewModel)
}
