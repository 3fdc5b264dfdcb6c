extension FeedPage {
    /// The same page; told is of it, and of each page that is loaded after it.
    public func observed(by observe: @escaping @Sendable (FeedPage) -> Void) -> FeedPage {
        observe(self)
        guard let loadMore else { return self }
        return FeedPage(images: images, origin: origin, loadedAt: loadedAt) {
            try await loadMore().observed(by: observe)
        }
    }
}
