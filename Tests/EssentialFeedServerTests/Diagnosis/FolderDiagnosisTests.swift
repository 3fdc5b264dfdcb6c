import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct FolderDiagnosisTests {
    private var server: DiagnosedServer

    init() throws {
        server = try DiagnosedServer()
    }

    @Test("N237: where all is well, nothing is found")
    func test_findings_areNoneWhereAllIsWell() async throws {
        #expect(await server.findings() == [])
        _ = try await server.photos.index()
        _ = try server.photos.invite("maria")
        #expect(await server.findings() == [])
    }

    @Test("N237: a folder that is missing or no folder is an error", arguments: ["missing", "a.jpg"])
    func test_findings_nameFolder(name: String) async throws {
        var server = server
        server.configuration = try PhotoServerConfiguration(
            folder: server.photos.url(name).path, port: 0, environment: ["XDG_STATE_HOME": server.photos.state.path],
            timeZone: .gmt)
        let errors = await server.messages(.error, .folder)
        #expect(errors.count == 1)
        #expect(errors.first?.contains("choose another folder") == true)
    }

    @Test("N237: files that are left out are named with the reason, by kind, five of each")
    func test_findings_nameLeftOutFiles() async throws {
        try server.photos.write(Pictures.numbered(1_000), to: "b.jpg")
        try server.photos.write(anyPNG().dropLast(), to: "cut.png")
        try server.photos.write(Data(), to: "empty.jpg")
        for number in 0..<7 { try server.photos.write("text", to: "\(number).txt") }
        #expect(
            await server.messages(.warning, .folder) == [
                "left out, incomplete: cut.png; copy them again", "left out, empty: empty.jpg; copy them again",
            ])
        let notes = await server.messages(.note, .folder)
        #expect(notes.count == 2)
        #expect(notes[0].contains("and 2 more; nothing to do unless you miss one"))
        #expect(notes[1].hasPrefix("left out, duplicate: b.jpg (same as a.jpg)"))
    }

    @Test("N237: a folder without photos is a warning")
    func test_findings_nameMissingPhotos() async throws {
        try FileManager.default.removeItem(at: server.photos.url("a.jpg"))
        #expect(await server.messages(.warning, .folder).first?.contains("the folder has no photos") == true)
    }

    @Test("N237: an error in feed.yaml, and an entry without a photo, are named by their lines")
    func test_findings_nameLinesOfDocument() async throws {
        try server.photos.write("photos:\n  - file: a.jpg\n  - file: nowhere.jpg\n", to: "feed.yaml")
        let warnings = await server.messages(.warning, .document)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("feed.yaml, line 3: there is no photo \"nowhere.jpg\"") == true)
        try server.photos.write("photos:\n  - fil: a.jpg\n", to: "feed.yaml")
        try server.photos.write("{}", to: "feed.json")
        let errors = await server.messages(.error, .document)
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("feed.yaml, line 2: ") == true)
    }

    @Test("N237: a file system whose changes others make, and too few watches, are warnings unless --rescan is given")
    func test_findings_nameUnreportedChanges() async throws {
        var server = server
        let attributes = try FileManager.default.attributesOfItem(atPath: server.photos.path)
        let number = MountTable.text(of: UInt64(try #require(attributes[.systemNumber] as? Int)))
        server.facts.mounts = "1 2 \(number) / /photos rw shared:1 - nfs4 server:/photos rw\n"
        server.facts.maximumWatches = 0
        let warnings = await server.messages(.warning, .folder)
        #expect(warnings.count == 2)
        #expect(warnings.allSatisfy { $0.contains("use --rescan 5m") })
        #expect(warnings.first?.contains("(nfs4)") == true)
        server.configuration.rescanInterval = .seconds(300)
        #expect(await server.findings() == [])
    }

    @Test("N237: the system's own table of mounts knows the folder's file system, and how many folders may be watched")
    func test_facts_areReadFromSystem() throws {
        let facts = SystemFacts(now: { Date() })
        #expect(MountTable(facts.mounts).kind(of: FilePath("/proc")) == "proc")
        #expect((facts.maximumWatches ?? 0) > 0)
        #expect(facts.programDate != nil)
    }

    @Test("N237: a clock before the program's installation is an error, and a photo from the future a warning")
    func test_findings_nameClock() async throws {
        var server = server
        let now = Date(timeIntervalSince1970: 1_577_836_800 - 2 * 86_400)
        server.facts = SystemFacts(now: { now }, programDate: now + 86_000, mounts: "", maximumWatches: nil)
        #expect(await server.messages(.warning, .clock).first?.hasPrefix("a.jpg is from the future") == true)
        server.facts.programDate = now + 90_000
        #expect(await server.messages(.error, .clock).first?.contains("set the clock") == true)
    }

    @Test("N238: looking at a server changes nothing in its folder and its state, whether it ended well or was killed")
    func test_findings_changeNothing() async throws {
        _ = try await server.photos.index()
        _ = try server.photos.invite("maria")
        // What a killed server leaves behind: changes that are in the log alone.
        let database = CatalogFile.name(of: try #require(FilePath(server.photos.path).resolved()))
        let killed = try TemporaryFolder()
        let root = try #require(FilePath(server.photos.path).resolved())
        do {
            let catalog = try CatalogFile(in: server.state, root: root).open(
                root: root, settings: CatalogSettings(zone: .gmt, now: { Date() }))
            try catalog.add([ImaginaryPhoto(number: 1)])
            for name in try FileManager.default.contentsOfDirectory(atPath: server.state.path) {
                try FileManager.default.copyItem(
                    at: server.state.appending(path: name), to: killed.url.appending(path: name))
            }
        }
        for name in [database, database + "-wal"] {
            try Data(contentsOf: killed.url.appending(path: name)).write(to: server.state.appending(path: name))
        }
        chmod(server.state.appending(path: database).path, 0o600)
        chmod(server.state.appending(path: database + "-wal").path, 0o600)
        let before = try (server.photos.snapshot(), stateSnapshot())
        #expect(await server.findings() == [])
        let after = try (server.photos.snapshot(), stateSnapshot())
        #expect(after == before)
        #expect(before.1.keys.contains { $0.hasSuffix("-wal") })
    }

    private func stateSnapshot() throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: server.photos.state.path) {
            let path = server.photos.state.url.appending(path: name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let keys: [FileAttributeKey] = [.modificationDate, .size, .systemFileNumber, .posixPermissions, .type]
            let content = FileManager.default.contents(atPath: path).map { ContentDigest(of: $0).hexadecimal }
            result[name] = keys.map { "\(attributes[$0] ?? "")" } + [content ?? ""]
        }
        return result
    }
}
