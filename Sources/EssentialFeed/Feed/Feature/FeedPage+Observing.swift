extension FeedPage {
    /// Returns the same page and passes it and every page loaded after it to an observer.
    /// - Parameter observe: Receives this page at once and later ones on the executor of their load.
    public func observed(by observe: @escaping @Sendable (FeedPage) -> Void) -> FeedPage {
        observe(self)
        guard let loadMore else { return self }
        return FeedPage(images: images, origin: origin, loadedAt: loadedAt) {
            try await loadMore().observed(by: observe)
        }
    }
}
