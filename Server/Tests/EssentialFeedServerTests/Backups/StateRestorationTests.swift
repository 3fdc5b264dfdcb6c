import EssentialFeed
import Files
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct StateRestorationTests {
    private let state = ServerState()

    init() throws {
        try state.fill()
    }

    private var backup: URL { URL(filePath: state.backupPath) }

    @Test func `A restored catalog has the photos, places and deleted cursors of the backup`() throws {
        let deleted = ImaginaryPhoto(number: 2, date: 2)
        try state.open().forget([deleted.path])
        let ids = try state.open().ids()
        let rest = try state.open().ids(after: deleted.id)
        try state.backUp()
        try FileManager.default.removeItem(at: state.url)
        let result = try state.restore()
        #expect(result.kept == nil)
        #expect(result.content.photos == 4)
        #expect(result.ownerName == nil)
        #expect(try state.open().ids() == ids)
        #expect(try state.open().ids(after: deleted.id) == rest)
        #expect(rest?.count == 2)
        #expect(try TokenFile(in: state.url).tokens().map(\.name) == ["maria"])
    }

    @Test func `A restored state names its owner, who may need a new link`() throws {
        let state = ServerState()
        let owner = Invited("Maria Papadopoulou", scopes: AccessScope.admin.withIncluded)
        _ = try TokenFile(in: state.url).invite(owner, at: Date())
        try state.backUp()
        #expect(try state.restore().ownerName == owner.name)
    }

    @Test func `After a restore, no browser is signed in: some may have been signed out since the backup`() throws {
        let file = FriendsFile(in: state.url, root: state.root)
        let secret = TokenSecret.random()
        do {
            let friends = try file.open()
            try friends.write {
                try $0.start(
                    BrowserSession(
                        digest: Data(secret.digest.bytes), tokenID: "1", device: "a phone", createdAt: Date()))
            }
            try state.backUp()
            try friends.write { try $0.end(session: Data(secret.digest.bytes)) }
        }
        try state.restore()
        #expect(try file.open().session(secret) == nil)
    }

    @Test func `A backup with a file that is changed, cut or longer is refused, and nothing has changed`() throws {
        for name in try backUpAndListFiles() {
            let whole = try Data(contentsOf: backup.appending(path: name))
            var changed = stride(from: 0, to: whole.count, by: whole.count > 4_096 ? 1_009 : 7).map { offset in
                var data = whole
                data[offset] ^= 1
                return data
            }
            changed += (Array(stride(from: 0, to: whole.count, by: 3_001)) + [1, whole.count - 1]).map {
                whole.prefix($0)
            }
            changed.append(whole + Data([10]))
            try expectRefusal(of: changed, at: name) { $0 == .changed(path: state.backupPath) }
        }
    }

    @Test func `A backup without a file, or with a link, pipe or folder instead, is refused as a whole`() throws {
        let manager = FileManager.default
        let names = try backUpAndListFiles()
        let before = try state.snapshot()
        for name in names {
            let file = backup.appending(path: name)
            let aside = URL(filePath: state.path("aside"))
            try manager.moveItem(at: file, to: aside)
            let isDigests = name == "SHA256SUMS"
            expectRefusal {
                $0 == (isDigests ? .notABackup(path: state.backupPath) : .changed(path: state.backupPath))
            }
            let others: [() throws -> Void] = [
                { try manager.createSymbolicLink(at: file, withDestinationURL: aside) },
                { #expect(mkfifo(file.path, 0o600) == 0) },
                { try manager.createDirectory(at: file, withIntermediateDirectories: false) },
            ]
            for other in others {
                try other()
                expectRefusal { $0 == .changed(path: file.path) }
                try manager.removeItem(at: file)
            }
            try manager.moveItem(at: aside, to: file)
        }
        #expect(try state.snapshot() == before)
    }

    @Test func `A backup with more files is refused, and nothing has changed`() throws {
        _ = try backUpAndListFiles()
        let before = try state.snapshot()
        for name in ["backup.json", "tokens.json.lock", "folder-x.sqlite", ".hidden"] {
            let file = backup.appending(path: name)
            try Data("x".utf8).write(to: file)
            expectRefusal { $0 == .unknownFile(path: file.path) }
            try FileManager.default.removeItem(at: file)
        }
        for name in ["folder-\(String(repeating: "0", count: 32)).sqlite", "server.json"] {
            let file = backup.appending(path: name)
            try Data("x".utf8).write(to: file)
            expectRefusal { $0 == .changed(path: state.backupPath) }
            try FileManager.default.removeItem(at: file)
        }
        #expect(try state.snapshot() == before)
    }

    @Test func `What isn't a backup is refused, a file too, and nothing has changed`() throws {
        let before = try state.snapshot()
        #expect(throws: BackupError.missing(path: "/nowhere")) { try state.restore(from: "/nowhere") }
        for path in [state.url.path, state.folder.path] {
            let error = #expect(throws: BackupError.self) { try state.restore(from: path) }
            #expect(error?.description.contains("isn’t a backup") == true, "\(error?.description ?? "")")
        }
        let file = state.path("old.backup")
        try Data("backup.json".utf8).write(to: URL(filePath: file))
        let error = #expect(throws: BackupError.notAFolder(path: file)) { try state.restore(from: file) }
        #expect(error?.description.contains("isn’t a folder") == true)
        try FileManager.default.removeItem(atPath: file)
        let empty = state.path("empty.backup")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: empty).appending(path: "SHA256SUMS"))
        #expect(throws: BackupError.changed(path: empty)) { try state.restore(from: empty) }
        try FileManager.default.removeItem(atPath: empty)
        #expect(try state.snapshot() == before)
    }

    @Test func `A backup with files of a newer version, or of none, is refused, and nothing has changed`() throws {
        try state.backUp()
        let name = CatalogFile.name(of: state.root)
        let copy = state.path("copy.sqlite")
        try FileManager.default.copyItem(atPath: backup.appending(path: name).path, toPath: copy)
        try DatabaseQueue(path: copy).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 newer')")
        }
        let catalog = try Data(contentsOf: URL(filePath: copy))
        try FileManager.default.removeItem(atPath: copy)
        let newer = BackupError.newerVersion(path: state.backupPath)
        let changed = BackupError.changed(path: state.backupPath)
        try expectRefusal(of: [catalog], at: name, withDigests: true) { $0 == newer }
        try expectRefusal(of: [Data(repeating: 7, count: 8_192)], at: name, withDigests: true) { $0 == changed }
        let tokens = Data(#"{"version":4,"anything":[]}"#.utf8)
        try expectRefusal(of: [tokens], at: "tokens.json", withDigests: true) { $0 == newer }
        try expectRefusal(of: [Data("{".utf8)], at: "tokens.json", withDigests: true) { $0 == changed }
    }

    @Test("While a server uses the state, nothing is restored, even if its feed is public", arguments: [false, true])
    func restoreRefusesWhileServerRuns(isPublic: Bool) async throws {
        try state.backUp()
        var configuration = try PhotoServerConfiguration(
            folder: state.photos.path, at: ServerLocation(port: 0), environment: [:], timeZone: .gmt)
        configuration.stateFolder = state.url
        configuration.isPublic = isPublic
        let state = state
        let path = try #require(FilePath(state.url.path).resolved()).string
        try await RunningServer.with(configuration) { _ in
            let before = try state.snapshot()
            #expect(throws: BackupError.inUse(path: path)) { try state.restore() }
            #expect(try state.snapshot() == before)
        }
        #expect(try state.restore().kept != nil)
    }

    @Test func `What a killed command has left is replaced, unless the command is still running`() throws {
        try state.backUp()
        let part = state.path("state.part")
        try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: "\(part)/tokens.json"))
        let path = try #require(FilePath(part).resolved()).string
        let lock = try FileLock(folder: part, isShared: false)
        #expect(throws: BackupError.inUse(path: path)) { try state.restore() }
        withExtendedLifetime(lock) {}
        _ = consume lock
        let kept = try #require(try state.restore().kept)
        let names = try FileManager.default.contentsOfDirectory(atPath: state.folder.path)
        #expect(Set(names) == ["a.backup", "state", URL(filePath: kept).lastPathComponent])
    }

    @Test func `A folder of the user's that only has the name of a killed command's is kept`() throws {
        try state.backUp()
        let letter = URL(filePath: state.path("state.part")).appending(path: "letters/letter.odt")
        try FileManager.default.createDirectory(
            at: letter.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("dear".utf8).write(to: letter)
        let before = try state.snapshot()
        let error = #expect(throws: BackupError.self) { try state.restore() }
        guard case .unwritableState = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(try Data(contentsOf: letter) == Data("dear".utf8))
        #expect(try state.snapshot() == before)
    }

    @Test(
        "Whatever the owner of the state folder plants, restoring gives away no file of the administrator's",
        arguments: PlantedFile.allCases, [true, false])
    func restoreGivesNothingAway(planted: PlantedFile, isOwnersParent: Bool) throws {
        let victim = try Victim()
        try state.backUp()
        if isOwnersParent {
            try victim.giveFolder(state.folder.url)
            try planted.plant(at: URL(filePath: state.path("state.part")), for: victim)
        }
        try FileManager.default.removeItem(at: state.url)
        try victim.giveFolder(state.url)
        try planted.plant(at: state.url.appending(path: "tokens.json.lock"), for: victim)
        try planted.plant(at: state.url.appending(path: "tokens.json"), for: victim)
        do {
            try state.restore()
            let paths = try FileManager.default.subpathsOfDirectory(atPath: state.url.path)
            for path in [""] + paths {
                let attributes = try FileManager.default.attributesOfItem(atPath: state.url.appending(path: path).path)
                #expect(attributes[.ownerAccountID] as? UInt32 == Victim.other, "\(path)")
            }
        } catch let error as BackupError {
            guard case .unwritableState = error else { throw error }
        }
        try victim.expectUntouched()
    }

    @Test(arguments: ["state", "above/state"])
    func `A state folder that is another user's link, or below one, is replaced as that user`(name: String) throws {
        try requireRoot()
        let victim = try AdministratorsFolder()
        try state.backUp()
        let place = URL(filePath: state.path(name == "state" ? "link" : "above"))
        try victim.plantLink(at: place, toParent: name != "state")
        let target = name == "state" ? place : place.appending(path: "state")
        let error = #expect(throws: BackupError.self) {
            try StateRestoration(of: target, now: { Date() }).restore(from: state.backupPath, to: nil)
        }
        guard case .unwritableState = error else { return #expect(Bool(false), "\(String(describing: error))") }
        try victim.expectUntouched()
    }

    @Test func `An administrator's own link to a state folder is followed`() throws {
        try state.backUp()
        let link = URL(filePath: state.path("link"))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: state.url)
        let result = try StateRestoration(of: link, now: { Date() }).restore(from: state.backupPath, to: nil)
        #expect(result.kept?.contains("/state.before-restore-2") == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("state"))
    }

    @Test(arguments: [true, false])
    func `A restored state belongs to the owner of the folder that it replaces, even if empty`(isEmpty: Bool) throws {
        try state.backUp()
        try FileManager.default.removeItem(at: state.url)
        try Victim().giveFolder(state.url)
        if !isEmpty { try Data("x".utf8).write(to: state.url.appending(path: "x")) }
        #expect(try (state.restore().kept == nil) == isEmpty)
        for path in ["", "tokens.json", CatalogFile.name(of: state.root)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: state.url.appending(path: path).path)
            #expect(attributes[.ownerAccountID] as? UInt32 == Victim.other, "\(path)")
        }
    }

    @Test func `What was there is kept whole under the name that is returned`() throws {
        try state.backUp()
        try state.fill(5..<8, token: "bob")
        try Data("x".utf8).write(to: state.url.appending(path: "a-file-of-mine"))
        let kept = try #require(try state.restore().kept)
        #expect(kept.contains("/state.before-restore-2"))
        #expect(try state.open().photoCount() == 5)
        #expect(try TokenFile(in: state.url).tokens().map(\.name) == ["maria"])
        let old = URL(filePath: kept, directoryHint: .isDirectory)
        #expect(try TokenFile(in: old).tokens().map(\.name) == ["maria", "bob"])
        let catalog = try CatalogFile(in: old, root: state.root).open(root: state.root, settings: ServerState.settings)
        #expect(try catalog.photoCount() == 8)
        #expect(FileManager.default.fileExists(atPath: "\(kept)/a-file-of-mine"))
        let names = try FileManager.default.contentsOfDirectory(atPath: state.folder.path)
        #expect(Set(names) == ["a.backup", "state", URL(filePath: kept).lastPathComponent])
    }

    @Test func `The old state is named after the exchange, so that a killed command can't name the new one`() throws {
        try state.backUp()
        let notifications = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        defer { close(notifications) }
        #expect(inotify_add_watch(notifications, state.folder.path, UInt32(IN_MOVED_TO)) >= 0)
        let kept = URL(filePath: try #require(try state.restore().kept)).lastPathComponent
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(notifications, &buffer, buffer.count)
        // Zeros are before and after each name.
        let names = buffer.prefix(max(0, count)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        #expect(names.filter { $0.hasPrefix("state") } == ["state", "state.part", kept])
    }

    @Test func `What a command that was killed after the exchange has left is kept`() throws {
        try state.backUp()
        let part = state.path("state.part")
        try FileManager.default.moveItem(atPath: state.url.path, toPath: part)
        let before = try state.snapshot()
        #expect(throws: BackupError.self) { try state.restore() }
        #expect(try state.snapshot() == before)
    }

    @Test func `A state folder that can't be exchanged as a whole stays as it is`() async throws {
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

    @Test func `The only catalog of a backup can be given to another photo folder`() throws {
        try state.backUp()
        let other = TemporaryFolder()
        let root = try #require(FilePath(other.path).resolved())
        try state.restore(to: other.path)
        let catalog = try CatalogFile(in: state.url, root: root).open(root: root, settings: ServerState.settings)
        #expect(try catalog.photoCount() == 5)
        try state.open().add([ImaginaryPhoto(number: 1)])
        let two = state.path("b.backup")
        try state.backUp(to: two)
        #expect(throws: BackupError.notOneCatalog(path: two, count: 2)) { try state.restore(from: two, to: other.path) }
    }

    @Test func `No version that was shown after the backup comes back with other content`() throws {
        try state.backUp()
        try state.open().add([ImaginaryPhoto(number: 100)])
        let shown = try state.open().version
        try state.restore()
        try state.open().add([ImaginaryPhoto(number: 101)])
        let version = try state.open().version
        #expect(version.number == shown.number)
        #expect(version.catalog != shown.catalog)
    }

    private func backUpAndListFiles() throws -> [String] {
        try state.backUp()
        let names = try FileManager.default.contentsOfDirectory(atPath: state.backupPath).sorted()
        #expect(names.count == 3)
        return names
    }

    /// Gives a file of the backup each of these contents, and expects restoring it to change nothing.
    /// - Parameter withDigests: Whether the backup has the digest of the content.
    private func expectRefusal(
        of contents: [Data], at name: String, withDigests: Bool = false, _ isExpected: (BackupError) -> Bool
    ) throws {
        let before = try state.snapshot()
        let (file, digests) = (backup.appending(path: name), backup.appending(path: "SHA256SUMS"))
        let (good, goodDigests) = (try Data(contentsOf: file), try Data(contentsOf: digests))
        for content in contents {
            try content.write(to: file)
            if withDigests {
                let text = String(decoding: goodDigests, as: UTF8.self).replacing(
                    ContentDigest(of: good).hexadecimal, with: ContentDigest(of: content).hexadecimal)
                try Data(text.utf8).write(to: digests)
            }
            expectRefusal(isExpected)
        }
        try good.write(to: file)
        try goodDigests.write(to: digests)
        #expect(try state.snapshot() == before)
    }

    private func expectRefusal(_ isExpected: (BackupError) -> Bool) {
        let error = #expect(throws: BackupError.self) { try state.restore() }
        #expect(error.map(isExpected) == true, "\(error?.description ?? "")")
    }
}
