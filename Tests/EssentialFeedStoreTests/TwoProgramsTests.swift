import EssentialFeed
@testable import EssentialFeedStore
import Dispatch
import Files
import Foundation
import GRDB
@testable import store_child
import TestSupport
import Testing

@Suite("Two programs on one cache folder", .detectsHangs)
struct TwoProgramsTests {
    private let address: ServerAddress
    private let folder = TemporaryFolder()

    init() throws {
        address = try ServerAddress(StoreChild.address)
    }

    @Test func `Beside a program that writes, another one reads and says so, and may write later`() async throws {
        let child = try await TestProgram.storeChild("hold", in: folder.url)
        #expect(try await child.line() == "ready")
        let clock = VirtualClock()
        let reports = Reports()
        async let opened = ServerCache.open(in: folder.url, for: address, clock: clock, report: reports.add)
        for _ in 0..<50 {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(20))
        }
        let cache = await opened
        #expect(clock.sleeps.reduce(.zero, +) == .seconds(1))
        guard case .reader(let error) = await cache.access() else { return #expect(Bool(false), "not a reader") }
        #expect(error.kind == .inUse)
        #expect(error.isTransient)

        let (first, next) = (AlternatingFeeds(turn: 0), AlternatingFeeds(turn: 1))
        let url = AlternatingFeeds.url(0)
        #expect(try await cache.retrieve() == first.feed)
        #expect(try await cache.retrieveImageData(for: url) == first.data(0))
        #expect(try await kindOfFailure { try await cache.save(next.feed) } == .inUse)
        #expect(try await kindOfFailure { try await cache.insert(anyPNG(), for: url) } == .inUse)
        #expect(try await kindOfFailure { try await cache.delete() } == .inUse)
        #expect(try await cache.status().cachedImageCount == 1)
        #expect(try await cache.retrieve() == first.feed)

        child.write("next")
        #expect(try await child.line() == "ready")
        #expect(try await cache.retrieve() == next.feed)
        #expect(try await cache.retrieveImageData(for: url) == next.data(0))

        await child.kill()
        #expect(try await cache.retrieve() == next.feed)
        try await cache.save(first.feed)
        #expect(try await cache.retrieve() == first.feed)
        #expect(await cache.access().error == nil)
        #expect(reports.kinds == [.inUse])
    }

    @Test func `A refused lock closes no file but its own`() throws {
        let path = folder.path + "/lock"
        let lock = try FileLock(path)
        let refused = Counter()
        let lost = Counter()
        DispatchQueue.concurrentPerform(iterations: 2) { part in
            for _ in 0..<10_000 {
                if part == 0 {
                    do { _ = try FileLock(path) } catch { refused.add(1) }
                } else {
                    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                    if fcntl(descriptor, F_GETFD) == -1 || close(descriptor) != 0 { lost.add(1) }
                }
            }
        }
        #expect(refused.add(0) == 10_000)
        #expect(lost.add(0) == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `Opening waits up to a second for a cache in use`() async throws {
        let storeFolder = StoreFolder(in: folder.url, for: address)
        try storeFolder.create()
        var lock: FileLock? = try FileLock(storeFolder.lockFile)
        let clock = VirtualClock()
        let (folder, address) = (folder.url, address)
        async let opened = ServerCache.open(in: folder, for: address, clock: clock)
        await clock.sleepers(1)
        withExtendedLifetime(lock) {}
        lock = nil
        clock.advance(by: .milliseconds(20))
        let cache = await opened
        #expect(await cache.access().error == nil)
    }

    @Test func `Opening reads a cache in use at once if it needn't wait`() async throws {
        let storeFolder = StoreFolder(in: folder.url, for: address)
        try storeFolder.create()
        let lock = try FileLock(storeFolder.lockFile)
        let clock = VirtualClock()
        let cache = await ServerCache.open(in: folder.url, for: address, waits: false, clock: clock)
        #expect(await cache.access().isInUse)
        #expect(clock.sleeps.isEmpty)
        withExtendedLifetime(lock) {}
    }

    @Test func `A reader follows a new database`() async throws {
        let test = try await SavedCache()
        let (writer, reader) = (test.store(), test.store())
        #expect(try await writer.retrieve() == test.feed)
        #expect(try await reader.retrieve() == test.feed)
        try await writer.close()
        for file in test.storeFolder.databaseFiles { try FileSystem.remove(file) }
        let other = test.store()
        let feed = anyCachedFeed()
        try await other.save(feed)
        #expect(try await reader.retrieve() == feed)
    }

