public import Foundation
import GRDBSQLite
import SystemPackage

/// A folder entered by an administrator's command.
///
/// The state of a systemd service with a dynamic user is in `/var/lib/private`, which only root may enter, but belongs
/// to another user. As that user, a command couldn't reach the folder by its path, so it opens the folder beforehand
/// and uses the open descriptor. All other folders keep their path.
public final class EnteredFolder: Sendable {
    private static let descriptors = "/proc/self/fd/"

    private let given: FilePath
    /// The path to the folder, valid during the lifetime of this object.
    let path: FilePath
    private let descriptor: Int32?

    /// Opens the folder if its path leads through a root folder its owner can't enter.
    /// - Parameter folder: The folder, which may be missing.
    public convenience init(_ folder: URL) {
        self.init(FilePath(folder.path(percentEncoded: false)))
    }

    init(_ folder: FilePath) {
        given = folder
        guard let (place, rest) = FolderOwner.closedOff(folder) else {
            (path, descriptor) = (folder, nil)
            return
        }
        // Only the folders above must let root pass.
        let opened = open(place.string, FolderPath.passing | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else {
            // The work in the folder fails and reports why.
            (path, descriptor) = (folder, nil)
            return
        }
        // The last component isn't the link: some calls wouldn't follow it.
        path = FilePath("\(Self.descriptors)\(opened)/.").appending(rest)
        descriptor = opened
        Self.letDatabasesBeOpened
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// The folder's URL, valid during the lifetime of this object.
    public var url: URL { URL(filePath: path.string, directoryHint: .isDirectory) }

    /// Returns a text with the original path in place of the descriptor's.
    public func naming(_ text: String) -> String {
        descriptor == nil ? text : text.replacing(path.string, with: given.string)
    }

    /// SQLite resolves all links of a path, and would leave the descriptor.
    private static let letDatabasesBeOpened: Void = {
        guard let system = sqlite3_vfs_find("unix") else { return }
        let files = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        files.initialize(to: system.pointee)
        files.pointee.zName = UnsafePointer(strdup("unix-entered"))
        files.pointee.xFullPathname = { _, path, size, result in
            guard let path, let result, strncmp(path, EnteredFolder.descriptors, EnteredFolder.descriptors.count) == 0
            else {
                let system = sqlite3_vfs_find("unix")
                return system?.pointee.xFullPathname(system, path, size, result) ?? SQLITE_CANTOPEN
            }
            guard strlen(path) < size else { return SQLITE_CANTOPEN }
            strcpy(result, path)
            return SQLITE_OK
        }
        sqlite3_vfs_register(files, 1)
    }()
}
