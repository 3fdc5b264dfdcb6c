import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct ServerCheckTests {
    private static let unsaved = "warning: can’t save the index, so every start reads all photos: "

    private let photos = PhotoFolder()
    private let lines = Box<[String]>([])

    init() throws {
        try photos.write(Pictures.numbered(1_000), to: "a.jpg")
    }

    private var state: URL { photos.state.url.appending(path: "essential-feed", directoryHint: .isDirectory) }
    private var root: FilePath { FilePath(photos.path).resolved() ?? "" }
    private var database: URL { state.appending(path: CatalogFile.name(of: root)) }

    private func check(
        _ configuration: PhotoServerConfiguration
    ) async throws -> (problems: [any Error], served: ServedFolder?) {
        let lines = lines
        let log = RecordingLog { lines.append($0) }
        let server = PhotoServer(configuration: configuration, logger: log.logger) { _ in }
        return try await FollowedFolders.shared.one { try await server.check() }
    }

    private func open() throws -> SQLiteCatalog {
        try CatalogFile(in: state, root: root).open(root: root, settings: .knowingKey())
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: database.path).write { try $0.execute(sql: sql) }
    }

    @Test func `Server: a check logs what a start does: files left out, and entries without a photo`() async throws {
        try photos.write("photos:\n  - file: a.jpg\n  - file: nowhere.jpg\n", to: "feed.yaml")
        try photos.write("text", to: "notes.txt")
        try photos.write(Pictures.animation().dropLast(), to: "cut.png")
        let (problems, served) = try await check(try photos.configuration())
        #expect(problems.isEmpty)
        #expect(served?.photoCount == 1)
        for line in [
            "left out, not JPEG, PNG, WebP, GIF, HEIC or AVIF: notes.txt", "left out, incomplete: cut.png",
            "feed.yaml, line 3: there is no photo “nowhere.jpg”",
        ] {
            #expect(lines.value.contains { $0.hasPrefix("notice: \(line)") }, "\(lines.value)")
        }
    }

    @Test func `Server: a check names a cover that is no photo, and one that is hidden or deleted`() async throws {
        let configuration = try photos.configuration()
        _ = try await photos.index()
        try photos.write("title: a\ncover: nowhere.jpg\n", to: "feed.yaml")
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value.contains { $0.hasPrefix("notice: feed.yaml, line 2: there is no photo “nowhere.jpg”") })

        let friends = try photos.friends.open()
        let photo = contentID(Pictures.numbered(1_000))
        try photos.write("cover: a.jpg\n", to: "feed.yaml")
        let count = lines.value.count
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value.count == count)
        try friends.write { try $0.set(PhotoState(isHidden: true), of: photo) }
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value.last?.hasPrefix("notice: feed.yaml, line 1: the cover “a.jpg” isn’t shown") == true)

        try FileManager.default.removeItem(at: photos.url("feed.yaml"))
        try friends.write { try $0.set(ChosenAppearance(cover: UUID())) }
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value.last?.hasPrefix("notice: the cover isn’t shown because its photo is deleted") == true)
    }

    @Test func `Server: a check says why the index wouldn't be saved, not that a running server has it`() async throws {
        var configuration = try photos.configuration()
        let catalog = try open()
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value == [])
        #expect(try catalog.photoCount() == 0)

        configuration.stateFolder = photos.url("state")
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value.last?.hasSuffix("is inside the photo folder") == true)
    }

    @Test func `Server: a check tells an index of a newer version and a damaged one, and leaves both`() async throws {
        let configuration = try photos.configuration()
        _ = try await photos.index()
        try execute("INSERT INTO grdb_migrations VALUES ('99 newer')")
        let newer = try Data(contentsOf: database)
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value == [Self.unsaved + "a newer version of this program wrote it"])
        #expect(try Data(contentsOf: database) == newer)

        let damaged = Data(repeating: 7, count: 8_192)
        try damaged.write(to: database)
        #expect(try await check(configuration).problems.isEmpty)
        #expect(lines.value.last == "notice: the index was damaged and is being rebuilt")
        #expect(try Data(contentsOf: database) == damaged)
    }

    @Test func `Server: a check says that the state can't be written, also where it has to be created`() async throws {
        let path = photos.state.path
        let configuration = try photos.configuration()
        try await withReadOnlyMount(on: path) { _ = try? await check(configuration) }
        #expect(lines.value == [Self.unsaved + "Permission denied"])
    }

    @Test func `Server: a check changes nothing in the folder and the state, even after a kill`() async throws {
        _ = try await photos.index()
        _ = try photos.invite("maria")
        // A killed server's remains: changes only in the log.
        let killed = TemporaryFolder()
        do {
            let catalog = try open()
            try catalog.add([ImaginaryPhoto(number: 1)])
            for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
                try FileManager.default.copyItem(at: state.appending(path: name), to: killed.url.appending(path: name))
            }
        }
        for name in [database.lastPathComponent, database.lastPathComponent + "-wal"] {
            try Data(contentsOf: killed.url.appending(path: name)).write(to: state.appending(path: name))
        }
        let before = try (photos.snapshot(), stateSnapshot())
        let (problems, served) = try await check(try photos.configuration())
        #expect(problems.isEmpty)
        #expect(served?.photoCount == 1)
        let after = try (photos.snapshot(), stateSnapshot())
        #expect(after == before)
        #expect(before.1.keys.contains { $0.hasSuffix("-wal") })
    }

    private func stateSnapshot() throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: photos.state.path) {
            let path = photos.state.url.appending(path: name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let keys: [FileAttributeKey] = [.modificationDate, .size, .systemFileNumber, .posixPermissions, .type]
            let content = FileManager.default.contents(atPath: path).map { ContentDigest(of: $0).hexadecimal }
            result[name] = keys.map { "\(attributes[$0] ?? "")" } + [content ?? ""]
        }
        return result
    }
}
