import Crypto
import EssentialFeed
import Foundation

/// Where the cache of one server lies: a sub-folder of the cache folder of its own, so that another server's feed is
/// never shown. Its name is a hash of the address without its password (N011).
struct StoreFolder: Sendable {
    /// What the sub-folders of all servers are in.
    private let cacheFolder: String
    let path: String

    init(in cacheFolder: URL, for address: ServerAddress) {
        self.init(in: cacheFolder, name: SHA256.hash(data: Data(address.identity.utf8)).hexadecimal(byteCount: 16))
    }

    init(in cacheFolder: URL, name: String) {
        let url = cacheFolder.standardizedFileURL
        self.cacheFolder = url.path(percentEncoded: false)
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

    /// Creates what is missing, with mode 0700 (N011).
    ///
    /// The sub-folder is ours alone and gets that mode whatever it had. The cache folder may be one that its owner has
    /// chosen, with a mode to their liking, and keeps it.
    func create() throws {
        if try FileSystem.status(path) == nil { try createParents() }
        for folder in [path, images, partials] where try !FileSystem.createFolder(folder) {
            try FileSystem.ensureMode(FileSystem.folderMode, of: folder)
        }
    }

    private func createParents() throws {
        var parent = ""
        for component in cacheFolder.split(separator: "/") {
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
