public import Foundation

/// What somebody has seen of a feed: the ids of its first images, in the order in which they stood.
///
/// The feed that is loaded later may have new images in front, and may have lost some or have others in between. Says which
/// images in front are new, and says nothing if it can't be known.
public struct SeenFeed: Hashable, Sendable {
    /// The most ids that are remembered. If all of these images are deleted, it isn't known what is new.
    public static let maximumCount = 100

    /// The ids in the order of the feed, the newest first.
    public let ids: [FeedImage.ID]

    /// Remembers the first ids, and drops the others.
    public init(_ ids: some Sequence<FeedImage.ID>) {
        self.ids = Array(ids.prefix(Self.maximumCount))
    }

    /// Returns the position of the first image that was there; `nil` if none is there any more.
    func firstSeen(in images: [FeedImage]) -> Int? {
        let seen = Set(ids)
        return images.firstIndex { seen.contains($0.id) }
    }

    /// Returns the first image that has been seen, if new ones are in front of it.
    ///
    /// Returns `nil` if the images that have been seen stand in another order: then an image in front needn't be new.
    func firstSeenAfterNew(in images: [FeedImage]) -> FeedImage.ID? {
        let places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        guard let first = images.firstIndex(where: { places[$0.id] != nil }), first > 0 else { return nil }
        let now = images[first...].prefix(2 * Self.maximumCount).compactMap { places[$0.id] }
        return zip(now, now.dropFirst()).allSatisfy(<) ? images[first].id : nil
    }
}

extension SeenFeed: Codable {
    /// Reads the ids as they are encoded, at most as many as are remembered.
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        var ids: [FeedImage.ID] = []
        while !values.isAtEnd, ids.count < Self.maximumCount { ids.append(try values.decode(UUID.self)) }
        self.init(ids)
    }

    /// Writes the ids alone.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        for id in ids { try values.encode(id) }
    }
}
