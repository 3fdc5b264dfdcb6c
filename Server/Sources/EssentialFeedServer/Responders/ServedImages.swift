import EssentialFeed
import Foundation
import ImageFormats
import NIOCore
import NIOPosix

/// Provides the bytes to send for an image.
///
/// If an image can't be made, the client gets an error, never the photo's original file.
struct ServedImages: Sendable {
    let threads: NIOThreadPool
    let servesOriginals: Bool
    let sizes: SizeCache
    /// `nil` if no images can be made.
    let maker: SizeMaker?
    let condition: FolderStatus
    private let animations = AnimationFiles()

    /// Whether the folder can be read. If it can't, it may only be unmounted, and its photos return with it.
    var isFolderThere: Bool { condition.value.isFolderReadable }

    func size(_ requested: ServedSize, of photo: Photo) throws(Problem) -> ServedSize {
        // The feed doesn't have the size, either.
        guard photo.facts.size.pixelCount > 0 else { throw .starting }
        guard requested != .original || servesOriginals else { throw .noSuchImage }
        return photo.sizes.served(for: requested)
    }

    /// Returns an image's entity tag if it is known without reading anything.
    func entityTag(_ size: ServedSize, of photo: Photo) -> String? {
        photo.sizes.isAnimation(size) ? AnimationFiles.entityTag(photo) : nil
    }

    /// Returns the length of an image; `nil` if the image isn't made yet. Blocks.
    /// - Throws: ``FileError/changed`` if the part read of the photo's file no longer has the indexed bytes.
    func count(_ size: ServedSize, of photo: Photo) throws(FileError) -> Int? {
        guard !photo.sizes.isAnimation(size) else { return try animations.animation(of: photo).count }
        return sizes.count(SizeKey(photo: photo.id, size: size, version: photo.version))
    }

    /// - Parameter person: The id of the person who waits; `nil` for anyone.
    /// - Throws: ``Problem``, ``FileError``, or `CancellationError`.
    func image(_ size: ServedSize, of photo: Photo, for person: String? = nil) async throws -> ServedImage {
        if photo.sizes.isAnimation(size) {
            if let animation = animations.recentAnimation(of: photo) {
                return ServedImage(animation, of: photo, in: animations.files)
            }
            return try await threads.runIfActive { [animations] in
                ServedImage(try animations.animation(of: photo), of: photo, in: animations.files)
            }
        }
        let key = SizeKey(photo: photo.id, size: size, version: photo.version)
        if let image = sizes.recentImage(key) { return ServedImage(image) }
        if let image = try await saved(key) { return image }
        guard let maker else { throw Problem.busy }
        let made: [ServedSize: SizedImage]
        do {
            made = try await maker.make(photo.id, isOriginal: size == .original, for: person)
        } catch let problem as Problem where problem == .noSuchImage && !isFolderThere {
            throw Problem.notReady
        }
        if let image = try await saved(key) { return image }
        // Without a file, an image can be too large to be kept.
        guard let image = made[size] else { throw Problem.busy }
        return ServedImage(image)
    }

    /// Returns an image that has been made. An image in full size is streamed from its file.
    private func saved(_ key: SizeKey) async throws -> ServedImage? {
        try await threads.runIfActive { [sizes] in
            if key.size == .original, let file = sizes.file(key) { return ServedImage(file) }
            return sizes.image(key).map { ServedImage($0) }
        }
    }
}

extension Photo {
    var sizes: PhotoSizes { PhotoSizes(facts.size, facts.animation) }

    func mediaType(of size: ServedSize) -> String {
        sizes.isAnimation(size) ? facts.format.mediaType : SizedImage.mediaType
    }
}

/// Animations as they are sent: the photos' own files, without the pieces that hold metadata.
final class AnimationFiles: Sendable {
    /// Increase this with every change to the result of cleaning.
    private static let cleaningVersion = 2
    private static let maximum = 1_024

    let files = ServedFiles()
    private struct Key: Hashable {
        let photo: UUID
        let version: Int
        let stamp: FileStamp
    }

    private let cleaned = BoundedCache<Key, CleanedAnimation>(maximum: maximum)

    /// The strong entity tag of an animation. The photo's id and version identify its bytes.
    static func entityTag(_ photo: Photo) -> String {
        "\"\(photo.id.uuidString)-\(cleaningVersion)\(photo.version > 0 ? "-\(photo.version)" : "")\""
    }

    func recentAnimation(of photo: Photo) -> CleanedAnimation? { cleaned[key(photo)] }

    private func key(_ photo: Photo) -> Key { Key(photo: photo.id, version: photo.version, stamp: photo.stamp) }

    /// Returns the pieces of an animation; blocks.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file no longer has the indexed bytes, which could be cleaned.
    func animation(of photo: Photo) throws(FileError) -> CleanedAnimation {
        if let recent = recentAnimation(of: photo) { return recent }
        let file = try files.open(photo)
        let animation: CleanedAnimation
        do {
            animation = try CleanedAnimation(of: file)
            try file.checkUnchanged()
        } catch let error as FileError {
            throw error
        } catch {
            throw .changed
        }
        cleaned.insert(animation, for: key(photo), size: 1)
        return animation
    }
}
