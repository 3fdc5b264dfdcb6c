package import Foundation
package import SystemPackage

/// A file written completely or not at all: to a temporary file in the same folder, which is then renamed.
///
/// All calls block. A killed program leaves the temporary file, which ``removeLeftovers(in:)`` removes.
package struct AtomicFile: Sendable {
    /// The suffix of temporary files, after a dot and a UUID.
    private static let suffix = ".part"

    private let path: String
    private let permissions: FilePermissions?
    private let followsLinks: Bool
    private let isDurable: Bool
    private let temporaryName: String?

    /// Creates the value without touching the disk.
    /// - Parameters:
    ///   - path: The path of the file. An existing file is replaced.
    ///   - permissions: The file's exact permissions, set before its first byte; `nil` for the user's umask.
    ///   - followsLinks: Whether a link's target is replaced instead of the link, and devices and pipes are written to
    ///     instead of being replaced.
    ///   - isDurable: Whether the content has to survive a power loss, which takes a multiple of the time.
    ///   - temporaryName: The name of the temporary file, for a file whose writers exclude each other and remove killed
    ///     writers' files; `nil` for a unique name.
    package init(
        _ path: String, permissions: FilePermissions? = .ownerReadWrite, followsLinks: Bool = false,
        isDurable: Bool = false, temporaryName: String? = nil
    ) {
        self.path = path
        self.permissions = permissions
        self.followsLinks = followsLinks
        self.isDurable = isDurable
        self.temporaryName = temporaryName
    }

    /// Writes the file. If that fails, an existing file is unchanged and the temporary file is removed.
    /// - Parameter publish: Gives the temporary file, its first argument, the name of the file.
    package func write(
        _ data: Data, publish: (String, String) throws(FileSystemError) -> Void = FileSystem.rename
    ) throws(FileSystemError) {
        guard followsLinks else { return try replace(path, by: data, publish) }
        if let status = try FileSystem.status(path), status.mode & S_IFMT != S_IFREG {
            return try write(data, to: path, options: [])
        }
        try replace(URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false), by: data, publish)
    }

    /// Returns a unique name of a temporary file, which ``removeLeftovers(in:)`` removes.
    package static func newTemporaryName() -> String { ".\(UUID().uuidString)\(suffix)" }

    /// Removes killed programs' temporary files from a folder. Call this only while no other program writes there.
    package static func removeLeftovers(in folder: String) throws(FileSystemError) {
        for name in try FileSystem.names(in: folder) where name.hasPrefix(".") && name.hasSuffix(suffix) {
            guard UUID(uuidString: String(name.dropFirst().dropLast(suffix.count))) != nil else { continue }
            try FileSystem.remove(folder + "/" + name)
        }
    }

    private func replace(
        _ path: String, by data: Data, _ publish: (String, String) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let folder = FilePath(path).removingLastComponent()
        // The temporary name doesn't include the file's name, which may already have the maximum length.
        let temporary = folder.appending(temporaryName ?? Self.newTemporaryName()).string
        do throws(FileSystemError) {
            try write(data, to: temporary, options: [.create, .exclusiveCreate])
            try publish(temporary, path)
        } catch {
            unlink(temporary)
            throw error
        }
        if isDurable { try syncFolder(folder.isEmpty ? "." : folder.string) }
    }

    private func write(_ data: Data, to path: String, options: FileDescriptor.OpenOptions) throws(FileSystemError) {
        try FileSystem.naming("write", path) {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: options.union(.closeOnExec),
                permissions: permissions ?? [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            try file.closeAfter {
                if !options.isEmpty, let permissions, fchmod(file.rawValue, permissions.rawValue) != 0 {
                    throw Errno(rawValue: errno)
                }
                try file.writeAll(data)
                if isDurable { try Self.sync(file) }
            }
        }
    }

    private func syncFolder(_ folder: String) throws(FileSystemError) {
        try FileSystem.naming("sync", folder) {
            let file = try FileDescriptor.open(FilePath(folder), .readOnly, options: .closeOnExec)
            try file.closeAfter { try Self.sync(file) }
        }
    }

    private static func sync(_ file: FileDescriptor) throws {
        // Some network file systems can't sync a folder.
        guard fsync(file.rawValue) == 0 || errno == EINVAL else { throw Errno(rawValue: errno) }
    }
}
