import EssentialFeed
import Foundation

/// A picture of the folder, ready to be served.
struct Photo: Sendable {
    let path: FolderPath
    /// Where the file is, links resolved.
    let location: [UInt8]
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?
    let place: String?
    let comments: [ImageComment]

    var id: UUID { facts.digest.id }
}
