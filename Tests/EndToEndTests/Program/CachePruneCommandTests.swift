import Foundation
import TestSupport
import Testing

@Suite struct CachePruneCommandTests {
    @Test func `B080 Program: cache prune keeps a valid feed, deletes an expired one, and says which`() async throws {
        let clock = try await ShiftedClock()
        let (home, address) = try await Self.savedFeed()
        #expect(try await home.run("cache", "prune", at: address).text == "The saved feed is valid.\n")
        #expect(try await validated(home, address) == Validation(is_valid: true, deleted: false))
        let later = home.later(World.sevenDays, by: clock)
        #expect(try await validated(later, address) == Validation(is_valid: false, deleted: true))
        #expect(try await validated(later, address) == Validation(is_valid: false, deleted: false))
        #expect(try await home.run("cache", "prune", at: address).text == "Nothing is saved.\n")
        #expect(try await home.run("feed", "--offline", at: address).status == 69)
    }

    @Test(arguments: [true, false])
    func `B080 Program: cache prune says that it deleted an expired or damaged feed`(isDamaged: Bool) async throws {
        let clock = try await ShiftedClock()
        let (home, address) = try await Self.savedFeed()
        if isDamaged {
            for file in try Self.databases(of: home) { try Data(repeating: 0x55, count: 4096).write(to: file) }
        }
        let result = try await (isDamaged ? home : home.later(World.sevenDays, by: clock))
            .run("cache", "prune", at: address)
        #expect(result.status == 0)
        #expect(result.text == "The saved feed had expired or was unreadable, and was deleted.\n")
        #expect(result.errors.isEmpty)
        #expect(try await home.run("feed", "--offline", at: address).status == 69)
    }

    @Test func `Program: cache prune and clear say that a newer version wrote it, and change nothing`() async throws {
        let (home, address) = try await Self.savedFeed()
        let database = try #require(try Self.databases(of: home).first { $0.pathExtension == "sqlite" })
        try await TestProgram.succeed([
            "python3", "-c",
            """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as database:
                database.execute("INSERT INTO grdb_migrations VALUES ('99 the future')")
            """, database.path,
        ])
        let before = try Data(contentsOf: database)
        for command in ["prune", "clear"] {
            let result = try await home.run("cache", command, at: address)
            #expect(result.status == 74)
            #expect(
                result.errors.hasPrefix("essential-feed: a newer version of this program wrote the cache"),
                "\(result.errors)")
        }
        #expect(try Data(contentsOf: database) == before)
    }

    private struct Validation: Decodable, Equatable {
        let is_valid: Bool
        let deleted: Bool
    }

    private func validated(_ home: Home, _ address: String) async throws -> Validation {
        let result = try await home.run("cache", "prune", "--json", at: address)
        #expect(result.status == 0)
        return try JSONDecoder().decode(Validation.self, from: result.output)
    }

    /// Returns a home with the saved feed of a stopped server.
    private static func savedFeed() async throws -> (Home, address: String) {
        let home = Home()
        let server = try await home.serve(PhotoFolder(count: 1))
        #expect(try await home.run("feed", at: server.address).status == 0)
        await server.stop()
        return (home, server.address)
    }

    private static func databases(of home: Home) throws -> [URL] {
        let found = FileManager.default.enumerator(at: home.cacheFolder, includingPropertiesForKeys: nil)
        return try #require(found).compactMap { $0 as? URL }.filter { $0.lastPathComponent.contains("sqlite") }
    }
}
