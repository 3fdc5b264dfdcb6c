import EssentialFeed
import Foundation
import ImageFormats
import NIOCore
import NIOPosix
import Synchronization

/// Provides the bytes to send for an image.
///
/// If an image can't be made, the client gets an error, never the photo's original file.
struct ImageSource: Sendable {
    let threads: NIOThreadPool
    /// Whether clients may download the photos' files, without their metadata.
    let servesOriginals: Bool
    let sizes: MadeSizes
    /// `nil` if no images can be made.
    let maker: SizeMaker?
    private let condition: FolderCondition
    private let photos = CleanedPhotos()

    init(
        threads: NIOThreadPool, servesOriginals: Bool, sizes: MadeSizes, maker: SizeMaker?, condition: FolderCondition
    ) {
        self.condition = condition
        self.threads = threads
        self.servesOriginals = servesOriginals
        self.sizes = sizes
        self.maker = maker
    }

    /// Whether the folder can be read. If it can't, its photos may return with it.
    var isFolderThere: Bool { condition.value.isFolderReadable }

    /// Returns the size to serve for a request.
    /// - Throws: ``Problem``
    func size(_ requested: ServedSize, of photo: Photo) throws(Problem) -> ServedSize {
        // An earlier version of the program didn't store the size, so the file is being read again.
        guard photo.facts.size.pixelCount > 0 else { throw .starting }
        guard requested != .original || servesOriginals && photo.facts.cleaning != .impossible else {
            throw .noSuchImage
        }
        return photo.sizes.served(for: requested)
    }

    /// Returns an image's entity tag if it is known without reading anything.
    func entityTag(_ size: ServedSize, of photo: Photo) -> String? {
        photo.sizes.isCleaned(size) ? CleanedPhotos.entityTag(photo) : nil
    }

    /// - Throws: ``Problem``, ``FileError``, or `CancellationError`.
    func image(_ size: ServedSize, of photo: Photo) async throws -> ServedImage {
        if photo.sizes.isCleaned(size) {
            if let image = photos.recentImage(of: photo) { return .cleaned(photo, image, photos) }
            return try await threads.runIfActive { [photos] in .cleaned(photo, try photos.image(of: photo), photos) }
        }
        let key = SizeKey(photo: photo.id, size: size)
        if let image = sizes.recentImage(key) { return .made(image) }
        if let image = try await threads.runIfActive({ [sizes] in sizes.image(key) }) { return .made(image) }
        guard let maker else { throw Problem.busy }
        do {
            try await maker.make(photo.id)
        } catch let problem as Problem where problem == .noSuchImage && !isFolderThere {
            throw Problem.notReady
        }
        guard let image = try await threads.runIfActive({ [sizes] in sizes.image(key) }) else { throw Problem.busy }
        return .made(image)
    }
}

extension Photo {
    var sizes: PhotoSizes { PhotoSizes(facts.size, facts.cleaning) }
}

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
