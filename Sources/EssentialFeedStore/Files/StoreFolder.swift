import Crypto
import EssentialFeed
import Files
import Foundation

/// The folder of one server's cache.
///
/// Each server has its own folder inside the cache folder, so no program shows another server's feed. The folder's name
/// is a hash of the server's address without the password.
struct StoreFolder: Sendable {
    private let cacheFolder: URL
    let path: String

    init(in cacheFolder: URL, for address: ServerAddress) {
        self.init(in: cacheFolder, name: SHA256.hash(data: Data(address.identity.utf8)).prefix(16).hexadecimal)
    }

    init(in cacheFolder: URL, name: String) {
        let url = cacheFolder.standardizedFileURL
        self.cacheFolder = url
        path = url.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
    }

    var url: URL { URL(filePath: path, directoryHint: .isDirectory) }
    var lockFile: String { path + "/lock" }
    var database: String { path + "/feed.sqlite" }
    var writeAheadLog: String { database + "-wal" }
    var images: String { path + "/images" }
    var partials: String { path + "/partials" }
    /// All files that SQLite creates. The database is first, because the others are useless without it.
    var databaseFiles: [String] { [database, writeAheadLog, database + "-shm", database + "-journal"] }

    // MARK: Other servers

    static func all(in cacheFolder: URL) throws -> [StoreFolder] {
        try FileSystem.names(in: cacheFolder.standardizedFileURL.path(percentEncoded: false)).filter(isName)
            .map { StoreFolder(in: cacheFolder, name: $0) }
    }

    /// Returns the folders of the other servers; none if the cache folder can't be read.
    func siblings() -> [StoreFolder] {
        do {
            return try Self.all(in: cacheFolder).filter { $0.path != path }
        } catch {
            return []
        }
    }

    /// Returns whether the name has the form that ``init(in:for:)`` creates. Everything else in the cache folder
    /// belongs to other programs.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count == 32 && [UInt8](hexadecimal: name) != nil
    }

    /// Returns the total size of the image files, in bytes; 0 if they can't be read.
    func imageByteCount() -> Int {
        do {
            return try ImageFiles(folder: images).byteCount()
        } catch {
            return 0
        }
    }

    func byteCount() throws -> Int {
        let files = try databaseFiles.reduce(0) { try $0 + FileSystem.byteCount($1) }
        return try [images, partials].reduce(files) { try $0 + ImageFiles(folder: $1).byteCount() }
    }

    /// Returns when the database was last written; the distant past if unknown.
    func lastUse() -> Date {
        do {
            return try [database, writeAheadLog].compactMap { try FileSystem.status($0)?.modificationDate }.max()
                ?? .distantPast
        } catch {
            return .distantPast
        }
    }

    /// Restores the database's modification time after a change on behalf of another server. If that fails, this
    /// server's images are kept a little longer.
    func setLastUse(_ date: Date) { FileSystem.setTimes(date, of: database) }

    // MARK: Creating and removing

    /// Creates the folder, with mode 0700, if it doesn't exist.
    ///
    /// An existing server folder also gets that mode. An existing cache folder keeps its mode, because the user may
    /// have chosen it.
    func create() throws {
        try FileSystem.createFolders(cacheFolder.path(percentEncoded: false))
        try create(path)
    }

    /// Creates missing subfolders. Call this only while holding the folder's lock, because another program may be
    /// removing the folder.
    func createContents() throws { for folder in [images, partials] { try create(folder) } }

    /// Creates a folder, or gives its mode to an existing one. A link isn't followed, because this program would change
    /// and remove files that aren't the cache's.
    private func create(_ folder: String) throws {
        guard try !FileSystem.createFolder(folder) else { return }
        try FileSystem.refuseLink(folder)
        try FileSystem.ensureMode(FileSystem.folderMode, of: folder)
    }

    /// Removes the store's files, and the folder if nothing else is in it.
    ///
    /// Call this only while holding the folder's lock, which is invalid afterwards.
    func remove() throws {
        try removeContents()
        for folder in [images, partials] { _ = try FileSystem.removeEmptyFolder(folder) }
        try FileSystem.remove(lockFile)
        _ = try FileSystem.removeEmptyFolder(path)
    }

    func removeContents() throws {
        for file in databaseFiles { try FileSystem.remove(file) }
        for folder in [images, partials] { try ImageFiles(folder: folder).removeAll() }
    }
}
