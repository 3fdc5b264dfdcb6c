import Foundation
import SystemPackage

struct Photo: Sendable {
    let id: UUID
    /// The photo folder, with symbolic links resolved.
    let root: FilePath
    let path: FolderPath
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?
    /// Whether the file was re-encoded; if so, it may be sent unchanged.
    var isDrawn = false
    /// How often the picture has changed.
    var version = 0
}
