import EssentialFeed
import Files
import Foundation
import SystemPackage

/// Bytes in a folder, one file for each id.
struct FolderBlobStore: BlobStore {
    private static let suffix = ".jpg"

    let folder: FilePath

    /// Returns the name of an id's file.
    static func name(of id: UUID) -> String { id.uuidString + suffix }

    /// Returns the id of a file, or `nil` if the file has another name.
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

    func has(_ id: UUID) -> Bool { path(of: id).isThere }

    func delete(_ id: UUID) {
        do throws(FileError) {
            try checkFolder()
            unlink(path(of: id).string)
        } catch {
            // A later sweep deletes the file, if the folder is the store's own then.
        }
    }

    func sweep(keeping ids: Set<UUID>, putBefore date: Date) throws(FileError) {
        guard folder.isThere else { return }
        try checkFolder()
        for name in try folder.namesInFolder() {
            guard let id = Self.id(ofFile: name), !ids.contains(id) else { continue }
            let status = try FileError.wrapping { try FileSystem.status(path(of: id).string, followsLinks: false) }
            if let status, status.modificationDate < date { delete(id) }
        }
        // Last, because the first that can't be removed ends it.
        try FileError.wrapping { try AtomicFile.removeLeftovers(in: folder.string) }
    }

    /// Creates the folder if it doesn't exist.
    func createFolder() throws(FileError) {
        do throws(FileError) {
            try folder.createFolder()
            try folder.syncFolder()
        } catch .system(.fileExists) {
            try checkFolder()
        }
    }

    private func path(of id: UUID) -> FilePath { folder.appending(Self.name(of: id)) }

    /// Throws an error if the folder is a symbolic link, which may lead to other people's files.
    private func checkFolder() throws(FileError) {
        try FileError.wrapping {
            try FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec]).close()
        }
    }
}
