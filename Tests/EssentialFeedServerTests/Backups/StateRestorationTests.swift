import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct StateRestorationTests {
    private let state: ServerState

    init() throws {
        state = try ServerState()
        try state.fill()
    }

    private var backup: URL { URL(filePath: state.backupPath) }

    @Test("N231: a restored catalog has the photos, places and deleted cursors of the backup")
    func test_restore_bringsCatalogBack() throws {
        let deleted = ImaginaryPhoto(number: 2, date: 2)
        try state.open().forget([deleted.path])
        let ids = try state.open().ids()
        let rest = try state.open().ids(after: deleted.id)
        try state.backUp()
        try FileManager.default.removeItem(at: state.url)
        let result = try state.restore()
        #expect(result.kept == nil)
        #expect(result.content.photos == 4)
        #expect(try state.open().ids() == ids)
        #expect(try state.open().ids(after: deleted.id) == rest)
        #expect(rest?.count == 2)
        #expect(try TokenFile(in: state.url).tokens().map(\.name) == ["maria"])
    }

    @Test("N232: a backup that is cut anywhere is refused, and nothing has changed")
    func test_restore_refusesCutBackup() throws {
        try state.backUp()
        let whole = try Data(contentsOf: backup)
        let lengths = Array(stride(from: 0, to: whole.count, by: 3_001)) + [1, 511, 512, 513, whole.count - 1]
        try expectRefusal(of: lengths.map { whole.prefix($0) }) { $0 == .cut(path: state.backupPath) }
    }

    @Test("N232: a backup with one changed byte anywhere, or more behind its end, is refused, and nothing has changed")
    func test_restore_refusesChangedBackup() throws {
        try state.backUp()
        let whole = try Data(contentsOf: backup)
        let heads = stride(from: 0, to: 2_048, by: 7)
        let digests = stride(from: whole.count - 2_600, to: whole.count, by: 7)
        let offsets = Array(heads) + Array(stride(from: 2_048, to: whole.count, by: 1_009)) + Array(digests)
        var changed = offsets.map { offset in
            var data = whole
            data[offset] ^= 1
            return data
        }
        changed.append(whole + Data([0]))
        try expectRefusal(of: changed) { error in
            switch error {
            case .changed, .notABackup: true
            default: false
            }
        }
    }

    @Test("N232: other files, and files of a newer version, are refused, and nothing has changed")
    func test_restore_refusesOtherFiles() throws {
        try expectRefusal(of: [Data(repeating: 65, count: 5_000)]) { $0 == .notABackup(path: state.backupPath) }
        let newer = Data(#"{"version":2,"anything":[]}"#.utf8)
        try expectRefusal(of: [try archive([("backup.json", newer)])]) { $0 == .newerVersion(path: state.backupPath) }
        let head = Data(#"{"version":1}"#.utf8)
        let strange = ["../tokens.json", "tokens.json.lock", "folder-x.sqlite"].map { name in
            [("backup.json", head), (name, Data("x".utf8))]
        }
        let twice = [("backup.json", head), ("server.json", Data()), ("server.json", Data())]
        let damaged = [("backup.json", head), ("tokens.json", Data("{".utf8))]
        try expectRefusal(of: try (strange + [twice, damaged]).map(archive)) {
            $0 == .changed(path: state.backupPath)
        }
        #expect(throws: BackupError.missing(path: "/nowhere")) { try state.restore(from: "/nowhere") }
    }

    @Test("N232: a backup with a catalog of a newer version is refused, and nothing has changed")
    func test_restore_refusesNewerCatalog() throws {
        let database = state.url.appending(path: CatalogFile.name(of: state.root)).path
        try state.backUp()
        let whole = state.path("whole")
        try FileManager.default.createDirectory(atPath: whole, withIntermediateDirectories: true)
        _ = try BackupReader(
            FileDescriptor.open(state.backupPath, .readOnly), path: state.backupPath
        ).extract(to: FilePath(whole))
        let copy = "\(whole)/\(URL(filePath: database).lastPathComponent)"
        try DatabaseQueue(path: copy).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 newer')")
        }
        let content = try #require(FileManager.default.contents(atPath: copy))
        let name = URL(filePath: database).lastPathComponent
        try expectRefusal(of: [try archive([("backup.json", Data(#"{"version":1}"#.utf8)), (name, content)])]) {
            $0 == .newerVersion(path: state.backupPath)
        }
    }

    @Test("N233: while a server uses the state, nothing is restored and nothing has changed")
    func test_restore_refusesWhileServerRuns() throws {
        try state.backUp()
        let server = try state.open()
        let before = try state.snapshot()
        let path = try #require(FilePath(state.url.path).resolved()).string
        #expect(throws: BackupError.inUse(path: path)) { try state.restore() }
        #expect(try state.snapshot() == before)
        #expect(try server.photoCount() == 5)
    }

    @Test("N233: what was there is kept whole under the name that is returned")
    func test_restore_keepsOldState() throws {
        try state.backUp()
        try state.fill(5..<8, token: "bob")
        try Data("x".utf8).write(to: state.url.appending(path: "a-file-of-somebody"))
        let kept = try #require(try state.restore().kept)
        #expect(kept.contains("/state.before-restore-2"))
        #expect(try state.open().photoCount() == 5)
        #expect(try TokenFile(in: state.url).tokens().map(\.name) == ["maria"])
        let old = URL(filePath: kept, directoryHint: .isDirectory)
        #expect(try TokenFile(in: old).tokens().map(\.name) == ["maria", "bob"])
        let catalog = try CatalogFile(in: old, root: state.root).open(root: state.root, settings: ServerState.settings)
        #expect(try catalog.photoCount() == 8)
        #expect(FileManager.default.fileExists(atPath: "\(kept)/a-file-of-somebody"))
        let names = try FileManager.default.contentsOfDirectory(atPath: state.folder.path)
        #expect(Set(names) == ["a.backup", "state", URL(filePath: kept).lastPathComponent])
    }

    @Test("N233: a state folder that can't be exchanged as a whole stays as it is")
    func test_restore_refusesMountPoint() async throws {
        try state.backUp()
        let path = state.url.path
        try await TestProgram.succeed(["mount", "--bind", path, path])
        let before = try state.snapshot()
        let error = #expect(throws: BackupError.self) { try state.restore() }
        let after = try state.snapshot()
        try await TestProgram.succeed(["umount", path])
        #expect(after == before)
        #expect(error?.description.contains("restore into another folder") == true)
    }

    @Test("N233: the only catalog of a backup can be given to another photo folder")
    func test_restore_movesCatalog() throws {
        try state.backUp()
        let other = try TemporaryFolder()
        let root = try #require(FilePath(other.path).resolved())
        try state.restore(to: other.path)
        let catalog = try CatalogFile(in: state.url, root: root).open(root: root, settings: ServerState.settings)
        #expect(try catalog.photoCount() == 5)
        try state.open().add([ImaginaryPhoto(number: 1)])
        try state.backUp(mayReplace: true)
        #expect(throws: BackupError.notOneCatalog(path: state.backupPath, count: 2)) {
            try state.restore(to: other.path)
        }
    }

    @Test("N234: no version that was shown after the backup comes back with other content")
    func test_restore_givesNewVersions() throws {
        try state.backUp()
        try state.open().add([ImaginaryPhoto(number: 100)])
        let shown = try state.open().version
        try state.restore()
        try state.open().add([ImaginaryPhoto(number: 101)])
        let version = try state.open().version
        #expect(version.number == shown.number)
        #expect(version.catalog != shown.catalog)
    }

    /// Returns an archive with these files and their digests.
    private func archive(_ files: [(name: String, content: Data)]) throws -> Data {
        let path = FilePath(state.path("archive"))
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        var writer = BackupWriter(file, at: Date())
        for (name, content) in files { try writer.write(name, content) }
        try writer.finish()
        try file.close()
        defer { unlink(path.string) }
        return try Data(contentsOf: URL(filePath: path.string))
    }

    private func expectRefusal(of backups: [Data], _ isExpected: (BackupError) -> Bool) throws {
        try Data().write(to: backup)
        let before = try state.snapshot()
        for data in backups {
            try data.write(to: backup)
            let error = #expect(throws: BackupError.self) { try state.restore() }
            #expect(error.map(isExpected) == true, "\(error?.description ?? "")")
        }
        try Data().write(to: backup)
        #expect(try state.snapshot() == before)
    }
}
