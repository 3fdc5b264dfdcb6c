import EssentialFeed
package import Foundation

/// The photos that a server publishes, newest first.
///
/// A published photo keeps its position permanently. A deleted photo leaves its position behind, so that a client that
/// has read up to it can still request the next page. All calls except ``version`` block.
protocol PublishedPhotos: Sendable {
    /// Changes after every change to the results of the other calls, never before: results read after the version are
    /// at least as new as the version.
    var version: CatalogVersion { get }

    /// Returns the photos after the cursor, or the first photos without a cursor; `nil` if no photo ever had the
    /// cursor's id.
    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]?

    /// Returns a photo with its file, or `nil` if no photo has this id now.
    func photo(_ id: UUID) throws -> Photo?

    /// Returns the comments on a photo, or `nil` if no photo has this id now.
    func comments(of id: UUID) throws -> [ImageComment]?

    func photoCount() throws -> Int
}

/// A photo as listed on a page of the feed.
package struct ListedPhoto: Hashable, Sendable {
    package let id: UUID
    let description: String?
    let place: String?
    /// The date taken, according to the document, the camera or the file.
    let date: Date
    /// The photographer, according to the document.
    let author: String?
    /// The ThumbHash of the photo; `nil` until it has been made.
    let placeholder: Data?
    let sizes: PhotoSizes
}
