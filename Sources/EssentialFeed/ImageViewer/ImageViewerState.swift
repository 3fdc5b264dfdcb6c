/// Tracks which image of the feed the viewer shows and which are next to it: each event changes the state and returns
/// actions.
package struct ImageViewerState: Sendable {
    package enum Event: Sendable {
        case rowsChanged([FeedImage])
        case nextRequested
        case previousRequested
        case requested(FeedImage.ID)
        case turnEnded
    }

    package enum Action: Hashable, Sendable {
        case show(FeedImage)
        case loadMore
    }

    /// The number of images left when the next page is requested.
    private static let imagesBeforeEnd = 3

    package private(set) var image: FeedImage
    package private(set) var images: [FeedImage]
    private var position: Int

    package init(showing image: FeedImage, of rows: [FeedImage]) {
        self.image = image
        let position = rows.firstIndex { $0.id == image.id }
        images = position == nil ? [image] : rows
        self.position = position ?? 0
    }

    package var hasPrevious: Bool { position > 0 }
    package var hasNext: Bool { position + 1 < images.count }

    package func images(aroundShown count: Int) -> ArraySlice<FeedImage> {
        let start = max(0, min(position - count / 2, images.count - count))
        return images[start..<min(images.count, start + count)]
    }

    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .rowsChanged(let rows):
            // If the image has been removed from the feed, the viewer keeps the image and its neighbors.
            guard let position = rows.firstIndex(where: { $0.id == image.id }) else { return [] }
            images = rows
            self.position = position
            guard rows[position] != image else { return [] }
            image = rows[position]
            return [.show(image)]
        case .nextRequested: return hasNext ? move(to: position + 1) : [.loadMore]
        case .previousRequested: return hasPrevious ? move(to: position - 1) : []
        case .requested(let id):
            guard id != image.id, let position = images.firstIndex(where: { $0.id == id }) else { return [] }
            return move(to: position)
        case .turnEnded: return hasNext ? move(to: position + 1) : hasPrevious ? move(to: 0) : []
        }
    }

    private mutating func move(to position: Int) -> [Action] {
        self.position = position
        image = images[position]
        return [.show(image)] + (images.count - position <= Self.imagesBeforeEnd ? [.loadMore] : [])
    }
}
