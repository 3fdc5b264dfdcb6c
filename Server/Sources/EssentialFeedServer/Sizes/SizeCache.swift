import Foundation
import NIOCore

/// The smaller images of photos: recent ones in memory, and all of them in files if there is a state folder.
final class SizeCache: Sendable {
    static let recentBytes = 32 << 20
    static let fileBytes = 4 << 30

    private let recent = BoundedCache<SizeKey, SizedImage>(maximum: recentBytes)
    private let files: SizeFiles?

    convenience init(in stateFolder: URL?, now: @escaping @Sendable () -> Date) {
        self.init(stateFolder.map { SizeFiles(in: $0, maximumBytes: Self.fileBytes, now: now) })
    }

    /// - Parameter files: The only object over the folder of images; `nil` if nothing is saved.
    init(_ files: SizeFiles?) {
        self.files = files
    }

    var areThere: Bool { files?.exists ?? false }

    /// Whether to stop making images in advance; blocks.
    ///
    /// Without files, images are kept only in memory, which is reserved for requested images.
    var areFull: Bool { files?.isFull ?? true }

    func recentImage(_ key: SizeKey) -> SizedImage? { recent[key] }

    /// Returns an image from memory or a file, or `nil` if it hasn't been made; blocks.
    func image(_ key: SizeKey) -> SizedImage? {
        if let image = recent[key] { return image }
        guard let image = files?.image(key) else { return nil }
        recent.insert(image, for: key, size: image.bytes.readableBytes)
        return image
    }

    /// Returns the length of an image without reading it, or `nil` if it hasn't been made; blocks.
    func count(_ key: SizeKey) -> Int? { recent[key]?.bytes.readableBytes ?? files?.count(key) }

    func file(_ key: SizeKey) -> SizeFile? { files?.file(key) }

    /// Removes the saved images of photos; blocks.
    /// - Returns: The photos of which an image may be left, and why.
    @discardableResult
    func remove(_ photos: [UUID]) -> [UUID: FileError] {
        var left: [UUID: FileError] = [:]
        for photo in photos { left[photo] = files?.remove(photo) }
        return left
    }

    /// Saves the images of a photo; blocks.
    /// - Parameter isAwaited: Whether a client waits for the images; if so, they are also kept in memory.
    /// - Returns: The images for those who wait, some of which may be too large to be kept, and the error if not all
    ///   images were saved.
    func insert(
        _ images: [ServedSize: Data], of photo: UUID, version: Int = 0, isAwaited: Bool
    ) -> (images: [ServedSize: SizedImage], error: (any Error)?) {
        let images = Dictionary(
            uniqueKeysWithValues: images.map { (SizeKey(photo: photo, size: $0.key, version: version), $0.value) })
        let kept = isAwaited || files == nil ? keep(images) : [:]
        do {
            if version > 0 { files?.remove(photo, before: version) }
            for (key, data) in images { try files?.write(data, for: key) }
            return (kept, nil)
        } catch {
            // Clients may have begun to wait during the write.
            return (isAwaited ? kept : keep(images), error)
        }
    }

    private func keep(_ images: [SizeKey: Data]) -> [ServedSize: SizedImage] {
        let images = images.mapValues(SizedImage.init)
        for (key, image) in images { recent.insert(image, for: key, size: image.bytes.readableBytes) }
        return Dictionary(uniqueKeysWithValues: images.map { ($0.key.size, $0.value) })
    }
}

struct SizeKey: Hashable, Sendable {
    let photo: UUID
    let size: ServedSize
    var version = 0
}
