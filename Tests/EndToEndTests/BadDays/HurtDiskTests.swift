import Foundation
import TestSupport
import Testing

/// A disk that damages or refuses saved data: the program reports it, shows nothing wrong and can start again.
@Suite struct HurtDiskTests {
    private let home = Home()

    @Test(
        "B131 B170 Program: a damaged database is a cache that cannot be read; clear replaces it",
        arguments: ["garbage", "truncated"])
    func programStartsAnewAfterDamage(damage: String) async throws {
        let place = try await Place()
        for file in try place.files(named: "sqlite") {
            let bytes = try Data(contentsOf: file)
            try (damage == "garbage" ? Data(repeating: 0x55, count: bytes.count) : bytes.prefix(bytes.count / 3))
                .write(to: file)
        }
        await place.server.stop()

        let status = try await place.home.run("cache", "status", at: place.address)
        #expect(status.status == 74)
        #expect(status.errors.contains("can’t be read"))
        #expect(try await place.home.run("cache", "clear", at: place.address).status == 0)
        #expect(try await place.home.run("cache", "status", at: place.address).status == 0)
        #expect(try await place.home.run("feed", at: place.address).status == 69)
    }

    @Test func `B080 Program: a damaged database fails sync and the offline call with 74, and is deleted`() async throws
    {
        let place = try await Place()
        func damage() throws {
            for file in try place.files(named: "sqlite") { try Data(repeating: 0x55, count: 4096).write(to: file) }
        }
        try damage()
        let sync = try await place.home.run("sync", at: place.address)
        #expect(sync.status == 74 && sync.errors.contains("the cache can’t be read"), "\(sync.errors)")
        #expect(try await place.home.run("sync", at: place.address).status == 0)
        try damage()
        await place.server.stop()
        #expect(try await place.home.run("feed", "--offline", at: place.address).status == 74)
        #expect(try await place.home.run("feed", "--offline", at: place.address).status == 69)
    }

    @Test func `B170 Program: with a cache folder that can't be made, it says so once and goes on`() async throws {
        let server = try await home.serve(PhotoFolder())
        try Data().write(to: home.cacheFolder)
        let result = try await home.run("feed", "--json", at: server.address)
        #expect(result.status == 0)
        #expect(try PrintedFeed(result).items.count == 4)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains("essential-feed: the cache folder can’t be used, so nothing new is saved"))
        let sync = try await home.run("sync", at: server.address)
        #expect(sync.status == 74 && sync.text == "feed of 4 photos, 0 saved\n", "\(sync.text)")
        #expect(sync.errors.contains("some photos couldn’t be saved"), "\(sync.errors)")
        #expect(try await home.run("cache", "clear", at: server.address).status == 74)
        #expect(try await home.run("cache", "prune", at: server.address).status == 74)
        await server.stop()
    }

    @Test func `Program: a full disk fails no call; it says so once, and keeps what was saved before`() async throws {
        let server = try await home.serve(PhotoFolder(count: 30))
        let before = try PrintedFeed(try await home.run("feed", "--json", at: server.address))

        let result = try await home.onFullDisk().run("feed", "--json", "--pages", "3", at: server.address)
        #expect(result.status == 0)
        #expect(try PrintedFeed(result).items.count == 30)
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(result.errors.contains("the disk is full"), "\(result.errors)")
        await server.stop()

        let after = try PrintedFeed(try await home.onFullDisk().run("feed", "--json", at: server.address))
        #expect(after.items == before.items)
        #expect(after.saved_at == before.saved_at)
    }

    @Test func `Program: while another program uses the cache, it reads, and says why it can't prune`() async throws {
        let place = try await Place()
        await place.server.stop()
        let slow = try await LyingServer(host: place.server.host, port: place.server.port)
        slow.answer("/feed", with: .hang)
        // It gives up after a while, which is short for all commands on a busy machine.
        func besideOther(_ number: Int, _ body: () async throws -> Void) async throws {
            let other = try await place.home.start("feed", at: place.address)
            _ = try await slow.requests.wait(for: number)
            try await body()
            other.send(SIGINT)
            _ = await other.result()
        }
        try await besideOther(1) {
            let result = try await place.home.run("feed", "--offline", "--json", at: place.address)
            #expect(result.status == 0)
            #expect(try PrintedFeed(result).items.count == 1)
            #expect(!result.errors.contains("another program"), "\(result.errors)")
            #expect(try await place.home.run("cache", "status", at: place.address).status == 0)
        }
        for (number, command) in [(2, "prune"), (3, "clear")] {
            try await besideOther(number) {
                let refused = try await place.home.run("cache", command, at: place.address)
                #expect(refused.status == 74)
                #expect(refused.errors.contains("another program is using the cache"))
            }
        }
        #expect(try await place.home.run("cache", "clear", at: place.address).status == 0)
        try await slow.stop()
    }

    /// A saved feed of one photo.
    private struct Place {
        let home: Home
        let server: ProgramServer
        var address: String { server.address }

        init() async throws {
            home = Home()
            server = try await home.serve(PhotoFolder(count: 1, salt: 7))
            #expect(try await home.run("feed", at: server.address).status == 0)
        }

        func files(named part: String) throws -> [URL] {
            let found = FileManager.default.enumerator(
                at: home.cacheFolder, includingPropertiesForKeys: [.isRegularFileKey])
            return try #require(found).compactMap { $0 as? URL }
                .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
                .filter { $0.lastPathComponent.contains(part) }
        }
    }
}
