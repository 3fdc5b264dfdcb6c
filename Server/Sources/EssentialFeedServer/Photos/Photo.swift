import EssentialFeed
import Foundation
import SystemPackage

/// A photo in the folder and its file.
struct Photo: Sendable {
    let id: UUID
    /// The photo folder, with links resolved.
    let root: FilePath
    let path: FolderPath
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?
}
