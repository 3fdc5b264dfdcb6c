import EssentialFeed
import Foundation
import SystemPackage

/// A photo of the folder with its file.
struct Photo: Sendable {
    let path: FolderPath
    let location: FilePath
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?

    var id: UUID { facts.digest.id }
}
