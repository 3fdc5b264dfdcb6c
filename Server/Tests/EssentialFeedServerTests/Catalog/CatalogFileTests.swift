import EssentialFeed
import Files
import Foundation
import GRDB
import ImageFormats
import Logging
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct CatalogFileTests {
    private let folder = PhotoFolder()
    private let stateFolder: URL
    private let file: CatalogFile

    init() throws {
        try folder.write(Pictures.animation(), to: "a.png")
        stateFolder = folder.state.url.appending(path: "essential-feed")
        file = CatalogFile(in: stateFolder, root: try #require(FilePath(folder.path).resolved()))
    }

    @Test func `Server: the index is one database for each folder, readable by its owner alone`() async throws {
        let database = file.database
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: database + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
        let name = (file.database as NSString).lastPathComponent
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: stateFolder.path)).isSuperset(
                of: [name, name.replacing(".sqlite", with: ".lock")]))
    }

    @Test(arguments: ["not a database", "\u{0}\u{1}"])
    func `Server: a damaged index is made anew, which is said`(text: String) async throws {
        _ = try await folder.index()
        file.remove()
        try Data(String(repeating: text, count: 500).utf8).write(to: URL(filePath: file.database))
        let index = try await folder.index()
        #expect(index.photos.map(\.id) == [contentID(Pictures.animation())])
        #expect(index.lines == ["the index was damaged and is being rebuilt"])
        #expect(try await folder.index().filesRead == 0)
    }

    @Test func `Server: beside another folder's state, a new folder's start says how its comments move`() async throws {
        _ = try await folder.index()
        let moved = PhotoFolder()
        try moved.write(Pictures.animation(), to: "a.png")
        var configuration = try moved.configuration()
        configuration.stateFolder = stateFolder
        let (old, new) = (FilePath(folder.path).resolved()?.string ?? "", FilePath(moved.path).resolved()?.string ?? "")
        let lines = try await PhotoFolder.index(configuration).lines
        #expect(lines.first?.hasPrefix("the state folder has comments of \(old), which still exists; ") == true)
        let command = "backup moved-state '\(old)', then essential-feed restore moved-state '\(new)'. "
        #expect(lines.first?.contains(command) == true, "\(lines)")
        #expect(try await PhotoFolder.index(configuration).lines == [])
    }

    @Test func `Server: if the disk fills up during an import, all is served from memory, said once`() async throws {
        let count = 600
        for index in 0..<count { try folder.write(Pictures.jpeg(iptc: Array("\(index)".utf8)), to: "\(index).jpg") }
        let lines: [String] = try await withDisk(of: "512k", on: folder.state.path) {
            try await LiveFolder.with(try folder.configuration()) { live in
                try await live.until { try $0.photoCount() == count + 1 }
                #expect(!live.catalog.isSaved)
                return live.lines.value
            }
        }
        #expect(lines == ["can’t save the index, so every start reads all photos: database or disk is full"])
    }

    @Test func `Server: the index is never saved inside the photo folder`() async throws {
        var configuration = try folder.configuration()
        configuration.stateFolder = folder.url("state/essential-feed")
        let before = try folder.snapshot()
        let index = try await PhotoFolder.index(configuration)
        #expect(index.photos.count == 1)
        #expect(index.lines.count == 1)
        #expect(try folder.snapshot() == before)
    }

    @Test func `Server: of two servers of a folder with one state, the second ends and says why`() async throws {
        let folder = folder
        try await LiveFolder.with(try folder.configuration()) { first in
            _ = try await first.untilComplete()
            let second = PhotoServer(configuration: try folder.configuration(), logger: RecordingLog().logger) { _ in
                Issue.record("the second server serves")
            }
            let error = await #expect(throws: PhotoServerError.self) {
                try await withDeadline { try await second.run(second.group()) }
            }
            #expect(error?.description.hasPrefix("another server already serves \(folder.path); stop that one") == true)
            // A server of another folder shares the state.
            let other = PhotoFolder()
            try other.write(Pictures.animation(salt: 2), to: "b.png")
            var configuration = try other.configuration()
            configuration.stateFolder = try folder.configuration().stateFolder
            #expect(try await PhotoFolder.index(configuration).photos.count == 1)
            // Not even a disk that was full for a while lets a second server in.
            try (first.catalog as? SQLiteCatalog)?.moveIntoMemory()
            await #expect(throws: PhotoServerError.self) { try await second.run(second.group()) }
        }
        #expect(try await folder.index().filesRead == 0)
    }

    @Test func `Server: a server that can't save the index keeps a second one from the folder, but not a check`()
        async throws
    {
        let folder = folder
        _ = try await folder.index()
        let queue = try DatabaseQueue(path: file.database)
        try await queue.write { try $0.execute(sql: "CREATE VIEW planted AS SELECT * FROM comment") }
        try queue.close()
        try await LiveFolder.with(try folder.configuration()) { first in
            _ = try await first.untilComplete()
            #expect(!first.catalog.isSaved)
            let second = PhotoServer(configuration: try folder.configuration(), logger: RecordingLog().logger) { _ in
                Issue.record("the second server serves")
            }
            let error = await #expect(throws: PhotoServerError.self) {
                try await withDeadline { try await second.run(second.group()) }
            }
            #expect(error?.description.hasPrefix("another server already serves \(folder.path)") == true)
            #expect(try await second.check().problems.isEmpty)
        }
        // The end of the first server lets the next one in.
        #expect(try await folder.index().photos.count == 1)
    }

    @Test func `Server: an index whose place a copy takes goes on in memory; no version comes twice`() async throws {
        let (folder, state) = (folder, stateFolder.path)
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            let saved = live.catalog.version
            try await TestProgram.succeed(["mv", state, state + ".away"])
            try await TestProgram.succeed(["cp", "-a", state + ".away", state])
            try folder.write(Pictures.animation(salt: 2), to: "b.png")
            try await live.until { try $0.photoCount() == 2 }
            #expect(live.catalog.version.catalog != saved.catalog)
            try await live.untilLogged("can’t save the index", .warning)
        }
        #expect(try await folder.index().photos.count == 2)
    }

    /// Another program's disturbance of the index, and its end.
    enum Disturbance: CaseIterable {
        /// Nothing can be written.
        case lock
        /// The results of reading can't be recorded.
        case refusal

        var beginning: String {
            switch self {
            case .lock: "BEGIN IMMEDIATE"
            case .refusal: "CREATE TRIGGER refusal BEFORE INSERT ON photo BEGIN SELECT RAISE (ABORT, 'refused'); END"
            }
        }

        var end: String {
            switch self {
            case .lock: "COMMIT"
            case .refusal: "DROP TRIGGER refusal"
            }
        }

        var error: String { self == .lock ? "database is locked" : "refused" }
    }

    @Test(arguments: Disturbance.allCases)
    func `Server: changes while the index is unwritable are in the feed later`(disturbance: Disturbance) async throws {
        let (folder, database) = (folder, file.database)
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: database, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: disturbance.beginning) }
            try folder.write(Pictures.animation(salt: 2), to: "b.png")
            try FileManager.default.removeItem(at: folder.url("a.png"))
            try await live.untilLogged(disturbance.error, .error)
            try await other.writeWithoutTransaction { try $0.execute(sql: disturbance.end) }
            try await live.until { try $0.ids() == [contentID(Pictures.animation(salt: 2))] }
        }
    }

    @Test func `Server: an index of a newer version stays as it is`() async throws {
        _ = try await folder.index()
        let queue = try DatabaseQueue(path: file.database)
        try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 future')") }
        try queue.close()
        let index = try await folder.index()
        #expect(index.filesRead == 1)
        #expect(index.lines.count == 1)
        let later = try DatabaseQueue(path: file.database)
        let rows = try await later.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM photo") }
        #expect(rows == 1)
        #expect(try await later.read { try CatalogSchema.migrator.appliedIdentifiers($0) }.contains("999 future"))
    }

    @Test func `Server: versions go on after a restart, and those of a copy in memory are others`() async throws {
        func version(_ configuration: PhotoServerConfiguration) async throws -> CatalogVersion {
            try await LiveFolder.with(configuration) { live in
                _ = try await live.untilComplete()
                return live.catalog.version
            }
        }
        let configuration = try folder.configuration()
        let first = try await version(configuration)
        #expect(try await version(configuration) == first)
        try folder.write(Pictures.animation(salt: 2), to: "b.png")
        let second = try await version(configuration)
        #expect(second.catalog == first.catalog)
        #expect(second.number > first.number)

        let root = try #require(FilePath(folder.path).resolved())
        let catalog = try file.open(root: root, settings: .knowingKey())
        let ids = try catalog.all().map(\.id)
        try catalog.moveIntoMemory()
        #expect(catalog.version.catalog != first.catalog)
        #expect(try catalog.all().map(\.id) == ids)
    }
}
