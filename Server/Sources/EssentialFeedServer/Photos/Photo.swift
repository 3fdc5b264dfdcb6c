import Foundation
import SystemPackage

struct Photo: Sendable {
    enum Place: Sendable {
        /// In the photo folder, with symbolic links resolved.
        case folder(FilePath)
        /// Among the posted photos that the server has re-encoded and keeps. The bytes never change.
        case stored(any BlobStore)
    }

    let id: UUID
    let place: Place
    /// The path in the photo folder; of a photo that the server keeps, the name in messages.
    let path: FolderPath
    let stamp: FileStamp
    let facts: PhotoFacts
    let date: Date
    let description: String?
    var version = 0

    /// Whether the file was re-encoded; if so, it may be sent unchanged.
    var isDrawn: Bool { if case .stored = place { true } else { false } }
}
