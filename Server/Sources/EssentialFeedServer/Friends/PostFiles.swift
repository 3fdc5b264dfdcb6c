import Crypto
import EssentialFeed
import Files
import Foundation
import Synchronization
import SystemPackage

/// The files of friends' posted photos, in a folder beside the friends' database.
///
/// Each file is a re-encoded picture. The uploaded file never has a name. All calls block.
struct PostFiles: Sendable {
    private static let prefix = "posts-"
    private static let suffix = ".jpg"
    private static let temporarySuffix = ".part"

    let folder: FilePath
    /// The images of all photos, shared by the server to count their bytes once.
    let sizes: SizeFiles

    /// - Parameter friends: The path of the friends' database.
    init(besides friends: FilePath) {
        let stateFolder = friends.removingLastComponent()
        folder = stateFolder.appending(Self.folderName(ofFriends: friends.lastComponent?.string ?? ""))
        sizes = SizeFiles(
            in: URL(filePath: stateFolder.string, directoryHint: .isDirectory), maximumBytes: SizeCache.fileBytes,
            now: { Date() })
    }

    /// Returns the name of the folder of a friends' database.
    /// - Parameter name: The file name of the database.
    static func folderName(ofFriends name: String) -> String {
        prefix + name.drop { $0 != "-" }.dropFirst().prefix { $0 != "." }
    }

    /// Returns whether a folder in a state folder has the name of a folder of posted photos.
    static func isFolderName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && FriendsFile.isName("friends-\(name.dropFirst(prefix.count)).sqlite")
    }

    /// Returns whether a path in a state folder is the path of a posted photo.
    static func isPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isFolderName(parts[0]) && id(ofFile: parts[1]) != nil
    }

    /// Returns the name of a photo's file.
    static func name(of id: UUID) -> String { id.uuidString + suffix }

    /// Returns the id of the photo in a file, or `nil` if the file doesn't have the name of a posted photo.
    static func id(ofFile name: String) -> UUID? {
        guard let id = UUID(exactly: name.dropLast(suffix.count)), Self.name(of: id) == name else {
            return nil
        }
        return id
    }

    /// Returns whether a photo's file exists.
    func has(_ id: UUID) -> Bool { folder.appending(Self.name(of: id)).isThere }

    /// Creates a file without a name. The system removes the file when it is closed.
    func newFile() throws(FileError) -> IncomingFile {
        let path = try newPath()
        let file = try FileError.wrapping {
            try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        }
        unlink(path.string)
        return IncomingFile(file)
    }

    /// Writes a picture through to the disk, under a temporary name.
    func write(_ picture: Data) throws(FileError) -> FilePath {
        let path = try newPath()
        let file = try path.createFile()
        defer { close(file.rawValue) }
        do throws(FileError) {
            _ = try FileError.wrapping { try file.writeAll(picture) }
            try file.sync()
            return path
        } catch {
            unlink(path.string)
            throw error
        }
    }

    /// Renames a written picture to the name of a photo's file.
    func keep(_ picture: FilePath, as id: UUID) throws(FileError) {
        try picture.move(to: folder.appending(Self.name(of: id)))
        try folder.sync()
    }

    /// Saves smaller images of a photo if there is room for them.
    func save(_ images: [ServedSize: Data], of id: UUID) {
        do throws(FileSystemError) {
            for (size, data) in images { try sizes.write(data, for: SizeKey(photo: id, size: size)) }
        } catch {
            // The images are made again when a client requests them.
        }
    }

    /// Removes the files of photos and of their smaller images.
    func remove(_ photos: [UUID]) {
        for id in photos {
            unlink(folder.appending(Self.name(of: id)).string)
            sizes.remove(id)
        }
    }

    /// Removes a killed process's files.
    /// - Parameters:
    ///   - kept: The photos that weren't deleted.
    ///   - deleted: The deleted photos.
    func sweep(keeping kept: Set<UUID>, deleted: [UUID]) throws(FileError) {
        guard folder.isThere else { return }
        try checkFolder()
        remove(deleted)
        for name in try folder.namesInFolder() {
            let isLeftover = Self.id(ofFile: name).map { !kept.contains($0) } ?? Self.isTemporary(name)
            if isLeftover { unlink(folder.appending(name).string) }
        }
    }

    private func newPath() throws(FileError) -> FilePath {
        do throws(FileError) {
            try folder.createFolder()
            try folder.syncFolder()
        } catch .system(.fileExists) {
            // An earlier photo has created the folder.
            try checkFolder()
        }
        return folder.appending(".\(UUID().uuidString)\(Self.temporarySuffix)")
    }

    private static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(temporarySuffix)
            && UUID(exactly: name.dropFirst().dropLast(temporarySuffix.count)) != nil
    }

    /// Throws an error if the folder is a symbolic link, which may lead to other people's files.
    private func checkFolder() throws(FileError) {
        try FileError.wrapping {
            try FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec]).close()
        }
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

    /// Returns the complete file and the digest of its bytes.
    func finished() throws(FileError) -> (file: OpenFile, digest: ContentDigest) {
        let file = try OpenFile(FileError.wrapping { try descriptor.duplicate() })
        return (file, ContentDigest(hash.withLock { $0.finalize() }))
    }
}
