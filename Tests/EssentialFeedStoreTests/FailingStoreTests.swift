import Dispatch
import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

/// A real store on real file systems that fail.
@Suite("Failing feed store")
struct FailingStoreTests {
    private let folder = TemporaryFolder()

    enum Damage: CaseIterable {
        case noDatabase, truncated, damagedPages

        func apply(to path: String) throws {
            let url = URL(filePath: path)
            var data = try Data(contentsOf: url)
            switch self {
            case .noDatabase: data = Data(repeating: 0x41, count: data.count)
            case .truncated: data = data.prefix(data.count / 2 / 4096 * 4096)
            case .damagedPages: data[4096...] = Data(repeating: 0xFF, count: data.count - 4096)
            }
            try data.write(to: url)
        }
    }

    @Test(arguments: Damage.allCases)
    func `B131 B132 B170 Retrieving from a damaged file fails and changes nothing; deleting it starts anew`(
        _ damage: Damage
    ) async throws {
        let test = try await SavedCache()
        try damage.apply(to: test.storeFolder.database)
        let before = try test.contents()

        let store = test.store()
        #expect(try await kindOfFailure { try await store.retrieve() } == .corrupt)
        #expect(try await kindOfFailure { try await store.retrieve() } == .corrupt)
        #expect(try test.contents()[test.storeFolder.database] == before[test.storeFolder.database])
        #expect(Set(before.keys).isSubset(of: try test.contents().keys))

        try await store.delete()
        #expect(try await store.retrieve() == nil)
        #expect(try await store.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try ImageFiles(folder: test.storeFolder.images).names().isEmpty)
        try await store.save(test.feed)
        try await store.close()
        #expect(try await test.store().retrieve() == test.feed)
    }

    @Test func `B133 Writing fails if no folder can be created`() async throws {
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        let store = ServerCache.onDisk(in: file)
        #expect(try await kindOfFailure { try await store.save(anyCachedFeed()) } == .inaccessible)
        #expect(try await store.retrieve() == nil)
        try await store.delete()
    }

