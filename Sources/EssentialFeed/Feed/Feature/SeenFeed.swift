public import Foundation

/// The part of a feed that the user has seen: the ids of its first images in order.
///
/// A feed loaded later may have new images at the front, and images may have been removed or inserted. This type tells
/// which images at the front are new, unless that can't be known.
public struct SeenFeed: Hashable, Sendable {
    /// The maximum number of remembered ids. If all of these images are deleted, new images can't be recognized.
    public static let maximumCount = 100

    /// The ids in the order of the feed, the newest first.
    public let ids: [FeedImage.ID]

    /// Remembers the first ids and drops the others.
    public init(_ ids: some Sequence<FeedImage.ID>) {
        self.ids = Array(ids.prefix(Self.maximumCount))
    }

    /// Returns the position of the first image that has been seen; `nil` if none of them is left.
    func firstSeen(in images: [FeedImage]) -> Int? {
        let seen = Set(ids)
        return images.firstIndex { seen.contains($0.id) }
    }

    /// Returns the first image that has been seen if new ones are in front of it.
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
    /// Decodes the ids, up to ``maximumCount``.
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        var ids: [FeedImage.ID] = []
        while !values.isAtEnd, ids.count < Self.maximumCount { ids.append(try values.decode(UUID.self)) }
        self.init(ids)
    }

    /// Encodes only the ids.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        for id in ids { try values.encode(id) }
    }
}
