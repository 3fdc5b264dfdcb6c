import EssentialFeed
import Foundation

/// A server's published photos, newest first.
///
/// After the first import, a published photo keeps its position permanently. A deleted photo leaves its position
/// behind: a client that has read up to it can still request the next page. All calls except ``version`` block.
protocol PublishedPhotos: Sendable {
    /// Changes after each visible change to the other calls' results, never before it: results read after the version
    /// are at least as new. Readers don't see the path and the stamp of a photo's file.
    var version: CatalogVersion { get }

    /// Returns the photos after a position, or the first photos without a position.
    func page(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto]

    /// Returns the position of a photo, even of a deleted one; `nil` if no photo ever had the id.
    func position(of id: UUID) throws -> FeedPosition?

    func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition]

    /// Returns a photo as listed, or `nil` if no photo has this id now.
    func listed(_ id: UUID) throws -> ListedPhoto?

    /// Returns a photo with its file, or `nil` if no photo has this id now.
    func photo(_ id: UUID) throws -> Photo?

    /// Returns a photo as listed, with its file, even if the owner has hidden it; `nil` if no photo has this id now.
    func photoIncludingHidden(_ id: UUID) throws -> (listed: ListedPhoto, photo: Photo)?

    /// Returns the comments on a photo in the folder's document, or `nil` if no photo has this id now.
    func comments(of id: UUID) throws -> [ImageComment]?

    /// Returns whether the folder's document has a comment with an id, on any photo.
    func hasDocumentComment(_ id: UUID) throws -> Bool

    func photoCount() throws -> Int

    func months(in zone: TimeZone) throws -> [PhotoMonth: Int]
}

extension PublishedPhotos {
    /// Nothing is hidden by default.
    func photoIncludingHidden(_ id: UUID) throws -> (listed: ListedPhoto, photo: Photo)? {
        guard let listed = try listed(id), let photo = try photo(id) else { return nil }
        return (listed, photo)
    }

    /// Returns the photos after the cursor, or the first photos without a cursor; `nil` if no photo ever had the
    /// cursor's id.
    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]? {
        // Ranks never change and cursors are never deleted, so the two calls don't need a common transaction.
        guard let cursor else { return try page(from: nil, limit: limit) }
        return try position(of: cursor).map { try page(from: $0, limit: limit) }
    }

    /// Returns the ids of the photos before the cursor, nearest first.
    func ids(before cursor: UUID, limit: Int) throws -> [UUID] {
        try position(of: cursor).map { try positions(before: $0, limit: limit).map(\.id) } ?? []
    }
}

/// The version of a catalog, which differs whenever the visible content differs.
struct CatalogVersion: Hashable, Sendable {
    /// Distinguishes this catalog from a recreated one, whose numbers start over.
    let catalog: String
    let number: Int

    var text: String { "\(catalog)-\(number)" }
}

/// The permanent position of a photo in the feed. Lower positions are listed first.
struct FeedPosition: Hashable, Sendable, Comparable {
    /// Before all photos.
    static let start = FeedPosition(
        rank: -.infinity, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    let rank: Double
    let id: UUID

    static func < (lhs: FeedPosition, rhs: FeedPosition) -> Bool {
        lhs.rank == rhs.rank ? lhs.id < rhs.id : lhs.rank < rhs.rank
    }
}
