import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats

/// The files of photos for other programs: files in the user's folder, and copies. Copies stay until the next start of
/// the app, because another program may open one much later.
final class PhotoFiles {
    private let session: Task<ServerSession<Texture>, Never>
    private let photos: FolderServer?
    private let environment: AppEnvironment
    private var found: [FeedImage.ID: URL] = [:]

    init(of session: Task<ServerSession<Texture>, Never>, photos: FolderServer?, in environment: AppEnvironment) {
        (self.session, self.photos, self.environment) = (session, photos, environment)
    }

    func known(_ image: FeedImage) -> URL? {
        found[image.id].flatMap { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) ? $0 : nil }
    }

    func hasVanished(_ image: FeedImage) -> Bool { found[image.id] != nil && known(image) == nil }

    /// A photo's own file, or else a copy with its largest size. The data is loaded if it isn't known.
    func file(of image: FeedImage, data: Data? = nil) async throws -> URL {
        if let file = known(image) { return file }
        if let file = try await original(of: image) { return file }
        let bytes: Data
        if let data { bytes = data } else { bytes = try await session.value.imageData(of: image) }
        let name = ImageFileName.suggested(
            for: image, fallback: environment.language.text(.photo), format: ImageFormat(of: bytes))
        let folder = environment.sharedFolder.appending(path: image.id.uuidString, directoryHint: .isDirectory)
        let file = folder.appending(path: name)
        try await environment.copies.run {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try bytes.write(to: file, options: .atomic)
        }
        found[image.id] = file
        return file
    }

    func original(of image: FeedImage) async throws -> URL? {
        guard let photos else { return nil }
        let file = try await environment.disk.run { try photos.file(of: image.id) }
        found[image.id] = file
        return file
    }
}

extension AppEnvironment {
    var sharedFolder: URL {
        let cache = start.cacheFolder
        return cache.deletingLastPathComponent().appending(
            path: cache.lastPathComponent + "-shared", directoryHint: .isDirectory)
    }

    func deleteSharedFiles() async { do { try await delete(sharedFolder) } catch { report(error) } }

    func delete(_ folder: URL) async throws {
        try await deletions.run {
            guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { return }
            try FileManager.default.removeItem(at: folder)
        }
    }
}
