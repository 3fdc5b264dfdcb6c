import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import HTTPTransport
@testable import store_child
import TestSupport
import Testing

@Suite("Partial downloads", .detectsHangs)
struct PartialDownloadsTests {
    private let folder = TemporaryFolder()
    private let storeFolder: StoreFolder

    init() {
        storeFolder = StoreFolder(in: folder.url, name: StoreFolder.anyName)
    }

    @Test(arguments: [true, false])
    func `Retrieving delivers what was inserted last for the URL, also in the next run`(isClosed: Bool) async throws {
        let store = makeStore()
        #expect(try await store.retrievePartialDownload(for: anyImageURL()) == nil)
        try await store.insert(partial("a", 10))
        try await store.insert(partial("a", 20, tag: "\"b\""))
        try await store.insert(partial("b", 20))
        #expect(try await store.retrievePartialDownload(for: anyImageURL("a")) == partial("a", 20, tag: "\"b\""))
        if isClosed { try await store.close() }
        let next = isClosed ? makeStore() : store
        #expect(try await next.retrievePartialDownload(for: anyImageURL("a")) == partial("a", 20, tag: "\"b\""))
        #expect(try await next.retrievePartialDownload(for: anyImageURL("b")) == partial("b", 20))
        #expect(try names().count == 2)
    }

    @Test func `Inserting an image removes its partial download`() async throws {
        let store = makeStore()
        try await store.insert(partial("a", 10))
        try await store.insert(partial("b", 10))
        try await store.insert(anyPNG(), for: anyImageURL("a"))
        #expect(try await store.retrievePartialDownload(for: anyImageURL("a")) == nil)
        #expect(try await store.retrievePartialDownload(for: anyImageURL("b")) != nil)
        #expect(try names().count == 1)
    }

    @Test func `Deleting the cache deletes partial downloads; replacing the feed leaves them`() async throws {
        let store = makeStore()
        try await store.save(anyCachedFeed())
        try await store.insert(partial("a", 10))
        try await store.save(anyCachedFeed(at: 1))
        #expect(try await store.retrievePartialDownload(for: anyImageURL("a")) != nil)
        try await store.delete(loadedAt: Date(timeIntervalSinceReferenceDate: 2))
        #expect(try await store.retrievePartialDownload(for: anyImageURL("a")) != nil)
        try await store.delete()
        #expect(try await store.status().partialDownloadBytes == 0)
        #expect(try await store.retrievePartialDownload(for: anyImageURL("a")) == nil)
        #expect(try names().isEmpty)
    }

    @Test func `B170 Deleting a damaged cache deletes partial downloads, too`() async throws {
        let store = makeStore()
        try await store.insert(partial("a", 10))
        try await store.close()
        try Data(repeating: 1, count: 5000).write(to: URL(filePath: storeFolder.database))
        let reopened = makeStore()
        let failure = try await kindOfFailure { try await reopened.retrievePartialDownload(for: anyImageURL("a")) }
        #expect(failure == .corrupt)
        try await reopened.delete()
        #expect(try names().isEmpty)
    }

    @Test func `The limit holds after every write; the least recently written are evicted first`() async throws {
        let store = makeStore(limit: 100)
        for name in ["a", "b", "c"] { try await store.insert(partial(name, 30)) }
        _ = try await store.retrievePartialDownload(for: anyImageURL("a"))
        try await store.insert(partial("b", 40))
        #expect(try await kept(store) == ["a", "b", "c"])
        try await store.insert(partial("d", 30))
        #expect(try await kept(store) == ["b", "c", "d"], "reading doesn't count as writing")
        try await store.insert(partial("a", 60))
        #expect(try await kept(store) == ["a", "d"])
        try await store.insert(partial("d", 101, total: 200))
        #expect(
            try await kept(store) == ["a"], "bytes that exceed the limit alone aren't cached, and replace earlier ones")

