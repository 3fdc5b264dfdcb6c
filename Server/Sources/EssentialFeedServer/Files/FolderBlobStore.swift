import EssentialFeed
import Files
import Foundation
import SystemPackage

/// Bytes in a folder, one file for each id.
struct FolderBlobStore: BlobStore {
    private static let suffix = ".jpg"

    let folder: FilePath

    static func name(of id: UUID) -> String { id.uuidString + suffix }

    static func id(ofFile name: String) -> UUID? {
        guard let id = UUID(exactly: name.dropLast(suffix.count)), Self.name(of: id) == name else {
            return nil
        }
        return id
    }

    func put(_ bytes: Data, for id: UUID) throws(FileError) {
        try createFolder()
        try FileError.wrapping { try AtomicFile(path(of: id).string, isDurable: true).write(bytes) }
    }

    func open(_ id: UUID) throws(FileError) -> OpenFile {
        try OpenFile(FolderPath(Self.name(of: id)), in: folder)
    }

    func has(_ id: UUID) -> Bool {
        do throws(FileSystemError) {
            let status = try FileSystem.status(path(of: id).string, followsLinks: false)
            return status.map { $0.mode & S_IFMT == S_IFREG && $0.byteCount > 0 } ?? false
        } catch {
            return true
        }
    }

    func delete(_ id: UUID) throws(FileError) {
        // On a disk that is only read, removing a missing file fails, too.
        guard path(of: id).isThere else { return }
        try checkFolder()
        try FileError.wrapping { try FileSystem.remove(path(of: id).string) }
    }

    func sweep(keeping ids: Set<UUID>, putBefore date: Date) throws(FileError) {
        guard folder.isThere else { return }
        try checkFolder()
        var failure: FileError?
        for name in try folder.namesInFolder() {
            guard let id = Self.id(ofFile: name), !ids.contains(id) else { continue }
            let status = try FileError.wrapping { try FileSystem.status(path(of: id).string, followsLinks: false) }
            guard let status, status.modificationDate < date else { continue }
            do throws(FileError) {
                try delete(id)
            } catch {
                failure = error
            }
        }
        // After the others, because the first that can't be removed ends it.
        try FileError.wrapping { try AtomicFile.removeLeftovers(in: folder.string) }
        if let failure { throw failure }
    }

    func createFolder() throws(FileError) {
        let isNew = try FileError.wrapping { try FileSystem.createFolder(folder.string) }
        if isNew { try folder.syncFolder() } else { try checkFolder() }
    }

    private func path(of id: UUID) -> FilePath { folder.appending(Self.name(of: id)) }

    /// Throws an error if the folder is a symbolic link, which may lead to other people's files.
    private func checkFolder() throws(FileError) {
        try FileError.wrapping {
            try FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec]).close()
        }
    }
}
