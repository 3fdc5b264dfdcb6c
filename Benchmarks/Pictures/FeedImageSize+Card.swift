import EssentialFeed

extension FeedImageSize {
    /// Of a card's picture in the app's window, in pixels.
    static let card = FeedImageSize(width: 552, height: 414)
}
