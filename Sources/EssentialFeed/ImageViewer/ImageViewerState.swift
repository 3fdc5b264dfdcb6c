/// Which image of the feed the viewer shows, and which are beside it: each event changes that and returns actions.
package struct ImageViewerState: Sendable {
    /// Something that happened to the viewer.
    package enum Event: Sendable {
        /// The feed shows other images.
        case rowsChanged([FeedImage])
        case nextRequested
        case previousRequested
    }

    /// Something to do.
    package enum Action: Hashable, Sendable {
        /// Another image is shown.
        case show(FeedImage)
        /// The next page of the feed is needed soon.
        case loadMore
    }

    /// How many images before the last one the next page is asked for.
    private static let imagesBeforeEnd = 3

    /// The image that is shown.
    package private(set) var image: FeedImage
    private var rows: [FeedImage]
    private var position: Int

    /// - Parameters:
    ///   - image: The image to show first.
    ///   - rows: The images of the feed.
    package init(showing image: FeedImage, of rows: [FeedImage]) {
        self.image = image
        let position = rows.firstIndex { $0.id == image.id }
        self.rows = position == nil ? [image] : rows
        self.position = position ?? 0
    }

    /// Whether an image comes before the one that is shown.
    package var hasPrevious: Bool { position > 0 }
    /// Whether an image follows the one that is shown.
    package var hasNext: Bool { position + 1 < rows.count }
    /// The images that can be reached.
    package var images: [FeedImage] { rows }

    /// Changes the viewer by an event.
    /// - Returns: What is to be done, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .rowsChanged(let rows):
            // If the image has left the feed, the viewer keeps it, and the images beside it.
            guard let position = rows.firstIndex(where: { $0.id == image.id }) else { return [] }
            self.rows = rows
            self.position = position
            guard rows[position] != image else { return [] }
            image = rows[position]
            return [.show(image)]
        case .nextRequested: return hasNext ? move(to: position + 1) : [.loadMore]
        case .previousRequested: return hasPrevious ? move(to: position - 1) : []
        }
    }

    private mutating func move(to position: Int) -> [Action] {
        self.position = position
        image = rows[position]
        return [.show(image)] + (rows.count - position <= Self.imagesBeforeEnd ? [.loadMore] : [])
    }
}
