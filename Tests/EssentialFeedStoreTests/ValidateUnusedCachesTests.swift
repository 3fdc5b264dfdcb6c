import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import TestSupport
import Testing

@Suite("Unused caches")
struct ValidateUnusedCachesTests {
    private let folder = TemporaryFolder()
    private let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

    @Test func `Validating removes expired caches of other servers, and keeps the others`() async throws {
        try await save("fresh", at: now - 604_799)
        try await save("expired", at: now - 604_800)
        try await save("older", at: now - 1e8)
        try await save("ahead", at: now + 301)
        try await validate()
        #expect(try names() == ["ahead", "fresh"])
    }

    @Test func `A cache without a feed is as old as its last write; an empty one is removed at once`() async throws {
        for (name, age) in [("fresh", 604_700.0), ("old", 604_801)] {
            let cache = try await open(name)
            try await cache.insert(anyPNG(), for: anyImageURL())
            try await cache.close()
            for file in try storeFolder(name).databaseFiles where try FileSystem.status(file) != nil {
                try FileManager.default.setAttributes([.modificationDate: now - age], ofItemAtPath: file)
            }
        }
        let nothing = try storeFolder("nothing")
        try nothing.create()
        try nothing.createContents()
        let lastUse = try storeFolder("fresh").lastUse()
        for _ in 0..<2 { try await validate() }
        #expect(try names() == ["fresh"])
        #expect(try storeFolder("fresh").lastUse() == lastUse)
    }

    @Test func `Validating removes damaged caches, and keeps what others put into the cache folder`() async throws {
        try await save("damaged", at: now)
        try FailingStoreTests.Damage.noDatabase.apply(to: storeFolder("damaged").database)
        let ours = folder.url.appending(path: "photos")
        try FileManager.default.createDirectory(at: ours, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: ours.appending(path: "feed.sqlite"))
        try await validate()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["photos"])
        #expect(try Data(contentsOf: ours.appending(path: "feed.sqlite")) == Data("mine".utf8))
    }

    @Test func `Validating keeps a cache in use, however old it is`() async throws {
        try await save("used", at: now - 1e8)
        let used = try await open("used")
        #expect(try await used.retrieve() != nil)
        try await validate()
        #expect(try names() == ["used"])
        try await used.close()
        try await validate()
        #expect(try names() == [])
    }

    @Test func `Validating keeps the cache of a newer version, and still removes others`() async throws {
        try await save("newer", at: now - 1e8)
        try await save("expired", at: now - 1e8)
        try OtherConnection(storeFolder("newer").database)
            .execute("INSERT INTO grdb_migrations VALUES ('99 the future')")
        try await validate()
        #expect(try names() == ["newer"])
    }

    @Test func `Validating does nothing without a cache folder`() async throws {
        try await ServerCaches(in: folder.url.appending(path: "none")).validate(at: now)
        #expect(try names() == [])
    }

    @Test func `The limit applies to all servers; images of the least recently used one go first`() async throws {
        for (name, age) in [("first", 200.0), ("second", 100)] {
            let cache = try await open(name, limit: 3000)
            for number in 0..<2 { try await cache.insert(Data(count: 500), for: anyImageURL("\(name) \(number)")) }
            try await cache.save(anyCachedFeed())
            try await cache.close()
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: storeFolder(name).database)
        }
        let cache = try await open("third", limit: 3000)
        try await cache.insert(Data(count: 1000), for: anyImageURL("a"))
        #expect(try ["first", "second", "third"].map { try storeFolder($0).imageByteCount() } == [1000, 1000, 1000])
        try await cache.insert(Data(count: 400), for: anyImageURL("b"))
        #expect(try ["first", "second", "third"].map { try storeFolder($0).imageByteCount() } == [500, 1000, 1400])
        try await cache.insert(Data(count: 800), for: anyImageURL("c"))
        #expect(try ["first", "second", "third"].map { try storeFolder($0).imageByteCount() } == [0, 500, 2200])
        try await cache.insert(Data(count: 2900), for: anyImageURL("d"))
        #expect(try ["first", "second", "third"].map { try storeFolder($0).imageByteCount() } == [0, 0, 2900])
        try await cache.close()
        // Feeds stay, and each index agrees with its files.
        for name in ["first", "second"] {
            let other = try await open(name)
            #expect(try await other.retrieve()?.images.count == 4)
            #expect(try await other.status().cachedImageCount == 0)
        }
    }

    @Test func `Images of a server in use count towards the limit, and stay`() async throws {
        let other = try await open("other", limit: 3000)
        try await other.insert(Data(count: 2000), for: anyImageURL("other"))
        let cache = try await open("this", limit: 3000)
        for name in ["a", "b", "c"] { try await cache.insert(Data(count: 500), for: anyImageURL(name)) }
        #expect(try storeFolder("other").imageByteCount() == 2000)
        #expect(try storeFolder("this").imageByteCount() == 1000)
        #expect(try await cache.retrieveImageData(for: anyImageURL("c")) == Data(count: 500))
        // The next image of the other server makes room.
        try await other.insert(Data(count: 300), for: anyImageURL("next"))
        #expect(try storeFolder("other").imageByteCount() + storeFolder("this").imageByteCount() <= 3000)
        #expect(try await other.retrieveImageData(for: anyImageURL("next")) != nil)
    }

    private func address(_ name: String) throws -> ServerAddress {
        try ServerAddress("http://\(name).com")
    }

    private func storeFolder(_ name: String) throws -> StoreFolder {
        StoreFolder(in: folder.url, for: try address(name))
    }

    private func open(_ name: String, limit: Int = 1_000_000) async throws -> ServerCache {
        await ServerCache.open(in: folder.url, for: try address(name), imageLimit: limit)
    }

    private func save(_ name: String, at date: Date) async throws {
        let cache = try await open(name)
        try await cache.save(anyCachedFeed(at: date.timeIntervalSinceReferenceDate))
        try await cache.insert(anyPNG(), for: anyImageURL())
        try await cache.close()
    }

    private func validate() async throws {
        try await ServerCaches(in: folder.url).validate(at: now)
    }

    /// Returns the servers that have a folder.
    private func names() throws -> [String] {
        let servers = ["fresh", "expired", "older", "ahead", "old", "nothing", "damaged", "used", "newer"]
        let found = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        return try servers.filter { found.contains(try storeFolder($0).url.lastPathComponent) }.sorted()
    }
}
