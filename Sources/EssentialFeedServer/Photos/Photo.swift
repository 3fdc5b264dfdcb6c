import EssentialFeed
import Foundation
import SystemPackage

/// A photo of the folder with everything that is served about it.
struct Photo: Sendable {
    let path: FolderPath
    /// The location of the file, with links resolved.
    let location: FilePath
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?
    let place: String?
    let comments: [ImageComment]

    var id: UUID { facts.digest.id }
}
