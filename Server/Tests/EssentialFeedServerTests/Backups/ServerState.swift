import Foundation
import SystemPackage
import TestSupport

@testable import EssentialFeedServer

/// A server's state folder with a catalog and a token, and a place for backups beside it.
final class ServerState: Sendable {
    static let settings = CatalogSettings.knowingKey()

    let folder = TemporaryFolder()
    let photos = TemporaryFolder()
    let url: URL

    init() {
        url = folder.url.appending(path: "state", directoryHint: .isDirectory)
    }

    /// The photo folder with links resolved.
    var root: FilePath { FilePath(photos.path).resolved() ?? FilePath(photos.path) }
    var backupPath: String { path("a.backup") }

    func path(_ name: String) -> String { folder.url.appending(path: name).path }

    /// Opens the catalog, as a server does that holds it until the value is released.
    func open() throws -> SQLiteCatalog {
        try CatalogFile(in: url, root: root).open(root: root, settings: Self.settings)
    }

    /// Adds photos of these numbers and a token.
    func fill(_ numbers: Range<Int> = 0..<5, token: String = "maria") throws {
        try open().add(numbers.map { ImaginaryPhoto(number: $0, date: Double($0)) })
        _ = try TokenFile(in: url).invite(Invited(token), at: Date())
    }

    @discardableResult
    func backUp(to path: String? = nil, folder: String? = nil) throws -> BackupContent {
        try StateBackup(of: url).write(to: path ?? backupPath, folder: folder)
    }

    @discardableResult
    func restore(from path: String? = nil, to folder: String? = nil) throws -> RestoredState {
        try StateRestoration(of: url, now: { Date() }).restore(from: path ?? backupPath, to: folder)
    }

    /// The contents of everything beside and in the state folder, except for locks and SQLite's index of its log.
    func snapshot() throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var result: [String: Data] = [:]
        for path in paths where !path.hasSuffix(".lock") && !path.hasSuffix("-shm") {
            result[path] = FileManager.default.contents(atPath: self.path(path)) ?? Data()
        }
        return result
    }
}
