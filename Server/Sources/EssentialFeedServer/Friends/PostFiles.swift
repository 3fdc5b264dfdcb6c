import Crypto
import Files
import Foundation
import Synchronization
import SystemPackage

/// The files of friends' posted photos: their pictures, the smaller images of them, and those that are arriving.
///
/// Each picture is re-encoded. The uploaded file never has a name. All calls block.
struct PostFiles: Sendable {
    private static let prefix = "posts-"

    /// A folder beside the friends' database.
    let folder: FilePath
    let pictures: any BlobStore
    /// The images of all photos, shared by the server to count their bytes once.
    let sizes: SizeFiles

    init(besides friends: FilePath) {
        let stateFolder = friends.removingLastComponent()
        folder = stateFolder.appending(Self.folderName(ofFriends: friends.lastComponent?.string ?? ""))
        pictures = FolderBlobStore(folder: folder)
        sizes = SizeFiles(
            in: URL(filePath: stateFolder.string, directoryHint: .isDirectory), maximumBytes: SizeCache.fileBytes,
            now: { Date() })
    }

    static func folderName(ofFriends name: String) -> String {
        prefix + name.drop { $0 != "-" }.dropFirst().prefix { $0 != "." }
    }

    static func isFolderName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && FriendsFile.isName("friends-\(name.dropFirst(prefix.count)).sqlite")
    }

    /// Returns whether a path in a state folder is the path of a posted photo.
    static func isPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isFolderName(parts[0]) && FolderBlobStore.id(ofFile: parts[1]) != nil
    }

    /// Creates a file without a name. The system removes the file when it is closed.
    func newFile() throws(FileError) -> IncomingFile {
        try FolderBlobStore(folder: folder).createFolder()
        // A killed server leaves a name that is swept like that of an ``AtomicFile``.
        let path = folder.appending(AtomicFile.newTemporaryName())
        let file = try FileError.wrapping {
            try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        }
        unlink(path.string)
        return IncomingFile(file)
    }

    /// Saves smaller images of a photo if there is room for them.
    func save(_ images: [ServedSize: Data], of id: UUID) {
        do throws(FileSystemError) {
            for (size, data) in images { try sizes.write(data, for: SizeKey(photo: id, size: size)) }
        } catch {
            // The images are made again when a client requests them.
        }
    }

    /// - Returns: The photos of which a file may be left, and why.
    @discardableResult
    func remove(_ photos: [UUID]) -> [UUID: FileError] {
        var left: [UUID: FileError] = [:]
        for id in photos {
            left[id] = sizes.remove(id)
            do throws(FileError) {
                try pictures.delete(id)
            } catch {
                left[id] = error
            }
        }
        return left
    }

    /// Removes a killed process's files.
    /// - Parameter date: Other pictures put after this date stay.
    /// - Returns: The deleted photos of which a file may be left, and why.
    @discardableResult
    func sweep(
        keeping kept: Set<UUID>, deleted: [UUID], putBefore date: Date
    ) throws(FileError) -> [UUID: FileError] {
        let left = remove(deleted)
        try pictures.sweep(keeping: kept, putBefore: date)
        return left
    }
}

/// A file that grows while a photo arrives. All calls block.
final class IncomingFile: Sendable {
    private let descriptor: FileDescriptor
    private let hash = Mutex(SHA256())

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor.rawValue)
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        nonisolated(unsafe) let bytes = bytes
        hash.withLock { $0.update(bufferPointer: bytes) }
        _ = try FileError.wrapping { try descriptor.writeAll(bytes) }
    }

    func finished() throws(FileError) -> (file: OpenFile, digest: ContentDigest) {
        let file = try OpenFile(FileError.wrapping { try descriptor.duplicate() })
        return (file, ContentDigest(hash.withLock { $0.finalize() }))
    }
}
