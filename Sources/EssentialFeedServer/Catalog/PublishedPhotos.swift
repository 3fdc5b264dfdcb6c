import EssentialFeed
package import Foundation

/// The photos that a server shows, newest first.
///
/// A photo that has been published keeps its place for good. A deleted one leaves its place behind, so that whoever has
/// come that far finds the next page. All calls except ``version`` block.
protocol PublishedPhotos: Sendable {
    /// Changes after every change of what the other calls return, and never before: what is read after the version is at
    /// least as new.
    var version: CatalogVersion { get }

    /// Returns the photos after the cursor, from the first one if there is none, or `nil` if no photo ever had its id.
    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]?

    /// Returns a photo with its file, or `nil` if there is none of this id any more.
    func photo(_ id: UUID) throws -> Photo?

    /// Returns what was written about a photo, or `nil` if there is none of this id any more.
    func comments(of id: UUID) throws -> [ImageComment]?

    func photoCount() throws -> Int
}

/// A photo as a page of the feed shows it.
package struct ListedPhoto: Hashable, Sendable {
    package let id: UUID
    let description: String?
    let place: String?
    /// When it was taken, as far as the document, the camera or the file knows.
    let date: Date
    /// Who took it, as the document says.
    let author: String?
    /// The ThumbHash of its picture, once that has been made.
    let placeholder: Data?
    let sizes: PhotoSizes
}
