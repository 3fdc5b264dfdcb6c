import EssentialFeed
import Foundation
import ImageFormats
import NIOCore
import Synchronization

/// Photo files without their metadata.
final class CleanedPhotos: Sendable {
    /// Increase this with every change to the result of cleaning.
    private static let cleaningVersion = 1
    /// The maximum number of photos whose pieces are cached.
    private static let maximum = 1_024

    let files = ServedFiles()
    private let cleaned = Mutex<[UUID: CleanedImage]>([:])

    /// The strong entity tag of a photo without its metadata. The photo's id identifies its bytes.
    static func entityTag(_ photo: Photo) -> String {
        "\"\(photo.id.uuidString)-\(cleaningVersion)\""
    }

    /// Returns the cached pieces of a photo without its metadata.
    func recentImage(of photo: Photo) -> CleanedImage? { cleaned.withLock { $0[photo.id] } }

    /// Returns the pieces of a photo without its metadata; blocks.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file no longer has the indexed bytes, or can't be cleaned.
    func image(of photo: Photo) throws(FileError) -> CleanedImage {
        if let recent = recentImage(of: photo) { return recent }
        let file = try files.open(photo)
        let image: CleanedImage
        do {
            image = try CleanedImage(of: file)
            try file.checkUnchanged()
        } catch let error as FileError {
            throw error
        } catch {
            throw .changed
        }
        cleaned.withLock { cleaned in
            if cleaned.count >= Self.maximum { cleaned = [:] }
            cleaned[photo.id] = image
        }
        return image
    }
}
