import Foundation

/// The images that were made of photos: the last ones in memory, and all of them in files, if there is a folder for them.
final class MadeSizes: Sendable {
    /// The most bytes in memory.
    static let recentBytes = 32 << 20
    /// The most bytes of files.
    static let fileBytes = 4 << 30

    private let recent = RecentSizes(maximumBytes: recentBytes)
    /// `nil` if nothing is saved.
    private let files: SizeFiles?

    /// - Parameter stateFolder: The folder of the server's state; `nil` if nothing is saved.
    init(in stateFolder: URL?, now: @escaping @Sendable () -> Date) {
        files = stateFolder.map {
            SizeFiles(
                in: $0.appending(path: "sizes", directoryHint: .isDirectory), maximumBytes: Self.fileBytes, now: now)
        }
    }

    /// Whether images have been saved and are still there; blocks.
    var areThere: Bool { files?.exists ?? false }

    /// Whether no more should be made ahead of need; blocks.
    ///
    /// Without files, only the memory is there, which is for what is asked for.
    var areFull: Bool { files?.isFull ?? true }

    /// Returns an image that is in memory.
    func recentImage(_ key: SizeKey) -> SizedImage? { recent.image(key) }

    /// Returns an image that has been made, or `nil`; blocks.
    func image(_ key: SizeKey) -> SizedImage? {
        if let image = recent.image(key) { return image }
        guard let image = files?.image(key) else { return nil }
        recent.insert(image, for: key)
        return image
    }

    /// Keeps an image; blocks.
    /// - Parameter isAwaited: Whether somebody waits for it, so that it is kept in memory, too.
    /// - Returns: The reason why it isn't saved.
    func insert(_ data: Data, for key: SizeKey, isAwaited: Bool) -> (any Error)? {
        if isAwaited || files == nil { recent.insert(SizedImage(data), for: key) }
        do {
            try files?.write(data, for: key)
            return nil
        } catch {
            return error
        }
    }
}
