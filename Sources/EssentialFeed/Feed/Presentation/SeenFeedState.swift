/// Which part of the feed somebody has seen: what they had seen when the screen was made, and what they have seen by now.
///
/// An image counts as seen once it or one above it has been on the screen: whoever was there before it came to the screen
/// has seen the feed from there on.
struct SeenFeedState {
    /// What had been seen when the screen was made. It stays, so the line stays where it is while the screen is shown.
    private let before: SeenFeed?
    private var now: SeenFeed?
    private var images: [FeedImage] = []
    /// The position of the first image that has been seen; `nil` if none has.
    private var first: Int?
    private var isNoted = false

    /// - Parameter before: What was seen the last time; `nil` if nothing is known of it.
    init(before: SeenFeed?) {
        self.before = before
        now = before
    }

    /// Notes the images that are shown.
    /// - Returns: The image above which the line stands; `nil` if there is no line.
    mutating func show(_ images: [FeedImage]) -> FeedImage.ID? {
        self.images = images
        first = now?.firstSeen(in: images)
        isNoted = false
        return before?.firstSeenAfterNew(in: images)
    }

    /// Notes the images that are on the screen while somebody may look at it.
    /// - Returns: What has been seen by now, if that has changed.
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