    @Test func `B133 B134 B135 B136 A read-only disk takes no write and no deletion, and keeps all`() async throws {
        let test = try await SavedCache()
        try await withReadOnlyFolder(test.folder.url) { () async throws in
            let store = test.store()
            #expect(try await kindOfFailure { try await store.save(anyCachedFeed(at: 1)) }?.isUnwritable == true)
            #expect(
                try await kindOfFailure { try await store.insert(anyPNG(salt: 2), for: anyImageURL()) }?.isUnwritable
                    == true)
            #expect(try await kindOfFailure { try await store.delete() }?.isUnwritable == true)
            #expect(
                try await kindOfFailure { try await store.delete(loadedAt: test.feed.loadedAt) }?.isUnwritable == true)
            #expect(try await store.retrieve() == test.feed)
            #expect(try await store.retrieveImageData(for: anyImageURL()) == anyPNG())
        }
        #expect(try await test.store().retrieve() == test.feed)
        #expect(try await test.store().retrieveImageData(for: anyImageURL()) == anyPNG())
    }

    @Test func `B133 B134 On a full disk a write fails whole, memory takes over, deleting helps`() async throws {
        let child = try await TestProgram.storeChild("full", in: folder.url)
        let lines = try await child.lines()
        #expect(lines.contains { ["large feed failed full", "large feed failed inputOutput"].contains($0) })
        let rest = lines.filter { !$0.hasPrefix("large feed") }
        #expect(
            rest == [
                "feed stays true", "large image failed full", "large partial failed full", "image stays true",
                "files 1",
                "degrading feed done", "degrading image done", "degrading image again done",
                "degrading partial done", "partial lost true",
                "feed in memory true", "image in memory true", "each reported once true",
                "delete done", "empty true", "disk again done", "on disk true",
            ])
    }

    @Test func `B080 The store waits for a busy database`() async throws {
        let test = try await SavedCache()
        let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
        // Each try waits for the test, however busy the machine is: the store gives up after five seconds of tries.
        let isHeld = Mutex(true)
        let mayGoOn = DispatchSemaphore(value: 0)
        let store = ServerCache(
            DiskStorage(test.storeFolder, imageLimit: 1_000_000) {
                waiting.yield()
                if isHeld.withLock({ $0 }) { mayGoOn.wait() }
            })
        #expect(try await store.retrieve() == test.feed)
        let other = try OtherConnection(test.storeFolder.database)
        try other.begin()
        #expect(try await store.retrieve() == test.feed)
        let next = anyCachedFeed()
        let save = Task {
            defer { waiting.finish() }
            try await store.save(next)
        }
        var tries = waits.makeAsyncIterator()
        #expect(await tries.next() != nil, "the save did not wait")
        mayGoOn.signal()
        #expect(await tries.next() != nil, "the save did not wait again")
        #expect(try other.texts("SELECT validator FROM feed") == ["\"an entity tag\""])
        try other.commit()
        isHeld.withLock { $0 = false }
        mayGoOn.signal()
        try await save.value
        #expect(try await store.retrieve() == next)
    }

    @Test func `B080 Without file descriptors retrieving fails, and validating deletes nothing`() async throws {
        let child = try await TestProgram.storeChild("descriptors", in: folder.url)
        #expect(try await child.lines() == ["retrieve failed", "validate failed", "feed stays true"])
    }

    @Test(arguments: ["feed", "feed_page"])
    func `B080 B131 A database without its tables is damaged: validating deletes it`(table: String) async throws {
        let test = try await SavedCache()
        try OtherConnection(test.storeFolder.database).execute("DROP TABLE \(table)")
        let store = test.store()
        #expect(try await kindOfFailure { try await store.retrieve() } == .corrupt)
        try await ValidateFeedCache(store: store, now: { .now }).validate()
        #expect(try await store.retrieve() == nil)
        try await store.save(test.feed)
        #expect(try await store.retrieve() == test.feed)
    }

    @Test func `B061 A transaction has no effect if one of its steps fails and swallows the error`() async throws {
        let test = try await SavedCache()
        let other = try OtherConnection(test.storeFolder.database)
        try other.execute("DROP TABLE feed_page")
        let feed = try other.texts("SELECT timestamp FROM feed")

        let error = try await kindOfFailure {
            try await test.store().transaction { transaction in
                do { try transaction.delete() } catch {}
            }
        }

        #expect(error == .corrupt)
        #expect(feed.count == 1)
        #expect(try other.texts("SELECT timestamp FROM feed") == feed)
    }

    @Test(
        arguments: [
            "UPDATE feed SET timestamp = 1e300", "UPDATE feed SET timestamp = -9e999",
            "UPDATE image SET last_use = 9223372036854775807",
            "UPDATE image SET byte_count = -9223372036854775807",
            "INSERT INTO feed_page VALUES (9223372036854775807, 0, 0)", "INSERT INTO feed_page VALUES (-1, 0, 0)",
            "INSERT INTO feed_page VALUES (1, 1e300, 0)", "UPDATE feed_image SET id = x'00'",
        ])
    func `B131 Values that no program writes count as damage, and don't trap`(damage: String) async throws {
        let test = try await SavedCache()
        try OtherConnection(test.storeFolder.database).execute(damage)
        let store = test.store()
        #expect(try await kindOfFailure { try await store.retrieve() } == .corrupt)
        try await store.delete()
        try await store.save(test.feed)
        try await store.insert(anyPNG(), for: anyImageURL())
        #expect(try await store.retrieve() == test.feed)
    }
}

extension StoreError.Kind {
    /// Whether a read-only mount or permissions cause the error.
    fileprivate var isUnwritable: Bool { self == .readOnly || self == .inaccessible }
}

/// Returns a feed that needs many pages of the database.
func largeFeed() -> CachedFeed {
    anyCachedFeed((0..<200).flatMap { _ in uniqueFeed() })
}

/// A folder in which a store has saved a feed and an image.
struct SavedCache {
    let folder = TemporaryFolder()
    let storeFolder: StoreFolder
    let feed = largeFeed()

    init() async throws {
        storeFolder = StoreFolder(in: folder.url, name: StoreFolder.anyName)
        let store = store()
        try await store.save(feed)
        try await store.insert(anyPNG(), for: anyImageURL())
        try await store.close()
    }

    func store() -> ServerCache {
        ServerCache.onDisk(in: folder.url)
    }

    /// Returns the bytes of every file by its path.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try folder.filesInside() {
            var isFolder = false
            if let status = try FileSystem.status(path) { isFolder = status.mode & S_IFMT == S_IFDIR }
            if !isFolder { contents[path] = try Data(contentsOf: URL(filePath: path)) }
        }
        return contents
    }
}
