import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct StateBackupTests {
    private let state: ServerState

    init() throws {
        state = try ServerState()
    }

    private var backup: URL { URL(filePath: state.backupPath) }

    @Test("N230: a backup counts what it holds, only its owner can read it, and nothing else is left beside it")
    func test_write_makesOnePrivateFile() throws {
        try state.fill()
        let content = try state.backUp()
        #expect((content.folders, content.photos, content.tokens) == (1, 5, 1))
        let attributes = try FileManager.default.attributesOfItem(atPath: state.backupPath)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: state.folder.path)) == ["a.backup", "state"])
    }

    @Test("N230: a backup replaces no file unless it may")
    func test_write_replacesOnlyIfItMay() throws {
        try state.fill()
        try Data("mine".utf8).write(to: backup)
        #expect(throws: BackupError.exists(path: state.backupPath)) { try state.backUp() }
        #expect(try Data(contentsOf: backup) == Data("mine".utf8))
        try state.backUp(mayReplace: true)
        #expect(try state.restore().content.photos == 5)
    }

    @Test("N230: without a state, a catalog of the folder or the folder itself, there is no backup and no file")
    func test_write_failsWithoutState() throws {
        let path = state.url.path(percentEncoded: false)
        #expect(throws: BackupError.emptyState(path: path)) { try state.backUp() }
        try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
        #expect(throws: BackupError.emptyState(path: path)) { try state.backUp() }
        try state.fill()
        let other = try TemporaryFolder()
        #expect(throws: BackupError.unknownFolder(path: other.path)) { try state.backUp(folder: other.path) }
        #expect(throws: BackupError.missing(path: "/nowhere")) { try state.backUp(folder: "/nowhere") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder.path) == ["state"])
    }

    @Test("N230: a backup of one folder has its catalog alone, with the tokens")
    func test_write_takesOneFolder() throws {
        try state.fill()
        let other = try TemporaryFolder()
        let root = try #require(FilePath(other.path).resolved())
        try CatalogFile(in: state.url, root: root).open(root: root, settings: ServerState.settings)
            .add([ImaginaryPhoto(number: 9)])
        #expect(try state.backUp(folder: other.path) == content(folders: 1, photos: 1, tokens: 1))
        #expect(try state.backUp(mayReplace: true) == content(folders: 2, photos: 6, tokens: 1))
    }

    @Test("N230: a damaged catalog, or damaged tokens, make no backup that looks like a good one")
    func test_write_failsWhenDamaged() throws {
        try state.fill()
        let tokens = state.url.appending(path: "tokens.json")
        let good = try Data(contentsOf: tokens)
        try Data("{".utf8).write(to: tokens)
        #expect(throws: BackupError.unusableTokens(.damaged(path: tokens.path))) { try state.backUp() }
        try good.write(to: tokens)
        let database = state.url.appending(path: CatalogFile.name(of: state.root))
        try Data(repeating: 7, count: 8192).write(to: database)
        #expect(throws: BackupError.damagedCatalog(path: database.path)) { try state.backUp() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder.path) == ["state"])
    }

    @Test("N230: backups while a server adds photos have each of its changes as a whole")
    func test_write_isConsistentWhileServerWrites() async throws {
        let catalog = try state.open()
        let size = 20
        let isEnding = Watched(false)
        let (state, backup) = (state, backup)
        try await withThrowingTaskGroup { group in
            group.addTask {
                var number = 0
                repeat {
                    try catalog.add((number..<number + size).map { ImaginaryPhoto(number: $0) })
                    number += size
                } while !isEnding.value
            }
            group.addTask {
                defer { isEnding.update { $0 = true } }
                var last = 0
                while last < 5 * size {
                    let photos = try state.backUp(mayReplace: true).photos
                    #expect(photos % size == 0 && photos >= last)
                    last = photos
                }
                let other = try ServerState()
                try other.restore(from: backup.path, to: other.photos.path)
                #expect(try other.open().damages() == [])
                #expect(try other.open().photoCount() == last)
            }
            try await group.waitForAll()
        }
    }

    @Test("N235: tar lists and extracts a backup, and sha256sum finds its files as they were")
    func test_write_makesPlainArchive() async throws {
        try state.fill()
        try state.backUp()
        let list = try await TestProgram.succeed(["tar", "tf", state.backupPath])
        let database = CatalogFile.name(of: state.root)
        #expect(list.text == ["backup.json", database, "tokens.json", "SHA256SUMS", ""].joined(separator: "\n"))
        #expect(list.errors == "")
        let folder = try TemporaryFolder()
        try await TestProgram.succeed(["tar", "xf", state.backupPath, "-C", folder.path])
        let check = try await TestProgram.succeed(["sh", "-c", "cd \(folder.path) && sha256sum -c SHA256SUMS"])
        #expect(check.text.ranges(of: ": OK").count == 3)
        let copy = CatalogCopy(path: folder.url.appending(path: database).path)
        #expect(try copy.photoCount() == 5)
    }

    private func content(folders: Int, photos: Int, tokens: Int) -> BackupContent {
        var content = BackupContent()
        (content.folders, content.photos, content.tokens) = (folders, photos, tokens)
        return content
    }
}