        var random = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let name = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
            let count = Int.random(in: 1...100, using: &random)
            try await store.insert(partial(name, count))
            #expect(try bytesOfFiles() <= 100)
            #expect(try await store.retrievePartialDownload(for: anyImageURL(name))?.bytes.count == count)
        }
        let status = try await store.status()
        #expect(status.cachedImageBytes == 0)
        #expect(status.partialDownloadBytes == (try bytesOfFiles()))
        #expect(status.bytesFreedByClearing == status.partialDownloadBytes)
    }

    @Test func `A program caches at most 64 MB of partial downloads`() async throws {
        let store = await ServerCache.open(in: folder.url, for: try ServerAddress(StoreChild.address))
        for (name, count) in [("a", 40_000_000), ("b", 40_000_000), ("c", 24_000_000)] {
            try await store.insert(
                PartialDownload(url: anyImageURL(name), entityTag: "\"a\"", bytes: Data(count: count), total: 1 << 30))
        }
        #expect(try await store.retrievePartialDownload(for: anyImageURL("a")) == nil)
        #expect(try await store.retrievePartialDownload(for: anyImageURL("b")) != nil)
        #expect(try await store.retrievePartialDownload(for: anyImageURL("c")) != nil, "to the last byte")
        try await store.close()
    }

    @Test(arguments: [true, false])
    func `A lower limit applies from the first write of the next run, and at its end`(whenClosing: Bool) async throws {
        let store = makeStore(limit: 100)
        for name in ["a", "b", "c"] { try await store.insert(partial(name, 30)) }
        try await store.close()
        let next = makeStore(limit: 40)
        if whenClosing {
            _ = try await next.retrieve()
            try await next.close()
        } else {
            try await next.insert(anyPNG(), for: anyImageURL("d"))
        }
        #expect(try bytesOfFiles() == 30)
        #expect(try await kept(next) == ["c"])
    }

    @Test(arguments: ImageIntegrityTests.Damage.allCases)
    func `Damaged bytes are removed and count as not cached`(_ damage: ImageIntegrityTests.Damage) async throws {
        let store = makeStore()
        let bytes = Data((0..<100).map { UInt8($0) })
        try await store.insert(PartialDownload(url: anyImageURL(), entityTag: "\"a\"", bytes: bytes, total: 200))
        let path = storeFolder.partials + "/" + (try #require(try names().first))
        #expect(try await store.retrievePartialDownload(for: anyImageURL())?.bytes == bytes)
        try damage.apply(to: path)
        #expect(try await store.retrievePartialDownload(for: anyImageURL()) == nil)
        #expect(try names().isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func `The first write sweeps leftovers, and so does closing`(way: Int) async throws {
        let store = makeStore()
        try await store.insert(partial("a", 10))
        try await store.insert(partial("b", 10))
        try await store.close()
        for name in ["incoming", "0123"] {
            try Data(count: 9).write(to: URL(filePath: storeFolder.partials + "/" + name))
        }
        let files = ImageFiles(folder: storeFolder.partials)
        try files.remove(ImageRecord(partial("b", 10).bytes, for: anyImageURL("b")))
        let next = makeStore()
        switch way {
        case 0:
            _ = try await next.retrieve()
            try await next.close()
        case 1: try await next.insert(anyPNG(), for: anyImageURL("c"))
        default: try await next.insert(partial("c", 10))
        }
        #expect(try names().count == (way == 2 ? 2 : 1))
        #expect(try await kept(next) == (way == 2 ? ["a", "c"] : ["a"]))
    }

    @Test func `Partial downloads survive kill -9`() async throws {
        for round in 1...20 {
            let child = try await TestProgram.storeChild("partial", in: folder.url)
            for _ in 0..<round { #expect(try await child.line() == "kept") }
            await child.kill(after: .random(in: 0...20_000))
            let store = await ServerCache.open(in: folder.url, for: try ServerAddress(StoreChild.address))
            let partial = try #require(try await store.retrievePartialDownload(for: anyImageURL()), "round \(round)")
            #expect(partial.bytes.count >= (round + 2) * 100_000)
            let byte = UInt8(truncatingIfNeeded: partial.bytes.count / 100_000)
            #expect(partial.bytes == Data(repeating: byte, count: partial.bytes.count))
            try await store.close()
            let folder = StoreFolder(in: folder.url, for: try ServerAddress(StoreChild.address))
            #expect(try ImageFiles(folder: folder.partials).names().count == 1)
        }
    }

    @Test func `A read-only disk loses only the partial download, and memory keeps none`() async throws {
        let store = makeStore()
        try await store.insert(anyPNG(), for: anyImageURL())
        try await store.insert(partial("a", 10))
        try await store.close()
        try await withReadOnlyFolder(folder.url) { () async throws in
            let reports = Reports()
            let report = ReportOnce(reports.add)
            let cache = ServerCache(
                MemoryFallback(for: DiskStorage(storeFolder, imageLimit: 1000), imageLimit: 1000, report: report))
            try await cache.insert(partial("a", 20))
            try await cache.deletePartialDownload(for: anyImageURL("a"))
            #expect(try await cache.retrievePartialDownload(for: anyImageURL("a")) == nil)
            #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG())
            #expect(reports.kinds.count == 1)
        }
        #expect(try await makeStore().retrievePartialDownload(for: anyImageURL("a")) == partial("a", 10))
    }

    @Test func `A program that only reads has no partial downloads`() async throws {
        let writer = makeStore()
        try await writer.insert(partial("a", 10))
        let reader = makeStore()
        #expect(try await reader.retrievePartialDownload(for: anyImageURL("a")) == nil)
        #expect(try await kindOfFailure { try await reader.insert(partial("a", 20)) } == .inUse)
        #expect(try await writer.retrievePartialDownload(for: anyImageURL("a")) == partial("a", 10))
        try await writer.close()
    }

    private func makeStore(limit: Int = 1_000_000) -> ServerCache {
        ServerCache(DiskStorage(storeFolder, imageLimit: 1_000_000, partialLimit: limit))
    }

    private func partial(_ name: String, _ count: Int, tag: String = "\"a\"", total: Int = 150) -> PartialDownload {
        PartialDownload(
            url: anyImageURL(name), entityTag: tag, bytes: Data(repeating: UInt8(count), count: count), total: total)
    }

    private func kept(_ store: ServerCache) async throws -> [String] {
        var kept: [String] = []
        for name in ["a", "b", "c", "d", "e"] {
            if try await store.retrievePartialDownload(for: anyImageURL(name)) != nil { kept.append(name) }
        }
        return kept
    }

    private func names() throws -> [String] {
        try ImageFiles(folder: storeFolder.partials).names()
    }

    private func bytesOfFiles() throws -> Int {
        try names().reduce(0) { sum, name in
            try sum + FileSystem.byteCount(storeFolder.partials + "/" + name)
        }
    }
}
