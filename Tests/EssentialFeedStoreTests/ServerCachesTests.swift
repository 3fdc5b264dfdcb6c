import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// The size of all servers' caches, and their deletion.
@Suite struct ServerCachesTests {
    private let folder = TemporaryFolder()
    private let first: ServerAddress
    private let second: ServerAddress
    private let third: ServerAddress

    init() throws {
        first = try ServerAddress("http://first.com")
        second = try ServerAddress("http://second.com")
        third = try ServerAddress("http://third.com")
    }

    @Test func `A server's cache takes as much as its files; a server without one takes nothing`() async throws {
        let caches = ServerCaches(in: folder.url)
        #expect(try await caches.byteCount() == 0)
        try await save(2_000_000, for: first)
        try await save(1_000_000, for: second)
        let counts = try await (caches.byteCount(of: first), caches.byteCount(of: second))
        #expect(counts.0 == (try bytes(of: first)))
        #expect((2_000_000..<2_300_000).contains(counts.0))
        #expect(try await caches.byteCount() == counts.0 + counts.1)
        #expect(try await caches.byteCount(of: third) == 0)
    }

    @Test func `Deleting a server's cache removes its folder, and leaves the others alone`() async throws {
        try await save(1_000, for: first)
        try await save(1_000, for: second)
        let caches = ServerCaches(in: folder.url)
        try await caches.delete(of: first)
        try await caches.delete(of: first)
        #expect(!FileManager.default.fileExists(atPath: StoreFolder(in: folder.url, for: first).path))
        #expect(try await image(of: second) == Data(count: 1_000))
    }

    @Test func `Deleting all caches leaves the one that is open, and names those that others use`() async throws {
        for server in [first, second, third] { try await save(1_000, for: server) }
        let used = await ServerCache.open(in: folder.url, for: second)
        let errors = try await ServerCaches(in: folder.url).deleteAll(but: third)
        #expect(errors.map(\.kind) == [.inUse])
        #expect(try await used.retrieveImageData(for: anyImageURL()) == Data(count: 1_000))
        try await used.close()
        #expect(!FileManager.default.fileExists(atPath: StoreFolder(in: folder.url, for: first).path))
        #expect(try await image(of: third) == Data(count: 1_000))
        await #expect(throws: Never.self) { try await ServerCaches(in: folder.url).delete(of: second) }
    }

    private func save(_ byteCount: Int, for server: ServerAddress) async throws {
        let cache = await ServerCache.open(in: folder.url, for: server)
        try await cache.insert(Data(count: byteCount), for: anyImageURL())
        try await cache.close()
    }

    private func image(of server: ServerAddress) async throws -> Data? {
        let cache = await ServerCache.open(in: folder.url, for: server)
        let data = try await cache.retrieveImageData(for: anyImageURL())
        try await cache.close()
        return data
    }

    private func bytes(of server: ServerAddress) throws -> Int {
        let folder = StoreFolder(in: folder.url, for: server).url
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        return try (files?.compactMap { $0 as? URL } ?? []).reduce(0) { sum, file in
            let values = try file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            return sum + (values.isRegularFile == true ? values.fileSize ?? 0 : 0)
        }
    }
}
