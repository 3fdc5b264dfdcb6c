import EssentialFeed
import Foundation
import ImageFormats
import NIOCore
import Synchronization

/// The files of photos without their metadata.
final class CleanedPhotos: Sendable {
    /// Must be increased with every change of what cleaning leaves of a file.
    private static let cleaningVersion = 1
    /// The most photos whose pieces are remembered.
    private static let maximum = 1_024

    let files = ServedFiles()
    private let cleaned = Mutex<[UUID: CleanedImage]>([:])

    /// The strong entity tag of a photo without its metadata.
    static func entityTag(_ photo: Photo) -> String {
        "\"\(photo.facts.digest.hexadecimal)-\(cleaningVersion)\""
    }

    /// Returns the pieces of a photo without its metadata if they are remembered.
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
