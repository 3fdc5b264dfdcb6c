import EssentialFeed
import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct StateBackupTests {
    private let state = ServerState()

    private var backup: URL { URL(filePath: state.backupPath) }

    @Test func `A backup has the state's files and counts them, as sha256sum does, for its owner alone`() async throws {
        try state.fill()
        #expect(try state.backUp() == content(folders: 1, photos: 5, tokens: 1))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(state.backupPath) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: state.backupPath)
        let database = CatalogFile.name(of: state.root)
        #expect(Set(names) == [database, "tokens.json", "SHA256SUMS"])
        for name in names { #expect(try mode(backup.appending(path: name).path) == 0o600, "\(name)") }
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: state.folder.path)) == ["a.backup", "state"])
        let check = try await TestProgram.succeed([
            "sh", "-c", "cd '\(state.backupPath)' && sha256sum -c --strict SHA256SUMS",
        ])
        #expect((check.text, check.errors) == ("\(database): OK\ntokens.json: OK\n", ""))
        #expect(try DatabaseCopy(path: backup.appending(path: database).path).photoCount() == 5)
        let tokens = state.url.appending(path: "tokens.json")
        #expect(try Data(contentsOf: backup.appending(path: "tokens.json")) == Data(contentsOf: tokens))
    }

    @Test func `A backup has no address at which a browser gets messages, and none of its keys`() throws {
        try state.fill()
        let browser = PushBrowser()
        try FriendsFile(in: state.url, root: state.root).open().write { transaction in
            let (session, now) = (Data(repeating: 1, count: 32), Date())
            try transaction.start(BrowserSession(digest: session, tokenID: "maria", device: "a phone", createdAt: now))
            let subscription = try browser.subscription(#require(URL(string: "https://push.example.net/a")))
            try transaction.subscribe(subscription, session: session, at: now)
        }
        try state.backUp()
        let name = FriendsFile.name(ofCatalog: CatalogFile.name(of: state.root))
        let copy = try Data(contentsOf: backup.appending(path: name))
        #expect(copy.firstRange(of: Data("push.example.net".utf8)) == nil)
        #expect(copy.firstRange(of: browser.secret) == nil)
        #expect(try state.restore().content.photos == 5)
    }

    @Test func `A backup takes a new name or an empty folder, and replaces nothing else`() throws {
        try state.fill()
        let mine = Data("mine".utf8)
        try mine.write(to: backup)
        #expect(throws: BackupError.exists(path: state.backupPath)) { try state.backUp() }
        #expect(try Data(contentsOf: backup) == mine)
        try FileManager.default.removeItem(at: backup)

        let file = backup.appending(path: "a-file")
        try FileManager.default.createDirectory(at: backup, withIntermediateDirectories: false)
        try mine.write(to: file)
        #expect(throws: BackupError.exists(path: state.backupPath)) { try state.backUp() }
        #expect(try Data(contentsOf: file) == mine)
        try FileManager.default.removeItem(at: file)

        try state.backUp()
        #expect(throws: BackupError.exists(path: state.backupPath)) { try state.backUp() }
        #expect(try state.restore().content.photos == 5)
    }

    @Test func `A backup goes to no place that a link at its path leads to`() throws {
        try state.fill()
        let other = TemporaryFolder()
        for destination in [other.url, other.url.appending(path: "missing")] {
            try FileManager.default.createSymbolicLink(at: backup, withDestinationURL: destination)
            #expect(throws: BackupError.exists(path: state.backupPath)) { try state.backUp() }
            try FileManager.default.removeItem(at: backup)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder.path) == ["state"])
    }

    @Test func `What killed backups left is removed by the next one, unless it is in use or has other files`() throws {
        try state.fill()
        // An earlier program's folder had a name of its own.
        let (part, other) = ("\(state.backupPath).part", "\(state.backupPath).\(UUID()).part")
        let manager = FileManager.default
        for (path, name) in [(part, "SHA256SUMS"), (other, "tokens.json")] {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
            try Data("x".utf8).write(to: URL(filePath: path).appending(path: name))
        }
        let lock = try FileLock(folder: part, isShared: false)
        #expect(throws: BackupError.exists(path: part)) { try state.backUp() }
        withExtendedLifetime(lock) {}
        _ = consume lock
        try state.backUp()
        let names = try manager.contentsOfDirectory(atPath: state.folder.path)
        #expect(Set(names) == ["a.backup", "state", URL(filePath: other).lastPathComponent])

        let second = state.path("b.backup")
        let file = URL(filePath: "\(second).part/a-file-of-mine")
        try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: file)
        #expect(throws: BackupError.exists(path: "\(second).part")) { try state.backUp(to: second) }
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }

    @Test(
        "Whatever the owner of the state folder plants there, a backup touches no file of the administrator's",
        arguments: PlantedFile.allCases, ServerState.names.filter { !$0.hasSuffix(".lock") })
    func writeGivesNothingAway(planted: PlantedFile, name: String) throws {
        // The link's target belongs to the user, who may have it in a backup.
        if geteuid() != 0, planted == .hardLink, name.hasSuffix(".json") { return }
        let victim = try Victim()
        try state.fill()
        _ = try FriendsFile(in: state.url, root: state.root).open()
        try state.plant(planted, at: name, for: victim)
        let error = #expect(throws: BackupError.self) { try state.backUp() }
        guard case .unreadable = error else { return #expect(Bool(false), "\(String(describing: error))") }
        try victim.expectUntouched()
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder.path) == ["state"])
    }

    @Test func `A backup in another user's folder follows no link that the user puts in its place`() throws {
        try requireRoot()
        try state.fill(0..<200)
        let (victim, own) = (TemporaryFolder(), state.folder.url.appending(path: "own"))
        try Victim().giveFolder(own)
        let part = own.appending(path: "nb.part").path
        let swaps = Box(0)
        while swaps.value < 5 {
            let swap = Thread {
                while !Thread.current.isCancelled {
                    guard rename(part, part + ".moved") == 0 else { continue }
                    symlink(victim.path, part)
                    lchown(part, Victim.other, gid_t(Victim.other))
                    return swaps.set(swaps.value + 1)
                }
            }
            swap.start()
            do {
                try state.backUp(to: own.appending(path: "nb").path)
            } catch {
                #expect(error is BackupError)
            }
            swap.cancel()
            while !swap.isFinished {}
            // Without the capability to override permissions, root may not empty the user's folders.
            try FolderOwner.acting(in: FilePath(own.path)) {
                for name in try FileManager.default.contentsOfDirectory(atPath: own.path) {
                    try FileManager.default.removeItem(at: own.appending(path: name))
                }
            } orThrow: {
                $0
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: victim.path) == [])
    }

    @Test func `Work as another user may nothing that only the administrator's groups may`() throws {
        try requireRoot()
        let (own, groups) = (TemporaryFolder(), TemporaryFolder())
        try Victim().giveFolder(own.url)
        let group: gid_t = 54_321
        #expect(chown(groups.path, 0, group) == 0)
        #expect(chmod(groups.path, 0o770) == 0)
        try FolderOwner.setThreadGroups([group])
        defer { #expect(throws: Never.self) { try FolderOwner.setThreadGroups([]) } }
        #expect(throws: FileError.system(.permissionDenied)) {
            try FolderOwner.acting(in: FilePath(own.path)) { () throws(FileError) in
                _ = try FilePath(groups.path).appending("file").createFile()
            } orThrow: {
                $0
            }
        }
        var regained: [gid_t] = [0]
        #expect(getgroups(1, &regained) == 1)
        #expect(regained == [group])
    }

    @Test(arguments: [true, false])
    func `A backup of another user's state opens its files as that user, also without a log`(hasLog: Bool) throws {
        try state.fill()
        if !hasLog {
            try state.backUp()
            try state.restore()
        }
        try Victim().giveFolder(state.url)
        for name in try FileManager.default.contentsOfDirectory(atPath: state.url.path) {
            let path = state.url.appending(path: name).path
            #expect(chown(path, Victim.other, gid_t(Victim.other)) == 0)
        }
        #expect(try state.backUp(to: state.path("b.backup")).photos == 5)
        for name in try FileManager.default.contentsOfDirectory(atPath: state.url.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: state.url.appending(path: name).path)
            #expect(attributes[.ownerAccountID] as? UInt32 == Victim.other, "\(name)")
        }
        try requireRoot()
        let database = state.url.appending(path: CatalogFile.name(of: state.root))
        #expect(chown(database.path, 0, 0) == 0)
        #expect(throws: BackupError.self) { try state.backUp(to: state.path("c.backup")) }
    }

    @Test func `A backup that can't be written leaves nothing behind`() throws {
        try state.fill()
        let path = state.path("missing/a.backup")
        let error = #expect(throws: BackupError.self) { try state.backUp(to: path) }
        #expect(error?.description.hasPrefix("can’t write \(path): ") == true, "\(error?.description ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder.path) == ["state"])
    }

    @Test func `Without a state, a catalog of the folder or the folder, there is no backup and no folder`() throws {
        let path = state.url.path(percentEncoded: false)
        #expect(throws: BackupError.emptyState(path: path)) { try state.backUp() }
        try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
        #expect(throws: BackupError.emptyState(path: path)) { try state.backUp() }
        try state.fill()
        let other = TemporaryFolder()
        #expect(throws: BackupError.unknownFolder(path: other.path)) { try state.backUp(folder: other.path) }
        #expect(throws: BackupError.missing(path: "/nowhere")) { try state.backUp(folder: "/nowhere") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder.path) == ["state"])
    }

    @Test func `A folder whose photos have moved can still be backed up alone, and restored where they are`() throws {
        try state.fill()
        let (old, new) = (state.root.string, TemporaryFolder())
        let root = try #require(FilePath(new.path).resolved())
        try CatalogFile(in: state.url, root: root).open(root: root, settings: ServerState.settings)
            .add([ImaginaryPhoto(number: 9)])
        try FileManager.default.removeItem(at: state.photos.url)
        try state.backUp(folder: old)
        #expect(try state.restore(to: new.path).content.photos == 5)
    }

    @Test func `A folder that is gone is known by each path that led to it`() throws {
        try state.fill()
        let link = state.path("link")
        let parent = state.photos.url.deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(at: URL(filePath: link), withDestinationURL: parent)
        let here = FilePath(FileManager.default.currentDirectoryPath)
        let relative = String(repeating: "../", count: here.components.count) + state.root.string.dropFirst()
        try FileManager.default.removeItem(at: state.photos.url)
        for (number, path) in [relative, "\(link)/\(state.photos.url.lastPathComponent)"].enumerated() {
            #expect(try state.backUp(to: state.path("\(number)"), folder: path).photos == 5)
        }
    }

    @Test func `A backup of one folder has its catalog alone, with the tokens`() throws {
        try state.fill()
        let other = TemporaryFolder()
        let root = try #require(FilePath(other.path).resolved())
        try CatalogFile(in: state.url, root: root).open(root: root, settings: ServerState.settings)
            .add([ImaginaryPhoto(number: 9)])
        #expect(try state.backUp(folder: other.path) == content(folders: 1, photos: 1, tokens: 1))
        #expect(try state.backUp(to: state.path("b.backup")) == content(folders: 2, photos: 6, tokens: 1))
    }

    @Test func `A damaged catalog, or damaged tokens, make no backup that looks like a good one`() throws {
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

    @Test func `Backups while a server adds photos have each of its changes as a whole`() async throws {
        let catalog = try state.open()
        let size = 20
        let isEnding = Watched(false)
        let state = state
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
                var path = ""
                while last < 5 * size {
                    path = state.path("\(UUID().uuidString).backup")
                    let photos = try state.backUp(to: path).photos
                    #expect(photos % size == 0 && photos >= last)
                    last = photos
                }
                let other = ServerState()
                try other.restore(from: path, to: other.photos.path)
                #expect(try other.open().damages() == [])
                #expect(try other.open().photoCount() == last)
            }
            try await group.waitForAll()
        }
    }

    private func content(folders: Int, photos: Int, tokens: Int) -> BackupContent {
        var content = BackupContent()
        (content.folders, content.photos, content.tokens) = (folders, photos, tokens)
        return content
    }
}
