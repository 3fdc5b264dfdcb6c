import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct StateDiagnosisTests {
    private var server: DiagnosedServer

    init() throws {
        server = try DiagnosedServer()
    }

    private var root: FilePath { FilePath(server.photos.path).resolved() ?? "" }
    private var database: URL { server.state.appending(path: CatalogFile.name(of: root)) }

    private func open() throws -> SQLiteCatalog {
        try CatalogFile(in: server.state, root: root).open(
            root: root, settings: CatalogSettings(zone: .gmt, now: { Date() }))
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: database.path).write { try $0.execute(sql: sql) }
    }

    @Test(
        "N237: a state inside the photo folder, or at a file, is an error; without any place for it there is a warning")
    func test_findings_nameStateFolder() async throws {
        var server = server
        server.configuration.stateFolder = server.photos.url("state")
        #expect(await server.messages(.error, .state).first?.contains("inside the photo folder") == true)
        try Data().write(to: server.photos.state.url.appending(path: "file"))
        server.configuration.stateFolder = server.photos.state.url.appending(path: "file")
        #expect(await server.messages(.error, .state).first?.contains("is no folder") == true)
        server.configuration.stateFolder = nil
        #expect(await server.messages(.warning, .state).first?.contains("--state") == true)
    }

    @Test("N237: a state that a server uses is fine, and is said")
    func test_findings_nameRunningServer() async throws {
        let catalog = try open()
        #expect(await server.messages(.note, .state).first?.contains("a server uses this state") == true)
        #expect(await server.messages(.error, .state) == [])
        #expect(try catalog.photoCount() == 0)
    }

    @Test("N237: a damaged catalog and one of a newer version are errors")
    func test_findings_nameUnusableCatalog() async throws {
        try open().add((0..<200).map { ImaginaryPhoto(number: $0) })
        try execute("INSERT INTO grdb_migrations VALUES ('99 newer')")
        #expect(await server.messages(.error, .state).first?.contains("a newer version") == true)
        try execute("DELETE FROM grdb_migrations WHERE identifier = '99 newer'")
        #expect(await server.messages(.error, .state) == [])
        var bytes = try Data(contentsOf: database)
        bytes.replaceSubrange(20_000..<40_000, with: Data(repeating: 3, count: 20_000))
        try bytes.write(to: database)
        chmod(database.path, 0o600)
        #expect(await server.messages(.error, .state).first?.contains("is damaged") == true)
        try Data(repeating: 7, count: 8_192).write(to: database)
        chmod(database.path, 0o600)
        #expect(await server.messages(.error, .state).first?.contains("is damaged") == true)
    }

    @Test("N258: a photo of which no picture can be made is a warning with its reason")
    func test_findings_namePhotosWithoutPicture() async throws {
        let catalog = try open()
        try catalog.add([ImaginaryPhoto(number: 1)])
        let id = ImaginaryPhoto(number: 1).id
        try catalog.record([SizingResult(photo: id, outcome: .failed(reason: "the image is damaged"))])
        let warnings = await server.messages(.warning, .folder)
        #expect(warnings.contains { $0.contains("photo-1.jpg, which makes no picture: the image is damaged; ") })
    }

    @Test("N237: tokens that others may read, and tokens that can't be read, are errors")
    func test_findings_nameTokens() async throws {
        _ = try server.photos.invite("maria")
        let tokens = server.state.appending(path: "tokens.json").path
        chmod(tokens, 0o640)
        #expect(await server.messages(.error, .tokens).first?.contains("other users") == true)
        try Data("{".utf8).write(to: URL(filePath: tokens))
        chmod(tokens, 0o600)
        let errors = await server.messages(.error, .tokens)
        #expect(errors.count == 1)
        #expect(errors.first?.contains("damaged") == true)
    }

    @Test("N237: a full disk and a read-only one are errors for the state, little room is a warning for both folders")
    func test_findings_nameDisk() async throws {
        let (full, little) = (DiskSpace(free: 999, isReadOnly: false), DiskSpace(free: 50_000_000, isReadOnly: false))
        let (readOnly, roomy) = (
            DiskSpace(free: 1 << 40, isReadOnly: true), DiskSpace(free: 1 << 40, isReadOnly: false)
        )
        #expect([full, readOnly].allSatisfy { $0.findingsOfState("/s").map(\.severity) == [.error] })
        #expect(little.findingsOfState("/s").map(\.severity) == [.warning])
        #expect(little.findingsOfFolder("/p").first?.message.contains("only 50 MB left") == true)
        #expect(roomy.findingsOfState("/s") + roomy.findingsOfFolder("/p") + readOnly.findingsOfFolder("/p") == [])
    }

    @Test("N237: a state on a disk that really is read-only is an error, whoever asks")
    func test_findings_nameReadOnlyDisk() async throws {
        let path = server.photos.state.path
        try await TestProgram.succeed(["mount", "--bind", path, path])
        try await TestProgram.succeed(["mount", "-o", "remount,ro,bind", path])
        let errors = await server.messages(.error, .disk)
        try await TestProgram.succeed(["umount", path])
        #expect(errors.first?.contains("read-only") == true)
        #expect(await server.findings() == [])
    }
}
