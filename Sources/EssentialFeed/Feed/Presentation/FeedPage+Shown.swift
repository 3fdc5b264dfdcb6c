/// Compares a loaded page with the displayed one.
extension FeedPage {
    /// Returns the number of images before the first displayed one; all images if none of them is displayed.
    func newCount(over shown: FeedPage) -> Int {
        let known = Set(shown.images.map(\.id))
        return images.prefix { !known.contains($0.id) }.count
    }

    /// Returns the images after the last displayed one; an empty array if none of them is displayed.
    func images(after shown: FeedPage) -> [FeedImage] {
        let known = Set(shown.images.map(\.id))
        guard let last = images.lastIndex(where: { known.contains($0.id) }) else { return [] }
        return Array(images[(last + 1)...])
    }

    /// Returns an action that loads pages until one has images after the displayed ones. Returns `nil` on the last
    /// page, or if no image of this page is displayed, because the place to continue at isn't known.
    func loadMore(after shown: FeedPage) -> LoadMore? {
        guard let loadMore, newCount(over: shown) < images.count else { return nil }
        return {
            var next = try await loadMore()
            while next.images(after: shown).isEmpty, let loadMore = next.loadMore { next = try await loadMore() }
            return next
        }
    }

    /// Returns the page with the shapes of the displayed images, so that cards on the screen don't change their height
    /// when image data has been cached in the meantime.
    func keepingShapes(of shown: FeedPage) -> FeedPage {
        guard images.contains(where: { $0.pixelSize == nil }) else { return self }
        let known = Dictionary(shown.images.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let images = images.map { image in
            guard image.pixelSize == nil, let known = known[image.id], known.url == image.url else { return image }
            var image = image
            image.measuredSize = known.measuredSize
            return image
        }
        return FeedPage(images: images, origin: origin, loadedAt: loadedAt, isWhole: isWhole, loadMore: loadMore)
    }

    /// Returns the page extended by the pages after the displayed one, if it is the server's and has nothing new. The
    /// next page is reached through the pages in between, which may have changed.
    func withLaterPages(of shown: FeedPage) -> FeedPage {
        guard let loadMore, origin.isRemote, !images.isEmpty, images.count < shown.images.count,
            shown.images.starts(with: images)
        else { return self }
        let count = shown.images.count
        return FeedPage(images: shown.images, origin: origin, loadedAt: loadedAt) {
            var next = try await loadMore()
            while next.images.count <= count, let loadMore = next.loadMore { next = try await loadMore() }
            return next
        }
    }
}
