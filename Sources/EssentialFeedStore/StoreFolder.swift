import Crypto
import EssentialFeed
import Foundation

/// Where the cache of one server lies: a sub-folder of the cache folder of its own, so that another server's feed is
/// never shown. Its name is a hash of the address without its password (N011).
struct StoreFolder: Sendable {
    /// What the sub-folders of all servers are in.
    private let cacheFolder: URL
    let path: String

    init(in cacheFolder: URL, for address: ServerAddress) {
        self.init(in: cacheFolder, name: SHA256.hash(data: Data(address.identity.utf8)).hexadecimal(byteCount: 16))
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
    /// What has come of images whose download was cut (N034).
    var partials: String { path + "/partials" }
    /// All files that SQLite makes, the database first: without it the others mean nothing.
    var databaseFiles: [String] { [database, writeAheadLog, database + "-shm", database + "-journal"] }

    /// Those of all servers in the cache folder; none where there is no such folder.
    static func all(in cacheFolder: URL) throws -> [StoreFolder] {
        try FileSystem.names(in: cacheFolder.standardizedFileURL.path(percentEncoded: false)).filter(isName)
            .map { StoreFolder(in: cacheFolder, name: $0) }
    }

    /// Those of the other servers; none where the cache folder cannot be read.
    func siblings() -> [StoreFolder] {
        do {
            return try Self.all(in: cacheFolder).filter { $0.path != path }
        } catch {
            return []
        }
    }

    /// Whether it is a name that ``init(in:for:)`` gives. What else lies in the cache folder is not ours.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count == 32
            && name.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// The bytes of the image files; 0 where they cannot be read.
    func imageByteCount() -> Int {
        do {
            return try FileSystem.names(in: images).reduce(0) {
                try $0 + Int(FileSystem.status(images + "/" + $1)?.st_size ?? 0)
            }
        } catch {
            return 0
        }
    }

    /// When the database was last written; the distant past where that is unknown.
    func lastUse() -> Date {
        let times = [database, writeAheadLog].compactMap { path in
            var status = stat()
            return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
        }
        return times.max().map { Date(timeIntervalSince1970: Double($0)) } ?? .distantPast
    }

    /// Makes the database as old as it was before something was changed on behalf of another server. Where that fails, the
    /// images of this one stay a little longer.
    func setLastUse(_ date: Date) {
        var time = timespec()
        time.tv_sec = Int(date.timeIntervalSince1970.rounded())
        var times = (time, time)
        _ = withUnsafePointer(to: &times) { pointer in
            pointer.withMemoryRebound(to: timespec.self, capacity: 2) { utimensat(AT_FDCWD, database, $0, 0) }
        }
    }

    /// Creates the folder where it is missing, with mode 0700 (N011).
    ///
    /// The sub-folder is ours alone and gets that mode whatever it had. The cache folder may be one that its owner has
    /// chosen, with a mode to their liking, and keeps it.
    func create() throws {
        if try FileSystem.status(path) == nil { try createParents() }
        try create(path)
    }

    /// Creates what is missing inside. Only the holder of the folder's lock may call this: another holder may be removing
    /// it.
    func createContents() throws {
        for folder in [images, partials] { try create(folder) }
    }

    private func create(_ folder: String) throws {
        if try !FileSystem.createFolder(folder) { try FileSystem.ensureMode(FileSystem.folderMode, of: folder) }
    }

    /// Removes the folder with all that is ours in it. Only the holder of the folder's lock may call this; it counts no more
    /// then. What others have put there stays.
    func remove() throws {
        try removeContents()
        for folder in [images, partials] { _ = try FileSystem.removeEmptyFolder(folder) }
        try FileSystem.remove(lockFile)
        _ = try FileSystem.removeEmptyFolder(path)
    }

    /// Removes the database with all images.
    func removeContents() throws {
        for file in databaseFiles { try FileSystem.remove(file) }
        for folder in [images, partials] { try ImageFiles(folder: folder).removeAll() }
    }

    private func createParents() throws {
        var parent = ""
        for component in cacheFolder.path(percentEncoded: false).split(separator: "/") {
            parent += "/" + component
            if try FileSystem.status(parent) == nil { try FileSystem.createFolder(parent) }
        }
    }
}

extension Sequence<UInt8> {
    /// The first bytes as lower-case hexadecimal digits.
    func hexadecimal(byteCount: Int) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(byteCount * 2)
        for byte in prefix(byteCount) {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