    @Test(arguments: ["closes", "inserts", "saves", "reads", "removes", "deletes"])
    func `A writer leaves a folder alone that another program created in its place`(_ step: String) async throws {
        let test = try await SavedCache()
        let (first, second) = (test.store(), test.store())
        #expect(try await first.retrieve() == test.feed)
        #expect(try await first.retrieveImageData(for: anyImageURL()) == anyPNG())
        try FileManager.default.removeItem(atPath: test.storeFolder.path)
        let feed = anyCachedFeed()
        try await second.save(feed)
        try await second.insert(anyPNG(salt: 2), for: anyImageURL())
        let files = try ImageFiles(folder: test.storeFolder.images).names()

        switch step {
        case "closes": try await first.close()
        case "inserts":
            #expect(
                try await kindOfFailure { try await first.insert(anyPNG(salt: 1), for: anyImageURL("other")) } == .inUse
            )
        case "saves": #expect(try await kindOfFailure { try await first.save(test.feed) } == .inUse)
        case "removes":
            #expect(try await kindOfFailure { try await first.deleteImageData(for: anyImageURL()) } == .inUse)
        case "deletes": #expect(try await kindOfFailure { try await first.delete() } == .inUse)
        default:
            #expect(try await first.retrieve() == feed)
            #expect(try await first.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
        }
        try await first.close()
        #expect(try ImageFiles(folder: test.storeFolder.images).names() == files)
        #expect(try await second.retrieve() == feed)
        #expect(try await second.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
        try await second.close()
        #expect(try await test.store().retrieve() == feed)
    }

    @Test func `A lock doesn't count any more when its file was removed, whether or not there is a new one`() throws {
        let path = folder.path + "/lock"
        let lock = try FileLock(path)
        #expect(try lock.isCurrent())
        try FileSystem.remove(path)
        #expect(try !lock.isCurrent())
        let next = try FileLock(path)
        #expect(try !lock.isCurrent())
        #expect(try next.isCurrent())
    }

    @Test func `A reader removes nothing, not even damaged bytes`() async throws {
        let test = try await SavedCache()
        let (writer, reader) = (test.store(), test.store())
        #expect(try await writer.retrieve() == test.feed)
        let files = ImageFiles(folder: test.storeFolder.images)
        let file = try #require(try files.names().first)
        try ImageIntegrityTests.Damage.flippedByte.apply(to: files.folder + "/" + file)
        #expect(try await reader.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try files.names() == [file])
        #expect(try await writer.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try files.names() == [])
    }

    @Test func `B061 After kill -9 at any moment one of the feeds is there, and every image is whole`() async throws {
        let seed =
            ProcessInfo.processInfo.environment["ESSENTIAL_FEED_TEST_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let turns = (0...1).map(AlternatingFeeds.init)
        var feedsFound = 0
        var imagesFound = 0
        for _ in 0..<40 {
            let child = try await TestProgram.storeChild("alternate", in: folder.url)
            for _ in 0..<Int.random(in: 1...60, using: &random) { _ = try await child.line() }
            await child.kill(after: .random(in: 0...5_000, using: &random))

            #expect(try imagesWithoutFile() == [], "seed \(seed)")
            let cache = await ServerCache.open(
                in: folder.url, for: address, imageLimit: AlternatingFeeds.imageLimit
            ) { Issue.record($0, "seed \(seed)") }
            if let feed = try await cache.retrieve() {
                feedsFound += 1
                #expect(turns.contains { $0.feed == feed }, "seed \(seed)")
            }
            for index in 0..<AlternatingFeeds.imageCount {
                guard let data = try await cache.retrieveImageData(for: AlternatingFeeds.url(index)) else {
                    continue
                }
                imagesFound += 1
                #expect(turns.contains { $0.data(index) == data }, "seed \(seed)")
            }
            try await cache.close()
            let status = try await cache.status()
            let names = try ImageFiles(folder: StoreFolder(in: folder.url, for: address).images).names()
            #expect(names.count == status.cachedImageCount, "seed \(seed)")
            #expect(status.cachedImageBytes <= AlternatingFeeds.imageLimit, "seed \(seed)")
            try await cache.close()
        }
        print("kill -9: seed \(seed), \(feedsFound) feeds and \(imagesFound) images found")
        #expect(feedsFound > 8 && imagesFound > 8, "seed \(seed)")
    }

    /// Returns what the index names without a whole file. The store itself would hide such an image: it forgets it.
    private func imagesWithoutFile() throws -> [String] {
        let folder = StoreFolder(in: folder.url, for: address)
        let files = ImageFiles(folder: folder.images)
        let images = try #require(try StoreConnection.reader(in: folder)).read { try ImageTable(database: $0).all() }
        return try images.filter { try files.read($0, verifyingDigest: true) == nil }.map(\.fileName)
    }
}
