/// Tracks which part of the feed the user has seen: before the screen was created, and up to now.
///
/// An image counts as seen once the image itself or an image above it has been on the screen.
struct SeenFeedState {
    /// What had been seen when the screen was created. It never changes, so the line stays in place while the screen is
    /// shown.
    private let before: SeenFeed?
    private var now: SeenFeed?
    private var images: [FeedImage] = []
    /// The position of the first seen image; `nil` if none has been seen.
    private var first: Int?
    private var isNoted = false

    /// - Parameter before: The images seen the last time; `nil` if unknown.
    init(before: SeenFeed?) {
        self.before = before
        now = before
    }

    /// Records the displayed images.
    /// - Returns: The image below the line; `nil` for no line.
    mutating func show(_ images: [FeedImage]) -> FeedImage.ID? {
        self.images = images
        first = now?.firstSeen(in: images)
        isNoted = false
        return before?.firstSeenAfterNew(in: images)
    }

    /// Records the images that are on the screen while the screen is in the foreground.
    /// - Returns: The images seen so far, if they have changed.
    mutating func see(_ visible: Set<FeedImage.ID>) -> SeenFeed? {
        guard !visible.isEmpty, first != 0 || !isNoted else { return nil }
        if let higher = images[..<(first ?? images.count)].firstIndex(where: { visible.contains($0.id) }) {
            first = higher
            isNoted = false
        }
        guard let first, !isNoted else { return nil }
        isNoted = true
        let seen = SeenFeed(images[first...].prefix(SeenFeed.maximumCount).lazy.map(\.id))
        guard seen != now else { return nil }
        now = seen
        return seen
    }
}
