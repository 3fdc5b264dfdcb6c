import Foundation

/// The part of a feed already seen by the user: the ids of its first images in order.
///
/// A feed loaded later may have new images at the front, and images may have been removed or inserted. This type tells
/// which images at the front are new, if possible.
package struct SeenFeed: Hashable, Sendable {
    /// The maximum number of remembered ids. If all of these images are deleted, new images can't be recognized.
    package static let maximumCount = 100

    package let ids: [FeedImage.ID]

    package init(_ ids: some Sequence<FeedImage.ID>) { self.ids = Array(ids.prefix(Self.maximumCount)) }

    func firstSeen(in images: [FeedImage]) -> Int? {
        let seen = Set(ids)
        return images.firstIndex { seen.contains($0.id) }
    }

    /// Returns the first seen image if new ones are in front of it.
    ///
    /// Returns `nil` if the order of the seen images has changed: then an image in front isn't necessarily new.
    func firstSeenAfterNew(in images: [FeedImage]) -> FeedImage.ID? {
        let places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        guard let first = images.firstIndex(where: { places[$0.id] != nil }), first > 0 else { return nil }
        let now = images[first...].prefix(2 * Self.maximumCount).compactMap { places[$0.id] }
        return zip(now, now.dropFirst()).allSatisfy(<) ? images[first].id : nil
    }
}

extension SeenFeed: Codable {
    package init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        var ids: [FeedImage.ID] = []
        while !values.isAtEnd, ids.count < Self.maximumCount { ids.append(try values.decode(UUID.self)) }
        self.init(ids)
    }

    package func encode(to encoder: any Encoder) throws { try ids.encode(to: encoder) }
}

/// Tracks which part of the feed the user has seen: before the screen was created, and up to now.
///
/// An image counts as seen once the image itself or an image above it has been on the screen.
struct SeenFeedState {
    /// The part seen before the screen was created. It never changes, which keeps the line in place.
    private let before: SeenFeed?
    private var now: SeenFeed?
    private var images: [FeedImage] = []
    /// The position of the first seen image; `nil` if none has been seen.
    private var first: Int?
    private var isNoted = false

    init(before: SeenFeed?) {
        self.before = before
        now = before
    }

    mutating func show(_ images: [FeedImage]) -> FeedImage.ID? {
        self.images = images
        first = now?.firstSeen(in: images)
        isNoted = false
        return before?.firstSeenAfterNew(in: images)
    }

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
